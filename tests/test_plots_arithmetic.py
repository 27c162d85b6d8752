"""The pictures of the arithmetic: their data, their words, and the axes they draw on."""

from typing import Any

import pytest
from matplotlib.figure import Figure

from calclab.messages import speaking
from calclab.modular import Foundation
from calclab.plots import Picture
from calclab.plots.arithmetic import distances, inverses, stars, times_table

MODULI = [2, 5, 12, 13, 29, 60]


@pytest.mark.parametrize("n", MODULI)
def test_the_times_table_draws_the_products(n: int) -> None:
    picture = times_table(n)
    for a, row in enumerate(picture.data, start=1):
        for b, cell in enumerate(row, start=1):
            assert cell is not None and 1 <= cell <= n and (a * b - cell) % n == 0
    assert len(picture.axes.texts) == (n * n if n <= 20 else 0)


@pytest.mark.parametrize("n", MODULI)
def test_the_inverses_multiply_to_one_or_have_a_dash(n: int) -> None:
    picture = inverses(n)
    assert len(picture.data) == n - 1
    for number, found in picture.data:
        assert number is not None
        if found is None:
            assert all(number * other % n != 1 for other in range(n))
        else:
            assert number * found % n == 1
    dashes = [text for text in picture.axes.texts if text.get_text() == "–"]
    assert len(dashes) == sum(found is None for _, found in picture.data)


@pytest.mark.parametrize("interval", [1, 2, 3, 4, -3])
def test_the_distance_table_counts_the_cards_to_come(interval: int) -> None:
    foundation = Foundation(interval % 13, interval)
    picture = distances(foundation)
    assert len(picture.data) == 12
    for laid, row in enumerate(picture.data, start=1):
        for rank, cell in enumerate(row, start=1):
            rest = foundation.sequence[laid:]
            assert cell == (rest.index(rank) + 1 if rank in rest else None)


def test_four_stars_stand_side_by_side_on_the_axes_they_are_given() -> None:
    axes = Figure().subplots(1, 4)
    picture = stars(axes=axes)
    assert picture.axes == tuple(axes)
    assert [len(walk) for walk in picture.data] == [13] * 4
    assert picture.text.startswith("Stars on 13 positions: step 1 visits 13")
    with pytest.raises(ValueError, match="2 axes for 4 stars"):
        stars(axes=list(axes)[:2])


@pytest.mark.parametrize("draw", [times_table, inverses, distances])
def test_a_picture_draws_where_it_is_told_and_says_what_it_shows(draw: Any) -> None:
    axes = Figure().add_subplot()
    picture = draw(ax=axes)
    assert isinstance(picture, Picture) and picture.axes is axes
    assert repr(picture) == picture.text and "\n" not in picture.text
    assert picture._repr_png_().startswith(b"\x89PNG")


def test_pictures_use_the_readers_letters() -> None:
    with speaking("de"):
        labels = [tick.get_text() for tick in times_table().axes.get_xticklabels()]
    assert labels[10:] == ["B", "D", "K"]


def test_a_ring_that_is_none_gets_one_line() -> None:
    with pytest.raises(ValueError, match="too small"):
        times_table(1)
