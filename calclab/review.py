"""After the game: what each move was worth, the few that mattered, and when it was lost.

What lives here: `review` and its values. What does not: how a move is judged (``judging``, which
hints use too, so that nobody is blamed for an advised move) and pictures (``plots.review``). Moves
are judged by what the player could see. Only `last_chance` and its line come from the solver,
which knows the stock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from calclab.coach import Advice, Chance
from calclab.game import Game
from calclab.judging import (
    ESTIMATED,
    PROVED_LOST,
    PROVED_WON,
    check_coached,
    judge,
    standing,
)
from calclab.messages import _, ngettext
from calclab.moves import Move
from calclab.reasons import why
from calclab.record import Record
from calclab.solver import Solution, solve

Progress = Callable[[int, int], object]
DROP = 0.10  # a smaller cost is no mistake
MOST_TURNING_POINTS = 3
Z = 1.959964  # a 95 % interval is so many standard errors wide, to each side


@dataclass(frozen=True, slots=True)
class Judged:
    """One move of the game: chances from 0 to 1, `low` and `high` the interval of its own.

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


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that cost something: chances `before` (with `better`) and `after` (with `move`)."""

    ply: int
    move: Move
    better: Move
    before: float
    after: float
    cost: float
    why: str
    led_to: str

    def as_data(self) -> dict[str, Any]:
        """The mistake as JSON knows it."""
        return {
            "ply": self.ply,
            "move": str(self.move),
            "better": str(self.better),
            "before": round(self.before, 4),
            "after": round(self.after, 4),
            "cost": round(self.cost, 4),
            "why": self.why,
            "led_to": self.led_to,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """What a record comes to, move by move.

    `curve` is the chance to win before each move and at the end, 0 to 1; `known` says of each point
    `proved won`, `proved lost` or `estimated`. `mistakes` are sorted by cost, `turning_points` are
    the first three. `last_chance` is the largest number of moves after which the solver, who knows
    the stock, still found a win, `line` that win; `lost_from` the number from which it is proved
    lost.
    """

    record: Record
    level: str
    curve: tuple[float, ...]
    known: tuple[str, ...]
    moves: tuple[Judged, ...]
    mistakes: tuple[Mistake, ...]
    last_chance: int | None
    lost_from: int | None
    line: tuple[Move, ...]

    @property
    def turning_points(self) -> tuple[Mistake, ...]:
        """The costliest mistakes, at most three."""
        return self.mistakes[:MOST_TURNING_POINTS]

    @property
    def summary(self) -> str:
        """The game in one line."""
        end = self._end()
        lead = {"won": _("won"), "lost": _("lost"), "open": _("open")}[end.outcome]
        parts = [
            _("{lead} with {placed} of {total} placed").format(
                lead=lead, placed=end.placed, total=end.total
            ),
            ngettext("{count} move", "{count} moves", len(self.moves)).format(
                count=len(self.moves)
            ),
            ngettext("{count} mistake", "{count} mistakes", len(self.mistakes)).format(
                count=len(self.mistakes)
            ),
        ]
        return " · ".join(parts)

    def retry(self, k: int) -> Record:
        """A copy of the record that stands after `k` moves, to play on from there as a branch."""
        copy = Record.loads(self.record.dumps())
        return copy.go(k)

    def as_data(self) -> dict[str, Any]:
        """The review as JSON knows it."""
        return {
            "summary": self.summary,
            "level": self.level,
            "curve": [round(point, 4) for point in self.curve],
            "known": list(self.known),
            "moves": [
                {
                    "ply": one.ply,
                    "move": str(one.move),
                    "chance": round(one.chance, 4),
                    "best": str(one.best),
                    "best_chance": round(one.best_chance, 4),
                    "low": round(one.low, 4),
                    "high": round(one.high, 4),
                    "known": one.known,
                }
                for one in self.moves
            ],
            "mistakes": [one.as_data() for one in self.mistakes],
            "turning_points": [one.as_data() for one in self.turning_points],
            "last_chance": self.last_chance,
            "lost_from": self.lost_from,
            "line": [str(move) for move in self.line],
        }

    def _end(self) -> Game:
        *_before, end = self.record.games()
        return end


def review(
    record: Record, level: str = "quick", *, progress: Progress | bool | None = None
) -> Review:
    """Judge every move of a record's main line.

    `progress`: None draws a progress bar, False none, a function is called with (done, total).
    Raises `ValueError`, in one line, for a game that the coach does not play.
    """
    games, moves = list(record.games()), record.main_line
    check_coached(record.start)
    advices = []
    for at, game in enumerate(games[:-1]):
        advices.append(judge(game.view(), level))
        if callable(progress):
            progress(at + 1, len(moves))
    last, found, lost_from = _last_chance(games)
    points = [_point(game, level, at, lost_from) for at, game in enumerate(games)]
    judged = tuple(
        _judged(at, move, advice)
        for at, (move, advice) in enumerate(zip(moves, advices, strict=True))
    )
    mistakes = tuple(
        sorted(
            (
                _mistake(games[one.ply], one)
                for one, advice in zip(judged, advices, strict=True)
                if is_mistake(one.move, advice) and points[one.ply][1] != PROVED_LOST
            ),
            key=lambda one: (-one.cost, one.ply),
        )
    )
    line = found.moves if found and not games[-1].is_won else ()
    return Review(
        record,
        level,
        tuple(chance for chance, _known in points),
        tuple(known for _chance, known in points),
        judged,
        mistakes,
        None if games[-1].is_won else last,
        lost_from,
        line,
    )


def is_mistake(move: Move, advice: Advice) -> bool:
    """Whether a move cost 10 points or more, and more than twice the noise of the two estimates."""
    best, own = advice.chances[0], _chance_of(move, advice)
    cost = best.win - own.win
    noise = sqrt(_error(best) ** 2 + _error(own) ** 2)
    return cost >= DROP and cost >= 2 * noise and own.high < best.low


def _error(chance: Chance) -> float:
    """The standard error of a chance, from its interval."""
    return (chance.high - chance.low) / (2 * Z)


def _chance_of(move: Move, advice: Advice) -> Chance:
    return next(one for one in advice.chances if one.move == move)


def _judged(ply: int, move: Move, advice: Advice) -> Judged:
    best, own = advice.chances[0], _chance_of(move, advice)
    return Judged(ply, move, own.win, best.move, best.win, own.low, own.high, standing(own))


def _mistake(game: Game, one: Judged) -> Mistake:
    return Mistake(
        one.ply,
        one.move,
        one.best,
        one.best_chance,
        one.chance,
        one.best_chance - one.chance,
        why(game.view(), one.best),
        "",
    )


def _point(game: Game, level: str, at: int, lost_from: int | None) -> tuple[float, str]:
    if game.is_won:
        return 1.0, PROVED_WON
    if game.outcome == "lost" or (lost_from is not None and at >= lost_from):
        return 0.0, PROVED_LOST
    best = judge(game.view(), level).chances[0]
    return best.win, standing(best) if best.tries else ESTIMATED


def _last_chance(games: list[Game]) -> tuple[int | None, Solution | None, int | None]:
    """The last position that the solver wins, its line, and the first one that it proves lost."""
    if games[-1].is_won:
        return None, None, None
    best, found, low, high = None, None, 0, len(games)
    lost_from = len(games) - 1 if games[-1].outcome == "lost" else None
    while low < high:
        middle = (low + high) // 2
        answer = solve(games[middle], seconds=2)
        if answer.verdict == "won":
            best, found, low = middle, answer, middle + 1
        else:
            high = middle
            if answer.verdict == "lost":
                lost_from = middle if lost_from is None else min(lost_from, middle)
    return best, found, lost_from
