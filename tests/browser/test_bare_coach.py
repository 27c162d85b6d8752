"""The coach's sheet in the browser, alone: what it shows, lights, says and sends."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import bare_sheets as sheets
from tests.browser.bare import BareBoard, traits
from tests.browser.bare_states import MOVES, STATE, TABLE

Open = Callable[..., BareBoard]
Faults = Callable[..., list[str]]


@pytest.fixture
def open_sheet(bare_page: Callable[..., Page]) -> Open:
    """A function that shows a sheet above the standard position."""

    def open_one(
        sheet: dict[str, Any] | None = None, width: int = 1000, theme: str = "light",
        state: dict[str, Any] | None = None, **context: Any,
    ) -> BareBoard:  # fmt: skip
        page = bare_page(viewport={"width": max(width, 360), "height": 900}, **context)
        data = traits(TABLE, {**STATE, **(state or {})}, MOVES)
        data["_settings"]["theme"] = theme
        data["_sheet"] = sheet or {}
        data["_line"]["moves"] = [{"n": 1, "text": "S-F4"}]
        return BareBoard(page, data, width)

    return open_one


def lit(board: BareBoard) -> list[str | None]:
    """The cards that a hint lights, by name."""
    cards = board.root.locator(".is-hinted")
    return [card.get_attribute("data-card") for card in cards.all()]


# hints


def test_the_key_asks_for_one_step_after_the_other(open_sheet: Open) -> None:
    board = open_sheet()
    board.pile("S").focus()
    for told in (sheets.HINT, sheets.HINT_2, sheets.HINT_3):
        board.page.keyboard.press("h")
        board.take(_sheet=told)
    board.page.keyboard.press("h")
    sent = [(message["type"], message.get("step")) for message in board.sent]
    assert sent == [("hint", None), ("hint", 2), ("hint", 3), ("hint", 3)]
    assert board.root.locator(":focus").get_attribute("data-key") == "pile S", "focus stays"


WAITING = "Waiting for Python: a cell is running, or its kernel has stopped."


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("h", {"_sheet": sheets.HINT}),
        ("w", {"_sheet": sheets.ASK}),
        ("v", {"_message": {"text": "No.", "tone": "error"}}),
    ],
)
def test_a_question_that_python_does_not_hear_yet_says_so_until_the_answer_comes(
    open_sheet: Open, key: str, answer: dict[str, Any]
) -> None:
    board = open_sheet()
    status = board.root.locator(".status")
    before = status.inner_text()
    board.pile("S").focus()
    board.page.keyboard.press(key)
    assert status.inner_text() == before, "a quick answer is no matter for a word"
    expect(status).to_contain_text(WAITING)
    assert board.spoken == WAITING
    board.take(**answer)
    assert status.inner_text() == before
    board.page.wait_for_timeout(900)
    assert status.inner_text() == before, "nothing is waited for any more"


def test_a_question_that_is_answered_at_once_is_never_waited_for(open_sheet: Open) -> None:
    board = open_sheet()
    board.pile("S").focus()
    board.page.keyboard.press("h")
    board.take(_sheet=sheets.HINT)
    board.page.wait_for_timeout(900)
    assert WAITING not in board.root.inner_text()


def test_each_step_is_spoken_and_lights_what_it_means(open_sheet: Open) -> None:
    board = open_sheet()
    board.take(_sheet=sheets.HINT)
    assert board.spoken == f"Step 1 · where to look. {sheets.LOOK}"
    assert lit(board) == ["8C"]
    board.take(_sheet=sheets.HINT_2)
    assert board.spoken == f"Step 2 · what to compare. {sheets.COMPARE}"
    assert sorted(map(str, lit(board))) == ["10C", "KH"]
    board.take(_sheet=sheets.HINT_3)
    assert board.spoken.startswith("Step 3 · the move. 2♠ to W4 Covers only Kings")
    assert lit(board) == ["KH"]
    board.take(_sheet={})
    assert lit(board) == []
    expect(board.root.locator(".sheet")).to_be_hidden()


def test_no_bar_is_drawn_until_the_chances_are_asked_for(open_sheet: Open) -> None:
    board = open_sheet(sheets.HINT_3)
    assert board.root.locator(".moves li").count() == 4
    assert board.root.locator(".track").count() == 0
    board.root.get_by_role("button", name="Show chances").click()
    assert board.sent[-1]["type"] == "chances"
    board.take(_sheet=sheets.HINT_4)
    rows = board.root.locator(".chance")
    assert rows.all_inner_texts() == ["38 %", "34 %", "proved won", "too few tries to tell"]
    bar = rows.first.locator(".track")
    assert bar.get_attribute("aria-label") == "38 %, between 35 and 40 %"
    whole, fill, between = (
        board.page.evaluate("e => e.getBoundingClientRect().toJSON()", one.element_handle())
        for one in (bar, bar.locator(".fill"), bar.locator(".ci"))
    )
    assert fill["width"] / whole["width"] == pytest.approx(0.38 / 0.5, abs=0.01)
    assert (between["x"] - whole["x"]) / whole["width"] == pytest.approx(0.353 / 0.5, abs=0.01)
    assert between["width"] / whole["width"] == pytest.approx(0.047 / 0.5, abs=0.01)


def test_many_moves_wait_behind_a_button_so_that_the_piles_stay_in_sight(
    open_sheet: Open,
) -> None:
    board = open_sheet(sheets.HINT_3_LONG)
    rows, button = board.root.locator(".moves li"), board.root.locator(".rest")
    assert rows.count() == 3
    button.focus()
    board.page.keyboard.press("Enter")
    assert rows.count() == 6 and button.count() == 0
    board.take(_sheet={**sheets.HINT_3_LONG, "id": 32})
    assert rows.count() == 6, "they stay open for this position"
    board.take(_state={**STATE, "n": 36})
    board.take(_sheet={**sheets.HINT_3_LONG, "id": 33})
    assert rows.count() == 3
    chances = [{**one, **sheets.HINT_4["moves"][0]} for one in sheets.HINT_3_LONG["moves"]]
    board.take(_sheet={**sheets.HINT_4, "id": 34, "moves": chances})
    assert rows.count() == 6, "chances are compared"


def test_the_button_speaks_of_two_piles_only_where_there_are_two(open_sheet: Open) -> None:
    board = open_sheet(sheets.HINT)
    assert board.root.get_by_role("button", name="Two piles to compare").count() == 1
    board.take(_sheet={**sheets.HINT, "id": 41, "is_pair": False})
    assert board.root.get_by_role("button", name="Two piles to compare").count() == 0
    board.root.get_by_role("button", name="Next step").click()
    assert board.sent[-1]["step"] == 2


def test_the_coach_says_what_it_does_not_look_at(open_sheet: Open) -> None:
    board = open_sheet(sheets.HINT)
    expect(board.root.locator(".sheet .note")).to_have_text("does not look at the ribbon")
    board.take(_settings={**board.settings, "coming": 0})
    expect(board.root.locator(".sheet .note")).to_have_text(
        "sees what you see, never the stock’s order"
    )


def test_play_1_plays_the_best_move(open_sheet: Open) -> None:
    board = open_sheet(sheets.HINT_3)
    board.root.get_by_role("button", name="Play 1").click()
    assert board.sent[-1] == {"type": "play", "serial": 1, "n": 35, "move": "S-W4"}
    assert board.tops("W4") == "2S"
    assert lit(board) == [], "the card has gone; nothing is lit while Python answers"


def test_another_level_thinks_again_at_the_same_step(open_sheet: Open) -> None:
    board = open_sheet(sheets.HINT_2)
    board.root.get_by_role("button", name="strong").click()
    assert board.sent[-1] == {"type": "hint", "serial": 1, "n": 35, "step": 2, "level": "strong"}
    board.take(_sheet={**sheets.HINT_2, "level": "strong", "busy": True})
    expect(board.root.locator(".sheet")).to_contain_text("Thinking")
    board.root.get_by_role("button", name="Cancel").click()
    assert board.sent[-1]["type"] == "sheet"


@pytest.mark.parametrize("ask", ["press", "h", "v"])
def test_in_a_game_that_the_coach_does_not_play_its_tools_are_off_and_say_why(
    ask: str, open_sheet: Open
) -> None:
    board = open_sheet({})
    tool = board.root.get_by_role("button", name="Hint", exact=True)
    assert tool.get_attribute("aria-disabled") == "false" and tool.get_attribute("title") == "Hint"
    board.take(_table={**TABLE, "serial": 2, "coached": False}, _state={**STATE, "serial": 2})
    reason = "The coach does not play this game."
    tool = board.root.get_by_role("button", name="Hint", exact=True)
    assert tool.get_attribute("aria-disabled") == "true" and tool.get_attribute("title") == reason
    before = len(board.sent)
    if ask == "press":
        tool.click(force=True)
    else:
        board.pile("S").focus()
        board.page.keyboard.press(ask)
    expect(board.root.locator(".message")).to_contain_text(reason)
    assert board.spoken == reason and len(board.sent) == before


def test_in_a_test_nothing_helps(open_sheet: Open) -> None:
    board = open_sheet(sheets.HINT_3, state={"test": True})
    expect(board.root.locator(".sheet")).to_be_hidden()
    assert board.root.locator('[data-tool="hint"]').count() == 0
    board.pile("S").focus()
    for key in "hwv":
        board.page.keyboard.press(key)
    assert board.sent == []
    assert "no hints" in board.spoken
    board.root.locator('[data-key="tool more"]').click()
    assert board.root.locator('[data-tool="winnable"], [data-tool="review"]').count() == 0


def test_escape_closes_the_sheet_and_then_belongs_to_the_notebook(open_sheet: Open) -> None:
    board = open_sheet(sheets.HINT)
    board.pile("S").focus()
    board.page.keyboard.press("Escape")
    assert board.sent[-1]["type"] == "sheet"
    board.take(_sheet={})
    board.page.keyboard.press("Escape")
    assert len(board.sent) == 1


# the solver


def test_the_solver_is_asked_and_its_search_can_be_cancelled(open_sheet: Open) -> None:
    board = open_sheet()
    board.root.locator('[data-key="tool more"]').click()
    board.root.locator('[data-key="menu winnable"]').click()
    assert board.sent[-1] == {"type": "winnable", "serial": 1, "n": 35}
    board.take(_sheet=sheets.ASK)
    assert "You do not see it" in board.spoken
    board.root.get_by_role("button", name="Ask the solver").click()
    assert board.sent[-1]["limit"] == 2
    board.page.keyboard.press("w")
    assert board.sent[-1]["limit"] == 2
    board.take(_sheet=sheets.SEARCHING)
    progress = board.root.get_by_role("progressbar")
    assert progress.get_attribute("aria-valuenow") == "24"
    expect(board.root.locator(".sheet")).to_contain_text("Searching: 2 of 10 seconds")
    board.root.get_by_role("button", name="Cancel").click()
    assert board.sent[-1]["type"] == "sheet"
    board.take(_sheet=sheets.UNKNOWN)
    assert board.spoken == "Unknown. No answer after 2 seconds."
    board.root.get_by_role("button", name="Search for 60 seconds").click()
    assert board.sent[-1]["limit"] == 60


def test_show_me_steps_through_the_line(open_sheet: Open) -> None:
    board = open_sheet(sheets.WON)
    board.pile("S").focus()
    board.page.keyboard.press("w")
    assert board.sent[-1]["action"] == "show"
    line = {**STATE, "can_undo": True, "can_redo": True}
    board.take(_sheet=sheets.LINE, _state=line, _moves={})
    board.root.get_by_role("button", name="Next", exact=True).click()
    assert board.sent[-1]["type"] == "redo"
    board.take(_sheet={**sheets.LINE, "at": 3}, _state={**line, "n": 36})
    board.page.keyboard.press("u")
    assert board.sent[-1]["type"] == "undo"
    board.take(_sheet={**sheets.LINE, "at": 2}, _state=line)
    board.root.get_by_role("button", name="Play on from here").click()
    assert board.sent[-1]["action"] == "here"
    board.root.get_by_role("button", name="Back to my game").click()
    assert board.sent[-1]["type"] == "sheet"
    assert board.root.locator('[data-tool="hint"]').get_attribute("aria-disabled") == "true"


def test_play_all_goes_on_by_itself_until_it_is_paused(open_sheet: Open) -> None:
    board = open_sheet(sheets.LINE, state={"can_undo": True, "can_redo": True})
    redone = "() => window.models.one.sent.filter((one) => one.type === 'redo').length"
    board.root.get_by_role("button", name="Play all").click()
    board.page.wait_for_function(f"({redone})() === 1")
    line = {**STATE, "can_undo": True, "can_redo": True, "n": 36}
    board.take(_sheet={**sheets.LINE, "at": 3}, _state=line)
    board.page.wait_for_function(f"({redone})() === 2")
    board.root.get_by_role("button", name="Pause").click()
    board.take(_sheet={**sheets.LINE, "at": 4}, _state={**line, "n": 37})
    expect(board.root.get_by_role("button", name="Play all")).to_be_visible()


def test_a_step_back_pauses_a_line_that_plays_by_itself(open_sheet: Open) -> None:
    board = open_sheet(sheets.LINE, state={"can_undo": True, "can_redo": True})
    board.root.get_by_role("button", name="Play all").click()
    board.page.wait_for_function("() => window.models.one.sent.length === 1")
    line = {**STATE, "can_undo": True, "can_redo": True}
    board.pile("S").focus()
    board.page.keyboard.press("u")
    board.take(_sheet={**sheets.LINE, "at": 3}, _state={**line, "n": 36})
    board.page.wait_for_function("() => window.models.one.sent.length === 2")
    board.take(_sheet=sheets.LINE, _state=line)
    expect(board.root.get_by_role("button", name="Play all")).to_be_visible()
    board.page.wait_for_timeout(900)
    assert [one["type"] for one in board.sent] == ["redo", "undo"]


# how it looks


WIDTHS = [360, 1280, 1920]
PICTURED = ("hint-2", "hint-4", "review")
IN_EVERY_THEME = ("hint-4", "unknown", "line", "review", "tried")


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing_on_any_sheet(theme: str, open_sheet: Open, axe_faults: Faults) -> None:
    board = open_sheet(theme=theme)
    for name in sheets.ALL if theme == "light" else IN_EVERY_THEME:
        board.take(_sheet=sheets.ALL[name])
        assert axe_faults(board.page, ".sheet") == [], name
    assert axe_faults(board.page) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_on_a_sheet_is_cut_off(
    width: int, open_sheet: Open, screenshot: Callable[..., Path]
) -> None:
    board = open_sheet(width=width)
    wide = """() => {
      const frame = document.querySelector('.sheet').getBoundingClientRect();
      return [...document.querySelectorAll('.sheet *')].filter((one) => {
        const box = one.getBoundingClientRect();
        const outside = box.right > frame.right + 1 || box.left < frame.left - 1;
        return box.width && !one.closest('svg') && outside;
      }).map((one) => one.outerHTML.slice(0, 90));
    }"""
    for name, told in sheets.ALL.items():
        board.take(_sheet=told)
        assert board.page.evaluate(wide) == [], name
        if name in PICTURED:
            screenshot(f"sheet-{name}-{width}", board.root)


def test_buttons_on_a_phone_are_large_enough_for_a_finger(open_sheet: Open) -> None:
    board = open_sheet(width=360, has_touch=True)
    for name, told in sheets.ALL.items():
        board.take(_sheet=told)
        for button in board.root.locator(".sheet button, .sheet select").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 43.5, (name, button.inner_text())
