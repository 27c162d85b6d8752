"""Hints: each step says something true, gives no more away than its step, and never peeks."""

import random
import re
from dataclasses import replace
from functools import cache

import pytest

from calclab import Card, Record, deal
from calclab.cards import SYMBOLS
from calclab.game import Game
from calclab.hints import Hint, hint
from calclab.judging import explained, judge
from calclab.messages import speaking
from calclab.reasons import reasons

pytestmark = pytest.mark.usefixtures("plain_form")

CARD = re.compile(r"\b(10|[2-9AJQK])([♣♦♥♠])")
SUIT = {symbol: suit for suit, symbol in SYMBOLS.items()}
GAMES = ["calculation", "three-piles", "expert", "hold-cell", "one234", "redeal-1"]


def middle(variant: str, seed: int, moves: int) -> Game:
    chance, game = random.Random(seed), deal(variant, seed)
    for _move in range(moves):
        if len(game.moves()) > 1:
            game = game.play(chance.choice(game.moves()))
    return game


@cache
def some_hints() -> tuple[tuple[Game, Hint], ...]:
    games = [middle(variant, seed, 8 + 12 * seed) for variant in GAMES for seed in range(3)]
    return tuple((game, hint(game.view(), "instant")) for game in games if game.moves())


def test_the_three_steps_name_cards_and_piles_that_are_there() -> None:
    for game, found in some_hints():
        seen = {game.turned, *(card for pile in game.piles for card in pile)}
        for text in (found.look, found.compare, found.why):
            assert text and "\n" not in text
            for rank, symbol in CARD.findall(text):
                assert Card.parse(rank + SUIT[symbol]) in seen
        for pile, index in found.at_risk:
            assert 0 <= index < len(game.pile(pile))
        assert len(found.piles) <= 2
        targets = {move.target for move in game.moves()}
        assert set(found.piles) <= targets


def test_the_first_two_steps_do_not_give_the_move_away() -> None:
    compared = 0
    for _game, found in some_hints():
        early = found.look + found.compare
        assert str(found.move) not in early
        assert list(found.piles) == sorted(found.piles)
        if len(found.piles) == 2:
            compared += 1
            assert found.move.target in found.piles
            assert all(pile in found.compare for pile in found.piles)
    assert compared > 5


def test_the_card_at_risk_is_one_that_a_move_harms_and_the_best_does_not() -> None:
    at_risk = 0
    for game, found in some_hints():
        own = {reason.spots for reason in reasons(game, found.move)}
        others = {reason.spots for one in game.moves() for reason in reasons(game, one)}
        if found.at_risk:
            at_risk += 1
            assert found.at_risk in others
            kinds = {r.kind for r in reasons(game, found.move) if r.spots == found.at_risk}
            assert found.at_risk not in own or kinds != {
                r.kind
                for one in game.moves()
                for r in reasons(game, one)
                if r.spots == found.at_risk
            }
    assert at_risk > 3


def test_the_third_step_is_the_judgement_that_reviews_use() -> None:
    for game, found in some_hints()[:4]:
        assert found.advice == judge(game.view(), "instant")
        best = found.advice.chances[0]
        assert found.move == best.move
        assert found.why == explained(game.view(), best, best=True)


def test_equal_moves_overlap_with_the_best_and_are_named() -> None:
    for _game, found in some_hints():
        chances = {one.move: one for one in found.advice.chances}
        assert found.move not in found.equal
        for move in found.equal:
            assert chances[move].high >= chances[found.move].low
            assert str(move) in found.equal_text or found.equal_text == "Every move loses: proved."
        assert bool(found.equal) == bool(found.equal_text)


@pytest.mark.parametrize("variant", ["calculation", "hold-cell"])
def test_the_order_of_the_stock_changes_no_hint(variant: str) -> None:
    for seed in range(2):
        game = middle(variant, seed, 14)
        stock = list(game.stock)
        random.Random(9).shuffle(stock)
        other = replace(game, stock=tuple(stock), seed="another")
        assert hint(game, "instant") == hint(other, "instant") == hint(game.view(), "instant")


def test_a_hint_has_every_legal_move_with_its_chance_and_its_reason() -> None:
    for game, found in some_hints():
        chances = found.advice.chances
        assert sorted(str(one.move) for one in chances) == sorted(map(str, game.moves()))
        assert (found.move, found.why) == (chances[0].move, found.whys[0])
        assert len(found.whys) == len(chances) and all(found.whys)
        assert all(0 <= one.low <= one.win <= one.high <= 1 for one in chances)


def test_a_hint_speaks_the_language_of_whoever_reads_it() -> None:
    for _game, found in some_hints():
        english = (found.look, found.compare, *found.whys)
        with speaking("de"):
            german = (found.look, found.compare, *found.whys)
        assert all(one != other for one, other in zip(english, german, strict=True))


def test_one_place_is_as_good_as_the_other_at_the_start() -> None:
    game = next(game for seed in range(9) if len((game := deal(seed=seed)).moves()) == 4)
    found = hint(game.view(), "instant")
    assert found.piles == ("W1",)
    assert found.compare == "One place is as good as the other here."
    assert len(found.equal) == 3


def test_where_the_stock_goes_on_by_a_move_the_question_is_whether_to_play_first() -> None:
    game = deal("musical", 3).play("deal")
    while len(game.moves()) < 2:
        game = game.play("deal")
    found = hint(game.view(), "instant")
    assert found.piles in ((), (found.move.target,))
    assert found.compare == "Does a card go up first, or do you go on with the stock?"


def test_no_hint_where_no_move_is_left_or_no_coach_plays() -> None:
    record = Record(deal("expert", seed=1))
    while record.game.moves():
        record.play(record.game.moves()[-1])
    with pytest.raises(ValueError, match=r"^the game is lost; no move is left$"):
        hint(record.game.view(), "instant")
    with pytest.raises(ValueError, match="the coach does not play"):
        hint(deal("devils-grip", 1).view(), "instant")
    with pytest.raises(ValueError, match="is no level"):
        hint(deal(seed=1).view(), "strongest")
