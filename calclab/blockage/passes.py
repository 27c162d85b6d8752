"""The exact test where the waste is turned over, not shuffled (`musical`, with a redeal left).

What lives here: a search over passes: cards that are unseen now come in any order, and those on the
waste come again, the lowest first. What does not: the last pass (``completion``).
"""

from __future__ import annotations

from collections.abc import Iterator

from calclab.blockage.table import Ranks, unseen_counts
from calclab.game import Position

# Cards laid, unseen counts by rank, known stock (next first), waste (bottom first), redeals left.
State = tuple[Ranks, Ranks, Ranks, Ranks, int]


def can_finish(position: Position, limit: int) -> bool | None:
    """Whether some order of the unseen cards wins; None when `limit` states did not settle it."""
    sequences = tuple(foundation.sequence for foundation in position.foundations)
    ends = tuple(map(len, sequences))
    waste = tuple(card.rank for card in position.piles[0])
    unseen = (0, *unseen_counts(position))
    start: State = (tuple(map(len, position.laid)), unseen, (), waste, position.redeals)
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        if state[0] == ends:
            return True
        if len(seen) > limit:
            return None
        for after in _steps(sequences, state):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def _steps(sequences: tuple[Ranks, ...], state: State) -> Iterator[State]:
    """The states after one step; what should be tried first comes last."""
    laid, unseen, stock, waste, redeals = state
    if any(unseen):
        for rank, count in enumerate(unseen):
            if count:
                fewer = (*unseen[:rank], count - 1, *unseen[rank + 1 :])
                yield laid, fewer, stock, (*waste, rank), redeals
                for after in _plays(sequences, laid, rank):
                    yield after, fewer, stock, waste, redeals
    elif stock:
        yield laid, unseen, stock[1:], (*waste, stock[0]), redeals
    elif redeals and waste:
        yield laid, unseen, waste, (), redeals - 1
    for after in _plays(sequences, laid, waste[-1] if waste else 0):
        yield after, unseen, stock, waste[:-1], redeals


def _plays(sequences: tuple[Ranks, ...], laid: Ranks, rank: int) -> Iterator[Ranks]:
    for at, sequence in enumerate(sequences):
        if rank and laid[at] < len(sequence) and sequence[laid[at]] == rank:
            yield (*laid[:at], laid[at] + 1, *laid[at + 1 :])
