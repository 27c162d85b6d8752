"""The exact test where cards go from column to column (`appreciate`).

What lives here: a depth-first search over everything that can be played; all cards are visible.
What does not: columns that only shrink (``completion`` treats them as piles).
"""

from __future__ import annotations

from collections.abc import Iterator

from calclab.blockage.table import Ranks, table
from calclab.game import Position
from calclab.modular import wrap

State = tuple[Ranks, tuple[Ranks, ...]]


def can_finish(position: Position, limit: int) -> bool | None:
    """Whether the game can be won; None when `limit` positions did not settle it."""
    board = table(position)
    builds, modulus = position.variant.builds, position.variant.modulus
    last = {foundation.interval: foundation.last for foundation in position.foundations}
    ends = tuple(map(len, board.sequences))
    start: State = (board.laid, board.piles)
    seen, waiting = {start}, [start]
    while waiting:
        laid, columns = waiting.pop()
        if laid == ends:
            return True
        if len(seen) > limit:
            return None
        wanted = [
            wrap(column[-1] - build, modulus) if column else last[build]
            for column, build in zip(columns, builds, strict=True)
        ]
        for state in _steps(board.sequences, laid, columns, wanted):
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return False


def _steps(
    sequences: tuple[Ranks, ...], laid: Ranks, columns: tuple[Ranks, ...], wanted: list[int]
) -> Iterator[State]:
    """The states after one move, plays to foundations last (so that they are tried first)."""
    for source, column in enumerate(columns):
        for target, rank in enumerate(wanted):
            if column and rank == column[-1] and source != target:
                changed = list(columns)
                changed[source] = column[:-1]
                changed[target] = (*columns[target], rank)
                yield laid, tuple(changed)
    for at, sequence in enumerate(sequences):
        if laid[at] < len(sequence):
            for source, column in enumerate(columns):
                if column and column[-1] == sequence[laid[at]]:
                    after = (*laid[:at], laid[at] + 1, *laid[at + 1 :])
                    yield after, (*columns[:source], column[:-1], *columns[source + 1 :])
