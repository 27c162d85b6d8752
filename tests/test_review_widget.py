"""The review at the board and as a widget, without a browser: shown, walked, branched, retried."""

import threading
import xml.dom.minidom
from functools import cache
from typing import Any

import pytest

from calclab import Record, deal
from calclab import review as reviews
from calclab.coach import Chance, first_fit
from calclab.game import Game
from calclab.judging import ESTIMATED
from calclab.messages import speaking
from calclab.moves import Move
from calclab.review import Judged, Mistake, review
from calclab.review.judged import Point
from calclab.review.last_chance import LastChance
from calclab.solver import solve
from calclab.widgets import Board, Review, reviewing
from tests.test_board_coach import send

pytestmark = pytest.mark.usefixtures("calclab_home", "plain_form")
LENGTH = 10  # moves of the game that is reviewed
AT = 6  # of them before the turning point


def played(moves: int = LENGTH) -> Record:
    """A short game with a small pack, so that judging it takes no time."""
    record = Record(deal("calculation", seed=4, modulus=7))
    for _ in range(moves):
        record.play(first_fit(record.game.view()))
    return record


@cache
def winning_line() -> tuple[Move, ...]:
    """A line that wins from the turning point."""
    line = solve(list(played().games())[AT]).moves
    assert line
    return line


def judged(record: Record) -> reviews.Review:
    """A review as it might be: one turning point, and a winning line from there."""
    games = list(record.games())
    worse = record.main_line[AT]
    better = next(move for move in games[AT].moves() if move != worse)
    points = tuple(Point(0.75 if at <= AT else 0.5, ESTIMATED) for at in range(LENGTH + 1))
    moves = tuple(
        Judged(
            at,
            Chance(move, 0.5, 0.4, 0.6, 100),
            Chance(better if at == AT else move, points[at].chance, 0.4, 0.8, 100),
            at == AT,
        )
        for at, move in enumerate(record.main_line)
    )
    one = Mistake(moves[AT], tuple(games), points)
    end = LastChance(LENGTH, AT, winning_line(), None)
    return reviews.Review(record, "instant", points, moves, (one,), end)


def why(board: Board) -> str:
    """The reason that is told at the turning point, in the voice of the moment."""
    assert board.reviewed is not None
    return board.reviewed.turning_points[0].why


@pytest.fixture
def board() -> Review:
    return Review(judged(played()))


def test_a_record_is_judged_in_the_background_as_the_function_judges_it() -> None:
    record = played()
    board = Review(record, "instant").wait()
    truth = review(record, "instant", progress=False)
    assert board.reviewed is not None
    assert board.reviewed.as_data() == truth.as_data()
    assert board._sheet["curve"] == list(truth.curve)
    assert len(board._sheet["curve"]) == LENGTH + 1
    assert board._sheet["summary"] == truth.summary


def test_its_progress_is_told_and_closing_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []

    def slow(record: Record, level: str, *, progress: Any, wait: bool) -> reviews.Review:
        for done in range(100):
            progress(done, 100)
            told.append((board._sheet["done"], board._sheet["total"]))
            if done == 2:
                send(board, "sheet")
        raise AssertionError("it went on")

    monkeypatch.setattr(reviewing, "review", slow)
    board = Board(played())
    with board._lock:
        send(board, "review")
        assert board._sheet["busy"]
    board.wait(20)
    assert told == [(0, 100), (1, 100)] or told == [(0, 100), (1, 100), (2, 100)]
    assert board._sheet == {}
    assert board._message == {}


def test_the_widget_is_told_apart_by_its_game_alone(board: Review) -> None:
    game = board.record.game
    text = f"Review(calculation, seed 4): 10 moves, open with {game.placed} of 28 placed."
    assert repr(board) == f"{text} Run this cell to see it."
    thinking = Review(played(), "instant")
    assert repr(thinking) == repr(board)
    thinking.wait()
    assert repr(thinking) == repr(board)


def test_a_still_picture_stands_in_for_the_widget(board: Review) -> None:
    data, _metadata = board._repr_mimebundle_()
    picture = xml.dom.minidom.parseString(data["image/svg+xml"])
    words = " ".join(node.firstChild.data for node in picture.getElementsByTagName("text"))
    assert "75 % → 50 %" in words
    assert why(board).partition(". ")[0] in words
    assert " …" not in words, "no sentence is begun that has no room"
    assert data["text/plain"] == repr(board)
    assert Review(judged(played()))._repr_mimebundle_()[0]["image/svg+xml"] == data["image/svg+xml"]


def test_a_review_is_said_anew_in_another_language(board: Review) -> None:
    english = board._sheet
    board._settings = {**board._settings, "language": "de"}
    german = board._sheet
    with speaking("de"):
        assert german["turns"][0]["why"] == why(board) != english["turns"][0]["why"]
        assert board.reviewed is not None and german["summary"] == board.reviewed.summary
    for text in ("summary", "last_text", "spoken"):
        assert german[text] != english[text]
    assert german["curve"] == english["curve"]
    assert "Analyse" in board._repr_mimebundle_()[0]["image/svg+xml"]
    board.retry(1)
    send(board, "better")
    told = board._sheet
    board._settings = {**board._settings, "language": "en"}
    assert board._sheet["task"] != told["task"]
    assert board._sheet["better"]["why"] == why(board) != told["better"]["why"]


def test_the_sheet_behind_a_shown_line_is_said_anew_too(board: Review) -> None:
    summary = board._sheet["summary"]
    send(board, "review_line")
    board._settings = {**board._settings, "language": "de"}
    assert board._sheet["kind"] == "line"
    send(board, "line", action="stop")
    assert board._sheet["kind"] == "review" and board._sheet["summary"] != summary


def test_what_cannot_be_reviewed_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match="no moves"):
        Review(Record(deal("calculation", seed=7)))
    with pytest.raises(ValueError, match="is not a Record or a Review of one"):
        Review("calculation")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'fast' is no level"):
        Review(played(), "fast")
    with pytest.raises(ValueError, match="test"):
        Review(played(), test=True)
    grip = Record(deal("devils-grip", seed=7))
    board = Review(grip.play(grip.game.moves()[0])).wait()
    assert "does not play" in board._message["text"]


def test_a_position_of_the_review_is_gone_to_and_a_move_there_is_a_branch(board: Review) -> None:
    own = board.record.main_line
    send(board, "review_go", ply=AT)
    assert board.record.at == AT
    assert board._sheet["kind"] == "review", "the curve stays to be walked along"
    other = next(move for move in board.game.moves() if move != own[AT])
    board.play(other)
    assert board.record.main_line == (*own[:AT], other)
    assert board.record.branches[0].moves == own[AT:]
    send(board, "review_go", ply=LENGTH)
    assert board.record.moves == own, "the review keeps to the line that it judged"
    send(board, "review_go", ply=99)
    assert "no such position" in board._message["text"]


def test_the_winning_line_is_shown_from_the_last_moment(board: Review) -> None:
    own = board.record.moves
    send(board, "review_line")
    assert (board._sheet["kind"], board._state["n"]) == ("line", AT)
    send(board, "redo")
    assert board.record.moves == own
    assert board.reviewed is not None
    assert board._state["last"]["move"] == str(board.reviewed.line[0])
    send(board, "line", action="stop")
    assert (board._sheet["kind"], board._state["n"]) == ("review", LENGTH)
    send(board, "review_line")
    send(board, "redo")
    send(board, "line", action="here")
    assert board.record.moves == (*own[:AT], board.reviewed.line[0])
    assert board._moves


def test_a_turning_point_is_tried_again_and_the_better_move_told_on_request(
    board: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Move] = []

    def verdict(_game: Game, move: Move, _level: str, **_more: Any) -> Judged:
        asked.append(move)
        bad = move == own[AT]
        tried = Chance(move, 0.5 if bad else 0.7, 0.4, 0.8, 100)
        return Judged(0, tried, Chance(move, 0.75, 0.4, 0.8, 100), bad)

    own = board.record.main_line
    monkeypatch.setattr(reviewing, "judge_move", verdict)
    board.retry(1)
    assert board.record.at == AT
    assert board._sheet["kind"] == "retry"
    assert "better" not in board._sheet
    board.play(own[AT])
    board.wait()
    assert (board._sheet["good"], board._sheet["result"]) == (
        False,
        "50 % to win: it costs 25 points. Undo, and try another.",
    )
    send(board, "undo")
    assert board._sheet["result"] == ""
    good = next(move for move in board.game.moves() if move != own[AT])
    board.play(good)
    board.wait()
    assert board._sheet["good"]
    assert asked == [own[AT], good]
    send(board, "better")
    assert board._sheet["better"]["why"] == why(board)
    board.play(first_fit(board.game.view()))
    assert board._sheet == {}, "after the next move it is a game like any other"
    send(board, "branch", id=board._line["branches"][0]["id"])
    send(board, "review", level="instant")
    assert board._sheet["kind"] == "review"


@pytest.mark.parametrize("back", ["undo", "retry"])
def test_a_move_taken_back_while_it_is_judged_is_not_judged(
    board: Review, back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, asked = threading.Event(), threading.Event()

    def slow(_game: Game, move: Move, _level: str, **_more: Any) -> Judged:
        asked.set()
        assert gate.wait(20)
        fine = Chance(move, 0.7, 0.6, 0.8, 100)
        return Judged(0, fine, fine, False)

    monkeypatch.setattr(reviewing, "judge_move", slow)
    send(board, "retry", turn=0)
    before = {**board._sheet, "id": 0}
    board.play(board.game.moves()[0])
    assert asked.wait(20) and board._sheet["busy"]
    send(board, back, turn=0)
    assert board.record.at == AT and {**board._sheet, "id": 0} == before
    gate.set()
    board.wait()
    assert {**board._sheet, "id": 0} == before


def test_a_move_that_is_proved_lost_is_not_praised(
    board: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    def verdict(_game: Game, move: Move, _level: str, **_more: Any) -> Judged:
        lost = Chance(move, 0, 0, 0, 0)
        return Judged(0, lost, lost, False)

    monkeypatch.setattr(reviewing, "judge_move", verdict)
    board.retry(1)
    board.play(board.game.moves()[0])
    board.wait()
    assert not board._sheet["good"]
    assert board._sheet["result"].startswith("Proved lost")


def test_looking_back_at_an_open_game_is_a_help_and_after_the_end_it_is_none() -> None:
    board = Board(played(), level="instant")
    board.review("instant")
    assert board._story.helps == {"review": 1}
    send(board, "review")
    assert board._story.helps == {"review": 1}, "the same review is shown again"
    board = Board(played())
    send(board, "give_up")
    board.review("instant")
    assert board._story.helps == {}


def test_a_new_deal_takes_the_review_away(board: Review) -> None:
    board.new("calculation", seed=3)
    assert board._sheet == {}
    assert board.reviewed is None
    send(board, "retry", turn=0)
    assert "no such turning point" in board._message["text"]


@pytest.mark.parametrize("kind", ["new", "load", "restart", "undo"])
def test_a_review_under_way_does_not_outlive_its_table(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, asked = threading.Event(), threading.Event()

    def slow(record: Record, level: str, **_more: Any) -> reviews.Review:
        asked.set()
        assert gate.wait(20)
        return judged(record)

    monkeypatch.setattr(reviewing, "review", slow)
    board = Board(played())
    if kind == "undo":  # before the first move of a new deal, it brings the old one back
        board.new(seed=8).play(board.game.moves()[0])
        board.new(seed=9)
        board.play(board.game.moves()[0]).undo()
    send(board, "review")
    assert asked.wait(20)
    send(board, kind, text=played(3).dumps())
    assert board._sheet == {}
    gate.set()
    board.wait()
    assert board._sheet == {}
    assert board.reviewed is None
    assert board._story.helps == {}


def test_a_review_closed_is_shown_again_unless_the_line_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Record] = []

    def look(record: Record, _level: str, **_more: Any) -> reviews.Review:
        asked.append(record)
        return judged(played())

    monkeypatch.setattr(reviewing, "review", look)
    board = Board(played())
    send(board, "review")
    board.wait()
    for close in ("sheet", "restart"):
        send(board, close)
        assert board._sheet == {}
        send(board, "review")
        assert board._sheet["kind"] == "review" and not board._sheet.get("busy")
    assert board.review("instant") == board.reviewed
    board.retry(1)
    board.play(next(move for move in board.game.moves() if move != board.record.main_line[AT]))
    send(board, "review", back=True)
    assert board._sheet["kind"] == "review" and not board._sheet.get("busy")
    assert len(asked) == 1
    send(board, "sheet")
    send(board, "review")
    board.wait()
    assert len(asked) == 2


def test_a_game_given_up_is_called_so_and_is_not_judged_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviewing, "review", lambda record, *_a, **_k: judged(record))
    board = Board(played())
    board.review("instant")
    assert board._sheet["summary"].startswith("open with")
    send(board, "give_up")
    monkeypatch.setattr(reviewing, "review", None)
    send(board, "review")
    assert board._sheet["summary"].startswith("given up with")
    assert board.reviewed is not None and board.reviewed.summary.startswith("given up with")
    board._settings = {**board._settings, "letters": "AWDK"}
    assert board._sheet["summary"].startswith("given up with")
    assert Record.loads(board.record.dumps()).extras["board"]["given_up"]
