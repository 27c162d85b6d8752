"""Search with the stock known: can this be won, and how?

What lives here: `solve`, which takes a `Game` and says *won* with a line, *proved lost*, or that it
gave up. What does not: play without peeking (``coach``). Each kind of game has its own search, in a
module of its own: with waste piles (`piles`), with columns that build (`columns`), on the grid
(`grid`). Every line is replayed by the engine before it is returned.

Memory: the tables have a fixed size, 0.5 GB at most; a search that has filled them gives up or
forgets, and says what it knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import Any

from calclab.blockage import deadlock
from calclab.cards import shorten, whole
from calclab.game import Game, IllegalMove
from calclab.messages import marked
from calclab.moves import REDEAL
from calclab.search import forms
from calclab.search.forms import Form
from calclab.solver import columns, grid, piles
from calclab.solver.search import Answer, Search, Solution, Verdict, Watcher, replay

__all__ = ["Solution", "Verdict", "Watcher", "solve", "warm"]


def solve(
    game: Game,
    seconds: float = 2.0,
    nodes: int | None = None,
    *,
    form: Form | None = None,
    progress: Watcher | None = None,
    wait: bool = True,
) -> Solution:
    """Whether a game can be won from here by a player who knows the stock.

    Limits: `seconds` of search (compiling does not count) and `nodes`, positions and games played.
    `progress(nodes, seconds)` is called now and then; an exception from it ends the search.
    Without `wait` plain Python answers while the compiled form is still being made. Raises
    `ValueError` for a limit that is none.

    Redeals are searched in the order that the seed gives them. An order that is written into a
    record in its place is followed where the redeal is the only move left. Earlier it is not
    searched for: a line counts where it wins by the written order as well, and else the answer is
    unknown. Without a seed only lines without a redeal are searched.

    >>> from calclab import deal
    >>> solve(deal("easy-6", seed=7), form=forms.plain()).verdict
    'won'
    """
    _check_limits(seconds, nodes)
    if not isinstance(game, Game):
        raise ValueError(f"{shorten(game)} is no Game: the solver has to know the stock")
    over = _judged(game)
    if over is not None:
        return Solution(over.verdict, (), 0, 0.0, over.why)
    if game.orders and game.moves() == (REDEAL,):
        more: dict[str, Any] = {"form": form, "progress": progress, "wait": wait}
        found = solve(game.play(REDEAL), seconds, nodes, **more)
        return replace(found, moves=(REDEAL, *found.moves) if found.verdict == "won" else ())
    kind = _kind(game)
    form = form or forms.best(wait)
    _prepare(kind, form)
    search = Search(form, seconds, nodes, progress)
    answer = _checked(game, _decide(game, kind, search))
    return Solution(answer.verdict, answer.moves, search.nodes, search.spent, answer.why)


def warm(form: Form) -> None:
    """Compile, or load, what every kind of search needs, once in a process."""
    for kind in (piles, columns, grid):
        _prepare(kind, form)


def _check_limits(seconds: float, nodes: int | None) -> None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
        raise ValueError(f"seconds: {shorten(seconds)} must be a number from 0 on")
    if nodes is not None and whole(nodes, 1) is None:
        raise ValueError(f"nodes: {shorten(nodes)} must be a whole number from 1 on, or None")


def _kind(game: Game) -> ModuleType:
    if game.variant.rows:
        return grid
    return columns if any(game.variant.builds) else piles


def _judged(game: Game) -> Answer | None:
    """The answer where the game is over."""
    if game.is_won:
        return Answer("won", marked("the game is won"))
    return None if game.moves() else Answer("lost", marked("no move is left"))


def _decide(game: Game, kind: ModuleType, search: Search) -> Answer:
    proof = deadlock(game)
    if proof is not None:
        return Answer("lost", proof)
    decide: Callable[[Game, Search], Answer] = kind.decide
    return decide(game, search)


def _checked(game: Game, answer: Answer) -> Answer:
    """The answer, its line replayed. Orders of redeals written into a record go before the seed;
    where there are any, a proof that rests on the seed is none. Elsewhere a line that does not win
    is a fault of the search, and raises.
    """
    if answer.verdict == "won":
        try:
            if replay(game, answer.moves).is_won:
                return answer
            if not game.orders:
                raise AssertionError("the solver's line is legal and does not win")
        except IllegalMove:
            if not game.orders:
                raise
    elif answer.verdict == "unknown" or not game.orders:
        return answer
    return Answer("unknown", marked("the redeals come in an order of their own"))


@cache
def _prepare(kind: ModuleType, form: Form) -> None:
    """Let a kind of search run once in a form, so that it is compiled."""
    if form.name != "plain":
        kind.warm(form)
