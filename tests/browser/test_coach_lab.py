"""The coach in real JupyterLab: a hint step by step, the solver, a line, a review, a branch."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenNotebook

GAME = """
from calclab import Record, deal
from calclab.coach import first_fit
from calclab.widgets import Board

record = Record(deal("calculation", seed=4, modulus=7))
for _ in range(10):
    record.play(first_fit(record.game.view()))
board = Board(record, coming=-1, level="instant")
board
"""


def test_a_learner_is_helped_from_the_first_hint_to_the_review(
    open_notebook: OpenNotebook, screenshot: Callable[[str, Page | Locator], Path]
) -> None:
    notebook = open_notebook(GAME, reduced_motion="reduce")
    board, keys = notebook.board, notebook.page.keyboard
    sheet = board.locator(".sheet")
    board.locator('[data-key="pile S"]').focus()

    for step in ("Step 1 · where to look", "Step 2 · what to compare", "Step 3 · the move"):
        keys.press("h")
        expect(sheet).to_contain_text(step)
    assert sheet.locator(".track").count() == 0
    sheet.get_by_role("button", name="Show chances").click()
    expect(sheet.locator(".chance").first).to_be_visible()
    screenshot("coach-lab", board)
    counted = "board.record.extras['board']['helps']"
    expected = {"hint_place": 1, "hint_piles": 1, "hint_move": 1, "chances": 1}
    assert notebook.python(f"print({counted} == {expected})") == "True"

    before = notebook.python("print(*board.record.moves)")
    board.locator('[data-key="pile S"]').focus()
    keys.press("w")
    expect(sheet).to_contain_text("Proved: it can be won")
    keys.press("w")
    expect(sheet).to_contain_text("move 0 of")
    for number in (1, 2, 3):
        sheet.get_by_role("button", name="Next").click()
        expect(sheet).to_contain_text(f"move {number} of")
    assert notebook.python("print(*board.record.moves)") == before
    sheet.get_by_role("button", name="Back to my game").click()
    expect(board.locator(".status .last")).to_contain_text("10. ")
    sheet.get_by_role("button", name="Show me").click()
    sheet.get_by_role("button", name="Next").click()
    expect(sheet).to_contain_text("move 1 of")
    sheet.get_by_role("button", name="Play on from here").click()
    expect(sheet).not_to_contain_text("move 1 of")  # Lab sends an event beside what cells run
    expect(board.locator(".status .last")).to_contain_text("11. ")
    assert notebook.python("print(len(board.record.moves))") == "11"

    keys.press("v")
    curve = sheet.get_by_role("slider", name="Chance to win over the moves")
    expect(curve).to_be_visible(timeout=60_000)
    screenshot("review-lab", board)
    curve.focus()
    keys.press("Home")
    for _ in range(5):
        keys.press("ArrowRight")
    keys.press("Enter")
    expect(board.locator(".status .last")).to_contain_text("5. ")
    other = notebook.python("print(next(m for m in board._moves if m != str(record.main_line[5])))")
    notebook.python(f"board.play({other!r})")
    assert notebook.python("print(len(board.record.branches))") == "1"
    assert notebook.faults == []
