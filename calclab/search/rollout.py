"""Whole games by the table policy, greedy or with noise.

What lives here: one roll-out, and many with the stock shuffled each time. What does not: search
that proves anything (``complete``) or that weighs moves (``tree``).
"""

from __future__ import annotations

from calclab.search.deadlock import is_dead
from calclab.search.forms import Ints, kernel
from calclab.search.policy import place_turned, settle
from calclab.search.position import (
    NEXT,
    PLACED,
    REDEALS,
    SIZE,
    TOTAL,
    copy_state,
    draw,
    gather,
    seed_chance,
    shuffle_unseen,
)


@kernel
def roll_out(
    g: Ints,
    s: Ints,
    stock: Ints,
    turned: int,
    w: Ints,
    noise: Ints,
    heat: int,
    r: Ints,
    b: Ints,
    q: Ints,
    moves: Ints,
    blind: bool,
) -> bool:
    """Play on to the end; whether it is won. Blind play shuffles at a redeal, open play stops."""
    rank = turned
    if rank == 0:
        rank = draw(s, stock)
    while True:
        more = rank > 0 or (blind and s[REDEALS] > 0)
        settle(g, s, w, noise, heat, r, b, moves, not more)
        if s[PLACED] == g[TOTAL]:
            return True
        if rank == 0:
            if not more:
                return False
            settle(g, s, w, noise, heat, r, b, moves, True)
            if s[PLACED] == g[TOTAL]:
                return True
            gather(g, s, stock, r)
            if s[SIZE] == 0:
                return False
        else:
            if (s[SIZE] - s[NEXT]) % 8 == 7 and is_dead(g, s, rank, q):
                return False
            place_turned(g, s, rank, w, noise, heat, r, b, moves)
        rank = draw(s, stock)


@kernel
def blind_games(
    g: Ints,
    root: Ints,
    stock: Ints,
    w: Ints,
    noise: Ints,
    r: Ints,
    b: Ints,
    q: Ints,
    s: Ints,
    moves: Ints,
    count: int,
    seed: int,
) -> int:
    """How many of `count` shuffles of the unseen cards the greedy table wins."""
    won = 0
    seed_chance(r, seed)
    for _game in range(count):
        copy_state(g, root, s)
        shuffle_unseen(g, s, stock, r)
        if roll_out(g, s, stock, 0, w, noise, 0, r, b, q, moves, True):
            won += 1
    return won
