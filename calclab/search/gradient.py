"""How the table learns: games by softmax choice, and the gradient of their rewards.

What lives here: the kernels of the policy gradient (Williams's REINFORCE with a baseline). What
does not: the schedule of a training (``train``).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from calclab.search.deadlock import is_dead
from calclab.search.forms import Ints, Reals, kernel
from calclab.search.policy import (
    CELLS,
    END,
    OPTION,
    Desk,
    apply_option,
    forced_turned,
    play_safe_top,
    top_options,
    turned_options,
)
from calclab.search.position import (
    NEXT,
    PLACED,
    SIZE,
    TOTAL,
    Start,
    copy_state,
    draw,
    note,
    random_below,
    shuffle_unseen,
    step,
)

LOG_SIZE = 1 << 18


class Lesson(NamedTuple):
    """A table that learns, and what is known of its games and its way up the slope."""

    table: Reals
    odds: Reals  # of the options at hand
    log: Ints  # how many features a game took part in, then the features
    parts: Reals  # how far each was chosen more than expected
    slope: Reals
    result: Reals  # wins and rewards
    first: Reals  # the moments of Adam
    second: Reals


@kernel
def soft_option(lesson: Lesson, b: Ints, r: Ints) -> int:
    """Draw an option by softmax; log its features less the expected ones."""
    odds = lesson.odds
    log = lesson.log
    at = CELLS
    highest = -1e300
    for option in range(b[0]):
        score = 0.0
        while at < b[END + option]:
            score += lesson.table[b[at]]
            at += 1
        odds[option] = score
        highest = max(highest, score)
    total = 0.0
    for option in range(b[0]):
        odds[option] = math.exp(odds[option] - highest)
        total += odds[option]
    mark = random_below(r, 1 << 30) / (1 << 30) * total
    chosen = 0
    while chosen < b[0] - 1 and mark >= odds[chosen]:
        mark -= odds[chosen]
        chosen += 1
    at = CELLS
    for option in range(b[0]):
        part = (1.0 if option == chosen else 0.0) - odds[option] / total
        while at < b[END + option]:
            if log[0] < LOG_SIZE - 1 and b[0] > 1:
                log[0] += 1
                log[log[0]] = b[at]
                lesson.parts[log[0]] = part
            at += 1
    return chosen


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
                move = b[OPTION + soft_option(lesson, b, desk.chance)]
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
            move = b[OPTION + soft_option(lesson, b, desk.chance)]
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
