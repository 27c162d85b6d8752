"""Judgements: what is called proved is held to brute force, an estimate keeps its interval."""

from dataclasses import replace
from itertools import permutations

import pytest

from calclab import Move, deal, judging
from calclab.coach import Advice, Chance, advise
from calclab.game import Game
from calclab.judging import equals, explained, is_worse, judge, look_again, standing, the_only_game
from calclab.variants import calculation
from tests.endings import can_be_won, ending

pytestmark = pytest.mark.usefixtures("plain_form")
W1, W2 = Move.parse("S-W1"), Move.parse("S-W2")


def late(seed: int, cards: int, unseen: int, piles: int = 2) -> Game:
    """A late position: so many cards are not laid, and so many of them lie in the stock."""
    waste = cards - unseen - 1
    return ending(calculation(piles=piles), seed, cards, on_piles=[waste])


@pytest.mark.parametrize("seed", range(12))
def test_with_nothing_unseen_every_proof_is_what_brute_force_finds(seed: int) -> None:
    game = late(seed, 7, 0)
    advice = judge(game.view(), "instant")
    verdicts = {True: "proved won", False: "proved lost"}
    for one in advice.chances:
        assert standing(one) == verdicts[can_be_won(game.play(one.move))]
        assert one.win == one.low == one.high == can_be_won(game.play(one.move))
    assert [one.win for one in advice.chances] == sorted(
        (one.win for one in advice.chances), reverse=True
    )


def test_a_move_proved_lost_loses_for_every_order_of_the_unseen_cards() -> None:
    proved = 0
    for seed in range(12):
        game = late(seed, 9, 3, piles=1)
        for one in judge(game.view(), "instant").chances:
            if standing(one) == "proved lost":
                proved += 1
                for order in set(permutations(game.stock)):
                    assert not can_be_won(replace(game, stock=order).play(one.move))
    assert proved > 5


@pytest.mark.parametrize("variant", ["calculation", "expert", "hold-cell", "redeal-1", "one234"])
def test_every_legal_move_is_judged_once_within_its_interval(variant: str) -> None:
    game = deal(variant, 3)
    for _move in range(6):
        advice = judge(game.view(), "instant")
        assert sorted(map(str, game.moves())) == sorted(str(one.move) for one in advice.chances)
        for one in advice.chances:
            assert 0 <= one.low <= one.win <= one.high + 1e-9 <= 1 + 2e-9
            assert standing(one) in ("proved won", "proved lost", "estimated", "unknown")
            assert explained(game.view(), one)
        wins = [one.win for one in advice.chances]
        assert wins == sorted(wins, reverse=True)
        game = game.play(advice.move)


def test_the_order_of_the_stock_changes_no_judgement() -> None:
    for seed in range(3):
        game = late(seed, 20, 9, piles=3)
        other = replace(game, stock=tuple(reversed(game.stock)))
        assert judge(game, "instant") == judge(other.view(), "instant")


def test_the_only_game_is_the_game_where_the_unseen_cards_are_alike() -> None:
    game = late(1, 8, 1)
    found = the_only_game(game.view())
    assert found is not None
    assert [card.rank for card in found.stock] == [card.rank for card in game.stock]
    assert the_only_game(deal(seed=1).view()) is None


def test_a_second_look_is_certain_where_all_ends_are_alike() -> None:
    for seed in range(12):
        game = late(seed, 1, 0)
        (move,) = [move for move in game.moves() if move.target[0] == "F"]
        assert look_again(game.view(), move, "instant")[1:4] == (1.0, 1.0, 1.0)


def test_a_second_look_stays_within_its_interval_and_takes_every_next_card() -> None:
    game = late(3, 24, 12, piles=3)
    looked = look_again(game.view(), game.moves()[0], "instant")
    assert 0 <= looked.low <= looked.win <= looked.high <= 1
    ranks = {card.rank for card in game.stock}
    assert looked.tries <= 32 * len(ranks)


def test_a_second_look_finds_no_more_than_certainty(monkeypatch: pytest.MonkeyPatch) -> None:
    sure = Chance(W1, 1.0, 0.9, 1.0, 50)
    monkeypatch.setattr(judging, "_value", lambda *_a: sure)
    game, over = deal("calculation", 57, modulus=7), 0
    while game.moves() and game.stock_size > 2:
        view, onto = game.view(), [move for move in game.moves() if move.source == "S"]
        over += sum(share for share, _then in judging._next_views(view, onto[-1])) > 1
        for move in onto:
            assert look_again(view, move, "instant").win <= 1
        game = game.play(onto[-1])
    assert over, "somewhere the rounded shares are more than the whole"


def test_a_redeal_is_not_looked_at_again() -> None:
    with pytest.raises(ValueError, match="redeal carries no card"):
        look_again(deal("redeal-1", 1).view(), Move.parse("redeal"), "instant")


@pytest.mark.parametrize("variant", ["devils-grip"])
def test_a_game_that_the_coach_does_not_play_is_refused_in_one_line(variant: str) -> None:
    with pytest.raises(ValueError, match=r"the coach does not play .*devils-grip") as refusal:
        judge(deal(variant, 1).view(), "instant")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("own", "best", "worse"),
    [
        (Chance(W1, 0.40, 0.35, 0.45, 400), Chance(W2, 0.49, 0.46, 0.52, 400), False),
        (Chance(W1, 0.30, 0.10, 0.50, 20), Chance(W2, 0.45, 0.40, 0.50, 400), False),
        (Chance(W1, 0.30, 0.26, 0.34, 400), Chance(W2, 0.45, 0.40, 0.50, 400), True),
        (Chance(W1, 0.0, 0.0, 0.0, 9), Chance(W2, 0.2, 0.15, 0.25, 400), True),
        (Chance(W1, 1.0, 1.0, 1.0, 9), Chance(W2, 1.0, 1.0, 1.0, 400), False),
    ],
)
def test_only_a_drop_beyond_10_points_and_the_noise_is_worse(
    own: Chance, best: Chance, worse: bool
) -> None:
    assert is_worse(own, best) == worse


def test_what_is_hardly_tried_is_unknown() -> None:
    hardly = 0
    for seed in range(4):
        tried = advise(late(seed, 24, 12, piles=4).view(), "quick").chances
        judged = {one.move: one for one in judge(late(seed, 24, 12, piles=4), "quick").chances}
        most = max(one.tries for one in tried)
        for one in tried:
            known = standing(judged[one.move])
            if one.tries < min(100, most / 10) and not known.startswith("proved"):
                hardly += 1
                assert known == "unknown"
                assert (judged[one.move].low, judged[one.move].high) == (0, 1)
    assert hardly


def test_moves_are_equal_when_tried_in_earnest_and_their_intervals_overlap() -> None:
    best = Chance(W2, 0.45, 0.40, 0.50, 400)
    others = [
        Chance(W1, 0.38, 0.33, 0.43, 300),
        Chance(Move.parse("S-W3"), 0.2, 0.0, 1.0, 0),
        Chance(Move.parse("S-W4"), 0.2, 0.1, 0.3, 200),
    ]
    assert equals(Advice("quick", 900, (best, *others))) == (W1,)


def test_what_is_proved_and_what_is_estimated_are_never_called_equal() -> None:
    win, loss = Chance(W1, 1, 1, 1, 20), Chance(W1, 0, 0, 0, 20)
    lucky, hopeless = Chance(W2, 1, 0.84, 1, 20), Chance(W2, 0, 0, 0.16, 20)
    for one, other in ((win, lucky), (hopeless, loss), (hopeless._replace(tries=0), loss)):
        assert equals(Advice("quick", 40, (one, other))) == ()
        assert equals(Advice("quick", 40, (one, one._replace(move=Move.parse("S-W3"))))) == (
            (Move.parse("S-W3"),) if one.tries else ()
        )


@pytest.mark.parametrize(
    ("tries", "known"),
    [(99, "unknown"), (100, "estimated"), (500, "estimated"), (900, "estimated"), (3, "unknown")],
)
def test_a_hundred_tries_are_enough_however_often_the_best_move_was_tried(
    tries: int, known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = deal("calculation", 13).view()
    best, *_others, seldom = view.moves()
    chances = (Chance(best, 0.5, 0.49, 0.51, 9000), Chance(seldom, 0.2, 0.1, 0.3, tries))
    monkeypatch.setattr(judging, "advise", lambda *_a, **_k: Advice("deep", 9000, chances))
    judged = {one.move: one for one in judge(view, "deep").chances}
    assert standing(judged[seldom]) == known
    assert judged[seldom].high == (0.3 if known == "estimated" else 1.0)


def test_of_moves_that_cannot_be_told_apart_the_first_goes_up_and_nobody_is_above_it() -> None:
    both = 0
    for seed in range(12):
        game = late(seed, 24, 12, piles=4)
        found = judge(game.view(), "quick").chances
        equal = {found[0].move, *equals(Advice("quick", 300, found))}
        ups = [move for move in equal if move.goes_up]
        assert found[0].move.goes_up or not ups
        both += 0 < len(ups) < len(equal)
        best = max(one.low for one in found if standing(one) == standing(found[0]))
        for one in found:
            assert one.low <= one.win <= min(one.high, found[0].win)
            assert one.move in equal or one.high < best or standing(one) != standing(found[0])
    assert both > 2
