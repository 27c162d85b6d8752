"""What each option is worth to the table: the sum of its features, without a list of them.

What lives here: the sums that play needs, many thousand times a second. What does not: what the
features are, and the list of them that learning needs (``features``); a test holds the two to each
other.
"""

from __future__ import annotations

from calclab.search.features import (
    DISORDER,
    EMPTY,
    OTHERS,
    OVER_SOONEST,
    OVER_TOP,
    RELATIONS,
    TALL,
    empty_piles,
    phase,
    relate,
)
from calclab.search.forms import Ints, kernel
from calclab.search.position import (
    FINAL,
    HEIGHT,
    NEVER,
    PILE,
    PILES,
    ROW,
    SOON,
    STRIDE,
    UNSEEN,
    WORK,
    WORTH,
)


@kernel
def weigh(g: Ints, s: Ints, rank: int, w: Ints) -> None:
    """Note how a card is related to each rank, and what that is worth deep in a pile."""
    relate(g, s, rank)
    for lower in range(g[ROW]):
        s[WORTH + lower] = w[2 * RELATIONS + s[WORK + lower]]


@kernel
def place_score(g: Ints, s: Ints, rank: int, p: int, soon: int, w: Ints) -> int:
    """For a card on pile p; the card is weighed already."""
    height = s[HEIGHT + p]
    base = PILE + STRIDE * p
    if p == g[PILES] or height == 0 or (height == 1 and g[FINAL + s[base]] == 1):
        kind = 2 if p == g[PILES] else height
        return w[EMPTY + 75 * kind + 15 * empty_piles(g, s) + soon]
    score = 0
    soonest = NEVER
    inversions = 0
    before = NEVER
    for at in range(base, base + height):
        lower = s[at]
        when = s[SOON + lower]
        score += s[WORTH + lower]
        soonest = min(soonest, when)
        inversions += 1 if when > before else 0
        before = when
    cell = s[WORK + s[base + height - 1]]
    score += w[cell] - w[2 * RELATIONS + cell]
    if height > 1:
        cell = s[WORK + s[base + height - 2]]
        score += w[RELATIONS + cell] - w[2 * RELATIONS + cell]
    sooner = 1 if soonest < soon else 0
    more = 1 if soon > before else 0
    return (
        score
        + w[OVER_TOP + 15 * soon + before]
        + w[OVER_SOONEST + 15 * soon + soonest]
        + w[TALL + 16 * phase(s) + min(height, 15)]
        + w[DISORDER + 2 * min(inversions, 6) + more]
        + w[OTHERS + 30 * min(s[UNSEEN + rank], 4) + 2 * soon + sooner]
    )


@kernel
def total(w: Ints, b: Ints, first: int, end: int) -> int:
    """The sum of the table's numbers for listed features."""
    worth = 0
    for at in range(first, end):
        worth += w[b[at]]
    return worth
