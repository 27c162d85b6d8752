"""One move of a reviewed game, and the chance at one moment of it.

What lives here: `Judged`, `Point`. What does not: how a move is judged (``judging``), what is told
about it (``mistakes``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from calclab.coach import Chance
from calclab.judging import ESTIMATED, PROVED_LOST, PROVED_WON, as_data, standing
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
    """One move of the game: its `own` chance, and that of the best move of its position.

    `ply` counts the moves before it, so that `record.go(ply)` shows where it was played.
    """

    ply: int
    own: Chance
    best: Chance
    is_mistake: bool

    @property
    def move(self) -> Move:
        """The move that was played."""
        return self.own.move

    @property
    def known(self) -> str:
        """How sure its chance is: `proved won`, `proved lost`, `estimated` or `unknown`."""
        return standing(self.own)

    @property
    def cost(self) -> float:
        """By how much its chance is lower than that of the best move."""
        return max(0.0, self.best.win - self.own.win)

    def as_data(self) -> dict[str, Any]:
        """The move as JSON knows it."""
        return {
            "ply": self.ply,
            **as_data(self.own),
            "best": str(self.best.move),
            "best_win": round(self.best.win, 4),
            "known": self.known,
            "is_mistake": self.is_mistake,
        }
