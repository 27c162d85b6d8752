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
from types import ModuleType
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
    with pytest.raises(StudyError, match="another version of nth"):
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


# Modules of one's own


FILES = {
    "hk.py": "K = 0\ndef f(view):\n    return view.moves()[K]\n"
    "def set_k(value):\n    global K\n    K = value\n",
    "helper.py": "from helper2 import pick\ndef f(view):\n    return pick(view)\n",
    "helper2.py": "import helper\ndef pick(view):\n    return view.moves()[0]\n",
    "late.py": "import deeper\ndef pick(view):\n    return deeper.pick(view)\n",
    "deeper.py": "def pick(view):\n    return view.moves()[0]\n",
    "pkg/__init__.py": "",
    "pkg/sub.py": "from . import lower\ndef f(view):\n    return lower.g(view)\n",
    "pkg/lower.py": "from pkg import sub\ndef g(view):\n    return view.moves()[0]\n",
    "stuck.py": "import threading\nK = 0\nlock = threading.Lock()\n"
    "def f(view):\n    with lock:\n        return view.moves()[K]\n",
    "memo.py": "from functools import cache\nK = 0\n@cache\ndef at(n):\n    return n * 0 + K\n"
    "def f(view):\n    return view.moves()[at(1)]\n",
}

STRATEGIES = """
import sys
import helper, hk, memo, pkg.sub, stuck
from hk import f as direct
from calclab.study import hands, study

def through(view):
    return helper.f(view)
def inside(view):
    import late
    return late.pick(view)
def inside_package(view):
    from pkg.sub import f
    return f(view)
def submodule(view):
    return pkg.sub.f(view)
def attribute(view):
    return hk.f(view)
def function(view):
    return direct(view)
def value(view):
    return view.moves()[hk.K]
def handed_on(view):
    return call(hk, view)
def call(module, view):
    return module.f(view)
def sets(view):
    hk.set_k(-1)
    return view.moves()[hk.K]
def imports_hk(view):
    import hk
    return hk.f(view)
def locked(view):
    return stuck.f(view)
def remembered(view):
    return memo.f(view)
def long(view):
    weights = {LONG}
    from helper2 import pick
    return pick(view)
""".replace("LONG", ", ".join(f"{at}.5" for at in range(300)))  # more than fit into one byte

TELL = """
def tell(*strategies):
    for one in strategies:
        found = study(one, "easy-6", 4, 1, audit=0, progress=False, executor=hands.Here())
        assert not found.faulty, found.faults
        print(found.code, found.mean_placed)
"""


def told(folder: Path, code: str) -> list[list[str]]:
    """What a process of its own tells of each strategy: its mark, and how it played."""
    for name in FILES:
        (folder / name).parent.mkdir(exist_ok=True)
        if not (folder / name).exists():
            (folder / name).write_text(FILES[name])
    (folder / "mine.py").write_text(STRATEGIES + TELL + code)
    run = subprocess.run(
        [sys.executable, "-B", folder / "mine.py"], capture_output=True, text=True, cwd=folder
    )
    assert run.stderr == ""
    return [line.split() for line in run.stdout.splitlines()]


@pytest.mark.parametrize(
    ("strategy", "file"),
    [
        ("through", "helper2.py"),
        ("inside", "deeper.py"),
        ("long", "helper2.py"),
        ("submodule", "pkg/lower.py"),
        ("inside_package", "pkg/lower.py"),
        ("locked", "stuck.py"),
    ],
)
def test_an_edited_module_changes_the_mark_of_what_reaches_it(
    strategy: str, file: str, tmp_path: Path
) -> None:
    (before,) = told(tmp_path, f"tell({strategy})")
    (same,) = told(tmp_path, f"# a comment\ntell({strategy})")
    path = tmp_path / file
    path.write_text(path.read_text().replace("[0]", "[-1]").replace("K = 0", "K = -1"))
    (after,) = told(tmp_path, f"tell({strategy})")
    assert before == same
    assert before[0] != after[0] and before[1] != after[1]


ALL = "attribute, function, value, handed_on, imports_hk, remembered"


def test_a_value_that_was_set_is_played_and_is_in_the_mark(tmp_path: Path) -> None:
    code = f"tell({ALL})\nhk.K = memo.K = -1\ntell({ALL})\nhk.K = memo.K = 0\ntell({ALL})"
    lines = told(tmp_path, code)
    before, after, again = lines[:6], lines[6:12], lines[12:]
    assert before == again
    assert len({played for _mark, played in before}) == 1
    assert len({played for _mark, played in after}) == 1
    for (old_mark, old), (new_mark, new) in zip(before, after, strict=True):
        assert old_mark != new_mark and old != new


def test_a_module_and_its_functions_share_their_values(tmp_path: Path) -> None:
    (sets,), (last,) = (
        told(tmp_path, code) for code in ("tell(sets)", "hk.K = -1\ntell(attribute)")
    )
    assert sets[1] == last[1]


def test_a_module_that_cannot_be_packed_is_imported_and_marked_by_its_file(tmp_path: Path) -> None:
    one, two = told(tmp_path, "tell(locked)\nstuck.K = -1\ntell(locked)")
    assert one == two


def test_what_is_edited_and_not_loaded_again_is_not_played(tmp_path: Path) -> None:
    edit = "open('helper2.py', 'a').write('def pick(view):\\n    return view.moves()[-1]\\n')\n"
    before, after = told(tmp_path, f"tell(through)\n{edit}tell(through)")
    assert before == after
    (fresh,) = told(tmp_path, "tell(through)")
    assert fresh != after


def test_a_module_that_loads_when_it_is_needed_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Lazy(ModuleType):
        def __getattribute__(self, name: str) -> Any:
            raise AssertionError(f"asked for {name}")

    before = pack(nth).code
    monkeypatch.setitem(sys.modules, "lazy", Lazy("lazy"))
    monkeypatch.setitem(sys.modules, "odd", 7)
    assert pack(nth).code == before


def test_a_function_that_remembers_goes_along() -> None:
    @cache
    def at(number: int) -> int:
        return -number

    def mine(view: View) -> Move:
        return view.moves()[at(1)]

    def plain(view: View) -> Move:
        return view.moves()[-1]

    at(1)
    found, expected = (study(one, deals=3, seed=1, **HERE) for one in (mine, plain))
    assert found.parts == expected.parts and found.faulty == 0


def test_a_module_need_not_be_found_by_the_worker(tmp_path: Path) -> None:
    (usual,) = told(tmp_path, "tell(submodule)")
    lost = "import os, shutil\nshutil.rmtree('pkg')\nos.chdir('/')\nsys.path.pop(0)\n"
    (alone,) = told(tmp_path, f"{lost}tell(submodule)")
    assert alone == usual


def test_what_a_strategy_does_not_reach_is_not_in_its_mark(tmp_path: Path) -> None:
    lines = told(tmp_path, "tell(value)\nhk.other = 7\nhelper.g = 8\ntell(value)")
    assert lines[0] == lines[1]


def test_packing_leaves_cloudpickles_register_as_it_was() -> None:
    import cloudpickle

    before = cloudpickle.list_registry_pickle_by_value()
    pack(first_fit)
    assert cloudpickle.list_registry_pickle_by_value() == before
