"""When a game could still be won by somebody who knows the stock, and how.

What lives here: `last_chance`. What does not: the search (``solver``). Once a game is lost it
stays lost, so that the moment is found by halving; a search that gives up says so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from calclab.blockage import is_deadlocked
from calclab.game import Game
from calclab.moves import Move
from calclab.search import forms
from calclab.solver import Solution, solve

SECONDS = {"instant": 0.5, "quick": 1.0, "strong": 2.0, "deep": 5.0}  # for one position


@dataclass(frozen=True, slots=True)
class LastChance:
    """`last`: after so many of the `count` moves a win was still found, and `line` is one.

    `lost_from`: from so many moves on the game is proved lost. Between the two it is unknown. Both
    are None where nothing is known; a won game has neither.
    """

    count: int
    last: int | None = None
    line: tuple[Move, ...] = ()
    lost_from: int | None = None

    def is_lost(self, at: int) -> bool:
        """Whether the game is proved lost after so many moves."""
        return self.lost_from is not None and at >= self.lost_from

    def lost_by(self, at: int) -> LastChance:
        """The same, when the game is also known to be lost after so many moves."""
        return self if self.is_lost(at) else replace(self, lost_from=at)


def last_chance(games: Sequence[Game], level: str = "quick", *, wait: bool = True) -> LastChance:
    """The last of a game's positions that can be won, and the first that cannot."""
    count = len(games) - 1
    if games[-1].is_won:
        return LastChance(count)
    search = partial(solve, seconds=SECONDS[level], form=forms.best(wait))
    lost_from = next((at for at, game in enumerate(games) if _is_plainly_lost(game)), None)
    last: int | None = None
    line: tuple[Move, ...] = ()
    low, high = 0, count + 1 if lost_from is None else lost_from
    while low < high:
        middle = (low + high) // 2
        found = search(games[middle])
        if found.verdict == "won":
            last, line, low = middle, found.moves, middle + 1
        else:
            high = middle
            lost_from = middle if found.verdict == "lost" else lost_from
    return LastChance(count, last, line, _first_lost(games, low, lost_from, search))


def _first_lost(
    games: Sequence[Game], low: int, lost_from: int | None, search: Callable[[Game], Solution]
) -> int | None:
    """The first position that is proved lost, at or after `low`; a search that gives up is none."""
    high = len(games) if lost_from is None else lost_from
    at = bisect_left(games, True, low, high, key=lambda game: search(game).verdict == "lost")
    return at if at < high else lost_from


def _is_plainly_lost(game: Game) -> bool:
    return game.outcome == "lost" or is_deadlocked(game)
