"""Pictures of measured advice: what each saying adds or costs, and what knowing ahead is worth.

What lives here: functions that take measured figures and return a `Picture`. What does not: the
measuring (``trials``).
"""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING

from calclab.advice import EARLY, LATE
from calclab.intervals import Sample
from calclab.messages import _, numeral, rank_label
from calclab.plots.paper import INK, INKS, LINE, SOFT, WARN, Picture, count_on, new_axes, open_frame
from calclab.trials import Habits, Trials

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def what_it_adds(trials: Trials, ax: Axes | None = None) -> Picture:
    """The difference that each saying makes, in points, with its 95 % interval.

    The data are (saying, difference, low, high), points from −100 to 100, the best first.
    """
    shown = sorted(trials.trials, key=lambda one: -one.comparison.difference)
    axes = ax or new_axes(7.2, 1.1 + 0.42 * len(shown))
    data = []
    for row, one in enumerate(shown):
        low, high = (100 * end for end in one.comparison.interval)
        middle = 100 * one.comparison.difference
        ink, marker = {-1: (WARN, "<"), 0: (SOFT, "o"), 1: (INKS[0], ">")}[one.effect]
        axes.plot([low, high], [row, row], color=ink, linewidth=2.4, zorder=2)
        axes.plot([middle], [row], marker, color=ink, markersize=8, zorder=3)
        data.append((one.saying, round(middle, 3), round(low, 3), round(high, 3)))
    axes.axvline(0, color=INK, linewidth=1, zorder=1)
    axes.set_yticks(range(len(shown)), [fill(one.text, 34) for one in shown], color=INK)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    count_on(axes.xaxis)
    axes.set_xlabel(_("won games more or fewer, in 100 deals"), color=SOFT)
    open_frame(axes, "x")
    helps = [one.text for one in shown if one.effect > 0]
    harms = [one.text for one in shown if one.effect < 0]
    return Picture(axes, tuple(data), _adds_in_words(helps, harms, len(shown)))


def known_ahead(samples: Mapping[int, Sample], ax: Axes | None = None) -> Picture:
    """The share of games won by how many next cards of each foundation a player knows.

    A line shows the 95 % interval. The data are (cards known, share from 0 to 1).
    """
    axes = ax or new_axes(6.0, 2.8)
    names = [str(steps) for steps in samples]
    percent = [100 * one.rate for one in samples.values()]
    ends = [[100 * end for end in one.interval] for one in samples.values()]
    axes.bar(names, percent, color=INKS[0], width=0.6, zorder=2)
    for at, (share, (low, high)) in enumerate(zip(percent, ends, strict=True)):
        axes.plot([at, at], [low, high], color=INK, linewidth=1.6, marker="_", zorder=3)
        axes.text(
            at, high, f"{numeral(share, '.2f')} %", ha="center", va="bottom", color=INK, fontsize=9
        )
    axes.set_ylim(0, 1.15 * max(high for _low, high in ends))
    count_on(axes.yaxis)
    axes.set_xlabel(_("next cards of each foundation known"), color=SOFT)
    axes.set_ylabel(_("won, in 100 deals"), color=SOFT)
    deals = max(one.deals for one in samples.values())
    title = _("{deals} deals for each, with the 95 % interval").format(deals=numeral(deals))
    axes.set_title(title, color=INK, fontsize=10)
    open_frame(axes, "y")
    told = "; ".join(
        f"{name}: {numeral(share, '.2f')} %" for name, share in zip(names, percent, strict=True)
    )
    text = _("Won by cards known ahead: {told}").format(told=told)
    return Picture(axes, tuple((steps, one.rate) for steps, one in samples.items()), text)


def when_ranks_go_up(habits: Habits, ax: Axes | None = None) -> Picture:
    """How many cards lie on the foundations when a rank goes up, on average, in won games.

    The data are (rank, mean number of cards).
    """
    axes = ax or new_axes(6.4, 2.8)
    turns = habits.mean_turn
    for rank, turn in turns.items():
        ink, hatch = (
            (INKS[0], "") if rank in EARLY else (WARN, "//") if rank in LATE else (LINE, "")
        )
        axes.bar(rank, turn, color=ink, hatch=hatch, edgecolor="white", width=0.7, zorder=2)
        axes.text(rank, turn + 0.6, f"{turn:.0f}", ha="center", color=INK, fontsize=8.5)
    axes.set_xticks(list(turns), [rank_label(rank) for rank in turns])
    axes.set_ylabel(_("cards laid by then"), color=SOFT)
    axes.set_title(
        _("Means over {count} won games").format(count=habits.won), color=INK, fontsize=10
    )
    axes.set_ylim(0, 56)
    open_frame(axes, "y")
    order = " ".join(rank_label(rank) for rank in sorted(turns, key=lambda rank: turns[rank]))
    text = _("Ranks by when they go up, the earliest first: {order}").format(order=order)
    return Picture(axes, tuple(turns.items()), text)


def _adds_in_words(helps: list[str], harms: list[str], count: int) -> str:
    return _("Helps: {helps} Harms: {harms} Not told apart: {rest}.").format(
        helps=" ".join(helps) or _("none."),
        harms=" ".join(harms) or _("none."),
        rest=count - len(helps) - len(harms),
    )
