"""Positions in which the pile matters, judged once: where may the turned card lie?

What lives here: `JudgedPosition`, `positions` (those that ship), `judged`, which makes one of a
deal. What does not: the exercise that asks (``exercises.playing``). Judged as hints and reviews
judge: every pile gets the same effort, and a pile is worse when it costs 10 points and twice the
noise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from calclab.advice import PLAYERS
from calclab.coach import Chance
from calclab.game import Game, deal
from calclab.judging import is_worse, look_again
from calclab.record import write_whole
from calclab.study.playing import deal_seed
from calclab.trials.sayings import COMMAND

FILE = "advice-piles.json"
SHIPPED = Path(__file__).with_name(FILE)
SEED, WANTED, LEVEL = "piles", 20, "quick"
HARD = 0.25  # the worst pile costs that much at least


class JudgedPosition(NamedTuple):
    """A deal of `SEED` by number, the moves that are played, and each pile's chance."""

    deal: int
    moves: int
    chances: dict[str, tuple[float, float, float]]
    good: tuple[str, ...]

    @property
    def game(self) -> Game:
        """The position."""
        return _position(self.deal, self.moves)


@cache
def positions() -> tuple[JudgedPosition, ...]:
    """The judged positions that ship with the package."""
    data = json.loads(SHIPPED.read_text("utf-8"))["positions"]
    return tuple(
        JudgedPosition(
            deal, moves, {pile: tuple(one) for pile, one in chances.items()}, tuple(good)
        )
        for deal, moves, chances, good in data
    )


def judged(number: int, moves: int) -> JudgedPosition | None:
    """A position of a deal, judged; None where the pile does not matter enough."""
    game = _position(number, moves)
    card = game.turned
    if card is None or card.rank in game.needs or len(set(game.piles)) < 4:
        return None
    chances = {
        move.target: look_again(game.view(), move, LEVEL)
        for move in game.moves()
        if move.source == "S"
    }
    best = max(chances.values(), key=lambda one: one.win)
    good = tuple(pile for pile, one in chances.items() if not is_worse(one, best))
    if best.win - min(one.win for one in chances.values()) < HARD or len(good) > 2:
        return None
    return JudgedPosition(number, moves, {pile: _told(one) for pile, one in chances.items()}, good)


def remake(path: Path, wanted: int = WANTED) -> None:
    """Look for positions and write the file."""
    found = list(islice(_found(), wanted))
    data = {"command": COMMAND, "seed": SEED, "level": LEVEL, "positions": found}
    write_whole(path, json.dumps(data) + "\n")


def _found() -> Iterator[JudgedPosition]:
    for number in range(400):
        one = judged(number, 12 + number % 12)
        if one is not None:
            yield one


def _position(number: int, moves: int) -> Game:
    game = deal("calculation", deal_seed(SEED, number))
    for _move in range(moves):
        game = game.play(PLAYERS["careful"](game.view()))
    return game


def _told(one: Chance) -> tuple[float, float, float]:
    return round(one.win, 3), round(one.low, 3), round(one.high, 3)
