"""The nodes of a search tree: a position with its turned card, and the moves from there.

What lives here: the lists that hold a tree, and which actions a node has, with their priors. What
does not: which of them is followed (``tree``).
"""

from __future__ import annotations

from typing import NamedTuple

from calclab.search.forms import Ints, Reals, kernel
from calclab.search.policy import forced_turned
from calclab.search.position import (
    FOUNDATIONS,
    HEIGHT,
    HOLD,
    NEXT,
    ON_PILE,
    PILES,
    REDEAL,
    REDEALS,
    SIZE,
    SOON,
    SOURCE,
    fits,
    repeats_pile,
    top,
    twin,
)

HOLD_SHARE = 0.3  # of the prior, for all moves that leave a playable card lying
NODE = 2  # first action, actions
ACTION = 3  # move, visits, wins
NODES = 0  # in `tally`: nodes, actions, most nodes, most actions
ACTIONS = 1
MOST_NODES = 2
MOST_ACTIONS = 3


class Tree(NamedTuple):
    """The lists of a tree; `kids` has a place for each action and each rank turned after it."""

    nodes: Ints
    acts: Ints
    kids: Ints
    sums: Reals  # of an action's values
    prior: Reals
    path: Ints
    tally: Ints


@kernel
def add_action(tree: Tree, move: int) -> None:
    """Append an action to the last node; the lists hold zeros beyond the last action."""
    tree.acts[ACTION * tree.tally[ACTIONS]] = move
    tree.tally[ACTIONS] += 1


@kernel
def add_tops(g: Ints, s: Ints, tree: Tree) -> None:
    """Append the plays of tops to foundations."""
    for p in range(g[PILES] + 1):
        rank = top(s, p)
        if s[SOON + rank] == 1 and not (p < g[PILES] and repeats_pile(s, p, 0)):
            for k in range(g[FOUNDATIONS]):
                if fits(g, s, rank, k) and not twin(g, s, k):
                    add_action(tree, SOURCE * (p + 1) + k)


@kernel
def add_piles(g: Ints, s: Ints, rank: int, tree: Tree) -> None:
    """Append the moves onto piles, of the turned card and of the card in the hold cell."""
    cell = g[PILES]
    if rank > 0:
        for p in range(cell):
            if not repeats_pile(s, p, 0):
                add_action(tree, ON_PILE + p)
        if g[HOLD] == 1 and s[HEIGHT + cell] == 0:
            add_action(tree, ON_PILE + cell)
    if g[HOLD] == 1 and s[HEIGHT + cell] == 1 and (rank > 0 or s[REDEALS] > 0):
        for p in range(cell):
            if not repeats_pile(s, p, 0):
                add_action(tree, SOURCE * (cell + 1) + ON_PILE + p)


@kernel
def add_node(g: Ints, s: Ints, rank: int, free: bool, tree: Tree) -> int:
    """A new node with its actions; where `free`, also those that a good player never chooses."""
    nodes = tree.nodes
    prior = tree.prior
    tally = tree.tally
    node = tally[NODES]
    tally[NODES] = node + 1
    first = tally[ACTIONS]
    nodes[NODE * node] = first
    move = forced_turned(g, s, rank) if rank > 0 and not free else -1
    if move >= 0:
        add_action(tree, move)
        prior[first] = 1.0
        nodes[NODE * node + 1] = 1
        return node
    add_tops(g, s, tree)
    if s[SOON + rank] == 1:
        for k in range(g[FOUNDATIONS]):
            if fits(g, s, rank, k) and not twin(g, s, k):
                add_action(tree, k)
    eager = tally[ACTIONS] - first
    add_piles(g, s, rank, tree)
    if rank == 0 and s[REDEALS] > 0 and s[NEXT] == s[SIZE]:
        add_action(tree, REDEAL)
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
