"""Questions about a position: computed from the game, silent until the answer is right."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calclab import Game, deal
from calclab.game import View
from calclab.moves import Move
from calclab.tablework import (
    PRACTICE,
    Question,
    copies_within,
    first_that_fits,
    legal_moves,
    most_placed,
    moves_to_foundations,
    needs,
    placed_eagerly,
    played,
    position,
    turns_until,
    wanted_last,
)

seeds = st.integers(0, 999)


def tell(question: Question) -> list[object]:
    """Answers as a learner may write them, the right one first."""
    if question.kind == "moves":
        assert isinstance(question.answer, frozenset)
        return [", ".join(sorted(question.answer)), "S-W9"]
    assert isinstance(question.answer, int)
    return [question.answer, str(question.answer), question.answer % 13 + 1]


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_a_right_answer_gets_its_reason_and_a_wrong_one_a_hint_without_the_answer(
    seed: int,
) -> None:
    game = position(seed)
    for question in (needs(game, 1), legal_moves(game), moves_to_foundations(game)):
        right, *_others, wrong = tell(question)
        assert question.check(right).startswith("Yes: ")  # type: ignore[arg-type]
        assert question.check(wrong).startswith("Not yet. ")  # type: ignore[arg-type]
        assert question.check(None) == "Predict first: write your answer in place of None."


@pytest.mark.parametrize("answer", [True, 1.5, "joker", object(), [1]])
def test_an_answer_that_cannot_be_read_is_told_what_would_be_right(answer: object) -> None:
    text = needs(position(1), 1).check(answer)  # type: ignore[arg-type]
    assert "write a rank, like 7 or Q" in text


@given(seeds, st.integers(1, 13))
@settings(max_examples=40, deadline=None)
def test_counts_along_the_ribbon_are_those_of_the_stock(seed: int, rank: int) -> None:
    game = position(seed, 10)
    ranks = [card.rank for card in game.stock]
    assert copies_within(game, rank, 20).answer == ranks[:20].count(rank)
    if rank in ranks:
        assert turns_until(game, rank).answer == ranks.index(rank) + 1
    fitting = [at for at, card in enumerate(ranks, 1) if card in game.needs]
    if fitting:
        assert first_that_fits(game).answer == fitting[0]


@given(seeds)
@settings(max_examples=15, deadline=None)
def test_the_most_that_can_go_up_is_what_trying_everything_finds(seed: int) -> None:
    game = deal("calculation", seed=seed, piles=2)
    best = 0
    for choice in product(range(3), repeat=4):
        line = game
        for pick in choice:
            line = raise_tops(line)
            fits = [m for m in line.moves() if m.source == "S" and m.target[0] == "F"]
            move = fits[0] if pick == 2 and fits else f"S-W{min(pick, 1) + 1}"
            line = line.play(move)
        best = max(best, raise_tops(line).placed - game.placed)
    assert best <= most_placed(game, 4).answer <= 4  # type: ignore[operator]


def raise_tops(game: Game) -> Game:
    while tops := [m for m in game.moves() if m.source[0] == "W"]:
        game = game.play(tops[0])
    return game


def test_eager_play_never_places_more_than_the_best_play() -> None:
    for seed in range(12):
        game = deal("calculation", seed=seed)
        eager, best = placed_eagerly(game, 4).answer, most_placed(game, 4).answer
        assert isinstance(eager, int) and isinstance(best, int) and eager <= best


def test_the_rank_wanted_last_is_farthest_on_every_strip() -> None:
    for seed in range(30):
        game = deal("calculation", seed=seed)
        try:
            question = wanted_last(game, 4)
        except ValueError:
            continue
        ways = {}
        for card in (game.turned, *game.stock[:3]):
            assert card is not None
            strips = [
                f.sequence[len(c) :] for f, c in zip(game.foundations, game.laid, strict=True)
            ]
            ways[card.rank] = min(s.index(card.rank) for s in strips if card.rank in s)
        assert question.answer == max(ways, key=lambda rank: ways[rank])


def test_the_ten_practice_deals_have_a_question_each() -> None:
    assert [practice.number for practice in PRACTICE] == list(range(1, 11))
    assert len({practice.seed for practice in PRACTICE}) == 10
    for practice in PRACTICE:
        assert practice.question.check(practice.question.answer).startswith("Yes: ")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("letter", "rank"), [("D", 12), ("b", 11), ("V", 11), ("R", 13), ("W", 11)]
)
def test_a_rank_may_be_written_in_the_card_letters_of_any_language(letter: str, rank: int) -> None:
    question = Question("?", "rank", rank, "hint", "why")
    assert question.check(letter) == "Yes: why"


@pytest.mark.parametrize("answer", [5, 0, True, False, object(), 1.5])
def test_a_number_is_no_list_of_moves_and_is_told_so(answer: object) -> None:
    text = legal_moves(position(1)).check(answer)  # type: ignore[arg-type]
    assert "write a list of moves" in text


def test_a_player_sees_the_view_and_plays_to_the_end() -> None:
    seen = []

    def last(view: View) -> Move:
        seen.append(view)
        return view.moves()[-1]

    record = played(deal("calculation", seed=5), last)
    assert record.game.outcome == "lost" and len(record.moves) == len(seen)
    assert all(isinstance(view, View) and not hasattr(view, "stock") for view in seen)
