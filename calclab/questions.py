"""The questions of the drills: what is asked, which answers there are, and what is said to each.

What lives here: `Fact` and the facts of every mode for any game, `Question`, and reading an answer.
What does not: the wording of a question (``asking``), when it is asked (``drills``). A question
carries the verdict on each answer, so that a browser can show it at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from calclab.cards import CardError, parse_rank, shorten
from calclab.messages import _
from calclab.modular import Foundation
from calclab.variants import Variant

MODES = ("next", "previous", "nth", "until", "gap", "needs", "fits")
NONE = 0  # the answer "gone" or "nowhere"
OF_A_POSITION = ("needs", "fits")


class DrillError(ValueError):
    """A drill that cannot be, or an answer that cannot be read."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing to know. `foundation` is its number from 1, `top` and `target` depend on the mode.

    >>> Fact("next", Foundation(3, 3), 3, 11).key
    'next|3|3|13|13|11|0'
    """

    mode: str
    foundation: Foundation | None = None
    number: int = 0
    top: int = 0
    target: int = 0
    game: str = ""

    @property
    def key(self) -> str:
        """Its name in the progress file; the same fact of another game has the same name."""
        found = self.foundation
        if found is None:
            return f"{self.mode}|{self.game}"
        numbers = (found.base, found.interval, found.length, found.modulus, self.top, self.target)
        return "|".join([self.mode, *map(str, numbers)])

    @property
    def wraps(self) -> bool:
        """Whether a step of it passes the end of the ring."""
        if self.foundation is None or self.mode != "next":
            return False
        after = self.top + self.foundation.interval
        return not 1 <= after <= self.foundation.modulus


@dataclass(frozen=True, slots=True)
class Slot:
    """One answer of a question: the values accepted, and the verdict on each value."""

    label: str
    accepted: tuple[int, ...]
    reasons: dict[int, str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer was right, the right one in words, and why."""

    right: bool
    text: str
    answer: str

    def __bool__(self) -> bool:
        return self.right


@dataclass(frozen=True, slots=True)
class Question:
    """One question with everything that is needed to ask it and to judge an answer.

    `options` are the answers there are, in order; `spelt` finds them by what is typed. `strip` is
    the foundation's sequence and `shown` the places (from 0) that may be seen before the answer.
    """

    fact: Fact
    text: str
    options: tuple[int, ...]
    labels: tuple[str, ...]
    spelt: dict[str, int]
    slots: tuple[Slot, ...]
    card: int = 0
    tops: tuple[int, ...] = ()
    strip: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    hole: int = -1
    turned: str = ""

    def read(self, answer: object) -> tuple[int, ...]:
        """The values of an answer; raises `DrillError` in one line when it cannot be read."""
        if isinstance(answer, list | tuple):
            parts = list(answer)
        elif isinstance(answer, str) and len(self.slots) > 1:
            parts = answer.replace(",", " ").split()
        else:
            parts = [answer]
        if len(parts) != len(self.slots):
            raise DrillError(
                _("{count} answers are asked for, one for each foundation").format(
                    count=len(self.slots)
                )
            )
        return tuple(self._value(part) for part in parts)

    def values(self, given: object) -> tuple[int, ...]:
        """The values that a browser sent; raises `DrillError` when they are none of the options."""
        values = tuple(given) if isinstance(given, list | tuple) else ()
        if len(values) != len(self.slots) or any(value not in self.options for value in values):
            raise DrillError(
                _("{answer} is no answer to this question").format(answer=shorten(given))
            )
        return values

    def judge(self, answer: object) -> Verdict:
        """The verdict on an answer as typed."""
        return self.judge_values(self.read(answer))

    def judge_values(self, values: tuple[int, ...]) -> Verdict:
        """The verdict on an answer given as values."""
        pairs = list(zip(self.slots, values, strict=True))
        wrong = [slot.reasons[value] for slot, value in pairs if value not in slot.accepted]
        text = " ".join(wrong) if wrong else " ".join(slot.reasons[v] for slot, v in pairs)
        return Verdict(not wrong, text, self.answer)

    @property
    def answer(self) -> str:
        """The right answer, as the learner writes it."""
        names = dict(zip(self.options, self.labels, strict=True))
        return ", ".join(names[slot.accepted[0]] for slot in self.slots)

    def _value(self, part: object) -> int:
        word = "" if isinstance(part, bool) else str(part).strip().casefold()
        if word in self.spelt:
            return self.spelt[word]
        if self.fact.mode in ("next", "previous", "nth", "gap", "needs"):
            try:
                rank = parse_rank(word)
            except CardError:
                rank = 0
            if rank in self.options and rank:
                return rank
        known = ", ".join(self.labels[:1] + self.labels[-4:])
        raise DrillError(
            _("{answer} is no answer here; there are {known} and the like").format(
                answer=shorten(part), known=known
            )
        )


def facts(variant: Variant, mode: str) -> tuple[Fact, ...]:
    """All facts of a mode for a game, in the order in which they are taught.

    >>> from calclab.variants import get
    >>> len(facts(get("calculation"), "next")), len(facts(get("calculation"), "gap"))
    (48, 44)
    """
    if mode not in MODES:
        raise DrillError(f"mode: {shorten(mode)} is no mode; there are {', '.join(MODES)}, mixed")
    if not variant.foundations:
        raise DrillError(f"{variant.id}: its foundations depend on the deal; drill another game")
    if mode in OF_A_POSITION:
        if not variant.turns:
            raise DrillError(f"{mode}: {variant.id} turns no cards; choose another mode")
        return (Fact(mode, game=f"{variant.id}|{variant.modulus}|{_numbers(variant)}"),)
    found: dict[str, Fact] = {}
    for number, foundation in enumerate(variant.foundations, start=1):
        for fact in _facts_of(foundation, number, mode):
            found.setdefault(fact.key, fact)
    return tuple(found.values())


def _numbers(variant: Variant) -> str:
    return " ".join(f"{one.base}+{one.interval}" for one in variant.foundations)


def _facts_of(foundation: Foundation, number: int, mode: str) -> list[Fact]:
    row = foundation.sequence
    if mode == "next":
        return [Fact(mode, foundation, number, top) for top in row[:-1]]
    if mode == "previous":
        return [Fact(mode, foundation, number, top) for top in row[1:]]
    if mode == "nth":
        return [Fact(mode, foundation, number, place) for place in range(1, len(row) + 1)]
    if mode == "gap":
        return [Fact(mode, foundation, number, place) for place in range(2, len(row))]
    return [
        Fact(mode, foundation, number, top, target)
        for top in row[:-1]
        for target in row
        if target != top
    ]


def step_label(foundation: Foundation) -> str:
    """The step of a foundation with its sign.

    >>> step_label(Foundation(3, 3)), step_label(Foundation(13, -2))
    ('+3', '−2')
    """
    return f"{'+' if foundation.interval > 0 else '−'}{abs(foundation.interval)}"
