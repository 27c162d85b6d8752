"""Hand chunks of deals out to workers, and hand them out again when a worker dies.

What lives here: `Hands`, over our own pool of processes or any executor. What does not: what a
chunk is (``playing``), what becomes of its result (``running``). How long a chunk is changes
nothing in the result, because each deal is played from its own seed. A chunk whose worker died is
played again from its beginning, and nothing that it had found is used.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager, nullcontext
from typing import Any

from calclab.seat import NoSeat
from calclab.study.playing import Task, play_deals
from calclab.study.results import Part, StudyError

CHUNK_SECONDS = 2.0  # a chunk is as long as that, once the speed is known
FIRST_CHUNK = 4
FOREIGN_WORKERS = 16  # of an executor that does not tell how many it has
TRIES = 3  # times that a chunk is handed out before the study gives up


class Hands:
    """Those who play: a pool of processes of our own, or the caller's executor."""

    def __init__(self, executor: Executor | None, workers: int | None, deals: int) -> None:
        self._given = executor
        if workers is None:
            known = getattr(executor, "_max_workers", None)
            workers = known or (_cores() if executor is None else FOREIGN_WORKERS)
        self._count = min(int(workers), deals)

    def play(self, task: Task, seed: str, gaps: list[range]) -> Iterator[Part]:
        """Play the deals of the gaps, chunk by chunk, in whatever order they are done."""
        waiting, tries, size = deque(gaps), Counter[int](), FIRST_CHUNK
        running: dict[Future[Part], range] = {}
        try:
            while waiting or running:
                while waiting and len(running) < 2 * self._count:
                    chunk = _take(waiting, min(size, self._share(waiting)))
                    running[self._submit(task, seed, chunk)] = chunk
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    chunk = running.pop(future)
                    part = _outcome(future, chunk, tries)
                    if part is None:
                        waiting.appendleft(chunk)
                    else:
                        if part.stop < chunk.stop:  # the rest was left
                            waiting.appendleft(range(part.stop, chunk.stop))
                        size = _next_size(size, part)
                        yield part
        finally:
            if self._given is not None:  # our own pool is ended as a whole
                for future in running:
                    future.cancel()

    def stop(self) -> None:
        """End our own pool at once, in the middle of its games."""
        if self._given is None and sys.platform != "emscripten":
            self._own_pool().shutdown(wait=True, kill_workers=True)

    def _share(self, waiting: deque[range]) -> int:
        """Towards the end chunks get short, so that no worker is left alone with a long one."""
        return max(FIRST_CHUNK, sum(map(len, waiting)) // (2 * self._count))

    def _submit(self, task: Task, seed: str, chunk: range) -> Future[Part]:
        for _try in range(TRIES):
            try:
                with _ctrl_c_waits() if self._given is None else nullcontext():
                    executor = self._own_pool() if self._given is None else self._given
                    return executor.submit(play_deals, task, seed, chunk.start, chunk.stop)
            except BrokenExecutor as error:
                reason: Exception = error  # our own pool is made anew
            except RuntimeError as error:
                reason = error
                break
        raise StudyError(f"the executor takes no work: {reason}")

    def _own_pool(self) -> Any:
        """A pool that stays for the next study, and is made anew when a worker has died."""
        if sys.platform == "emscripten":
            return Here()
        from loky import get_reusable_executor

        return get_reusable_executor(max_workers=self._count, timeout=60)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Hold an interrupt back; workers that are started meanwhile never hear one: the study does."""
    if sys.platform in ("win32", "emscripten"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # loky starts it otherwise, and it lets interrupts in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _cores() -> int:
    """The cores that this process may use: a container or a class's hub gives it few of many."""
    if sys.platform == "emscripten":
        return 1
    from loky import cpu_count

    return int(cpu_count())


class Here(Executor):
    """An executor that does the work at once, where no process can be started."""

    _max_workers = 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it now."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def _outcome(future: Future[Part], chunk: range, tries: Counter[int]) -> Part | None:
    """What a chunk came to; None when it was lost and is to be played again."""
    try:
        return future.result()
    except NoSeat as error:
        raise StudyError(f"the strategy cannot be loaded by a worker: {error}") from None
    except Exception as error:
        tries[chunk.start] += 1
        if tries[chunk.start] == TRIES:
            what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            raise StudyError(
                f"deals {chunk.start} to {chunk.stop - 1} failed {TRIES} times: {what}"
            ) from error
        return None


def _take(waiting: deque[range], size: int) -> range:
    first = waiting.popleft()
    if len(first) > size:
        waiting.appendleft(range(first.start + size, first.stop))
    return range(first.start, min(first.start + size, first.stop))


def _next_size(size: int, part: Part) -> int:
    speed = part.seconds / len(part.outcomes)
    return max(1, min(4 * size, int(CHUNK_SECONDS / max(speed, 1e-6))))
