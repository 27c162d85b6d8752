"""What every kind of exercise is made with: chance from a seed, and short ways to say ranks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from calclab.cards import shorten
from calclab.exercises.exercise import Answer, Exercise, Form, Mistake
from calclab.game import Position
from calclab.messages import rank_label
from calclab.modular import Foundation, order

T = TypeVar("T")
L = rank_label


@dataclass(frozen=True, slots=True)
class Draw:
    """The chance and the ring that a question is drawn with."""

    kind: int
    name: str
    seed: str
    modulus: int
    rng: random.Random

    def one(self, choices: Iterable[T]) -> T:
        """One of equally hard choices; raises `ValueError` when this ring has none."""
        pool = list(choices)
        if not pool:
            raise self.none()
        return pool[int(self.rng.random() * len(pool))]

    def search(self, attempt: Callable[[], T | None], tries: int = 3_000) -> T:
        """The first thing that `attempt` finds; raises `ValueError` when this ring has none."""
        for _try in range(tries):
            found = attempt()
            if found is not None:
                return found
        raise self.none()

    def none(self) -> ValueError:
        """The error of a ring on which the kind has no question."""
        return ValueError(
            f"exercise {self.kind}: no such question with modulus {shorten(self.modulus)}"
        )

    def intervals(self, low: int = 2, high: int = 4) -> list[int]:
        """The intervals from low to high whose foundation visits every rank."""
        n = self.modulus
        return [k for k in range(low, min(high, n - 1) + 1) if order(k, n) == n]

    def foundation(self, interval: int) -> Foundation:
        """The foundation that starts on its interval."""
        return Foundation(interval, interval, self.modulus, self.modulus)

    def exercise(
        self,
        question: str,
        form: Form,
        answer: Sequence[object],
        because: str,
        hints: tuple[str, str],
        mistakes: Iterable[tuple[Sequence[object], str, str]],
        given: dict[str, object],
        clock: tuple[int, int] | None = None,
        position: Position | None = None,
        choices: tuple[str, ...] = (),
    ) -> Exercise:
        """The finished exercise; an expected mistake that is empty or right is left out."""
        right: Answer = tuple(answer)  # type: ignore[arg-type]
        kept: dict[Answer, Mistake] = {}
        for wrong, name, text in mistakes:
            values: Answer = tuple(wrong)  # type: ignore[arg-type]
            same = set(values) == set(right) if form.endswith("set") else values == right
            if values and not same and values not in kept:
                kept[values] = Mistake(values, name, text)
        return Exercise(
            self.kind,
            self.name,
            self.seed,
            self.modulus,
            question,
            form,
            right,
            because,
            hints,
            tuple(kept.values()),
            given,
            clock,
            position,
            choices,
        )


Kind = Callable[[Draw], Exercise]
KINDS: dict[int, tuple[str, str, Kind]] = {}


def kind(number: int, name: str, title: str) -> Callable[[Kind], Kind]:
    """Enter a function into the table of kinds; `title` is a marked text."""

    def enter(function: Kind) -> Kind:
        KINDS[number] = (name, title, function)
        return function

    return enter


def row(ranks: Iterable[int]) -> str:
    """Ranks in a row, in the reader's letters: 3 6 9 Q."""
    return " ".join(map(rank_label, ranks))


def steps_between(top: int, count: int, modulus: int, direction: int = 1) -> str:
    """The single steps after a rank: 8, 9, 10, J."""
    return ", ".join(
        rank_label((top + direction * step - 1) % modulus + 1) for step in range(1, count + 1)
    )
