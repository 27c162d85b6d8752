"""The drill in a browser; Python's widget itself stands behind the model."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from calclab.variants import calculation
from calclab.widgets.assets import css, esm
from calclab.widgets.drill import Drill
from tests.browser.bare import MODEL
from tests.browser.test_clock_bare import START

NAMES = ["_item", "_given", "_wish", "_panel", "_status", "_texts", "theme", "size", "wait"]


class BareDrill:
    """A drill on an empty page; `sync` is one round trip to Python and back."""

    def __init__(self, page: Page, drill: Drill) -> None:
        self.page, self.drill = page, drill
        page.evaluate(MODEL)
        traits = json.loads(json.dumps({name: getattr(drill, name) for name in NAMES}))
        page.evaluate(START, [esm("cards", "drill"), css("theme", "drill"), traits])
        self.root = page.locator(".calclab.drill")
        self.box = self.root.get_by_role("textbox")

    def sync(self) -> None:
        for name in ("_given", "_wish"):
            setattr(self.drill, name, self.page.evaluate(f"window.model.traits.{name}"))
        changed = {}
        for name in ("_status", "_item", "_panel"):
            value = json.loads(json.dumps(getattr(self.drill, name)))
            if value != self.page.evaluate(f"window.model.traits.{name}"):
                changed[name] = value
        if changed:
            self.page.evaluate("changes => window.model.take(changes)", changed)

    @property
    def title(self) -> str:
        return self.root.locator("h3").text_content() or ""

    @property
    def spoken(self) -> str:
        return self.root.locator("[aria-live]").text_content() or ""

    def type(self, text: str) -> None:
        self.box.focus()
        self.page.keyboard.type(text)


@pytest.fixture
def bare_drill(bare_page: Callable[..., Page]) -> Callable[..., BareDrill]:
    def open_one(*arguments: Any, context: dict[str, Any] | None = None, **more: Any) -> BareDrill:
        more = {"progress": ":memory:", "seed": 5, **more}
        return BareDrill(bare_page(**(context or {})), Drill(*arguments, **more))

    return open_one


def test_one_key_answers_and_the_verdict_needs_no_kernel(
    bare_drill: Callable[..., BareDrill],
) -> None:
    bare = bare_drill()
    answer = bare.drill.question.answer
    bare.type(answer)
    assert bare.root.locator(".verdict.good").is_visible()
    assert bare.spoken.startswith(f"Yes, {answer}")
    assert bare.drill.session.given == [], "Python has not been asked yet"
    bare.sync()
    assert [right for _fact, right, _seconds in bare.drill.session.given] == [True]


def test_the_next_answer_can_be_typed_at_once_after_a_right_one(
    bare_drill: Callable[..., BareDrill],
) -> None:
    bare = bare_drill()
    for _ in range(3):
        bare.type(bare.drill.question.answer)
        bare.sync()
    assert len(bare.drill.session.given) == 3


def test_a_wrong_answer_stays_with_its_reason_until_the_learner_goes_on(
    bare_drill: Callable[..., BareDrill], screenshot: Callable[[str, Page], Path]
) -> None:
    bare = bare_drill()
    before = bare.title
    bare.type("9")
    assert bare.root.locator(".verdict.bad").is_visible()
    bare.sync()
    bare.page.keyboard.type("4")
    assert bare.title == before
    bare.root.get_by_role("button", name="Next").press("Enter")
    assert bare.title == bare.drill.question.text != before
    assert bare.root.locator(".keys button").first.is_enabled()


def test_a_1_waits_for_a_digit_or_enter(bare_drill: Callable[..., BareDrill]) -> None:
    bare = bare_drill()
    bare.type("1")
    assert bare.root.locator(".verdict.good, .verdict.bad").count() == 0
    bare.page.keyboard.press("Enter")
    assert bare.root.locator(".verdict.bad").is_visible()
    assert "not A" in bare.spoken


def test_a_click_answers_and_a_doubled_one_counts_once(
    bare_drill: Callable[..., BareDrill],
) -> None:
    bare = bare_drill()
    bare.root.get_by_role("button", name="7", exact=True).dblclick()
    bare.sync()
    assert len(bare.drill.session.given) == 1


def test_arrows_walk_the_rank_buttons_and_no_key_reaches_the_notebook(
    bare_drill: Callable[..., BareDrill],
) -> None:
    bare = bare_drill()
    bare.page.evaluate(
        "() => { window.keys = []; document.addEventListener('keydown', e => keys.push(e.key)); }"
    )
    bare.root.locator(".keys button").first.focus()
    bare.page.keyboard.press("ArrowRight")
    bare.page.keyboard.press("ArrowDown")
    assert bare.page.evaluate("document.activeElement.textContent") == "9"
    bare.page.keyboard.press("b")
    assert bare.page.evaluate("window.keys") == []


def test_four_needs_are_answered_one_after_another(
    bare_drill: Callable[..., BareDrill], screenshot: Callable[[str, Page], Path]
) -> None:
    bare = bare_drill("needs")
    names = dict(zip(bare.drill.question.options, bare.drill.question.labels, strict=True))
    for slot in bare.drill.question.slots:
        bare.root.get_by_role("button", name=names[slot.accepted[0]], exact=True).click()
    screenshot("drill-needs", bare.page)
    bare.sync()
    assert [right for _fact, right, _seconds in bare.drill.session.given] == [True]


def test_the_summary_says_what_to_practise_and_another_session_begins(
    bare_drill: Callable[..., BareDrill], screenshot: Callable[[str, Page], Path]
) -> None:
    bare = bare_drill(answers=2)
    bare.type("9")
    bare.sync()
    bare.root.get_by_role("button", name="Next").click()
    bare.type(bare.drill.question.answer)
    bare.sync()
    bare.page.keyboard.press("Enter")
    assert bare.title == "Done for now"
    assert bare.root.locator(".practise li").count() >= 1
    screenshot("drill-summary", bare.page)
    bare.root.get_by_role("button", name="Another session").click()
    bare.sync()
    assert bare.title == bare.drill.question.text
    assert bare.drill.session.given == []


def test_the_recall_map_has_a_row_for_each_foundation(
    bare_drill: Callable[..., BareDrill], screenshot: Callable[[str, Page], Path]
) -> None:
    bare = bare_drill()
    bare.drill.answer("2", seconds=2.0)
    bare.sync()
    bare.root.get_by_role("button", name="Recall map").click()
    bare.sync()
    assert bare.root.locator(".map tr").count() == 4
    assert bare.root.locator(".map td").count() == 52
    screenshot("drill-map", bare.page)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("width", [360, 800, 1400])
def test_the_drill_has_no_fault_and_does_not_overflow(
    bare_drill: Callable[..., BareDrill],
    axe_faults: Callable[..., list[str]],
    screenshot: Callable[[str, Page], Path],
    theme: str,
    width: int,
) -> None:
    size = "projector" if width == 1400 else "auto"
    viewport = {"viewport": {"width": width, "height": 900}}
    threes = calculation(bases=(3,), intervals=(3,))
    bare = bare_drill("next", threes, theme=theme, size=size, context=viewport)
    for answer in ("6", "9", "5"):
        bare.drill.answer(answer)
    bare.sync()
    screenshot(f"drill-{theme}-{width}", bare.page)
    assert axe_faults(bare.page) == []
    accepted = bare.drill.question.slots[0].accepted
    wrong = next(rank for rank in bare.drill.question.options if rank not in accepted)
    bare.root.locator(".keys button").nth(wrong - 1).click()
    assert bare.page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_faults(bare.page) == []
    screenshot(f"drill-{theme}-{width}-wrong", bare.page)


def test_in_a_narrow_cell_nothing_is_cut_off_and_no_word_is_broken(
    bare_drill: Callable[..., BareDrill],
) -> None:
    bare = bare_drill("next", language="de", context={"viewport": {"width": 260, "height": 900}})
    outside = """() => {
      const frame = document.querySelector('.calclab.drill').getBoundingClientRect();
      return [...document.querySelectorAll('.ask *, .keys *')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.right > frame.right - 8 || box.left < frame.left + 8;
      }).map((one) => one.outerHTML.slice(0, 90));
    }"""
    assert bare.page.evaluate(outside) == []
    keys = bare.root.locator(".keys button")
    skip, key = keys.last.bounding_box(), keys.first.bounding_box()
    assert skip is not None and key is not None
    assert skip["height"] <= key["height"] + 1


def test_a_drill_that_has_stopped_offers_no_stop(bare_drill: Callable[..., BareDrill]) -> None:
    bare = bare_drill()
    stop = bare.root.get_by_role("button", name="Stop here")
    stop.click()
    assert bare.title == "Done for now" and stop.is_hidden()
    bare.root.get_by_role("button", name="Go on").click()
    assert stop.is_visible()
