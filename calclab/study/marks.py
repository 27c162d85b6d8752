"""The mark of a strategy: a short text that changes with its code and with the values it uses.

What lives here: `mark`, and `digest`, which makes a mark out of texts. What does not: how a
strategy is sent (``packing``). The code of Python and of installed packages is known by its name
alone; whatever else a strategy reaches is read: its source, and values by what a pickle of them
holds. The order of a set changes nothing. The order of the rest is kept, and so are repetitions.
"""

from __future__ import annotations

import dis
import hashlib
import inspect
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType

PLAIN = int | float | complex | str | bytes | None


def mark(strategy: object) -> str:
    """The mark of a strategy, the same in every process."""
    return digest(_Reader(_module(beneath(strategy))).read(strategy))


def digest(pieces: Iterable[str]) -> str:
    """A short mark of some texts."""
    return hashlib.blake2b("\n".join(pieces).encode(), digest_size=6).hexdigest()


def beneath(strategy: object) -> object:
    """What a strategy was made of by filling in some of its arguments."""
    while isinstance(strategy, partial):
        strategy = strategy.func
    return strategy


class _Reader:
    """Reads a value through and lists its pieces; `home` is a module that is read in any case."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._known: dict[int, object] = {}  # functions and classes: each is read once
        self._path: set[int] = set()  # what is being read: a value may hold itself

    def read(self, value: object) -> Iterator[str]:
        """The pieces of a value, in a fixed order."""
        if isinstance(value, PLAIN):
            yield f"{type(value).__name__} {value!r}"
        elif isinstance(value, ModuleType):
            yield value.__name__
            if self._is_read(value.__name__):
                yield _text(value)
        elif isinstance(value, FunctionType | type):
            yield f"{_module(value)} {value.__qualname__}"
            if id(value) not in self._known and self._is_read(_module(value)):
                self._known[id(value)] = value
                yield from self._class(value) if isinstance(value, type) else self._function(value)
        elif id(value) in self._path:
            yield "itself"
        else:
            self._path.add(id(value))
            yield f"{type(value).__qualname__} ("
            yield from self._parts(value)
            yield ")"
            self._path.discard(id(value))

    def _is_read(self, module: str) -> bool:
        return module == self._home or is_own(module)

    def _function(self, value: FunctionType) -> Iterator[str]:
        """The source, the values that it looks up, and those that it was made with."""
        yield from self._source(value.__code__)
        for name in dict.fromkeys(_names(value.__code__)):
            if name in value.__globals__:
                yield name
                yield from self.read(value.__globals__[name])
        for cell in value.__closure__ or ():
            yield from self.read(cell)
        yield from self.read(value.__defaults__)
        yield from self.read(value.__kwdefaults__)
        yield from self.read(vars(value))

    def _class(self, value: type) -> Iterator[str]:
        """The classes that it stands on, its methods, and its values."""
        for base in value.__bases__:
            yield from self.read(base)
        for name, one in vars(value).items():
            inner = getattr(one, "__func__", getattr(one, "fget", one))
            if isinstance(inner, FunctionType) or not name.startswith("__"):
                yield name
                yield from self.read(inner)

    def _parts(self, value: object) -> Iterator[str]:
        """What a value is made of."""
        if isinstance(value, set | frozenset):
            for kind in sorted({type(one) for one in value}, key=str):
                yield from self.read(kind)
            yield from sorted(map(self._apart, value))
        elif type(value) in (list, tuple):
            for one in value:  # type: ignore[attr-defined]
                yield from self.read(one)
        elif type(value) is dict:
            for pair in value.items():
                yield from self.read(pair)
        elif isinstance(value, CellType):
            yield from self.read(_content(value))
        elif isinstance(wrapped := getattr(value, "__wrapped__", None), FunctionType):
            yield from self.read(wrapped)  # a compiled function, or one with a memory
        else:
            for one in _pickled(value):
                yield from self.read(one)

    def _apart(self, value: object) -> str:
        """A member of a set, read as if it came first."""
        known = dict(self._known)
        text = "\n".join(self.read(value))
        self._known = known
        return text

    def _source(self, code: CodeType) -> Iterator[str]:
        """The text of a function; where none is kept, its compiled form."""
        try:
            yield "\n".join(line.rstrip() for line in inspect.getsource(code).splitlines())
        except (OSError, TypeError):
            yield f"{code.co_code.hex()} {code.co_names}"
            for one in code.co_consts:
                yield from self._source(one) if isinstance(one, CodeType) else self.read(one)


@cache
def is_own(module: str) -> bool:
    """Whether a module is the user's own: not Python's, not installed, not calclab's."""
    if module == "__main__":
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or module.partition(".")[0] == "calclab":
        return False
    path = Path(file)
    return not (
        {"site-packages", "dist-packages"} & set(path.parts)
        or path.is_relative_to(sysconfig.get_path("stdlib"))
    )


def _module(value: object) -> str:
    return str(getattr(value, "__module__", None) or "__main__")


def _names(code: CodeType) -> Iterator[str]:
    """The global names that a function and those inside it look up."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(step.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _text(module: ModuleType) -> str:
    try:
        return inspect.getsource(module)
    except (OSError, TypeError):
        return ""


def _content(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return None  # not filled yet


def _pickled(value: object) -> Iterator[object]:
    """What a pickle of a value holds; nothing for one that only cloudpickle can send."""
    try:
        made = value.__reduce_ex__(4)
    except Exception:
        return
    for one in (made,) if isinstance(made, str) else made:
        yield list(one) if isinstance(one, Iterator) else one
