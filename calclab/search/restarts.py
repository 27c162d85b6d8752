"""Noisy games with the stock known, played from the start or from a place on the best one so far.

What lives here: one game through all its redeals, and many of them until one wins. What does not:
proofs (``complete``), and play with the stock hidden (``rollout``).

Source: iterated local search. Of two games the one with more cards placed is kept; the next is the
same up to a place by chance, and then plays on with noise. When nothing better has come for long,
the search starts afresh. Measured on `expert` and `three-piles`: as many wins as games that all
begin at the start find in four times the time.
"""

from __future__ import annotations

from calclab.search.forms import Ints, Reals, kernel
from calclab.search.position import (
    MOVES,
    PLACED,
    REDEAL,
    REDEALS,
    SOURCE,
    copy_state,
    draw,
    note,
    random_below,
    step,
)
from calclab.search.redeals import has_waste, redeal
from calclab.search.rollout import roll_out

MOST_PLACED = 0  # in `best`: cards placed by the game that is kept, its moves, games since then
LINE_LENGTH = 1
SINCE = 2


@kernel
def open_game(
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
    chance: Reals,
    past: Ints,
) -> bool:
    """Play on to the end, redeals too; whether it is won."""
    rank = turned
    while True:
        if roll_out(g, s, stock, rank, w, noise, heat, r, b, q, moves, False):
            return True
        if s[REDEALS] == 0 or not has_waste(g, s):
            return False
        note(s, moves, REDEAL)
        redeal(g, s, stock, chance, past)
        rank = 0


@kernel
def replay(
    g: Ints,
    s: Ints,
    stock: Ints,
    turned: int,
    line: Ints,
    count: int,
    moves: Ints,
    chance: Reals,
    past: Ints,
) -> int:
    """Play the first moves of a line; the card that is turned then, 0 for none."""
    rank = turned if turned > 0 else draw(s, stock)
    for at in range(count):
        move = line[at]
        note(s, moves, move)
        if move == REDEAL:
            redeal(g, s, stock, chance, past)
        else:
            step(g, s, rank, move)
        if move < SOURCE or move == REDEAL:
            rank = draw(s, stock)
    return rank


@kernel
def keep_better(s: Ints, moves: Ints, line: Ints, best: Ints, patience: int) -> None:
    """Keep the game just played if it is as good as the best; forget that when it is too old."""
    best[SINCE] += 1
    if s[PLACED] >= best[MOST_PLACED]:
        if s[PLACED] > best[MOST_PLACED]:
            best[SINCE] = 0
        best[MOST_PLACED] = s[PLACED]
        best[LINE_LENGTH] = s[MOVES]
        for at in range(s[MOVES]):
            line[at] = moves[at]
    if best[SINCE] >= patience:
        best[MOST_PLACED] = 0
        best[LINE_LENGTH] = 0
        best[SINCE] = 0


@kernel
def restarts(
    g: Ints,
    root: Ints,
    stock: Ints,
    turned: int,
    w: Ints,
    noise: Ints,
    heat: int,
    r: Ints,
    b: Ints,
    q: Ints,
    s: Ints,
    moves: Ints,
    line: Ints,
    best: Ints,
    chance: Reals,
    past: Ints,
    count: int,
    patience: int,
) -> int:
    """Play until a game wins, its line in `moves`; how many were played, negative if none won.

    With a `patience` of 0 every game begins at the start.
    """
    for played in range(1, count + 1):
        copy_state(g, root, s)
        cut = random_below(r, best[LINE_LENGTH]) if best[LINE_LENGTH] > 0 else 0
        rank = replay(g, s, stock, turned, line, cut, moves, chance, past)
        if open_game(g, s, stock, rank, w, noise, heat, r, b, q, moves, chance, past):
            return played
        if patience > 0:
            keep_better(s, moves, line, best, patience)
    return -count
