"""Train the tables of the policy: `python -m calclab.train [--seed K] [--share S] [--out FILE]`.

What lives here: the courses of the policy gradient, and writing the tables. What does not: the
gradient (``search.gradient``). The table for many piles is trained from nothing, the one for few
goes on from it. Needs numba in practice: plain Python is some fifty times slower.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from calclab.game import View, deal
from calclab.search import encode, features, gradient
from calclab.search.forms import Form, best

BATCH = 1000  # games


class Course(NamedTuple):
    """The games that a table learns from, in turn, for so many batches, at a falling rate."""

    games: tuple[str, ...]
    batches: int
    first_rate: float
    last_rate: float = 0.0015

    def rate(self, share: float) -> float:
        """The rate when that share of the course is over."""
        fall = self.last_rate / self.first_rate
        return float(self.first_rate * fall**share)


MANY_PILES = Course(
    (
        *["calculation"] * 3,
        "hold-cell",
        *["calculation"] * 3,
        "no-starters",
        "calculation",
        "giant",
    ),
    9_000,
    0.03,
)
FEW_PILES = Course(("expert", "three-piles", "expert", "expert"), 4_000, 0.02)


class Trainer:
    """A table that learns; the same seed and number of batches give the same table."""

    def __init__(self, seed: int, form: Form, start: list[float] | None = None) -> None:
        self.form = form
        self.lesson = gradient.Lesson(
            table=form.reals(start or starting_table()),
            odds=form.reals(gradient.MOST_OPTIONS),
            cells=form.ints(gradient.MOST_CELLS),
            ends=form.ints(gradient.MOST_OPTIONS),
            log=form.ints(gradient.LOG_SIZE),
            parts=form.reals(gradient.LOG_SIZE),
            slope=form.reals(features.TABLE_SIZE),
            result=form.reals(2),
            first=form.reals(features.TABLE_SIZE),
            second=form.reals(features.TABLE_SIZE),
        )
        self.games: dict[str, encode.Problem] = {}
        self.expected: dict[str, float] = {}
        self.turn = 0
        self.chance = form.ints(4)
        form.seed_chance(self.chance, seed)

    def batch(self, variant: str, rate: float) -> float:
        """Play one batch, climb one step, give the share of wins."""
        game = self.games.get(variant)
        if game is None:
            game = self.games[variant] = encode.problem(first_view(variant), self.form)
        desk, result = game.desk._replace(chance=self.chance), self.lesson.result
        result[0] = result[1] = 0.0
        expected = self.expected.get(variant, 0.3)
        self.form.learn_games(game.start, game.s, game.stock, desk, self.lesson, BATCH, expected)
        self.expected[variant] = 0.7 * expected + 0.3 * result[1] / BATCH
        self.turn += 1
        self.form.climb(self.lesson, rate, BATCH, self.turn)
        return float(result[0]) / BATCH

    def numbers(self) -> list[int]:
        """The table in 256ths, as it is shipped."""
        limit = (1 << 15) - 1
        return [max(-limit, min(limit, round(encode.SCALE * one))) for one in self.lesson.table]


def first_view(variant: str) -> View:
    """A game before its first card is turned: every card of the stock unseen."""
    view = deal(variant, 1).view()
    assert view.turned is not None
    unseen = list(view.unseen)
    unseen[view.turned.rank - 1] += 1
    return replace(view, turned=None, unseen=tuple(unseen))


def starting_table() -> list[float]:
    """What the training starts from: play when you can, and lay sooner cards over later ones."""
    table = [0.0] * features.TABLE_SIZE
    for start, end in (
        (features.PLAY_AT, features.PLAY_LATER),
        (features.PLAY_TWIN, features.PLAY_PHASE),
    ):
        for at in range(start, end):
            table[at] = 2.0
    for depth in range(3):
        for cell in range(625):
            sooner, later = cell % 5, cell // 5 % 5
            at = features.RELATION + features.RELATIONS * depth + cell
            alone = cell // 25 % 5 - cell // 125
            table[at] = (0.3, 0.15, 0.1)[depth] * (sooner - later + alone)
    return table


def train(
    course: Course, seed: int, say: Callable[[str], object], start: list[float] | None = None
) -> Trainer:
    """Take a table through a course."""
    trainer = Trainer(seed, best(), start)
    wins: dict[str, float] = {}
    for turn in range(1, course.batches + 1):
        variant = course.games[turn % len(course.games)]
        won = trainer.batch(variant, course.rate(turn / course.batches))
        wins[variant] = 0.9 * wins.get(variant, won) + 0.1 * won
        if turn % 100 == 0:
            rates = ", ".join(f"{name} {100 * rate:.1f} %" for name, rate in wins.items())
            say(f"{turn} of {course.batches} batches: {rates}")
    return trainer


def write_tables(tables: Sequence[list[int]], path: Path) -> None:
    """Write tables one after another: 16-bit whole numbers, low byte first."""
    data = array("h", [number for table in tables for number in table])
    if sys.byteorder == "big":
        data.byteswap()
    path.write_bytes(data.tobytes())


def main(arguments: list[str] | None = None) -> int:
    """Train both tables and write them to a file."""
    parser = argparse.ArgumentParser(
        prog="python -m calclab.train", description="Train the tables."
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of each course")
    parser.add_argument("--out", type=Path, default=Path("table.bin"))
    given = parser.parse_args(arguments)
    tables: list[list[int]] = []
    table: list[float] | None = None
    for course in (MANY_PILES, FEW_PILES):
        shorter = course._replace(batches=max(1, round(given.share * course.batches)))
        trainer = train(shorter, given.seed, lambda line: print(line, flush=True), table)
        table = list(trainer.lesson.table)
        tables.append(trainer.numbers())
    write_tables(tables, given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
