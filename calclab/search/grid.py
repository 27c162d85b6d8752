"""Games on the grid of `devils-grip` with the stock known: noisy play, again and again.

What lives here: the grid as runs, and games of chance that start from a place on the best one so
far (see ``restarts``). What does not: the swaps that bring finished runs to their rows at the end,
and proofs. Source: the rulebook.

A grid pile is always a run in one suit: its lowest and its highest card tell all. The waste and the
stock are one line of cards in a fixed order, with a mark between them: `deal` moves the mark by
three, `redeal` back to the start, and a card leaves from either side of it. Rows and swaps change
nothing of what can be stacked. Each action joins two pieces (runs, or cards of the line); the game
is won when as many pieces are left as the grid has piles, for no run is longer than four cards.

A card is 16 × suit + rank, so that the card that goes onto another is 3 more. An action is
2048 × mark + 64 × target pile + source pile, source 63 being the waste's top.
"""

from __future__ import annotations

from calclab.search.forms import Ints, kernel
from calclab.search.position import random_below
from calclab.search.restarts import Kept

SPOTS = 24
CARDS_LEFT = 0  # in a grid: cards on the line, the mark, pieces, actions
MARK = 1
PIECES = 2
ACTS = 3
BOTTOM = 8  # + spot: the lowest card of its run, 0 where it is empty
TOP = 32  # + spot
LINE = 56  # + place on the line
GRID_SIZE = 136
FROM_WASTE = 63
SPOT = 64
AT_MARK = 2048
LOW_BASE = 4  # ranks up to here begin a run

FEWEST = 0  # in `best`: pieces left by the game that is kept, its actions, games since then
KEPT = 1
WAITED = 2


@kernel
def copy_grid(source: Ints, target: Ints) -> None:
    """Copy a grid."""
    for at in range(LINE + source[CARDS_LEFT]):
        target[at] = source[at]


@kernel
def next_mark(t: Ints, mark: int) -> int:
    """The mark after a deal or, when the stock is out, after a redeal."""
    return min(mark + 3, t[CARDS_LEFT]) if mark < t[CARDS_LEFT] else 0


@kernel
def take_from_line(t: Ints, at: int) -> int:
    """Take a card out of the line."""
    card = t[LINE + at]
    t[CARDS_LEFT] -= 1
    for place in range(at, t[CARDS_LEFT]):
        t[LINE + place] = t[LINE + place + 1]
    return card


@kernel
def act(t: Ints, action: int) -> None:
    """Deal to the mark and stack; a space is filled from the stock, else from the waste."""
    mark = action // AT_MARK
    target = action // SPOT % 32
    source = action % SPOT
    if source == FROM_WASTE:
        mark -= 1
        t[TOP + target] = take_from_line(t, mark)
    else:
        t[TOP + target] = t[TOP + source]
        card = 0
        if mark < t[CARDS_LEFT]:
            card = take_from_line(t, mark)
        elif mark > 0:
            mark -= 1
            card = take_from_line(t, mark)
        t[BOTTOM + source] = card
        t[TOP + source] = card
    t[MARK] = mark
    t[PIECES] -= 1
    t[ACTS] += 1


@kernel
def takes(t: Ints, spot: int, card: int) -> bool:
    """Whether a card goes onto a pile of the grid."""
    return t[TOP + spot] > 0 and t[TOP + spot] == card - 3


@kernel
def fill_mark(t: Ints, r: Ints) -> int:
    """A mark for filling a space: best a card that begins a run or goes onto one, with noise."""
    chosen = t[MARK]
    highest = -1
    mark = t[MARK]
    for _turn in range(2 * (t[CARDS_LEFT] // 3 + 2)):
        if t[CARDS_LEFT] > 0:
            card = t[LINE + (mark if mark < t[CARDS_LEFT] else mark - 1)]
            worth = random_below(r, 768)
            if card % 16 <= LOW_BASE:
                worth += 256
            for spot in range(SPOTS):
                if takes(t, spot, card):
                    worth += 512
                    break
            if worth > highest:
                highest = worth
                chosen = mark
            mark = next_mark(t, mark)
        if mark == t[MARK]:
            break
    return chosen


@kernel
def choose_from_waste(t: Ints, r: Ints) -> int:
    """One by chance of all plays of a waste top at any mark; -1 if there is none."""
    chosen = -1
    count = 0
    mark = t[MARK]
    for _turn in range(2 * (t[CARDS_LEFT] // 3 + 2)):
        if mark > 0:
            for spot in range(SPOTS):
                if takes(t, spot, t[LINE + mark - 1]):
                    count += 1
                    if random_below(r, count) == 0:
                        chosen = AT_MARK * mark + SPOT * spot + FROM_WASTE
        mark = next_mark(t, mark)
        if mark == t[MARK]:
            break
    return chosen


@kernel
def choose_from_grid(t: Ints, r: Ints) -> int:
    """One by chance of all stackings of a whole run, without its mark; -1 if there is none."""
    chosen = -1
    count = 0
    for source in range(SPOTS):
        if t[BOTTOM + source] > 0:
            for spot in range(SPOTS):
                if takes(t, spot, t[BOTTOM + source]):
                    count += 1
                    if random_below(r, count) == 0:
                        chosen = SPOT * spot + source
    return chosen


@kernel
def play_grid(t: Ints, line: Ints, r: Ints) -> bool:
    """Play on by chance, the actions in `line`; whether it is won."""
    while t[PIECES] > SPOTS:
        action = choose_from_grid(t, r)
        waste = -1
        if action < 0 or random_below(r, 2) == 0:
            waste = choose_from_waste(t, r)
        if waste >= 0:
            action = waste
        elif action >= 0:
            action += AT_MARK * fill_mark(t, r)
        else:
            return False
        line[t[ACTS]] = action
        act(t, action)
    return True


@kernel
def search_grid(
    root: Ints, t: Ints, r: Ints, line: Ints, kept: Kept, count: int, patience: int
) -> int:
    """Play until a game wins, its actions in `line`; how many were played, negative if none won."""
    best = kept.best
    for played in range(1, count + 1):
        copy_grid(root, t)
        cut = random_below(r, best[KEPT]) if best[KEPT] > 0 else 0
        for at in range(cut):
            line[at] = kept.line[at]
            act(t, line[at])
        if play_grid(t, line, r):
            return played
        best[WAITED] += 1
        if best[KEPT] == 0 or t[PIECES] <= best[FEWEST]:
            if best[KEPT] == 0 or t[PIECES] < best[FEWEST]:
                best[WAITED] = 0
            best[FEWEST] = t[PIECES]
            best[KEPT] = t[ACTS]
            for at in range(t[ACTS]):
                kept.line[at] = line[at]
        if best[WAITED] >= patience:
            best[KEPT] = 0
    return -count
