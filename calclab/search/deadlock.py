"""The quick proof that a position is lost whatever order the unseen cards come in.

What lives here: the relaxed test. Source: raise a ceiling for each foundation while the next rank
is unseen or can be bared by cards below the ceilings; a ceiling that stays low proves the loss.
What does not: the proof in words (``blockage``).
"""

from __future__ import annotations

from calclab.search.forms import Ints, kernel
from calclab.search.position import (
    BARING,
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

CEILING = BARING  # + foundation
SLOTS = BARING + 8  # + rank
REACHED = BARING + 40  # + rank
ABOVE = BARING + 72  # + rank


@kernel
def bare(g: Ints, s: Ints) -> None:
    """Mark the ranks that can be bared with the slots there are."""
    for p in range(g[PILES] + 1):
        base = PILE + STRIDE * p
        at = base + s[HEIGHT + p] - 1
        while at >= base:
            rank = s[at]
            above = s[ABOVE + rank]
            s[ABOVE + rank] += 1
            if above <= s[SLOTS + rank]:
                s[REACHED + rank] = 1
            if above + 1 > s[SLOTS + rank]:
                break
            at -= 1
        at = max(at, base)
        for again in range(at, base + s[HEIGHT + p]):
            s[ABOVE + s[again]] = 0


@kernel
def is_dead(g: Ints, s: Ints, turned: int) -> bool:
    """Whether no order of the unseen cards can win; False where a redeal is left."""
    if s[REDEALS] > 0:
        return False
    for rank in range(1, g[MODULUS] + 1):
        s[SLOTS + rank] = 0
        s[REACHED + rank] = 1 if s[UNSEEN + rank] > 0 or rank == turned else 0
        s[ABOVE + rank] = 0
    for k in range(g[FOUNDATIONS]):
        s[CEILING + k] = s[LAID + k]
    changed = True
    while changed:
        changed = False
        bare(g, s)
        for k in range(g[FOUNDATIONS]):
            while s[CEILING + k] < g[LENGTH + k]:
                rank = g[SEQUENCE + 32 * k + s[CEILING + k]]
                if s[REACHED + rank] == 0:
                    break
                s[CEILING + k] += 1
                s[SLOTS + rank] += 1
                changed = True
    for k in range(g[FOUNDATIONS]):
        if s[CEILING + k] < g[LENGTH + k]:
            return True
    return False
