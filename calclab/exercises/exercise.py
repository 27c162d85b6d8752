"""One exercise: its question, its hints, and how an answer is judged.

What lives here: `Exercise`, `Verdict`, and the small socket by which results are kept. What does
not: the kinds (``counting``, ``burying``, …), reading an answer (``answers``). Source of the
wording's rules: short sentences that name the step and never the person.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from calclab.exercises.answers import AnswerError, Value, read
from calclab.game import Position
from calclab.messages import _, rank_label
from calclab.modular import wrap

Form = Literal[
    "rank",
    "number",
    "foundation",
    "pile",
    "ranks",
    "numbers",
    "set",
    "rank-set",
    "yes-no",
    "choice",
]
Answer = tuple[Value, ...]


class Results(Protocol):
    """Where results go: `calclab.progress` keeps them; without one nothing is kept."""

    def add(
        self, *, kind: str, item: str, answer: str, right: bool, mistake: str, hints: int
    ) -> object:
        """Keep one judged answer."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer that is expected, its name for the teacher, and the hint made for it."""

    answer: Answer
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer gets. `right` is None where it could not be read: that counts for nothing."""

    right: bool | None
    text: str
    mistake: str = ""

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, repr=False)
class Exercise:
    """A question with its answer and the mistakes that it expects; `given` holds its numbers.

    `form` says what kind of answer is wanted; `clock` is (n, step) where a click answers too;
    `position` is what lies on the table, and `choices` are the sentences to choose from. `also` are
    further answers that are as good.
    `hints` are two levels, where to look and the idea; the third is a worked sister example.
    """

    kind: int
    name: str
    seed: str
    modulus: int
    question: str
    form: Form
    answer: Answer
    because: str
    hints: tuple[str, str]
    mistakes: tuple[Mistake, ...]
    given: dict[str, object]
    clock: tuple[int, int] | None = None
    position: Position | None = None
    choices: tuple[str, ...] = ()
    also: tuple[Answer, ...] = ()
    remake: Callable[[str], Exercise] | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"{self.kind}. {self.question}"

    def check(self, answer: object, results: Results | None = None, hints: int = 0) -> Verdict:
        """Judge an answer in any spelling; an empty one asks for an answer.

        >>> from calclab.lessons import exercise
        >>> exercise(16, seed=1).check("")
        Type your answer, then check it.
        """
        verdict = self._judge(answer)
        if results is not None and verdict.right is not None:
            results.add(
                kind=f"exercise-{self.kind}",
                item=self.seed,
                answer=str(answer)[:80],
                right=verdict.right,
                mistake=verdict.mistake,
                hints=hints,
            )
        return verdict

    def hint(self, level: int) -> str:
        """Hint 1: where to look; 2: the idea; 3: a sister example, worked."""
        if level not in (1, 2, 3):
            raise ValueError(f"hint {level!r}: there are hints 1, 2 and 3")
        return self.hints[level - 1] if level < 3 else self._sister()

    def next(self) -> Exercise:
        """A new question of the same kind and difficulty."""
        assert self.remake is not None
        for number in range(2, 40):
            stem = self.seed.split(" · ")[0]
            other = self.remake(f"{stem} · {self._round() + number - 1}")
            if other.given != self.given:
                return other
        return self

    def accepting(self, also: tuple[Answer, ...]) -> Exercise:
        """The same exercise, with further answers that are as good."""
        return replace(self, also=also)

    @property
    def in_any_order(self) -> bool:
        """Whether the order of the answers does not matter."""
        return self.form in ("set", "rank-set")

    @property
    def answer_text(self) -> str:
        """The right answer as a learner would write it."""
        return self._told(self.answer)

    @property
    def answer_told(self) -> str:
        """The right answer as it is told: of sentences to choose from, the sentence."""
        if self.form != "choice":
            return self.answer_text
        return ", ".join(
            _("“{text}”").format(text=self.choices[int(one or 1) - 1]) for one in self.answer
        )

    def _told(self, answer: Answer) -> str:
        return ", ".join(map(self._show, answer))

    def _round(self) -> int:
        parts = self.seed.split(" · ")
        return int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 1

    def _sister(self) -> str:
        sister = self.next()
        if sister is self:
            return self.hints[1]
        return _("Another one, worked: {question} – {answer}: {because}").format(
            question=sister.question, answer=sister.answer_told, because=sister.because
        )

    def _show(self, value: Value) -> str:
        if value is None:
            return _("nothing")
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if self.form in ("rank", "ranks", "rank-set") and isinstance(value, int):
            return rank_label(value)
        return {"foundation": "F", "pile": "W"}.get(self.form, "") + str(value)

    def _judge(self, answer: object) -> Verdict:
        try:
            # None stands where nothing is typed
            values = () if answer is None else read(answer, self.form)
        except AnswerError as error:
            return Verdict(None, str(error))
        if not values:
            asked = _("Type your answer, then check it.")
            return Verdict(None, asked if self.kind else _("Type your prediction first."))
        for right in (self.answer, *self.also):
            if self._same(values, right):
                return Verdict(True, self._praise(right))
        for mistake in self.mistakes:
            if self._same(values, mistake.answer):
                return Verdict(False, mistake.text, mistake.name)
        return self._unexpected(values)

    def _praise(self, right: Answer) -> str:
        """Why the answer is right; an answer "no" is not introduced by "Yes"."""
        plain = self.form == "yes-no" or None in self.answer
        text = _("Right, {answer}: {because}") if plain else _("Yes, {answer}: {because}")
        told = self.answer_told if right == self.answer else self._told(right)
        return text.format(answer=told, because=self.because)

    def _same(self, values: Answer, wanted: Answer) -> bool:
        if any(
            (one is True or one is False) != (two is True or two is False)
            for one, two in zip(values, wanted, strict=False)
        ):
            return False
        if self.in_any_order:
            return len(values) == len(set(values)) and set(values) == set(wanted)
        return values == wanted

    def _unexpected(self, values: Answer) -> Verdict:
        """Answers of the wrong shape, whole rounds off, or simply other ones."""
        if len(values) != len(self.answer) and not self.in_any_order:
            many = len(self.answer)
            if len(values) == 1 or many == 1:
                text = (
                    _("One answer is wanted.")
                    if many == 1
                    else _("{count} answers are wanted, in order.").format(count=many)
                )
                return Verdict(None, text)
            return Verdict(
                False,
                _("{count} answers are wanted. {hint}").format(count=many, hint=self.hints[0]),
                "length",
            )
        number, wanted = values[0], self.answer[0]
        if self.form == "rank" and type(number) is int and type(wanted) is int:
            if number == 0 and wanted == self.modulus:
                return Verdict(
                    False,
                    _("0 and {last} share a place. Which card lies there?").format(
                        last=rank_label(self.modulus)
                    ),
                    "zero",
                )
            if not 1 <= number <= self.modulus and wrap(number, self.modulus) == wanted:
                return Verdict(
                    False,
                    _("{number} is no card. Take away or add whole rounds of {n}.").format(
                        number=number, n=self.modulus
                    ),
                    "no-wrap",
                )
        return Verdict(False, _("Not yet. {hint}").format(hint=self.hints[0]), "other")
