"""The board in real JupyterLab as a player lives with it: keys, settings, language, kept games."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenNotebook

Shot = Callable[[str, Page | Locator], Path]
CELL = "from calclab.widgets import Board\nboard = Board.resume(name='kept', seed=16)\nboard"
THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"


def last_move(board: Locator) -> Locator:
    return board.locator(".status .last")


def test_no_key_pressed_on_the_board_changes_the_notebook(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(CELL)
    pile = notebook.board.locator('[data-key="pile S"]')
    expect(pile).to_be_visible()
    cells = "() => window.calclabPanel.content.widgets.map(cell => cell.model.type)"
    before = notebook.page.evaluate(cells)
    for key in "a b c d m x y z j k h l o s i 0 Delete Space Space ArrowDown ArrowUp".split():
        pile.focus()
        notebook.page.keyboard.press(key)
    pile.focus()
    for key in ("d", "d"):
        notebook.page.keyboard.press(key)
    assert notebook.page.evaluate(cells) == before
    expect(notebook.board).to_be_visible()
    notebook.page.keyboard.press("2")
    expect(last_move(notebook.board)).to_contain_text("1. S-W2")
    assert notebook.faults == []


def test_a_board_follows_the_theme_of_the_lab(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(CELL)
    expect(notebook.board).to_have_attribute("data-theme", "light")
    notebook.page.evaluate(THEME, "JupyterLab Dark")
    expect(notebook.board).to_have_attribute("data-theme", "dark")
    notebook.page.evaluate(THEME, "JupyterLab Light")
    expect(notebook.board).to_have_attribute("data-theme", "light")


def test_settings_and_language_are_taken_at_once_and_outlive_the_kernel(
    open_notebook: OpenNotebook, screenshot: Shot
) -> None:
    notebook = open_notebook(CELL)
    board = notebook.board
    board.locator('[data-tool="settings"]').click()
    board.locator('[data-key="setting language"]').select_option("de")
    expect(board).to_have_attribute("lang", "de")
    expect(board.locator('[data-key="setting letters"]')).to_have_value("ABDK")
    board.locator('[data-key="setting theme"]').select_option("dark")
    expect(board).to_have_attribute("data-theme", "dark")
    screenshot("board-german-settings", board)
    notebook.restart_kernel()
    notebook.run_all()
    board = notebook.board
    expect(board).to_have_attribute("data-theme", "dark")
    expect(board).to_have_attribute("lang", "de")
    board.locator('[data-key="pile W1"]').click()
    board.locator('[data-key="pile S"]').focus()
    notebook.page.keyboard.press("f")
    expect(board.locator(".status .words")).to_contain_text("passt jetzt auf kein Fundament")
    board.locator('[data-tool="rules"]').click()
    expect(board.locator(".panel")).to_contain_text("Nur die oberste Karte eines Ablagestapels")
    screenshot("board-german-rules", board)
    assert notebook.faults == []


def test_what_the_boards_panel_chooses_reaches_exercise_drill_and_clock(
    open_notebook: OpenNotebook, screenshot: Shot
) -> None:
    notebook = open_notebook(
        "from calclab.widgets import Ask, Board, Clock, Drill",
        "Board('calculation', seed=16)",
        "ask = Ask(4, seed='y')\nask",
        "Drill('next', seed=1, progress=':memory:')",
        "Clock(13, 3)",
    )
    page = notebook.page
    board = page.locator(".calclab.board")
    board.locator('[data-tool="settings"]').click()
    language = board.locator('[data-key="setting language"]')
    language.focus()
    language.select_option("de")
    expect(page.locator(".calclab.exercise .question")).to_contain_text("Was ist Karte 6")
    expect(page.locator(".calclab.drill h3")).to_contain_text("Was kommt als Nächstes?")
    expect(page.locator(".calclab.drill .tools")).to_contain_text("Merkkarte")
    expect(page.locator(".calclab.clock")).to_contain_text("D")
    expect(language).to_be_focused()
    board.locator('[data-key="setting theme"]').select_option("contrast")
    for kind in ("exercise", "drill", "clock"):
        expect(page.locator(f".calclab.{kind}")).to_have_attribute("data-theme", "contrast")
    field = page.locator(".calclab.exercise input.answer")
    field.fill("b")
    field.press("Enter")
    expect(page.locator(".calclab.exercise .verdict-area")).to_contain_text("Ja, B")
    screenshot("panel-reaches-all", page)
    page.locator(".calclab.exercise .buttons-area .btn").click()
    expect(page.locator(".calclab.exercise input.answer")).to_be_focused()
    assert notebook.faults == []


def test_a_damaged_game_is_named_on_the_board_that_would_have_gone_on_with_it(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(CELL)
    notebook.python("board.play('S-W1')")
    expect(last_move(notebook.board)).to_contain_text("1. S-W1")
    (path,) = (notebook.lab.home / "games").glob("*.json")
    path.write_text("{", encoding="utf-8")
    notebook.restart_kernel()
    notebook.run_all()
    expect(notebook.board.locator(".message")).to_contain_text(".aside")
    expect(last_move(notebook.board)).to_have_text("")
    assert notebook.python("print(board.record.at)") == "0"


def test_a_move_made_while_a_cell_runs_is_shown_and_waits_for_python(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(CELL)
    kernel = "window.calclabPanel.context.sessionContext.session.kernel"
    board = notebook.board
    board.locator('[data-key="pile S"]').focus()
    endless = "import threading; threading.Event().wait()"
    notebook.page.evaluate(f"code => {{ {kernel}.requestExecute({{code}}); }}", endless)
    notebook.page.keyboard.press("1")
    expect(last_move(board)).to_contain_text("1. S-W1")
    expect(board.locator(".status")).to_contain_text("Waiting for Python")
    notebook.page.keyboard.press("2")
    notebook.page.keyboard.press("3")
    notebook.page.evaluate(f"() => {kernel}.interrupt()")
    expect(last_move(board)).to_contain_text("2. S-W2")
    assert notebook.python("print(*board.record.moves)") == "S-W1 S-W2"


def test_a_new_deal_of_another_game_by_its_form(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(CELL)
    board = notebook.board
    board.locator('[data-tool="new"]').click()
    panel = board.locator(".panel")
    expect(panel).to_be_visible()
    panel.locator("select").first.select_option("musical")
    panel.locator('input[type="text"], input:not([type])').first.fill("blue whale")
    panel.locator('button[type="submit"], button.primary').first.click()
    expect(board).to_have_attribute("aria-label", "Board: Musical")
    board.locator('[data-key="pile W1"]').focus()
    notebook.page.keyboard.press("d")
    expect(last_move(board)).to_contain_text("1. deal")
    answer = notebook.python("print(board.game.variant.id, board.record.start.seed)")
    assert answer == "musical blue whale"


def test_after_a_restart_of_the_kernel_every_widget_says_what_to_do(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(CELL, "from calclab.widgets import Ask\nAsk(2, seed='gone')")
    expect(notebook.board).to_be_visible()
    ask = notebook.page.locator(".calclab.exercise")
    expect(ask).to_be_visible()
    notebook.restart_kernel()
    notebook.board.locator('[data-key="pile S"]').click()
    notebook.board.locator('[data-key="pile W2"]').click()
    expect(notebook.board.locator(".message")).to_contain_text("run the cell again")
    expect(notebook.board.locator(".is-picked")).to_have_count(0)
    ask.get_by_role("textbox").fill("A")
    ask.get_by_role("button", name="Check").click()
    expect(ask.locator(".verdict")).to_contain_text("run the cell again")
    notebook.run_all()
    expect(notebook.board.locator(".message")).to_be_hidden()
    notebook.board.locator('[data-key="pile S"]').click()
    notebook.board.locator('[data-key="pile W2"]').click()
    expect(last_move(notebook.board)).to_contain_text("1. S-W2")
