"""The clock: a ring of n positions on which a hand steps by an interval and draws a star.

What lives here: the widget, its numbers, and its link to a board. What does not: the arithmetic
(``modular``), the names of mistakes (``exercises.hand``), the still picture (``clock_svg``), the
browser's side (``static/dial.js``, ``static/clock.js``). Every value that the browser shows was
computed here; the browser only draws, counts and moves the hand along the sequence it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import traitlets

from calclab import clock_svg
from calclab.clock_svg import Dial
from calclab.exercises import hand
from calclab.exercises.exercise import Verdict
from calclab.messages import rank_label
from calclab.modular import Foundation, cycle, order, visiting, wrap
from calclab.relations import cycle_sentence, euclid_text, relation_sentence
from calclab.widgets.assets import css, esm
from calclab.widgets.clock_texts import texts
from calclab.widgets.following import Following


class Clock(Following):
    """A clock to step on: `Clock(13, 3)`, `Clock(Foundation(3, 3))`, `Clock(12, 2, predict=True)`.

    `base` is the interval's own rank unless given, `overlay` a second interval to compare with.
    Raises `ValueError` in one line for a number that cannot be.

    >>> Clock(13, 3, step=2)
    Clock(13, 3): the hand is on 9; visited 3 6 9. Run this cell to use it.
    """

    _esm = esm("cards", "dial", "clock")
    _css = css("theme", "clock")
    modulus = traitlets.Int(13).tag(sync=True)
    interval = traitlets.Int(3).tag(sync=True)
    base = traitlets.Int(3).tag(sync=True)
    overlay = traitlets.Int(None, allow_none=True).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    predict = traitlets.Bool(False).tag(sync=True)
    right = traitlets.Int(0).tag(sync=True)
    wrong = traitlets.Int(0).tag(sync=True)
    mistakes = traitlets.Dict().tag(sync=True)
    _dial = traitlets.Dict().tag(sync=True)
    _wanted = traitlets.Dict().tag(sync=True)
    _texts = traitlets.Dict().tag(sync=True)
    _message = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        modulus: int | Foundation = 13,
        interval: int = 3,
        base: int | None = None,
        *,
        overlay: int | None = None,
        step: int = 0,
        predict: bool = False,
        theme: str | None = None,
        size: str | None = None,
        language: str | None = None,
        letters: str | None = None,
    ) -> None:
        if isinstance(modulus, Foundation):
            found = modulus
            modulus, interval, base = found.modulus, found.interval, found.base
        dial = Dial(modulus, interval, base, step, overlay)
        frame = self._begin(theme=theme, size=size, language=language, letters=letters)
        super().__init__(predict=bool(predict), **frame)
        self._stop: Callable[[], None] | None = None
        with self._voice():
            self._texts = texts()
        self._show(dial)
        self.observe(self._on_numbers, names=["modulus", "interval", "base", "overlay"])
        self.observe(self._on_wanted, names="_wanted")
        self._follow()

    @property
    def dial(self) -> Dial:
        """The clock's state as a value."""
        return Dial(self.modulus, self.interval, self.base, self.step, self.overlay)

    @property
    def position(self) -> int:
        """The rank on which the hand stands."""
        return self.dial.position

    @property
    def visited(self) -> tuple[int, ...]:
        """The ranks visited so far."""
        return self.dial.visited

    def forward(self, steps: int = 1) -> Clock:
        """Step on, at most until the hand is back at its base; negative steps go back."""
        self.step = min(max(self.step + steps, 0), len(self.dial.sequence))
        return self

    def rewind(self) -> Clock:
        """Put the hand back on its base."""
        self.step = 0
        return self

    def guess(self, rank: int) -> Verdict:
        """Predict the next position as the learner does by a click: counted, and moved if right."""
        dial = self.dial
        name = hand.judge(dial.position, rank, dial.interval, dial.modulus)
        if name == hand.RIGHT:
            self.right += 1
            self.forward()
        else:
            self.wrong += 1
            self.mistakes = {**self.mistakes, name: self.mistakes.get(name, 0) + 1}
        with self._voice():
            place = (dial.position, rank, dial.interval, dial.modulus)
            text = f"{hand.lead(*place)} {hand.explain(*place)}"
        return Verdict(name == hand.RIGHT, text, "" if name == hand.RIGHT else name)

    def link(self, board: Any, foundation: str = "F1") -> Callable[[], None]:
        """Show a board's foundation and follow it; the answer is a function that stops it.

        Raises `ValueError` when the board has no such foundation.
        """
        number = foundation[1:] if foundation[:1] == "F" else ""
        count = len(board.game.foundations)
        if not number.isdigit() or not 1 <= int(number) <= count:
            raise ValueError(
                f"{foundation!r:.40} is no foundation of this board; it has F1 to F{count}"
            )
        at = int(number) - 1

        def follow(*_anything: object) -> None:
            found, laid = board.game.foundations[at], len(board.game.laid[at])
            self._show(Dial(found.modulus, found.interval, found.base, max(laid - 1, 0)))

        stops = [board.on_move(follow)]
        if hasattr(board, "observe") and board.has_trait("_state"):
            board.observe(follow, names="_state")  # undo, redo and new deals
            stops.append(lambda: board.unobserve(follow, names="_state"))
        follow()

        def stop() -> None:
            for one in stops:
                one()

        return stop

    def __repr__(self) -> str:
        with self._voice():
            row = " ".join(map(rank_label, self.visited))
            at = rank_label(self.position)
        base = "" if self.base == wrap(self.interval, self.modulus) else f", base {self.base}"
        return (
            f"Clock({self.modulus}, {self.interval}{base}): the hand is on {at}; "
            f"visited {row}. Run this cell to use it."
        )

    def _speak_anew(self) -> None:
        self._spoken = self._voice_wanted
        with self._voice(), self.hold_sync():
            self._texts = texts()
            self._show(self.dial)

    def _picture(self) -> str:
        return clock_svg.clock(self.dial)

    # numbers

    def _show(self, dial: Dial) -> None:
        """Take a whole state at once and send what the browser draws."""
        with self.hold_sync(), self._held():
            self.modulus, self.interval = dial.modulus, dial.interval
            self.base, self.step = dial.base or dial.modulus, dial.steps
            self.overlay = dial.overlay
            with self._voice():
                self._dial = dial_data(dial)
            self._message = ""

    @traitlets.validate("step")
    def _within_walk(self, proposal: Any) -> int:
        """The hand stops when it is back at its base, whoever moves it."""
        return min(max(int(proposal.value), 0), order(self.interval, self.modulus))

    def _on_numbers(self, change: Any) -> None:
        """A number was set from Python: fit the others to it, or put it back and say why."""
        if self._busy:
            return
        numbers = {
            "modulus": self.modulus,
            "interval": self.interval,
            "base": self.base,
            "overlay": self.overlay,
        }
        try:
            if change.name == "modulus":
                Dial(self.modulus, 1)
            else:
                Dial(self.modulus, self.interval, self.base, 0, self.overlay)
        except ValueError:
            with self._held():
                self.set_trait(change.name, change.old)
            raise
        self._show(fitting(**numbers))

    def _on_wanted(self, change: Any) -> None:
        """Numbers chosen in the browser; those that do not fit are brought into their limits."""
        try:
            wanted = dict(change.new)
            names = ("modulus", "interval", "base", "overlay")
            self._show(fitting(**{name: wanted.get(name) for name in names}))
        except (ValueError, TypeError) as error:
            self._message = " ".join(str(error).split())

    _busy = False

    @contextmanager
    def _held(self) -> Iterator[None]:
        before, self._busy = self._busy, True
        try:
            yield
        finally:
            self._busy = before


def fitting(
    modulus: object = 13, interval: object = 3, base: object = None, overlay: object = None
) -> Dial:
    """The nearest numbers that make a clock.

    >>> fitting(10, 12, 13).modulus, fitting(10, 12, 13).interval, fitting(10, 12, 13).base
    (10, 2, 10)
    """
    n = min(max(_whole(modulus, 13), clock_svg.LEAST), clock_svg.MOST)
    step = _within(_whole(interval, 1), n) or 1
    second = _within(_whole(overlay, 0), n) or None
    start = min(max(_whole(base, step % n or n), 1), n)
    return Dial(n, step, start, 0, second)


def _within(interval: int, modulus: int) -> int:
    if abs(interval) < modulus:
        return interval
    return interval % modulus if interval > 0 else -(-interval % modulus)


def _whole(value: object, instead: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else instead


def dial_data(dial: Dial) -> dict[str, Any]:
    """What the browser draws for these numbers: ranks as numbers, sentences ready made."""
    n, k = dial.modulus, dial.interval
    ranks = dial.sequence
    closed = Dial(n, k, dial.base, order(k, n), dial.overlay)
    data: dict[str, Any] = {
        "n": n,
        "interval": k,
        "base": dial.base,
        "overlay": dial.overlay,
        "labels": [rank_label(rank) for rank in range(1, n + 1)],
        "sequence": list(ranks),
        "sums": [hand.sum_text(rank, k, n) for rank in ranks],
        "steps": [hand.step_text(rank, k, n) for rank in ranks],
        "judge": hand.table(k, n),
        "closing": clock_svg.closing(closed),
        "why": cycle_sentence(k, n),
        "euclid": euclid_text(n, abs(k)),
        "short": len(ranks) < n,
        "better": _better(n, k),
        "ink": clock_svg.ink_number(k),
    }
    if dial.overlay is not None:
        data["second"] = list(cycle(dial.base or n, dial.overlay, n))
        data["relation"] = _relation(dial)
        data["second_ink"] = clock_svg.ink_number(dial.overlay, beside=k)
    return data


def _better(modulus: int, interval: int) -> int | None:
    """The next larger ring on which the interval visits every position."""
    rings = range(modulus + 1, clock_svg.MOST + 1)
    return next((ring for ring in rings if abs(interval) in visiting(ring)), None)


def _relation(dial: Dial) -> str:
    try:
        first, second = (
            Foundation(dial.base or dial.modulus, k, order(k, dial.modulus), dial.modulus)
            for k in (dial.interval, dial.overlay or 1)
        )
    except ValueError:
        return ""
    return relation_sentence(first, second)
