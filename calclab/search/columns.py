"""Search where all cards lie open in columns, and tops may go from column to column.

What lives here: the search for `appreciate`: always look next at the position that seems nearest to
the end, and at none twice. It is complete: when nothing is left to look at, no line wins. What does
not: `one234`, whose columns take no cards (``complete``). Source: the rulebook. How near a position
seems is counted in cards left, cards that lie on one wanted sooner, and cards out of sequence.

A column is packed into two whole numbers, four bits a card; a move onto a column of 29 cards is
left out, and the search then proves nothing. `seen` keeps 62-bit keys, as in ``complete``.
"""

from __future__ import annotations

from typing import NamedTuple

from calclab.search.complete import HALF, blend
from calclab.search.forms import Ints, kernel
from calclab.search.position import (
    FOUNDATIONS,
    HEIGHT,
    LAID,
    MODULUS,
    ON_PILE,
    PILE,
    PILES,
    PLACED,
    SOON,
    SOURCE,
    STRIDE,
    TOTAL,
    fits,
    refresh,
    step,
    top,
    unstep,
)

PARENT = 0  # a record of the archive: the position before, the move from there, the next of its
MOVE = 1  # shelf, cards laid, and two numbers a column
BEHIND = 2
LAID_PACKED = 3
COLUMNS_PACKED = 4
RECORD = 20
HALF_COLUMN = 15  # cards in one number
TALLEST = 29
SHELVES = 512
MADE = 0  # in `tally`: positions made, the one that wins, whether a move was left out
WINNER = 1
LEFT_OUT = 2
STEP = 0  # in `builds`: + column: its interval
LAST = 8  # + column: the rank that it takes when it is empty

EACH_CARD = 3
LIES_ON_SOONER = 2
OUT_OF_SEQUENCE = 1
EMPTY_COLUMN = 3

ALL_SEEN = 0
FOUND = 1
MORE = 2
FULL = 3


class Archive(NamedTuple):
    """Every position that was made, as a record; the first record on each shelf of those that
    still wait to be looked at; the keys of all of them; and what is counted.
    """

    records: Ints
    shelves: Ints
    seen: Ints
    tally: Ints


@kernel
def pack(g: Ints, s: Ints, records: Ints, at: int) -> None:
    """Write the position into a record."""
    word = 0
    for k in range(g[FOUNDATIONS]):
        word = 16 * word + s[LAID + k]
    records[at + LAID_PACKED] = word
    for p in range(g[PILES]):
        for half in range(2):
            word = 0
            for i in range(HALF_COLUMN * half, min(s[HEIGHT + p], HALF_COLUMN * (half + 1))):
                word = 16 * word + s[PILE + STRIDE * p + i]
            records[at + COLUMNS_PACKED + 2 * p + half] = word


@kernel
def unpack(g: Ints, s: Ints, records: Ints, at: int) -> None:
    """Read the position of a record."""
    word = records[at + LAID_PACKED]
    s[PLACED] = 0
    for k in range(g[FOUNDATIONS] - 1, -1, -1):
        s[LAID + k] = word % 16
        s[PLACED] += word % 16
        word = word // 16
    for p in range(g[PILES]):
        height = 0
        for half in range(2):
            word = records[at + COLUMNS_PACKED + 2 * p + half]
            first = height
            rest = word
            while rest > 0:
                height += 1
                rest = rest // 16
            for i in range(height - 1, first - 1, -1):
                s[PILE + STRIDE * p + i] = word % 16
                word = word // 16
        s[HEIGHT + p] = height
    refresh(g, s)


@kernel
def columns_key(g: Ints, s: Ints, builds: Ints) -> int:
    """A key of 62 bits that is the same when columns of one interval change places."""
    one = 0
    two = 0
    for p in range(g[PILES]):
        first = 17 + builds[STEP + p]
        second = 91 + builds[STEP + p]
        for at in range(PILE + STRIDE * p, PILE + STRIDE * p + s[HEIGHT + p]):
            first = blend(first, s[at], 1103515245)
            second = blend(second, s[at], 1566083941)
        one += blend(first, 7, 1812433253)
        two += blend(second, 9, 1664525)
    for k in range(g[FOUNDATIONS]):
        one = blend(one & HALF, s[LAID + k], 1664525)
        two = blend(two & HALF, s[LAID + k], 1812433253)
    return (one << 31) + two + (1 if one == 0 and two == 0 else 0)


@kernel
def shelf(g: Ints, s: Ints, builds: Ints) -> int:
    """How far the position seems from the end: the shelf where it waits."""
    far = 24 + EACH_CARD * (g[TOTAL] - s[PLACED])
    for p in range(g[PILES]):
        base = PILE + STRIDE * p
        sooner = s[SOON + s[base]]
        if s[HEIGHT + p] == 0:
            far -= EMPTY_COLUMN
        for i in range(1, s[HEIGHT + p]):
            rank = s[base + i]
            when = s[SOON + rank]
            if when > sooner:
                far += LIES_ON_SOONER
            sooner = min(sooner, when)
            if (s[base + i - 1] - rank - builds[STEP + p]) % g[MODULUS] != 0:
                far += OUT_OF_SEQUENCE
    return min(far, SHELVES - 1)


@kernel
def is_new(seen: Ints, key: int) -> bool:
    """Whether a key was never asked about before; it is then kept."""
    at = key % len(seen)
    while seen[at] != 0:
        if seen[at] == key:
            return False
        at += 1
        if at == len(seen):
            at = 0
    seen[at] = key
    return True


@kernel
def column_takes(g: Ints, s: Ints, builds: Ints, p: int, target: int) -> bool:
    """Whether the top of column p may go to another column, and a whole column gains by it."""
    height = s[HEIGHT + target]
    rank = top(s, p)
    if target == p:
        return False
    if height == 0:
        same = s[HEIGHT + p] == 1 and builds[STEP + p] == builds[STEP + target]
        return rank == builds[LAST + target] and not same
    return (top(s, target) - rank - builds[STEP + target]) % g[MODULUS] == 0


@kernel
def try_move(g: Ints, s: Ints, builds: Ints, archive: Archive, parent: int, move: int) -> None:
    """Play a move, put the position on its shelf if it is new, and take the move back."""
    records = archive.records
    shelves = archive.shelves
    tally = archive.tally
    rank = top(s, move // SOURCE - 1)
    step(g, s, 0, move)
    if is_new(archive.seen, columns_key(g, s, builds)):
        tally[MADE] += 1
        at = RECORD * tally[MADE]
        pack(g, s, records, at)
        records[at + PARENT] = parent
        records[at + MOVE] = move
        if s[PLACED] == g[TOTAL]:
            tally[WINNER] = tally[MADE]
        where = shelf(g, s, builds)
        records[at + BEHIND] = shelves[where]
        shelves[where] = tally[MADE]
    unstep(g, s, rank, move)


@kernel
def try_all(g: Ints, s: Ints, builds: Ints, archive: Archive, parent: int) -> None:
    """Try every move of a position."""
    for p in range(g[PILES]):
        rank = top(s, p)
        if rank == 0:
            continue
        for k in range(g[FOUNDATIONS]):
            if fits(g, s, rank, k):
                move = SOURCE * (p + 1) + k
                try_move(g, s, builds, archive, parent, move)
        for target in range(g[PILES]):
            if column_takes(g, s, builds, p, target):
                if s[HEIGHT + target] >= TALLEST:
                    archive.tally[LEFT_OUT] = 1
                    continue
                move = SOURCE * (p + 1) + ON_PILE + target
                try_move(g, s, builds, archive, parent, move)


@kernel
def search_columns(g: Ints, s: Ints, builds: Ints, archive: Archive, limit: int) -> int:
    """Go on until a position wins (FOUND), none is left (ALL_SEEN), the archive is FULL, or MORE
    than `limit` positions were made. The archive's record 1 is where the search begins.
    """
    records = archive.records
    shelves = archive.shelves
    tally = archive.tally
    most = min(limit, len(records) // RECORD - 80)
    while tally[MADE] < most:
        nearest = 0
        while nearest < SHELVES and shelves[nearest] == 0:
            nearest += 1
        if nearest == SHELVES:
            return ALL_SEEN
        record = shelves[nearest]
        shelves[nearest] = records[RECORD * record + BEHIND]
        unpack(g, s, records, RECORD * record)
        try_all(g, s, builds, archive, record)
        if tally[WINNER] > 0:
            return FOUND
    return MORE if most == limit else FULL
