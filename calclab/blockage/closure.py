"""How far a game could get at the very best: what the proofs of a loss are read off.

What lives here: `closure`, a bound that nothing playable exceeds, with the columns between which
cards may go (`appreciate`). What does not: the proofs (``deadlock``), the exact test
(``completion``).

The argument: let every foundation stop somewhere. A rank has as many places as foundations take it
before they stop. A card on a pile can leave only if that many places hold it and the copies of its
rank that lie above it; else it is a stopper, and nothing beneath it ever leaves. A foundation goes
on while a copy of its next rank is loose or lies above every stopper. Where columns build, a card
can leave as well when some column can ever show the card that it goes on, or can be emptied for it.
"""

from __future__ import annotations

from typing import NamedTuple

from calclab.blockage.table import Ranks, Table
from calclab.game import Position


class Closure(NamedTuple):
    """How far each foundation can get at best, and the index of each pile's stopper (-1: none)."""

    ceilings: list[int]
    stoppers: list[int]


def closure(board: Table, columns: Columns | None = None) -> Closure:
    """How far every foundation could get; nothing that can be played lies outside of it."""
    ceilings = list(board.laid)
    reach = [count > 0 for count in board.loose]
    places = [0] * len(reach)
    walks = [_Walk(pile, len(reach)) for pile in board.piles]
    changed = True
    while changed:
        changed = False
        for at, sequence in enumerate(board.sequences):
            count, end = ceilings[at], len(sequence)
            while count < end and reach[sequence[count]]:
                places[sequence[count]] += 1
                count += 1
                changed = True
            ceilings[at] = count
        moving = columns.moving if columns else _NONE
        for walk in walks:
            changed |= walk.down(reach, places, moving)
        if columns:
            changed |= columns.take(reach, walks)
    return Closure(ceilings, [walk.at for walk in walks])


_NONE: frozenset[int] = frozenset()


class _Walk:
    """The way down one pile: the index of its stopper so far, and the copies met of each rank."""

    __slots__ = ("above", "at", "pile")

    def __init__(self, pile: Ranks, size: int) -> None:
        self.pile, self.at, self.above = pile, len(pile) - 1, [0] * size

    def down(self, reach: list[bool], places: list[int], moving: set[int] | frozenset[int]) -> bool:
        """Uncover cards as far as places and columns allow; whether anything new came out."""
        at, start, changed = self.at, self.at, False
        while at >= 0:
            rank = self.pile[at]
            if not reach[rank]:
                reach[rank] = changed = True
            if self.above[rank] < places[rank]:
                self.above[rank] += 1
            elif rank not in moving:
                break
            at -= 1
        self.at = at
        return changed or at < start


class Columns:
    """What columns could ever take: for each step by which some build, the ranks they can show.

    A column can show a card of its own that came out, and any uncovered rank that goes on a rank
    it can show; one that can be emptied takes the last rank of its foundation. `moving` are the
    ranks that some column can take.
    """

    __slots__ = ("builds", "last", "moving", "shown")

    def __init__(self, builds: Ranks, last: dict[int, int], modulus: int) -> None:
        self.builds, self.last = builds, last
        self.shown = {step: [False] * (modulus + 1) for step in builds if step}
        self.moving: set[int] = set()

    def take(self, reach: list[bool], walks: list[_Walk]) -> bool:
        """Let the columns take what they can by now; whether anything new can go somewhere."""
        before = len(self.moving), sum(map(sum, self.shown.values()))
        for step, walk in zip(self.builds, walks, strict=True):
            if step:
                for rank in walk.pile[max(walk.at, 0) :]:
                    self.shown[step][rank] = True
                if walk.at < 0 and reach[self.last[step]]:
                    self._lay(step, self.last[step])
        for step, shown in self.shown.items():
            self._build(step, shown, reach)
        return before != (len(self.moving), sum(map(sum, self.shown.values())))

    def _build(self, step: int, shown: list[bool], reach: list[bool]) -> None:
        modulus = len(shown) - 1
        waiting = [rank for rank in range(1, modulus + 1) if shown[rank]]
        for under in waiting:  # grows while it is walked
            rank = (under - step - 1) % modulus + 1
            if reach[rank]:
                if not shown[rank]:
                    waiting.append(rank)
                self._lay(step, rank)

    def _lay(self, step: int, rank: int) -> None:
        self.shown[step][rank] = True
        self.moving.add(rank)


def moving_columns(position: Position) -> Columns | None:
    """The columns between which cards may go; None in a game without such moves."""
    builds = position.variant.builds
    if not any(builds):
        return None
    last = {foundation.interval: foundation.last for foundation in position.foundations}
    return Columns(builds, last, position.variant.modulus)
