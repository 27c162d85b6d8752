"""Complete search with the stock known: a line that wins, or proof that there is none.

What lives here: depth-first search over all legal moves, redeals among them, with a memory of lost
positions. Cut are positions lost in any order (``deadlock``), repeated piles and foundations, and
all but the play of a card that one foundation still needs; but while a shuffled redeal is left,
that play is no duty, since the next order depends on which cards are gathered. What does not: games
without a turned card (``columns``, ``grid``).

The memory keeps a 62-bit key of a position and forgets when full; two positions of one key would be
taken for each other, so that a proof of a loss rests on the key telling them apart.
"""

from __future__ import annotations

from typing import NamedTuple

from calclab.search.deadlock import is_dead
from calclab.search.forms import Ints, kernel
from calclab.search.policy import (
    OPTION,
    SCORE,
    SWAPPING,
    forced_turned,
    score,
    top_options,
    turned_options,
)
from calclab.search.position import (
    FIRST,
    FOUNDATIONS,
    HEIGHT,
    HOLD,
    LAID,
    LENGTH,
    MOVES,
    NEED,
    NEXT,
    ON_PILE,
    PILE,
    PILES,
    PLACED,
    REDEAL,
    REDEALS,
    SEQUENCE,
    SIZE,
    SOON,
    SOURCE,
    STRIDE,
    TOTAL,
    TURNED_OVER,
    UNSEEN,
    Start,
    copy_state,
    draw,
    first_fit,
    note,
    repeats_pile,
    step,
    top,
    unstep,
)
from calclab.search.redeals import Supply, has_waste, redeal, undo_redeal

LOST = 0
WON = 1
GAVE_UP = 2
OPEN = 3
WIDTH = 208  # of a row of the plan: 100 moves, then their scores, then
COUNT = 200  # how many moves, how many were tried, the key, the turned card, the card that the
TRIED = 201  # last tried move moved, and the card that was drawn after it
KEY = 202
TURNED = 203
MOVED = 204
DRAWN = 205
HALF = 0x7FFFFFFF


class Proof(NamedTuple):
    """The lists of complete search; with all of them as they were left, it goes on."""

    table: Ints  # the first two as at a ``policy.Desk``
    options: Ints
    moves: Ints  # the line to the position that is looked at
    plan: Ints
    lost: Ints  # keys of positions
    budget: Ints  # positions looked at, their limit, the depth


@kernel
def blend(value: int, more: int, factor: int) -> int:
    """Mix a small number into a hash of 31 bits."""
    mixed = (value * factor + more + 12345) & HALF
    return mixed ^ (mixed >> 13)


@kernel
def state_key(g: Ints, s: Ints, stock: Ints, turned: int) -> int:
    """A key of 62 bits that is the same when piles or equal foundations change places."""
    one = 0
    two = 0
    for p in range(g[PILES] + 1):
        first = 17 if p < g[PILES] else 4711
        second = 91 if p < g[PILES] else 1871
        for at in range(PILE + STRIDE * p, PILE + STRIDE * p + s[HEIGHT + p]):
            first = blend(first, s[at], 1103515245)
            second = blend(second, s[at], 1566083941)
        one += blend(first, 7, 1812433253)
        two += blend(second, 9, 1664525)
    for k in range(g[FOUNDATIONS]):
        kind = 64 * (32 * g[SEQUENCE + 32 * k] + g[SEQUENCE + 32 * k + g[LENGTH + k] - 1])
        one += blend(blend(29, kind + s[LAID + k], 1664525), 3, 1566083941)
        two += blend(blend(37, kind + s[LAID + k], 1812433253), 5, 1103515245)
    place = 64 * s[NEXT] + turned
    if s[FIRST] > 0:
        place = (s[REDEALS] << 16) + turned
        for at in range(s[NEXT], s[SIZE]):
            one = blend(one & HALF, stock[at], 1812433253)
            two = blend(two & HALF, stock[at], 1664525)
    one = blend(one & HALF, place, 1103515245)
    two = blend(two & HALF, place, 1812433253)
    return (one << 31) + two + (1 if one == 0 and two == 0 else 0)


@kernel
def plan_moves(g: Ints, s: Ints, b: Ints, plan: Ints, row: int, count: int, bonus: int) -> int:
    """Sort the options in `b` into a row of the plan that holds `count`; how many it then holds."""
    for option in range(b[0]):
        worth = bonus + b[SCORE + option]
        move = b[OPTION + option]
        if move >= SWAPPING:
            move = SOURCE * (g[PILES] + 1) + ON_PILE + move - SWAPPING
        source, target = move // SOURCE, move % SOURCE
        if ON_PILE <= target < ON_PILE + g[PILES] and repeats_pile(s, target - ON_PILE, 0):
            continue
        if 0 < source <= g[PILES] and repeats_pile(s, source - 1, 0):
            continue
        place = row + count
        while place > row and plan[place + 99] < worth:
            plan[place] = plan[place - 1]
            plan[place + 100] = plan[place + 99]
            place -= 1
        plan[place] = move
        plan[place + 100] = worth
        count += 1
    return count


@kernel
def forced_move(g: Ints, s: Ints, turned: int) -> int:
    """The move that costs nothing, if there is one; else -1."""
    if s[REDEALS] > 0 and g[TURNED_OVER] == 0:
        return -1
    for p in range(g[PILES] + 1):
        rank = top(s, p)
        if s[SOON + rank] == 1 and s[NEED + rank] == 1:
            return SOURCE * (p + 1) + first_fit(g, s, rank)
    return forced_turned(g, s, turned) if turned > 0 else -1


@kernel
def list_moves(g: Ints, s: Ints, turned: int, w: Ints, b: Ints, plan: Ints, row: int) -> int:
    """All moves that matter, the likeliest first, into a row of the plan; how many."""
    plan[row] = forced_move(g, s, turned)
    if plan[row] >= 0:
        return 1
    count = 0
    if turned > 0:
        turned_options(g, s, turned, b)
        score(g, s, turned, b, w)
        count = plan_moves(g, s, b, plan, row, 0, 0)
    top_options(g, s, True, b)
    score(g, s, 0, b, w)
    count = plan_moves(g, s, b, plan, row, count, 1 << 20)
    if turned == 0 and s[REDEALS] > 0:
        cell = g[PILES]
        if g[HOLD] == 1 and s[HEIGHT + cell] == 1:
            plan[row + count] = SOURCE * (cell + 1) + ON_PILE
            count += 1
        if has_waste(g, s):
            plan[row + count] = REDEAL
            count += 1
    return count


@kernel
def enter(g: Ints, s: Ints, stock: Ints, turned: int, proof: Proof, row: int) -> int:
    """Look at a new position: WON, LOST, or OPEN with its moves in a row of the plan."""
    plan = proof.plan
    if s[PLACED] == g[TOTAL]:
        return WON
    if is_dead(g, s, turned):
        return LOST
    key = state_key(g, s, stock, turned)
    if proof.lost[key % len(proof.lost)] == key:
        return LOST
    plan[row + COUNT] = list_moves(g, s, turned, proof.table, proof.options, plan, row)
    plan[row + TRIED] = 0
    plan[row + KEY] = key
    plan[row + TURNED] = turned
    return OPEN


@kernel
def advance(g: Ints, s: Ints, supply: Supply, plan: Ints, row: int, moves: Ints) -> int:
    """Play the next move of a row and write it down; the card that is turned then."""
    move = plan[row + plan[row + TRIED]]
    plan[row + TRIED] += 1
    hand = plan[row + TURNED]
    note(s, moves, move)
    if move == REDEAL:
        redeal(g, s, supply)
    else:
        plan[row + MOVED] = hand if move < SOURCE else top(s, move // SOURCE - 1)
        step(g, s, hand, move)
    if move < SOURCE or move == REDEAL:
        hand = draw(s, supply.stock)
    plan[row + DRAWN] = hand
    return hand


@kernel
def take_back(g: Ints, s: Ints, plan: Ints, row: int, past: Ints) -> None:
    """Undo the last move that was tried from a row."""
    move = plan[row + plan[row + TRIED] - 1]
    s[MOVES] -= 1
    if (move < SOURCE or move == REDEAL) and plan[row + DRAWN] > 0:
        s[NEXT] -= 1
        s[UNSEEN + plan[row + DRAWN]] += 1
    if move == REDEAL:
        undo_redeal(g, s, past)
    else:
        unstep(g, s, plan[row + MOVED], move)


@kernel
def prove(start: Start, s: Ints, supply: Supply, proof: Proof) -> int:
    """WON with the line in `moves`, LOST, or GAVE_UP when the budget is spent."""
    g = start.g
    plan = proof.plan
    lost = proof.lost
    budget = proof.budget
    depth = budget[2]
    if depth == 0:
        copy_state(g, start.root, s)
        verdict = enter(g, s, supply.stock, start.turned, proof, 0)
        budget[0] += 1
        if verdict != OPEN:
            return verdict
    else:
        depth -= 1
    while True:
        row = WIDTH * depth
        if plan[row + TRIED] == plan[row + COUNT]:
            lost[plan[row + KEY] % len(lost)] = plan[row + KEY]
            if depth == 0:
                return LOST
            depth -= 1
            take_back(g, s, plan, row - WIDTH, supply.past)
            continue
        if budget[0] >= budget[1]:
            budget[2] = depth + 1
            return GAVE_UP
        budget[0] += 1
        following = advance(g, s, supply, plan, row, proof.moves)
        verdict = enter(g, s, supply.stock, following, proof, row + WIDTH)
        if verdict == WON:
            return WON
        if verdict == OPEN:
            depth += 1
        else:
            take_back(g, s, plan, row, supply.past)
