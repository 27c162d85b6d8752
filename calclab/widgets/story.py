"""How a deal is being played: the time, the helps used, whether it was given up or is a test.

What lives here: `Story`, which travels in the record's `board` field. What does not: the moves
(``record``) and the statistics over many deals (``shelf``, ``statistics``).
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, field
from typing import Any

from calclab.record import Record
from calclab.shelf import HELPS, Result

LONGEST_DAY = 24 * 3600
FLAGS = ("undo", "hints", "visible", "given_up", "test")


@dataclass(slots=True)
class Story:
    """What is remembered of one deal beside its moves; `deal` tells it from all other deals."""

    deal: str
    seconds: float = 0.0
    undo: bool = False
    hints: bool = False
    visible: bool = False
    given_up: bool = False
    test: bool = False
    helps: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Record) -> Story:
        """The story that a record brings, or a new one; what it cannot mean is left out."""
        kept = record.extras.get("board")
        kept = kept if isinstance(kept, dict) else {}
        flags = {flag: kept.get(flag) is True for flag in FLAGS}
        deal = str(kept.get("deal") or secrets.token_hex(8))[:40]
        return cls(deal, seconds_in(kept.get("seconds")), **flags, helps=_counts(kept.get("helps")))

    def count(self, kind: str) -> None:
        """Count one help of a kind of `HELPS`."""
        self.helps[kind] = self.helps.get(kind, 0) + 1
        self.hints = True

    def write(self, record: Record) -> None:
        """Put the story into the record, to be saved with it."""
        record.extras["board"] = asdict(self)

    def end(self, record: Record) -> Result | None:
        """How the deal ended, for the statistics; None while it is open."""
        game = record.game
        outcome = "given up" if self.given_up else game.outcome
        if outcome == "open":
            return None
        facts = (game.variant.id, outcome, game.placed, game.total, record.at, int(self.seconds))
        helps: dict[str, Any] = dict(self.helps)
        return Result(self.deal, *facts, self.undo, self.hints, self.visible, **helps)


def _counts(kept: Any) -> dict[str, int]:
    """How often each help was used; what cannot be a count is left out."""
    kept = kept if isinstance(kept, dict) else {}
    return {kind: kept[kind] for kind in HELPS if type(kept.get(kind)) is int and kept[kind] > 0}


def seconds_in(value: object) -> float:
    """Seconds played, within a day; 0 for what is no number of them.

    >>> seconds_in(12.34), seconds_in(-1), seconds_in("soon")
    (12.3, 0.0, 0.0)
    """
    if isinstance(value, int | float) and 0 <= value <= LONGEST_DAY:
        return round(float(value), 1)
    return 0.0
