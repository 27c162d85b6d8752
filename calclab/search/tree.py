"""Tree search over shuffles of what is unseen: the coach's thinking.

What lives here: each simulation shuffles the unseen cards, follows the best upper bound to a
position that has no node yet, and ends in a roll-out of the table policy. What does not: the moves
from a node (``nodes``), the number of simulations, and words (``coach``).

Source: the selection rule is that of AlphaZero with nearly flat priors.
"""

from __future__ import annotations

import math

from calclab.search.deadlock import is_dead
from calclab.search.forms import Ints, kernel
from calclab.search.nodes import (
    ACTION,
    ACTIONS,
    MOST_ACTIONS,
    MOST_NODES,
    NODE,
    NODES,
    Tree,
    add_node,
)
from calclab.search.policy import Desk, play_safe_top
from calclab.search.position import (
    MODULUS,
    MOVES,
    PLACED,
    REDEAL,
    SOURCE,
    TOTAL,
    Start,
    copy_state,
    draw,
    gather,
    shuffle_unseen,
    step,
)
from calclab.search.rollout import roll_out

EXPLORE = 1.0
UNTRIED = 0.05  # an untried action is worth so much less than its node
FAIR_PART = 3  # advice gives one part of so many to all actions alike
ONCE = -1  # a child that was visited once and has no node yet
DEAD = -2


@kernel
def select(tree: Tree, node: int) -> int:
    """The action with the highest upper bound."""
    acts = tree.acts
    sums = tree.sums
    first = tree.nodes[NODE * node]
    count = tree.nodes[NODE * node + 1]
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
        bound = value + EXPLORE * tree.prior[at] * root / (1.0 + tried) + 1.0
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
def credit(tree: Tree, depth: int, won: bool, value: float) -> None:
    """Count a simulation for every action on its path."""
    for place in range(depth):
        at = tree.path[place]
        tree.acts[ACTION * at + 1] += 1
        tree.acts[ACTION * at + 2] += 1 if won else 0
        tree.sums[at] += value


@kernel
def follow(g: Ints, s: Ints, rank: int, move: int, stock: Ints, desk: Desk) -> int:
    """Play an action and the tops that are safe after it; the card that is turned then."""
    if move == REDEAL:
        gather(g, s, stock, desk.chance)
        rank = draw(s, stock)
    else:
        step(g, s, rank, move)
        if move < SOURCE:
            rank = draw(s, stock)
    while play_safe_top(g, s, desk.moves) == 1:
        pass
    return rank


@kernel
def simulate(start: Start, s: Ints, stock: Ints, desk: Desk, tree: Tree, first: int) -> None:
    """One simulation from the root, node 0; it begins with action `first` where that is not -1."""
    g = start.g
    copy_state(g, start.root, s)
    shuffle_unseen(g, s, stock, desk.chance)
    width = g[MODULUS] + 1
    tally = tree.tally
    node = 0
    rank = start.turned
    depth = 0
    won = False
    while True:
        at = select(tree, node) if depth > 0 or first < 0 else first
        tree.path[depth] = at
        depth += 1
        rank = follow(g, s, rank, tree.acts[ACTION * at], stock, desk)
        if s[PLACED] == g[TOTAL]:
            won = True
            break
        place = width * at + rank
        kid = tree.kids[place]
        if kid == DEAD:
            break
        if kid > 0:
            node = kid
            if tree.nodes[NODE * node + 1] == 0:
                break
            continue
        if kid == 0:
            tree.kids[place] = ONCE
        elif is_dead(g, s, rank):
            tree.kids[place] = DEAD
            break
        elif tally[NODES] < tally[MOST_NODES] and tally[ACTIONS] < tally[MOST_ACTIONS] - 100:
            tree.kids[place] = add_node(g, s, rank, False, tree)
        s[MOVES] = 0
        won = roll_out(g, s, stock, rank, desk, 0, True)
        break
    credit(tree, depth, won, 1.0 if won else part_value(g, s))


@kernel
def lead(tree: Tree) -> int:
    """By how many visits the first action of the root is ahead of the second."""
    best = 0
    second = 0
    for at in range(tree.nodes[0], tree.nodes[0] + tree.nodes[1]):
        visits = tree.acts[ACTION * at + 1]
        if visits > best:
            second = best
            best = visits
        elif visits > second:
            second = visits
    return best - second


@kernel
def think(
    start: Start, s: Ints, stock: Ints, desk: Desk, tree: Tree, count: int, early: bool
) -> int:
    """Simulate `count` times, and give the number of times.

    Play stops `early`, when the leader cannot be caught. Advice does not, and begins with the same
    number of tries for every action, so that none is judged by a few unlucky ones.
    """
    actions = tree.nodes[1]
    fair = 0 if early else count // FAIR_PART // max(1, actions) * actions
    for done in range(count):
        if early and done % 32 == 31 and lead(tree) > count - done:
            return done
        first = tree.nodes[0] + done % actions if done < fair else -1
        simulate(start, s, stock, desk, tree, first)
    return count
