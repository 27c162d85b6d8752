"""Blockages and proofs on the board, alone in a browser: what is drawn, said, lit and sent."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from calclab.widgets import Board
from tests.browser.bare import BareBoard, traits
from tests.browser.bare_overlays import LOSS, SUMMARY, TRIED, WARNING, WHEN, overlay
from tests.browser.bare_states import MOVES, STATE, TABLE
from tests.browser.test_bare_board import BOXES, CONTRAST, overflowing
from tests.test_overlays import lost_record

Open = Callable[..., BareBoard]
Shot = Callable[..., Path]
ON = {"blockages": True, "tint": True, "arrows": True, "warn": True, "loss": True}


@pytest.fixture
def open_blocked(bare_page: Callable[..., Page]) -> Open:
    """A function that shows the standard position with its overlay, or a board of Python."""

    def open_one(
        told: dict[str, Any] | None = None, width: int = 1000, real: Board | None = None,
        state: dict[str, Any] | None = None, table: dict[str, Any] | None = None,
        context: dict[str, Any] | None = None, **settings: Any,
    ) -> BareBoard:  # fmt: skip
        page = bare_page(viewport={"width": max(width, 360), "height": 900}, **(context or {}))
        data = traits(
            {**TABLE, "overlays": True, **(table or {})}, {**STATE, **(state or {})}, MOVES
        )
        data["_overlay"] = overlay() if told is None else told
        if real:
            names = ("_table", "_state", "_moves", "_overlay")
            data |= {name: getattr(real, name) for name in names}
        data["_settings"] |= {**ON, **settings}
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        return BareBoard(page, data, width)

    return open_one


def tags(board: BareBoard, pile: str) -> list[str]:
    """The words on a pile's cards, bottom first."""
    return board.pile(pile).locator(".in").all_text_contents()


def arrows(board: BareBoard, kind: str) -> list[str]:
    """The arrows of a kind, as "pile blocker blocked"."""
    drawn = board.root.locator(f".block-arrow.{kind}")
    return [str(arrow.get_attribute("data-block")) for arrow in drawn.all()]


def note(board: BareBoard) -> str:
    return board.root.locator(".block-note").inner_text().strip()


def press(board: BareBoard, key: str) -> None:
    board.root.locator(f'[data-key="{key}"]').click()


# switches


def test_the_tool_switches_the_blockages_on_and_off(open_blocked: Open) -> None:
    board = open_blocked({}, blockages=False)
    tool = board.root.locator('[data-tool="blockages"]')
    expect(tool).to_have_attribute("aria-pressed", "false")
    assert board.root.locator(".blockages").count() == 0
    tool.click()
    assert board.settings["blockages"] is True
    board.take(_overlay=overlay())
    assert board.spoken == " ".join(SUMMARY)
    expect(tool).to_have_attribute("aria-pressed", "true")
    expect(tool).to_be_focused()
    tool.click()
    assert board.settings["blockages"] is False
    assert board.spoken == "Blockages are hidden."
    assert board.root.locator(".in, .block-arrow, .t1, .is-dead").count() == 0


@pytest.mark.parametrize("name", ["tint", "arrows", "warn", "loss"])
def test_each_switch_is_a_button_that_says_its_state(open_blocked: Open, name: str) -> None:
    board = open_blocked()
    button = board.root.locator(f'[data-key="switch {name}"]')
    expect(button).to_have_attribute("aria-pressed", "true")
    button.focus()
    board.page.keyboard.press("Enter")
    assert board.settings[name] is False
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(button).to_be_focused()
    assert board.spoken.endswith(": off")


def test_without_tint_no_card_is_tinted_and_there_is_no_legend(open_blocked: Open) -> None:
    board = open_blocked(tint=False)
    assert board.root.locator(".in, .card.t1, .card.is-dead, .legend").count() == 0
    assert len(arrows(board, "quiet")) == 2
    board = open_blocked(arrows=False)
    assert board.root.locator(".block-arrow").count() == 0
    assert tags(board, "W3") == ["in 3", "in 2", "now", "in 2"]


def test_a_test_has_no_tool_no_region_and_a_badge(
    open_blocked: Open, axe_faults: Callable[..., list[str]]
) -> None:
    board = open_blocked(overlay(loss=LOSS), state={"test": True})
    expect(board.root.locator(".test-badge")).to_have_text("Test")
    assert board.root.locator('[data-tool="blockages"], .blockages, .in').count() == 0
    expect(board.root.locator(".loss-banner")).to_be_hidden()
    board.pile("S").focus()
    board.page.keyboard.press("b")
    assert board.spoken == "A test: there are no hints and no overlays."
    press(board, "tool more")
    assert board.root.locator('[data-tool="blockages"]').count() == 0
    assert axe_faults(board.page) == []


def test_a_game_without_foundations_shows_no_tool(open_blocked: Open) -> None:
    board = open_blocked({}, table={"overlays": False})
    expect(board.root.locator('[data-tool="blockages"]')).to_be_hidden()
    assert board.root.locator(".blockages").count() == 0


# cards and arrows


def test_every_card_carries_its_distance_as_colour_and_word(open_blocked: Open) -> None:
    board = open_blocked()
    assert tags(board, "W1") == ["in 7", "now", "now", "in 2", "in 3"]
    assert tags(board, "W4") == ["✕", "✕", "in 7", "in 7"]
    looks = board.pile("W1").locator(".card").evaluate_all(
        "cards => cards.map((card) => [...card.classList].find((one) => /^t\\d$/.test(one)))"
    )  # fmt: skip
    assert looks == ["t4", "t1", "t1", "t2", "t3"]
    assert board.pile("W4").locator(".card.is-dead").count() == 2
    assert board.root.locator(".legend li").all_inner_texts() == [
        "now\nwanted now", "in 2\nin 2 plays", "in 3\nin 3 or 4", "in 5\nin 5 or more",
        "✕\ncan never leave",
    ]  # fmt: skip


ENDS = """(root) => [...root.querySelectorAll('.block-arrow')].map((arrow) => {
  const [pile, over, under] = arrow.dataset.block.split(' ');
  const cards = root.querySelectorAll(`[data-name="${pile}"] .card`);
  const seen = (index) => {
    const box = cards[index].getBoundingClientRect();
    const next = cards[index + 1]?.getBoundingClientRect();
    return [box.top, next ? next.top : box.bottom, box.right];
  };
  const tip = arrow.querySelector('.tip').getBoundingClientRect();
  const shaft = arrow.querySelector('.shaft').getBoundingClientRect();
  return {tip: (tip.top + tip.bottom) / 2, left: tip.left, start: shaft.bottom - 1,
          under: seen(under), over: seen(over)};
})"""


@pytest.mark.parametrize("width", [360, 1000, 1920])
def test_an_arrow_leads_from_the_blocker_to_the_blocked_card(
    open_blocked: Open, width: int
) -> None:
    board = open_blocked(width=width)
    assert arrows(board, "lit") == ["W1 4 2"]
    assert sorted(arrows(board, "quiet")) == ["W2 6 0", "W3 3 2"]
    for end in board.root.evaluate(ENDS):
        top, bottom, right = end["under"]
        assert top < end["tip"] < bottom
        assert abs(end["left"] - right) < 4
        assert end["over"][0] < end["start"] < end["over"][1]
    assert board.root.evaluate(
        "root => root.querySelector('.table').scrollWidth <= root.clientWidth"
    )


def test_arrows_follow_the_piles_when_the_width_changes(open_blocked: Open) -> None:
    board = open_blocked(width=1000)
    board.page.evaluate("() => { document.querySelector('.host').style.width = '820px'; }")
    board.page.wait_for_timeout(100)
    for end in board.root.evaluate(ENDS):
        assert end["under"][0] < end["tip"] < end["under"][1]
        assert abs(end["left"] - end["under"][2]) < 4


def test_while_a_move_waits_tints_stay_and_arrows_are_away(open_blocked: Open) -> None:
    board = open_blocked()
    board.pile("S").focus()
    board.page.keyboard.press("2")
    assert tags(board, "W1") == ["in 7", "now", "now", "in 2", "in 3"]
    assert tags(board, "W2") == ["in 2", "in 3", "in 4", "in 2", "in 4", "in 4", "in 4"]
    assert board.root.locator(".block-arrow").count() == 0
    after = {**STATE, **MOVES["S-W2"]["patch"]}
    board.take(_state=after, _moves={})
    told = overlay(n=36, arrows=[["W2", 7, 1]])
    told["piles"]["W2"]["when"] = [1, 2, 3, 1, 3, 3, 3, 1]
    told["piles"]["W2"]["notes"].append(["2♠ on W2.", "New."])
    board.take(_overlay=told)
    assert tags(board, "W2") == ["now", "in 2", "in 3", "now", "in 3", "in 3", "in 3", "now"]
    assert arrows(board, "lit") == ["W2 7 1"]


# looking at a card


def test_a_card_under_the_pointer_says_and_shows_what_it_blocks(open_blocked: Open) -> None:
    board = open_blocked()
    assert note(board) == " ".join(SUMMARY)
    board.pile("W1").locator(".card").nth(3).hover(position={"x": 20, "y": 8})
    assert note(board) == "10♠ on W1. Reason 10♠.".replace("10♠", "10S")
    assert sorted(arrows(board, "lit")) == ["W1 3 1", "W1 3 2", "W1 4 3"]
    board.page.mouse.move(500, 890)
    assert note(board) == " ".join(SUMMARY)
    assert arrows(board, "lit") == ["W1 4 2"]


def test_a_touch_on_a_covered_card_says_what_it_waits_for(open_blocked: Open) -> None:
    board = open_blocked(width=360, context={"has_touch": True, "is_mobile": True})
    board.pile("W2").locator(".card").nth(0).tap(position={"x": 20, "y": 8})
    assert note(board) == "10H on W2. Reason 10H."
    assert arrows(board, "lit") == ["W2 6 0"]


def test_by_keys_the_focused_card_is_spoken_of_and_b_goes_deeper(open_blocked: Open) -> None:
    board = open_blocked()
    board.pile("W2").focus()
    board.page.keyboard.press("ArrowLeft")
    expect(board.pile("W1")).to_be_focused()
    assert board.spoken == "QS on W1. Reason QS."
    assert sorted(arrows(board, "lit")) == ["W1 4 1", "W1 4 2", "W1 4 3"]
    spoken = []
    for _ in range(6):
        board.page.keyboard.press("b")
        spoken.append(board.spoken.split(" on ")[0])
    assert spoken == ["QS", "10S", "8C", "8S", "KS", "QS"]
    expect(board.pile("W1").locator(".is-spot")).to_have_attribute("data-card", "QS")


def test_a_card_that_blocks_nothing_is_not_spoken_of_unasked(open_blocked: Open) -> None:
    board = open_blocked()
    board.pile("W3").focus()
    board.page.keyboard.press("ArrowRight")
    expect(board.pile("W4")).to_be_focused()
    assert "W4" not in board.spoken
    board.page.keyboard.press("b")
    assert board.spoken == "KH on W4. Reason KH."


# warnings


def test_a_warning_is_a_mark_and_a_sentence_and_stops_nobody(open_blocked: Open) -> None:
    board = open_blocked()
    board.top("S").click()
    assert board.top("W1").locator(".mark").inner_text() == "!"
    assert board.top("W2").locator(".mark.ok").count() == 1
    assert "It would do harm on W1." in board.spoken
    board.top("W1").hover()
    assert note(board) == WARNING
    board.top("W2").hover()
    assert note(board) == "AC on W2. Reason AC."
    board.top("W1").click()
    assert [message["move"] for message in board.sent] == ["S-W1"]


def test_a_warning_is_spoken_where_the_focus_comes_to_the_pile(open_blocked: Open) -> None:
    board = open_blocked()
    board.pile("S").focus()
    board.page.keyboard.press("Enter")
    board.pile("W2").focus()
    board.page.keyboard.press("ArrowLeft")
    expect(board.pile("W1")).to_be_focused()
    assert board.spoken == WARNING


def test_a_dragged_card_is_warned_of_above_the_pile(open_blocked: Open) -> None:
    board = open_blocked()
    start, end = board.top("S").bounding_box(), board.top("W1").bounding_box()
    assert start and end
    mouse = board.page.mouse
    mouse.move(start["x"] + 40, start["y"] + 60)
    mouse.down()
    mouse.move(end["x"] + 40, end["y"] + 60, steps=4)
    assert note(board) == WARNING
    mouse.up()
    assert [message["move"] for message in board.sent] == ["S-W1"]


def test_without_the_switch_nothing_warns(open_blocked: Open) -> None:
    board = open_blocked(overlay(warnings={}), warn=False)
    board.top("S").click()
    board.top("W1").hover()
    assert board.root.locator(".careful").count() == 0
    assert "harm" not in board.spoken


# a proved loss


def cited(board: BareBoard) -> list[str]:
    """The lit cards of the waste piles."""
    cards = board.root.locator(".piles .card.is-cited")
    return [str(card.get_attribute("data-card")) for card in cards.all()]


def test_a_loss_is_said_and_walked_through_step_by_step(open_blocked: Open) -> None:
    board = open_blocked()
    expect(board.root.locator(".loss-banner")).to_be_hidden()
    board.take(_overlay=overlay(loss=LOSS))
    expect(board.root.locator(".loss-banner h3")).to_have_text(LOSS["title"])
    assert LOSS["title"] in board.spoken and LOSS["text"] in board.spoken
    button = board.root.locator('[data-key="loss step"]')
    expect(button).to_have_text("Show me why")
    button.click()
    assert board.spoken == "1. " + LOSS["steps"][0]["text"]
    assert cited(board) == ["8S", "8C", "QS"]
    assert board.root.locator(".piles .card.is-dim").count() == 20 - 3
    expect(board.root.locator(".reasons [aria-current]")).to_contain_text("F2 needs 8.")
    expect(board.root.locator('[data-pile="F2"] .said')).to_have_text("stops at 8")
    assert board.pile("F2").locator(".card.is-cited .num").inner_text() == "1"
    expect(button).to_have_text("Next step · 2 of 3")
    expect(button).to_be_focused()
    button.click()
    assert cited(board) == ["QS"]
    assert board.pile("W1").locator(".num").all_inner_texts() == ["1", "1", "2"]
    button.click()
    assert cited(board) == ["5H", "10C"]
    expect(button).to_have_text("Back to the table")
    button.click()
    assert board.root.locator(".is-cited, .is-dim, .num, .reasons button").count() == 0
    expect(board.root.locator('[data-pile="F2"] .said')).to_have_text("6 + 2 = 8")


def test_a_step_is_chosen_from_the_list_and_escape_closes_the_proof(open_blocked: Open) -> None:
    board = open_blocked(overlay(loss=LOSS))
    press(board, "loss step")
    press(board, "reason 3")
    assert cited(board) == ["5H", "10C"]
    expect(board.root.locator('[data-key="reason 3"]')).to_be_focused()
    board.page.keyboard.press("ArrowUp")
    board.page.keyboard.press("Enter")
    assert cited(board) == ["QS"]
    board.page.keyboard.press("Escape")
    assert cited(board) == []
    expect(board.root.locator(".loss-banner")).to_be_visible()


def test_one_button_leads_back_to_where_nothing_was_proved(open_blocked: Open) -> None:
    board = open_blocked(overlay(loss=LOSS))
    expect(board.root.locator('[data-key="loss back"]')).to_have_text("Back to move 30")
    press(board, "loss back")
    assert board.sent[-1]["type"] == "go"
    assert board.sent[-1]["at"] == 30
    board.take(_state={**STATE, "n": 30}, _overlay=overlay(n=30))
    expect(board.root.locator(".loss-banner")).to_be_hidden()


def test_a_deal_that_was_lost_from_the_start_offers_no_way_back(open_blocked: Open) -> None:
    board = open_blocked(overlay(loss={**LOSS, "since": 0, "back": None}))
    assert board.root.locator('[data-key="loss back"]').count() == 0
    board.take(_overlay=overlay(loss={**LOSS, "since": 1, "back": 0}))
    expect(board.root.locator('[data-key="loss back"]')).to_have_text("Back to the deal")


def test_a_loss_without_a_short_proof_shows_no_steps(open_blocked: Open) -> None:
    board = open_blocked(overlay(loss=TRIED))
    expect(board.root.locator(".loss-banner p")).to_contain_text("Every way to finish was tried")
    assert board.root.locator('[data-key="loss step"]').count() == 0


def test_what_the_exact_test_adds_leaves_step_and_focus_alone(open_blocked: Open) -> None:
    board = open_blocked(overlay(loss=LOSS))
    press(board, "loss step")
    press(board, "loss step")
    board.take(_overlay=overlay(loss={**LOSS, "since": 26, "back": 25}))
    expect(board.root.locator('[data-key="loss back"]')).to_have_text("Back to move 25")
    expect(board.root.locator('[data-key="loss step"]')).to_be_focused()
    assert cited(board) == ["QS"]


def test_the_banner_stays_while_a_move_waits_and_goes_with_a_new_deal(open_blocked: Open) -> None:
    board = open_blocked(overlay(loss=LOSS))
    board.pile("S").focus()
    board.page.keyboard.press("2")
    expect(board.root.locator(".loss-banner")).to_be_visible()
    board.take(_state={**STATE, "serial": 2, "n": 0}, _table={**TABLE, "serial": 2}, _overlay={})
    expect(board.root.locator(".loss-banner")).to_be_hidden()


# looks


def played(variant: str, count: int, **numbers: Any) -> Board:
    board = Board(variant, seed=3, blockages=True, warn=True, **numbers)
    rng = random.Random(5)
    while board._moves and board.record.at < count:
        board.play(rng.choice(sorted(board._moves)))
    return board


@pytest.mark.usefixtures("calclab_home")
@pytest.mark.parametrize("width", [360, 1000])
@pytest.mark.parametrize(
    ("variant", "count", "numbers"),
    [
        ("calculation", 40, {}),
        ("calculation", 40, {"piles": 8}),
        ("calculation", 50, {"modulus": 17}),
        ("giant", 90, {}),
        ("hold-cell", 40, {}),
        ("musical", 30, {}),
        ("one234", 10, {}),
        ("appreciate", 10, {}),
        ("devils-grip", 6, {}),
    ],
)
def test_every_game_fits_with_its_overlays(
    open_blocked: Open, variant: str, count: int, numbers: dict[str, int], width: int
) -> None:
    real = played(variant, count, **numbers)
    board = open_blocked(width=width, real=real)
    board.page.add_style_tag(content=".calclab { font-family: 'DejaVu Sans', sans-serif; }")
    shown = sum(map(len, real.game.piles))
    assert board.root.locator(".card > .in").count() == (0 if variant == "devils-grip" else shown)
    assert overflowing(board) == []


def too_faint(board: BareBoard) -> list[list[str]]:
    """Words and ranks that do not stand out; a dimmed card may be as quiet as text."""
    bad: list[list[str]] = board.root.evaluate(CONTRAST)["bad"]
    dimmed = board.root.locator(".card.is-dim").count() > 0
    return [one for one in bad if not (dimmed and "glyph" in one[0] and float(one[2]) >= 4.5)]


@pytest.mark.usefixtures("calclab_home")
@pytest.mark.parametrize(
    ("theme", "width"),
    [("light", 360), ("light", 1000), ("light", 1920), ("dark", 1000), ("contrast", 360)],
)
def test_overlays_and_proof_are_readable_and_without_faults(
    open_blocked: Open, axe_faults: Callable[..., list[str]], screenshot: Shot,
    theme: str, width: int,
) -> None:  # fmt: skip
    record = lost_record(4)
    real = Board(record, blockages=True, warn=True)
    real._seeker.stop()
    board = open_blocked(width=width, theme=theme, real=real, context={"reduced_motion": "reduce"})
    for state in ("lost", "proof"):
        screenshot(f"blockages-{state}-{theme}-{width}", board.page)
        assert axe_faults(board.page) == []
        assert too_faint(board) == []
        assert overflowing(board) == []
        boxes = board.root.locator("button").evaluate_all(BOXES)
        assert min(min(box) for box in boxes) >= (43.9 if width == 360 else 23.9)
        board.root.locator('[data-key="loss step"]').click()
    board = open_blocked(width=width, theme=theme, context={"reduced_motion": "reduce"})
    board.top("S").click()
    board.top("W1").hover()
    screenshot(f"blockages-warned-{theme}-{width}", board.page)
    assert axe_faults(board.page) == []
    assert too_faint(board) == []
    assert len(WHEN) == board.root.locator(".pile").count()
