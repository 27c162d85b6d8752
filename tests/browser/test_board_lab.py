"""The board in real JupyterLab: whole games by hand, and what a player may do to the page."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from calclab import Record, deal
from tests.browser.conftest import OpenNotebook
from tests.browser.lines import winning_line

Shot = Callable[[str, Page | Locator], Path]


def board_cell(arguments: str) -> str:
    return f"from calclab.widgets import Board\nboard = Board({arguments})\nboard"


def top(board: Locator, name: str) -> Locator:
    return board.locator(f'[data-name="{name}"]').locator(".card.is-top, .slot").last


def by_mouse(board: Locator, move: str, _choices: int = 1) -> None:
    source, target = move.split("-")
    top(board, source).click()
    top(board, target).click()


def by_touch(board: Locator, move: str, _choices: int = 1) -> None:
    source, target = move.split("-")
    top(board, source).tap()
    top(board, target).tap()


def by_keyboard(board: Locator, move: str, choices: int = 1) -> None:
    """Digits for piles, `f` for up, and a digit again where several foundations fit."""
    keys = board.page.keyboard
    source, target = move.split("-")
    board.locator('[data-key="pile S"]').focus()
    if source[0] == "W":
        keys.press(f"Shift+Digit{source[1]}")
    if target[0] == "W":
        keys.press(f"Digit{target[1]}")
        return
    keys.press("f")
    if choices > 1:
        expect(board.locator(".chooser")).to_be_visible()
        keys.press(f"Digit{target[1]}")


HANDS: dict[str, tuple[Callable[[Locator, str, int], None], dict[str, Any]]] = {
    "mouse": (by_mouse, {}),
    "keyboard": (by_keyboard, {"reduced_motion": "reduce"}),
    "touch": (by_touch, {"has_touch": True, "reduced_motion": "reduce"}),
}


@pytest.mark.parametrize("hand", HANDS)
def test_a_whole_game_is_won_by(hand: str, open_notebook: OpenNotebook, screenshot: Shot) -> None:
    play, context = HANDS[hand]
    game, line = winning_line("easy-6")
    notebook = open_notebook(board_cell(f"'easy-6', seed={game.seed}"), **context)
    board = notebook.board
    for number, move in enumerate(line, start=1):
        places = [
            other for other in game.moves() if str(other).startswith(f"{move.split('-')[0]}-F")
        ]
        play(board, move, len(places))
        game = game.play(move)
        if number < len(line):
            expect(board.locator(".status .last")).to_contain_text(f"{number}. {move}")
    expect(board.locator(".banner h3")).to_have_text("Won")
    assert notebook.python("print(*board.record.moves)").split() == line
    assert notebook.python("print(board.game.outcome)") == "won"
    assert notebook.faults == []
    screenshot(f"won-by-{hand}", notebook.board)


def test_fast_clicks_neither_lose_nor_double_a_card(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(board_cell("'calculation', seed=7"))
    notebook.board.wait_for()
    clicks = """async (board) => {
      const top = (name) => [...board.querySelectorAll(`[data-name="${name}"] .card.is-top,
        [data-name="${name}"] .slot`)].pop();
      for (let k = 0; k < 40; k += 1) {
        top('S')?.click();
        top('W' + (k % 4 + 1))?.click();
        if (k % 3 === 0) await new Promise((done) => setTimeout(done, 15));
      }
    }"""
    notebook.board.evaluate(clicks)
    shown = notebook.board.locator(".status .last")
    expect(shown).to_contain_text("S-W")
    notebook.python("board.undo()")
    notebook.python("board.redo()")
    state = json.loads(notebook.python("import json; print(json.dumps(dict(board._state)))"))
    record = Record.loads(notebook.python("print(board.record.dumps())"))
    assert record.game.outcome == "open"
    expect(shown).to_contain_text(f"{record.at}. ")
    for name in ("W1", "W2", "W3", "W4"):
        seen = notebook.board.locator(f'[data-name="{name}"] .card[data-card]')
        cards = [card.get_attribute("data-card") for card in seen.all()]
        assert cards == state[name] == [str(card) for card in record.game.pile(name)]
    assert notebook.faults == []


def test_a_game_goes_on_after_a_reload_and_after_a_kernel_restart(
    open_notebook: OpenNotebook,
) -> None:
    cell = "from calclab.widgets import Board\nboard = Board.resume(name='kept', seed=7)\nboard"
    notebook = open_notebook(cell)
    for move in ("S-W1", "S-W2", "S-W3"):
        by_mouse(notebook.board, move)
        expect(notebook.board.locator(".status .last")).to_contain_text(move)
    notebook.save()
    notebook.reload()
    notebook.restart_kernel()
    notebook.run_all()
    expect(notebook.board.locator(".status .last")).to_contain_text("3. S-W3")
    assert notebook.python("print(*board.record.moves)") == "S-W1 S-W2 S-W3"
    by_mouse(notebook.board, "S-W4")
    expect(notebook.board.locator(".status .last")).to_contain_text("4. S-W4")


def test_two_views_of_a_board_agree_and_two_boards_are_independent(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(
        board_cell("'calculation', seed=7"), "board", board_cell("'calculation', seed=7").replace(
            "board = ", "other = ").replace("\nboard", "\nother")
    )  # fmt: skip
    expect(notebook.boards).to_have_count(3)
    first, second, other = (notebook.boards.nth(at) for at in range(3))
    by_mouse(second, "S-W2")
    for view in (first, second):
        expect(view.locator(".status .last")).to_contain_text("1. S-W2")
    expect(other.locator(".status .last")).to_have_text("")
    assert notebook.python("print(board.record.at, other.record.at)") == "1 0"


def test_python_and_the_player_share_one_table(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        board_cell("'calculation', seed=7"),
        "seen = []\nstop = board.on_move(lambda move, game: seen.append(str(move)))",
        "board.on_move(lambda move, game: 1 / 0);",
    )
    notebook.python("board.play('S-W1')")
    expect(notebook.board.locator(".status .last")).to_contain_text("1. S-W1")
    by_mouse(notebook.board, "S-W2")
    expect(notebook.board.locator(".message")).to_contain_text("ZeroDivisionError")
    assert notebook.python("print(*seen)") == "S-W1 S-W2"


def test_an_illegal_move_says_why_in_the_words_of_the_rules(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(board_cell("'calculation', seed=7"))
    why = deal("calculation", seed=7).why_not("S-F1")
    assert why
    by_mouse(notebook.board, "S-F1")
    expect(notebook.board.locator(".status .words")).to_contain_text(why)
    assert notebook.python("print(board.record.at)") == "0"


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_each_theme_is_free_of_faults_that_axe_can_find(
    theme: str,
    open_notebook: OpenNotebook,
    axe_faults: Callable[..., list[str]],
    screenshot: Shot,
) -> None:
    notebook = open_notebook(board_cell(f"'calculation', seed=14, theme='{theme}', coming=-1"))
    expect(notebook.board).to_have_attribute("data-theme", theme)
    for move in ("S-F4", "S-W1", "S-W2"):
        by_mouse(notebook.board, move)
    expect(notebook.board.locator(".status .last")).to_contain_text("3. ")
    screenshot(f"board-{theme}", notebook.board)
    assert axe_faults(notebook.page, ".jp-OutputArea .calclab") == []


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1920, 1080)])
def test_nothing_is_cut_off_in_a_window_of(
    width: int, height: int, open_notebook: OpenNotebook, screenshot: Shot
) -> None:
    notebook = open_notebook(
        board_cell("'calculation', seed=16, coming=5"), viewport={"width": width, "height": height}
    )
    expect(notebook.board).to_be_visible()
    overflow = notebook.board.evaluate(
        "board => [board.scrollWidth - board.clientWidth, board.clientWidth]"
    )
    assert overflow[0] <= 0, overflow
    screenshot(f"board-{width}", notebook.page)


def test_a_game_is_saved_to_a_file_and_loaded_from_one(
    open_notebook: OpenNotebook, tmp_path: Path
) -> None:
    notebook = open_notebook(board_cell("'calculation', seed=7"))
    by_mouse(notebook.board, "S-W1")
    expect(notebook.board.locator(".status .last")).to_contain_text("1. S-W1")
    notebook.board.locator('[data-tool="more"]').click()
    with notebook.page.expect_download() as download:
        notebook.board.locator('[data-tool="save"]').click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert Record.load(path).at == 1
    Record(deal("expert", seed=3)).play("S-W2").save(tmp_path / "other.json")
    with notebook.page.expect_file_chooser() as chooser:
        notebook.board.locator('[data-tool="load"]').click()
    chooser.value.set_files(tmp_path / "other.json")
    expect(notebook.board.locator(".status .last")).to_contain_text("1. S-W2")
    (tmp_path / "broken.json").write_text("{")
    notebook.board.locator('[data-tool="more"]').click()
    with notebook.page.expect_file_chooser() as chooser:
        notebook.board.locator('[data-tool="load"]').click()
    chooser.value.set_files(tmp_path / "broken.json")
    expect(notebook.board.locator(".message")).to_contain_text("broken.json: line 1")
    assert notebook.python("print(board.game.variant.id, board.record.at)") == "expert 1"
