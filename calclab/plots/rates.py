"""Pictures of rates: how often something won, with its interval, and what was claimed.

What lives here: functions that take samples or claims and return a `Picture`. A rate is a mark
with a line from end to end of its 95 % interval. What does not: the figures themselves
(``figures``), and how they are measured (``study``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Protocol

from calclab.figures import CLAIMS, Claim, Figure
from calclab.intervals import Sample
from calclab.messages import _, listed, numeral
from calclab.plots.paper import INK, INKS, LINE, SOFT, WARN, Picture, count_on, new_axes, open_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HIDDEN, VISIBLE, CLAIMED = INKS[0], INKS[1], "#f2d6c6"
SHADES = ("#7fb2d6", "#e9ebea", "#c7ccca")  # won, unknown, lost
HATCHES = ("", "..", "///")


class Rated(Protocol):
    """What a rate can be drawn of: a `Study`, a `Figure`, a `Sample`."""

    @property
    def deals(self) -> int:
        """The number of deals."""

    @property
    def rate(self) -> float:
        """The share of games won."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate."""


def rates(
    samples: Mapping[str, Rated],
    truth: float | None = None,
    title: str | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Rates under each other, the first on top, each with its interval and its number of deals.

    `truth` is a share to compare them with, drawn as a dashed line. `title` says what is counted,
    by itself games won. The data are (name, rate, low, high, deals).
    """
    counted = title or _("Games won")
    axes = ax or new_axes(7.2, 1.0 + 0.34 * len(samples))
    data = tuple((name, one.rate, *one.interval, one.deals) for name, one in samples.items())
    if truth is not None:
        axes.axvline(100 * truth, color=WARN, linewidth=1.4, linestyle=(0, (4, 3)), zorder=1)
    for row, (_name, rate, low, high, _deals) in enumerate(data):
        missed = truth is not None and not low <= truth <= high
        _mark(axes, row, rate, (low, high), "D" if missed else "o", WARN if missed else HIDDEN)
    _names(axes, [f"{name} ({numeral(deals)})" for name, *_rest, deals in data])
    marks = [] if truth is None else [truth]
    _scale(axes, marks + [end for row in data for end in row[1:4]])
    heading = _("{counted}, with the 95 % interval").format(counted=counted)
    axes.set_title(heading, color=INK, fontsize=10)
    return Picture(axes, data, _rates_in_words(data, truth, counted))


def claims_chart(claims: Sequence[Claim] = CLAIMS, ax: Axes | None = None) -> Picture:
    """Each claim as a hatched band, and the figures beside it with their intervals.

    Round marks: the stock was hidden. Squares: it was visible, and the line reaches up as if every
    deal that the solver gave up could be won. The data are (claim, low, high) and for each figure
    (name, rate, low, high, deals).
    """
    axes = ax or new_axes(8.4, 1.4 + 0.6 * len(claims))
    data = []
    for row, claim in enumerate(claims):
        _band(axes, row, claim)
        found = claim.shown()
        for at, one in enumerate(found):
            _figure_mark(axes, row + 0.3 * (at - (len(found) - 1) / 2), one)
        shown = [(one.name, one.rate, *one.possible, one.deals) for one in found]
        data.append(((claim.text, claim.low, claim.high), *shown))
    _names(axes, [fill(f"{claim.text} ({claim.game})", 34) for claim in claims])
    _scale(axes, [0.0, 1.0])
    axes.set_title(_("Claimed, and measured with 95 % intervals"), color=INK, fontsize=10)
    _legend(axes)
    return Picture(axes, tuple(data), _claims_in_words(claims))


def verdicts_chart(figures: Mapping[str, Figure], ax: Axes | None = None) -> Picture:
    """What the solver says of each game: the shares won, unknown and proved lost.

    The data are (name, won, unknown, proved lost), counted in deals.
    """
    axes = ax or new_axes(7.2, 1.4 + 0.46 * len(figures))
    data = tuple((name, one.wins, one.unknown, one.lost) for name, one in figures.items())
    for row, (_name, *counts) in enumerate(data):
        left = 0.0
        for count, shade, hatch in zip(counts, SHADES, HATCHES, strict=True):
            share = 100 * count / max(1, sum(counts))
            axes.barh(row, share, 0.62, left, facecolor=shade, edgecolor=LINE, hatch=hatch)
            if share >= 8:
                axes.text(
                    left + share / 2, row, f"{count}", ha="center", va="center", color=INK,
                    fontsize=9, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5},
                )  # fmt: skip
            left += share
    _names(axes, list(figures))
    _scale(axes, [0.0, 1.0])
    axes.set_title(_("Stock visible: what the solver says of each deal"), color=INK, fontsize=10)
    _verdict_key(axes)
    return Picture(axes, data, _verdicts_in_words(data))


def _mark(
    axes: Axes, row: float, rate: float, interval: tuple[float, float], marker: str, colour: str
) -> None:
    low, high = (100 * end for end in interval)
    axes.plot([low, high], [row, row], color=colour, linewidth=2, solid_capstyle="butt", zorder=3)
    axes.plot([low, low, high, high], [row] * 4, "|", color=colour, markersize=8, zorder=3)
    axes.plot(
        [100 * rate], [row], marker, color=colour, markersize=7, markeredgecolor="white", zorder=4,
        clip_on=False,
    )  # fmt: skip


def _figure_mark(axes: Axes, row: float, one: Figure) -> None:
    marker, colour = ("s", VISIBLE) if one.sees_stock else ("o", HIDDEN)
    _mark(axes, row, one.rate, one.possible, marker, colour)
    low, high = one.possible
    left = high > 0.75
    axes.annotate(
        f"{one.sample.share} · {numeral(one.deals)}", (100 * (low if left else high), row),
        xytext=(-6 if left else 6, 0), textcoords="offset points", va="center",
        ha="right" if left else "left", color=SOFT, fontsize=8, zorder=5,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.85},
    )  # fmt: skip


def _band(axes: Axes, row: int, claim: Claim) -> None:
    low, high = 100 * claim.low, 100 * claim.high
    if high - low < 1.6:
        low, high = (low + high) / 2 - 0.8, (low + high) / 2 + 0.8
    axes.barh(
        row, high - low, 0.84, low, facecolor=CLAIMED, edgecolor=WARN, hatch="///", linewidth=0.9,
        zorder=2,
    )  # fmt: skip
    axes.axhline(row + 0.5, color=LINE, alpha=0.3, linewidth=0.8, zorder=0)


def _names(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0, colors=INK, labelsize=9)


def _scale(axes: Axes, ends: Sequence[float]) -> None:
    """Per cent along the bottom: as much of 0 to 100 as the rates need."""
    low, high = 100 * min(ends), 100 * max(ends)
    room = max(1.0, 0.06 * (high - low))
    axes.set_xlim(max(0.0, low - room), min(100.0, high + room))
    count_on(axes.xaxis, " %")
    axes.grid(axis="x", color=LINE, alpha=0.3, zorder=0)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", colors=SOFT, labelsize=9)
    open_frame(axes)


def _legend(axes: Axes) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=CLAIMED, edgecolor=WARN, hatch="///", label=_("claimed")),
        Line2D([], [], color=HIDDEN, marker="o", linewidth=2, label=_("measured, stock hidden")),
        Line2D([], [], color=VISIBLE, marker="s", linewidth=2, label=_("measured, stock visible")),
    ]
    _below(axes, handles)


def _verdict_key(axes: Axes) -> None:
    from matplotlib.patches import Patch

    words = (_("won, with a line"), _("unknown: given up"), _("proved lost"))
    _below(axes, [
        Patch(facecolor=shade, edgecolor=LINE, hatch=hatch, label=label)
        for shade, hatch, label in zip(SHADES, HATCHES, words, strict=True)
    ])  # fmt: skip


def _below(axes: Axes, handles: Sequence[object]) -> None:
    height = axes.figure.get_size_inches()[1]  # type: ignore[union-attr]
    axes.legend(
        handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.34 / height - 0.02),
        ncols=len(handles), frameon=False, fontsize=9, labelcolor=INK,
    )  # fmt: skip


def _rates_in_words(
    data: Sequence[tuple[str, float, float, float, int]], truth: float | None, counted: str
) -> str:
    if truth is not None:
        inside = sum(low <= truth <= high for _name, _rate, low, high, _deals in data)
        return _("{inside} of {count} intervals hold {truth} %").format(
            inside=inside, count=len(data), truth=numeral(100 * truth, "g")
        )
    shown = ", ".join(
        f"{name} {Sample(round(rate * deals), deals).share}" for name, rate, *_rest, deals in data
    )
    return f"{counted}: {shown}"


def _claims_in_words(claims: Sequence[Claim]) -> str:
    parts = [
        f"{claim.text}: {listed([f'{one.player} {one.sample.share}' for one in claim.shown()])}"
        for claim in claims
    ]
    return _("Claimed, and measured: {claims}").format(claims="; ".join(parts))


def _verdicts_in_words(data: Sequence[tuple[str, int, int, int]]) -> str:
    words = _("{name}: {won} won, {unknown} unknown, {lost} proved lost")
    return "; ".join(
        words.format(name=name, won=won, unknown=unknown, lost=lost)
        for name, won, unknown, lost in data
    )
