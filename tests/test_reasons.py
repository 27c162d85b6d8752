"""Reasons for moves: each sentence is held to a count of its own, made from the cards."""

import random
import re
from collections import Counter
from functools import cache
from itertools import chain

import pytest

from calclab import VARIANTS, Card, IllegalMove, Move, deal, messages
from calclab.blockage import after, completion
from calclab.cards import SYMBOLS, pack
from calclab.coach import Chance
from calclab.game import Game
from calclab.judging import explained
from calclab.messages import rank_label, speaking
from calclab.reasons import AGAINST, Reason, reasons, why

IDS = [variant.id for variant in VARIANTS]
CARD = re.compile(r"\b(10|[2-9AJQK])([♣♦♥♠])")
SUIT = {symbol: suit for suit, symbol in SYMBOLS.items()}
NEVER = 999


@cache
def positions(variant: str, games: int = 6) -> tuple[Game, ...]:
    """Positions of careless games: half of the cards that fit go up."""
    found = []
    for seed in range(games):
        chance, game = random.Random(seed), deal(variant, seed)
        for _move in range(90):
            moves = game.moves()
            if not moves:
                break
            found.append(game)
            up = [move for move in moves if move.target[:1] == "F"]
            game = game.play(chance.choice(up if up and chance.random() < 0.5 else moves))
    return tuple(found)


def told(kind: str, *variants: str) -> list[tuple[Game, Move, Reason]]:
    """Every reason of a kind in the positions of the games."""
    found = [
        (game, move, reason)
        for variant in variants or ("calculation", "hold-cell", "giant", "reverse")
        for game in positions(variant)
        for move in game.moves()
        for reason in reasons(game.view(), move)
        if reason.kind == kind
    ]
    assert found, f"no reason of the kind {kind} was met"
    return found


def soon(game: Game, rank: int) -> int:
    """Plays until a foundation takes the rank, counted card by card."""
    best = NEVER
    for foundation, laid in zip(game.foundations, game.laid, strict=True):
        rest = list(foundation.sequence)[len(laid) :]
        if rank in rest:
            best = min(best, rest.index(rank) + 1)
    return best


def moving(game: Game, move: Move) -> Card:
    card = game.turned if move.source == "S" else game.pile(move.source)[-1]
    assert card is not None
    return card


@pytest.mark.parametrize("variant", IDS)
def test_every_move_has_a_reason_in_short_sentences(variant: str) -> None:
    for game in positions(variant, 2):
        for move in game.moves():
            text = why(game.view(), move)
            assert text and "\n" not in text and "{" not in text
            for sentence in re.split(r"(?<=[.?]) ", text):
                assert len(sentence.split()) <= 15, sentence


@pytest.mark.parametrize("variant", IDS)
def test_every_card_named_lies_open_and_every_spot_exists(variant: str) -> None:
    for game in positions(variant, 3):
        seen = {game.turned, *(card for pile in game.piles for card in pile)}
        for move in game.moves():
            for reason in reasons(game.view(), move):
                for rank, symbol in CARD.findall(reason.text):
                    assert Card.parse(rank + SUIT[symbol]) in seen
                for pile, index in reason.spots:
                    assert 0 <= index < len(game.pile(pile))


@pytest.mark.parametrize("variant", ["calculation", "three-piles", "hold-cell", "broken-intervals"])
def test_the_order_of_the_stock_changes_no_reason(variant: str) -> None:
    for game in positions(variant, 2):
        stock = list(game.stock)
        random.Random(1).shuffle(stock)
        other = Game(
            game.variant, game.foundations, game.laid, game.piles, game.turned, game.redeals,
            tuple(stock),
        )  # fmt: skip
        for move in game.moves():
            assert reasons(game, move) == reasons(other, move) == reasons(game.view(), move)


def test_buried_last_copies_are_all_that_is_left_and_wanted_sooner() -> None:
    for game, move, reason in told("buries"):
        (pile,) = {name for name, _index in reason.spots}
        assert pile == move.target
        (rank,) = {game.pile(pile)[index].rank for _name, index in reason.spots}
        whole = Counter(card.rank for card in pack(13, game.variant.decks))
        laid = sum(card.rank == rank for cards in game.laid for card in cards)
        assert whole[rank] - laid == len(reason.spots)
        assert soon(game, rank) < soon(game, moving(game, move).rank)
        if len(reason.spots) == 1:
            assert reason.text == f"Buries the last {rank_label(rank)}."


def test_an_urgent_card_is_needed_now_and_lies_as_deep_as_is_said() -> None:
    for game, move, reason in told("urgent"):
        ((pile, index),) = reason.spots
        card = game.pile(pile)[index]
        name = reason.text.split()[0]
        assert game.needs[int(name[1:]) - 1] == card.rank
        covered = game.play(move).pile(pile)
        (depth,) = re.findall(r"under (\d+) card", reason.text)
        assert int(depth) == len(covered) - 1 - index
        tops = [cards[-1].rank for cards in game.piles if cards and cards != game.pile(pile)]
        assert card.rank not in tops


@pytest.mark.parametrize("kind", ["order", "even", "covers"])
def test_plays_are_counted_right(kind: str) -> None:
    for game, move, reason in told(kind):
        card, top = moving(game, move), game.pile(move.target)[-1]
        own, under = soon(game, card.rank), soon(game, top.rank)
        assert {"order": own < under, "even": own == under, "covers": own > under}[kind]
        counts = {1: "now", NEVER: "never again"}
        for time in (own, under) if (own, under) != (NEVER, NEVER) else ():
            plays = "play" if time == 1 else "plays"
            assert counts.get(time, f"in {time} {plays}") in reason.text


def test_a_run_is_taken_by_one_foundation_card_after_card() -> None:
    for game, move, reason in told("run"):
        number = int(re.findall(r"^F(\d)", reason.text)[0])
        sequence = game.foundations[number - 1].sequence[len(game.laid[number - 1]) :]
        at = sequence.index(moving(game, move).rank)
        assert sequence[at + 1] == game.pile(move.target)[-1].rank


def test_cards_beneath_are_wanted_sooner_and_none_is_where_none_is_said() -> None:
    for game, move, reason in told("several"):
        own = soon(game, moving(game, move).rank)
        below = range(len(game.pile(move.target)) - 1)
        sooner = [at for at in below if soon(game, game.pile(move.target)[at].rank) < own]
        assert [index for _pile, index in reason.spots] == sooner
    for game, move, _reason in told("clean"):
        own = soon(game, moving(game, move).rank)
        assert all(soon(game, card.rank) >= own for card in game.pile(move.target))


def test_what_is_freed_or_uncovered_can_go_up_right_after() -> None:
    for game, move, reason in told("frees"):
        ((pile, _index),) = reason.spots
        assert game.play(move).is_legal(f"{pile}-{move.target}")
    for game, move, reason in told("uncovers"):
        then = game.play(move)
        if reason.text.startswith("Empties"):
            assert not then.pile(move.source)
            continue
        assert str(then.pile(move.source)[-1].symbol) in reason.text
        names = re.findall(r"F\d", reason.text)
        fits = [f"F{at}" for at in range(1, len(then.foundations) + 1)]
        assert names == [name for name in fits if then.is_legal(f"{move.source}-{name}")]


def test_a_choice_names_every_foundation_that_fits_and_what_it_frees() -> None:
    found = (told(kind, "calculation", "giant") for kind in ("choice", "passes"))
    for game, move, reason in chain(*found):
        question, answer = reason.text.split("? ")
        fits = [
            f"F{at}"
            for at in range(1, len(game.foundations) + 1)
            if game.is_legal(f"{move.source}-F{at}")
        ]
        assert re.findall(r"F\d", question) == fits and len(fits) > 1
        for pile, _index in reason.spots:
            names = [name for name in re.findall(r"F\d", answer) if name in fits]
            freeing = names[-1]
            assert game.play(f"{move.source}-{freeing}").is_legal(f"{pile}-{freeing}")


def test_what_a_best_move_does_is_said_before_what_it_passes_by() -> None:
    for game, move, reason in told("passes", "calculation", "giant"):
        best = Chance(move, 0.5, 0.4, 0.6, 99)
        found = reasons(game.view(), move)
        good = next(one for one in found if one.kind not in AGAINST)
        assert explained(game.view(), best, best=True).startswith(good.text)
        if found[0].kind != "lost":
            assert explained(game.view(), best).startswith(reason.text)


def test_only_one_foundation_wants_it_and_a_complete_one_is_full() -> None:
    for game, move, _reason in told("only"):
        rank = moving(game, move).rank
        wanting = [
            rank in foundation.sequence[len(laid) :]
            for foundation, laid in zip(game.foundations, game.laid, strict=True)
        ]
        assert sum(wanting) == 1
    for game, move, reason in told("fits"):
        need = game.play(move).needs[int(move.target[1:]) - 1]
        assert reason.text.endswith(f"completes {move.target}." if need is None else
                                    f"next it needs {rank_label(need)}.")  # fmt: skip


def test_a_held_card_could_go_up_now() -> None:
    for game, move, reason in told("holds"):
        for name in re.findall(r"F\d", reason.text):
            assert game.is_legal(f"{move.source}-{name}")


def test_a_king_on_an_empty_pile_starts_the_kings_pile() -> None:
    for game, move, _reason in told("kings"):
        assert not game.pile(move.target) and moving(game, move).rank == 13
    for game, move, reason in told("empty"):
        assert not game.pile(move.target)
        left = sum(not game.play(move).pile(name) for name in game.pile_names if name[0] == "W")
        if reason.text[0].isdigit():
            assert reason.text.split()[0] == str(left)
    for game, move, _reason in told("last-empty"):
        assert all(game.play(move).pile(name) for name in game.pile_names if name[0] == "W")


@pytest.mark.parametrize("letters", messages.LETTERS)
def test_a_king_is_a_king_whatever_its_letter(letters: str) -> None:
    starts = {messages.LETTERS[letters][13]}
    with speaking("en", letters):
        for _game, _move, reason in told("kings"):
            found = re.match(r"(\S+) leaves last", reason.text)
            assert found or reason.text == "Starts the Kings' pile."
            starts |= {found[1]} if found else set()
    assert starts == {messages.LETTERS[letters][13]}


def test_the_last_rank_of_a_smaller_pack_is_no_king() -> None:
    game = deal("calculation", seed=3, modulus=7)
    while game.turned is None or game.turned.rank != 7:
        game = game.play(game.moves()[-1])
    texts = [why(game, move) for move in game.moves() if not game.pile(move.target)]
    assert texts and all(
        text == "Starts a pile for 7, the last rank of all. "
        "7 leaves last: at the bottom it delays nothing."
        for text in texts
    )


def test_a_proved_loss_is_one() -> None:
    for game, move, _reason in told("lost", "calculation", "three-piles", "expert"):
        then = after(game, move)
        assert then is not None and completion(then) == "lost"


def test_the_lowest_pile_is_lower_than_all_others() -> None:
    for game, move, reason in told("short"):
        heights = {name: len(game.pile(name)) for name in game.pile_names if name[0] == "W"}
        own = heights.pop(move.target)
        assert own < min(heights.values()) and str(own) in reason.text


def test_a_move_that_is_illegal_has_no_reason() -> None:
    with pytest.raises(IllegalMove, match="W1 is empty"):
        reasons(deal(seed=7).view(), Move.parse("W1-F1"))


def test_reasons_speak_in_the_letters_of_the_reader() -> None:
    letters = set()
    with speaking("en", "ABDK"):
        for _game, _move, reason in told("frees") + told("uncovers"):
            letters |= {rank for rank, _suit in re.findall(r"([A-Z])([♣♦♥♠])", reason.text)}
    assert letters <= set("ABDK") and "D" in letters
