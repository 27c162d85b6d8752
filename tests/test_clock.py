"""The clock driven from Python: its numbers, its walk, predictions, pictures and links."""

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calclab.clock_svg import Dial, clock, sentence
from calclab.exercises import hand
from calclab.messages import speaking
from calclab.modular import Foundation
from calclab.widgets.board import Board
from calclab.widgets.clock import Clock, fitting

SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def dials(draw: st.DrawFn) -> Dial:
    n = draw(st.integers(3, 30))
    step = draw(st.integers(1 - n, n - 1).filter(bool))
    overlay = draw(st.none() | st.integers(1, n - 1))
    longest = len(Dial(n, step).sequence)
    return Dial(n, step, draw(st.integers(1, n)), draw(st.integers(0, longest)), overlay)


@given(dials())
def test_a_picture_shows_every_rank_once_and_says_what_it_shows(dial: Dial) -> None:
    root = ElementTree.fromstring(clock(dial))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert len(texts) == dial.modulus == len(set(texts))
    description = root.find(f"{SVG}desc")
    assert description is not None and description.text == sentence(dial)
    assert clock(dial) == clock(dial)


@given(dials())
def test_untouched_positions_are_drawn_hollow_when_a_short_cycle_has_closed(dial: Dial) -> None:
    closed = Dial(dial.modulus, dial.interval, dial.base, len(dial.sequence))
    nodes = [
        element
        for element in ElementTree.fromstring(clock(closed)).iter(f"{SVG}circle")
        if element.get("stroke-dasharray")
    ]
    assert len(nodes) == dial.modulus - len(dial.sequence)


@given(st.integers(3, 30), st.integers(-29, 29), st.integers(1, 30), st.integers(1, 30))
def test_exactly_one_click_is_right(n: int, step: int, top: int, clicked: int) -> None:
    step, top, clicked = step % n or 1, (top - 1) % n + 1, (clicked - 1) % n + 1
    step = step - n if top % 2 else step
    right = [rank for rank in range(1, n + 1) if hand.judge(top, rank, step, n) == hand.RIGHT]
    assert right == [rank for rank in range(1, n + 1) if (rank - top - step) % n == 0]
    text = hand.explain(top, clicked, step, n)
    assert text.endswith(".") and "{" not in text


MISSES = [
    (7, 10, 4, 13, "counted-start", "You counted the start: from 7 the steps are 8, 9, 10, J."),
    (11, 2, 3, 13, "skipped-last", "You skipped K. From J the steps are Q, K, A."),
    (13, 5, 4, 13, "last-as-one", "You took K for 1. K plays 0: the steps are A, 2, 3, 4."),
    (11, 13, 4, 13, "no-wrap", "You stopped at K. The ring goes on: Q, K, A, 2."),
    (7, 3, 4, 13, "backwards", "You went the other way round. The steps are 8, 9, 10, J."),
    (7, 7, 4, 13, "stayed", "You stayed on 7. The steps are 8, 9, 10, J."),
    (7, 9, 4, 13, "other-step", "That is a step of 2. A step of 4 goes 8, 9, 10, J."),
    (2, 9, -5, 11, "counted-start", "You counted the start: from 2 the steps are A, J, 10, 9, 8."),
]


@pytest.mark.parametrize(("top", "clicked", "step", "n", "name", "text"), MISSES)
def test_a_miss_is_named(top: int, clicked: int, step: int, n: int, name: str, text: str) -> None:
    assert hand.judge(top, clicked, step, n) == name
    assert hand.table(step, n)[top - 1][clicked - 1] == name
    assert hand.explain(top, clicked, step, n) == text


def test_predictions_are_judged_and_counted() -> None:
    widget = Clock(13, 4, step=4, predict=True)
    verdict = widget.guess(10)
    assert (verdict.right, verdict.mistake) == (False, "counted-start")
    assert verdict.text.startswith("J, not 10. You counted the start")
    assert widget.position == 7
    assert widget.guess(11).right is True
    assert (widget.position, widget.right, widget.wrong) == (11, 1, 1)
    assert widget.mistakes == {"counted-start": 1}


def test_the_hand_stops_when_it_is_back_at_its_base() -> None:
    widget = Clock(12, 2)
    widget.forward(99)
    assert (widget.step, widget.position) == (6, 2)
    assert widget.visited == (2, 4, 6, 8, 10, 12)
    widget.step = 1000
    assert widget.step == 6
    assert widget.rewind().forward(-3).position == 2


def test_what_the_browser_shows_was_computed_in_python() -> None:
    data = Clock(12, 8, base=5, overlay=5)._dial
    assert data["sequence"] == [5, 1, 9] and data["short"] is True
    assert data["second"][:3] == [5, 10, 3]
    assert data["euclid"] == "12 = 1 × 8 + 4, 8 = 2 × 4 + 0, so gcd(12, 8) = 4"
    assert data["better"] == 13
    assert data["relation"] == "Interval 5 cannot be read out of interval 8."


def test_numbers_wanted_in_the_browser_are_brought_into_their_limits() -> None:
    widget = Clock(13, 3, step=5)
    widget._wanted = {"modulus": 10, "interval": 12, "base": 13, "overlay": None, "id": 1}
    assert (widget.modulus, widget.interval, widget.base, widget.step) == (10, 2, 10, 0)
    widget._wanted = {"modulus": "many", "interval": None, "id": 2}
    assert widget.dial == fitting(interval=None)


def test_a_number_from_python_may_change_the_others_or_is_refused() -> None:
    widget = Clock(13, 12)
    widget.modulus = 5
    assert (widget.modulus, widget.interval) == (5, 2)
    for name, value in (("modulus", 1), ("modulus", 99), ("interval", 0), ("base", 6)):
        before = getattr(widget, name)
        with pytest.raises(ValueError) as error:
            setattr(widget, name, value)
        assert "\n" not in str(error.value)
        assert getattr(widget, name) == before


@pytest.mark.parametrize(
    "numbers", [(1, 1), (2, 1), (31, 3), (13, 0), (13, 13), (13, 3, 14), ("13", 3), (True, 1)]
)
def test_numbers_that_cannot_be_get_one_line(numbers: Any) -> None:
    with pytest.raises(ValueError, match=r"whole number from|never leaves") as error:
        Clock(*numbers)
    assert "\n" not in str(error.value)


def test_the_stored_output_is_readable_and_holds_only_what_was_visited() -> None:
    widget = Clock(13, 5, predict=True)
    data, _ = widget._repr_mimebundle_()
    expected = "Clock(13, 5): the hand is on 5; visited 5. Run this cell to use it."
    assert data["text/plain"] == expected
    assert data["image/svg+xml"] == clock(Dial(13, 5))


def test_letters_follow_the_language() -> None:
    assert Clock(13, 3, language="de")._dial["labels"][11] == "D"
    with speaking("en", "AVDR"):
        assert Clock(13, 3)._dial["labels"][10:] == ["V", "D", "R"]


def test_a_linked_clock_follows_its_foundation_until_it_is_told_to_stop() -> None:
    board = Board("calculation", seed=14)
    widget = Clock()
    stop = widget.link(board, "F4")
    assert (widget.interval, widget.visited) == (4, (4,))
    board.play("S-F4")
    assert widget.visited == (4, 8)
    board.undo()
    assert widget.visited == (4,)
    stop()
    board.redo()
    assert widget.visited == (4,)
    with pytest.raises(ValueError, match="F1 to F4"):
        widget.link(board, "F5")


def test_a_foundation_can_be_shown() -> None:
    widget = Clock(Foundation(8, 4, 12))
    assert (widget.modulus, widget.interval, widget.base) == (13, 4, 8)
