"""The recall drill: one big question, an answer by typing, clicking or touch, a verdict at once.

What lives here: the widget, its events, and what it sends to the browser. What does not: questions
and sessions (``drills``), what is kept (``progress``), the browser's side (``static/drill.js``). A
question travels with its verdicts, so that the next frame can show one; neither is in a stored
output. An event carries the number of its question; a stale or doubled one is ignored.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import traitlets

from calclab.cards import seed_rng
from calclab.drills import Session, Summary, fact_label, forecast, interval_times, recall_map
from calclab.messages import _, numeral, rank_label
from calclab.progress import Progress
from calclab.questions import Question, Verdict, step_label
from calclab.scheduling import key_speed
from calclab.svg import FONT, INK, TABLE
from calclab.variants import Variant
from calclab.widgets.assets import css, esm
from calclab.widgets.drill_texts import mode_name, texts
from calclab.widgets.following import Following

FEWEST_KEYS = 5


class Drill(Following):
    """Recall questions: `Drill()`, `Drill("previous", "giant")`, `Drill("mixed", modulus=11)`.

    Modes: next, previous, nth, until, gap, needs, fits, mixed. `progress` is a `Progress`, a path,
    or `":memory:"` to keep nothing. `seed` makes the choices repeatable; `wait` leaves a right
    verdict until the learner goes on. Raises `ValueError` in one line.

    >>> Drill("next", progress=":memory:", seed=7)
    Drill(next, calculation): 48 facts. Run this cell to practise.
    """

    _esm = esm("cards", "drill")
    _css = css("theme", "drill")
    wait = traitlets.Bool(False).tag(sync=True)
    _item = traitlets.Dict().tag(sync=True)
    _given = traitlets.Dict().tag(sync=True)
    _wish = traitlets.Dict().tag(sync=True)
    _panel = traitlets.Dict().tag(sync=True)
    _status = traitlets.Dict().tag(sync=True)
    _texts = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        mode: str = "next",
        variant: str | Variant = "calculation",
        modulus: int | None = None,
        *,
        progress: Progress | Path | str | None = None,
        seed: int | str | None = None,
        clock: Callable[[], float] = time.time,
        language: str | None = None,
        letters: str | None = None,
        theme: str | None = None,
        size: str | None = None,
        wait: bool = False,
        **limits: Any,
    ) -> None:
        unknown = sorted(set(limits) - {"new", "answers", "minutes"})
        if unknown:
            raise ValueError(f"{unknown[0]} is no setting; there are new, answers and minutes")
        frame = self._begin(theme=theme, size=size, language=language, letters=letters)
        self._lock = threading.RLock()
        self._serial = self._panels = 0
        rng = random.Random() if seed is None else seed_rng(seed, "drill")
        self._settings = {"rng": rng, "clock": clock, **limits}
        with self._voice():
            kept = progress if isinstance(progress, Progress) else Progress(progress, clock)
            self._session = Session(mode, variant, modulus, progress=kept, **self._settings)
        super().__init__(wait=wait, **frame)
        with self._voice():
            self._texts = texts()
            self._show()
        self.observe(self._on_given, names="_given")
        self.observe(self._on_wish, names="_wish")
        self._follow()

    @property
    def session(self) -> Session:
        """The session that runs now."""
        return self._session

    @property
    def progress(self) -> Progress:
        """Where answers are kept; its `path` is None in memory."""
        return self._session.progress

    @property
    def question(self) -> Question:
        """The question that is asked now."""
        return self._session.question

    def answer(self, answer: object, seconds: float | None = None) -> Verdict:
        """Answer as the learner does; raises `ValueError` for what cannot be read."""
        with self._lock, self._voice():
            verdict = self._session.answer(answer, seconds)
            self._show()
        return verdict

    def summary(self) -> Summary:
        """What was answered so far, and what to practise."""
        with self._lock:
            return self._session.summary()

    def __repr__(self) -> str:
        session = self._session
        ring = session.variant.modulus
        of = "" if ring == 13 else f", modulus {ring}"
        count = len(session.facts)
        much = "questions from real positions" if count == 1 else f"{count} facts"
        return (
            f"Drill({session.mode}, {session.variant.id}{of}): {much}. Run this cell to practise."
        )

    def _speak_anew(self) -> None:
        """Ask for the same fact in the voice that is wanted."""
        with self._lock:
            self._spoken = self._voice_wanted
            with self._voice(), self.hold_sync():
                self._texts = texts()
                self._session.ask_again()
                self._show()

    def _picture(self) -> str:
        return _still(mode_name(self._session.mode), _("Run this cell to practise."))

    # what is sent

    def _show(self) -> None:
        self._serial += 1
        session = self._session
        with self.hold_sync():
            self._item = {"id": self._serial, **_item(session.question, session)}
            self._status = self._now()

    def _now(self) -> dict[str, Any]:
        session, progress = self._session, self.progress
        problems = " · ".join(progress.problems)
        where = _("Kept in {path}").format(path=progress.path)
        return {
            "given": [right for _fact, right, _seconds in session.given],
            "limit": session.limit,
            "known": session.known,
            "total": len(session.facts),
            "over": session.over,
            "summary": session.summary().text if session.given else "",
            "practise": [fact_label(fact) for fact in session.summary().practise],
            "kept": _("Nothing is kept: in memory only") if progress.in_memory else where,
            "problem": problems,
        }

    # events of the browser

    def _on_given(self, change: Any) -> None:
        given = change.new
        with self._lock, self._voice():
            if given.get("id") != self._serial:
                return
            seconds = given.get("seconds")
            try:
                values = self._session.question.values(given.get("values"))
                self._session.answer_values(
                    values, float(seconds) if isinstance(seconds, int | float) else None
                )
                self._show()
            except Exception as error:  # nobody else would show it
                self._fail(error)

    def _on_wish(self, change: Any) -> None:
        with self._lock, self._voice():
            try:
                self._take(change.new)
            except Exception as error:  # nobody else would show it
                self._fail(error)

    def _take(self, wish: dict[str, Any]) -> None:
        kind = wish.get("kind")
        if kind == "skip" and wish.get("id") == self._serial:
            self._session.skip()
            self._show()
        elif kind == "again":
            session = self._session
            self._session = Session(
                session.mode, session.variant, progress=session.progress, **self._settings
            )
            self._show()
        elif kind == "speed":
            times = [float(one) for one in wish.get("times", ()) if 0.05 < float(one) < 10]
            measured = key_speed(times)
            if len(times) >= FEWEST_KEYS and measured is not None:
                self.progress.key_speed = measured
        elif kind in ("map", "times"):
            self._panels += 1
            panel = self._map() if kind == "map" else self._times()
            self._panel = {"id": self._panels, "kind": kind, **panel}

    def _map(self) -> dict[str, Any]:
        session = self._session
        rows: dict[int, list[Any]] = {}
        for number, place, recall in recall_map(session, session.now):
            top = session.variant.foundations[number - 1].sequence[place - 1]
            percent = None if recall is None else round(100 * recall)
            rows.setdefault(number, []).append([rank_label(top), percent])
        found = session.variant.foundations
        for number, row in rows.items():
            row.append([rank_label(found[number - 1].last), "end"])
        return {
            "title": _("How likely you recall what comes next"),
            "rows": [
                {"label": step_label(found[number - 1]), "cells": row}
                for number, row in rows.items()
            ],
            "note": _("Reviews in the next 7 days: {counts}").format(
                counts=" · ".join(map(str, forecast(session.progress.memories(), session.now, 7)))
            ),
        }

    def _times(self) -> dict[str, Any]:
        by_session, by_interval = interval_times(self.progress.answers(latest=2000))
        lines = [
            _("Step {step}: {seconds} s").format(step=step, seconds=numeral(seconds, ".1f"))
            for step, seconds in by_interval
        ]
        if not lines:
            lines = [_("No times yet.")]
        return {
            "title": _("Your typical times, by session"),
            "bars": [[round(one, 2), numeral(one, ".1f")] for one in by_session[-20:]],
            "lines": lines,
            "note": _("A time that grows with the step may come from counting."),
        }

    def _fail(self, error: Exception) -> None:
        text = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        self._status = {**self._now(), "problem": " ".join(text.split())}


def _item(question: Question, session: Session) -> dict[str, Any]:
    """A question as the browser draws it."""
    found = question.fact.foundation
    return {
        "text": question.text,
        "options": [
            [value, label] for value, label in zip(question.options, question.labels, strict=True)
        ],
        "spelt": question.spelt,
        "slots": [
            {"label": slot.label, "accepted": list(slot.accepted), "reasons": slot.reasons}
            for slot in question.slots
        ],
        "answer": question.answer,
        "mode": question.fact.mode,
        "card": question.card,
        "tops": list(question.tops),
        "steps": [step_label(one) for one in session.variant.foundations] if question.tops else [],
        "strip": list(question.strip),
        "shown": list(question.shown),
        "hole": question.hole,
        "chip": step_label(found) if found else "",
        "number": question.fact.number,
        "sticky": session.memory(question.fact).sticky,
        "labels": [rank_label(rank) for rank in range(1, session.variant.modulus + 1)],
    }


def _still(title: str, line: str) -> str:
    """A picture for a page without a kernel; it holds no question and no answer."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 96" width="620" height="96" '
        f'role="img" font-family={quoteattr(FONT)} style="max-width:100%;height:auto">'
        f'<title>{escape(title)}</title><rect width="620" height="96" rx="12" fill="{TABLE}"/>'
        f'<text x="20" y="40" font-size="20" font-weight="600" fill="{INK}">{escape(title)}</text>'
        f'<text x="20" y="70" font-size="16" fill="{INK}">{escape(line)}</text></svg>'
    )
