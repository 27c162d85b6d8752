"""The exact test of a loss, run beside the game: it begins in a quiet moment and stops nobody.

What lives here: `Seeker`, which looks for the first lost position of a game on a thread, or between
two events where there are no threads (Pyodide). What does not: the test (``blockage.completion``),
what is said of its answer (``overlays``). An answer that comes too late is dropped.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from contextvars import copy_context

from calclab.blockage import Completion, completion
from calclab.game import Game
from calclab.widgets.thinking import HAS_THREADS

QUIET = 0.3  # seconds without a move before the test begins
LIMIT, LIMIT_BETWEEN_EVENTS = 25_000, 1_000  # positions looked at, in a thread and without one
MOST_KEPT = 2_000

Answer = Callable[[int], None]
Search = Generator[None, None, int | None]


class Seeker:
    """One search at a time: a new one, or `stop`, makes an older one end without an answer."""

    def __init__(self, quiet: float = QUIET, threads: bool = HAS_THREADS) -> None:
        self.quiet, self.threads = quiet, threads
        self._turn = 0
        self._timer: threading.Timer | asyncio.TimerHandle | None = None
        self._verdicts: dict[Game, Completion] = {}

    def start(self, games: tuple[Game, ...], answer: Answer) -> None:
        """Call `answer(at)` when the last position is lost, with the first that was lost already.

        Says nothing when the position can still be won, or when that is not settled.
        """
        self.stop()
        turn, steps = self._turn, self._search(games)
        run = copy_context().run
        if self.threads:
            timer = threading.Timer(self.quiet, run, [self._to_the_end, turn, steps, answer])
            timer.daemon = True
            timer.start()
            self._timer = timer
        else:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self.quiet, self._one_step, turn, steps, answer)

    def stop(self) -> None:
        """End the search that is running, if there is one."""
        self._turn += 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def wait(self) -> None:
        """Wait until the search of now, if it has a thread, has ended."""
        if isinstance(self._timer, threading.Timer):
            self._timer.join()

    def _to_the_end(self, turn: int, steps: Search, answer: Answer) -> None:
        while turn == self._turn:
            if _ended(steps, answer):
                return

    def _one_step(self, turn: int, steps: Search, answer: Answer) -> None:
        """One test, then the events that wait have their turn."""
        if turn == self._turn and not _ended(steps, answer):
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(0, self._one_step, turn, steps, answer)

    def _search(self, games: tuple[Game, ...]) -> Search:
        """The first lost position, by halving, since a lost game stays lost; one test a step."""
        low, high = 0, len(games) - 1
        at = high
        while True:
            lost = self._verdict(games[at]) == "lost"
            if at == len(games) - 1 and not lost:
                return None
            low, high = (low, at) if lost else (at + 1, high)
            if low == high:
                return low
            at = (low + high) // 2
            yield

    def _verdict(self, game: Game) -> Completion:
        known = self._verdicts.get(game)
        if known is None:
            if len(self._verdicts) >= MOST_KEPT:
                self._verdicts.clear()
            known = completion(game, LIMIT if self.threads else LIMIT_BETWEEN_EVENTS)
            self._verdicts[game] = known
        return known


def _ended(steps: Search, answer: Answer) -> bool:
    """Whether one more step was the last; then its answer is told, if it is one."""
    try:
        next(steps)
    except StopIteration as end:
        if end.value is not None:
            answer(end.value)
        return True
    return False
