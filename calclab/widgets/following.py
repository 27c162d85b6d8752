"""Widgets without a settings panel: they look and speak as a board's panel remembers.

What lives here: `Following`, and `tell`, by which a board says that something was chosen. What does
not: which settings there are (``settings``), where they are kept (``shelf``). What a cell says goes
before what is remembered, and is not changed by a panel; these widgets read and never write.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakSet

import traitlets

from calclab.messages import asked_voice
from calclab.shelf import Shelf
from calclab.widgets import settings as chosen
from calclab.widgets.still import Still

FOLLOWED = frozenset({"language", "letters", "theme", "size"})
_following: WeakSet[Following] = WeakSet()


class Following(Still):
    """A widget with the theme, the size and the voice that a board's panel remembers."""

    theme = traitlets.Enum(chosen.CHOICES["theme"], "auto").tag(sync=True)
    size = traitlets.Enum(chosen.CHOICES["size"], "auto").tag(sync=True)

    def _begin(self, **given: str | None) -> dict[str, str]:
        """Take the voice and tell the frame, a theme and a size; `given` is what the cell says.

        Raises `ValueError` in one line for what cannot be chosen.
        """
        self._cell_says = {name: value for name, value in given.items() if value is not None}
        self._voice_asked = asked_voice()
        self._frame, self._spoken = self._remembered()
        self._voice_wanted = self._spoken
        return self._frame

    def _follow(self) -> None:
        """Hear from now on what a board's panel chooses."""
        _following.add(self)

    def _remembered(self) -> tuple[dict[str, str], tuple[str, str]]:
        """The frame and the voice that are right now."""
        found = chosen.begin(self._cell_says, Shelf().settings(only_read=True), self._voice_asked)
        frame = {name: found[name] for name in ("theme", "size")}
        return frame, (found["language"], found["letters"])

    def _take_over(self) -> None:
        """Look as was chosen at once, except for what Python has set since; then speak so."""
        before, (self._frame, self._voice_wanted) = self._frame, self._remembered()
        for name, value in self._frame.items():
            if getattr(self, name) == before[name]:
                setattr(self, name, value)
        if self._voice_wanted != self._spoken:
            self._speak_anew()

    def _speak_anew(self) -> None:
        """Say everything in the wanted voice, now or with the next question."""
        raise NotImplementedError


def tell(names: Iterable[str]) -> None:
    """A board's panel has chosen these anew: whoever follows looks and speaks so."""
    if FOLLOWED & set(names):
        for widget in tuple(_following):
            widget._take_over()
