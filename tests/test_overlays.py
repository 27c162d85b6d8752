"""The overlays of the board, from Python's side: test mode, what is told, and what is proved."""

import asyncio
import json
import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from calclab import Game, Record, deal, variants
from calclab.blockage import blocks, completion, dead_cards, is_deadlocked, soonest
from calclab.cards import Card
from calclab.shelf import Shelf
from calclab.widgets import Board, overlays
from calclab.widgets.seeking import Seeker
from tests.benchmarks.blockages import play

pytestmark = pytest.mark.usefixtures("calclab_home")
ALL_ON = dict.fromkeys(("blockages", *overlays.SWITCHES), True)
IDS = [variant.id for variant in variants.VARIANTS]
WITH_FOUNDATIONS = [name for name in IDS if name != "devils-grip"]


def send(board: Board, kind: str, **content: Any) -> None:
    """Send an event as the browser does, made at the moment that the board shows now."""
    moment = {"serial": board._state["serial"], "n": board._state["n"], "seconds": 0}
    board._handle_custom_msg({"type": kind, **moment, **content}, [])


# test mode


def test_a_board_is_no_test_unless_that_is_said() -> None:
    assert not Board(seed=7).test
    assert Board(seed=7)._state["test"] is False


def test_a_test_stays_one_whatever_the_browser_does() -> None:
    board = Board(seed=7, test=True)
    text = Board(seed=9).play("S-W1").record.dumps()
    send(board, "play", move="S-W1")
    send(board, "new", variant="fibonacci")
    send(board, "load", name="record", text=text)
    board.set_state({"_state": {**board._state, "test": False}})
    send(board, "play", move="S-W2")
    assert board.test
    assert board._state["test"] is True


def test_a_game_begun_as_a_test_goes_on_as_one() -> None:
    Board(seed=7, name="exam", test=True).play("S-W1")
    assert Board(name="exam").test
    assert Board.resume("exam").test
    assert Board.resume(shelf=Shelf()).test
    assert not Board(name="exam", test=False).test


def test_a_test_record_that_is_loaded_from_a_file_makes_no_test() -> None:
    text = Board(seed=7, test=True).play("S-W1").record.dumps()
    assert json.loads(text)["board"]["test"] is True
    board = Board(seed=9)
    send(board, "load", name="record", text=text)
    assert not board.test


# switches


def played(variant: str, seed: int, count: int) -> Record:
    """A game after so many moves, each chosen by chance, foundations twice as often."""
    rng, record = random.Random(seed), Record(deal(variant, seed=seed))
    for _ in range(count):
        legal = record.game.moves()
        ups = tuple(move for move in legal if move.target.startswith("F"))
        if not legal:
            break
        record.play(rng.choice(ups if ups and rng.random() < 0.6 else legal))
    return record


def lost_record(seed: int) -> Record:
    """A game of the benchmark's player, up to its last position."""
    games = play(seed)
    record = Record(games[0])
    for game, after in pairwise(games):
        record.play(next(move for move in game.moves() if game.play(move) == after))
    assert record.game.outcome == "lost"
    return record


def test_nothing_is_told_until_the_blockages_are_switched_on() -> None:
    board = Board(seed=7)
    board.play("S-W1")
    assert board._overlay == {}
    board._settings = {**board._settings, "blockages": True}
    assert board._overlay["n"] == 1
    assert board._overlay["piles"]["W1"]["when"]
    board._settings = {**board._settings, "blockages": False}
    assert board._overlay == {}


def test_each_switch_is_remembered_like_other_settings() -> None:
    board = Board(seed=7)
    board._settings = {**board._settings, "blockages": True, "arrows": False, "warn": True}
    again = Board(seed=8)
    kept = {name: again._settings[name] for name in ALL_ON}
    assert kept == {**ALL_ON, "arrows": False}
    assert again._overlay["n"] == 0
    with pytest.raises(ValueError, match="tint: 'blue' cannot be chosen"):
        Board(seed=7, tint="blue")


def test_warnings_and_losses_are_looked_for_only_where_they_are_wanted() -> None:
    record = lost_record(1)
    told = overlays.overlay(record, {**ALL_ON, "warn": False, "loss": False})
    assert told["warnings"] == {}
    assert told["loss"] is None
    assert overlays.overlay(record, ALL_ON)["loss"] is not None


def test_a_test_shows_no_overlay_whatever_is_switched_on() -> None:
    board = Board(lost_record(1), test=True, blockages=True, warn=True)
    assert board._overlay == {}
    board._settings = {**board._settings, "blockages": True, "tint": True}
    send(board, "undo")
    board._seeker.wait()
    assert board._overlay == {}


def test_a_game_without_foundations_has_no_overlays() -> None:
    board = Board("devils-grip", seed=3, blockages=True, warn=True)
    send(board, "play", move=sorted(board._moves)[0])
    assert board._overlay == {}
    assert board._table["overlays"] is False
    assert message(board) == ""


def message(board: Board) -> str:
    return str(board._message.get("text", ""))


# what is told of the cards


@pytest.mark.parametrize("variant", WITH_FOUNDATIONS)
def test_what_is_told_of_the_cards_is_what_the_readings_say(variant: str) -> None:
    for seed in range(6):
        game = played(variant, seed, 9 * seed).game
        told = overlays.marks(game)
        times, dead = soonest(game), dead_cards(game)
        for name, cards in zip(game.pile_names, game.piles, strict=True):
            pile = told["piles"][name]
            assert pile["when"] == [times[card.rank - 1] for card in cards]
            assert pile["dead"] == sum(spot.pile == name for spot in dead)
            assert len(pile["notes"]) == len(cards)
            assert all(lead and text for lead, text in pile["notes"])
        pairs = {(b.blocked.pile, b.blocker.index, b.blocked.index) for b in blocks(game)}
        assert set(map(tuple, told["blocks"])) == pairs
        assert set(map(tuple, told["arrows"])) <= pairs
        assert all(over > under for _pile, over, under in told["blocks"])
        json.dumps(told)


@pytest.mark.parametrize("variant", ["calculation", "hold-cell", "giant", "redeal-1"])
def test_the_order_of_the_stock_changes_nothing(variant: str) -> None:
    for seed in range(8):
        game = played(variant, seed, 7 * seed).game
        mixed = list(game.stock)
        random.Random(seed).shuffle(mixed)
        other = replace(game, stock=tuple(mixed))
        assert overlays.marks(other) == overlays.marks(game)
        assert overlays.warnings(other) == overlays.warnings(game)


def with_piles(*piles: str) -> Game:
    """The deal of seed 7 (F1 to F4 on A, 2, 3, 4) with these cards on its waste piles."""
    laid = tuple(tuple(map(Card.parse, pile.split())) for pile in piles)
    return replace(deal("calculation", seed=7), piles=laid)


def test_a_card_is_told_with_what_it_blocks_and_what_it_waits_for() -> None:
    told = overlays.marks(with_piles("4D 5H KS", "6C", "", ""))
    assert told["piles"]["W1"]["when"] == [1, 4, 12]
    assert told["piles"]["W1"]["notes"] == [
        ["4♦ on W1 waits under K♠ and 5♥.", "F2 wants 4 now; K is wanted in 12 plays."],
        [
            "5♥ on W1 blocks 4♦.",
            "F2 wants 4 now; 5 is wanted in 4 plays. It waits under K♠ itself.",
        ],
        ["K♠ on W1 blocks 4♦ and 5♥.", "F2 wants 4 now; K is wanted in 12 plays."],
    ]
    assert told["piles"]["W2"]["notes"] == [["6♣ on W2 blocks nothing.", "6 is wanted now."]]
    assert told["arrows"] == [["W1", 2, 0]]
    assert sorted(told["blocks"]) == [["W1", 1, 0], ["W1", 2, 0], ["W1", 2, 1]]
    assert told["summary"][0] == "1 blockage."
    assert told["summary"][1].startswith("K♠ lies on 4♦ on W1.")


def test_a_long_list_of_cards_is_cut_short() -> None:
    told = overlays.marks(with_piles("2C 4D 5H 6C 7C KS", "", "", ""))
    assert told["piles"]["W1"]["notes"][-1][0] == "K♠ on W1 blocks 2♣, 4♦, 6♣ and 2 more."


def test_no_blockage_is_said_with_its_reason() -> None:
    told = overlays.marks(with_piles("KS 5H 4D", "6C", "", ""))
    assert told["arrows"] == told["blocks"] == []
    assert told["summary"] == ["No blockages.", "No card lies on one that is wanted sooner."]
    gathered = overlays.marks(replace(with_piles("4D KS", "", "", ""), redeals=1))
    assert gathered["arrows"] == []
    assert "can still be gathered" in gathered["summary"][1]
    assert gathered["piles"]["W1"]["when"] == [1, 12]


def test_a_warning_names_the_last_card_that_would_be_buried() -> None:
    game = with_piles("4D", "", "", "")
    hidden = tuple(one for one in game.stock if one.rank != 4)
    risky = replace(game, turned=Card.parse("KS"), stock=hidden)
    found = overlays.warnings(risky)
    assert set(found) == {"S-W1"}
    assert "4♦" in found["S-W1"]
    assert overlays.warnings(replace(game, turned=Card.parse("KS"))) == {}


# losses


def test_a_loss_is_told_with_the_last_move_at_which_nothing_was_proved() -> None:
    record = lost_record(1)
    games = overlays.positions(record)
    since = next(at for at, game in enumerate(games) if is_deadlocked(game))
    for at in (since - 1, since, len(games) - 1):
        record.go(at)
        loss = overlays.overlay(record, ALL_ON)["loss"]
        if at < since:
            assert loss is None
            continue
        assert (loss["since"], loss["back"]) == (since, since - 1)
        assert f"Before move {since}, {record.moves[since - 1]} (" in loss["text"]
        assert "Hatched cards can never leave." in loss["text"]


def test_the_title_speaks_of_cards_to_come_only_while_there_are_some() -> None:
    record = lost_record(3)
    assert record.game.turned is None
    loss = overlays.overlay(record, ALL_ON)["loss"]
    assert loss["title"] == "This game cannot be won any more"
    assert "still to come" not in loss["text"]
    record.go(loss["since"])
    loss = overlays.overlay(record, ALL_ON)["loss"]
    assert loss["title"].startswith("No order of the cards still to come")
    count = record.game.stock_size + 1
    assert f"with {count} card" in loss["text"]


@pytest.mark.parametrize("seed", range(1, 10))
def test_the_steps_of_a_proof_name_cards_that_lie_there(seed: int) -> None:
    record = lost_record(seed)
    loss = overlays.overlay(record, ALL_ON)["loss"]
    assert [step["n"] for step in loss["steps"]] == list(range(1, len(loss["steps"]) + 1))
    stopped = set(loss["stops"])
    for step in loss["steps"]:
        assert step["text"] and step["foundations"]
        assert all(index < len(record.game.pile(pile)) for pile, index in step["cards"])
        stopped -= set(step["foundations"])
    assert not stopped
    json.dumps(loss)


def test_a_won_game_is_not_lost() -> None:
    won = next(games for games in map(play, range(200)) if games[-1].is_won)
    record = Record(won[0])
    for game, after in pairwise(won):
        record.play(next(move for move in game.moves() if game.play(move) == after))
    assert overlays.overlay(record, ALL_ON)["loss"] is None
    assert not overlays.seeks(record.game, ALL_ON)


# the exact test


# In the game of seed 5 the exact test sees the loss some moves before the short proof.


def exact_first(games: tuple[Game, ...]) -> int:
    """By looking at every position in turn."""
    return next(at for at, game in enumerate(games) if completion(game) == "lost")


def test_the_exact_test_finds_the_first_lost_position() -> None:
    games = overlays.positions(lost_record(5))
    found: list[int] = []
    seeker = Seeker(quiet=0)
    seeker.start(games, found.append)
    seeker.wait()
    assert found == [exact_first(games)]


def test_without_threads_events_have_their_turn_between_two_tests() -> None:
    games = overlays.positions(lost_record(5))
    found: list[int] = []
    turns = 0

    async def sit() -> None:
        nonlocal turns
        Seeker(quiet=0, threads=False).start(games, found.append)
        while not found and turns < 1000:
            turns += 1
            await asyncio.sleep(0)

    asyncio.run(sit())
    assert len(found) == 1
    assert completion(games[found[0]]) == "lost"
    assert turns > 3


def test_a_game_that_can_be_won_gets_no_answer() -> None:
    found: list[int] = []
    seeker = Seeker(quiet=0)
    seeker.start((deal("calculation", seed=7),), found.append)
    seeker.wait()
    assert found == []


def test_an_answer_that_nobody_waits_for_is_dropped() -> None:
    games = overlays.positions(lost_record(5))
    found: list[int] = []
    seeker = Seeker(quiet=0.05)
    seeker.start(games, found.append)
    first = seeker._timer
    seeker.start(games[:1], found.append)
    seeker.wait()
    assert first is not None
    first.join()  # type: ignore[union-attr]
    assert found == []


def test_a_loss_that_only_the_exact_test_sees_says_that_all_was_tried() -> None:
    record = lost_record(5)
    since = exact_first(overlays.positions(record))
    record.go(since)
    assert not is_deadlocked(record.game)
    board = Board(record, blockages=True)
    assert board._overlay["loss"] is None
    board._seeker.wait()
    loss = board._overlay["loss"]
    assert loss["steps"] == []
    assert loss["back"] == since - 1
    assert loss["text"].startswith("Every way to finish was tried, and none wins.")


def test_a_short_proof_stays_when_the_exact_test_has_seen_the_loss_earlier() -> None:
    record = lost_record(5)
    board = Board(record, blockages=True)
    before = board._overlay["loss"]
    board._seeker.wait()
    loss = board._overlay["loss"]
    assert loss["steps"] == before["steps"]
    assert loss["since"] == exact_first(overlays.positions(record)) < before["since"]


def test_an_answer_for_a_position_that_was_left_changes_nothing() -> None:
    record = lost_record(5)
    board = Board(record, blockages=True)
    left = board.game
    send(board, "go", at=0)
    told = board._overlay
    board._on_loss(left, 3)
    assert board._overlay == told
    assert told["loss"] is None


def test_the_texts_follow_the_language_of_the_board() -> None:
    board = Board(lost_record(5), blockages=True, letters="AVDR")
    labels = str(board._overlay["piles"])
    assert "R♠" in labels or "R♦" in labels or "R♥" in labels or "R♣" in labels
    assert "K♠" not in labels
