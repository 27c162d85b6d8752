"""Positions: what every game keeps whatever is played, and one voice for legality."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calclab import VARIANTS, Game, IllegalMove, Move, View, deal
from calclab.moves import DEAL, REDEAL, move, swap

IDS = [variant.id for variant in VARIANTS]
games = st.tuples(st.sampled_from(IDS), st.integers(0, 10_000))


def walk(game: Game, choose: st.DataObject, most: int = 60) -> list[Game]:
    """Positions of one random game, drawn move by move."""
    line = [game]
    while (moves := line[-1].moves()) and len(line) <= most:
        line.append(line[-1].play(choose.draw(st.sampled_from(moves))))
    return line


def all_cards(game: Game) -> Counter[object]:
    turned = (game.turned,) if game.turned else ()
    groups = (*game.laid, *game.piles, game.stock, turned, game.indicators)
    return Counter(card for group in groups for card in group)


@given(games, st.data())
@settings(max_examples=60, deadline=None)
def test_cards_are_conserved_and_foundations_only_grow(
    which: tuple[str, int], data: st.DataObject
) -> None:
    line = walk(deal(*which), data)
    for before, after in pairwise(line):
        assert all_cards(before) == all_cards(after) == Counter(before.variant.pack)
        for old, new in zip(before.laid, after.laid, strict=True):
            assert new[: len(old)] == old


def every_move(game: Game) -> list[Move]:
    names = ["S", *game.pile_names, *(f"F{at + 1}" for at in range(len(game.foundations)))]
    found = [move(source, target) for source in names for target in names]
    grid = [name for name in game.pile_names if name[0] == "G"]
    found += [swap(one, two) for one in grid for two in grid if one < two]
    return [*found, DEAL, REDEAL]


@given(games, st.data())
@settings(max_examples=40, deadline=None)
def test_every_listed_move_plays_and_every_other_is_refused_with_one_sentence(
    which: tuple[str, int], data: st.DataObject
) -> None:
    game = data.draw(st.sampled_from(walk(deal(*which), data)))
    listed = game.moves()
    assert len(set(listed)) == len(listed)
    for candidate in every_move(game):
        reason = game.why_not(candidate)
        assert (reason is None) == (candidate in listed), candidate
        assert game.is_legal(candidate) == (reason is None)
        if reason is None:
            game.play(candidate)
        else:
            assert reason and "\n" not in reason and "{" not in reason
            with pytest.raises(IllegalMove) as caught:
                game.play(str(candidate))
            assert reason in str(caught.value)


@given(games, st.data())
@settings(max_examples=40, deadline=None)
def test_a_view_plays_by_the_same_rules_and_does_not_know_the_order(
    which: tuple[str, int], data: st.DataObject
) -> None:
    game = walk(deal(*which), data)[-1]
    view = game.view()
    assert isinstance(view, View)
    assert view.moves() == game.moves()
    assert view.stock_size == game.stock_size
    assert view.outcome == game.outcome
    shuffled = Game(
        *(getattr(game, name) for name in View.__match_args__[:6]),
        stock=game.stock[::-1],
        seed="other",
    )
    assert shuffled.view() == view
    assert not hasattr(view, "seed") and not hasattr(view, "stock")


@pytest.mark.parametrize("name", IDS)
def test_a_game_is_a_value(name: str) -> None:
    game = deal(name, seed=1)
    assert game == deal(name, seed=1)
    assert hash(game) == hash(deal(name, seed=1))
    with pytest.raises(AttributeError):
        game.turned = None  # type: ignore[misc]


def test_no_move_left_is_lost_and_all_placed_is_won() -> None:
    small = deal("calculation", seed=1, modulus=5, piles=8)
    endings: set[str] = set()
    for seed in range(40):
        game = deal(small.variant, seed=seed)
        while moves := game.moves():
            assert game.outcome == "open"
            game = game.play(moves[0])
        assert game.outcome == ("won" if game.placed == game.total == 20 else "lost")
        endings.add(game.outcome)
    assert endings == {"won", "lost"}


def test_a_near_win_is_at_most_seven_cards_short_of_one() -> None:
    seen = set()
    for seed in range(200):
        game = deal("easy-6", seed=seed)
        while moves := game.moves():
            game = game.play(moves[0])
        seen.add((game.placed, game.is_near_win))
    assert {near for placed, near in seen if 45 <= placed < 52} <= {True}
    assert {near for placed, near in seen if placed < 45} == {False}
