"""What the table policy looks at: each feature is one number of the table.

What lives here: the cells of the table, and which of them an option adds up. What does not: the
choice (``policy``) and the learning (``gradient``).
"""

from __future__ import annotations

from calclab.search.forms import Ints, kernel
from calclab.search.position import (
    DEPTHS,
    FINAL,
    FOUNDATIONS,
    FOURS,
    HEIGHT,
    LAID,
    LENGTH,
    NEED,
    NEVER,
    NEXT,
    ORDERS,
    PILE,
    PILES,
    ROW,
    SEQUENCE,
    SIZE,
    SOON,
    STRIDE,
    UNSEEN,
    WORK,
    near,
    top,
)

RELATION = 0  # depth 3 × how the card and a card beneath it are wanted, 625, or `EQUAL`
EQUAL = 625  # two of a rank: foundations that still need it, 5
RELATIONS = 630
OVER_TOP = 1890  # soon 15 × soon of the top 15
OVER_SOONEST = 2115  # soon 15 × soonest of the pile 15
EMPTY = 2340  # empty, a final rank alone, hold cell 3 × empty piles 5 × soon 15
TALL = 2565  # cards left 6 × height 16
DISORDER = 2661  # inversions 7 × one more 2
OTHERS = 2675  # unseen copies 5 × soon 15 × over something sooner 2
PLAY_AT = 2825  # from 2 × foundation 8 × cards there 14
PLAY_LATER = 3049  # from 2 × unseen 5 × needs 4 × other need 15
PLAY_NEXT = 3649  # from 2 × where the next card is 5 × unseen copies of it 5
PLAY_TWIN = 3699  # from 2 × equal tops 4
PLAY_PHASE = 3707  # from 2 × phase 6 × needs 4
PLAY_FREES = 3755  # other need 15 × soonest beneath 15
PLAY_BARES = 3980  # other need 15 × soon of the card beneath 15
HOLD_LATER = 4205  # unseen 5 × needs 4 × other need 15
HOLD_OVER = 4505  # other need 15 × soon of the top 15
HOLD_ROOM = 4730  # empty piles 5
STOP = 4735  # phase 6 × tops that could be played 5
SWAP = 4765  # soon of the card in the hold cell 15 × soon of the turned card 15
TABLE_SIZE = 4990


@kernel
def relate(g: Ints, s: Ints, upper: int) -> None:
    """Note for each rank, in `WORK`, how it and a card that would lie over it are wanted.

    That is how many foundations want the upper card first, how many the lower one, how many the
    upper alone and how many the lower alone; all ranks and four foundations at once, because few
    instructions do it.
    """
    width = g[ROW]
    size = width * g[DEPTHS]
    for k in range(0, g[FOUNDATIONS], 4):
        one = ORDERS + size * (g[FOURS] * upper + k)
        two = one + size + width * s[LAID + k + 1]
        three = one + 2 * size + width * s[LAID + k + 2]
        four = one + 3 * size + width * s[LAID + k + 3]
        one += width * s[LAID + k]
        for lower in range(width):
            wanted = g[one + lower] + g[two + lower] + g[three + lower] + g[four + lower]
            s[WORK + lower] = wanted if k == 0 else s[WORK + lower] + wanted
    if g[FOUNDATIONS] > 4:
        for lower in range(width):
            order = s[WORK + lower]
            cell = min(order & 15, 4) + 5 * min(order >> 4 & 15, 4)
            s[WORK + lower] = cell + 25 * min(order >> 8 & 15, 4) + 125 * min(order >> 12, 4)
    s[WORK + upper] = EQUAL + s[WORK + upper]


@kernel
def phase(s: Ints) -> int:
    """How much of the stock is left, in tens."""
    return min((s[SIZE] - s[NEXT]) // 10, 5)


@kernel
def other_need(g: Ints, s: Ints, rank: int, skip: int) -> int:
    """How soon a rank is wanted elsewhere than on `skip`; with -1, how soon but not at once."""
    soonest = NEVER
    for k in range(g[FOUNDATIONS]):
        plays = near(g, s, k, rank)
        if k != skip and (skip >= 0 or plays > 1):
            soonest = min(soonest, plays)
    return soonest


@kernel
def empty_piles(g: Ints, s: Ints) -> int:
    """Empty waste piles, at most 4; a pile whose only card is of a final rank counts."""
    count = 0
    for p in range(g[PILES]):
        height = s[HEIGHT + p]
        if height == 0 or (height == 1 and g[FINAL + s[PILE + STRIDE * p]] == 1):
            count += 1
    return min(count, 4)


@kernel
def place_features(g: Ints, s: Ints, rank: int, p: int, soon: int, b: Ints, at: int) -> int:
    """Write the cells for a card on pile p to `b` from `at`; give the place after the last.

    The card's relations (`relate`) are noted already.
    """
    height = s[HEIGHT + p]
    base = PILE + STRIDE * p
    if p == g[PILES] or height == 0 or (height == 1 and g[FINAL + s[base]] == 1):
        kind = 2 if p == g[PILES] else height
        b[at] = EMPTY + 75 * kind + 15 * empty_piles(g, s) + soon
        return at + 1
    soonest = NEVER
    inversions = 0
    before = NEVER
    for i in range(height):
        lower = s[base + i]
        when = s[SOON + lower]
        soonest = min(soonest, when)
        if when > before:
            inversions += 1
        before = when
        b[at] = RELATION + RELATIONS * min(height - 1 - i, 2) + s[WORK + lower]
        at += 1
    sooner = 1 if soonest < soon else 0
    more = 1 if soon > before else 0
    b[at] = OVER_TOP + 15 * soon + before
    b[at + 1] = OVER_SOONEST + 15 * soon + soonest
    b[at + 2] = TALL + 16 * phase(s) + min(height, 15)
    b[at + 3] = DISORDER + 2 * min(inversions, 6) + more
    b[at + 4] = OTHERS + 30 * min(s[UNSEEN + rank], 4) + 2 * soon + sooner
    return at + 5


@kernel
def hold_features(g: Ints, s: Ints, rank: int, p: int, b: Ints, at: int) -> int:
    """The cells for laying a card that could be played on pile p instead."""
    later = other_need(g, s, rank, -1)
    at = place_features(g, s, rank, p, later, b, at)
    return wait_features(g, s, rank, p, later, b, at)


@kernel
def wait_features(g: Ints, s: Ints, rank: int, p: int, later: int, b: Ints, at: int) -> int:
    """What holding a card adds to laying it on pile p."""
    needs = min(s[NEED + rank], 4) - 1
    b[at] = HOLD_LATER + 60 * min(s[UNSEEN + rank], 4) + 15 * needs + later
    over = top(s, p)
    b[at + 1] = HOLD_OVER + 15 * later + (s[SOON + over] if over > 0 else 0)
    b[at + 2] = HOLD_ROOM + empty_piles(g, s)
    return at + 3


@kernel
def where_next(g: Ints, s: Ints, rank: int) -> int:
    """How deep the nearest copy of a rank lies, 0 to 2; 3 if only unseen, 4 if deeper.

    A pile of fewer than three cards ends in the zeros before it, which are no rank.
    """
    found = 3
    for p in range(g[PILES] + 1):
        last = PILE - 1 + STRIDE * p + s[HEIGHT + p]
        depth = 0 if s[last] == rank else 1 if s[last - 1] == rank else 2
        if s[last - depth] == rank:
            found = min(found, depth)
    if found < 3:
        return found
    return 3 if s[UNSEEN + rank] > 0 else 4


@kernel
def play_features(g: Ints, s: Ints, rank: int, k: int, p: int, b: Ints, at: int) -> int:
    """The cells for a card onto foundation k, from pile p or, with -1, from the hand."""
    side = 1 if p >= 0 else 0
    laid = s[LAID + k]
    needs = min(s[NEED + rank], 4) - 1
    later = other_need(g, s, rank, k)
    twins = 0
    for q in range(g[PILES]):
        if q != p and top(s, q) == rank:
            twins += 1
    b[at] = PLAY_AT + 112 * side + 14 * k + min(laid, 13)
    b[at + 1] = PLAY_LATER + 300 * side + 60 * min(s[UNSEEN + rank], 4) + 15 * needs + later
    b[at + 2] = PLAY_TWIN + 4 * side + min(twins, 3)
    b[at + 3] = PLAY_PHASE + 24 * side + 4 * phase(s) + needs
    at += 4
    if laid + 1 < g[LENGTH + k]:
        after = g[SEQUENCE + 32 * k + laid + 1]
        where = where_next(g, s, after)
        b[at] = PLAY_NEXT + 25 * side + 5 * where + min(s[UNSEEN + after], 4)
        at += 1
    if side == 1:
        base = PILE + STRIDE * p
        height = s[HEIGHT + p]
        soonest = NEVER
        for i in range(height - 1):
            soonest = min(soonest, s[SOON + s[base + i]])
        beneath = s[SOON + s[base + height - 2]] if height > 1 else 0
        b[at] = PLAY_FREES + 15 * later + soonest
        b[at + 1] = PLAY_BARES + 15 * later + beneath
        at += 2
    return at
