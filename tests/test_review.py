"""Reviews: what is said about a game is true of it, and nobody is blamed for an advised move."""

import html
import itertools
import json
import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from calclab import Card, Record, deal
from calclab.blockage import completion
from calclab.cards import SYMBOLS
from calclab.coach import Advice, Chance
from calclab.game import Game, View
from calclab.judging import ESTIMATED, equals, judge
from calclab.messages import speaking
from calclab.moves import Move
from calclab.reasons import Reason
from calclab.review import Judged, Mistake, Review, judge_move, mistakes, review
from calclab.review.judged import Point
from calclab.review.last_chance import LastChance
from calclab.solver import Solution, solve

pytestmark = pytest.mark.usefixtures("plain_form")

reviews = import_module("calclab.review")
last_chances = import_module("calclab.review.last_chance")  # the module, not its function

CARD = re.compile(r"\b(10|[2-9AJQK])([♣♦♥♠])")
SUIT = {symbol: suit for suit, symbol in SYMBOLS.items()}


def careless(seed: int, variant: str = "calculation", modulus: int | None = None) -> Record:
    """A game in which cards go to a foundation when they can, and else anywhere."""
    chance, record = random.Random(seed), Record(deal(variant, seed, modulus=modulus))
    while moves := record.game.moves():
        up = [move for move in moves if move.target[:1] == "F"]
        record.play(up[0] if up and chance.random() < 0.9 else chance.choice(moves))
    return record


def won() -> Record:
    record = Record(deal("easy-6", 7, modulus=5))
    for move in solve(record.game, 20).moves:
        record.play(move)
    assert record.game.is_won
    return record


@cache
def reviewed() -> tuple[Review, ...]:
    """Small games by a careless player, most of them lost."""
    names = {"three-piles": (0, 2, 4), "calculation": (1, 7), "expert": (2, 4, 5)}
    games = [careless(seed, name, 7) for name, seeds in names.items() for seed in seeds]
    return tuple(review(game, "instant", progress=False) for game in games)


def games_of(found: Review) -> list[Game]:
    return list(found.record.games())


def test_a_point_for_each_position_and_a_judgement_for_each_move() -> None:
    for found in reviewed():
        assert len(found.curve) == len(found.known) == len(found.record.main_line) + 1
        assert [one.move for one in found.moves] == list(found.record.main_line)
        assert [one.ply for one in found.moves] == list(range(len(found.moves)))
        assert set(found.known) <= {"proved won", "proved lost", "estimated"}
        for chance, known in zip(found.curve, found.known, strict=True):
            assert 0 <= chance <= 1
            assert known != "proved lost" or chance == 0
            assert known != "proved won" or chance == 1
        for game, one in zip(games_of(found), found.moves, strict=False):
            assert game.is_legal(one.best.move)


def test_the_curve_ends_at_1_for_a_won_game_and_no_chance_is_the_last() -> None:
    found = review(won(), "instant", progress=False)
    assert found.curve[-1] == 1 and found.known[-1] == "proved won"
    assert found.last_chance is None and found.line == () and found.lost_from is None
    assert found.last_text == ""
    assert found.summary.startswith("won with 20 of 20 placed · ")


def test_the_curve_ends_at_0_for_a_lost_game_and_once_lost_stays_lost() -> None:
    lost = [found for found in reviewed() if games_of(found)[-1].outcome == "lost"]
    assert lost
    for found in lost:
        assert found.curve[-1] == 0 and found.known[-1] == "proved lost"
        assert found.lost_from is not None
        assert set(found.known[found.lost_from :]) == {"proved lost"}
        assert not [one for one in found.mistakes if one.ply >= found.lost_from]


def test_the_winning_line_starts_at_the_last_chance_and_wins() -> None:
    lines = 0
    for found in reviewed():
        if found.last_chance is not None:
            lines += 1
            assert found.lost_from is None or found.last_chance < found.lost_from
            game = games_of(found)[found.last_chance]
            for move in found.line:
                game = game.play(move)
            assert game.is_won
            assert str(found.last_chance) in found.last_text
    assert lines > 1


def stub(
    monkeypatch: pytest.MonkeyPatch,
    count: int,
    won: range,
    unknown: range,
    more: Callable[[int], object] = lambda _count: None,
) -> tuple[LastChance, list[int]]:
    """The last chance of a game of so many moves whose search says this; and where it searched."""
    searched: list[int] = []

    def solve(game: Game, **_limits: Any) -> Solution:
        at = games.index(game)
        searched.append(at)
        verdict = "unknown" if at in unknown else "won" if at in won else "lost"
        line = (Move("S", f"W{at}"),) if verdict == "won" else ()
        return Solution(verdict, line, 1, 0.0, "")

    record = Record(deal("sir-tommy", 1))
    for _move in range(count):
        record.play(record.game.moves()[-1])
    games = list(record.games())
    monkeypatch.setattr(last_chances, "_is_plainly_lost", lambda game: False)
    monkeypatch.setattr(last_chances, "solve", solve)
    return last_chances.last_chance(games, more=more), searched


@pytest.mark.parametrize(
    ("last", "unknown"),
    [
        (30, range(18, 26)),  # the search gives up before the last moment,
        (30, range(31, 36)),  # after it,
        (30, range(10, 30)),  # up to it,
        (2, range(3, 40)),
        (45, range(0, 45)),  # and everywhere else
        (20, range(0)),
    ],
)
def test_the_last_chance_is_found_behind_positions_that_the_search_gives_up(
    last: int, unknown: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, searched = stub(monkeypatch, 45, range(last + 1), unknown)
    assert found.last == last and found.line == (Move("S", f"W{last}"),)
    lost = max(last + 1, unknown.stop) if last < 45 else None
    assert found.lost_from == lost
    assert len(searched) == len(set(searched)) <= 18


def test_no_last_chance_is_named_where_no_win_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _searched = stub(monkeypatch, 45, range(0), range(0, 20))
    assert (found.last, found.line, found.lost_from) == (None, (), 20)
    found, _searched = stub(monkeypatch, 45, range(0), range(0, 46))
    assert (found.last, found.line, found.lost_from) == (None, (), None)


def test_what_only_the_solver_calls_lost_is_judged_as_hints_judge_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = Record(deal("calculation", 2, modulus=7))
    for _move in range(3):
        record.play(record.game.moves()[-1])
    games = list(record.games())
    monkeypatch.setattr(reviews, "last_chance", lambda games, *_level, **_more: LastChance(3))
    unaware = review(record, "instant", progress=False)
    monkeypatch.setattr(
        reviews, "last_chance", lambda games, *_level, **_more: LastChance(3, 0, (), 1)
    )
    found = review(record, "instant", progress=False)
    assert (found.points, found.mistakes) == (unaware.points, unaware.mistakes)
    assert found.curve[-1] == judge(games[-1].view(), "instant").chances[0].win > 0
    assert found.lost_from is None and found.end.lost_from == 1
    assert "From move 1 on it is proved lost, with the stock known." in found.last_text
    assert "open cards" not in found.last_text


def test_what_the_open_cards_prove_is_told_apart_from_what_the_stock_proves() -> None:
    lost = next(found for found in reviewed() if found.lost_from)
    assert lost.lost_from is not None and lost.end.lost_from is not None
    assert all(found.end.lost_from <= found.lost_from for found in reviewed() if found.lost_from)
    at = lost.lost_from
    later = replace(lost, end=replace(lost.end, lost_from=at))
    assert later.last_text.endswith(f"From move {at} on it is proved lost.")
    earlier = replace(lost, end=replace(lost.end, lost_from=at - 1))
    assert earlier.last_text.endswith(
        f"From move {at - 1} on it is proved lost, with the stock known."
        f" From move {at} on the open cards prove it."
    )
    never = replace(lost, end=LastChance(lost.end.count, lost_from=0))
    assert "unknown" not in never.last_text


def test_an_open_game_with_a_proved_win_is_told_that_it_can_be_won() -> None:
    record = won()
    record.go(len(record.moves) - 1)
    rest = Record(record.start)
    for move in record.moves[: record.at]:
        rest.play(move)
    found = review(rest, "instant", progress=False)
    assert found.known[-1] == "proved won" and rest.game.outcome == "open"
    assert found.last_text == "It can still be won from here, with the stock known."


def test_a_position_proved_lost_cannot_be_won() -> None:
    for found in reviewed():
        for game, known in zip(games_of(found), found.known, strict=True):
            if known == "proved lost":
                assert solve(game, 20, 2_000).verdict != "won"


def test_turning_points_are_the_three_costliest_of_true_mistakes() -> None:
    mistakes = [one for found in reviewed() for one in found.mistakes]
    assert mistakes
    for found in reviewed():
        costs = [one.cost for one in found.mistakes]
        assert costs == sorted(costs, reverse=True)
        assert found.turning_points == found.mistakes[:3]
        for one in found.mistakes:
            game = games_of(found)[one.ply]
            assert found.record.main_line[one.ply] == one.move != one.better
            assert game.is_legal(one.better)
            assert one.cost == one.before - one.after >= 0.1
            assert one.why and one.led_to and one.number == one.ply + 1


def test_the_curve_and_the_two_moves_are_of_one_evaluation() -> None:
    for found in reviewed():
        for one, chance in zip(found.moves, found.curve, strict=False):
            assert one.own.win <= one.best.win == chance


@pytest.mark.parametrize(("own", "best"), [(0.6, 0.5), (0.5, 0.5), (0.2, 0.3), (0.1, 0.9)])
def test_what_a_second_look_finds_holds_for_both_moves(
    own: float, best: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first look calls the move bad; the second one says these chances."""
    record = Record(deal("calculation", 2, modulus=7))
    worse, better = record.game.moves()[:2]

    def chance(move: Move, win: float) -> Chance:
        return Chance(move, win, win - 0.05, win + 0.05, 400)

    def first(_view: View, level: str, **_more: Any) -> Advice:
        return Advice(level, 800, (chance(better, 0.8), chance(worse, 0.3)))

    def second(_view: View, move: Move, _level: str, **_more: Any) -> Chance:
        return chance(move, own if move == worse else best)

    monkeypatch.setattr(reviews, "judge", first)
    monkeypatch.setattr(reviews, "look_again", second)
    monkeypatch.setattr(reviews, "last_chance", lambda games, *_level, **_more: LastChance(1))
    found = review(record.play(worse), "instant", progress=False)
    one = found.moves[0]
    assert (one.own.win, one.best.win, found.curve[0]) == (own, max(own, best), max(own, best))
    assert [mistake.before for mistake in found.mistakes] == [0.9] * (best == 0.9)


def test_mistakes_speak_only_of_cards_that_lie_open_when_they_were_made() -> None:
    for found in reviewed():
        games = games_of(found)
        for one in found.mistakes:
            here, after = games[one.ply], games[one.ply + 1]
            seen = {
                *(card for pile in (*here.piles, *after.piles) for card in pile),
                *(card for pile in after.laid for card in pile),
                here.turned,
            }
            for rank, symbol in CARD.findall(one.why + one.led_to):
                assert Card.parse(rank + SUIT[symbol]) in seen


def test_a_review_speaks_the_language_of_whoever_reads_it() -> None:
    for found in reviewed():
        english = found.as_data()
        with speaking("de"):
            german = found.as_data()
        assert found.as_data() == english
        for one, other in zip(english["mistakes"], german["mistakes"], strict=True):
            assert one["cost"] == other["cost"]
            for text in ("why", "led_to", "text"):
                assert one[text] != other[text]
                assert not re.search(r"[JQ][♣♦♥♠]", other[text])


def test_what_a_mistake_led_to_came_to_pass() -> None:
    met = set()
    for found in reviewed():
        games = games_of(found)
        for one in found.mistakes:
            if told := re.fullmatch(r"(\S+)(.) left (\S+) only at move (\d+)\.", one.led_to):
                card = Card.parse(told[1] + SUIT[told[2]])
                number = int(told[4])
                assert card in games[number - 1].pile(told[3])
                assert card not in games[number].pile(told[3])
                met.add("left")
            elif told := re.fullmatch(r"(\S+)(.) lay on (\S+) to the end\.", one.led_to):
                card = Card.parse(told[1] + SUIT[told[2]])
                assert all(card in game.pile(told[3]) for game in games[one.ply + 1 :])
                met.add("lay")
            elif told := re.fullmatch(r"(F\d) got its (\S+) at move (\d+)\.", one.led_to):
                sizes = [len(game.pile(told[1])) for game in games]
                assert sizes[int(told[3])] == sizes[one.ply] + 1
                met.add("got")
            elif told := re.fullmatch(r"(F\d) waited for its (\S+) to the end\.", one.led_to):
                assert len(games[-1].pile(told[1])) == len(games[one.ply].pile(told[1]))
                met.add("waited")
            elif one.after == 0:
                assert completion(games[one.ply + 1]) == "lost"
                met.add("proof")
            else:
                assert re.fullmatch(r"After move \d+ (the chance|it) was .*\.", one.led_to)
    assert met


def test_of_two_equal_cards_on_a_pile_the_one_that_was_covered_is_meant() -> None:
    start = deal("giant", 1)
    piles = ("5C 5C", "5C 5C 9H", "5C 5C", "5C", "5C 2H")
    games = [
        replace(start, piles=(tuple(map(Card.parse, pile.split())), *start.piles[1:]))
        for pile in piles
    ]
    move = Chance(Move.parse("S-W1"), 0, 0, 0, 0)
    harm = Reason("buries", "", (("W1", 1),))
    told = mistakes._of_covered_card(games, Judged(0, move, move, True), harm)
    assert told == "5♣ left W1 only at move 3."


@pytest.mark.parametrize("variant", ["calculation", "three-piles"])
def test_a_player_who_follows_the_hints_makes_no_mistake(variant: str) -> None:
    for seed in range(2):
        chance, record = random.Random(seed), Record(deal(variant, seed, modulus=5))
        while record.game.moves():
            advice = judge(record.game.view(), "instant")
            record.play(chance.choice((advice.move, *equals(advice))))
        assert review(record, "instant", progress=False).mistakes == ()


def test_an_open_game_with_branches_is_reviewed_along_its_main_line_and_left_alone() -> None:
    record = Record(deal("three-piles", 3, modulus=5)).play("S-W1").play("S-W2").go(0)
    record.play("S-W3").play("S-W1").play("S-W2").go(1)
    text = record.dumps()
    found = review(record, "instant", progress=False)
    assert record.dumps() == text and record.at == 1
    assert [str(one.move) for one in found.moves] == ["S-W3", "S-W1", "S-W2"]
    assert found.summary.startswith("open with 4 of 20 placed · 3 moves · ")


def curved(chances: Sequence[float], **extras: Any) -> Review:
    """A review with a curve made by hand, of a game without a mistake; its moves do not matter."""
    record = Record(deal(seed=7), extras=extras)
    judged = []
    for at in range(len(chances) - 1):
        one = Chance(record.game.moves()[0], chances[at], 0, 1, 100)
        judged.append(Judged(at, one, one, False))
        record.play(one.move)
    points = tuple(Point(chance, ESTIMATED) for chance in chances)
    return Review(record, "quick", points, tuple(judged), (), LastChance(len(chances) - 1))


GIVEN_UP = {"board": {"given_up": True}}


@pytest.mark.parametrize(
    ("chances", "fall", "text"),
    [
        ([0.5, 0.5, 0.35, 0.2, 0.1, 0.08, 0.05], (1, 3), "Most was lost between moves 2 and 3."),
        ([0.5, 0.52, 0.4, 0.35, 0.1, 0.35, 0.02], (5, 6), "card that came after move 6."),
        ([0.5, 0.5, 0.1, 0.05, 0.0], (1, 2), "Most was lost with the card that came after move 2"),
        ([0.05, 0.04, 0.0, 0.0], None, ""),
        ([0.1, 0.2, 0.4], None, ""),
        ([0.3], None, ""),
    ],
)
def test_a_game_thrown_away_bit_by_bit_is_told_where_its_chance_went(
    chances: list[float], fall: tuple[int, int] | None, text: str
) -> None:
    found = curved(chances, **GIVEN_UP)
    assert found.fall == fall
    assert text in found.last_text and bool(found.fall_text) == bool(text)
    count, placed = len(chances) - 1, found.last_game.placed
    moves = f"{count} move" if count == 1 else f"{count} moves"
    assert found.summary == f"given up with {placed} of 52 placed · {moves} · no turning point"
    still_open = curved(chances)
    assert still_open.fall_text == "" and still_open.summary.startswith("open with")
    assert still_open.summary.endswith("0 mistakes")


def test_a_fall_at_one_move_is_the_cards_the_moves_or_not_told_apart() -> None:
    found = curved([0.5, 0.5, 0.1, 0.0], **GIVEN_UP)
    card, move = "with the card that came after move 2.", "by the move or by the card that came."
    for own, text in ((0.5, card), (0.31, card), (0.29, move), (0.1, move)):
        one = found.moves[1]
        moves = (found.moves[0], replace(one, own=one.own._replace(win=own)), found.moves[2])
        assert text in replace(found, moves=moves).fall_text
    while found.record.game.turned:
        found.record.play(found.record.game.moves()[0])
    count = len(found.record.main_line)
    late = curved([0.5] * count + [0.0], **GIVEN_UP)
    assert late.fall_text == f"Most was lost at move {count}."


def test_the_same_record_gets_the_same_review_however_slow_the_machine_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(last_chances, "NODES", {"instant": 20_000})
    record = careless(4, "three-piles", 7)
    found = review(record, "instant", progress=False)
    ticks = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: 100.0 * next(ticks))
    again = review(record, "instant", progress=False)
    assert (again.points, again.moves, again.end) == (found.points, found.moves, found.end)
    assert again.mistakes == found.mistakes


def test_what_a_board_keeps_in_a_record_is_not_trusted() -> None:
    for kept in (None, 7, [], {"given_up": "yes"}):
        assert curved([0.5, 0.4], board=kept).outcome == "open"


def test_a_fall_without_a_mark_is_told_apart_from_a_mistake() -> None:
    assert "without a mark" in curved([0.5, 0.4, 0.2]).luck_text
    assert curved([0.5, 0.45, 0.41]).luck_text == ""
    for found in reviewed():
        marked = {one.ply for one in found.turning_points}
        falls = [
            at for at in range(len(found.moves)) if found.curve[at] - found.curve[at + 1] >= 0.1
        ]
        hidden = len(found.mistakes) > 3
        assert bool(found.luck_text) == (not hidden and any(at not in marked for at in falls))


def test_of_an_open_game_nothing_is_said_to_have_lasted_to_the_end() -> None:
    told = 0
    for found in reviewed():
        for one in found.mistakes:
            open_games = tuple(game for game in one.games if game.outcome == "open")
            cut = Mistake(one.judged, open_games[: one.ply + 3], one.points[: one.ply + 3])
            assert "to the end" not in cut.led_to
            told += "still" in cut.led_to
    assert told


def test_a_retry_is_a_copy_that_stands_there_and_branches() -> None:
    found = next(found for found in reviewed() if found.mistakes)
    one, moves = found.mistakes[0], len(found.record.main_line)
    again = found.retry(one.ply)
    assert again is not found.record and again.at == one.ply
    assert again.game == games_of(found)[one.ply]
    again.play(one.better)
    assert len(again.branches) == 1 and again.branches[0].moves[0] == one.move
    assert len(found.record.main_line) == moves and not found.record.branches


def test_progress_is_counted_to_its_end_and_an_exception_ends_it() -> None:
    record = careless(1, "three-piles", 5)
    steps: list[tuple[int, int]] = []
    review(record, "instant", progress=lambda done, total: steps.append((done, total)))
    moves, total = len(record.main_line), steps[0][1]
    assert [done for done, _total in steps[-moves:]] == list(range(total - moves + 1, total + 1))
    assert {total for _done, total in steps} == {total}

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(record, "instant", progress=stop)


@pytest.mark.parametrize("unknown", [range(0), range(18, 26), range(0, 46)])
def test_each_search_for_the_last_chance_is_progress(
    unknown: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    _found, searched = stub(monkeypatch, 45, range(31), unknown, told.append)
    assert told[:-1] == [1] * len(searched)
    assert sum(told) == last_chances.most_searches(45) and told[-1] >= 0


def test_one_move_alone_is_judged_as_in_a_review_and_nothing_more_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = next(found for found in reviewed() if found.mistakes and found.lost_from)
    monkeypatch.setattr(reviews, "last_chance", None)
    for at in (0, found.mistakes[0].ply, len(found.moves) - 1):
        one = judge_move(games_of(found)[at], found.moves[at].move, "instant")
        assert replace(one, ply=at) == found.moves[at]
    game, move = games_of(found)[0], found.moves[0].move
    assert judge_move(game, str(move), "instant") == judge_move(game, move, "instant")
    for wrong, complaint in (
        ((game, move, "slow"), "is no level"),
        ((game, "W1-F1"), "^W1-F1: W1 is empty"),
        ((game, "up!"), "is no move"),
        ((game.view(), move), "is no Game"),
    ):
        with pytest.raises(ValueError, match=complaint):
            judge_move(*wrong)


def test_no_bar_is_drawn_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    record = Record(deal("three-piles", 3, modulus=5)).play("S-W1")
    review(record, "instant")
    review(record, "instant", progress=False)
    assert capsys.readouterr() == ("", "")


def test_a_review_at_the_end_of_a_cell_is_short() -> None:
    for found in reviewed():
        first, *turns = repr(found).splitlines()
        assert first.startswith(f"Review({found.record.variant.id}, seed ")
        assert f"moves: {len(found.moves)}, mistakes: {len(found.mistakes)}" in first
        assert [line.strip() for line in turns] == [repr(one) for one in found.turning_points]
        for one, line in zip(found.turning_points, turns, strict=True):
            assert f"(move {one.number}: {one.better}, not {one.move}; " in line
        page = found._repr_html_()
        assert page.count("<tr>") == (len(turns) + 1 if turns else 0)
        assert all(html.escape(one.why) in page for one in found.turning_points)
        assert html.escape(found.last_text) in page


def test_a_review_travels_as_json() -> None:
    for found in reviewed():
        data = json.loads(json.dumps(found.as_data()))
        assert data["summary"] == found.summary
        assert len(data["curve"]) == len(data["moves"]) + 1
        assert [one["move"] for one in data["turning_points"]] == [
            str(one.move) for one in found.turning_points
        ]


@pytest.mark.parametrize("variant", ["hold-cell", "redeal-1", "broken-intervals"])
def test_other_games_of_the_coach_are_reviewed(variant: str) -> None:
    chance, record = random.Random(2), Record(deal(variant, 2))
    for _move in range(3):
        record.play(chance.choice(record.game.moves()))
    found = review(record, "instant", progress=False)
    assert len(found.curve) == 4 and found.summary


def test_a_level_that_there_is_not_is_refused_before_anything_is_searched() -> None:
    record = Record(deal("three-piles", 3, modulus=5)).play("S-W1")
    told: list[int] = []
    with pytest.raises(
        ValueError, match=r"'slow' is no level; there are instant, quick"
    ) as refusal:
        review(record, "slow", progress=lambda done, total: told.append(done))
    assert "\n" not in str(refusal.value)
    assert told == []


def test_a_game_without_a_coach_is_refused_in_one_line() -> None:
    record = Record(deal("devils-grip", 1)).play("deal")
    with pytest.raises(ValueError, match="the coach does not play") as refusal:
        review(record, progress=False)
    assert "\n" not in str(refusal.value)


def test_a_review_stays_when_its_game_goes_on() -> None:
    record = careless(4, "three-piles", 7)
    whole = record.main_line
    found = review(record, "instant", progress=False)
    told = json.dumps(found.as_data())
    record.go(2)
    other = next(move for move in record.game.moves() if move != whole[2])
    record.play(other)
    assert json.dumps(found.as_data()) == told
    assert found.retry(len(whole)).game.placed == found.last_game.placed
