"""A session of recall: which fact is asked next, what an answer changes, when to stop.

What lives here: `Session` and its `Summary`. What does not: the questions (``questions``), when a
fact is due (``scheduling``), where answers are kept (``progress``). Clock and chance are arguments.
Source: the defaults of retrieval practice: few new facts, spaced by 2, 5 and 10 others, weak ones
again within the session, then mixed; no points, no streaks, no clock.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from calclab.asking import ask
from calclab.cards import shorten, whole
from calclab.messages import _, ngettext, rank_label
from calclab.progress import Answer, Progress
from calclab.questions import (
    MODES,
    OF_A_POSITION,
    DrillError,
    Fact,
    Question,
    Verdict,
    facts,
    step_label,
)
from calclab.scheduling import SPACES, Memory, timed
from calclab.variants import Variant, get

NEW_FACTS = 4
MOST_ANSWERS = 40
MOST_SECONDS = 300.0
ROW_FIRST = 4  # answers in the row of the new facts before the others are mixed in
KNOWN_TO_NEW = 3
ENOUGH_RIGHT = 0.7


@dataclass(frozen=True, slots=True)
class Summary:
    """What a session was, and what to practise: facts that were wrong or slow."""

    answers: int
    right: int
    known: int
    total: int
    practise: tuple[Fact, ...]
    seconds: float | None

    @property
    def text(self) -> str:
        """The session in a few short sentences."""
        parts = [
            ngettext(
                "{count} answer, {right} right.", "{count} answers, {right} right.", self.answers
            ).format(count=self.answers, right=self.right),
            _("You know {known} of {total}.").format(known=self.known, total=self.total),
        ]
        if self.practise:
            names = ", ".join(fact_label(fact) for fact in self.practise)
            parts.append(_("Practise: {facts}.").format(facts=names))
        return " ".join(parts)

    def __str__(self) -> str:
        return self.text


class Session:
    """Questions of one mode (or `"mixed"`) for a game, chosen by what the learner knows.

    `new` facts at most are new in it (2 to 6); it is over after `answers` or `minutes`. With
    `random_order` it ignores the schedule (to compare with). Raises `DrillError` in one line.

    >>> session = Session("next", rng=random.Random(1), clock=lambda: 0.0)
    >>> session.question.text
    'Foundation +1 shows A. What comes next?'
    >>> session.answer("2").text
    'Yes, 2: A + 1 = 2.'
    """

    def __init__(
        self,
        mode: str = "next",
        variant: str | Variant = "calculation",
        modulus: int | None = None,
        *,
        progress: Progress | None = None,
        rng: random.Random | None = None,
        clock: Callable[[], float] = time.time,
        new: int = NEW_FACTS,
        answers: int = MOST_ANSWERS,
        minutes: float = MOST_SECONDS / 60,
        random_order: bool = False,
    ) -> None:
        self.variant = get(variant, modulus=modulus)
        self.mode = mode
        modes = _modes(self.variant) if mode == "mixed" else (mode,)
        self.facts = tuple(fact for one in modes for fact in facts(self.variant, one))
        if whole(new, 1, 12) is None:
            raise DrillError(f"new: {shorten(new)} is not a whole number from 1 to 12")
        self.progress = progress or Progress(":memory:", clock)
        self._rng = rng or random.Random()
        self._clock = clock
        self._limits = (new, answers, minutes * 60)
        self._random = random_order
        self._begun = clock()
        self._idle = False
        self._number: int | None = None
        self._memories = self.progress.memories()
        self._new: list[Fact] = []
        self._again: dict[str, int] = {}  # key → number of answers at which it comes back
        self._done: dict[str, int] = {}  # key → times right in this session
        self.given: list[tuple[Fact, bool, float | None]] = []
        self.question = self._next()

    @property
    def now(self) -> float:
        """The time of the session's clock, in seconds UTC."""
        return self._clock()

    @property
    def limit(self) -> int:
        """The number of answers after which it is over."""
        return self._limits[1]

    @property
    def over(self) -> bool:
        """Whether its end is reached or nothing is left to do; it may go on nevertheless."""
        _new, answers, seconds = self._limits
        return len(self.given) >= answers or self.now - self._begun >= seconds or self._idle

    @property
    def known(self) -> int:
        """How many of the facts are known: right three times with others between, none since."""
        return sum(self.memory(fact).learned for fact in self.facts)

    def memory(self, fact: Fact) -> Memory:
        """How a fact sits."""
        return self._memories.get(fact.key) or Memory()

    def answer(self, answer: object, seconds: float | None = None) -> Verdict:
        """Answer the question and go on to the next; raises `DrillError` for what cannot be read.

        `seconds` is the time the answer took; without it the answer counts as untimed.
        """
        return self.answer_values(self.question.read(answer), seconds)

    def answer_values(self, values: tuple[int, ...], seconds: float | None = None) -> Verdict:
        """Answer with values of the question's options, as a browser does."""
        question = self.question
        verdict = question.judge_values(values)
        names = dict(zip(question.options, question.labels, strict=True))
        given = ", ".join(names[value] for value in values)
        self._keep(question.fact, verdict.right, given, seconds)
        self.question = self._next()
        return verdict

    def skip(self) -> None:
        """Leave the question; it comes back later, and nothing is kept."""
        self._again[self.question.fact.key] = len(self.given) + SPACES[0]
        self.question = self._next()

    def ask_again(self) -> None:
        """Ask for the same fact anew, in the voice that speaks now; nothing is kept."""
        self.question = ask(self.question.fact, self.variant, self._rng)

    def summary(self) -> Summary:
        """What was answered so far, and what to practise."""
        times = [s for _fact, right, s in self.given if right and timed(s) is not None and s]
        weak: dict[str, Fact] = {}
        for fact, right, _seconds in self.given:
            if not right:
                weak.setdefault(fact.key, fact)
        right_ones = sum(right for _fact, right, _seconds in self.given)
        return Summary(
            len(self.given),
            right_ones,
            self.known,
            len(self.facts),
            tuple(weak.values())[:8],
            median(times) if times else None,
        )

    def _keep(self, fact: Fact, right: bool, given: str, seconds: float | None) -> None:
        if self._number is None:
            self._number = self.progress.new_session()
        self._memories[fact.key] = self.progress.answer(
            fact.key,
            right,
            given,
            now=self._clock(),
            seconds=timed(seconds),
            session=self._number,
            speed=self.progress.key_speed,
        )
        self.given.append((fact, right, timed(seconds)))
        self._plan(fact, right)

    def _plan(self, fact: Fact, right: bool) -> None:
        """When a fact comes back in this session: after 2, 5, 10 others until it is learned."""
        done = self._done[fact.key] = self._done.get(fact.key, 0) + 1 if right else 0
        self._again.pop(fact.key, None)
        easy = right and done == 1 and _is_warm_up(fact)
        if not right or not (easy or self._memories[fact.key].learned):
            self._again[fact.key] = len(self.given) + SPACES[min(done, len(SPACES) - 1)]

    def _next(self) -> Question:
        return ask(self._choose(), self.variant, self._rng)

    def _choose(self) -> Fact:
        if self._random:
            return self.facts[int(self._rng.random() * len(self.facts))]
        at = len(self.given)
        last = self.given[-1][0].key if self.given else ""
        by_key = {fact.key: fact for fact in self.facts}
        back = [key for key, when in self._again.items() if when <= at and key != last]
        if back:
            return by_key[min(back, key=lambda key: self._again[key])]
        fresh = self._fresh()
        if fresh and (at < ROW_FIRST or self._room_for_new()):
            return self._introduce(fresh)
        due = [fact for fact in self._due() if fact.key != last]
        if due:
            return due[0] if at < ROW_FIRST else due[int(self._rng.random() * min(4, len(due)))]
        if fresh and self._may_be_new():
            return self._introduce(fresh)
        return self._weakest(last)

    def _fresh(self) -> Fact | None:
        """The next fact that was never asked, while this session may bring new ones."""
        full = sum(not _is_warm_up(fact) for fact in self._new) >= self._limits[0]
        unasked = [fact for fact in self.facts if not self.memory(fact).asked]
        unasked = [fact for fact in unasked if fact.key not in self._again]
        if full:
            return None
        return min(unasked, key=self._teaching_order, default=None)

    def _teaching_order(self, fact: Fact) -> tuple[int, int, int]:
        """Rows in turn, each fact where it stands; wraps of every row come after the rows."""
        return (MODES.index(fact.mode), int(fact.wraps), self.facts.index(fact))

    def _introduce(self, fact: Fact) -> Fact:
        if fact not in self._new:
            self._new.append(fact)
        return fact

    def _room_for_new(self) -> bool:
        """One new fact to three answers about others, where there are others."""
        others = len(self.given) - len(self._new)
        return self._may_be_new() and (others >= KNOWN_TO_NEW * len(self._new) or not self._due())

    def _may_be_new(self) -> bool:
        latest = [right for _fact, right, _seconds in self.given[-10:]]
        return len(latest) < 4 or sum(latest) >= ENOUGH_RIGHT * len(latest)

    def _due(self) -> list[Fact]:
        now = self._clock()
        asked = [fact for fact in self.facts if self.memory(fact).asked]
        due = [fact for fact in asked if self.memory(fact).due <= now]
        due = [fact for fact in due if fact.key not in self._again]
        return sorted(due, key=lambda fact: self.memory(fact).recall(now))

    def _weakest(self, last: str) -> Fact:
        """Nothing is due: what waits in this session, else what sits least well."""
        now = self._clock()
        self._idle = bool(self.given) and not self._again
        waiting = [fact for fact in self.facts if fact.key in self._again and fact.key != last]
        if waiting:
            return min(waiting, key=lambda fact: self._again[fact.key])
        asked = [fact for fact in self.facts if self.memory(fact).asked and fact.key != last]
        if not asked:
            return self.facts[0]
        counts = [fact.key for fact, _right, _seconds in self.given]
        return min(
            asked,
            key=lambda f: (counts.count(f.key), self.memory(f).recall(now), self.memory(f).last),
        )


def fact_label(fact: Fact) -> str:
    """A fact in a few signs: `+3: J → ?`."""
    found = fact.foundation
    if found is None:
        return {"needs": _("the four needs"), "fits": _("where a card fits")}[fact.mode]
    step = step_label(found)
    top = rank_label(fact.top)
    return {
        "next": f"{step}: {top} → ?",
        "previous": f"{step}: ? → {top}",
        "nth": f"{step}: {fact.top}.",
        "gap": f"{step}: {fact.top}.",
        "until": f"{step}: {top} … {rank_label(fact.target) if fact.target else ''}",
    }[fact.mode]


def _is_warm_up(fact: Fact) -> bool:
    """Whether it is counting by one without passing the end: that is known and asked once a day."""
    found = fact.foundation
    return found is not None and abs(found.interval) == 1 and fact.mode == "next" and not fact.wraps


def _modes(variant: Variant) -> tuple[str, ...]:
    """The modes that a game has."""
    return tuple(mode for mode in MODES if variant.turns or mode not in OF_A_POSITION)


def forecast(memories: dict[str, Memory], now: float, days: int = 14) -> tuple[int, ...]:
    """How many facts fall due today, tomorrow and so on; overdue ones count today."""
    counts = [0] * days
    for memory in memories.values():
        day = max(0, int((memory.due - now) // 86400))
        if memory.asked and day < days:
            counts[day] += 1
    return tuple(counts)


def recall_map(session: Session, now: float) -> tuple[tuple[int, int, float | None], ...]:
    """(foundation, place of the top card, probability of recall now) of every "next" fact.

    The probability is None for a fact that was never asked.
    """
    memories = session.progress.memories()
    cells = []
    for fact in facts(session.variant, "next"):
        memory = memories.get(fact.key)
        assert fact.foundation is not None
        place = fact.foundation.place(fact.top) or 0
        cells.append((fact.number, place, memory.recall(now) if memory else None))
    return tuple(cells)


def interval_times(
    answers: tuple[Answer, ...],
) -> tuple[tuple[float, ...], tuple[tuple[int, float], ...]]:
    """Median seconds of right answers: one a session, and (interval, seconds) for "next" facts."""
    sessions: dict[int, list[float]] = {}
    intervals: dict[int, list[float]] = {}
    for one in answers:
        if not one.right or one.seconds is None:
            continue
        sessions.setdefault(one.session, []).append(one.seconds)
        parts = one.key.split("|")
        if parts[0] == "next":
            intervals.setdefault(int(parts[2]), []).append(one.seconds)
    by_interval = tuple((step, median(times)) for step, times in sorted(intervals.items()))
    return tuple(median(times) for times in sessions.values()), by_interval
