"""Noisy games with the stock known, played from the start or from a place on the best one so far.

What lives here: one game through all its redeals, and many of them until one wins. What does not:
proofs (``complete``), and play with the stock hidden (``rollout``).

Source: iterated local search. Of two games the one with more cards placed is kept; the next is the
same up to a place by chance, and then plays on with noise. When nothing better has come for long,
the search starts afresh. Measured on `expert` and `three-piles`: as many wins as games that all
begin at the start find in four times the time.
"""

from __future__ import annotations

from typing import NamedTuple

from calclab.search.forms import Ints, kernel
from calclab.search.policy import Desk
from calclab.search.position import (
    MOVES,
    PLACED,
    REDEAL,
    REDEALS,
    SOURCE,
    Start,
    copy_state,
    draw,
    note,
    random_below,
    step,
)
from calclab.search.redeals import Supply, has_waste, redeal
from calclab.search.rollout import roll_out

MOST_PLACED = 0  # in `best`: cards placed by the game that is kept, its moves, games since then
LINE_LENGTH = 1
SINCE = 2


class Kept(NamedTuple):
    """The best game so far: its moves, and in `best` what is known of it."""

    line: Ints
    best: Ints


@kernel
def open_game(g: Ints, s: Ints, supply: Supply, turned: int, desk: Desk, heat: int) -> bool:
    """Play on to the end, redeals too; whether it is won."""
    rank = turned
    while True:
        if roll_out(g, s, supply.stock, rank, desk, heat, False):
            return True
        if s[REDEALS] == 0 or not has_waste(g, s):
            return False
        note(s, desk.moves, REDEAL)
        redeal(g, s, supply)
        rank = 0


@kernel
def replay(g: Ints, s: Ints, supply: Supply, turned: int, kept: Kept, desk: Desk) -> int:
    """Play the game that is kept up to a place by chance; the card that is turned then, or 0."""
    stock = supply.stock
    length = kept.best[LINE_LENGTH]
    count = random_below(desk.chance, length) if length > 0 else 0
    rank = turned if turned > 0 else draw(s, stock)
    for at in range(count):
        move = kept.line[at]
        note(s, desk.moves, move)
        if move == REDEAL:
            redeal(g, s, supply)
        else:
            step(g, s, rank, move)
        if move < SOURCE or move == REDEAL:
            rank = draw(s, stock)
    return rank


@kernel
def keep_better(s: Ints, moves: Ints, kept: Kept, patience: int) -> None:
    """Keep the game just played if it is as good as the best; forget that when it is too old."""
    best = kept.best
    best[SINCE] += 1
    if s[PLACED] >= best[MOST_PLACED]:
        if s[PLACED] > best[MOST_PLACED]:
            best[SINCE] = 0
        best[MOST_PLACED] = s[PLACED]
        best[LINE_LENGTH] = s[MOVES]
        for at in range(s[MOVES]):
            kept.line[at] = moves[at]
    if best[SINCE] >= patience:
        best[MOST_PLACED] = 0
        best[LINE_LENGTH] = 0
        best[SINCE] = 0


@kernel
def restarts(
    start: Start,
    s: Ints,
    supply: Supply,
    desk: Desk,
    kept: Kept,
    heat: int,
    count: int,
    patience: int,
) -> int:
    """Play until a game wins, its line in `moves`; how many were played, negative if none won.

    With a `patience` of 0 every game begins at the start.
    """
    g = start.g
    for played in range(1, count + 1):
        copy_state(g, start.root, s)
        rank = replay(g, s, supply, start.turned, kept, desk)
        if open_game(g, s, supply, rank, desk, heat):
            return played
        if patience > 0:
            keep_better(s, desk.moves, kept, patience)
    return -count
