"""Whole games by the table policy, greedy or with noise.

What lives here: one roll-out, and many with the stock shuffled each time. What does not: search
that proves anything (``complete``) or that weighs moves (``tree``).
"""

from __future__ import annotations

from calclab.search.deadlock import is_dead
from calclab.search.forms import Ints, kernel
from calclab.search.policy import Desk, place_turned, settle
from calclab.search.position import (
    NEXT,
    PLACED,
    REDEALS,
    SIZE,
    TOTAL,
    Start,
    copy_state,
    draw,
    gather,
    seed_chance,
    shuffle_unseen,
)


@kernel
def roll_out(
    g: Ints, s: Ints, stock: Ints, turned: int, desk: Desk, heat: int, blind: bool
) -> bool:
    """Play on to the end; whether it is won. Blind play shuffles at a redeal, open play stops."""
    rank = turned
    if rank == 0:
        rank = draw(s, stock)
    while True:
        more = rank > 0 or (blind and s[REDEALS] > 0)
        settle(g, s, desk, heat, not more)
        if s[PLACED] == g[TOTAL]:
            return True
        if rank == 0:
            if not more:
                return False
            settle(g, s, desk, heat, True)
            if s[PLACED] == g[TOTAL]:
                return True
            gather(g, s, stock, desk.chance)
            if s[SIZE] == 0:
                return False
        else:
            if (s[SIZE] - s[NEXT]) % 8 == 7 and is_dead(g, s, rank):
                return False
            place_turned(g, s, rank, desk, heat)
        rank = draw(s, stock)


@kernel
def blind_games(start: Start, s: Ints, stock: Ints, desk: Desk, count: int, seed: int) -> int:
    """How many of `count` shuffles of the unseen cards the greedy table wins."""
    g = start.g
    won = 0
    seed_chance(desk.chance, seed)
    for _game in range(count):
        copy_state(g, start.root, s)
        shuffle_unseen(g, s, stock, desk.chance)
        if roll_out(g, s, stock, 0, desk, 0, True):
            won += 1
    return won
