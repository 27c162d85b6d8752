"""How a widget looks: as a board's panel remembers it, and by no rule of another widget."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calclab.messages import speaking
from calclab.widgets import Board
from calclab.widgets.clock import Clock
from calclab.widgets.drill import Drill
from calclab.widgets.exercise import Ask
from calclab.widgets.settings import DEFAULTS

pytestmark = pytest.mark.usefixtures("calclab_home")

MAKERS: list[Callable[..., Any]] = [
    lambda **look: Ask(2, seed="look", **look),
    lambda **look: Drill(progress=":memory:", seed=1, **look),
    lambda **look: Clock(13, 3, **look),
]


def choose(**changes: Any) -> None:
    """A choice in a board's panel."""
    board = Board("calculation", 1)
    board._settings = {**board._settings, **changes}


@pytest.mark.parametrize("make", MAKERS)
def test_what_a_boards_panel_remembers_every_widget_begins_with(
    make: Callable[..., Any], calclab_home: Path
) -> None:
    assert (make().theme, make().size) == ("auto", "auto") and not calclab_home.exists()
    choose(language="de", theme="contrast", size="large")
    kept = (calclab_home / "settings.json").read_text()
    widget = make()
    assert (widget.theme, widget.size) == ("contrast", "large")
    assert widget._spoken == ("de", "ABDK")
    assert make()._texts != make(language="en")._texts
    assert (calclab_home / "settings.json").read_text() == kept, "they only read"


@pytest.mark.parametrize("make", MAKERS)
def test_what_the_cell_says_goes_before_what_is_remembered(make: Callable[..., Any]) -> None:
    choose(language="de", theme="contrast", size="large")
    widget = make(language="en", theme="auto", size="small")
    assert (widget.theme, widget.size, widget._spoken) == ("auto", "small", ("en", "AJQK"))
    assert make(letters="AVDR")._spoken == ("de", "AVDR")
    with speaking("de", "AWDK"):
        assert make()._spoken == ("de", "AWDK")
    with speaking("en"):
        assert make()._spoken == ("en", "AJQK"), "English may be asked for too"
        assert make(letters="AVDR")._spoken == ("en", "AVDR")
    with pytest.raises(ValueError, match="theme: 'red' cannot be chosen"):
        make(theme="red")


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("text", ["{", "[]", '{"theme": 7, "language": "xx"}'])
def test_damaged_settings_are_the_usual_ones(
    text: str, make: Callable[..., Any], calclab_home: Path
) -> None:
    calclab_home.mkdir()
    (calclab_home / "settings.json").write_text(text)
    widget = make()
    assert (widget.theme, widget.size) == (DEFAULTS["theme"], DEFAULTS["size"])
    assert widget._spoken == ("en", "AJQK")
    assert (calclab_home / "settings.json").read_text() == text, "a board sets it aside and says so"


def test_a_board_begins_as_the_others_do() -> None:
    choose(language="de", theme="contrast")
    with speaking("en", "AVDR"):
        board = Board("calculation", 1, size="large")
    found = [board._settings[name] for name in ("language", "letters", "theme", "size")]
    assert found == ["en", "AVDR", "contrast", "large"]
    assert Board("calculation", 1)._settings["letters"] == "ABDK"


# chosen while they stand in the same notebook


@pytest.mark.parametrize("make", MAKERS)
def test_what_a_panel_chooses_reaches_what_stands_there(
    make: Callable[..., Any], calclab_home: Path
) -> None:
    widget, fixed = make(), make(language="en", theme="light")
    texts, plain = widget._texts, fixed._texts
    choose(language="de", theme="contrast")
    kept = (calclab_home / "settings.json").read_text()
    assert (widget.theme, widget._spoken) == ("contrast", ("de", "ABDK"))
    assert widget._texts != texts
    assert (fixed.theme, fixed._spoken, fixed._texts) == ("light", ("en", "AJQK"), plain)
    choose(letters="AVDR")
    assert widget._spoken == ("de", "AVDR")
    now = (calclab_home / "settings.json").read_text()
    assert json.loads(now) == json.loads(kept) | {"letters": "AVDR"}, "only the board has written"


@pytest.mark.parametrize("make", MAKERS)
def test_what_python_has_set_since_is_not_changed_by_a_panel(make: Callable[..., Any]) -> None:
    widget = make()
    widget.theme = "dark"
    choose(theme="contrast", size="large")
    assert (widget.theme, widget.size) == ("dark", "large")


def test_an_open_exercise_is_asked_again_with_the_letters_of_the_board() -> None:
    ask = Ask(4, seed="y")
    assert ask.exercise.answer == (11,) and "What is card" in ask._item["question"]
    before = ask._item["id"]
    ask.answer("what?")
    choose(language="de")
    assert ask.exercise.answer == (11,) and "What is card" not in ask._item["question"]
    assert ask._item["id"] > before and ask._item["labels"][10:] == ["B", "D", "K"]
    assert ask._verdict == {} and ask.answer("B").right


def test_an_answered_exercise_keeps_its_words_until_the_next() -> None:
    ask = Ask((4, 1), seed="y")
    item = ask._item
    ask.answer("J")
    choose(language="de")
    assert ask._item == item and ask.verdict is not None and ask.verdict.right
    ask.next()
    assert ask.exercise.kind == 1 and ask._item["labels"][10] == "B"
    choose(language="en")
    assert ask.exercise.kind == 1 and ask.next().exercise.kind == 4, "the turns go on as they would"


def test_a_prediction_is_made_again_too() -> None:
    ask = Ask("when-lost")
    english = ask._item["choices"]
    choose(language="de")
    assert ask._item["choices"] != english and ask.exercise.name == "when-lost"


def test_a_drill_goes_on_with_the_same_fact_and_nothing_is_kept() -> None:
    drill = Drill("next", progress=":memory:", seed=1)
    drill.answer("2")
    fact, text = drill.question.fact, drill.question.text
    choose(language="de")
    assert drill.question.fact == fact and drill.question.text != text
    assert drill._item["text"] == drill.question.text and drill._item["labels"][10] == "B"
    assert len(drill.session.given) == 1 and len(drill.progress.answers()) == 1


def test_a_clock_stays_where_it_is() -> None:
    clock = Clock(13, 3, step=3)
    choose(language="de")
    assert clock.step == 3 and clock._dial["labels"][11] == "D"


@pytest.mark.parametrize("widget", [Board, Clock, Drill, Ask])
def test_every_rule_of_a_widget_holds_inside_it_alone(widget: Any) -> None:
    name = {Ask: "exercise"}.get(widget, widget.__name__.lower())
    sheet = re.sub(r"/\*.*?\*/", "", widget._css, flags=re.DOTALL)
    heads = [head.strip() for head in re.findall(r"([^{}]+)\{", sheet)]
    rules = [head for head in heads if not head.startswith("@")]
    assert len(rules) > 100
    for rule in rules:
        short = rule.replace(f".calclab:where(.{name})", "HERE")
        while (without := re.sub(r"\((?!HERE)[^()]*\)", "", short)) != short:
            short = without  # the lists in brackets are no selectors of their own
        for selector in short.split(","):
            assert "HERE" in selector, rule
