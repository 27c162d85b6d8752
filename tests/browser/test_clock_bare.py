"""The clock in a browser, without Lab and without a kernel; the test answers for the model."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from calclab.widgets.assets import css, esm
from calclab.widgets.clock import Clock
from tests.browser.bare import MODEL

NAMES = ["modulus", "interval", "base", "overlay", "step", "predict", "right", "wrong"]
NAMES += ["mistakes", "theme", "size", "_dial", "_wanted", "_texts", "_message"]

START = """async ([source, style, traits]) => {
  const sheet = document.createElement('style');
  sheet.textContent = style;
  document.head.append(sheet);
  const url = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
  const widget = (await import(url)).default;
  window.model = window.makeModel(traits);
  const host = document.createElement('div');
  document.body.append(host);
  window.stop = await widget.render({model: window.model, el: host});
}"""


class BareClock:
    """A clock on an empty page."""

    def __init__(self, page: Page, clock: Clock) -> None:
        self.page, self.errors = page, list[str]()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        traits = json.loads(json.dumps({name: getattr(clock, name) for name in NAMES}))
        page.evaluate(MODEL)
        page.evaluate(START, [esm("cards", "dial", "clock"), css("theme", "clock"), traits])

    @property
    def root(self) -> Locator:
        return self.page.locator(".calclab.clock")

    def place(self, rank: int) -> Locator:
        return self.root.locator(f'.place[data-rank="{rank}"]')

    def get(self, name: str) -> Any:
        return self.page.evaluate("name => window.model.traits[name]", name)

    @property
    def spoken(self) -> str:
        return (self.root.locator("[aria-live]").text_content() or "").strip()

    def strip(self) -> list[str]:
        return self.root.locator(".strip").first.locator("li").all_text_contents()


@pytest.fixture
def bare_clock(bare_page: Callable[..., Page]) -> Callable[..., BareClock]:
    def open_one(*numbers: Any, context: dict[str, Any] | None = None, **more: Any) -> BareClock:
        return BareClock(bare_page(**(context or {})), Clock(*numbers, **more))

    return open_one


def test_stepping_draws_the_star_and_grows_the_sequence(
    bare_clock: Callable[..., BareClock],
) -> None:
    clock = bare_clock(13, 3)
    for _ in range(3):
        clock.root.get_by_role("button", name="Step", exact=True).click()
    assert clock.get("step") == 3
    assert clock.root.locator(".dial .chord").count() == 3
    assert clock.root.locator(".strip .done").all_text_contents() == ["3", "6", "9"]
    assert clock.root.locator(".strip .next").all_text_contents() == ["2"]
    assert clock.spoken == "9 + 3 = Q."
    clock.page.keyboard.press("ArrowLeft")
    clock.page.keyboard.press("Home")
    assert clock.get("step") == 0
    assert clock.errors == []


def test_a_short_cycle_closes_in_plain_sight(bare_clock: Callable[..., BareClock]) -> None:
    clock = bare_clock(12, 2, step=5)
    assert clock.root.locator(".dial .un").count() == 0
    clock.root.get_by_role("button", name="Step", exact=True).click()
    assert clock.root.locator(".dial .un").count() == 6
    note = clock.root.locator(".note").text_content() or ""
    assert "6 positions are never touched" in note and "gcd(12, 2) = 2" in note
    clock.root.get_by_role("button", name="Try n = 13").click()
    assert clock.get("_wanted")["modulus"] == 13


def test_a_prediction_is_judged_in_the_same_turn_and_the_mistake_is_named(
    bare_clock: Callable[..., BareClock],
) -> None:
    clock = bare_clock(13, 4, step=4, predict=True)
    assert clock.strip()[5:] == ["·"] * 8, "what comes later is not shown"
    shown = clock.page.evaluate(
        """() => {
          document.querySelector('.place[data-rank="10"]').dispatchEvent(new MouseEvent('click'));
          return document.querySelector('.verdict').textContent;
        }"""
    )
    assert shown == "J, not 10. You counted the start: from 7 the steps are 8, 9, 10, J."
    assert clock.spoken == shown
    assert (clock.get("wrong"), clock.get("mistakes")) == (1, {"counted-start": 1})
    assert clock.root.locator(".dial .hit text").text_content() == "J"
    assert clock.root.locator(".dial .miss text").text_content() == "10"
    clock.root.get_by_role("button", name="Go on").click()
    assert clock.get("step") == 5
    clock.place(2).click()
    assert clock.get("right") == 1
    assert (clock.root.locator(".verdict").text_content() or "").startswith("Yes, 2.")


def test_predicting_works_by_keyboard_alone(bare_clock: Callable[..., BareClock]) -> None:
    clock = bare_clock(13, 4, predict=True)
    clock.page.evaluate("window.leaked = 0; document.addEventListener('keydown', () => leaked++)")
    clock.place(4).focus()
    for key in ("ArrowRight",) * 4 + ("Enter",):
        clock.page.keyboard.press(key)
    assert (clock.get("right"), clock.get("step")) == (1, 1)
    clock.page.keyboard.type("q")
    clock.page.keyboard.press("Space")
    assert (clock.get("right"), clock.get("step")) == (2, 2)
    clock.page.keyboard.type("10")
    assert clock.page.evaluate("document.activeElement.dataset.rank") == "10"
    clock.page.keyboard.press("Enter")
    assert clock.get("wrong") == 1
    assert clock.page.evaluate("window.leaked") == 0, "JupyterLab would take these keys"


def test_numbers_can_be_typed_slid_and_stepped(bare_clock: Callable[..., BareClock]) -> None:
    clock = bare_clock(13, 3)
    box = clock.root.get_by_role("spinbutton", name="Number of positions")
    box.fill("16")
    box.press("Enter")
    assert clock.get("_wanted")["modulus"] == 16
    clock.root.get_by_role("button", name="Step: how far the hand goes: one more").click()
    assert (clock.get("_wanted")["interval"], clock.get("_wanted")["base"]) == (4, 4)
    slider = clock.root.get_by_role("slider", name="Base: where the hand starts")
    slider.focus()
    clock.page.keyboard.press("ArrowRight")
    assert clock.get("_wanted")["base"] == 4
    box.fill("")
    box.press("Enter")
    assert clock.errors == []


def test_new_numbers_from_python_are_drawn(bare_clock: Callable[..., BareClock]) -> None:
    clock = bare_clock(13, 3, step=4)
    other = Clock(30, 7, overlay=11)
    traits = {name: getattr(other, name) for name in NAMES}
    clock.page.evaluate("traits => window.model.take(traits)", json.loads(json.dumps(traits)))
    assert clock.root.locator(".place").count() == 30
    assert clock.root.locator(".strip").count() == 2
    assert clock.errors == []


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("predict", [False, True])
def test_the_clock_has_no_fault_that_axe_can_find(
    bare_clock: Callable[..., BareClock],
    axe_faults: Callable[..., list[str]],
    theme: str,
    predict: bool,
) -> None:
    clock = bare_clock(13, 4, step=4, predict=predict, theme=theme, overlay=9)
    if predict:
        clock.place(10).click()
    assert axe_faults(clock.page) == []


@pytest.mark.parametrize(("width", "size"), [(360, "auto"), (760, "auto"), (1920, "projector")])
@pytest.mark.parametrize("numbers", [(13, 4), (30, 7)])
def test_nothing_overflows_and_places_are_large_enough(
    bare_clock: Callable[..., BareClock],
    screenshot: Callable[[str, Page], Path],
    numbers: tuple[int, int],
    width: int,
    size: str,
) -> None:
    context = {"viewport": {"width": width, "height": 1080}}
    clock = bare_clock(*numbers, step=4, predict=True, size=size, context=context)
    clock.place(10).click()
    assert clock.page.evaluate("document.documentElement.scrollWidth") <= width
    box = clock.place(1).locator(".node").bounding_box()
    assert box is not None and box["width"] >= 22
    if size == "projector":
        assert box["width"] >= 50 if numbers[0] == 13 else box["width"] >= 40
    screenshot(f"clock-{numbers[0]}-{width}", clock.page)


def test_reduced_motion_turns_the_hand_at_once(bare_clock: Callable[..., BareClock]) -> None:
    clock = bare_clock(13, 3, context={"reduced_motion": "reduce"})
    style = "getComputedStyle(document.querySelector('.hand')).transitionDuration"
    assert clock.page.evaluate(style) == "0s"


def test_a_closed_view_leaves_nothing_behind(bare_clock: Callable[..., BareClock]) -> None:
    clock = bare_clock(13, 3)
    clock.root.get_by_role("button", name="Play").click()
    clock.page.evaluate("window.stop()")
    assert clock.page.evaluate("window.model.listening()") == 0
    assert clock.root.count() == 0


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_every_word_and_number_of_a_clock_has_room(
    language: str, bare_page: Callable[..., Page]
) -> None:
    page = bare_page(viewport={"width": 260, "height": 900})
    BareClock(page, Clock(13, 3, overlay=2, language=language))
    cut = page.evaluate(
        "[...document.querySelectorAll('.number > span, .number input, .strip li:not(.top)')]"
        ".filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    )
    assert cut == []
