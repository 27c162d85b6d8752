"""Pictures of recall: how well each fact sits, response times, the forecast of reviews.

What lives here: functions that draw on an `Axes` (or a new one) and return it with its data and one
line of text. What does not: where the numbers come from (``drills``, ``progress``).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from calclab.drills import Session, interval_times, recall_map
from calclab.drills import forecast as coming
from calclab.messages import _, numeral, rank_label
from calclab.plots.paper import INK, Picture, count_on, count_whole, new_axes, open_frame
from calclab.progress import Progress
from calclab.questions import step_label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE = "#0072b2"


def recall(session: Session, ax: Axes | None = None, now: float | None = None) -> Picture:
    """The map of a game's "next" facts: probability of recall now, a row for each foundation.

    The data are rows of probabilities (0 to 1), None for a fact never asked.
    """
    axes = ax or new_axes(9, 3)
    cells = recall_map(session, session.now if now is None else now)
    found = session.variant.foundations
    rows = [[one[2] for one in cells if one[0] == number] for number in range(1, len(found) + 1)]
    width = max(map(len, rows))
    shades = [[-0.3 if p is None else p for p in row] + [-0.3] * (width - len(row)) for row in rows]
    axes.imshow(shades, cmap="Blues", vmin=-0.3, vmax=1.4, aspect="auto")
    for y, row in enumerate(rows):
        for x, chance in enumerate(row):
            label = rank_label(found[y].sequence[x])
            text = label if chance is None else f"{label}\n{100 * chance:.0f}"
            axes.text(x, y, text, ha="center", va="center", fontsize=9, color=INK)
    axes.set_yticks(range(len(rows)), [step_label(one) for one in found])
    axes.set_xticks([])
    axes.set_title(_("How likely you recall what comes next (%)"))
    known = [p for row in rows for p in row if p is not None]
    text = _("{asked} of {total} facts were asked; {sure} would be recalled 9 times in 10.").format(
        asked=len(known), total=len(cells), sure=sum(p >= 0.9 for p in known)
    )
    return Picture(axes, rows, text)


def times(progress: Progress, ax: Axes | None = None) -> Picture:
    """Typical (median) seconds of right answers, session by session.

    The data are the medians by session and those by interval as (interval, seconds).
    """
    axes = ax or new_axes(7, 3)
    by_session, by_interval = interval_times(progress.answers())
    numbers = range(1, len(by_session) + 1)
    axes.plot(list(numbers), list(by_session), marker="o", color=BLUE)
    axes.set_ylim(bottom=0)
    count_whole(axes.xaxis)
    count_on(axes.yaxis)
    _frame(axes, _("session"), _("seconds"), _("Your typical time for a right answer"))
    steps = ", ".join(
        f"{interval}: {numeral(seconds, '.1f')} s" for interval, seconds in by_interval
    )
    text = _("By step: {steps}.").format(steps=steps) if steps else _("No times yet.")
    return Picture(axes, (by_session, by_interval), text)


def forecast(
    progress: Progress, ax: Axes | None = None, now: float | None = None, days: int = 14
) -> Picture:
    """How many facts fall due today, tomorrow and so on; `now` in seconds UTC."""
    axes = ax or new_axes(7, 3)
    counts = coming(progress.memories(), time.time() if now is None else now, days)
    axes.bar(range(days), counts, color=BLUE)
    for axis in (axes.xaxis, axes.yaxis):
        count_whole(axis)
    _frame(axes, _("days from now"), _("facts"), _("Reviews to come"))
    text = _("{today} facts are due today, {all} within {days} days.").format(
        today=counts[0], all=sum(counts), days=days
    )
    return Picture(axes, counts, text)


def _frame(axes: Axes, x: str, y: str, title: str) -> None:
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.set_title(title)
    open_frame(axes)
