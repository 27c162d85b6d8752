"""A review as a value, and how it is told: in one line, in a notebook, and as JSON.

What lives here: `Review`. What does not: how it is found (``review``), its moves (``judged``), what
is told about the mistakes among them (``mistakes``). It keeps no sentence: each is said when it is
read, in the voice that speaks then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import Any

from calclab.game import Game
from calclab.judging import DROP, PROVED_LOST, PROVED_WON
from calclab.messages import _, ngettext
from calclab.moves import Move
from calclab.record import Record
from calclab.review.judged import Judged, Point
from calclab.review.last_chance import LastChance
from calclab.review.mistakes import Mistake
from calclab.tables import html_table

MOST_TURNING_POINTS = 3
MOST = 1 / 2  # of the chance that was lost: the part that is told as where it was lost


@dataclass(frozen=True, slots=True, repr=False)
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
        """The number of moves from which on the open cards prove it lost; None where they do not.

        From `end.lost_from` on, earlier perhaps, it is lost for those who know the stock.
        """
        lost = (at for at, known in enumerate(self.known) if known == PROVED_LOST)
        return next(lost, None)

    @property
    def unknown(self) -> tuple[int, int] | None:
        """The last position that is known to be won, and the first that is known to be lost.

        Between them nobody has found either; None where there is nothing between them.
        """
        if self.known[-1] == PROVED_WON:
            return None
        start = 0 if self.end.last is None else self.end.last
        stop = len(self.moves) if self.end.lost_from is None else self.end.lost_from
        return (start, stop) if stop - start > 1 else None

    @property
    def line(self) -> tuple[Move, ...]:
        """A winning line from `last_chance` on."""
        return self.end.line

    @property
    def curve_text(self) -> str:
        """The curve in words, for those who do not see it."""
        first, most, last = (
            round(100 * one) for one in (self.curve[0], max(self.curve), self.curve[-1])
        )
        ends = _("Chance to win: {first} % at the start, {last} % at the end.")
        best = _("The most was {most} %, after {at} moves.")
        at = self.curve.index(max(self.curve))
        return f"{ends.format(first=first, last=last)} {best.format(most=most, at=at)}"

    @property
    def summary(self) -> str:
        """The game in one line."""
        end = self.last_game
        names = {"won": _("won"), "lost": _("lost"), "open": _("open"), "given up": _("given up")}
        placed = _("{lead} with {placed} of {total} placed")
        moves = ngettext("{count} move", "{count} moves", len(self.moves))
        mistakes = ngettext("{count} mistake", "{count} mistakes", len(self.mistakes))
        if self.outcome in ("lost", "given up") and not self.mistakes:
            mistakes = _("no turning point")
        return " · ".join(
            [
                placed.format(lead=names[self.outcome], placed=end.placed, total=end.total),
                moves.format(count=len(self.moves)),
                mistakes.format(count=len(self.mistakes)),
            ]
        )

    @property
    def last_game(self) -> Game:
        """The position at the end of the record."""
        *_before, end = self.record.games()
        return end

    @property
    def outcome(self) -> str:
        """`won`, `lost`, `open`, or `given up` by the board's player."""
        end = self.last_game
        return "given up" if end.outcome == "open" and is_given_up(self.record) else end.outcome

    @property
    def fall(self) -> tuple[int, int] | None:
        """Between which two points most of the chance was lost: the shortest part with half of it.

        What comes back later was not lost. None where no more than 10 points were.
        """
        best = list(accumulate(reversed(self.curve), max))[::-1]  # from each point on
        whole = best[0] - best[-1]
        if whole < DROP:
            return None
        pairs = ((a, b) for b in range(1, len(best)) for a in range(b))
        most = [(a, b) for a, b in pairs if best[a] - best[b] >= MOST * whole]
        return min(most, key=lambda pair: (pair[1] - pair[0], best[pair[1]] - best[pair[0]]))

    @property
    def fall_text(self) -> str:
        """Where the chance went in a game that was lost without a mistake; else empty."""
        if self.outcome not in ("lost", "given up") or self.mistakes or self.fall is None:
            return ""
        before, after = self.fall
        if after - before > 1:
            text = _("Most was lost between moves {first} and {last}.")
            return text.format(first=before + 1, last=after)
        if tuple(self.record.games())[after].turned is None:
            return _("Most was lost at move {number}.").format(number=after)
        text = _("Most was lost at move {number}: by the move or by the card that came.")
        if 2 * self.moves[before].cost <= self.curve[before] - self.curve[after]:
            text = _("Most was lost with the card that came after move {number}.")
        return text.format(number=after)

    @property
    def luck_text(self) -> str:
        """What a fall without a mark is, where the curve has one; else empty."""
        marked = {one.ply for one in self.turning_points}
        steps = enumerate(zip(self.curve, self.curve[1:], strict=False))
        falls = {at for at, (before, after) in steps if before - after >= DROP}
        if len(self.mistakes) > len(marked) or falls <= marked:
            return ""
        return _("A fall without a mark: the cards that came, or losses too small to be sure.")

    @property
    def last_text(self) -> str:
        """When the game could last be won, what is proved and unknown, and where most was lost."""
        if self.last_game.is_won:
            return ""
        parts = []
        if self.last_chance == len(self.moves):
            parts.append(_("It can still be won from here, with the stock known."))
        elif self.last_chance is not None:
            text = _("After {count} moves the game could still be won, with the stock known.")
            parts.append(text.format(count=self.last_chance))
        elif self.end.lost_from != 0:
            parts.append(_("The solver found no win from any position: unknown."))
        return " ".join(filter(None, [*parts, *self._lost_texts(), self.fall_text]))

    def _lost_texts(self) -> Iterator[str]:
        """From where on it is lost, and what proves it."""
        by_stock, by_sight = self.end.lost_from, self.lost_from
        if by_stock is not None and by_stock != by_sight:
            text = _("From move {count} on it is proved lost, with the stock known.")
            yield text.format(count=by_stock)
            if by_sight is not None:
                yield _("From move {count} on the open cards prove it.").format(count=by_sight)
        elif by_sight is not None:
            yield _("From move {count} on it is proved lost.").format(count=by_sight)

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
            "lost_with_stock_from": self.end.lost_from,
            "last_text": self.last_text,
            "fall": self.fall,
            "line": [str(move) for move in self.line],
        }

    def __repr__(self) -> str:
        end = self.last_game
        facts = [
            f"{self.outcome} with {end.placed} of {end.total} placed",
            f"moves: {len(self.moves)}, mistakes: {len(self.mistakes)}",
        ]
        if self.last_chance is not None:
            facts.append(f"could last be won after {self.last_chance}")
        seed = "" if end.seed is None else f", seed {end.seed}"
        lines = [f"Review({end.variant.id}{seed}): {'; '.join(facts)}"]
        return "\n  ".join([*lines, *map(repr, self.turning_points)])

    def _repr_html_(self) -> str:
        """The review as a notebook shows it where it stands at the end of a cell."""
        turns = self.turning_points
        rows = [[one.title, str(one.number), one.fell, one.why] for one in turns]
        head = [_("turning point"), _("move"), _("chance"), _("why")]
        text = f"{self.summary}. {self.last_text}".strip()
        return html_table(rows, head, text) if rows else f"<p>{escape(text)}</p>"


def is_given_up(record: Record) -> bool:
    """Whether the player of a board has given the record's game up."""
    kept = record.extras.get("board")
    return isinstance(kept, dict) and kept.get("given_up") is True
