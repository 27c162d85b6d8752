"""The statistics of one's games as a panel shows them.

What lives here: `panel`. What does not: how results are kept (``shelf``).
"""

from __future__ import annotations

from typing import Any

from calclab.messages import _, numeral
from calclab.shelf import Result
from calclab.variants import get


def panel(results: tuple[Result, ...]) -> dict[str, Any]:
    """The statistics panel: one row for each game and kind of help, the most played first."""
    rows: dict[tuple[str, tuple[bool, bool, bool]], list[Result]] = {}
    for result in results:
        rows.setdefault((result.variant, result.kind), []).append(result)
    ordered = sorted(rows.items(), key=lambda row: (-len(row[1]), row[0]))
    return {
        "kind": "statistics",
        "title": _("Statistics"),
        "columns": [
            _("game"),
            _("with"),
            _("hints: place, piles, move"),
            _("games"),
            _("won"),
            _("given up"),
            _("best"),
            _("mean placed"),
        ],
        "rows": [_row(variant, kind, games) for (variant, kind), games in ordered],
    }


def _row(variant: str, kind: tuple[bool, bool, bool], games: list[Result]) -> list[str]:
    names = (_("undo"), _("hints"), _("visible stock"))
    used = ", ".join(name for name, was in zip(names, kind, strict=True) if was) or _("nothing")
    won = sum(game.outcome == "won" for game in games)
    given_up = sum(game.outcome == "given up" for game in games)
    best = max(game.placed for game in games)
    mean = sum(game.placed for game in games) / len(games)
    try:
        title = _(get(variant).name)
    except ValueError:
        title = variant
    steps = [sum(counts) for counts in zip(*(game.hint_steps for game in games), strict=True)]
    hints = " · ".join(map(str, steps)) if any(steps) else "–"
    facts = [str(len(games)), str(won), str(given_up), str(best), numeral(mean, ".1f")]
    return [title, used, hints, *facts]
