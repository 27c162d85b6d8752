"""The table policy: the options for a turned card and for playable tops, and which is best.

What lives here: options with their scores, noise, the choice, and the `Desk` with a player's lists.
What does not: what the table adds up for an option (``scores``).

An option list `b` holds the number of options, then their moves, then their scores.
"""

from __future__ import annotations

from typing import NamedTuple

from calclab.search.features import (
    STOP,
    SWAP,
    other_need,
    phase,
    play_features,
    wait_features,
)
from calclab.search.forms import Ints, kernel
from calclab.search.position import (
    FINAL,
    FOUNDATIONS,
    HEIGHT,
    HOLD,
    NEED,
    ON_PILE,
    PILES,
    SOON,
    SOURCE,
    first_fit,
    fits,
    lay,
    note,
    push,
    random_below,
    step,
    top,
    twin,
)
from calclab.search.scores import place_score, total, weigh

OPTION = 1  # + number of the option: its move; -1 stops
SCORE = 101  # + number of the option: what the table gives for it
CELLS = 201  # scratch: the features of an option
OPTIONS_SIZE = CELLS + 12
SWAPPING = 2048  # + p: the card in the hold cell onto pile p, then the turned card to the cell
NOISE_SIZE = 4096


class Desk(NamedTuple):
    """The lists that a player works with; the kernels write to all but the first two."""

    table: Ints
    noise: Ints
    chance: Ints
    options: Ints
    moves: Ints  # what was played


@kernel
def add_option(b: Ints, move: int) -> None:
    """Append an option."""
    b[OPTION + b[0]] = move
    b[0] += 1


@kernel
def turned_options(g: Ints, s: Ints, rank: int, b: Ints) -> None:
    """All that can be done with the turned card; one empty pile stands for all."""
    b[0] = 0
    if s[SOON + rank] == 1:
        for k in range(g[FOUNDATIONS]):
            if fits(g, s, rank, k) and not twin(g, s, k):
                add_option(b, k)
    cell = g[PILES]
    empty_seen = False
    for p in range(cell + g[HOLD]):
        empty = s[HEIGHT + p] == 0
        if (p == cell and not empty) or (p < cell and empty and empty_seen):
            continue
        add_option(b, ON_PILE + p)
        empty_seen = empty_seen or empty
    if g[HOLD] == 1 and s[HEIGHT + cell] == 1:
        for p in range(cell):
            add_option(b, SWAPPING + p)


@kernel
def top_options(g: Ints, s: Ints, last: bool, b: Ints) -> None:
    """Each way to play a top, and, unless no card is to come, to stop."""
    b[0] = 0
    for p in range(g[PILES] + 1):
        rank = top(s, p)
        if s[SOON + rank] == 1:
            for k in range(g[FOUNDATIONS]):
                if fits(g, s, rank, k) and not twin(g, s, k):
                    add_option(b, SOURCE * (p + 1) + k)
    if b[0] > 0 and not last:
        add_option(b, -1)


@kernel
def score(g: Ints, s: Ints, rank: int, b: Ints, w: Ints) -> None:
    """Write down what the table gives for each option of the turned card, or of the tops."""
    soon = s[SOON + rank]
    holds = soon == 1
    if rank > 0:
        weigh(g, s, rank, w)
        if holds:
            soon = other_need(g, s, rank, -1)
    for option in range(b[0]):
        move = b[OPTION + option]
        if ON_PILE <= move < SOURCE:
            p = move - ON_PILE
            worth = place_score(g, s, rank, p, soon, w)
            if holds:
                worth += total(w, b, CELLS, wait_features(g, s, rank, p, soon, b, CELLS))
        elif move < 0:
            worth = w[STOP + 5 * phase(s) + min(option, 4)]
        elif move < SWAPPING:
            p = move // SOURCE - 1
            card = rank if p < 0 else top(s, p)
            end = play_features(g, s, card, move % SOURCE, p, b, CELLS)
            worth = total(w, b, CELLS, end)
        else:
            held = top(s, g[PILES])
            weigh(g, s, held, w)
            worth = place_score(g, s, held, move - SWAPPING, s[SOON + held], w)
            worth += w[SWAP + 15 * s[SOON + held] + s[SOON + rank]]
        b[SCORE + option] = worth


@kernel
def best_option(b: Ints, noise: Ints, heat: int, r: Ints) -> int:
    """The move of the option with the highest score; `heat` in 256ths scales the noise."""
    best = 0
    highest = -(1 << 60)
    for option in range(b[0]):
        worth = b[SCORE + option]
        if heat > 0:
            worth += (noise[random_below(r, NOISE_SIZE)] * heat) // 256
        if worth > highest:
            highest = worth
            best = option
    return b[OPTION + best]


@kernel
def play_safe_top(g: Ints, s: Ints, moves: Ints) -> int:
    """Play a top that only one foundation still needs: 1 played, 0 no top fits, -1 others fit."""
    others = 0
    for p in range(g[PILES] + 1):
        rank = top(s, p)
        if s[SOON + rank] == 1:
            if s[NEED + rank] == 1:
                move = SOURCE * (p + 1) + first_fit(g, s, rank)
                step(g, s, 0, move)
                note(s, moves, move)
                return 1
            others = -1
    return others


@kernel
def settle(g: Ints, s: Ints, desk: Desk, heat: int, last: bool) -> None:
    """Play tops as the table advises until it stops or none fits."""
    b = desk.options
    while True:
        found = play_safe_top(g, s, desk.moves)
        if found == 0:
            return
        if found < 0:
            top_options(g, s, last, b)
            score(g, s, 0, b, desk.table)
            move = best_option(b, desk.noise, heat, desk.chance)
            if move < 0:
                return
            step(g, s, 0, move)
            note(s, desk.moves, move)


@kernel
def forced_turned(g: Ints, s: Ints, rank: int) -> int:
    """The move of a turned card that has only one sensible place; -1 when it has a choice.

    Where one foundation still needs the rank, it goes there. A rank on which every foundation
    ends costs nothing at the bottom of a pile.
    """
    if s[SOON + rank] == 1 and s[NEED + rank] == 1:
        return first_fit(g, s, rank)
    if g[FINAL + rank] == 1:
        for p in range(g[PILES]):
            if s[HEIGHT + p] == 0:
                return ON_PILE + p
    return -1


@kernel
def apply_option(g: Ints, s: Ints, rank: int, move: int, moves: Ints) -> None:
    """Play an option of the turned card and write it down."""
    cell = g[PILES]
    if move >= SWAPPING:
        p = move - SWAPPING
        push(s, p, top(s, cell))
        s[HEIGHT + cell] -= 1
        note(s, moves, SOURCE * (cell + 1) + ON_PILE + p)
        move = ON_PILE + cell
    if move < ON_PILE:
        lay(g, s, move)
    else:
        push(s, move - ON_PILE, rank)
    note(s, moves, move)


@kernel
def place_turned(g: Ints, s: Ints, rank: int, desk: Desk, heat: int) -> None:
    """Play the turned card as the table advises."""
    b = desk.options
    move = forced_turned(g, s, rank)
    if move < 0:
        turned_options(g, s, rank, b)
        score(g, s, rank, b, desk.table)
        move = best_option(b, desk.noise, heat, desk.chance)
    apply_option(g, s, rank, move, desk.moves)


@kernel
def play_card(g: Ints, s: Ints, turned: int, desk: Desk, closed: bool) -> None:
    """Play tops, unless the piles are `closed`, and then the turned card, without noise."""
    if not closed:
        settle(g, s, desk, 0, turned == 0)
    if turned > 0:
        place_turned(g, s, turned, desk, 0)
