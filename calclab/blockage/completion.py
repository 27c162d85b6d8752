"""The exact test: can some order of the unseen cards still win?

What lives here: `completion`, a search over all that can happen when the unseen cards come in the
best order, with a limit. What does not: the reason for a loss (``deadlock``).

Unseen cards come exactly when they are wanted, so they count as always at hand; so does the card
in the hold cell. The turned card must be placed first, and may have to cover a pile. A position is
lost for every order exactly when this search finds no completion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from calclab.blockage.closure import closure
from calclab.blockage.deadlock import is_deadlocked
from calclab.blockage.passes import Passes
from calclab.blockage.table import Ranks, Table, table
from calclab.game import Position

Completion = Literal["open", "lost", "unknown"]
LIMIT = 25_000


def completion(position: Position, limit: int = LIMIT) -> Completion:
    """`open`: some order of the unseen cards still wins; `lost`: none does; `unknown`: not settled.

    Takes a `Game` or a `View`; the order of the stock is not used. `limit` is the number of
    positions that may be looked at. A game without foundations is never settled.

    >>> from calclab import deal
    >>> from calclab.blockage.examples import ring
    >>> completion(deal("calculation", seed=7)), completion(ring())
    ('open', 'lost')
    """
    if not position.foundations:
        return "unknown"
    if position.is_won:
        return "open"
    if position.redeals:
        return _with_redeals(position, limit)
    if is_deadlocked(position):
        return "lost"
    if any(position.variant.builds):
        from calclab.blockage.columns import can_finish as search

        found = search(position, limit)
        return "unknown" if found is None else "open" if found else "lost"
    return _search_all(position, limit)


def _with_redeals(position: Position, limit: int) -> Completion:
    if position.variant.reshuffles:
        return "open"  # everything that lies there can come again in any order
    effort = Effort(limit)
    board = table(replace(position, redeals=0))  # the waste as the pile that it is

    def finish(now: Table) -> bool | None:
        return _Loose(now, effort).finishes()

    search = Passes(board.sequences, finish, effort.spend)
    found = search.at_hand(board.laid, board.piles[0], board.loose, position.redeals)
    return "unknown" if found is None else "open" if found else "lost"


def _search_all(position: Position, limit: int) -> Completion:
    effort = Effort(limit)
    board, held = table(position), 0
    if position.variant.hold and position.pile("H"):
        held = position.pile("H")[-1].rank
    must_place = position.turned is not None and position.stock_size > 0
    if position.turned is not None and must_place and not (position.variant.hold and not held):
        found = _Waiting(board, position.turned.rank, held, effort).finishes()
    else:  # nothing has to come after a turned card, or the hold cell takes it: it is at hand
        found = _Loose(board, effort).finishes()
    return "unknown" if found is None else "open" if found else "lost"


class Effort:
    """How many positions may still be looked at."""

    __slots__ = ("left",)

    def __init__(self, limit: int) -> None:
        self.left = limit

    def spend(self) -> bool:
        """Count one position; False when there are none left."""
        self.left -= 1
        return self.left >= 0


class _Waiting:
    """The search while a turned card waits: nothing else of the stock can come before it is laid.

    Waste tops and the card in the hold cell may go to foundations first; then the turned card goes
    to a foundation or a pile, or to the hold cell when its card has left.
    """

    def __init__(self, board: Table, turned: int, held: int, effort: Effort) -> None:
        self.board, self.turned, self.held, self.effort = board, turned, held, effort
        self.seen: set[tuple[Ranks, tuple[int, ...]]] = set()

    def finishes(self) -> bool | None:
        """Whether some order wins; None when the effort is used up."""
        return self._finishes(self.board.laid, self.board.piles)

    def _finishes(self, laid: Ranks, piles: tuple[Ranks, ...]) -> bool | None:
        key = (laid, tuple(map(len, piles)))
        if key in self.seen:
            return False
        self.seen.add(key)
        if not self.effort.spend():
            return None
        for next_laid, next_piles, freed in self._exits(laid, piles):
            found = self._loose(next_laid, next_piles, freed)
            if found is not False:
                return found
        for at, pile in enumerate(piles):
            for next_laid in _plays(self.board, laid, pile[-1] if pile else 0):
                found = self._finishes(next_laid, _with(piles, at, pile[:-1]))
                if found is not False:
                    return found
        return False

    def _exits(
        self, laid: Ranks, piles: tuple[Ranks, ...]
    ) -> Iterator[tuple[Ranks, tuple[Ranks, ...], tuple[int, ...]]]:
        """Ways to be rid of the turned card: cards laid, piles, ranks that are no longer loose."""
        turned, held = self.turned, self.held
        for after in _plays(self.board, laid, turned):
            yield after, piles, (turned,)
        for after in _plays(self.board, laid, held):
            yield after, piles, (held,)  # and the turned card goes to the hold cell
        for at in _different(piles):
            yield laid, _with(piles, at, (*piles[at], turned)), (turned,)
            if held and held != turned:
                yield laid, _with(piles, at, (*piles[at], held)), (held,)

    def _loose(self, laid: Ranks, piles: tuple[Ranks, ...], gone: Ranks) -> bool | None:
        loose = list(self.board.loose)
        for rank in gone:
            loose[rank] -= 1
        board = Table(self.board.sequences, laid, self.board.names, piles, tuple(loose))
        return _Loose(board, self.effort).finishes()


def _plays(board: Table, laid: Ranks, rank: int) -> Iterator[Ranks]:
    for at, sequence in enumerate(board.sequences):
        if rank and laid[at] < len(sequence) and sequence[laid[at]] == rank:
            yield (*laid[:at], laid[at] + 1, *laid[at + 1 :])


def _with(piles: tuple[Ranks, ...], at: int, pile: Ranks) -> tuple[Ranks, ...]:
    return (*piles[:at], pile, *piles[at + 1 :])


def _different(piles: tuple[Ranks, ...]) -> list[int]:
    """One pile of each kind, the short ones first."""
    kinds = {pile: at for at, pile in enumerate(piles)}
    return sorted(kinds.values(), key=lambda at: len(piles[at]))


class _Loose:
    """The search with everything but the piles at hand, depth first, failures remembered.

    Two plays are safe and never branched on: a loose card of which no copy lies on a pile, and a
    pile's top when no other copy lies on any pile. A top is preferred to a loose copy of its rank.
    """

    def __init__(self, board: Table, effort: Effort) -> None:
        self.board, self.effort = board, effort
        self.laid, self.loose = list(board.laid), list(board.loose)
        self.heights = [len(pile) for pile in board.piles]
        self.buried = [0] * len(self.loose)
        for pile in board.piles:
            for rank in pile:
                self.buried[rank] += 1
        self.seen: set[tuple[int, ...]] = set()

    def finishes(self) -> bool | None:
        """Whether some order wins; None when the effort is used up."""
        return self._finishes()

    def _can_be_finished(self) -> bool:
        """What the relaxed test says of the state that the search is in."""
        board = self.board
        piles = [pile[:height] for pile, height in zip(board.piles, self.heights, strict=True)]
        now = Table(board.sequences, tuple(self.laid), board.names, tuple(piles), tuple(self.loose))
        ceilings = closure(now).ceilings
        return not any(map(int.__lt__, ceilings, map(len, board.sequences)))

    def _finishes(self) -> bool | None:
        if not self.effort.spend():
            return None
        trail: list[tuple[int, int]] = []
        done = self._play_safe(trail)
        found: bool | None = done
        if done is None:
            key = (*self.laid, *self.heights)
            hopeless = key in self.seen or not self._can_be_finished()
            found = False if hopeless else self._branch()
            if found is False:
                self.seen.add(key)
        for at, pile in reversed(trail):
            self._take_back(at, pile)
        return found

    def _branch(self) -> bool | None:
        for at, pile in self._choices():
            self._play(at, pile)
            found = self._finishes()
            self._take_back(at, pile)
            if found is not False:
                return found
        return False

    def _play_safe(self, trail: list[tuple[int, int]]) -> bool | None:
        """Play what costs nothing; True when all is laid, False when a rank is missing."""
        again = True
        while again:
            again, full = False, True
            for at, sequence in enumerate(self.board.sequences):
                while self.laid[at] < len(sequence):
                    rank = sequence[self.laid[at]]
                    pile = -1
                    if self.buried[rank]:
                        if self.buried[rank] > 1 or (pile := self._top(rank)) < 0:
                            full = False
                            break
                    elif not self.loose[rank]:
                        return False
                    self._play(at, pile)
                    trail.append((at, pile))
                    again = True
        return True if full else None

    def _top(self, rank: int) -> int:
        for pile, (cards, height) in enumerate(zip(self.board.piles, self.heights, strict=True)):
            if height and cards[height - 1] == rank:
                return pile
        return -1

    def _choices(self) -> list[tuple[int, int]]:
        """The plays to try: (foundation, pile), pile -1 for a loose card; tops first."""
        tops: dict[int, list[int]] = {}
        for pile, (cards, height) in enumerate(zip(self.board.piles, self.heights, strict=True)):
            if height:
                tops.setdefault(cards[height - 1], []).append(pile)
        first, then = [], []
        for at, sequence in enumerate(self.board.sequences):
            if self.laid[at] < len(sequence):
                rank = sequence[self.laid[at]]
                if rank in tops:
                    first += [(at, pile) for pile in tops[rank]]
                elif self.loose[rank]:
                    then.append((at, -1))
        return first + then

    def _play(self, at: int, pile: int) -> None:
        rank = self.board.sequences[at][self.laid[at]]
        self.laid[at] += 1
        if pile < 0:
            self.loose[rank] -= 1
        else:
            self.heights[pile] -= 1
            self.buried[rank] -= 1

    def _take_back(self, at: int, pile: int) -> None:
        self.laid[at] -= 1
        rank = self.board.sequences[at][self.laid[at]]
        if pile < 0:
            self.loose[rank] += 1
        else:
            self.heights[pile] += 1
            self.buried[rank] += 1
