"""Pictures of the arithmetic: multiplication table, stars, inverses, distances.

What lives here: functions that take numbers and return a `Picture`: the matplotlib axes, the values
that were drawn, and one line that says what is to be seen. What does not: pictures of games
(``blockages``, ``lost``, ``stories``), the clock (``clock_svg``). They draw on the axes they are
given and never touch pyplot's state, unless they have to make axes of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from calclab.messages import _, rank_label
from calclab.modular import Foundation, cycle, inverse, multiplication_table, visiting, wrap
from calclab.plots.paper import INK, INKS, SOFT, Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINE = "#c3d0cc"
MOST_WRITTEN = 20  # a larger table shows its colours only

Rows = tuple[tuple[int | None, ...], ...]


def times_table(modulus: int = 13, ax: Axes | None = None) -> Picture:
    """The multiplication table modulo n as a heat map; every cell holds its rank.

    >>> times_table(5).data[1]
    (2, 4, 1, 3, 5)
    """
    table = multiplication_table(modulus)
    axes = ax or _new_axes(5.2, 5.2)
    _heat(axes, table, modulus)
    _ranks_on_both_sides(axes, modulus)
    axes.set_title(_("Multiplication modulo {n}").format(n=modulus), color=INK)
    full = len(visiting(modulus))
    text = _(
        "Multiplication modulo {n}: {full} of the first {rows} rows hold every rank; "
        "the last row and column hold only {last}"
    ).format(n=modulus, full=full, rows=modulus - 1, last=rank_label(modulus))
    return Picture(axes, table, text)


def stars(
    intervals: Sequence[int] = (1, 2, 3, 4),
    modulus: int = 13,
    axes: Sequence[Axes] | None = None,
) -> Picture:
    """The walks of some intervals as star polygons side by side.

    `axes` are as many as there are intervals. The data are the walks.

    >>> stars((2, 3), 12).data
    ((2, 4, 6, 8, 10, 12), (3, 6, 9, 12))
    """
    if axes is not None and len(axes) != len(intervals):
        raise ValueError(f"{len(axes)} axes for {len(intervals)} stars; give one for each")
    drawn = tuple(axes) if axes is not None else _new_row(len(intervals))
    walks = tuple(cycle(wrap(step, modulus), step, modulus) for step in intervals)
    for at, (one, walk, step) in enumerate(zip(drawn, walks, intervals, strict=True)):
        _star(one, walk, modulus, INKS[at % 4])
        one.set_title(_("step {k}").format(k=step), color=INK)
    counts = ", ".join(
        _("step {k} visits {count}").format(k=step, count=len(walk))
        for step, walk in zip(intervals, walks, strict=True)
    )
    text = _("Stars on {n} positions: {counts}").format(n=modulus, counts=counts)
    return Picture(drawn, walks, text)


def inverses(modulus: int = 13, ax: Axes | None = None) -> Picture:
    """The table of inverses; a number without one has a dash. The data are pairs.

    >>> inverses(5).text
    'Inverses modulo 5: 1·1, 2·3, 3·2, 4·4 are each 1; none are without'
    """
    pairs = tuple((number, inverse(number, modulus)) for number in range(1, modulus))
    axes = ax or _new_axes(min(0.55 * modulus + 1, 11), 1.6)
    axes.set_xlim(0.4, modulus - 0.4)
    axes.set_ylim(-0.6, 1.6)
    for number, found in pairs:
        shade = "#d3efe5" if found is not None else "#fbe3d6"
        axes.add_patch(_box(number - 0.45, -0.45, 0.9, 1.9, shade))
        axes.text(number, 1, str(number), ha="center", va="center", color=SOFT)
        axes.text(
            number,
            0,
            "–" if found is None else str(found),
            ha="center",
            va="center",
            color=INK,
            fontweight="bold",
        )
    axes.set_axis_off()
    axes.set_title(_("Each number above its inverse, modulo {n}").format(n=modulus), color=INK)
    has = ", ".join(f"{number}·{found}" for number, found in pairs if found is not None)
    without = [str(number) for number, found in pairs if found is None]
    text = _("Inverses modulo {n}: {pairs} are each 1; {none} are without").format(
        n=modulus, pairs=has, none=", ".join(without) or _("none")
    )
    return Picture(axes, pairs, text)


def distances(foundation: Foundation | None = None, ax: Axes | None = None) -> Picture:
    """Row: cards laid; column: rank; cell: cards until it, empty where the rank is gone.

    >>> distances(Foundation(2, 2)).data[2][:3]
    (4, None, 5)
    """
    found = foundation or Foundation(2, 2)
    ranks = range(1, found.modulus + 1)
    table = tuple(
        tuple(found.distance(rank, laid) for rank in ranks) for laid in range(1, found.length)
    )
    axes = ax or _new_axes(5.6, 5.2)
    _heat(axes, table, found.length)
    labels = [rank_label(found.sequence[laid - 1]) for laid in range(1, found.length)]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_xticks(range(found.modulus), [rank_label(rank) for rank in ranks])
    axes.set_ylabel(_("the foundation shows"), color=SOFT)
    axes.set_xlabel(_("cards until this rank"), color=SOFT)
    name = _("base {base}, step {k}").format(base=rank_label(found.base), k=found.interval)
    axes.set_title(_("Distances: {name}").format(name=name), color=INK)
    text = _("Distances on the foundation with {name}: 1 is needed now, an empty cell is gone")
    return Picture(axes, table, text.format(name=name))


def _heat(axes: Axes, table: Rows, most: int) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    shades = LinearSegmentedColormap.from_list("calclab", ["#fdf0d0", "#b9dff5", "#7fb2d6"])
    numbers = [[float("nan") if cell is None else cell for cell in line] for line in table]
    axes.imshow(numbers, cmap=shades, vmin=1, vmax=most, aspect="equal")
    if most <= MOST_WRITTEN:
        for y, line in enumerate(table):
            for x, cell in enumerate(line):
                if cell is not None:
                    axes.text(x, y, str(cell), ha="center", va="center", color=INK, fontsize=9)
    axes.tick_params(length=0, colors=SOFT)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _ranks_on_both_sides(axes: Axes, modulus: int) -> None:
    step = 1 if modulus <= 30 else 5
    ticks = range(0, modulus, step)
    labels = [rank_label(tick + 1) for tick in ticks]
    axes.set_xticks(ticks, labels)
    axes.set_yticks(ticks, labels)
    axes.xaxis.tick_top()


def _star(axes: Axes, walk: Sequence[int], modulus: int, ink: str) -> None:
    from math import cos, pi, sin

    def point(rank: int, radius: float = 1.0) -> tuple[float, float]:
        angle = 2 * pi * rank / modulus
        return radius * sin(angle), radius * cos(angle)

    ring = [point(rank) for rank in (*walk, walk[0])]
    axes.plot([x for x, _y in ring], [y for _x, y in ring], color=ink, linewidth=1.8)
    for rank in range(1, modulus + 1):
        x, y = point(rank)
        visited = rank in walk
        axes.plot(
            [x],
            [y],
            "o",
            markersize=9,
            color=ink if visited else "white",
            markeredgecolor=ink if visited else SOFT,
        )
        axes.text(
            *point(rank, 1.2),
            rank_label(rank),
            ha="center",
            va="center",
            color=INK if visited else SOFT,
            fontsize=9,
        )
    axes.set_aspect("equal")
    axes.set_xlim(-1.35, 1.35)
    axes.set_ylim(-1.35, 1.35)
    axes.set_axis_off()


def _box(x: float, y: float, width: float, height: float, fill: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x, y), width, height, facecolor=fill, edgecolor="none")


def _new_axes(width: float, height: float) -> Any:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height)).add_subplot()


def _new_row(count: int) -> tuple[Any, ...]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(2.8 * count, 3.0))
    return tuple(figure.add_subplot(1, count, at + 1) for at in range(count))
