"""Tree search over shuffles of what is unseen: the coach's thinking.

What lives here: a node is a position with its turned card; its actions are the legal moves, and an
action's children are told apart by the card turned next. Each simulation shuffles the unseen
cards, follows the best upper bound, and ends in a roll-out of the table policy. What does not: the
number of simulations, and words (``coach``).

Source: the selection rule is that of AlphaZero with nearly flat priors; moves that leave a
playable card lying share `HOLD_SHARE` of the prior.
"""

from __future__ import annotations

import math

from calclab.search.deadlock import is_dead
from calclab.search.forms import Ints, Reals, kernel
from calclab.search.policy import forced_turned, play_safe_top
from calclab.search.position import (
    FOUNDATIONS,
    HEIGHT,
    HOLD,
    MODULUS,
    MOVES,
    NEXT,
    ON_PILE,
    PILES,
    PLACED,
    REDEAL,
    REDEALS,
    SIZE,
    SOON,
    SOURCE,
    TOTAL,
    copy_state,
    draw,
    fits,
    gather,
    repeats_pile,
    shuffle_unseen,
    step,
    top,
    twin,
)
from calclab.search.rollout import roll_out

HOLD_SHARE = 0.3
EXPLORE = 1.0
UNTRIED = 0.05  # an untried action is worth so much less than its node
FAIR_PART = 3  # advice gives one part of so many to all actions alike
NODE = 3  # first action, actions, visits
ACTION = 3  # move, visits, wins
ONCE = -1  # a child that was visited once and has no node yet
DEAD = -2
NODES = 0  # in `tally`: nodes, actions, most nodes, most actions
ACTIONS = 1


@kernel
def add_action(acts: Ints, tally: Ints, move: int) -> None:
    """Append an action to the last node; the lists hold zeros beyond the last action."""
    acts[ACTION * tally[ACTIONS]] = move
    tally[ACTIONS] += 1


@kernel
def add_tops(g: Ints, s: Ints, acts: Ints, tally: Ints) -> None:
    """Append the plays of tops to foundations."""
    for p in range(g[PILES] + 1):
        rank = top(s, p)
        if rank > 0 and s[SOON + rank] == 1 and not (p < g[PILES] and repeats_pile(s, p, 0)):
            for k in range(g[FOUNDATIONS]):
                if fits(g, s, rank, k) and not twin(g, s, k):
                    add_action(acts, tally, SOURCE * (p + 1) + k)


@kernel
def add_piles(g: Ints, s: Ints, rank: int, acts: Ints, tally: Ints) -> None:
    """Append the moves onto piles, of the turned card and of the card in the hold cell."""
    cell = g[PILES]
    if rank > 0:
        for p in range(cell):
            if not repeats_pile(s, p, 0):
                add_action(acts, tally, ON_PILE + p)
        if g[HOLD] == 1 and s[HEIGHT + cell] == 0:
            add_action(acts, tally, ON_PILE + cell)
    if g[HOLD] == 1 and s[HEIGHT + cell] == 1 and (rank > 0 or s[REDEALS] > 0):
        for p in range(cell):
            if not repeats_pile(s, p, 0):
                add_action(acts, tally, SOURCE * (cell + 1) + ON_PILE + p)


@kernel
def add_node(
    g: Ints,
    s: Ints,
    rank: int,
    free: bool,
    nodes: Ints,
    acts: Ints,
    prior: Reals,
    tally: Ints,
) -> int:
    """A new node with its actions; where `free`, also those that a good player never chooses."""
    node = tally[NODES]
    tally[NODES] = node + 1
    first = tally[ACTIONS]
    nodes[NODE * node] = first
    nodes[NODE * node + 2] = 0
    move = forced_turned(g, s, rank) if rank > 0 and not free else -1
    if move >= 0:
        add_action(acts, tally, move)
        prior[first] = 1.0
        nodes[NODE * node + 1] = 1
        return node
    add_tops(g, s, acts, tally)
    if rank > 0 and s[SOON + rank] == 1:
        for k in range(g[FOUNDATIONS]):
            if fits(g, s, rank, k) and not twin(g, s, k):
                add_action(acts, tally, k)
    eager = tally[ACTIONS] - first
    add_piles(g, s, rank, acts, tally)
    if rank == 0 and s[REDEALS] > 0 and s[NEXT] == s[SIZE]:
        add_action(acts, tally, REDEAL)
    count = tally[ACTIONS] - first
    for at in range(count):
        if eager == 0 or eager == count:
            prior[first + at] = 1.0 / count
        elif at < eager:
            prior[first + at] = (1.0 - HOLD_SHARE) / eager
        else:
            prior[first + at] = HOLD_SHARE / (count - eager)
    nodes[NODE * node + 1] = count
    return node


@kernel
def select(nodes: Ints, acts: Ints, sums: Reals, prior: Reals, node: int) -> int:
    """The action with the highest upper bound."""
    first = nodes[NODE * node]
    count = nodes[NODE * node + 1]
    visits = 0
    total = 0.0
    for at in range(first, first + count):
        visits += acts[ACTION * at + 1]
        total += sums[at]
    middle = total / visits if visits > 0 else 0.0
    root = math.sqrt(visits + 1.0)
    chosen = first
    highest = -1.0
    for at in range(first, first + count):
        tried = acts[ACTION * at + 1]
        value = sums[at] / tried if tried > 0 else middle - UNTRIED
        bound = value + EXPLORE * prior[at] * root / (1.0 + tried) + 1.0
        if bound > highest:
            highest = bound
            chosen = at
    return chosen


@kernel
def part_value(g: Ints, s: Ints) -> float:
    """What a lost game is worth to the search."""
    share = s[PLACED] / g[TOTAL]
    return 0.2 * share * share * share


@kernel
def credit(acts: Ints, sums: Reals, path: Ints, depth: int, won: bool, value: float) -> None:
    """Count a simulation for every action on its path."""
    for place in range(depth):
        at = path[place]
        acts[ACTION * at + 1] += 1
        acts[ACTION * at + 2] += 1 if won else 0
        sums[at] += value


@kernel
def follow(g: Ints, s: Ints, rank: int, move: int, stock: Ints, r: Ints, moves: Ints) -> int:
    """Play an action and the tops that are safe after it; the card that is turned then."""
    if move == REDEAL:
        gather(g, s, stock, r)
        rank = draw(s, stock)
    else:
        step(g, s, rank, move)
        if move < SOURCE:
            rank = draw(s, stock)
    while play_safe_top(g, s, moves) == 1:
        pass
    return rank


@kernel
def simulate(
    g: Ints,
    root: Ints,
    turned: int,
    w: Ints,
    noise: Ints,
    r: Ints,
    b: Ints,
    q: Ints,
    s: Ints,
    stock: Ints,
    moves: Ints,
    nodes: Ints,
    acts: Ints,
    kids: Ints,
    sums: Reals,
    prior: Reals,
    path: Ints,
    tally: Ints,
    first: int,
) -> None:
    """One simulation from the root, node 0; it begins with action `first` where that is not -1."""
    copy_state(g, root, s)
    shuffle_unseen(g, s, stock, r)
    width = g[MODULUS] + 1
    node = 0
    rank = turned
    depth = 0
    won = False
    while True:
        at = select(nodes, acts, sums, prior, node) if depth > 0 or first < 0 else first
        path[depth] = at
        depth += 1
        rank = follow(g, s, rank, acts[ACTION * at], stock, r, moves)
        if s[PLACED] == g[TOTAL]:
            won = True
            break
        kid = kids[width * at + rank]
        if kid == DEAD:
            break
        if kid > 0:
            node = kid
            if nodes[NODE * node + 1] == 0:
                break
            continue
        if kid == 0:
            kids[width * at + rank] = ONCE
        elif is_dead(g, s, rank, q):
            kids[width * at + rank] = DEAD
            break
        elif tally[NODES] < tally[2] and tally[ACTIONS] < tally[3] - 100:
            kids[width * at + rank] = add_node(g, s, rank, False, nodes, acts, prior, tally)
        s[MOVES] = 0
        won = roll_out(g, s, stock, rank, w, noise, 0, r, b, q, moves, True)
        break
    credit(acts, sums, path, depth, won, 1.0 if won else part_value(g, s))


@kernel
def lead(nodes: Ints, acts: Ints) -> int:
    """By how many visits the first action of the root is ahead of the second."""
    best = 0
    second = 0
    for at in range(nodes[0], nodes[0] + nodes[1]):
        visits = acts[ACTION * at + 1]
        if visits > best:
            second = best
            best = visits
        elif visits > second:
            second = visits
    return best - second


@kernel
def think(
    g: Ints,
    root: Ints,
    turned: int,
    w: Ints,
    noise: Ints,
    r: Ints,
    b: Ints,
    q: Ints,
    s: Ints,
    stock: Ints,
    moves: Ints,
    nodes: Ints,
    acts: Ints,
    kids: Ints,
    sums: Reals,
    prior: Reals,
    path: Ints,
    tally: Ints,
    count: int,
    early: bool,
) -> int:
    """Simulate `count` times, and give the number of times.

    Play stops `early`, when the leader cannot be caught. Advice does not, and begins with the same
    number of tries for every action, so that none is judged by a few unlucky ones.
    """
    fair = 0 if early else count // FAIR_PART // max(1, nodes[1]) * nodes[1]
    for done in range(count):
        if early and done % 32 == 31 and lead(nodes, acts) > count - done:
            return done
        simulate(
            g, root, turned, w, noise, r, b, q, s, stock, moves,
            nodes, acts, kids, sums, prior, path, tally,
            nodes[0] + done % nodes[1] if done < fair else -1,
        )  # fmt: skip
    return count
