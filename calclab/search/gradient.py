"""How the table learns: games by softmax choice, and the gradient of their rewards.

What lives here: the kernels of the policy gradient (Williams's REINFORCE with a baseline). What
does not: the schedule of a training (``train``).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from calclab.search.deadlock import is_dead
from calclab.search.features import (
    STOP,
    SWAP,
    hold_features,
    phase,
    place_features,
    play_features,
    relate,
)
from calclab.search.forms import Ints, Reals, kernel
from calclab.search.policy import (
    OPTION,
    SWAPPING,
    Desk,
    apply_option,
    forced_turned,
    play_safe_top,
    top_options,
    turned_options,
)
from calclab.search.position import (
    NEXT,
    ON_PILE,
    PILES,
    PLACED,
    SIZE,
    SOON,
    SOURCE,
    TOTAL,
    Start,
    copy_state,
    draw,
    note,
    random_below,
    shuffle_unseen,
    step,
    top,
)

LOG_SIZE = 1 << 18
MOST_OPTIONS = 100
MOST_CELLS = 8192


class Lesson(NamedTuple):
    """A table that learns, and what is known of its games and its way up the slope."""

    table: Reals
    odds: Reals  # of the options at hand
    cells: Ints  # their features
    ends: Ints  # the place after the last feature of each
    log: Ints  # how many features a game took part in, then the features
    parts: Reals  # how far each was chosen more than expected
    slope: Reals
    result: Reals  # wins and rewards
    first: Reals  # the moments of Adam
    second: Reals


@kernel
def option_features(g: Ints, s: Ints, rank: int, b: Ints, option: int, cells: Ints, at: int) -> int:
    """Write the cells of an option from `at`; the relations of the turned card are noted."""
    move = b[OPTION + option]
    if move < 0:
        cells[at] = STOP + 5 * phase(s) + min(option, 4)
        return at + 1
    if move >= SWAPPING:
        held = top(s, g[PILES])
        relate(g, s, held)
        at = place_features(g, s, held, move - SWAPPING, s[SOON + held], cells, at)
        cells[at] = SWAP + 15 * s[SOON + held] + s[SOON + rank]
        return at + 1
    source, target = move // SOURCE, move % SOURCE
    if target < ON_PILE:
        card = rank if source == 0 else top(s, source - 1)
        return play_features(g, s, card, target, source - 1, cells, at)
    if s[SOON + rank] == 1:
        return hold_features(g, s, rank, target - ON_PILE, cells, at)
    return place_features(g, s, rank, target - ON_PILE, s[SOON + rank], cells, at)


@kernel
def soft_option(g: Ints, s: Ints, rank: int, lesson: Lesson, b: Ints, r: Ints) -> int:
    """Draw an option by softmax; log its features less the expected ones."""
    odds = lesson.odds
    log = lesson.log
    cells = lesson.cells
    if rank > 0:
        relate(g, s, rank)
    end = 0
    highest = -1e300
    for option in range(b[0]):
        at = end
        end = option_features(g, s, rank, b, option, cells, at)
        lesson.ends[option] = end
        odds[option] = 0.0
        while at < end:
            odds[option] += lesson.table[cells[at]]
            at += 1
        highest = max(highest, odds[option])
    total = 0.0
    for option in range(b[0]):
        odds[option] = math.exp(odds[option] - highest)
        total += odds[option]
    mark = random_below(r, 1 << 30) / (1 << 30) * total
    chosen = 0
    while chosen < b[0] - 1 and mark >= odds[chosen]:
        mark -= odds[chosen]
        chosen += 1
    at = 0
    for option in range(b[0]):
        part = (1.0 if option == chosen else 0.0) - odds[option] / total
        while at < lesson.ends[option]:
            if log[0] < LOG_SIZE - 1 and b[0] > 1:
                log[0] += 1
                log[log[0]] = cells[at]
                lesson.parts[log[0]] = part
            at += 1
    return b[OPTION + chosen]


@kernel
def soft_game(g: Ints, s: Ints, stock: Ints, desk: Desk, lesson: Lesson) -> bool:
    """One game by softmax choice; whether it is won."""
    b = desk.options
    while True:
        rank = draw(s, stock)
        while True:
            found = play_safe_top(g, s, desk.moves)
            if found < 0:
                top_options(g, s, rank == 0, b)
                move = soft_option(g, s, 0, lesson, b, desk.chance)
                if move < 0:
                    break
                step(g, s, 0, move)
                note(s, desk.moves, move)
            elif found == 0:
                break
        if s[PLACED] == g[TOTAL]:
            return True
        if rank == 0:
            return False
        if (s[SIZE] - s[NEXT]) % 8 == 7 and is_dead(g, s, rank):
            return False
        move = forced_turned(g, s, rank)
        if move < 0:
            turned_options(g, s, rank, b)
            move = soft_option(g, s, rank, lesson, b, desk.chance)
        apply_option(g, s, rank, move, desk.moves)


@kernel
def learn_games(
    start: Start, s: Ints, stock: Ints, desk: Desk, lesson: Lesson, count: int, expected: float
) -> None:
    """Play `count` games; add their gradient to `slope`, wins and rewards to `result`."""
    g = start.g
    log = lesson.log
    for _game in range(count):
        copy_state(g, start.root, s)
        shuffle_unseen(g, s, stock, desk.chance)
        log[0] = 0
        won = soft_game(g, s, stock, desk, lesson)
        share = s[PLACED] / g[TOTAL]
        reward = (1.0 if won else 0.0) + 0.5 * share * share * share
        lesson.result[0] += 1.0 if won else 0.0
        lesson.result[1] += reward
        for at in range(1, log[0] + 1):
            lesson.slope[log[at]] += (reward - expected) * lesson.parts[at]


@kernel
def climb(lesson: Lesson, rate: float, games: int, turn: int) -> None:
    """One step of Adam up the slope, which is cleared."""
    table = lesson.table
    slope = lesson.slope
    first = lesson.first
    second = lesson.second
    bias_one = 1.0 - math.pow(0.9, turn)
    bias_two = 1.0 - math.pow(0.999, turn)
    for at in range(len(table)):
        rise = slope[at] / games
        slope[at] = 0.0
        first[at] = 0.9 * first[at] + 0.1 * rise
        second[at] = 0.999 * second[at] + 0.001 * rise * rise
        table[at] += rate * (first[at] / bias_one) / (math.sqrt(second[at] / bias_two) + 1e-8)
