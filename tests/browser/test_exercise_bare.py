"""An exercise in a browser; Python's widget itself stands behind the model."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from calclab.widgets.assets import css, esm
from calclab.widgets.exercise import Ask
from tests.browser.bare import MODEL
from tests.browser.test_clock_bare import START

NAMES = ["_item", "_given", "_verdict", "_wish", "_texts", "theme", "size"]


class BareAsk:
    """An exercise on an empty page; `answer` lets Python judge what the page has sent."""

    def __init__(self, page: Page, ask: Ask) -> None:
        self.page, self.ask = page, ask
        page.evaluate(MODEL)
        traits = json.loads(json.dumps({name: getattr(ask, name) for name in NAMES}))
        style = css("theme", "clock", "exercise")
        page.evaluate(START, [esm("cards", "dial", "exercise"), style, traits])
        self.root = page.locator(".calclab.exercise")

    def sync(self) -> None:
        """One round trip: what the page has set goes to Python, what Python says comes back."""
        for name in ("_given", "_wish"):
            setattr(self.ask, name, self.page.evaluate(f"window.model.traits.{name}"))
        for name in ("_item", "_verdict"):
            value = json.loads(json.dumps(getattr(self.ask, name)))
            if value != self.page.evaluate(f"window.model.traits.{name}"):
                self.page.evaluate("v => window.model.take(v)", {name: value})


@pytest.fixture
def bare_ask(bare_page: Callable[..., Page]) -> Callable[..., BareAsk]:
    def open_one(*arguments: Any, context: dict[str, Any] | None = None, **more: Any) -> BareAsk:
        return BareAsk(bare_page(**(context or {})), Ask(*arguments, **more))

    return open_one


def test_typing_an_answer_and_enter_gets_the_hint_made_for_the_mistake(
    bare_ask: Callable[..., BareAsk],
) -> None:
    bare = bare_ask(2, seed="browser")
    assert bare.root.locator(".head-area > *").count() == 2, "no table is no text in its place"
    assert bare.root.locator(".head-area").inner_text().endswith(bare.ask.exercise.question)
    mistake = bare.ask.exercise.mistakes[0]
    box = bare.root.get_by_role("textbox")
    for _ in range(2):
        box.fill(str(mistake.answer[0]))
        box.press("Enter")
        bare.sync()
    assert bare.root.locator(".verdict").text_content() == mistake.text
    assert bare.root.get_by_text("Would a hint help?").is_visible()
    bare.root.get_by_role("button", name="Hint 1").click()
    assert bare.root.locator(".hints").text_content() == bare.ask.exercise.hint(1)
    box.fill(bare.ask.exercise.answer_text)
    box.press("Enter")
    bare.sync()
    assert bare.root.locator(".verdict.good").count() == 1
    before = bare.ask.exercise.question
    bare.root.get_by_role("button", name="Next one").click()
    bare.sync()
    assert bare.root.locator(".question").text_content() == bare.ask.exercise.question != before
    assert bare.root.get_by_role("textbox").input_value() == ""


def test_a_click_on_the_ring_only_fills_the_answer_in(bare_ask: Callable[..., BareAsk]) -> None:
    bare = bare_ask(1, seed="ring")
    bare.root.get_by_text("Show the ring").click()
    bare.root.locator('.place[data-rank="12"]').click()
    assert bare.root.get_by_role("textbox").input_value() == "Q"
    assert bare.page.evaluate("window.model.saved") == 0, "a click alone is not judged"
    bare.page.keyboard.press("ArrowRight")
    bare.page.keyboard.press("Enter")
    assert bare.root.get_by_role("textbox").input_value() == "K"


def test_a_prediction_is_committed_then_revealed(
    bare_ask: Callable[..., BareAsk], screenshot: Callable[[str, Page], Path]
) -> None:
    bare = bare_ask("finished")
    bare.root.get_by_role("button", name="yes", exact=True).click()
    bare.root.get_by_role("button", name="This is my prediction").click()
    bare.sync()
    assert "The answer is no" in (bare.root.locator(".verdict").text_content() or "")
    assert bare.root.get_by_role("textbox").is_disabled()
    screenshot("exercise-prediction", bare.page)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("width", [360, 1000])
def test_the_card_has_no_fault_and_does_not_overflow(
    bare_ask: Callable[..., BareAsk],
    axe_faults: Callable[..., list[str]],
    screenshot: Callable[[str, Page], Path],
    theme: str,
    width: int,
) -> None:
    bare = bare_ask(10, seed=4, theme=theme, context={"viewport": {"width": width, "height": 800}})
    bare.root.get_by_role("textbox").fill("A, A, A, A")
    bare.root.get_by_role("textbox").press("Enter")
    bare.sync()
    bare.root.get_by_role("button", name="Hint 1").click()
    assert bare.page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_faults(bare.page) == []
    screenshot(f"exercise-{theme}-{width}", bare.page)


def test_the_table_is_shown_and_a_sentence_is_chosen_with_a_click(
    bare_ask: Callable[..., BareAsk],
) -> None:
    bare = bare_ask(34, seed="choose")
    table = bare.root.get_by_role("img", name="What lies on the table")
    assert table.locator(".heap .name b").all_inner_texts() == ["W1", "W2"]
    texts = bare.root.locator(".choice").all_inner_texts()
    assert [text.split("\n")[-1] for text in texts] == list(bare.ask.exercise.choices)
    (right,) = bare.ask.exercise.answer
    assert isinstance(right, int)
    bare.root.locator(".choice").nth(right - 1).click()
    assert bare.root.get_by_role("textbox").input_value() == str(right)
    bare.root.get_by_role("button", name="Check").click()
    bare.sync()
    assert bare.root.locator(".verdict.good").count() == 1


def test_the_piles_of_a_position_are_keys(bare_ask: Callable[..., BareAsk]) -> None:
    bare = bare_ask(31, seed="keys")
    keys = bare.root.locator(".key")
    assert keys.all_inner_texts() == ["W1", "W2", "W3"]
    keys.nth(1).click()
    assert bare.root.get_by_role("textbox").input_value() == "W2"


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize(("kind", "width"), [(34, 360), (31, 1000), (30, 360)])
def test_a_card_with_a_table_has_no_fault_and_does_not_overflow(
    bare_ask: Callable[..., BareAsk],
    axe_faults: Callable[..., list[str]],
    screenshot: Callable[[str, Page], Path],
    theme: str,
    kind: int,
    width: int,
) -> None:
    context = {"viewport": {"width": width, "height": 800}}
    bare = bare_ask(kind, seed=4, theme=theme, context=context)
    bare.root.get_by_role("button", name="Hint 1").click()
    assert bare.page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_faults(bare.page) == []
    screenshot(f"exercise-{kind}-{theme}", bare.page)


GROUND = "one => getComputedStyle(one).backgroundColor"


def test_the_table_of_an_exercise_has_the_colours_of_its_theme(
    bare_ask: Callable[..., BareAsk], axe_faults: Callable[..., list[str]]
) -> None:
    grounds = set()
    for theme in ("light", "dark", "contrast"):
        bare = bare_ask(35, seed="x", theme=theme)
        table = bare.root.get_by_role("img", name="What lies on the table")
        position = bare.ask.exercise.position
        assert position is not None
        piles = sum(len(position.pile(name)) for name in position.pile_names)
        turned = position.turned is not None
        assert table.locator(".heap .card").count() == piles + turned
        grounds.add(table.locator(".row").first.evaluate(GROUND))
        assert axe_faults(bare.page) == []
    assert len(grounds) == 3


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_the_table_of_an_exercise_can_be_read(
    language: str, bare_ask: Callable[..., BareAsk]
) -> None:
    phone = {"viewport": {"width": 244, "height": 740}}
    bare = bare_ask(35, seed="x", language=language, context=phone)
    page = bare.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    inside = bare.root.evaluate(
        """root => [...root.querySelectorAll('.table *')].filter((one) =>
        one.getBoundingClientRect().right > root.getBoundingClientRect().right + 0.5).length"""
    )
    assert inside == 0
    words = bare.root.locator(".table :is(b, .small, .chip, .badge, .strip li)")
    sizes = words.evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert len(sizes) > 60 and min(sizes) >= 11
    cut = bare.root.locator(".strip li:not(.top)").evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    )
    assert cut == 0
