"""The board in the browser, alone: what it shows, what it sends, what it does while it waits."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from calclab.widgets.board import Board
from calclab.widgets.board_texts import texts
from tests.browser.bare import BareBoard, traits
from tests.browser.bare_states import MOVES, STATE, TABLE, after, moves_to

OpenBoard = Callable[..., BareBoard]


@pytest.fixture
def open_board(bare_page: Callable[..., Page]) -> OpenBoard:
    """A function that shows the standard position, or another one, at a width."""

    def open_one(
        width: int = 1000, settings: dict[str, Any] | None = None, page: Page | None = None,
        table: dict[str, Any] | None = None, state: dict[str, Any] | None = None,
        moves: dict[str, Any] | None = None, texts: dict[str, str] | None = None,
        key: str = "one", **context: Any,
    ) -> BareBoard:  # fmt: skip
        if page is None:
            page = bare_page(viewport={"width": max(width, 400), "height": 900}, **context)
        data = traits(TABLE if table is None else table, STATE if state is None else state,
                      MOVES if moves is None else moves)  # fmt: skip
        data["_settings"].update(settings or {})
        data["_texts"].update(texts or {})
        return BareBoard(page, data, width, key)

    return open_one


# ---------- what it shows ----------


def test_a_board_shows_every_pile_with_its_height(open_board: OpenBoard) -> None:
    board = open_board()
    assert board.tops("S") == "2S"
    assert board.pile("W2").locator(".card").count() == 7
    assert board.root.locator('[data-pile="W2"] .height').text_content() == "7"
    assert board.pile("W1").get_attribute("aria-label") == (
        "Waste pile 1, 5 cards, top card Q♠, below it 10♠ 8♣ 8♠ K♠"
    )
    assert board.pile("F3").get_attribute("aria-label") == (
        "Foundation F3, +3, top card Q♦, needs 2, 4 of 13"
    )


def test_the_ribbon_marks_what_fits_a_foundation_now(open_board: OpenBoard) -> None:
    board = open_board()
    ready = board.root.locator(".tiles .tile.ready")
    assert [tile.get_attribute("data-card") for tile in ready.all()] == [
        "2D", "5S", "5D", "5C", "8H",
    ]  # fmt: skip


def test_a_found_rank_lights_all_its_copies_and_says_how_far_they_are(
    open_board: OpenBoard,
) -> None:
    board = open_board()
    board.root.locator('[data-rank="10"]').click()
    lit = board.root.locator(".is-found[data-card]")
    assert sorted(card.get_attribute("data-card") or "" for card in lit.all()) == [
        "10C", "10D", "10H", "10S",
    ]  # fmt: skip
    board.page.keyboard.press("/")
    board.page.keyboard.type("7")
    assert "in 13 cards" in board.spoken
    assert "on W3" in board.spoken or "in W3 under 3" in board.spoken


def test_a_rank_of_two_digits_is_typed_after_the_find_key(open_board: OpenBoard) -> None:
    board = open_board()
    board.pile("S").focus()
    board.page.keyboard.press("g")
    board.page.keyboard.type("10")
    assert board.spoken.startswith("10: ")


def test_ranks_above_the_king_are_drawn_as_digits(open_board: OpenBoard) -> None:
    board = open_board(state={**STATE, "S": ["28C"]}, table={**TABLE, "modulus": 29})
    assert board.top("S").locator(".glyph.big path").count() == 2


def test_words_from_outside_are_never_read_as_markup(open_board: OpenBoard) -> None:
    evil = "<img src=x onerror=\"document.title='caught'\">"
    board = open_board(
        table={**TABLE, "seed": evil, "title": evil, "rules": {"title": evil, "lines": [evil]}},
        state={**STATE, "status": {"lead": evil, "text": evil}},
    )
    board.take(_message={"id": 1, "text": evil, "tone": "error"})
    board.root.locator('[data-key="tool rules"]').click()
    assert board.root.locator("img").count() == 0
    assert board.page.title() == "bare"
    expect(board.root.locator(".message")).to_contain_text(evil)


# ---------- moving ----------


def test_a_click_picks_up_and_lights_the_legal_targets(open_board: OpenBoard) -> None:
    board = open_board()
    board.top("S").click()
    lit = board.root.locator(".card.is-legal")
    assert lit.count() == 6
    assert board.spoken == "2♠ picked up. Goes to F3, F4, any waste pile. Esc puts it back."
    assert board.pile("S").get_attribute("aria-pressed") == "true"
    assert board.sent == []


def test_a_move_is_shown_before_python_has_answered(open_board: OpenBoard) -> None:
    board = open_board()
    shown = board.page.evaluate(
        """async () => {
          const top = (name) => document.querySelector(`[data-name="${name}"] .card.is-top`);
          top('S').click();
          top('F3').click();
          await new Promise(requestAnimationFrame);
          return [top('F3').dataset.card, top('S').dataset.card];
        }"""
    )
    assert shown == ["2S", "6H"]
    assert board.sent == [{"type": "play", "serial": 1, "n": 35, "move": "S-F3"}]


def test_the_kernels_state_corrects_what_was_shown(open_board: OpenBoard) -> None:
    board = open_board()
    board.top("S").click()
    board.top("F3").click()
    board.take(_state={**STATE, "n": 36, "S": ["KD"], "F3": [*STATE["F3"], "2S"]}, _moves={})
    assert board.tops("S") == "KD"


def test_one_fast_click_waits_and_is_judged_against_the_new_moves(open_board: OpenBoard) -> None:
    board = open_board()
    for name in ("S", "F3", "S", "W1", "S", "W2"):
        board.top(name).click()
    assert [message["move"] for message in board.sent] == ["S-F3"]
    new = {**STATE, **after("F3")}
    board.take(_state=new, _moves=moves_to(["W1", "W2"], new))
    assert [(message["n"], message["move"]) for message in board.sent] == [
        (35, "S-F3"), (36, "S-W1"),
    ]  # fmt: skip
    assert board.tops("W1") == "6H"


def test_a_fast_click_that_has_become_illegal_is_left_to_python(open_board: OpenBoard) -> None:
    board = open_board()
    for name in ("S", "W1", "S", "F3"):
        board.top(name).click()
    new = {**STATE, **after("W1")}
    board.take(_state=new, _moves=moves_to(["W1"], new))
    assert board.sent[-1] == {"type": "play", "serial": 1, "n": 36, "move": "S-F3"}
    assert board.tops("F3") == "QD"


def test_a_state_of_the_same_move_does_not_take_the_shown_move_back(open_board: OpenBoard) -> None:
    board = open_board()
    board.top("S").click()
    board.top("F4").click()
    board.take(_state={**STATE, "spoken": "in another language"})
    assert board.tops("F4") == "2S"


def test_a_refusal_shows_why_and_puts_the_card_back(open_board: OpenBoard) -> None:
    board = open_board()
    board.top("S").click()
    board.top("F1").click()
    assert board.sent[-1]["move"] == "S-F1"
    why = "F1 needs 5 (4 + 1); the turned card is 2♠"
    board.take(_refusal={"id": 1, "move": "S-F1", "text": why, "target": "F1"})
    assert board.spoken == why
    expect(board.root.locator('[data-pile="F1"] .why')).to_have_text(why)
    assert "is-illegal" in (board.top("F1").get_attribute("class") or "")
    assert board.tops("S") == "2S"
    board.top("S").click()
    assert board.root.locator(".is-illegal").count() == 0


def test_where_two_foundations_fit_a_double_click_asks(open_board: OpenBoard) -> None:
    board = open_board()
    board.top("S").dblclick()
    choices = board.root.locator(".chooser .choices button")
    assert choices.all_text_contents() == ["to F3", "to F4", "Cancel"]
    choices.nth(1).click()
    assert board.sent[-1]["move"] == "S-F4"
    assert board.root.locator(".chooser").count() == 0
    expect(board.pile("S")).to_be_focused()


def test_a_double_click_sends_to_the_one_foundation_that_fits(open_board: OpenBoard) -> None:
    board = open_board(moves=moves_to(["F3", "W1"]))
    board.top("S").dblclick()
    assert [message["move"] for message in board.sent] == ["S-F3"]


def test_stack_and_swap_on_one_pile_are_asked_for(open_board: OpenBoard) -> None:
    piles = [
        {"name": f"G{row}{column}", "kind": "grid", "label": f"Row {row}, pile {column}",
         "note": "", "row": row, "column": column}
        for row in (1, 2, 3) for column in range(1, 9)
    ]  # fmt: skip
    state = {**STATE, **{pile["name"]: ["5H"] for pile in piles}, "S": [], "needs": {}}
    moves = {
        "G12-G25": {"from": "G12", "to": "G25", "kind": "move", "label": "stack", "patch": {}},
        "G12xG25": {"from": "G12", "to": "G25", "kind": "swap", "label": "swap", "patch": {}},
    }
    table = {**TABLE, "foundations": [], "piles": piles, "has_turned": False}
    board = open_board(table=table, state=state, moves=moves)
    board.top("G12").click()
    board.top("G25").click()
    assert board.root.locator(".choices button").all_text_contents()[:2] == ["stack", "swap"]
    board.page.keyboard.press("Escape")
    board.top("G25").click()
    board.top("G12").click()
    assert board.sent[-1]["move"] == "G12xG25"


def test_the_stock_deals_where_the_game_deals(open_board: OpenBoard) -> None:
    moves = {"deal": {"from": "stock", "to": "W1", "kind": "deal", "label": "deal", "patch": {}}}
    board = open_board(table={**TABLE, "stock_move": "deal"}, moves=moves)
    board.root.locator("[data-stock]").click()
    assert board.sent[-1]["move"] == "deal"


# ---------- dragging ----------


def drag_by_mouse(board: BareBoard, source: str, target: str) -> None:
    start, end = board.top(source).bounding_box(), board.top(target).bounding_box()
    assert start and end
    mouse = board.page.mouse
    mouse.move(start["x"] + 40, start["y"] + 60)
    mouse.down()
    mouse.move(start["x"] + 60, start["y"] + 90, steps=3)
    expect(board.root.locator(".ghost")).to_have_count(1)
    mouse.move(end["x"] + 30, end["y"] + 60, steps=4)
    mouse.up()


def test_a_card_is_dragged_by_the_mouse(open_board: OpenBoard) -> None:
    board = open_board()
    drag_by_mouse(board, "S", "F4")
    assert [message["move"] for message in board.sent] == ["S-F4"]
    assert board.tops("F4") == "2S"
    assert board.root.locator(".ghost, .is-away").count() == 0


def test_a_card_dropped_where_it_does_not_fit_goes_back(open_board: OpenBoard) -> None:
    board = open_board()
    drag_by_mouse(board, "S", "F1")
    assert board.sent[-1]["move"] == "S-F1"
    assert board.tops("S") == "2S"
    drag_by_mouse(board, "W1", "W1")
    assert len(board.sent) == 1
    assert board.root.locator(".is-picked").count() == 0


def test_escape_ends_a_drag(open_board: OpenBoard) -> None:
    board = open_board()
    box = board.top("S").bounding_box()
    assert box
    board.pile("S").focus()
    board.page.mouse.move(box["x"] + 40, box["y"] + 60)
    board.page.mouse.down()
    board.page.mouse.move(box["x"] + 200, box["y"] + 160, steps=3)
    board.page.keyboard.press("Escape")
    assert board.root.locator(".ghost").count() == 0
    board.page.mouse.up()
    assert board.sent == []


TOUCH = """async ([from, to]) => {
  const at = (type, x, y, target) => target.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, composed: true, pointerId: 7, pointerType: 'touch',
    isPrimary: true, button: type === 'pointermove' ? -1 : 0, clientX: x, clientY: y}));
  const card = document.elementFromPoint(...from);
  at('pointerdown', ...from, card);
  for (let k = 1; k <= 5; k += 1) {
    at('pointermove', from[0] + (to[0] - from[0]) * k / 5, from[1] + (to[1] - from[1]) * k / 5, card);
  }
  at('pointerup', ...to, card);
}"""  # noqa: E501


def test_a_card_is_dragged_by_touch(open_board: OpenBoard) -> None:
    board = open_board(360, has_touch=True, is_mobile=True)
    start, end = board.top("S").bounding_box(), board.top("W1").bounding_box()
    assert start and end
    assert board.top("S").evaluate("card => getComputedStyle(card).touchAction") == "none"
    points = [[box["x"] + 30, box["y"] + 40] for box in (start, end)]
    board.page.evaluate(TOUCH, points)
    assert [message["move"] for message in board.sent] == ["S-W1"]


def test_a_tap_moves_too(open_board: OpenBoard) -> None:
    board = open_board(360, has_touch=True, is_mobile=True)
    board.top("S").tap()
    board.top("W3").tap()
    assert [message["move"] for message in board.sent] == ["S-W3"]


# ---------- keys ----------


def test_each_group_has_one_tab_stop(open_board: OpenBoard) -> None:
    board = open_board()
    stops = board.root.locator("[data-rove]").evaluate_all(
        """groups => groups.map((group) => [...group.querySelectorAll('[tabindex="0"]')]
             .filter((item) => item.closest('[data-rove]') === group).length)"""
    )
    assert stops == [1, 1, 1, 1]


def test_arrows_walk_the_table_and_enter_moves(open_board: OpenBoard) -> None:
    board = open_board()
    keys = board.page.keyboard
    board.pile("S").focus()
    keys.press("Enter")
    keys.press("ArrowDown")
    expect(board.root.locator("[data-name]:focus")).to_have_count(1)
    name = board.root.locator("[data-name]:focus").get_attribute("data-name")
    assert name in {"W1", "W2"}
    keys.press("Enter")
    assert board.sent[-1]["move"] == f"S-{name}"


def test_digits_letters_and_escape(open_board: OpenBoard) -> None:
    board = open_board(moves=moves_to(["F3", "W1", "W2", "W3", "W4"]))
    keys = board.page.keyboard
    board.pile("S").focus()
    keys.press("Shift+Digit2")
    assert board.spoken.startswith("A♣ picked up.")
    keys.press("Escape")
    keys.press("s")
    assert board.spoken == STATE["spoken"]
    keys.press("u")
    assert [message["type"] for message in board.sent] == ["undo"]
    board.take(_state={**STATE, "n": 34})
    assert board.spoken.startswith("Back at move 34. ") and "S-F4" not in board.spoken
    keys.press("Shift+Digit1")
    keys.press("Escape")
    board.pile("S").focus()
    keys.press("f")
    keys.press("3")
    assert [message.get("move") for message in board.sent] == [None, "S-F3"]
    keys.press("?")
    expect(board.root.locator(".panel h3")).to_have_text("Keyboard shortcuts")


HEARD = """() => {
  window.heard = [];
  document.addEventListener('keydown', (event) => window.heard.push(event.key));
}"""


def test_keys_do_not_reach_the_notebook_but_for_those_that_belong_to_it(
    open_board: OpenBoard,
) -> None:
    board = open_board()
    board.page.evaluate(HEARD)
    board.pile("S").focus()
    for key in ("b", "m", "d", "x", "Enter", "Escape", "ArrowDown", "1"):
        board.page.keyboard.press(key)
    assert board.page.evaluate("window.heard") == []
    for key in ("Shift+Enter", "Control+Enter", "Tab"):
        board.page.keyboard.press(key)
    heard = board.page.evaluate("window.heard")
    assert [key for key in heard if key not in {"Shift", "Control"}] == ["Enter", "Enter", "Tab"]
    board.page.evaluate("window.heard = []")
    board.page.keyboard.press("Escape")
    assert board.page.evaluate("window.heard") == ["Escape"]


# ---------- two views, leaving ----------


def test_two_views_of_a_model_agree_and_another_board_stays_apart(open_board: OpenBoard) -> None:
    board = open_board()
    board.add_view(400)
    other = open_board(page=board.page, key="two")
    views = board.page.locator(".calclab")
    assert views.count() == 3
    board.top("S").click()
    board.top("F3").click()
    board.take(_state={**STATE, **after("F3")}, _moves={})
    tops = [view.locator('[data-name="F3"] .is-top').get_attribute("data-card")
            for view in views.all()]  # fmt: skip
    assert tops == ["2S", "2S", "QD"]
    assert other.sent == []
    assert board.page.evaluate("document.querySelectorAll('.calclab [id]').length") == 0


def test_a_removed_view_listens_no_longer(open_board: OpenBoard) -> None:
    board = open_board()
    listening = board.page.evaluate("window.models.one.listening()")
    board.add_view()
    board.page.evaluate("window.views[1].stop()")
    assert board.page.evaluate("window.models.one.listening()") == listening
    assert board.page.locator(".calclab").count() == 1


# ---------- panels and settings ----------


def test_a_new_game_is_chosen_with_piles_and_seed(open_board: OpenBoard) -> None:
    board = open_board()
    board.root.locator('[data-key="game"]').click()
    panel = board.root.locator(".panel")
    panel.get_by_label("Waste piles").select_option("6")
    panel.get_by_label("seed").fill("12")
    panel.get_by_role("button", name="Deal").click()
    assert board.sent[-1] == {
        "type": "new", "serial": 1, "n": 35,
        "variant": "calculation", "seed": 12, "piles": 6, "modulus": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("choice", "grade"), [("today's deal", "today"), ("grade 5, the hardest", 5)]
)
def test_a_graded_deal_is_chosen_and_needs_no_seed(
    choice: str, grade: str | int, open_board: OpenBoard
) -> None:
    board = open_board(width=360)
    board.root.locator('[data-key="game"]').click()
    panel = board.root.locator(".panel")
    panel.get_by_label("Cards").select_option(choice)
    for name in ("Waste piles", "Ranks in a suit (modulus)", "seed"):
        expect(panel.get_by_label(name)).to_have_count(1)
        expect(panel.get_by_label(name)).to_be_hidden()
    panel.get_by_role("button", name="Deal").click()
    assert board.sent == [
        {"type": "new", "serial": 1, "n": 35, "variant": "calculation", "grade": grade}
    ]
    board.root.locator('[data-key="game"]').click()
    panel.locator("select").first.select_option("musical")
    expect(panel.get_by_label("Cards")).to_have_count(0)
    expect(panel.get_by_label("seed")).to_be_visible()


def test_a_button_half_in_sight_is_shown_with_its_whole_ring(open_board: OpenBoard) -> None:
    board = open_board(width=360)
    board.page.set_viewport_size({"width": 360, "height": 640})  # the form is longer than its panel
    board.root.locator('[data-key="game"]').click()
    half, whole = board.root.get_by_role("button", name="Deal").evaluate(
        """it => {
          const panel = it.closest(".panel");
          const room = () =>
            panel.getBoundingClientRect().bottom - it.getBoundingClientRect().bottom;
          it.blur();
          panel.scrollTop -= room() + 10;
          const half = room();
          it.focus();
          return [half, room()];
        }"""
    )
    assert half < 0
    assert whole >= 6


def test_another_seed_in_the_box_deals_that_one(open_board: OpenBoard) -> None:
    board = open_board()
    board.root.locator('[data-key="seed"]').fill("red fox")
    board.page.keyboard.press("Enter")
    assert (board.sent[-1]["type"], board.sent[-1]["seed"]) == ("new", "red fox")


def test_settings_are_handed_to_python(open_board: OpenBoard) -> None:
    board = open_board()
    board.root.locator('[data-key="coming 5"]').click()
    assert board.settings["coming"] == 5
    board.root.locator('[data-key="tool settings"]').click()
    board.root.locator(".panel").get_by_label("Colours").select_option("contrast")
    assert board.settings["theme"] == "contrast"
    assert board.root.get_attribute("data-theme") == "contrast"
    board.root.locator(".panel").get_by_label("timer").uncheck()
    assert board.root.locator(".timer").count() == 0


def test_the_move_list_jumps_and_branches(open_board: OpenBoard) -> None:
    board = open_board()
    line = {
        "at": 2,
        "moves": [{"n": 1, "text": "S-W1"}, {"n": 2, "text": "S-F1"}, {"n": 3, "text": "S-W2"}],
        "branches": [{"id": "b1", "at": 1, "text": "S-W4"}],
    }
    board.take(_line=line)
    board.root.locator('[data-key="tool moves"]').click()
    panel = board.root.locator(".panel")
    assert panel.locator("[aria-current]").text_content() == "2. S-F1"
    panel.get_by_text("1. S-W1").click()
    panel.get_by_text("S-W4").click()
    assert [(message["type"], message.get("at"), message.get("id")) for message in board.sent] == [
        ("go", 1, None), ("branch", None, "b1"),
    ]  # fmt: skip


def test_a_record_is_saved_by_the_view_that_asked_and_loaded(
    open_board: OpenBoard, tmp_path: Path
) -> None:
    board = open_board()
    board.add_view()
    board.root.locator('[data-key="tool more"]').click()
    board.root.locator('[data-key="menu save"]').click()
    with board.page.expect_download() as download:
        board.take(_download={"id": 1, "name": "game.json", "text": '{"a": 1}'})
    assert json.loads(download.value.path().read_text()) == {"a": 1}
    file = tmp_path / "mine.json"
    file.write_text("{}")
    with board.page.expect_file_chooser() as chooser:
        board.root.locator('[data-key="menu load"]').click()
    chooser.value.set_files(file)
    board.page.wait_for_function("window.models.one.sent.at(-1).type === 'load'")
    assert board.sent[-1]["name"] == "mine.json"
    assert board.sent[-1]["text"] == "{}"


def test_statistics_open_when_python_has_sent_them(open_board: OpenBoard) -> None:
    board = open_board()
    board.root.locator('[data-key="tool more"]').click()
    board.root.locator('[data-key="menu statistics"]').click()
    assert board.sent[-1]["type"] == "statistics"
    panel = {"id": 1, "kind": "statistics", "title": "Your games", "columns": ["Game", "Won"],
             "rows": [["Calculation", 3]]}  # fmt: skip
    board.take(_panel=panel)
    expect(board.root.locator(".panel tbody th")).to_have_text("Calculation")


def test_the_end_of_a_game_offers_another(open_board: OpenBoard) -> None:
    board = open_board(moves=moves_to(["F3"]))
    over = {"title": "Won", "text": "All 52 cards are placed."}
    board.take(_state={**STATE, "outcome": "won", "over": over}, _moves={})
    banner = board.root.locator(".banner")
    expect(banner).to_contain_text("All 52 cards are placed.")
    banner.get_by_role("button", name="Same deal again").click()
    assert board.sent[-1]["type"] == "restart"


def test_finish_goes_on_card_by_card(open_board: OpenBoard) -> None:
    board = open_board(state={**STATE, "finish": 2})
    board.root.get_by_role("button", name="Finish").click()
    assert [message["type"] for message in board.sent] == ["finish"]
    board.take(_state={**STATE, **after("F3"), "finish": 1})
    board.page.wait_for_function("window.models.one.sent.length === 2")
    board.take(_state={**STATE, **after("F3"), "n": 37, "finish": 0})
    assert [(message["type"], message["n"]) for message in board.sent] == [
        ("finish", 35), ("finish", 36),
    ]  # fmt: skip


# ---------- the look ----------


@pytest.mark.parametrize(
    ("width", "layout"), [(360, "phone"), (700, "desk"), (1000, "desk"), (1600, "wide")]
)
def test_nothing_sticks_out_at_any_width(open_board: OpenBoard, width: int, layout: str) -> None:
    board = open_board(width)
    assert board.root.get_attribute("data-layout") == layout
    assert overflowing(board) == []


@pytest.mark.parametrize("width", range(640, 1300, 30))
def test_the_tools_of_the_bar_keep_clear_of_each_other(open_board: OpenBoard, width: int) -> None:
    board = open_board(width, table={**TABLE, "overlays": True})
    board.page.add_style_tag(content=".calclab { font-family: 'DejaVu Sans', sans-serif; }")
    boxes = board.root.locator(".head-line .field, .head-line .btn, .head-line .timer, .seed input")
    seen = [box for one in boxes.all() if one.is_visible() and (box := one.bounding_box())]
    field, seed = board.root.locator(".field.seed"), board.root.locator(".field.seed input")
    inner, outer = seed.bounding_box(), field.bounding_box()
    assert inner and outer
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
    seen.remove(inner)
    seen.sort(key=lambda box: box["x"])
    for left, right in pairwise(seen):
        assert left["x"] + left["width"] <= right["x"] + 1


OVERFLOW = """(root) => {
  const frame = root.getBoundingClientRect();
  const bad = [];
  for (const element of root.querySelectorAll('*')) {
    if (element.closest('svg') || element.closest('.sr') || element.closest('[hidden]')) continue;
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    if (box.right > frame.right + 1 || box.left < frame.left - 1) {
      bad.push(['outside', element.className, element.textContent.slice(0, 30)]);
    }
    const style = getComputedStyle(element);
    const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (words && style.overflow === 'visible' && element.scrollWidth > element.clientWidth + 1
        && element.clientWidth) {
      bad.push(['too long', element.className, element.textContent.slice(0, 30)]);
    }
  }
  return bad;
}"""


def overflowing(board: BareBoard) -> list[list[str]]:
    """Elements that stick out of the board, or whose words stick out of them."""
    found: list[list[str]] = board.root.evaluate(OVERFLOW)
    return found


@pytest.mark.parametrize("width", [360, 1000, 1600])
def test_the_widest_common_font_fits(open_board: OpenBoard, width: int) -> None:
    board = open_board(width)
    board.page.add_style_tag(content=".calclab { font-family: 'DejaVu Sans', sans-serif; }")
    assert overflowing(board) == []
    for panel in ("new", "settings", "shortcuts"):
        board.page.evaluate("() => document.activeElement.blur()")
        board.root.locator('[data-key="tool more"]').click()
        entry = board.root.locator(f'[data-key="menu {panel}"], [data-key="tool {panel}"]')
        entry.first.click()
        assert overflowing(board) == []
        board.page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [360, 1000, 1600])
def test_words_half_as_long_again_fit(open_board: OpenBoard, width: int) -> None:
    longer = {key: text + " " + "langes Wort"[: len(text) // 2] for key, text in texts().items()}
    board = open_board(width, texts=longer, settings={"unseen": True})
    assert overflowing(board) == []
    board.top("S").click()
    assert overflowing(board) == []


@pytest.mark.parametrize("width", [360, 1000])
@pytest.mark.parametrize(
    "game",
    ["hold-cell", "giant", "musical", "appreciate", "devils-grip", "easy-6", "broken-intervals"],
)
def test_every_family_of_games_fits(
    open_board: OpenBoard, calclab_home: Path, game: str, width: int
) -> None:
    real = Board(game, seed=11, coming=-1)
    for _ in range(40):
        if moves := real.game.moves():
            real.play(moves[0])
    board = open_board(width, table=real._table, state=real._state, moves=real._moves)
    assert overflowing(board) == []
    assert board.root.locator("[data-name]").count() >= len(real.game.pile_names)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing(
    open_board: OpenBoard, axe_faults: Callable[..., list[str]], theme: str
) -> None:
    board = open_board(settings={"theme": theme, "unseen": True})
    assert axe_faults(board.page) == []
    board.top("S").click()
    assert axe_faults(board.page) == []
    board.page.keyboard.press("Escape")
    board.root.locator('[data-key="tool settings"]').click()
    assert axe_faults(board.page) == []


CONTRAST = """(root) => {
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) =>
    v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const ratio = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const bad = [];
  let seen = 0;
  for (const element of root.querySelectorAll('*')) {
    if (!element.getBoundingClientRect().width || element.closest('[aria-disabled=true]')) continue;
    const style = getComputedStyle(element);
    const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const glyph = element.matches('.glyph');
    const suit = element.matches('.suit');
    if (!words && !glyph && !suit) continue;
    seen += 1;
    const value = ratio(rgb(glyph ? style.stroke : suit ? style.fill : style.color), ground(element));
    const least = words ? 4.5 : glyph ? 7 : 4.5;
    if (value < least) bad.push([String(element.className.baseVal ?? element.className),
      element.textContent.slice(0, 20), value.toFixed(2)]);
  }
  return {bad, seen};
}"""  # noqa: E501


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_words_and_ranks_stand_out_from_their_ground(open_board: OpenBoard, theme: str) -> None:
    board = open_board(settings={"theme": theme, "unseen": True}, reduced_motion="reduce")
    board.root.locator('[data-rank="10"]').click()
    board.top("S").click()
    measured = board.root.evaluate(CONTRAST)
    assert measured["seen"] > 150
    assert measured["bad"] == []
    board.take(_refusal={"id": 1, "move": "S-F1", "text": "F1 needs 5", "target": "F1"},
               _state={**STATE, "n": 36})  # fmt: skip
    assert board.root.evaluate(CONTRAST)["bad"] == []


BOXES = """buttons => buttons.map((button) => button.getBoundingClientRect())
  .filter((box) => box.width).map((box) => [box.width, box.height])"""


@pytest.mark.parametrize(("width", "least"), [(1000, 24), (360, 44)])
def test_targets_are_large_enough(open_board: OpenBoard, width: int, least: int) -> None:
    board = open_board(width)
    boxes = board.root.locator("button").evaluate_all(BOXES)
    assert len(boxes) > 10
    assert min(min(box) for box in boxes) >= least - 0.1


def test_the_theme_follows_jupyterlab(open_board: OpenBoard) -> None:
    board = open_board(settings={"theme": "auto"})
    board.page.evaluate("() => document.body.setAttribute('data-jp-theme-light', 'false')")
    expect(board.root).to_have_attribute("data-theme", "dark")
    board.page.evaluate("() => document.body.setAttribute('data-jp-theme-light', 'true')")
    expect(board.root).to_have_attribute("data-theme", "light")


def test_reduced_motion_means_none(open_board: OpenBoard) -> None:
    board = open_board(reduced_motion="reduce")
    board.top("S").click()
    board.top("F3").click()
    assert board.page.evaluate("document.getAnimations().length") == 0


def test_a_move_glides_where_motion_is_welcome(open_board: OpenBoard) -> None:
    board = open_board(reduced_motion="no-preference")
    running = board.page.evaluate(
        """() => {
          const top = (name) => document.querySelector(`[data-name="${name}"] .card.is-top`);
          top('S').click();
          top('F3').click();
          return top('F3').getAnimations().length;
        }"""
    )
    assert running > 0


def test_every_word_has_a_text(open_board: OpenBoard) -> None:
    board = open_board()
    board.page.evaluate(
        """() => {
          const model = window.models.one;
          window.asked = new Set();
          const texts = new Proxy(model.traits._texts, {
            get(target, key) { if (typeof key === 'string') window.asked.add(key); return target[key]; },
          });
          model.traits._texts = texts;
        }"""  # noqa: E501
    )
    for panel in ("new", "rules", "moves", "settings", "more"):
        board.root.locator(f'[data-key="tool {panel}"]').click()
    for entry in ("shortcuts", "give_up"):
        board.page.keyboard.press("Escape")
        board.root.locator('[data-key="tool more"]').click()
        board.root.locator(f'[data-key="menu {entry}"]').click()
    known = set(board.data["_texts"])
    assert set(board.page.evaluate("[...window.asked]")) - known == set()


def test_a_state_that_python_brings_by_itself_is_spoken(open_board: OpenBoard) -> None:
    board = open_board()
    last = {"n": 36, "move": "S-F3", "text": "S-F3 (2♠)", "to": "F3"}
    board.take(_state={**STATE, **after("F3"), "last": last}, _moves={})
    assert board.spoken.startswith("36. S-F3 (2♠).")


def test_f_sends_the_turned_card_when_the_focused_pile_has_nothing_to_send(
    open_board: OpenBoard,
) -> None:
    board = open_board(moves=moves_to(["F3", "W1", "W2"]))
    board.pile("W2").focus()
    board.page.keyboard.press("f")
    assert [message["move"] for message in board.sent] == ["S-F3"]


def test_a_hidden_stock_is_no_empty_list(open_board: OpenBoard) -> None:
    board = open_board()
    coming = board.root.get_by_role("list", name="Coming from the stock")
    assert coming.locator("li").count() > 0
    board.take(_state={**STATE, "n": 36, "coming": []})
    assert coming.count() == 0
