"""What a board's panel remembers is what every other widget begins with."""

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
