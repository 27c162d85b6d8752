"""The overlays of the board, from Python's side: test mode, what is told, and what is proved."""

import json
from typing import Any

import pytest

from calclab.shelf import Shelf
from calclab.widgets import Board

pytestmark = pytest.mark.usefixtures("calclab_home")


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
