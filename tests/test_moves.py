"""Notation: what people may write, and what is refused."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calclab import Move, NotationError

PILES = ["S", "H", "W1", "W8", "F1", "F8", "T1", "T8", "G11", "G38"]
pairs = st.tuples(st.sampled_from(PILES), st.sampled_from(PILES))


@given(pairs, st.sampled_from(["-", "", " ", " - ", "->", "→"]), st.booleans())
def test_a_move_is_understood_however_it_is_joined(
    pair: tuple[str, str], joint: str, lower: bool
) -> None:
    text = joint.join(pair)
    move = Move.parse(text.lower() if lower else text)
    assert (move.source, move.target, move.kind) == (*pair, "move")
    assert str(move) == "-".join(pair)
    assert Move.parse(str(move)) is move


def test_a_swap_is_written_with_the_smaller_name_first() -> None:
    for first, second in itertools.permutations(["G12", "G25", "G38"], 2):
        move = Move.parse(f"{first}x{second}")
        assert move.kind == "swap"
        assert str(move) == "x".join(sorted([first, second]))


def test_deal_and_redeal_stand_for_themselves() -> None:
    assert [str(Move.parse(text)) for text in ("deal", " REDEAL ")] == ["deal", "redeal"]


def test_the_repr_of_a_move_pastes_back() -> None:
    move = Move.parse("W1-F4")
    assert eval(repr(move), {"Move": Move}) == move


@pytest.mark.parametrize(
    "text",
    ["", "W1", "W0-F1", "F01-F2", "W1-F1-F2", "S F", "X1-F1", "W1 F1 now", "x" * 9999, 7, None],
)
def test_what_is_no_move_is_refused_in_one_short_line(text: object) -> None:
    with pytest.raises(NotationError, match="is no move") as caught:
        Move.parse(text)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200
