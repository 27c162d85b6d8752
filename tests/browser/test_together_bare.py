"""Widgets beside others, and without Python: none restyles another, each says it is not heard."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from calclab.widgets.assets import css
from calclab.widgets.clock import Clock
from calclab.widgets.drill import Drill
from calclab.widgets.exercise import Ask
from tests.browser.bare import BareBoard, traits
from tests.browser.bare_states import MOVES, STATE, TABLE
from tests.browser.test_clock_bare import BareClock
from tests.browser.test_drill_bare import BareDrill
from tests.browser.test_exercise_bare import BareAsk

GONE = "Python does not answer. If its kernel was restarted, run the cell again."
LONGER_THAN_IT_WAITS = 1700
SHEETS = {
    "board": ("theme", "board"),
    "clock": ("theme", "clock"),
    "drill": ("theme", "drill"),
    "exercise": ("theme", "clock", "exercise"),
}

LOOK = """name => [...document.querySelectorAll(`.calclab.${name}, .${name} *`)].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  const names = ['display', 'color', 'backgroundColor', 'border', 'boxShadow', 'padding', 'margin',
    'font', 'fill', 'stroke', 'opacity'];
  return [one.tagName, String(one.getAttribute('class')), x, y, width, height,
    ...names.map((key) => style[key])].join(' | ');
})"""


def board(page: Page, theme: str = "light") -> BareBoard:
    data = traits(TABLE, STATE, MOVES)
    data["_settings"]["theme"] = theme
    return BareBoard(page, data, 900)


def shown(name: str, page: Page, theme: str) -> object:
    if name == "board":
        return board(page, theme)
    if name == "clock":
        return BareClock(page, Clock(theme=theme))
    if name == "drill":
        return BareDrill(page, Drill(progress=":memory:", seed=5, theme=theme))
    return BareAsk(page, Ask(2, seed="beside", theme=theme))


@pytest.mark.parametrize("theme", ["light", "contrast"])
@pytest.mark.parametrize("name", list(SHEETS))
def test_a_widget_looks_the_same_alone_and_beside_all_others(
    name: str, theme: str, bare_page: Callable[..., Page]
) -> None:
    page = bare_page(viewport={"width": 1000, "height": 900})
    shown(name, page, theme)
    page.add_style_tag(content="* { transition: none !important; animation: none !important; }")
    alone = page.evaluate(LOOK, name)
    assert len(alone) > 10
    for other in SHEETS:
        if other != name:
            page.add_style_tag(content=css(*SHEETS[other]))
    assert page.evaluate(LOOK, name) == alone


def errors_of(page: Page) -> list[str]:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


@pytest.mark.parametrize("act", ["play", "undo", "hint"])
def test_a_board_whose_kernel_was_restarted_says_so_and_takes_nothing_as_played(
    act: str, bare_page: Callable[..., Page]
) -> None:
    page = bare_page(viewport={"width": 1000, "height": 900})
    errors, bare = errors_of(page), board(page)
    page.evaluate("() => { window.models.one.send = () => { throw new Error('Cannot send'); }; }")
    if act == "play":
        bare.top("S").click()
        bare.pile("W2").click()
    else:
        bare.pile("S").focus()
        page.keyboard.press({"undo": "u", "hint": "h"}[act])
    expect(bare.root.locator(".message")).to_contain_text(GONE)
    assert GONE in bare.spoken and errors == []
    assert bare.tops("S") == "2S" and bare.root.locator(".is-picked").count() == 0


def unheard(page: Page) -> None:
    page.evaluate("() => { window.model.save_changes = () => {}; }")


def test_an_exercise_that_python_does_not_judge_says_so(bare_page: Callable[..., Page]) -> None:
    bare: Any = BareAsk(bare_page(), Ask(2, seed="unheard"))
    unheard(bare.page)
    bare.root.get_by_role("textbox").fill("A")
    bare.root.get_by_role("button", name="Check").click()
    expect(bare.root.locator(".verdict")).to_have_text(GONE)
    bare.sync()
    expect(bare.root.locator(".verdict")).not_to_have_text(GONE)


def test_a_drill_whose_next_question_does_not_come_says_so(bare_page: Callable[..., Page]) -> None:
    bare = BareDrill(bare_page(), Drill(progress=":memory:", seed=5))
    unheard(bare.page)
    bare.type(bare.drill.question.answer)
    expect(bare.root.get_by_role("alert")).to_have_text(GONE)
    bare.sync()
    expect(bare.root.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("wish", ["Recall map", "My times"])
def test_a_drill_whose_pictures_do_not_come_says_so(
    wish: str, bare_page: Callable[..., Page]
) -> None:
    bare = BareDrill(bare_page(), Drill(progress=":memory:", seed=5))
    bare.root.get_by_role("button", name=wish).click()
    bare.sync()
    bare.page.wait_for_timeout(LONGER_THAN_IT_WAITS)
    expect(bare.root.get_by_role("alert")).to_have_count(0)
    unheard(bare.page)
    bare.root.get_by_role("button", name=wish).click()
    expect(bare.root.get_by_role("alert")).to_have_text(GONE)


def test_a_clock_whose_numbers_do_not_come_says_so(bare_page: Callable[..., Page]) -> None:
    clock = Clock(13, 3)
    bare = BareClock(bare_page(), clock)
    unheard(bare.page)
    bare.root.get_by_role("button", name="Number of positions: one less").click()
    expect(bare.root.get_by_role("alert")).to_have_text(GONE)
    clock.set_trait("_wanted", bare.get("_wanted"))
    bare.page.evaluate("dial => window.model.take({_dial: dial})", clock._dial)
    expect(bare.root.get_by_role("alert")).to_have_count(0)
    bare.root.get_by_role("button", name="Number of positions: one less").click()
    clock.set_trait("_wanted", bare.get("_wanted"))
    bare.page.evaluate("dial => window.model.take({_dial: dial})", clock._dial)
    bare.page.wait_for_timeout(LONGER_THAN_IT_WAITS)
    expect(bare.root.get_by_role("alert")).to_have_count(0)
    assert clock.modulus == 11
