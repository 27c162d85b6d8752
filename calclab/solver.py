"""Search with the stock known: can this be won, and how?

What lives here: `solve`, which takes a `Game` and says *won* with a line, *proved lost*, or that it
gave up. What does not: play without peeking (``coach``). Noisy games of the table policy look for a
win, and complete search beside them for a win or a proof. Every line is replayed by the engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from calclab.game import Game, UnknownOrder
from calclab.moves import REDEAL, Move
from calclab.search import complete, encode, forms, position
from calclab.search.forms import Form

Verdict = Literal["won", "lost", "unknown"]
Progress = Callable[[int, float], object]

HEATS = (256, 320, 400, 512, 640)  # noise of the roll-outs in turn, in 256ths
MEMORY = 1 << 21  # positions proved lost that are kept
ROLLS, STEPS = 40, 800  # roll-outs and nodes a round, the same in both forms


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found: the verdict, the line where it is won, and what was searched."""

    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int
    seconds: float
    reason: str

    def as_data(self) -> dict[str, object]:
        """The answer as the command line gives it."""
        return {
            "verdict": self.verdict,
            "moves": [str(move) for move in self.moves],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }


@dataclass(slots=True)
class _Search:
    """The clock, the count and the limits of one search."""

    form: Form
    until: float
    limit: int | None
    progress: Progress | None
    begun: float
    nodes: int = 0
    memory: Any = None

    def is_over(self) -> bool:
        if self.progress is not None:
            self.progress(self.nodes, time.perf_counter() - self.begun)
        return time.perf_counter() >= self.until or self.left() <= 0

    def left(self) -> int:
        return 1 << 60 if self.limit is None else self.limit - self.nodes


def solve(
    game: Game,
    seconds: float = 2.0,
    nodes: int | None = None,
    *,
    form: Form | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Whether a game can be won from here by a player who knows the stock.

    Limits: `seconds` of search (compiling does not count) and `nodes`, positions and roll-outs.
    `progress(nodes, seconds)` is called now and then; an exception from it ends the search.

    >>> from calclab import deal
    >>> solve(deal("easy-6", seed=7), form=forms.plain()).verdict
    'won'
    """
    form = form or forms.best()
    warm(form)
    begun = time.perf_counter()
    search = _Search(form, begun + seconds, nodes, progress, begun)
    verdict, line, reason = _decide(game, search)
    if verdict == "won":
        _replay(game, line)
    return Solution(verdict, line, search.nodes, time.perf_counter() - begun, reason)


def warm(form: Form) -> None:
    """Compile what a search needs, once in a process."""
    if form.name in _WARM:
        return
    _WARM.add(form.name)
    if form.name == "plain":
        return
    from calclab.game import deal

    game = deal("calculation", 1)
    search = _Search(form, time.perf_counter() + 60, 1 << 60, None, time.perf_counter())
    _roll(encode.problem(game, form), search, 256, 1)
    _prove(encode.problem(game, form), search, 2)


_WARM: set[str] = set()

_Answer = tuple[Verdict, tuple[Move, ...], str]


def _decide(game: Game, search: _Search) -> _Answer:
    if game.is_won:
        return "won", (), "the game is won"
    if not encode.is_searchable(game):
        return "unknown", (), f"no search is known for {game.variant.id} yet"
    if game.redeals and game.variant.redeals:
        return _with_redeals(game, search)
    return _without_redeals(game, search)


def _without_redeals(game: Game, search: _Search) -> _Answer:
    task = encode.problem(game, search.form)
    turn = 0
    search.memory = None
    while not search.is_over():
        heat = HEATS[turn % len(HEATS)]
        if not task.columns and _roll(task, search, heat, min(ROLLS, search.left())):
            return "won", task.line(int(task.s[position.MOVES])), "a line was found"
        if turn >= 5 * (not task.columns) and search.left() > 0:
            verdict = _prove(task, search, min(STEPS, search.left()))
            if verdict == complete.WON:
                state, moves = search.memory[:2]
                return "won", task.line(int(state[position.MOVES]), moves), "a line was found"
            if verdict == complete.LOST:
                return "lost", (), f"no line wins; {search.nodes} positions were searched"
        turn += 1
    return "unknown", (), f"gave up after {search.nodes} positions and games"


def _roll(task: encode.Problem, search: _Search, heat: int, count: int) -> bool:
    played = int(
        search.form.many_roll_outs(
            task.g,
            task.root,
            task.stock,
            task.turned,
            task.w,
            task.noise,
            heat,
            task.r,
            task.b,
            task.q,
            task.s,
            task.moves,
            count,
        )
    )
    search.nodes += abs(played)
    return played > 0


def _prove(task: encode.Problem, search: _Search, steps: int) -> int:
    form = search.form
    if search.memory is None:
        plan = form.ints(complete.WIDTH * complete.DEEPEST)
        state, moves = form.ints(position.STATE_SIZE), form.ints(encode.MOVES_SIZE)
        form.copy_state(task.g, task.root, state)
        memory = form.ints(MEMORY)
        search.memory = (state, moves, plan, memory, form.ints(3))
    state, moves, plan, lost, budget = search.memory
    before = int(budget[0])
    budget[1] = before + steps
    verdict = form.prove(
        task.g, state, task.stock, task.turned, task.w, task.b, task.q, plan, lost, budget, moves
    )
    search.nodes += int(budget[0]) - before
    return int(verdict)


def _with_redeals(game: Game, search: _Search) -> _Answer:
    """Play to the end of the stock with noise, redeal from good ends, and go on from there."""
    turn = 0
    while not search.is_over():
        end, line = _good_end(game, search, HEATS[turn % len(HEATS)])
        turn += 1
        if end.is_won:
            return "won", line, "a line was found"
        if not end.is_legal(REDEAL):
            continue
        try:
            again = end.play(REDEAL)
        except UnknownOrder as error:
            return "unknown", (), str(error)
        share = min(search.until, time.perf_counter() + 0.1 * (1 + turn))
        part = _Search(search.form, share, None, None, search.begun)
        if search.limit is not None:
            part.limit = max(1, min(search.left(), 5_000 * (1 + turn)))
        verdict, more, reason = _decide(again, part)
        search.nodes += part.nodes
        if verdict == "won":
            return "won", (*line, REDEAL, *more), reason
    return "unknown", (), f"gave up after {search.nodes} positions and games"


def _good_end(game: Game, search: _Search, heat: int) -> tuple[Game, tuple[Move, ...]]:
    """The end of the stock with the most cards placed of some roll-outs."""
    task = encode.problem(game, search.form)
    search.form.seed_chance(task.r, search.nodes + 1)
    best = -1
    line: tuple[Move, ...] = ()
    for _game in range(20):
        won = _roll(task, search, heat, 1)
        placed = int(task.s[position.PLACED])
        if placed > best or won:
            best, line = placed, task.line(int(task.s[position.MOVES]))
        if won or search.left() <= 0:
            break
    return _replay(game, line), line


def _replay(game: Game, line: tuple[Move, ...]) -> Game:
    for step in line:
        game = game.play(step)
    return game
