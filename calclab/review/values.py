"""The values of a review, and how they are told: in one line, and as JSON.

What lives here: `Review`, `Judged`, `Mistake`. What does not: how they are found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from calclab.cards import Card
from calclab.coach import Chance
from calclab.judging import ESTIMATED, PROVED_LOST, PROVED_WON, standing
from calclab.messages import _, ngettext
from calclab.moves import Move
from calclab.record import Record
from calclab.review.last_chance import LastChance

MOST_TURNING_POINTS = 3


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


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that cost something: chances `before` (with `better`) and `after` (with `move`).

    `card` is the card that was moved. `why` says what the better move does, `led_to` what became
    of the move that was played.
    """

    ply: int
    move: Move
    better: Move
    before: float
    after: float
    why: str
    led_to: str
    card: Card | None

    @property
    def number(self) -> int:
        """The move's number in the record, from 1."""
        return self.ply + 1

    @property
    def cost(self) -> float:
        """How much the chance fell."""
        return self.before - self.after

    @property
    def text(self) -> str:
        """The two moves side by side: `to F3, not F2`."""
        if self.move.source == self.better.source:
            words = {"better": self.better.target, "worse": self.move.target}
            return _("to {better}, not {worse}").format(**words)
        return _("{better}, not {worse}").format(better=self.better, worse=self.move)

    def as_data(self) -> dict[str, Any]:
        """The mistake as JSON knows it."""
        return {
            "ply": self.ply,
            "number": self.number,
            "move": str(self.move),
            "better": str(self.better),
            "card": str(self.card) if self.card else None,
            "text": self.text,
            "before": round(self.before, 4),
            "after": round(self.after, 4),
            "cost": round(self.cost, 4),
            "why": self.why,
            "led_to": self.led_to,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """What a record comes to, move by move.

    `points` are the chances before each move and at the end; `curve` and `known` are their two
    halves. `mistakes` are sorted by cost. `end` is what the solver, who knows the stock, says.
    """

    record: Record
    level: str
    points: tuple[Point, ...]
    moves: tuple[Judged, ...]
    mistakes: tuple[Mistake, ...]
    end: LastChance

    @property
    def curve(self) -> tuple[float, ...]:
        """The chance to win before each move and at the end, 0 to 1."""
        return tuple(point.chance for point in self.points)

    @property
    def known(self) -> tuple[str, ...]:
        """`proved won`, `proved lost` or `estimated`, for each point of the curve."""
        return tuple(point.known for point in self.points)

    @property
    def turning_points(self) -> tuple[Mistake, ...]:
        """The costliest mistakes, at most three."""
        return self.mistakes[:MOST_TURNING_POINTS]

    @property
    def last_chance(self) -> int | None:
        """The last number of moves after which the solver found a win; None for a won game."""
        return self.end.last

    @property
    def lost_from(self) -> int | None:
        """The number of moves from which on the curve is proved lost, None where it never is."""
        lost = (at for at, known in enumerate(self.known) if known == PROVED_LOST)
        return next(lost, None)

    @property
    def line(self) -> tuple[Move, ...]:
        """A winning line from `last_chance` on."""
        return self.end.line

    @property
    def summary(self) -> str:
        """The game in one line."""
        *_before, end = self.record.games()
        lead = {"won": _("won"), "lost": _("lost"), "open": _("open")}[end.outcome]
        placed = _("{lead} with {placed} of {total} placed")
        moves = ngettext("{count} move", "{count} moves", len(self.moves))
        mistakes = ngettext("{count} mistake", "{count} mistakes", len(self.mistakes))
        return " · ".join(
            [
                placed.format(lead=lead, placed=end.placed, total=end.total),
                moves.format(count=len(self.moves)),
                mistakes.format(count=len(self.mistakes)),
            ]
        )

    @property
    def last_text(self) -> str:
        """When the game could last be won, with what is proved and what is unknown."""
        if self.known[-1] == PROVED_WON:
            return ""
        parts = []
        if self.last_chance == len(self.moves):
            parts.append(_("It can still be won from here, with the stock known."))
        elif self.last_chance is not None:
            text = _("After {count} moves the game could still be won, with the stock known.")
            parts.append(text.format(count=self.last_chance))
        else:
            parts.append(_("The solver found no win from any position: unknown."))
        if self.lost_from is not None:
            text = _("From move {count} on it is proved lost.")
            parts.append(text.format(count=self.lost_from))
        return " ".join(parts)

    def retry(self, k: int) -> Record:
        """A copy of the record that stands after `k` moves, to play on from there as a branch."""
        return Record.loads(self.record.dumps()).go(k)

    def as_data(self) -> dict[str, Any]:
        """The review as JSON knows it."""
        return {
            "summary": self.summary,
            "level": self.level,
            "curve": [round(chance, 4) for chance in self.curve],
            "known": list(self.known),
            "moves": [one.as_data() for one in self.moves],
            "mistakes": [one.as_data() for one in self.mistakes],
            "turning_points": [one.as_data() for one in self.turning_points],
            "last_chance": self.last_chance,
            "lost_from": self.lost_from,
            "last_text": self.last_text,
            "line": [str(move) for move in self.line],
        }
