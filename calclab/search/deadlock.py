"""The quick proof that a position is lost whatever order the unseen cards come in.

What lives here: the relaxed test. Source: raise a ceiling for each foundation while the next rank
is unseen or can be bared by cards below the ceilings; a ceiling that stays low proves the loss.
What does not: the proof in words (``blockage``).
"""

from __future__ import annotations

from calclab.search.forms import Ints, kernel
from calclab.search.position import (
    FOUNDATIONS,
    HEIGHT,
    LAID,
    LENGTH,
    MODULUS,
    PILE,
    PILES,
    REDEALS,
    SEQUENCE,
    STRIDE,
    UNSEEN,
)

CEILING = 0  # + foundation
SLOTS = 8  # + rank
REACHED = 40  # + rank
ABOVE = 72  # + rank


@kernel
def bare(g: Ints, s: Ints, q: Ints) -> None:
    """Mark the ranks that can be bared with the slots there are."""
    for p in range(g[PILES] + 1):
        base = PILE + STRIDE * p
        at = base + s[HEIGHT + p] - 1
        while at >= base:
            rank = s[at]
            above = q[ABOVE + rank]
            q[ABOVE + rank] += 1
            if above <= q[SLOTS + rank]:
                q[REACHED + rank] = 1
            if above + 1 > q[SLOTS + rank]:
                break
            at -= 1
        at = max(at, base)
        for again in range(at, base + s[HEIGHT + p]):
            q[ABOVE + s[again]] = 0


@kernel
def is_dead(g: Ints, s: Ints, turned: int, q: Ints) -> bool:
    """Whether no order of the unseen cards can win; False where a redeal is left."""
    if s[REDEALS] > 0:
        return False
    for rank in range(1, g[MODULUS] + 1):
        q[SLOTS + rank] = 0
        q[REACHED + rank] = 1 if s[UNSEEN + rank] > 0 or rank == turned else 0
        q[ABOVE + rank] = 0
    for k in range(g[FOUNDATIONS]):
        q[CEILING + k] = s[LAID + k]
    changed = True
    while changed:
        changed = False
        bare(g, s, q)
        for k in range(g[FOUNDATIONS]):
            while q[CEILING + k] < g[LENGTH + k]:
                rank = g[SEQUENCE + 32 * k + q[CEILING + k]]
                if q[REACHED + rank] == 0:
                    break
                q[CEILING + k] += 1
                q[SLOTS + rank] += 1
                changed = True
    for k in range(g[FOUNDATIONS]):
        if q[CEILING + k] < g[LENGTH + k]:
            return True
    return False
