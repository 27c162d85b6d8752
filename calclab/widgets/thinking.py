"""Thinking that does not freeze a board: one thought at a time, beside the cells that run.

What lives here: `Thinker`. What does not: what is thought about (``hinting``, ``reviewing``). Where
there are no threads, as in Pyodide, a thought is finished before anything else goes on.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

Thought = TypeVar("Thought")
Check = Callable[[], None]

HAS_THREADS = sys.platform != "emscripten"


class OvertakenError(Exception):
    """Raised inside a thought that nobody waits for any more, to end it."""


class Thinker:
    """Thinks in the background; a newer thought overtakes the one before it.

    >>> thinker, answers = Thinker(threading.RLock()), []
    >>> thinker.think(lambda check: 6 * 7, answers.append)
    >>> thinker.wait()
    >>> answers
    [42]
    """

    def __init__(self, lock: threading.RLock) -> None:
        self._lock = lock
        self._number = 0
        self._thread: threading.Thread | None = None

    def think(
        self,
        job: Callable[[Check], Thought],
        then: Callable[[Thought], object],
        failed: Callable[[Exception], object] = lambda error: None,
    ) -> None:
        """Run `job(check)`, then `then(thought)` under the lock, unless it was overtaken.

        `check()` raises `OvertakenError` once nobody waits for the job. What else is raised goes
        to `failed`.
        """
        self._number += 1
        mine = self._number

        def check() -> None:
            if mine != self._number:
                raise OvertakenError

        def run() -> None:
            try:
                self._answer(mine, then, job(check))
            except OvertakenError:
                return
            except Exception as error:  # a thread has nobody else to tell
                self._answer(mine, failed, error)

        self._thread = threading.Thread(target=run, name="calclab-thinking", daemon=True)
        if HAS_THREADS:
            self._thread.start()
        else:
            run()

    def stop(self) -> None:
        """Wait for no thought any more; what is still thought is dropped."""
        self._number += 1

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the thought of now is finished and answered."""
        if self._thread is not None and self._thread.is_alive():
            self._thread.join(seconds)

    def _answer(self, mine: int, answer: Callable[..., object], value: object) -> None:
        with self._lock:
            if mine == self._number:
                answer(value)
