"""An exercise to answer in a notebook: type or click, check, get a hint, see why.

What lives here: the widget and its texts. What does not: questions and judging (``lessons``), the
browser's side (``static/dial.js``, ``exercise.js``, ``exercise_table.js``). The answer is not sent
to the browser before the learner has answered, and it is in no stored output.
"""

from __future__ import annotations

import textwrap
import threading
from collections.abc import Callable, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import traitlets

from calclab.cards import shorten
from calclab.exercises.exercise import Exercise, Results, Verdict
from calclab.lessons import PREDICTIONS, exercise, kinds, prediction
from calclab.messages import _, rank_label
from calclab.svg import FONT, INK, TABLE, part
from calclab.widgets import state
from calclab.widgets.assets import css, esm
from calclab.widgets.following import Following


class Later(str):
    """A line that stands where a result will be."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class Ask(Following):
    """One exercise or prediction: `Ask(2, seed="blue whale 7")`, `Ask("finished")`.

    Several kinds, `Ask((6, 7, 8))`, are asked in turn: mixed kinds are remembered longer.

    `results` keeps what was answered (see `lessons.Results`); without it nothing is kept. Raises
    `ValueError` in one line for an unknown kind, name or ring.

    >>> Ask(16, seed=3)
    Ask(16): On a ring of 13, which card is 65? Run this cell to answer.
    """

    _esm = esm("cards", "dial", "exercise")
    _css = css("theme", "clock", "exercise")
    _item = traitlets.Dict().tag(sync=True)
    _given = traitlets.Dict().tag(sync=True)
    _verdict = traitlets.Dict().tag(sync=True)
    _wish = traitlets.Dict().tag(sync=True)
    _texts = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        question: int | str | Exercise | Sequence[int],
        seed: int | str = 1,
        modulus: int = 13,
        *,
        results: Results | None = None,
        theme: str | None = None,
        size: str | None = None,
        language: str | None = None,
        letters: str | None = None,
    ) -> None:
        frame = self._begin(theme=theme, size=size, language=language, letters=letters)
        self._turns: tuple[int, ...] = ()
        if isinstance(question, Sequence) and not isinstance(question, str):
            if not question:
                raise ValueError(
                    f"no kind of exercise was named; the kinds are 1 to {len(kinds())}"
                )
            self._turns, question = tuple(question), question[0]
        with self._voice():
            made = _made(question, seed, modulus)
            for kind in self._turns[1:]:
                exercise(kind, seed, modulus)
        super().__init__(**frame)
        self._lock = threading.RLock()
        self._results = results
        self._serial, self._asked = 0, 1
        with self._voice():
            self._texts = _texts()
        self._show(made)
        self.observe(self._on_given, names="_given")
        self.observe(self._on_wish, names="_wish")
        self._follow()

    @property
    def exercise(self) -> Exercise:
        """The exercise that is asked now."""
        return self._exercise

    @property
    def verdict(self) -> Verdict | None:
        """The last verdict; None before the first answer."""
        return self._last

    def answer(self, text: object, hints: int = 0) -> Verdict:
        """Answer as the learner does."""
        with self._lock, self._voice():
            return self._judge(text, hints)

    def then(self, show: Callable[[], object]) -> object:
        """What `show` gives, once the learner has answered; before that, a word to predict first.

        >>> Ask("finished").then(lambda: 42)
        Predict first: answer the card above, then run this cell again.
        """
        if self._last is not None and self._last.right is not None:
            return show()
        with self._voice():
            text = _("Predict first: answer the card above, then run this cell again.")
        return Later(text)

    def next(self) -> Ask:
        """Ask a new one of the same kind; a prediction is asked once."""
        with self._lock:
            self._take_voice()
            with self._voice():
                if self._turns:
                    self._show(self._in_turn())
                elif self._exercise.remake is not None:
                    self._show(self._exercise.next())
                self._asked += 1
        return self

    def _speak_anew(self) -> None:
        """Ask the same again in the voice that is wanted; what is answered stays as it was said."""
        with self._lock:
            if self._last is None or self._last.right is None:
                self._take_voice()
                with self._voice():
                    self._show(_same(self._exercise))

    def _take_voice(self) -> None:
        if self._spoken != self._voice_wanted:
            self._spoken = self._voice_wanted
            with self._voice():
                self._texts = _texts()

    def _in_turn(self) -> Exercise:
        """The next of several kinds; a new round of them has new numbers."""
        asked, count = self._asked, len(self._turns)
        kind, stem = self._turns[asked % count], self._exercise.seed.split(" · ")[0]
        seed = stem if asked < count else f"{stem} · {asked // count + 1}"
        return exercise(kind, seed, self._exercise.modulus)

    def __repr__(self) -> str:
        name = self._turns or self._exercise.kind or repr(self._exercise.name)
        with self._voice():
            return f"Ask({name}): {self._exercise.question} Run this cell to answer."

    def _picture(self) -> str:
        return _still(self._exercise)

    def _show(self, made: Exercise) -> None:
        self._exercise = made
        self._last: Verdict | None = None
        self._serial += 1
        is_prediction = made.kind == 0
        with self.hold_sync(), self._voice():
            self._verdict = {}
            self._item = {
                "id": self._serial,
                "question": made.question,
                "form": made.form,
                "many": made.in_any_order or len(made.answer) > 1,
                "piles": [name for name in _piles(made) if name[0] == "W"],
                "choices": list(made.choices),
                "table": state.part(made.position) if made.position else None,
                "labels": [rank_label(rank) for rank in range(1, made.modulus + 1)],
                "clock": list(made.clock) if made.clock else None,
                "hints": [] if is_prediction else [made.hint(level) for level in (1, 2, 3)],
                "prediction": is_prediction,
                "again": made.remake is not None,
            }

    def _judge(self, text: object, hints: int) -> Verdict:
        made = self._exercise
        verdict = made.check(text, self._results, hints)
        if made.kind == 0 and verdict.right is False:
            # The hint of an answer that nobody foresaw would ask to go on looking.
            text = "" if verdict.mistake in ("other", "length") else verdict.text
            reveal = _("{text} The answer is {answer}: {because}").format(
                text=text, answer=made.answer_told, because=made.because
            )
            verdict = Verdict(False, reveal.strip(), verdict.mistake)
        self._last = verdict
        return verdict

    def _on_given(self, change: Any) -> None:
        """An answer from the browser; one to a question that is gone is ignored."""
        given = change.new
        if given.get("id") != self._serial:
            return
        with self._lock, self._voice():
            hints = given.get("hints")
            verdict = self._judge(given.get("text"), hints if isinstance(hints, int) else 0)
            over = bool(verdict.right) or (self._exercise.kind == 0 and verdict.right is False)
            self._verdict = {
                "id": self._serial,
                "n": given.get("n"),
                "right": verdict.right,
                "text": verdict.text,
                "over": over,
            }

    def _on_wish(self, change: Any) -> None:
        if change.new.get("next") == self._serial:
            self.next()


def _piles(made: Exercise) -> tuple[str, ...]:
    return made.position.pile_names if made.position else ()


def _still(made: Exercise) -> str:
    """The question and its table as a picture, for a page without a kernel."""
    paragraphs = made.question.split("\n")
    lines = [line for text in paragraphs for line in textwrap.wrap(text, 58)]
    height = 34.0 + 26 * len(lines)
    texts = "".join(
        f'<text x="20" y="{38 + 26 * at}" font-size="18" font-weight="600" fill="{INK}">'
        f"{escape(line)}</text>"
        for at, line in enumerate(lines)
    )
    width = 620.0
    if made.position:
        picture = part(made.position, "")
        across, down = map(float, picture.split('viewBox="0 0 ')[1].split('"')[0].split())
        texts += picture.replace("<svg ", f'<svg y="{height - 10:g}" ', 1)
        width, height = max(width, across), height + down - 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" font-family={quoteattr(FONT)} '
        f'style="max-width:100%;height:auto"><title>{escape(made.question)}</title>'
        f'<rect width="{width:g}" height="{height:g}" rx="12" fill="{TABLE}"/>{texts}</svg>'
    )


def _made(question: int | str | Exercise, seed: int | str, modulus: int) -> Exercise:
    if isinstance(question, Exercise):
        return question
    if isinstance(question, str) and not question.isdigit():
        if question not in PREDICTIONS:
            names = ", ".join(PREDICTIONS)
            raise ValueError(f"{shorten(question)} is no prediction; there are {names}")
        return prediction(question)
    return exercise(int(question) if isinstance(question, str) else question, seed, modulus)


def _same(made: Exercise) -> Exercise:
    """The same question in the voice that speaks now, where it can be made again."""
    if made.kind == 0 and made.name in PREDICTIONS:
        return prediction(made.name)
    return made if made.remake is None else made.remake(made.seed)


def _texts() -> dict[str, str]:
    return {
        "exercise": _("Exercise"),
        "predict": _("Predict first"),
        "answer": _("Your answer"),
        "check": _("Check"),
        "commit": _("This is my prediction"),
        "hint": _("Hint {level}"),
        "offer": _("Would a hint help?"),
        "next": _("Next one"),
        "yes": _("yes"),
        "no": _("no"),
        "nothing": _("nothing"),
        "clock": _("Show the ring"),
        "ring": _("A ring of {n}; a position fills in your answer"),
        "position": _("Position {rank}"),
        "table": _("What lies on the table"),
        "choices": _("Sentences to choose from"),
        "keys": _("Answers to choose from"),
        "delete": _("Delete"),
        "gone": _("Python does not answer. If its kernel was restarted, run the cell again."),
    }
