"""Redeals whose order is known: the waste becomes stock again, and back.

What lives here: a redeal played and taken back with the stock known. What does not: a redeal into
an unknown order, as a player without peeking meets it (``position``). Source: the rulebook. The
waste is turned over, or its cards are put in order and shuffled by numbers that follow from the
seed; as suits do not matter, the ranks in order are all that a shuffle needs.

The new stock is written behind the old one, so that the old one is still there to go back to.
"""

from __future__ import annotations

from typing import NamedTuple

from calclab.search.forms import Ints, Reals, kernel
from calclab.search.position import (
    FIRST,
    HEIGHT,
    MODULUS,
    NEXT,
    PILE,
    PILES,
    REDEALS,
    SIZE,
    STRIDE,
    TURNED_OVER,
    UNSEEN,
)

CHANCES = 512  # a row of `chance` for each number of redeals left: numbers from 0 to below 1
BEGAN = 9  # in a row of `past`: heights of the piles, where the stock began, then the cards
CARDS = 16
PAST = CARDS + 9 * STRIDE


class Supply(NamedTuple):
    """The stock, what its redeals are shuffled by, and how the waste lay before each of them."""

    stock: Ints
    chance: Reals
    past: Ints


@kernel
def has_waste(g: Ints, s: Ints) -> bool:
    """Whether a waste pile has a card."""
    for p in range(g[PILES]):
        if s[HEIGHT + p] > 0:
            return True
    return False


@kernel
def shuffle_known(g: Ints, s: Ints, stock: Ints, chance: Reals) -> None:
    """Put the stock in order and shuffle it by the numbers of this redeal."""
    at = s[FIRST]
    for rank in range(1, g[MODULUS] + 1):
        for _copy in range(s[UNSEEN + rank]):
            stock[at] = rank
            at += 1
    row = CHANCES * s[REDEALS]
    for last in range(s[SIZE] - s[FIRST] - 1, 0, -1):
        other = s[FIRST] + int(chance[row] * (last + 1))
        row += 1
        rank = stock[s[FIRST] + last]
        stock[s[FIRST] + last] = stock[other]
        stock[other] = rank


@kernel
def redeal(g: Ints, s: Ints, supply: Supply) -> None:
    """The waste becomes stock; how it lay is kept in `past`."""
    stock = supply.stock
    past = supply.past
    row = PAST * s[REDEALS]
    past[row + BEGAN] = s[FIRST]
    s[FIRST] = s[SIZE]
    s[NEXT] = s[SIZE]
    for p in range(g[PILES]):
        past[row + p] = s[HEIGHT + p]
        for at in range(s[HEIGHT + p]):
            rank = s[PILE + STRIDE * p + at]
            past[row + CARDS + STRIDE * p + at] = rank
            stock[s[SIZE]] = rank
            s[SIZE] += 1
            s[UNSEEN + rank] += 1
        s[HEIGHT + p] = 0
    if g[TURNED_OVER] == 0:
        shuffle_known(g, s, stock, supply.chance)
    s[REDEALS] -= 1


@kernel
def undo_redeal(g: Ints, s: Ints, past: Ints) -> None:
    """Lay the waste back as it was; no card of the new stock may be turned."""
    s[REDEALS] += 1
    row = PAST * s[REDEALS]
    s[SIZE] = s[FIRST]
    s[NEXT] = s[FIRST]
    s[FIRST] = past[row + BEGAN]
    for p in range(g[PILES]):
        s[HEIGHT + p] = past[row + p]
        for at in range(s[HEIGHT + p]):
            rank = past[row + CARDS + STRIDE * p + at]
            s[PILE + STRIDE * p + at] = rank
            s[UNSEEN + rank] -= 1
