"""The review in the browser, alone: its curve, its turning points, and what they send."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from calclab.messages import speaking
from tests.browser import bare_sheets as sheets
from tests.browser.bare import BareBoard
from tests.browser.test_bare_coach import open_sheet  # noqa: F401

Open = Callable[..., BareBoard]


def test_the_review_shows_its_curve_and_three_turning_points(open_sheet: Open) -> None:  # noqa: F811
    board = open_sheet()
    board.take(_sheet=sheets.REVIEW)
    assert board.spoken == (
        "lost with 43 of 52 placed · 65 moves · 3 mistakes. "
        "Chance to win: 6 % at the start, 0 % at the end. "
        "After 57 moves the game could still be won, with the stock known."
    )
    rows = board.root.locator(".turns li")
    assert rows.locator(".to b").all_inner_texts() == [one["text"] for one in sheets.TURNS]
    assert rows.locator(".fell").first.get_attribute("aria-label") == "from 100 % to 0 %"
    expect(rows.first).to_contain_text("It led to this: Three moves later")
    path = board.root.locator(".curve .stroke").get_attribute("d") or ""
    assert len(path.split("L")) == len(sheets.REVIEW["curve"])
    assert board.root.locator(".curve .turn").count() == 3
    board.root.get_by_role("button", name="Play on from here: move 43").click()
    assert board.sent[-1] == {"type": "retry", "serial": 1, "n": 35, "turn": 1}
    board.root.get_by_role("button", name="Show the winning line from 58").click()
    assert board.sent[-1]["type"] == "review_line"


MEETING = """() => {
  const words = [...document.querySelectorAll('.curve text')];
  const boxes = words.map((one) => [one.textContent, one.getBoundingClientRect()]);
  const across = (a, b) => a.left < b.right && b.left < a.right;
  const meet = (a, b) => across(a, b) && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap(([text, box], at) =>
    boxes.slice(at + 1).filter(([, other]) => meet(box, other)).map(([other]) => [text, other]));
}"""


OUTSIDE = """() => {
  const box = document.querySelector('.curve').getBoundingClientRect();
  return [...document.querySelectorAll('.curve text, .curve .plate')].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < box.left || right > box.right || top < box.top || bottom > box.bottom;
  }).map((one) => one.textContent);
}"""

COVERED = """() => {
  const [plate, text] = ['.plate', '.plate + text'].map((one) =>
    document.querySelector('.curve ' + one).getBoundingClientRect());
  const here = document.querySelector('.curve .here').getBoundingClientRect();
  return [text.left > plate.left && text.right < plate.right && text.top > plate.top,
    here.bottom < plate.top || here.top > plate.bottom];
}"""


@pytest.mark.parametrize(("last", "lost"), [(8, 40), (20, 42), (36, 45), (64, 66)])
def test_no_two_words_of_the_curve_meet_on_a_phone(
    last: int,
    lost: int,
    open_sheet: Open,  # noqa: F811
) -> None:
    told = {**sheets.REVIEW, "last_chance": last, "lost_from": lost, "turns": []}
    board = open_sheet(told, width=244)
    assert board.root.locator(".curve .moment").count() == 1
    assert board.page.evaluate(MEETING) == []
    assert board.page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [244, 360, 1000])
def test_the_words_at_the_pointer_stay_in_the_frame_and_off_the_curve(
    language: str,
    width: int,
    open_sheet: Open,  # noqa: F811
) -> None:
    with speaking(language):
        board = open_sheet({**sheets.REVIEW, "last_chance": 20, "unknown": [20, 58]}, width=width)
    curve = board.root.get_by_role("slider")
    curve.focus()
    for key in ("Home", *["PageUp"] * 7):
        board.page.keyboard.press(key)
        assert board.page.evaluate(OUTSIDE) == []
        assert board.page.evaluate(COVERED) == [True, True]


def test_what_lies_between_won_and_lost_is_called_unknown_where_there_is_room(
    open_sheet: Open,  # noqa: F811
) -> None:
    told = {**sheets.REVIEW, "last_chance": 20, "unknown": [20, 58]}
    board = open_sheet(told)
    expect(board.root.locator(".curve")).to_contain_text("unknown")
    board.take(_sheet={**told, "unknown": None, "id": 77})
    expect(board.root.locator(".curve")).not_to_contain_text("unknown")


def test_the_curve_is_walked_by_keys_and_pointer(open_sheet: Open) -> None:  # noqa: F811
    board = open_sheet(sheets.REVIEW, reduced_motion="reduce")
    curve = board.root.get_by_role("slider")
    curve.focus()
    words = []
    for key in ("Home", "ArrowRight", "ArrowRight", "PageUp"):
        board.page.keyboard.press(key)
        words.append((curve.get_attribute("aria-valuetext") or "").split(":")[0])
    assert words == ["at the start", "after move 1", "after move 2", "after move 12"]
    assert curve.get_attribute("aria-valuetext") == "after move 12: 3 %"
    board.page.keyboard.press("Enter")
    assert board.sent[-1] == {"type": "review_go", "serial": 1, "n": 35, "ply": 12}
    box = curve.bounding_box()
    assert box is not None
    board.page.mouse.click(box["x"] + box["width"] - 4, box["y"] + 100)
    assert board.sent[-1]["ply"] == len(sheets.REVIEW["curve"]) - 1


def test_a_review_is_asked_for_at_the_end_and_shows_its_progress(open_sheet: Open) -> None:  # noqa: F811
    over = {"outcome": "lost", "over": {"title": "No move is left", "text": ""}}
    board = open_sheet(state=over)
    board.root.locator(".banner").get_by_role("button", name="Review").click()
    assert board.sent[-1] == {"type": "review", "serial": 1, "n": 35}
    board.take(_sheet=sheets.REVIEWING)
    assert board.root.get_by_role("progressbar").get_attribute("aria-valuenow") == "30"
    board.root.get_by_role("button", name="Cancel").click()
    assert board.sent[-1]["type"] == "sheet"
    board.take(_sheet=sheets.REVIEW)
    board.root.get_by_label("How long each move is looked at").select_option("strong")
    assert board.sent[-1]["level"] == "strong"


def test_a_turning_point_is_tried_again(open_sheet: Open) -> None:  # noqa: F811
    board = open_sheet(sheets.RETRY)
    sheet = board.root.locator(".sheet")
    expect(sheet).not_to_contain_text("F3 also waits")
    board.root.get_by_role("button", name="Show the better move").click()
    assert board.sent[-1]["type"] == "better"
    board.take(_sheet=sheets.BETTER)
    expect(sheet).to_contain_text("Better: J♦ to F3 F3 also waits for a J.")
    board.take(_sheet=sheets.TRIED)
    assert board.spoken == sheets.TRIED["result"]
    board.root.get_by_role("button", name="Back to the review").click()
    assert board.sent[-1]["type"] == "review"


def test_a_jump_on_the_curve_brings_the_table_into_view(open_sheet: Open) -> None:  # noqa: F811
    board = open_sheet(sheets.REVIEW, reduced_motion="reduce")
    board.page.set_viewport_size({"width": 1000, "height": 600})
    below = "() => document.querySelector('.table-area').getBoundingClientRect().top >= innerHeight"
    board.page.evaluate("() => scrollTo(0, 0)")
    assert board.page.evaluate(below), "the sheet pushes it out"
    box = board.root.get_by_role("slider").bounding_box()
    assert box is not None
    board.page.mouse.click(box["x"] + 300, box["y"] + 100)
    assert not board.page.evaluate(below)
    board.page.set_viewport_size({"width": 1000, "height": 1000})
    board.page.evaluate("() => scrollTo(0, 0)")
    board.page.mouse.click(box["x"] + 300, box["y"] + 100)
    assert not board.page.evaluate(below)
    again = board.root.get_by_role("slider").bounding_box()
    assert again is not None and again["y"] > -1, "where there is room the curve stays too"
    board.page.evaluate("() => scrollTo(0, 0)")
    board.take(_sheet={**sheets.RETRY, "id": 88})
    assert not board.page.evaluate(below)


def test_what_a_fall_without_a_mark_is_stands_under_the_curve(open_sheet: Open) -> None:  # noqa: F811
    board = open_sheet(sheets.REVIEW)
    expect(board.root.locator(".last-text")).to_contain_text("A fall without a mark")
    board.take(_sheet={**sheets.REVIEW, "id": 89, "luck_text": ""})
    expect(board.root.locator(".last-text")).not_to_contain_text("A fall without a mark")


def test_before_the_first_move_the_key_says_that_there_is_nothing_to_review(
    open_sheet: Open,  # noqa: F811
) -> None:
    board = open_sheet()
    board.take(_line={"at": 0, "moves": [], "branches": []})
    board.pile("S").focus()
    board.page.keyboard.press("v")
    assert board.spoken == "Play a move first; then there is something to review."
    assert board.root.locator(".message").is_visible()
    assert not [one for one in board.sent if one["type"] == "review"]
