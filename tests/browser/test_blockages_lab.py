"""Blockages in real JupyterLab: tints at once, the exact test beside the game, a proof, a test."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from calclab.blockage import is_deadlocked
from calclab.widgets.overlays import first, positions
from tests.browser.conftest import OpenNotebook
from tests.test_overlays import exact_first, lost_record

Shot = Callable[[str, Page | Locator], Path]


def cell(arguments: str, moves: str) -> str:
    """A cell with a board on which these moves have been played."""
    return (
        f"from calclab.widgets import Board\nboard = Board('calculation', seed=5{arguments})\n"
        f"for move in '{moves}'.split():\n    board.play(move)\nboard"
    )


@pytest.mark.usefixtures("calclab_home")
def test_a_lost_game_is_seen_proved_and_taken_back(
    open_notebook: OpenNotebook, screenshot: Shot
) -> None:
    record = lost_record(5)
    moves, games = [str(move) for move in record.moves], positions(record)
    exact, short = exact_first(games), first(games, is_deadlocked)
    assert exact < short, "the exact test sees this loss, and later there is a short proof"
    notebook = open_notebook(cell("", " ".join(moves[: exact - 1])))
    board = notebook.board
    banner = board.locator(".loss-banner")
    expect(board.locator(".card > .in")).to_have_count(0)
    board.locator('[data-tool="blockages"]').click()
    expect(board.locator(".card > .in").first).to_be_visible()
    expect(board.locator(".block-arrow.lit").first).to_be_attached()
    expect(banner).to_be_hidden()
    notebook.python(f"board.play('{moves[exact - 1]}')")
    expect(banner.locator("p")).to_contain_text("Every way to finish was tried", timeout=15_000)
    expect(banner.locator('[data-key="loss back"]')).to_have_text(f"Back to move {exact - 1}")
    notebook.python(f"for move in {moves[exact:short]}: board.play(move)")
    expect(board.locator(".status .last")).to_contain_text(f"{short}. ")
    banner.locator('[data-key="loss step"]').click()
    expect(board.locator(".piles .card.is-cited").first).to_be_visible()
    expect(board.locator(".reasons [aria-current]")).to_contain_text("needs")
    screenshot("blockages-lab-proof", notebook.page)
    back = banner.locator('[data-key="loss back"]')
    expect(back).to_have_text(f"Back to move {exact - 1}", timeout=15_000)
    back.click()
    expect(board.locator(".status .last")).to_contain_text(f"{exact - 1}. ")
    expect(banner).to_be_hidden()
    assert notebook.faults == []


@pytest.mark.usefixtures("calclab_home")
def test_a_test_shows_its_badge_and_no_help(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(cell(", test=True, blockages=True", "S-W1 S-W1 S-W1"))
    board = notebook.board
    expect(board.locator(".test-badge")).to_have_text("Test")
    expect(board.locator('[data-tool="blockages"]')).to_have_count(0)
    expect(board.locator(".card > .in, .blockages")).to_have_count(0)
    assert notebook.python("print(board.test, board._overlay)") == "True {}"
    assert notebook.faults == []
