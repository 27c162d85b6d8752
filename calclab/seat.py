"""A seat for a stranger's strategy: a process of its own that is shown views and nothing else.

What lives here: `Seat`, the table's side, and `main`, the process in which the strategy thinks.
What does not: games, seeds, results (``study``): none of them enters the seat's process, so there
is no order of a stock to find in its objects, its frames or its memory. Views go in as pickles;
moves come out as lines of JSON, because a stranger's pickle could do anything. A strategy that
raises, that the clock stops or whose process ends is a `Foul`; the next game finds a new process.
Not kept out: a program that reads other processes' memory with your user's rights, and one that
deals the games again because it was told the seed (``study`` looks for its traces).
"""

from __future__ import annotations

import json
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Timer
from types import ModuleType
from typing import IO, Any, Literal

from calclab.cards import shorten
from calclab.game import View
from calclab.moves import Move

FoulKind = Literal["raised", "hung", "ended", "illegal"]
LONGEST_LINE = 8_000
LOADS = 60.0  # seconds that a strategy may load, unless its game has more; its packages are slow
ADDRESS = re.compile("0x[0-9a-f]{6,}")  # in a text, another one in each process
STOPS = 0.5  # seconds after which a seat sees that its table is gone


class Foul(Exception):  # noqa: N818 (the house's word)
    """A strategy's fault: its kind, and what happened in one line."""

    def __init__(self, kind: FoulKind, text: str) -> None:
        super().__init__(text)
        self.kind, self.text = kind, text


class NoSeat(RuntimeError):  # noqa: N818 (the house's word)
    """A strategy that cannot be loaded in the seat's process."""


class Seat:
    """A strategy in a process of its own; `limit` is its time for one game in seconds.

    `sit` begins a game with a fresh copy of the strategy, `ask` gives its answer to a view as text,
    `rise` ends the game and its clock, `leave` the process.
    """

    def __init__(self, packed: bytes, limit: float) -> None:
        self._packed, self._limit = packed, limit
        self._process: subprocess.Popen[bytes] | None = None
        self._clock: Timer | None = None
        self._is_late = False

    def open(self) -> None:
        """Start the process, where none runs, and load the strategy; raises `NoSeat`."""
        if self._process is None:
            self._process = _start()
            seconds = max(LOADS, self._limit)
            self._start_clock(seconds)
            self._tell(self._packed)
            answer = self._hear()
            self._stop_clock()
            if self._is_late:
                self.leave()
                raise NoSeat(f"it took more than {seconds:g} seconds to load")
            if answer != {"ready": True}:
                self.leave()
                raise NoSeat(answer.get("error", "its process ended before it was ready"))

    def sit(self, chance: int) -> None:
        """Begin a game; `chance` seeds the generators that the strategy may use."""
        self.open()
        self._start_clock(self._limit)
        self._tell(chance)

    def ask(self, view: View) -> str:
        """The move that the strategy names; raises `Foul`."""
        self._tell(view)
        answer = self._hear()
        if isinstance(answer.get("move"), str):
            return printable(answer["move"])
        late, text = self._is_late, answer.get("error")
        if text is None or late:
            self.leave()
        if late:
            raise Foul("hung", f"took more than {self._limit:g} seconds for its game")
        if text is None:
            raise Foul("ended", "its process ended in the middle of a game")
        raise Foul("raised", printable(str(text)))

    def rise(self) -> None:
        """End the game and its clock."""
        self._stop_clock()
        if self._is_late:
            self.leave()

    def leave(self) -> None:
        """End the process, and whatever it started."""
        if self._process is not None:
            _end(self._process)
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                try:
                    pipe.close()
                except OSError:
                    continue  # what was still to be said to a process that has ended
            self._process = None

    def _start_clock(self, seconds: float) -> None:
        self._is_late = False
        self._clock = Timer(seconds, self._be_late)
        self._clock.daemon = True
        self._clock.start()

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _be_late(self) -> None:
        if threading.current_thread() is self._clock and self._process is not None:
            self._is_late = True
            _kill(self._process)

    def _tell(self, value: object) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            pickle.dump(value, self._process.stdin)
            self._process.stdin.flush()
        except OSError:
            return  # it has ended; the missing answer says so

    def _hear(self) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        try:
            answer = json.loads(self._process.stdout.readline(LONGEST_LINE))
        except ValueError:
            return {}
        return answer if isinstance(answer, dict) else {}


class OpenSeat:
    """The same in this very process, where no other can be started: it trusts the strategy."""

    def __init__(self, packed: bytes, limit: float) -> None:
        self._packed = packed

    def open(self) -> None:
        """Nothing is to be started."""

    def sit(self, chance: int) -> None:
        """Begin a game."""
        self._strategy = _fresh(self._packed, chance)

    def ask(self, view: View) -> str:
        """The move that the strategy names; raises `Foul`."""
        answer = _answer(self._strategy, view)
        if "error" in answer:
            raise Foul("raised", printable(answer["error"]))
        return printable(answer["move"])

    def rise(self) -> None:
        """Forget this copy of the strategy."""
        self._strategy = None

    def leave(self) -> None:
        """Nothing was opened."""


def seat_class() -> type[Seat] | type[OpenSeat]:
    """The seat that this machine can give: a browser's Python starts no processes."""
    return OpenSeat if sys.platform == "emscripten" else Seat


def _start() -> subprocess.Popen[bytes]:
    """A new process; it finds the modules that this one finds, and prints into nothing.

    Its sets have one order, in every process: Python orders those of texts by chance.
    """
    places = [place or str(Path.cwd()) for place in sys.path]
    return subprocess.Popen(
        [sys.executable, "-m", "calclab.seat", str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places), "PYTHONHASHSEED": "0"},
        start_new_session=True,
    )


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _end(process: subprocess.Popen[bytes]) -> None:
    _kill(process)
    process.wait()


def main() -> None:
    """Play at the seat: read the strategy, then seeds of games and views, answer each view."""
    threading.Thread(target=_watch, args=(int(sys.argv[1]),), daemon=True).start()
    heard, said = _wires()
    packed = pickle.load(heard)
    try:
        _fresh(packed, 0)  # what it imports, numpy too, takes no game's time
    except Exception as error:
        _say(said, {"error": one_line(error)})
        return
    _say(said, {"ready": True})
    strategy: Any = None
    while True:
        try:
            message = pickle.load(heard)
        except EOFError:
            return
        if isinstance(message, int):
            strategy = _fresh(packed, message)
        else:
            _say(said, _answer(strategy, message))


def _fresh(packed: bytes, chance: int) -> Any:
    """A copy of the strategy that remembers no game, and generators that begin anew.

    Its classes are made anew as well, because what a strategy counts may stand in a class.
    """
    with suppress(ImportError):
        from cloudpickle import cloudpickle

        for known in ("_DYNAMIC_CLASS_TRACKER_BY_ID", "_DYNAMIC_CLASS_TRACKER_BY_CLASS"):
            getattr(cloudpickle, known, {}).clear()
    strategy = pickle.loads(packed)
    random.seed(chance)
    with suppress(ImportError):  # the strategy may import it only while it plays
        import numpy

        numpy.random.seed(chance % 2**32)
    return strategy


def _answer(strategy: Any, view: View) -> dict[str, str]:
    try:
        move = strategy(view)
        if isinstance(move, Move | str):
            return {"move": str(move)[:80]}
        return {"error": f"returned {_told(move, shorten)}; a strategy returns a move"}
    except BaseException as error:
        return {"error": one_line(error)}


def printable(text: str) -> str:
    """A stranger's text with escapes in place of what a terminal or a file cannot take."""
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode()
        for one in " ".join(text.split())
    )


def _told(value: object, how: Callable[[object], str]) -> str:
    """A stranger's value in words, or its type where its own words fail."""
    try:
        return how(value)
    except Exception:
        return f"a {type(value).__name__} that cannot be shown"


def unpack(strategy: Any, modules: dict[str, ModuleType]) -> Any:
    """The strategy; the modules that it imports are put where an import finds them.

    A browser's Python has one process for all: there the person's own stay in their place.
    """
    if sys.platform != "emscripten":
        sys.modules.update(modules)
    return strategy


def own_module(bare: ModuleType) -> ModuleType:
    """A module that came along; what it holds is laid in afterwards, since it may hold itself."""
    return bare


def remembering(function: Callable[..., Any], how: dict[str, Any]) -> Callable[..., Any]:
    """A function that remembers its answers, and remembers none yet."""
    fresh: Callable[..., Any] = lru_cache(**how)(function)
    return fresh


def one_line(error: BaseException) -> str:
    """The error, and the line of the strategy that it came from."""
    said = _told(error, str)
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    steps = [step for step in traceback.extract_tb(error.__traceback__) if step.name != "_answer"]
    if steps:
        text += f" (in {steps[-1].name}, line {steps[-1].lineno})"
    return ADDRESS.sub("0x…", " ".join(text.split()))[:400]


def _wires() -> tuple[IO[bytes], IO[bytes]]:
    """The two pipes to the table, moved away from what a strategy prints to or reads from."""
    heard, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    return heard, said


def _say(said: IO[bytes], answer: dict[str, Any]) -> None:
    said.write(json.dumps(answer).encode() + b"\n")
    said.flush()


def _watch(table: int) -> None:
    """End with the table's process, even while the strategy thinks without an end."""
    while os.name != "posix" or os.getppid() == table:
        time.sleep(STOPS)
    os._exit(1)


if __name__ == "__main__":
    main()
