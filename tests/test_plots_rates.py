"""The pictures of rates: their data, their words, and the axes they draw on."""

import pytest
from matplotlib.figure import Figure as Paper

from calclab.figures import CLAIMS, Sample, figure
from calclab.messages import speaking
from calclab.plots import Picture
from calclab.plots.rates import claims_chart, rates, verdicts_chart

SAMPLES = {"all": Sample(50, 100), "none": Sample(0, 10)}


def drawn(kind: str) -> Picture:
    axes = Paper().add_subplot()
    if kind == "rates":
        picture = rates(SAMPLES, truth=0.5, ax=axes)
    elif kind == "claims":
        picture = claims_chart(ax=axes)
    else:
        picture = verdicts_chart({"one": figure("piles-1-solver")}, ax=axes)
    assert picture.axes is axes
    return picture


@pytest.mark.parametrize("kind", ["rates", "claims", "verdicts"])
def test_a_picture_draws_where_it_is_told_and_says_what_it_shows(kind: str) -> None:
    picture = drawn(kind)
    assert repr(picture) == picture.text and picture.text and "\n" not in picture.text
    assert picture._repr_png_().startswith(b"\x89PNG")


def test_a_rate_is_drawn_with_both_ends_of_its_interval() -> None:
    picture = rates(SAMPLES)
    assert picture.data[0] == ("all", 0.5, *Sample(50, 100).interval, 100)
    spans = [tuple(line.get_xdata()) for line in picture.axes.lines]
    for _name, rate, low, high, _deals in picture.data:
        assert any(span == pytest.approx((100 * low, 100 * high)) for span in spans)
        assert any(span == pytest.approx((100 * rate,)) for span in spans)
    labels = [label.get_text() for label in picture.axes.get_yticklabels()]
    assert labels == ["all (100)", "none (10)"]
    assert picture.text == "Games won: all 50.0 %, none 0.0 %"


def test_numbers_have_the_marks_of_the_language_whenever_they_are_drawn() -> None:
    few = {"few": Sample(45, 100_000)}
    with speaking("de"):
        german = rates(few)
    english = rates(few)
    for picture, mark in ((german, ","), (english, ".")):
        picture.axes.figure.canvas.draw()
        labels = [label.get_text() for label in picture.axes.get_xticklabels()]
        assert all(label.endswith(" %") for label in labels)
        assert any(mark in label for label in labels)
        assert not any(other in label for label in labels for other in {",", "."} - {mark})
    assert english.text == "Games won: few 0.0 %" and german.text.endswith("few 0,0 %")


def test_an_interval_that_misses_the_truth_has_another_mark() -> None:
    picture = rates(SAMPLES, truth=0.5)
    assert picture.text == "1 of 2 intervals hold 50 %"
    assert [line.get_marker() for line in picture.axes.lines].count("D") == 1


def test_the_claims_chart_shows_each_claim_and_its_figures() -> None:
    picture = claims_chart()
    assert len(picture.data) == len(CLAIMS)
    for claim, (said, *shown) in zip(CLAIMS, picture.data, strict=True):
        assert said == (claim.text, claim.low, claim.high)
        assert [(name, rate, deals) for name, rate, _low, _high, deals in shown] == [
            (name, figure(name).rate, figure(name).deals) for name in claim.figures
        ]
    markers = [line.get_marker() for line in picture.axes.lines]
    visible = sum(figure(name).sees_stock for claim in CLAIMS for name in claim.figures)
    assert markers.count("s") == visible
    assert all(band.get_hatch() for band in picture.axes.patches)


def test_bars_of_verdicts_add_up_and_read_in_grey() -> None:
    found = figure("piles-2-solver")
    picture = verdicts_chart({"two": found})
    assert picture.data == (("two", found.wins, found.unknown, found.lost),)
    widths = [bar.get_width() for bar in picture.axes.patches]
    assert sum(widths) == pytest.approx(100)
    assert len({bar.get_hatch() for bar in picture.axes.patches}) == 3
