"""Why a game is lost: the closed set of a proof as a graph, with its sentences numbered.

What lives here: `why_lost`. What does not: the proof (``blockage``).
"""

from __future__ import annotations

from textwrap import wrap as fold
from typing import TYPE_CHECKING

from calclab.blockage import Deadlock, deadlock
from calclab.game import Position
from calclab.messages import _, card_label, rank_label
from calclab.plots.paper import INK, INKS, SOFT, TINTS, WARN, Picture, cell, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Edge = tuple[str, str, int]
WIDE = 74  # letters in a line of a sentence


def why_lost(position: Position | Deadlock, ax: Axes | None = None) -> Picture:
    """Foundations that are stuck and piles that hold their cards, as a graph with its sentences.

    A solid arrow goes from a foundation to the pile where its next card is buried; a dashed one
    from a pile to the foundations that its stopper waits for. The data are the arrows (from, to,
    number of the sentence). Raises `ValueError` when nothing is proved.

    >>> from calclab.blockage.examples import ring
    >>> why_lost(ring()).data
    (('F2', 'W1', 1), ('W1', 'F3', 2), ('F3', 'W2', 3), ('W2', 'F2', 4))
    """
    proof = position if isinstance(position, Deadlock) else deadlock(position)
    if proof is None:
        raise ValueError("nothing is proved here: the game may still be won for some order")
    steps = proof.steps
    lines = [fold(f"{step.number}  {step.text}", WIDE, subsequent_indent="    ") for step in steps]
    count = sum(map(len, lines))
    height = 1.6 * max(len(proof.stuck), len(proof.stoppers))
    axes = ax or new_axes(7.2, 0.9 + 0.95 * height + 0.24 * count)
    spots = _places(proof)
    edges = _edges(proof)
    for first, second, number in edges:
        _arrow(axes, spots, first, second, number)
    for stuck in proof.stuck:
        x, y = spots[stuck.foundation]
        colour = INKS[(int(stuck.foundation[1:]) - 1) % len(INKS)]
        cell(axes, x, y, TINTS[0], width=1.9, height=0.9, edge=colour, line=2.5)
        words = _("{name} waits for {rank}").format(
            name=stuck.foundation, rank=rank_label(stuck.rank)
        )
        axes.text(x, y, words, ha="center", va="center", color=INK, weight="bold")
    for stopper in proof.stoppers:
        x, y = spots[stopper.spot.pile]
        cell(axes, x, y, TINTS[-1], width=1.9, height=0.9, hatch="////", line=1.2)
        words = _("{pile}: under {card}").format(
            pile=stopper.spot.pile, card=card_label(stopper.spot.card)
        )
        plate = {"facecolor": TINTS[-1], "edgecolor": "none", "pad": 1.5}
        axes.text(x, y, words, ha="center", va="center", color=INK, weight="bold", bbox=plate)
    low = -height + 0.5
    _write(axes, [line for group in lines for line in group], low)
    axes.set_xlim(-1.3, 5.3)
    axes.set_ylim(low - 0.27 * count - 0.1, 0.9)
    axes.set_axis_off()
    _explain_arrows(axes)
    axes.set_title(_("No order of the unseen cards can win this any more"), color=WARN, fontsize=11)
    names = ", ".join(stuck.foundation for stuck in proof.stuck)
    text = _("Why it is lost: {names} wait for each other's cards; {count} cards can never leave")
    return Picture(axes, edges, text.format(names=names, count=len(proof.dead)))


def _places(proof: Deadlock) -> dict[str, tuple[float, float]]:
    """Foundations on the left, piles on the right."""
    most = max(len(proof.stuck), len(proof.stoppers))
    places = {}
    for x, names in (
        (0.0, [stuck.foundation for stuck in proof.stuck]),
        (4.0, [stopper.spot.pile for stopper in proof.stoppers]),
    ):
        for at, name in enumerate(names):
            places[name] = (x, -1.6 * (at + (most - len(names)) / 2))
    return places


def _edges(proof: Deadlock) -> tuple[Edge, ...]:
    numbers: dict[str, int] = {}
    for step in proof.steps:
        # A sentence about a stuck foundation cites the copies first, one about a stopper itself.
        about_pile = step.spots and step.spots[0] in [one.spot for one in proof.stoppers]
        starts_with = step.spots[0].pile if about_pile else step.foundations[0]
        numbers.setdefault(starts_with, step.number)
    found: list[Edge] = []
    for stuck in proof.stuck:
        for pile in dict.fromkeys(spot.pile for spot in stuck.copies):
            found.append((stuck.foundation, pile, numbers.get(stuck.foundation, 0)))
    for stopper in proof.stoppers:
        for name in stopper.later:
            found.append((stopper.spot.pile, name, numbers.get(stopper.spot.pile, 0)))
    return tuple(sorted(found, key=lambda edge: edge[2]))


def _arrow(
    axes: Axes, places: dict[str, tuple[float, float]], first: str, second: str, number: int
) -> None:
    (x, y), (to_x, to_y) = places[first], places[second]
    waits = first[0] == "F"
    side = 0.95 if waits else -0.95
    lift = 0.25 if waits else -0.25
    start, end = (x + side, y + lift), (to_x - side, to_y + lift)
    axes.annotate(
        "",
        xy=end,
        xytext=start,
        arrowprops={
            "arrowstyle": "-|>",
            "color": WARN if waits else SOFT,
            "linewidth": 2,
            "linestyle": "-" if waits else (0, (4, 2)),
            "shrinkA": 0,
            "shrinkB": 0,
        },
    )
    near = 0.15  # beside its start, clear of the crossings
    axes.text(
        start[0] + near * (end[0] - start[0]),
        start[1] + near * (end[1] - start[1]),
        str(number),
        ha="center",
        va="center",
        fontsize=9,
        color="white",
        weight="bold",
        bbox={"boxstyle": "circle,pad=0.25", "facecolor": WARN if waits else SOFT, "linewidth": 0},
    )


def _explain_arrows(axes: Axes) -> None:
    from matplotlib.lines import Line2D

    entries = [
        Line2D([], [], color=WARN, linewidth=2, label=_("its next card is buried there")),
        Line2D(
            [],
            [],
            color=SOFT,
            linewidth=2,
            linestyle="--",
            label=_("its card can go there, too late"),
        ),
    ]
    axes.legend(
        handles=entries,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.02),
        ncols=2,
        fontsize=8,
        frameon=False,
        labelcolor=INK,
    )


def _write(axes: Axes, lines: list[str], top: float) -> None:
    for at, line in enumerate(lines):
        axes.text(-1.2, top - 0.27 * at, line, va="top", color=INK, fontsize=9)
