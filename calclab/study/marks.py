"""The mark of a strategy: a short text that changes with its code and with the values it uses.

What lives here: `mark`, and `digest`, which makes a mark out of texts. What does not: how a
strategy is sent (``packing``). The code of Python and of installed packages is known by its name
alone; whatever else a strategy reaches is read: compiled code, and values by what a pickle of them
holds. The order of a set changes nothing. The order of the rest is kept, and so are repetitions.
A comment changes nothing; another version of Python may, because it compiles in its own way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import partial
from types import CellType, CodeType, FunctionType, ModuleType

from calclab.study import modules
from calclab.study.modules import Written, goes_along, is_own

PLAIN = int | float | complex | str | bytes | None


def mark(strategy: object, away: frozenset[str] = frozenset()) -> str:
    """The mark of a strategy, the same in every process; packages that stay `away` are files."""
    return digest(_Reader(_module(beneath(strategy)), away).read(strategy))


def imported(strategy: object, away: frozenset[str] = frozenset()) -> dict[str, ModuleType]:
    """The own modules that a strategy imports while it plays, where they are loaded already."""
    reader = _Reader(_module(beneath(strategy)), away)
    for _piece in reader.read(strategy):
        pass
    return reader.imported


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

    def __init__(self, home: str, away: frozenset[str]) -> None:
        self._home, self._away = home, away
        self._known: dict[int, object] = {}  # functions, classes, modules: each is read once
        self._files: set[str] = set()
        self._path: set[int] = set()  # what is being read: a value may hold itself
        self.imported: dict[str, ModuleType] = {}

    def read(self, value: object) -> Iterator[str]:
        """The pieces of a value, in a fixed order."""
        if isinstance(value, PLAIN):
            yield f"{type(value).__name__} {value!r}"
        elif isinstance(value, Written):
            yield from modules.written(value.name, self._files)
        elif isinstance(value, ModuleType):
            yield value.__name__
            yield from self._once(value, value.__name__)
        elif isinstance(value, FunctionType | type):
            yield f"{_module(value)} {value.__qualname__}"
            yield from self._once(value, _module(value))
        elif id(value) in self._path:
            yield "itself"
        else:
            self._path.add(id(value))
            yield f"{type(value).__qualname__} ("
            yield from self._parts(value)
            yield ")"
            self._path.discard(id(value))

    def _once(self, value: FunctionType | type | ModuleType, module: str) -> Iterator[str]:
        """What a function, a class or a module holds, unless it was read or is not to be read."""
        if id(value) in self._known or not (module == self._home or is_own(module)):
            return
        self._known[id(value)] = value
        if self._is_away(module) or (isinstance(value, ModuleType) and not goes_along(value)):
            yield from modules.written(module, self._files)
        elif isinstance(value, ModuleType):
            held = ((name, one) for name, one in vars(value).items() if not name.startswith("__"))
            yield from self._named(held)
        else:
            yield from self._class(value) if isinstance(value, type) else self._function(value)

    def _is_away(self, module: str) -> bool:
        return module.partition(".")[0] in self._away

    def _named(self, held: Iterable[tuple[str, object]]) -> Iterator[str]:
        for name, one in held:
            yield name
            yield from self.read(one)

    def _function(self, value: FunctionType) -> Iterator[str]:
        """Its code, the values that it looks up or imports, and those that it was made with."""
        yield from self._code(value.__code__)
        yield from self._named(modules.reached(value))
        for name, one in modules.imports(value):
            if isinstance(one, ModuleType) and goes_along(one) and not self._is_away(name):
                self.imported[name] = one
            yield from self.read(one)
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

    def _code(self, code: CodeType) -> Iterator[str]:
        """The compiled form, in which neither comments nor the place in a file count."""
        yield f"{code.co_code.hex()} {code.co_exceptiontable.hex()} {code.co_flags}"
        yield f"{code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount}"
        yield f"{code.co_names} {code.co_varnames} {code.co_freevars} {code.co_cellvars}"
        for one in code.co_consts:
            yield from self._code(one) if isinstance(one, CodeType) else self.read(one)


def _module(value: object) -> str:
    return str(getattr(value, "__module__", None) or "__main__")


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
