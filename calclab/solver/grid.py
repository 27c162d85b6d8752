"""Games on the grid (`devils-grip`): noisy play for a win, and a proof where little can be done.

What lives here: how a game comes to the kernels, how their actions become moves (deals, stackings,
and the swaps that bring finished runs to their rows), and the proof: every arrangement that can be
reached is looked at. What does not: the kernels and their words (``search.grid``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from calclab.cards import SUITS, Card
from calclab.game import Game
from calclab.moves import DEAL, REDEAL, Move, move, swap
from calclab.search import grid
from calclab.search.forms import Form
from calclab.search.restarts import Kept
from calclab.solver.search import FOUND, GAVE_UP, NOTHING_WINS, Answer, Search

GAMES = 6  # games in a round, the same in both forms
PATIENCE = 1_500  # games without a better one before the search starts afresh
STEPS = 20  # arrangements of the proof in a round
MOST_SEEN = 100_000  # arrangements that a proof may need: 0.3 GB

Run = tuple[int, int]  # its lowest and its highest card
State = tuple[tuple[Run, ...], tuple[int, ...], int]  # the grid in order, the line, the mark


def decide(game: Game, search: Search) -> Answer:
    """Search until the verdict is known or a limit is reached."""
    form, start = search.form, grid_of(game)
    root, state, line = form.ints(start), form.ints(grid.GRID_SIZE), form.ints(grid.GRID_SIZE)
    kept = Kept(form.ints(grid.GRID_SIZE), form.ints(3))
    chance, proof = form.ints(4), proof_of(start)
    form.seed_chance(chance, 1)
    while not search.is_over():
        count = min(GAMES, search.left)
        played = int(form.search_grid(root, state, chance, line, kept, count, PATIENCE))
        search.nodes += abs(played)
        if played > 0:
            actions = [int(line[at]) for at in range(state[grid.ACTS])]
            moves = tuple(moves_of(game, actions))
            return Answer("won", FOUND, moves)
        for lost in islice(proof, min(STEPS, search.left)):
            search.nodes += 1
            if lost:
                return NOTHING_WINS
    return GAVE_UP


def warm(form: Form) -> None:
    """Compile the kernels."""
    from calclab.game import deal

    decide(deal("devils-grip", 1), Search(form, 60.0, 1))


def grid_of(game: Game) -> list[int]:
    """The grid as the kernels know it."""
    found = [0] * grid.GRID_SIZE
    waste, *spots = game.piles
    line = [_code(card) for card in (*waste, *game.stock)]
    found[grid.CARDS_LEFT], found[grid.MARK] = len(line), len(waste)
    found[grid.LINE : grid.LINE + len(line)] = line
    for spot, pile in enumerate(spots):
        if pile:
            found[grid.BOTTOM + spot], found[grid.TOP + spot] = _code(pile[0]), _code(pile[-1])
    found[grid.PIECES] = len(line) + sum(map(bool, spots))
    return found


def moves_of(game: Game, actions: list[int]) -> Iterator[Move]:
    """The moves of these actions, then the swaps that finish the game."""
    names = game.pile_names[1:]
    for action in actions:
        mark, rest = divmod(action, grid.AT_MARK)
        target, source = divmod(rest, grid.SPOT)
        while len(game.piles[0]) != mark:
            step = DEAL if game.stock else REDEAL
            yield step
            game = game.play(step)
        step = move("W1" if source == grid.FROM_WASTE else names[source], names[target])
        yield step
        game = game.play(step)
    while not game.is_won:
        step = _homecoming(game)
        yield step
        game = game.play(step)


def _homecoming(game: Game) -> Move:
    """A swap that brings a base to its row."""
    rows = [row[0] for row in game.variant.rows]
    astray = [
        (name, pile[0].rank)
        for name, pile in zip(game.pile_names, game.piles, strict=True)
        if name[0] == "G" and pile[0].rank != rows[int(name[1]) - 1]
    ]
    name, rank = astray[0]
    return swap(name, next(other for other, _rank in astray if rows[int(other[1]) - 1] == rank))


def _code(card: Card) -> int:
    return 16 * SUITS.index(card.suit) + card.rank


def proof_of(root: list[int]) -> Iterator[bool]:
    """Look at every arrangement that can be reached, one a step; True when none of them wins.

    It ends without a word when one wins or too many can be reached.
    """
    spots = range(grid.SPOTS)
    runs = sorted((root[grid.BOTTOM + at], root[grid.TOP + at]) for at in spots)
    line = root[grid.LINE : grid.LINE + root[grid.CARDS_LEFT]]
    start = (tuple(run for run in runs if run[0]), tuple(line), root[grid.MARK])
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        if len(state[0]) + len(state[1]) == grid.SPOTS or len(seen) > MOST_SEEN:
            return
        for after in _after(state):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        yield not waiting


def _after(state: State) -> Iterator[State]:
    """The arrangements one move on. Where a pile lies does not matter."""
    runs, line, mark = state
    if line:
        yield runs, line, min(mark + 3, len(line)) if mark < len(line) else 0
    for low, high in set(runs):
        if mark and line[mark - 1] == high + 3:
            onto = _without(runs, (low, high))
            yield _sorted(*onto, (low, high + 3)), (*line[: mark - 1], *line[mark:]), mark - 1
        for run in set(runs):
            if run != (low, high) or runs.count(run) > 1:
                yield from _stackings(state, run, (low, high))


def _stackings(state: State, run: Run, onto: Run) -> Iterator[State]:
    """Stack a run, or the part of it that fits, onto another."""
    runs, line, mark = state
    first = onto[1] + 3
    if not (run[0] <= first <= run[1] and (first - run[0]) % 3 == 0):
        return
    rest = _without(_without(runs, run), onto)
    joined = (onto[0], run[1])
    if first > run[0]:
        yield _sorted(*rest, joined, (run[0], first - 3)), line, mark
    elif not line:
        yield _sorted(*rest, joined), line, mark
    else:
        at = mark if mark < len(line) else mark - 1
        after = (*line[:at], *line[at + 1 :])
        yield _sorted(*rest, joined, (line[at], line[at])), after, min(mark, len(after))


def _without(runs: tuple[Run, ...], run: Run) -> tuple[Run, ...]:
    at = runs.index(run)
    return (*runs[:at], *runs[at + 1 :])


def _sorted(*runs: Run) -> tuple[Run, ...]:
    return tuple(sorted(runs))
