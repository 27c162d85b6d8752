"""The compact position: flat lists of whole numbers, and the steps of play on them.

What lives here: the layout of a game's rules (`g`) and of a state (`s`), laying, drawing, undoing,
and the generator of chance. What does not: which move is good (``policy``).

The hold cell is one more pile, number `g[PILES]`, of height 1. `SOON + r` is the soonest distance
at which rank r can be wanted, 1 for now, 13 for more, `NEVER` when it is not wanted again.
"""

from __future__ import annotations

from typing import NamedTuple

from calclab.search.forms import Ints, kernel

# The rules, `g`.
FOUNDATIONS = 0
PILES = 1
MODULUS = 2
HOLD = 3
TOTAL = 4
TURNED_OVER = 5  # 1 where a redeal keeps the order of the waste
ROW = 6  # ranks in whole eights, which is what one instruction takes
FINAL = 8  # + rank: 1 where every foundation that wants the rank ends on it
LENGTH = 40  # + foundation
SEQUENCE = 64  # + 32 × foundation + cards laid: the rank that comes next
FOURS = 320  # foundations in whole fours
DEPTHS = 321  # cards laid on a foundation, from none to all
NEAR = 352  # + 1024 × foundation + 32 × cards laid + rank: how soon, as `SOON` tells it
WANTED = NEAR + 8 * 1024  # the same places: 1 while the foundation wants the rank
ORDERS = WANTED + 8 * 1024  # how two ranks are wanted, as ``features`` reads it; to the end

# The state, `s`.
NEXT = 0  # the place in the stock of the card that is turned next
SIZE = 1
PLACED = 2
REDEALS = 3
MOVES = 4  # moves written down
FIRST = 5  # the place in the stock where it begins since the last redeal
LAID = 8  # + foundation
UNSEEN = 16  # + rank
SOON = 48  # + rank
NEED = 80  # + rank: foundations that still need it
HEIGHT = 112  # + pile
PILE = 128  # + STRIDE × pile + place, the bottom first; three zeros lie before every pile
STRIDE = 500  # four packs of 30 ranks fit on one pile; no power of two, which caches dislike
WORK = PILE + 9 * STRIDE  # + rank: scratch of the features
WORTH = WORK + 32  # + rank: scratch of the scores
BARING = WORTH + 32  # scratch of ``deadlock``
STATE_SIZE = BARING + 104

NEVER = 14
ON_PILE = 16  # a move is 64 × source + target: source 0 is the turned card, 1 + p a pile;
SOURCE = 64  # target k is a foundation, ON_PILE + p a pile
REDEAL = 4096
MASK = 0xFFFFFFFF


class Start(NamedTuple):
    """Where games begin: the rules, the state, and the turned card, 0 for none."""

    g: Ints
    root: Ints
    turned: int


@kernel
def near(g: Ints, s: Ints, k: int, rank: int) -> int:
    """How soon foundation k wants a rank, as `SOON` tells it."""
    return g[NEAR + 1024 * k + 32 * s[LAID + k] + rank]


@kernel
def refresh(g: Ints, s: Ints) -> None:
    """Work out again how soon each rank can be wanted, and by how many foundations."""
    for rank in range(g[ROW]):
        s[SOON + rank] = NEVER
        s[NEED + rank] = 0
    for k in range(g[FOUNDATIONS]):
        row = 1024 * k + 32 * s[LAID + k]
        for rank in range(g[ROW]):
            s[SOON + rank] = min(s[SOON + rank], g[NEAR + row + rank])
            s[NEED + rank] += g[WANTED + row + rank]


@kernel
def copy_state(g: Ints, source: Ints, target: Ints) -> None:
    """Copy what is in use of a state."""
    for at in range(PILE):
        target[at] = source[at]
    for p in range(g[PILES] + 1):
        base = PILE + STRIDE * p
        for at in range(base, base + source[HEIGHT + p]):
            target[at] = source[at]


@kernel
def fits(g: Ints, s: Ints, rank: int, k: int) -> bool:
    """Whether foundation k takes the rank now."""
    return near(g, s, k, rank) == 1


@kernel
def first_fit(g: Ints, s: Ints, rank: int) -> int:
    """The first foundation that takes the rank now; -1 if none does."""
    for k in range(g[FOUNDATIONS]):
        if near(g, s, k, rank) == 1:
            return k
    return -1


@kernel
def twin(g: Ints, s: Ints, k: int) -> bool:
    """Whether an earlier foundation has the same sequence and as many cards."""
    for j in range(k):
        if s[LAID + j] == s[LAID + k] and g[LENGTH + j] == g[LENGTH + k]:
            same = True
            for at in range(g[LENGTH + k]):
                if g[SEQUENCE + 32 * j + at] != g[SEQUENCE + 32 * k + at]:
                    same = False
                    break
            if same:
                return True
    return False


@kernel
def same_pile(s: Ints, one: int, two: int) -> bool:
    """Whether two piles hold the same ranks in the same order."""
    if s[HEIGHT + one] != s[HEIGHT + two]:
        return False
    for at in range(s[HEIGHT + one]):
        if s[PILE + STRIDE * one + at] != s[PILE + STRIDE * two + at]:
            return False
    return True


@kernel
def repeats_pile(s: Ints, p: int, first: int) -> bool:
    """Whether pile p is the same as an earlier one, from pile `first`."""
    for other in range(first, p):
        if same_pile(s, other, p):
            return True
    return False


@kernel
def lay(g: Ints, s: Ints, k: int) -> None:
    """One card onto foundation k, which brings what it wants later one play nearer."""
    laid = g[SEQUENCE + 32 * k + s[LAID + k]]
    s[LAID + k] += 1
    s[PLACED] += 1
    s[NEED + laid] -= 1
    row = NEAR + 1024 * k + 32 * s[LAID + k]
    for rank in range(g[ROW]):
        s[SOON + rank] = min(s[SOON + rank], g[row + rank])
    soon = NEVER
    for j in range(g[FOUNDATIONS]):
        soon = min(soon, near(g, s, j, laid))
    s[SOON + laid] = soon


@kernel
def unlay(g: Ints, s: Ints, k: int) -> None:
    """Take one card back from foundation k."""
    s[LAID + k] -= 1
    s[PLACED] -= 1
    refresh(g, s)


@kernel
def push(s: Ints, p: int, rank: int) -> None:
    """A card onto pile p."""
    s[PILE + STRIDE * p + s[HEIGHT + p]] = rank
    s[HEIGHT + p] += 1


@kernel
def top(s: Ints, p: int) -> int:
    """The top rank of pile p, 0 when it is empty."""
    return s[PILE - 1 + STRIDE * p + s[HEIGHT + p]]


@kernel
def draw(s: Ints, stock: Ints) -> int:
    """Turn the next card; 0 when the stock is out."""
    if s[NEXT] == s[SIZE]:
        return 0
    rank = stock[s[NEXT]]
    s[NEXT] += 1
    s[UNSEEN + rank] -= 1
    return rank


@kernel
def note(s: Ints, moves: Ints, move: int) -> None:
    """Write a move down."""
    moves[s[MOVES]] = move
    s[MOVES] += 1


@kernel
def step(g: Ints, s: Ints, rank: int, move: int) -> None:
    """Play a move; `rank` is the turned card."""
    source, target = move // SOURCE, move % SOURCE
    if source > 0:
        rank = top(s, source - 1)
        s[HEIGHT + source - 1] -= 1
    if target < ON_PILE:
        lay(g, s, target)
    else:
        push(s, target - ON_PILE, rank)


@kernel
def unstep(g: Ints, s: Ints, rank: int, move: int) -> None:
    """Take a move back; `rank` is the card that it moved."""
    source, target = move // SOURCE, move % SOURCE
    if target < ON_PILE:
        unlay(g, s, target)
    else:
        s[HEIGHT + target - ON_PILE] -= 1
    if source > 0:
        push(s, source - 1, rank)


@kernel
def random_below(r: Ints, bound: int) -> int:
    """A number from 0 to bound - 1; the generator is Marsaglia's xorshift of four words."""
    mixed = r[0] ^ ((r[0] << 11) & MASK)
    r[0] = r[1]
    r[1] = r[2]
    r[2] = r[3]
    r[3] = r[3] ^ (r[3] >> 19) ^ mixed ^ (mixed >> 8)
    return (r[3] * bound) >> 32


@kernel
def seed_chance(r: Ints, seed: int) -> None:
    """Start the generator from a whole number below 2**62."""
    r[0] = 123456789 ^ (seed & MASK)
    r[1] = 362436069 ^ (seed >> 32)
    r[2] = 521288629
    r[3] = 88675123
    for _round in range(16):
        random_below(r, 2)


@kernel
def shuffle_unseen(g: Ints, s: Ints, stock: Ints, r: Ints) -> None:
    """Fill the stock with the unseen cards in an order by chance."""
    at = s[NEXT]
    for rank in range(1, g[MODULUS] + 1):
        for _copy in range(s[UNSEEN + rank]):
            stock[at] = rank
            at += 1
    for last in range(at - 1, s[NEXT], -1):
        other = s[NEXT] + random_below(r, last - s[NEXT] + 1)
        rank = stock[last]
        stock[last] = stock[other]
        stock[other] = rank


@kernel
def gather(g: Ints, s: Ints, stock: Ints, r: Ints) -> None:
    """A redeal: the waste becomes stock, in the order in which it lay or in one by chance."""
    s[NEXT] = 0
    s[SIZE] = 0
    for p in range(g[PILES]):
        for at in range(s[HEIGHT + p]):
            rank = s[PILE + STRIDE * p + at]
            stock[s[SIZE]] = rank
            s[SIZE] += 1
            s[UNSEEN + rank] += 1
        s[HEIGHT + p] = 0
    s[REDEALS] -= 1
    if g[TURNED_OVER] == 0:
        shuffle_unseen(g, s, stock, r)
