"""Marks of strategies: what plays in another way has another mark, in any process the same."""

import os
import random
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calclab import Move, View
from calclab.study import StudyError, hands, study
from calclab.study.marks import mark
from calclab.study.packing import pack

HERE: dict[str, Any] = {"progress": False, "executor": hands.Here()}


def first_fit(view: View) -> Move:
    return view.moves()[0]


@dataclass(slots=True)
class Weights:
    """What a strategy of one's own may use."""

    up: float
    names: set[str]

    def first(self, view: View) -> Move:
        return view.moves()[0]


WEIGHTS: Any = None


def uses_weights(view: View) -> Move:
    assert WEIGHTS is not None
    return view.moves()[0]


def nth(view: View, at: int = 0, *, turn: int = 0) -> Move:
    return view.moves()[(at + turn) % len(view.moves())]


def with_weights(value: Any) -> Callable[[], str]:
    def code() -> str:
        globals()["WEIGHTS"] = value
        return pack(uses_weights).code

    return code


def of(strategy: Any) -> Callable[[], str]:
    return lambda: pack(strategy).code


def written(text: str) -> Callable[[View], Move]:
    """A function of which no source is kept."""
    names: dict[str, Any] = {}
    exec(f"def unkept(view):\n    return {text}", names)
    found: Callable[[View], Move] = names["unkept"]
    return found


def counted(first: int, second: int) -> Callable[[View], Move]:
    return lambda view: view.moves()[(first - second) % len(view.moves())]


def remembering(first: int, second: int) -> Callable[[], str]:
    return lambda: mark(cache(counted(first, second)))


def twice(times: int) -> Callable[[View], Move]:
    def decorate(inner: Callable[[View], Move]) -> Callable[[View], Move]:
        @wraps(inner)
        def outer(view: View) -> Move:
            return [inner(view) for _turn in range(times)][-1]

        return outer

    return decorate(first_fit)


DIFFERENT: dict[str, list[Callable[[], str]]] = {
    "a partial": [of(partial(nth, at=1)), of(partial(nth, at=2)), of(partial(nth, turn=1))],
    "a partial's function": [of(partial(nth)), of(partial(first_fit))],
    "a dataclass": [with_weights(Weights(1, {"a"})), with_weights(Weights(2, {"a"}))],
    "a set inside": [with_weights(Weights(1, {"a"})), with_weights(Weights(1, {"a", "b"}))],
    "a set": [with_weights({1, 2}), with_weights({1, 3}), with_weights(frozenset({1, 2}))],
    "an array": [
        with_weights(np.arange(3)),
        with_weights(np.arange(3.0)),
        with_weights(np.ones(3)),
    ],
    "a generator": [with_weights(random.Random(1)), with_weights(random.Random(2))],
    "a queue": [with_weights(deque([1, 2])), with_weights(deque([2, 1]))],
    "a method": [of(Weights(1, set()).first), of(Weights(2, set()).first)],
    "what is enclosed": [of(counted(1, 2)), of(counted(2, 1)), of(counted(1, 1))],
    "a memory": [remembering(1, 2), remembering(2, 2)],
    "a decorator": [of(twice(1)), of(twice(2)), of(first_fit)],
    "no source": [of(written("view.moves()[0]")), of(written("view.moves()[1]"))],
}


@pytest.mark.parametrize("versions", DIFFERENT.values(), ids=DIFFERENT)
def test_what_distinguishes_strategies_is_in_their_marks(
    versions: list[Callable[[], str]],
) -> None:
    marks = [version() for version in versions]
    assert len(set(marks)) == len(marks)
    assert [version() for version in versions] == marks


def test_a_partial_has_its_functions_name_and_no_file_takes_two_of_them(tmp_path: Path) -> None:
    options: dict[str, Any] = {"seed": 1, "file": tmp_path / "a.json", "name": "nth", **HERE}
    assert pack(partial(partial(nth, at=1), turn=2)).name == "nth"
    study(partial(nth, at=1), deals=3, **options)
    with pytest.raises(StudyError, match="was changed between"):
        study(partial(nth, at=2), deals=6, **options)
    assert study(partial(nth, at=1), deals=6, **options).deals == 6


def test_what_holds_itself_has_a_mark_and_other_global_values_change_none() -> None:
    ring: list[Any] = [1]
    ring.append(ring)
    marks = [with_weights(ring)() for _turn in range(2)]
    assert marks[0] == marks[1] != with_weights([1, [1]])()
    before = pack(nth).code
    globals()["moves"] = 7  # the name of a method that is called, not of a global value
    assert pack(nth).code == before
    del globals()["moves"]


MARKED = """
from dataclasses import dataclass
import numpy as np
from calclab.study.packing import pack
@dataclass(frozen=True)
class Spot:
    name: str
    def close(self):
        return {"x", "y"}
class Other(Spot):
    pass
names = {"six", "eight", "Queen", Spot("a"), Spot("b"), Other("a")}
table = {"weights": np.arange(4.0), "names": names}
def mine(view):
    return view.moves()[0] if view.turned in table and "a" in {"a", "b"} else helper(view)
def helper(view):
    return min(view.moves(), key=lambda move: str(move) in ("a", "b"))
print(pack(mine).code)
"""


def test_a_mark_is_the_same_in_every_process(tmp_path: Path) -> None:
    marks = set()
    for order in ("1", "2", "3"):
        for source in (tmp_path / "mine.py", None):
            (tmp_path / "mine.py").write_text(MARKED)
            words = [source] if source else ["-c", MARKED]
            environment = {**os.environ, "PYTHONHASHSEED": order}
            run = subprocess.run(
                [sys.executable, *words], env=environment, capture_output=True, text=True
            )
            assert run.stderr == ""
            marks.add((source, run.stdout))
    assert len(marks) == 2
