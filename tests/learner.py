"""A simulated learner with a known forgetting curve, to compare ways of asking.

Assumptions: a fact that was never met is right with chance 1/13. After an answer the truth is
shown, so that the fact is met. Recall is 1 / (1 + t / (9 s)) for t days after the last meeting,
with a stability s of 0.2 days after the first. A recall that had the chance p makes s grow to
s (1.1 + 2.5 (1 - p)): much after a long gap, little at once. A miss sets s back to max(0.2, s / 4).
Counting by one is known before. A fact is known when its recall a day later would be 0.9 or more.
There is one session a day of 40 answers at most, and an answer takes ten seconds.
"""

import random
from dataclasses import dataclass, field

from calclab.drills import Session
from calclab.progress import Progress
from calclab.questions import Fact

DAY = 86400.0
FIRST = 0.2
KNOWN = 0.9


@dataclass
class Learner:
    rng: random.Random
    stability: dict[str, float] = field(default_factory=dict)
    met: dict[str, float] = field(default_factory=dict)

    def recall(self, fact: Fact, now: float) -> float:
        if fact.foundation is not None and fact.foundation.interval == 1:
            return 1.0
        if fact.key not in self.met:
            return 1 / 13
        return 1 / (1 + (now - self.met[fact.key]) / DAY / (9 * self.stability[fact.key]))

    def answers(self, fact: Fact, now: float) -> bool:
        """Whether the learner is right, and what the answer does to the memory."""
        chance = self.recall(fact, now)
        right = self.rng.random() < chance
        before = self.stability.get(fact.key, FIRST)
        if fact.key in self.met and right:
            self.stability[fact.key] = before * (1.1 + 2.5 * (1 - chance))
        else:
            self.stability[fact.key] = max(FIRST, before / 4)
        self.met[fact.key] = now
        return right

    def knows(self, fact: Fact, now: float) -> bool:
        return self.recall(fact, now + DAY) >= KNOWN


def questions_until_known(seed: int, *, random_order: bool, most: int = 12_000) -> int:
    """How many questions a learner needs until all facts are known."""
    rng = random.Random(seed)
    learner = Learner(random.Random(seed + 1))
    now = [0.0]
    progress = Progress(":memory:", clock=lambda: now[0])
    asked = 0
    while asked < most:
        session = Session(
            "next",
            progress=progress,
            rng=rng,
            clock=lambda: now[0],
            minutes=60,
            random_order=random_order,
        )
        while not session.over:
            question = session.question
            right = learner.answers(question.fact, now[0])
            slot = question.slots[0]
            wrong = next(one for one in question.options if one not in slot.accepted)
            session.answer_values((slot.accepted[0] if right else wrong,), seconds=4.0)
            now[0] += 10
            asked += 1
            if all(learner.knows(fact, now[0]) for fact in session.facts):
                return asked
        now[0] = (now[0] // DAY + 1) * DAY
    return most
