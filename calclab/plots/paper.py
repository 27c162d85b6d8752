"""The paper that pictures of games are drawn on: colours, second cues, cells, new axes.

What lives here: what all pictures share. Colours are the board's; each has a second cue, a word or
a hatching, so that a picture reads in grey. What does not: what a picture shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from calclab.messages import _, numeral, speaking, voice

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

INK, SOFT, LINE = "#14232a", "#46575d", "#6f827c"
WARN, NEXT = "#a83c00", "#e69f00"
INKS = (  # one for each foundation of the largest game
    *("#005f96", "#00694d", "#a84300", "#8f3f73"),
    *("#5b4db2", "#7a5200", "#2f6b1f", "#a02a52"),
)
TINTS = ("#e69f00", "#f6e58a", "#b9dff5", "#7fb2d6", "#c7ccca")
UNDER = (1, 2, 4, 99)  # the largest distance of each of the first four tints


@dataclass(frozen=True, slots=True)
class Picture:
    """What was drawn: the axes (or several), the values as plain data, one line of text."""

    axes: Any = field(repr=False)
    data: Any = field(repr=False)
    text: str = ""

    def __repr__(self) -> str:
        return self.text

    def _repr_png_(self) -> bytes:
        from io import BytesIO

        first = self.axes[0] if isinstance(self.axes, tuple) else self.axes
        kept = BytesIO()
        first.figure.savefig(kept, format="png", dpi=90, bbox_inches="tight")
        return kept.getvalue()


def new_axes(width: float, height: float) -> Any:
    """Axes on a figure of their own, in inches, outside of pyplot's state."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height)).add_subplot()


def count_on(axis: Axis, unit: str = "") -> None:
    """Mark an axis with numbers in the voice of now, whenever the picture is drawn."""
    own = voice()

    def mark(value: float, _place: object) -> str:
        with speaking(own.language, own.letters):
            return numeral(round(value, 9) + 0.0, "g").replace("-", "−") + unit

    axis.set_major_formatter(mark)


def count_whole(axis: Axis) -> None:
    """Mark an axis of counts with whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10], min_n_ticks=1))


def new_row(count: int, width: float, height: float) -> tuple[Any, ...]:
    """Axes side by side that share their vertical axis."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return tuple(figure.subplots(1, count, sharey=True, squeeze=False)[0])


def open_frame(axes: Axes, grid: Literal["x", "y"] | None = None) -> None:
    """A frame open above and to the right; `grid` draws faint lines across one of its axes."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if grid is not None:
        axes.grid(axis=grid, color=LINE, alpha=0.3, zorder=0)
        axes.tick_params(colors=SOFT)


def tint(distance: int | None) -> str:
    """The colour of a distance: amber now, then paler, then blue; grey where it never comes."""
    if distance is None:
        return TINTS[-1]
    return next(colour for colour, most in zip(TINTS, UNDER, strict=False) if distance <= most)


def short(distance: int | None) -> str:
    """The second cue of a distance: a word on the card."""
    if distance is None:
        return _("never")
    return _("now") if distance == 1 else _("in {count}").format(count=distance)


def cell(
    axes: Axes,
    x: float,
    y: float,
    fill: str,
    *,
    width: float = 0.9,
    height: float = 0.9,
    hatch: str | None = None,
    edge: str = LINE,
    line: float = 0.8,
) -> None:
    """A box whose middle is (x, y), with hatching as a second cue."""
    from matplotlib.patches import Rectangle

    corner = (x - width / 2, y - height / 2)
    box = Rectangle(
        corner, width, height, facecolor=fill, edgecolor=edge, linewidth=line, hatch=hatch
    )
    box.set_hatch_linewidth(0.7) if hasattr(box, "set_hatch_linewidth") else None
    axes.add_patch(box)


def key(
    axes: Axes,
    entries: Sequence[tuple[str, str, str | None]],
    columns: int,
    more: Sequence[Any] = (),
) -> None:
    """A legend below the picture: (words, colour, hatching), then other handles.

    The colour of what is wanted now has a dark frame, so that it differs in grey print.
    """
    from matplotlib.patches import Patch

    boxes = [
        Patch(
            facecolor=colour,
            edgecolor=frame(colour),
            linewidth=1.8 if colour == TINTS[0] else 0.8,
            hatch=hatch,
            label=words,
        )
        for words, colour, hatch in entries
    ]
    axes.legend(
        handles=[*boxes, *more],
        loc="upper center",
        bbox_to_anchor=(0.5, -0.02),
        ncols=columns,
        frameon=False,
        fontsize=8,
        labelcolor=INK,
    )


def frame(fill: str) -> str:
    """The colour of a cell's edge: dark around what is wanted now."""
    return INK if fill == TINTS[0] else LINE


def readable_on(shade: Sequence[float]) -> str:
    """Ink or white, whichever stands out more on a shade (red, green, blue from 0 to 1)."""
    linear = [part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in shade]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return INK if light > 0.21 else "white"  # where both contrasts are equal, for this ink


def distance_key() -> list[tuple[str, str, str | None]]:
    """The entries of a legend for distances."""
    return [
        (_("wanted now"), TINTS[0], None),
        (_("in 2 plays"), TINTS[1], None),
        (_("in 3 or 4"), TINTS[2], None),
        (_("in 5 or more"), TINTS[3], None),
        (_("can never leave"), TINTS[4], "////"),
    ]
