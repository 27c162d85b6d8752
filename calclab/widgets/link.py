"""What goes between a board and its browser side: the traits, the events, and the messages.

What lives here: `Link`, the widget without a game. What does not: what an event does (``board``),
what the traits say (``state``). An event carries the deal and the move number it was made at; a
stale or doubled one is ignored. Events may come on another thread, so that a lock guards the board.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import traitlets

from calclab.cards import shorten
from calclab.messages import _, speaking
from calclab.widgets.assets import css, esm
from calclab.widgets.still import Still

EVENTS_OF_A_MOVE = frozenset(
    "play undo redo finish line_undo line_redo hint chances winnable".split()
)
EVENTS_OF_A_DEAL = EVENTS_OF_A_MOVE | frozenset(
    "restart new go branch give_up time line line_go line_restart sheet".split()
    + "review review_go review_line retry better".split()
)
EVENTS = EVENTS_OF_A_DEAL | {"save", "load", "statistics"}


class Link(Still):
    """The browser's link to a board, which has a method `_event_…` for each event."""

    _esm = esm("cards", "board")
    _css = css("theme", "board")
    _table = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)
    _moves = traitlets.Dict().tag(sync=True)
    _line = traitlets.Dict().tag(sync=True)
    _refusal = traitlets.Dict().tag(sync=True)
    _settings = traitlets.Dict().tag(sync=True)
    _texts = traitlets.Dict().tag(sync=True)
    _clock = traitlets.Dict().tag(sync=True)
    _panel = traitlets.Dict().tag(sync=True)
    _download = traitlets.Dict().tag(sync=True)
    _message = traitlets.Dict().tag(sync=True)
    _overlay = traitlets.Dict().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._ids = 0

    def _listen(self) -> None:
        """Begin to hear the browser, once the board is ready for it."""
        self.observe(self._on_settings, names="_settings")
        self.on_msg(self._on_event)

    def _moment(self) -> tuple[int, int]:
        """The deal on the table and its move number."""
        raise NotImplementedError

    def _take_time(self, seconds: object) -> None:
        """Take over the time that the browser has counted."""
        raise NotImplementedError

    def _on_settings(self, change: Any) -> None:
        raise NotImplementedError

    def _on_event(self, _widget: Any, content: Any, _buffers: Any) -> None:
        with self._lock, self._voice():
            try:
                self._take(content)
            except ValueError as error:
                self._say(str(error), "error")
            except Exception as error:  # nobody else would show it
                self._say(f"{type(error).__name__}: {error}", "error")

    def _take(self, content: dict[str, Any]) -> None:
        kind = content.get("type") if isinstance(content, dict) else None
        handler = getattr(self, f"_event_{kind}", None) if kind in EVENTS else None
        if handler is None:
            raise ValueError(_("{kind} is no event of the board").format(kind=shorten(kind)))
        serial, at = self._moment()
        same_deal = content.get("serial") == serial
        if kind in EVENTS_OF_A_DEAL and not same_deal:
            return
        if kind in EVENTS_OF_A_MOVE and content.get("n") != at:
            return
        if same_deal:
            self._take_time(content.get("seconds"))
        handler(content)

    def _say(self, text: str, tone: str = "info") -> None:
        self._message = {"id": self._next_id(), "text": " ".join(text.split()), "tone": tone}

    def _next_id(self) -> int:
        self._ids += 1
        return self._ids

    @contextmanager
    def _voice(self) -> Iterator[None]:
        with speaking(self._settings["language"], self._settings["letters"]):
            yield
