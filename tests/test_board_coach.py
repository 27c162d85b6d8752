"""Coach and solver on the board, without a browser: what is counted, shown, dropped and refused."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from calclab import Record, deal
from calclab.coach import first_fit
from calclab.game import Game
from calclab.hints import Hint, hint
from calclab.messages import speaking
from calclab.review import review
from calclab.shelf import HELPS, Result, Shelf
from calclab.widgets import Board, hinting, reviewing, sheets, statistics, thinking
from calclab.widgets.story import Story
from tests.browser.lines import winning_line

pytestmark = pytest.mark.usefixtures("calclab_home", "plain_form")


# what is kept of the helps


def test_a_story_counts_each_help_by_its_kind_and_keeps_it_with_the_record() -> None:
    record = Record(deal("calculation", seed=7)).play("S-W1")
    story = Story.of(record)
    for kind in ("hint_place", "hint_piles", "hint_place"):
        story.count(kind)
    story.write(record)
    again = Story.of(Record.loads(record.dumps()))
    assert again.helps == {"hint_place": 2, "hint_piles": 1}
    assert again.hints
    story.given_up = True
    ended = story.end(record)
    assert ended is not None
    assert ended.hint_steps == (2, 1, 0)


@pytest.mark.parametrize("kept", [None, 7, {"hint_move": "3"}, {"other": 2}, {"line": -1}])
def test_a_count_that_cannot_be_is_left_out(kept: object) -> None:
    record = Record(deal("calculation", seed=7), extras={"board": {"helps": kept}})
    assert Story.of(record).helps == {}


def test_results_of_older_versions_are_read_and_new_ones_bring_their_counts(
    tmp_path: Path,
) -> None:
    old = '{"deal": "a", "variant": "calculation", "outcome": "lost", "placed": 20, "total": 52, '
    old += '"moves": 40, "seconds": 9, "undo": false, "hints": true, "visible": false}\n'
    (tmp_path / "results.jsonl").write_text(old)
    shelf = Shelf(tmp_path)
    counts = dict.fromkeys(HELPS, 2)
    shelf.add_result(Result("b", "calculation", "lost", 30, 52, 50, 9, hints=True, **counts))  # type: ignore[arg-type]
    first, second = shelf.results()
    assert first.hint_steps == (0, 0, 0)
    assert second.hint_steps == (2, 2, 2)
    panel = statistics.panel(shelf.results())
    assert panel["rows"][0][:4] == ["Calculation", "hints", "2 · 2 · 2", "2"]
    assert json.loads((tmp_path / "results.jsonl").read_text().splitlines()[1])["line"] == 2


# hints


def send(board: Board, kind: str, **content: Any) -> None:
    """Send an event as the browser does, made at the moment that the board shows now."""
    moment = {"serial": board._state["serial"], "n": board._state["n"], "seconds": 0}
    board._handle_custom_msg({"type": kind, **moment, **content}, [])


def middle(moves: int = 14, variant: str = "calculation", **more: Any) -> Board:
    """A board in the middle of a game; it thinks in plain Python, and not for long."""
    record = Record(deal(variant, seed=16))
    for _ in range(moves):
        record.play(first_fit(record.game.view()))
    return Board(record, level="instant", **more)


def test_a_hint_comes_in_three_steps_and_no_step_tells_of_the_next() -> None:
    board = middle()
    truth = hint(board.game, "instant")
    told = []
    for _ in range(3):
        send(board, "hint", step=board._sheet.get("step", 0) + 1)
        board.wait()
        told.append(dict(board._sheet))
    first, second, third = told
    assert [one["step"] for one in told] == [1, 2, 3]
    assert first["look"] == truth.look
    assert not {"piles", "compare", "move", "moves", "why"} & set(first)
    assert second["piles"] == list(truth.piles)
    assert not {"move", "moves", "why"} & set(second)
    assert (third["move"], third["why"]) == (str(truth.move), truth.why)
    assert [one["move"] for one in third["moves"]] == [str(c.move) for c in truth.advice.chances]
    assert board.record.extras["board"]["helps"] == {
        "hint_place": 1, "hint_piles": 1, "hint_move": 1,
    }  # fmt: skip


def test_no_chance_is_sent_before_it_is_asked_for() -> None:
    board = middle()
    for _ in range(3):
        board.hint()
    assert "win" not in json.dumps(board._sheet["moves"])
    send(board, "chances")
    listed = board._sheet["moves"]
    assert all(one["low"] <= one["win"] <= one["high"] for one in listed)
    assert board._sheet["axis"] >= max(one["high"] for one in listed)
    send(board, "chances")
    assert "win" not in json.dumps(board._sheet["moves"])
    send(board, "chances")
    assert board._story.helps["chances"] == 1


def test_a_step_is_counted_once_however_often_it_is_looked_at() -> None:
    board = middle()
    for step in (1, 1, 2, 1, 2, 3, 3):
        send(board, "hint", step=step)
        board.wait()
    send(board, "sheet")
    assert board._sheet == {}
    send(board, "hint")
    board.wait()
    assert board._sheet["step"] == 3
    board.hint("quick")
    assert board._story.helps == {"hint_place": 1, "hint_piles": 1, "hint_move": 1}
    board.play(board._sheet["move"])
    assert board._sheet == {}
    send(board, "hint", step=3)
    board.wait()
    assert board._sheet["step"] == 1
    assert board._story.helps["hint_place"] == 2


def test_a_stale_or_doubled_hint_counts_nothing() -> None:
    board = middle()
    n = board._state["n"]
    send(board, "play", move=str(board.game.moves()[0]))
    send(board, "hint", n=n)
    send(board, "hint", serial=99)
    assert board._sheet == {}
    assert board._story.helps == {}


def test_an_answer_for_a_position_that_is_gone_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate, asked = threading.Event(), threading.Event()

    def slow_hint(game: Game, level: str, *, wait: bool) -> Hint:
        asked.set()
        assert gate.wait(20)
        return hint(game, level, wait=wait)

    monkeypatch.setattr(hinting, "hint", slow_hint)
    board = middle()
    send(board, "hint")
    assert asked.wait(20)
    assert board._sheet["busy"]
    move = str(board.game.moves()[0])
    send(board, "play", move=move)
    assert str(board.record.moves[-1]) == move, "the board is not frozen"
    gate.set()
    board.wait()
    assert board._sheet == {}
    assert board._story.helps == {}


@pytest.mark.parametrize("step", [1, 2])
def test_a_hint_that_is_known_ends_what_the_board_was_thinking_about(
    step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, asked = threading.Event(), threading.Event()

    def slow(record: Record, level: str, *, progress: Any, wait: bool) -> Any:
        asked.set()
        assert gate.wait(20)
        progress(1, 2)
        return review(record, level, progress=False, wait=wait)

    monkeypatch.setattr(reviewing, "review", slow)
    board = middle()
    send(board, "hint", step=1)
    board.wait()
    send(board, "review", level="instant")
    assert asked.wait(20)
    send(board, "hint", step=step)
    told = board._sheet
    assert (told["kind"], told["step"]) == ("hint", step)
    gate.set()
    board.wait()
    assert board._sheet == told, "the review does not come over the hint"


def test_the_level_is_chosen_with_the_hint_and_remembered() -> None:
    board = middle()
    send(board, "hint", level="quick")
    board.wait()
    assert board._sheet["level"] == "quick"
    assert Board("calculation", seed=7)._settings["level"] == "quick"
    for step in (2, 3):
        send(board, "hint", step=step)
    send(board, "chances")
    helps = dict(board._story.helps)
    send(board, "hint", step=3, level="instant")
    board.wait()
    assert (board._sheet["level"], board._sheet["chances"]) == ("instant", True), "they stay"
    assert board._story.helps == helps, "nothing more was asked for"
    with pytest.raises(ValueError, match="'fast' is no level; there are instant, quick"):
        board.hint("fast")


def test_a_hint_speaks_the_language_of_its_board_and_is_said_anew_in_another() -> None:
    board = middle(language="de")
    send(board, "hint")
    board.wait()
    truth = hint(board.game, "instant")
    with speaking("de"):
        assert board._sheet["look"] == truth.look
    board._settings = {**board._settings, "language": "en"}
    assert (board._sheet["step"], board._sheet["look"]) == (1, truth.look)
    assert "compare" not in board._sheet
    assert board._story.helps == {"hint_place": 1}, "nothing more is given away"


def in_german(board: Board) -> dict[str, Any]:
    """The sheet after the player chose German: without its number, which is new when it is said."""
    board._settings = {**board._settings, "language": "de"}
    return {name: value for name, value in board._sheet.items() if name != "id"}


@pytest.mark.parametrize("verdict", ["won", "lost", "unknown"])
def test_a_verdict_is_said_anew_in_another_language(verdict: str) -> None:
    board = {"won": middle, "lost": lost_board, "unknown": endless_board}[verdict]()
    seconds = 0.05 if verdict == "unknown" else 20.0
    found = board.ask_winnable(seconds)
    english = board._sheet
    assert found.verdict == english["verdict"] == verdict
    german = in_german(board)
    with speaking("de"):
        seen = sheets.winnable(board._settings["coming"] == -1)
        assert german == seen | sheets.verdict(found, seconds)
    assert german["title"] != english["title"] and german["text"] != english["text"]
    assert board._story.helps == {"winnable": 1}, "it was asked once"


def test_a_question_and_a_search_of_the_solver_go_on_in_another_language() -> None:
    board = middle()
    send(board, "winnable")
    german = in_german(board)
    with speaking("de"):
        assert german == sheets.winnable(stock_is_seen=False)
    board = endless_board()
    send(board, "winnable", limit=1.0)
    assert in_german(board)["busy"]
    with speaking("de"):
        assert board._sheet["note"] == sheets.winnable(board._settings["coming"] == -1)["note"]
    board.wait()
    assert board._solution is not None and board._sheet["verdict"]
    with speaking("de"):
        assert board._sheet["title"] == sheets.verdict(board._solution, 1.0)["title"]


def endless_board() -> Board:
    """A game that no search decides in a twentieth of a second."""
    return Board("calculation", seed=3, piles=1)


def test_a_game_that_the_coach_does_not_play_says_so_in_the_board() -> None:
    board = Board("devils-grip", seed=7)
    assert board._table["coached"] is False and middle()._table["coached"] is True
    send(board, "hint")
    board.wait()
    assert board._sheet == {}
    assert board._message["tone"] == "error"
    text = "The coach does not play Devil's Grip (devils-grip)."
    assert board._message["text"] == text


def test_in_a_test_nothing_helps_from_the_browser_or_from_python() -> None:
    board = middle(test=True)
    for kind in ("hint", "winnable", "review", "chances"):
        send(board, kind)
        board.wait()
        assert board._message == {**board._message, "tone": "error"}
        assert "test" in board._message["text"]
        assert board._sheet == {}
    for call in (board.hint, board.ask_winnable, board.show_line, board.review):
        with pytest.raises(ValueError, match="test"):
            call()
    assert board._story.helps == {}


# can it still be won?


def winning(left: int = 12) -> Board:
    """A board with so many moves to go on a line that wins."""
    game, line = winning_line("easy-6")
    record = Record(game)
    for move in line[:-left]:
        record.play(move)
    return Board(record)


def test_the_solver_says_proved_won_and_its_line_wins() -> None:
    board = winning()
    found = board.ask_winnable()
    assert found.verdict == board._sheet["verdict"] == "won"
    game = board.game
    for move in found.moves:
        game = game.play(move)
    assert game.is_won
    assert "Proved" in board._sheet["title"]
    assert board._story.helps == {"winnable": 1}


def test_a_lost_game_is_proved_lost_and_an_unknown_one_unknown() -> None:
    board = lost_board()
    send(board, "winnable", limit=20)
    board.wait()
    assert board._sheet["verdict"] == "lost"
    assert board._sheet["title"] == "Proved lost"
    board = endless_board()
    send(board, "winnable", limit=0.05)
    board.wait()
    assert (board._sheet["verdict"], board._sheet["title"]) == ("unknown", "Unknown")


def test_the_solver_gives_its_reason_in_the_language_of_its_board() -> None:
    board = lost_board()
    send(board, "winnable", limit=20)
    board.wait()
    english = board._sheet["text"]
    board = lost_board()
    board._settings = {**board._settings, "language": "de"}
    send(board, "winnable", limit=20)
    board.wait()
    assert board._sheet["verdict"] == "lost"
    assert not set(board._sheet["text"].split(". ")) & set(english.split(". "))


def lost_board() -> Board:
    """A game played as badly as can be, until three cards are left in the stock."""
    record = Record(deal("calculation", seed=16))
    while record.game.stock_size > 3 and record.game.moves():
        record.play(next(move for move in reversed(record.game.moves())))
    return Board(record)


def test_with_a_hidden_stock_the_solver_first_says_what_it_knows() -> None:
    board = winning(60)
    send(board, "winnable")
    board.wait()
    assert board._sheet["verdict"] == ""
    assert "You do not see it" in board._sheet["note"]
    assert board._story.helps == {}
    board._settings = {**board._settings, "coming": -1}
    send(board, "winnable")
    board.wait()
    assert board._sheet["verdict"] == "won"


def test_a_search_is_ended_by_its_cancel_button() -> None:
    board = Board("calculation", seed=3, piles=1)
    send(board, "winnable", limit=500)
    assert board._sheet["busy"]
    send(board, "sheet")
    board.wait(20)
    assert board._thinker._thread is not None
    assert not board._thinker._thread.is_alive()
    assert board._sheet == {}
    assert board._story.helps == {}


# a line on the table


def test_a_line_is_stepped_through_and_the_players_own_game_stays() -> None:
    board = winning()
    before, moves = board.record.dumps(), board.record.moves
    found = board.ask_winnable()
    board.show_line()
    assert (board._sheet["kind"], board._sheet["at"]) == ("line", 0)
    assert board._moves == {}
    for step, move in enumerate(found.moves, start=1):
        send(board, "redo")
        assert board._state["last"]["move"] == str(move)
        assert board._sheet["at"] == step
    assert board._state["placed"] == board.game.total
    assert board._state["outcome"] == "open", "looking at a line wins nothing"
    assert board.record.moves == moves
    send(board, "undo")
    send(board, "restart")
    assert board._sheet["at"] == 0
    assert board._state["can_undo"] is False
    send(board, "line", action="stop")
    assert board._sheet["verdict"] == "won"
    assert board._moves
    assert Record.loads(board.record.dumps()).main_line == Record.loads(before).main_line
    assert board._story.helps["line"] == 1
    assert not Shelf().results()


def test_playing_on_from_a_line_makes_it_a_branch() -> None:
    board = winning()
    own = board.record.main_line
    board.undo()
    found = board.ask_winnable()
    board.show_line()
    for _ in range(4):
        send(board, "redo")
    send(board, "line", action="here")
    assert board._sheet == {}
    assert board.record.moves == (*own[:-1], *found.moves[:4])
    assert board._moves
    if own[-1] != found.moves[0]:
        assert board.record.branches[0].moves[0] == own[-1]
    assert own != board.record.main_line


def test_while_a_line_is_shown_no_move_is_played_into_it() -> None:
    board = winning()
    board.ask_winnable()
    board.show_line()
    move = str(board.game.moves()[0])
    send(board, "play", move=move)
    assert "shown line" in board._message["text"]
    assert board._sheet["kind"] == "line"
    board.play(move)
    assert board._demo is None
    assert str(board.record.moves[-1]) == move
    assert board._sheet == {}


def test_a_new_deal_takes_the_line_away() -> None:
    board = Board(deal("easy-6", seed=16))
    board.ask_winnable(20)
    board.show_line()
    send(board, "new", variant="calculation", seed=7)
    assert board._demo is None
    assert board._sheet == {}
    assert board._moves
    assert board._state["n"] == 0


def test_a_finished_line_cannot_be_played_on() -> None:
    board = winning()
    found = board.ask_winnable()
    board.show_line()
    for _ in found.moves:
        send(board, "redo")
    send(board, "line", action="here")
    assert "line ends here" in board._message["text"]
    assert board._demo is not None


# thinking


def test_what_goes_wrong_in_a_thought_is_shown_in_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_arguments: object, **_more: object) -> Hint:
        raise RuntimeError("no light")

    monkeypatch.setattr(hinting, "hint", broken)
    board = middle()
    send(board, "hint")
    board.wait()
    assert board._message["text"] == "RuntimeError: no light"
    assert board._sheet == {}


def test_without_threads_a_thought_is_finished_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "HAS_THREADS", False)
    monkeypatch.setattr(hinting, "HAS_THREADS", False)
    monkeypatch.setattr(hinting, "SMALL_LEVELS", ("instant",))
    board = middle()
    send(board, "hint", level="deep")
    assert board._sheet["level"] == "instant"
    assert board._sheet["step"] == 1
