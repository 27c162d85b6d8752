"""When a game could still be won by somebody who knows the stock, and how.

What lives here: `last_chance`. What does not: the search (``solver``). Once a game is lost it
stays lost, so that the moment is found by halving. A search may give up on a position and do
better on a later one, which is smaller; so such a position is passed by, and looked behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from calclab.blockage import is_deadlocked
from calclab.game import Game
from calclab.moves import Move
from calclab.search import forms
from calclab.solver import Solution, solve

# Positions and games for one of the game's positions, and not seconds: a record has one review.
NODES = {"instant": 500_000, "quick": 1_000_000, "strong": 2_000_000, "deep": 5_000_000}
PLAIN = 100  # plain Python looks at so many times fewer, in about the same time


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

    def lost_by(self, at: int) -> LastChance:
        """The same, when it is also known from the open cards where the game is lost."""
        known = self.count + 1 if self.lost_from is None else self.lost_from
        return replace(self, lost_from=at) if at < known else self


def last_chance(
    games: Sequence[Game],
    level: str = "quick",
    *,
    wait: bool = True,
    more: Callable[[int], object] = lambda _count: None,
) -> LastChance:
    """The last of a game's positions that can be won, and the first that cannot.

    `more` hears of each search, and at the end of those that were spared: `most_searches` in all.
    """
    count = len(games) - 1
    if games[-1].is_won:
        more(most_searches(count))
        return LastChance(count)
    form = forms.best(wait)
    nodes = NODES[level] // (PLAIN if form.name == "plain" else 1)
    search = partial(solve, seconds=inf, nodes=nodes, form=form)
    hunt = _Hunt(games, search, lost_by_sight(games), more)
    hunt.halve(0, hunt.lost_from, on_unknown="later")
    hunt.step_back()
    more(most_searches(count) - len(hunt.verdicts))
    last = hunt.last if hunt.last >= 0 else None
    return LastChance(count, last, hunt.line, hunt.lost_from if hunt.lost_from <= count else None)


def most_searches(count: int) -> int:
    """More searches than a game of so many moves takes: two halvings, and the steps back."""
    return 3 * (count + 1).bit_length()


def lost_by_sight(games: Sequence[Game]) -> int:
    """The first position that blockages prove lost or that has no move; past the end for none."""
    return next((at for at, game in enumerate(games) if _is_plainly_lost(game)), len(games))


def _is_plainly_lost(game: Game) -> bool:
    return game.outcome == "lost" or is_deadlocked(game)


class _Hunt:
    """What is known of a game's positions: won up to `last`, lost from `lost_from` on."""

    def __init__(
        self,
        games: Sequence[Game],
        search: Callable[[Game], Solution],
        lost_from: int,
        more: Callable[[int], object],
    ) -> None:
        self.games, self.search, self.more = games, search, more
        self.last, self.lost_from = -1, lost_from
        self.line: tuple[Move, ...] = ()
        self.verdicts: dict[int, str] = {}

    def halve(self, low: int, high: int, on_unknown: str) -> None:
        """Look between two positions; where the search gives up, go on to later ones or earlier."""
        while low < high:
            middle = (low + high) // 2
            verdict = self._look(middle)
            if verdict == "won" or (verdict == "unknown" and on_unknown == "later"):
                low = middle + 1
            else:
                high = middle

    def step_back(self) -> None:
        """Look for a later win, from the end back in steps that double."""
        high, at, step = self.lost_from, self.lost_from - 1, 1
        while at > self.last and self._look(at) != "won":
            high, at, step = at, at - step, 2 * step
        self.halve(self.last + 1, high, on_unknown="earlier")

    def _look(self, at: int) -> str:
        if at not in self.verdicts:
            found = self.search(self.games[at])
            self.verdicts[at] = found.verdict
            self.more(1)
            if found.verdict == "won" and at > self.last:
                self.last, self.line = at, found.moves
            elif found.verdict == "lost":
                self.lost_from = min(at, self.lost_from)
        return self.verdicts[at]
