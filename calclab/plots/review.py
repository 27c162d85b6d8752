"""Pictures of a review: the chance to win over the moves, and the mistakes by what they cost.

What lives here: functions that take a `Review` and return a `Picture`. What does not: how a move is
judged (``review``).
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from calclab.messages import _, ngettext
from calclab.plots.paper import INK, INKS, LINE, SOFT, WARN, Picture, new_axes, open_frame
from calclab.review import Mistake, Review

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CURVE, FILL, LOST = INKS[0], "#dcebf6", "#e9ebea"
MOST_ROWS = 10
MOST_LETTERS = 22  # of two moves in one line


def review_curve(review: Review, ax: Axes | None = None) -> Picture:
    """The chance to win before each move and at the end, with the turning points numbered.

    Diamonds are turning points, the costliest first. The dashed line is the last moment at which
    the game could be won by somebody who knows the stock; hatched is where the open cards prove it
    lost. The data are (moves played, chance from 0 to 1, how sure).
    """
    axes = ax or new_axes(7.2, 3.4)
    count = len(review.curve) - 1
    percent = [100 * chance for chance in review.curve]
    _lost_region(axes, review, count)
    _unknown_region(axes, review, count)
    axes.fill_between(range(count + 1), percent, color=FILL, zorder=1)
    axes.plot(range(count + 1), percent, color=CURVE, linewidth=2, zorder=3)
    _last_chance(axes, review, count)
    for number, one in enumerate(review.turning_points, start=1):
        _diamond(axes, number, one.ply, percent[one.ply])
    axes.set_xlim(0, max(count, 1))
    axes.set_ylim(0, 118)
    axes.set_yticks(range(0, 101, 25), [f"{part} %" for part in range(0, 101, 25)])
    axes.set_xlabel(_("moves played"), color=SOFT)
    axes.set_title(_("Chance to win: {summary}").format(summary=review.summary), color=INK, size=10)
    open_frame(axes, "y")
    data = tuple(
        (at, chance, known)
        for at, (chance, known) in enumerate(zip(review.curve, review.known, strict=True))
    )
    words = f"{review.curve_text} {review.summary}. {review.last_text}"
    return Picture(axes, data, words.strip())


def mistakes(review: Review, ax: Axes | None = None) -> Picture:
    """The mistakes as bars from the chance after the move to the chance that the better one had.

    The costliest is on top. The data are (move number, move, better move, before, after).
    """
    shown: Sequence[Mistake] = review.mistakes[:MOST_ROWS]
    axes = ax or new_axes(7.2, 1.2 + 0.62 * max(len(shown), 1))
    for row, one in enumerate(shown):
        _bar(axes, row, one)
    axes.set_yticks(range(len(shown)), [_label(one) for one in shown])
    axes.set_ylim(max(len(shown), 1) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.set_xticks(range(0, 101, 25), [f"{part} %" for part in range(0, 101, 25)])
    axes.set_title(_("What each mistake cost: chance to win"), color=INK, fontsize=10)
    open_frame(axes, "x")
    axes.tick_params(axis="y", length=0, colors=INK)
    if not shown:
        words = _("No move cost 10 points or more.")
        axes.text(50, 0, words, ha="center", va="center", color=INK)
    data = tuple((one.number, one.move, one.better, one.before, one.after) for one in shown)
    return Picture(axes, data, _mistakes_in_words(review))


def _lost_region(axes: Axes, review: Review, count: int) -> None:
    lost_from = review.end.lost_from
    if lost_from is None:
        return
    axes.axvspan(
        lost_from, max(count, 1), facecolor=LOST, edgecolor=LINE, hatch="..", alpha=0.6,
        linewidth=0, zorder=0,
    )  # fmt: skip
    middle = (lost_from + count) / 2
    wide = count - lost_from > 0.2 * count
    axes.text(
        middle, 60 if wide else 50, _("proved lost"), ha="center", va="center", color=SOFT,
        fontsize=9, rotation=0 if wide else 90, zorder=4,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 2},
    )  # fmt: skip


def _unknown_region(axes: Axes, review: Review, count: int) -> None:
    """Name the part in which nobody knows, where there is room for the word."""
    start, stop = review.unknown or (0, 0)
    if stop - start > 0.15 * count:
        axes.text(
            (start + stop) / 2, 60, _("unknown"), ha="center", va="center", color=SOFT, fontsize=9,
            zorder=4, bbox={"facecolor": "white", "edgecolor": "none", "pad": 2},
        )  # fmt: skip


def _last_chance(axes: Axes, review: Review, count: int) -> None:
    at = review.last_chance
    if at is None:
        return
    axes.axvline(at, color=INK, linewidth=1.2, linestyle=(0, (4, 3)), zorder=2)
    left = at > count / 2
    axes.annotate(
        _("it can still be won") if at == count else _("last moment it could be won"),
        xy=(at, 110), xytext=(-4 if left else 4, 0), textcoords="offset points",
        ha="right" if left else "left", va="center", color=INK, weight="bold", fontsize=9,
    )  # fmt: skip


def _diamond(axes: Axes, number: int, at: int, height: float) -> None:
    axes.plot(
        [at], [height], marker="D", markersize=12, color=WARN, markeredgecolor="white", zorder=5,
        clip_on=False,
    )  # fmt: skip
    axes.text(
        at, height, str(number), ha="center", va="center_baseline", color="white", weight="bold",
        fontsize=8.5, zorder=6,
    )  # fmt: skip


def _bar(axes: Axes, row: int, one: Mistake) -> None:
    before, after = 100 * one.before, 100 * one.after
    axes.barh(row, after, height=0.5, color=CURVE, zorder=2)
    axes.barh(
        row, before - after, left=after, height=0.5, facecolor="#f2d6c6", edgecolor=WARN,
        hatch="///", linewidth=0.9, zorder=2,
    )  # fmt: skip
    outside = before < 80
    axes.text(
        before + 1.5 if outside else before - 1.5, row, one.fell, va="center", color=INK,
        fontsize=9, ha="left" if outside else "right", zorder=3,
        bbox=None if outside else {"facecolor": "white", "edgecolor": "none", "pad": 1.5},
    )  # fmt: skip


def _label(one: Mistake) -> str:
    return fill(f"{one.number}: {one.title}", MOST_LETTERS)


def _mistakes_in_words(review: Review) -> str:
    if not review.mistakes:
        return _("No move cost 10 points or more.")
    worst = review.mistakes[0]
    text = ngettext("{count} mistake", "{count} mistakes", len(review.mistakes))
    most = _("the costliest is move {number}, {text}: {before} % → {after} %")
    return f"{text.format(count=len(review.mistakes))}; " + most.format(
        number=worst.number,
        text=worst.title,
        before=round(100 * worst.before),
        after=round(100 * worst.after),
    )
