"""When a fact is asked again: grades, and how well a fact sits after its answers.

What lives here: `grade`, `Memory` and its `review`, recall and due time by the `fsrs` package. What
does not: questions (``questions``), the order within a session (``drills``), files (``progress``).
Times are seconds UTC and come in as arguments. Source: the scheduler FSRS-6; the grades' limits
are those of England's tables check and of the retrieval-practice literature.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from statistics import median
from typing import Any

from fsrs import Card, Rating, Scheduler, State

RETENTION = 0.9
SLOW = 6.0
FLUENT_AFTER_KEY = 1.5
FLUENT_UNMEASURED = 3.0
IGNORED = 20.0
SPACES = (2, 5, 10)
FLUENT_DAYS = 3
LAPSES_OF_STICKY = 4
DAY = 86400.0

_scheduler = Scheduler(
    desired_retention=RETENTION, learning_steps=(), relearning_steps=(), enable_fuzzing=False
)


@dataclass(frozen=True, slots=True)
class Memory:
    """How one fact sits: counts of its answers and the scheduler's numbers (days, seconds UTC)."""

    stability: float = 0.0
    difficulty: float = 0.0
    last: float = 0.0
    due: float = 0.0
    asked: int = 0
    right: int = 0
    steps: int = 0
    lapses: int = 0
    days: int = 0
    fluent_days: int = 0
    day: int = -1
    fluent_day: int = -1

    @property
    def learned(self) -> bool:
        """Whether it was right three times with other questions between, and not wrong since."""
        return self.steps >= len(SPACES)

    @property
    def sticky(self) -> bool:
        """Whether it was forgotten so often that its row should be shown."""
        return self.lapses >= LAPSES_OF_STICKY

    def recall(self, now: float) -> float:
        """The probability that it is recalled now, 0 to 1; 0 for a fact never asked.

        >>> Memory().recall(0)
        0.0
        """
        if not self.asked:
            return 0.0
        if now <= self.last:
            return 1.0
        decay = -_scheduler.parameters[20]
        factor = RETENTION ** (1 / decay) - 1
        days = (now - self.last) / DAY
        return float((1 + factor * days / self.stability) ** decay)

    def data(self) -> dict[str, Any]:
        """Its fields as plain data."""
        return asdict(self)


def key_speed(times: list[float] | tuple[float, ...]) -> float | None:
    """The learner's own key speed: the median of the times to press a named key, in seconds."""
    return median(times) if times else None


def fluent_within(key: float | None) -> float:
    """The seconds within which a right answer counts as fluent.

    >>> fluent_within(None), fluent_within(0.75)
    (3.0, 2.25)
    """
    return FLUENT_UNMEASURED if key is None else key + FLUENT_AFTER_KEY


def timed(seconds: float | None) -> float | None:
    """The time of an answer, or None where it says nothing: unmeasured, or above 20 s."""
    return seconds if seconds is not None and 0 <= seconds <= IGNORED else None


def grade(
    right: bool, seconds: float | None = None, key: float | None = None, fluent_days: int = 0
) -> int:
    """1 Again, 2 Hard, 3 Good, 4 Easy: wrong, slow, else, fluent on three days.

    >>> grade(False, 1), grade(True, 7), grade(True, 2), grade(True, 2, fluent_days=3), grade(True)
    (1, 2, 3, 4, 3)
    """
    seconds = timed(seconds)
    if not right:
        return 1
    if seconds is None:
        return 3
    if seconds > max(SLOW, fluent_within(key)):
        return 2
    return 4 if fluent_days >= FLUENT_DAYS and seconds <= fluent_within(key) else 3


def review(
    memory: Memory | None,
    right: bool,
    now: float,
    seconds: float | None = None,
    key: float | None = None,
) -> tuple[Memory, int]:
    """The memory after an answer, and the grade that the answer got.

    >>> after, mark = review(None, True, now=0.0, seconds=2.0)
    >>> mark, after.asked, round(after.due / 86400)
    (3, 1, 2)
    """
    memory = memory or Memory()
    now = max(now, memory.last)
    day = int(now // DAY)
    quick = right and timed(seconds) is not None and (seconds or 0) <= fluent_within(key)
    fluent_days = memory.fluent_days + (quick and day != memory.fluent_day)
    mark = grade(right, seconds, key, fluent_days)
    card, _log = _scheduler.review_card(_card(memory), Rating(mark), _moment(now))
    after = replace(
        memory,
        stability=float(card.stability or 0.0),
        difficulty=float(card.difficulty or 0.0),
        last=now,
        due=card.due.timestamp(),
        asked=memory.asked + 1,
        right=memory.right + right,
        steps=memory.steps + 1 if right else 0,
        lapses=memory.lapses + (not right and memory.learned),
        days=memory.days + (right and day != memory.day),
        day=day if right else memory.day,
        fluent_days=fluent_days,
        fluent_day=day if quick else memory.fluent_day,
    )
    return after, mark


def _card(memory: Memory) -> Card:
    if not memory.asked:
        return Card(card_id=0, due=_moment(0))
    return Card(
        card_id=0,
        state=State.Review,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_moment(memory.due),
        last_review=_moment(memory.last),
    )


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
