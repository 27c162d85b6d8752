"""A strategy on its way to another process: its name, its code's mark, and its packed form.

What lives here: `pack`, `own_code`. What does not: where it is unpacked (``seat``). A
function of a notebook cell is packed by cloudpickle, with the helpers and values that it uses.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

from calclab import coach
from calclab.coach import Strategy
from calclab.study.results import StudyError


@dataclass(frozen=True, slots=True)
class Packed:
    """A strategy's name, a mark that changes with its code, and its form for a worker."""

    name: str
    code: str
    form: str | bytes


def pack(strategy: Strategy | str, name: str | None = None) -> Packed:
    """A strategy by name, or a function; raises `StudyError` for anything else."""
    if isinstance(strategy, str):
        try:
            coach.strategy(strategy)
        except ValueError as error:
            raise StudyError(str(error)) from None
        return Packed(name or strategy, own_code(), strategy)
    if not callable(strategy):
        raise StudyError(f"{strategy!r} is no strategy; it is a name or a function of a view")
    name = name or str(getattr(strategy, "__name__", type(strategy).__name__))
    try:
        import cloudpickle

        form = cloudpickle.dumps(strategy)
    except ImportError:
        raise StudyError("the package cloudpickle is missing; install it") from None
    except Exception as error:
        raise StudyError(f"{name} cannot be sent to another process: {error}") from None
    return Packed(name, _digest(sorted(_pieces(strategy, {}))), form)


@cache
def own_code(*rooms: str) -> str:
    """The mark of calclab's own players: it changes with the coach, the search and the table.

    With `rooms`, packages of calclab, it changes with their files too.
    """
    assert coach.__file__ is not None
    house = Path(coach.__file__).parent
    files = [house / "advice.py", house / "coach.py"]
    for room in ("search", *rooms):
        files += sorted((house / room).glob("*.*"))
    return _digest([file.read_bytes().hex() for file in files if file.is_file()])


def _digest(pieces: list[str]) -> str:
    return hashlib.blake2b("\n".join(pieces).encode(), digest_size=6).hexdigest()


def _pieces(value: object, seen: dict[int, object]) -> list[str]:
    """The texts that make a strategy what it is: its source, and what it uses of its module."""
    if id(value) in seen:
        return []
    seen[id(value)] = value
    if isinstance(value, FunctionType):
        used = [value.__globals__.get(name) for name in _names(value.__code__)]
        used += [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
        used += [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
        found = [_source(value)]
        for one in used:
            if not inspect.isfunction(one) or one.__module__ == value.__module__:
                found += _pieces(one, seen)
        return found
    if inspect.ismethod(value):
        return _pieces(value.__func__, seen) + _pieces(value.__self__, seen)
    if isinstance(value, type):
        return [_source(value)] if value.__module__ == "__main__" else [value.__qualname__]
    if isinstance(value, int | float | str | bytes | type(None)):
        return [repr(value)]
    if isinstance(value, tuple | list):
        return [f"{at}:{piece}" for at, one in enumerate(value) for piece in _pieces(one, seen)]
    if isinstance(value, dict):
        return [f"{key!r}:{piece}" for key, one in value.items() for piece in _pieces(one, seen)]
    if callable(value) and hasattr(value, "__dict__"):
        return [_source(type(value)), *_pieces(vars(value), seen)]
    return [type(value).__qualname__]


def _is_filled(cell: object) -> bool:
    try:
        return hasattr(cell, "cell_contents")
    except ValueError:
        return False


def _names(code: CodeType) -> list[str]:
    """The names that a function and those inside it look up."""
    found = list(code.co_names)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found += _names(inner)
    return found


def _source(value: Callable[..., object] | type) -> str:
    """The text of a function or class; where none is kept, its compiled form."""
    try:
        return "\n".join(line.rstrip() for line in inspect.getsource(value).splitlines())
    except (OSError, TypeError):
        code = getattr(value, "__code__", None)
        return f"{code.co_code.hex()} {code.co_names}" if code else value.__qualname__
