"""One move of a reviewed game, and the chance at one moment of it.

What lives here: `Judged`, `Point`. What does not: how a move is judged (``judging``), what is told
about it (``mistakes``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from calclab.coach import Chance
from calclab.judging import ESTIMATED, PROVED_LOST, PROVED_WON, standing
from calclab.moves import Move


class Point(NamedTuple):
    """A chance to win, 0 to 1, and how sure it is."""

    chance: float
    known: str

    @classmethod
    def of(cls, best: Chance) -> Point:
        """The chance of a position is that of its best move."""
        known = standing(best)
        return cls(best.win, known if known in (PROVED_WON, PROVED_LOST) else ESTIMATED)

    @classmethod
    def sure(cls, won: bool) -> Point:
        """A game that is over, or as good as over."""
        return cls(1, PROVED_WON) if won else cls(0, PROVED_LOST)


@dataclass(frozen=True, slots=True)
class Judged:
    """One move of the game: its chance from 0 to 1, with `low` and `high`, and the best move's.

    `ply` counts the moves before it, so that `record.go(ply)` shows where it was played.
    """

    ply: int
    move: Move
    chance: float
    best: Move
    best_chance: float
    low: float
    high: float
    known: str
    is_mistake: bool

    def as_data(self) -> dict[str, Any]:
        """The move as JSON knows it."""
        return {
            "ply": self.ply,
            "move": str(self.move),
            "chance": round(self.chance, 4),
            "best": str(self.best),
            "best_chance": round(self.best_chance, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "known": self.known,
            "is_mistake": self.is_mistake,
        }
