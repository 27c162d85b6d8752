"""Two forms of the kernels: plain Python, and compiled by numba where it is installed.

What lives here: the mark `kernel`, the two forms, and when the compiled one is ready. What does
not: any kernel. Both forms hold to whole numbers below 2**62 and to the four operations on reals,
so that the same seeds give the same answers.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FunctionType
from typing import Any, TypeVar

Ints = list[int]
Reals = list[float]
Function = TypeVar("Function", bound=Callable[..., Any])

ROOMS = (
    "position features scores policy deadlock rollout redeals complete restarts columns grid nodes"
    " tree gradient"
).split()
_MARKED: dict[str, Any] = {}


def kernel(function: Function) -> Function:
    """Mark a function as part of the inner engine; as plain Python it stays what it is.

    Raises `ValueError` where another kernel has the name: a form knows its kernels by name alone.
    """
    known = _MARKED.setdefault(function.__name__, function)
    if _place(known) != _place(function):
        raise ValueError(
            f"kernel {function.__name__} of {_place(function)} needs another name; "
            f"{_place(known)} has a kernel called that"
        )
    _MARKED[function.__name__] = function
    return function


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """The kernels by name in one form, and its way to make the lists that they work on.

    A form equals only itself, so that what is made for it can be kept by it.
    """

    name: str
    kernels: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.kernels[name]
        except KeyError:
            raise AttributeError(f"no kernel is called {name}") from None

    def ints(self, values: int | list[int]) -> Any:
        """A list of whole numbers: so many zeros, or these values."""
        if self.name != "plain":
            return _as_array(values, "int64")
        return [0] * values if isinstance(values, int) else list(values)

    def reals(self, values: int | list[float]) -> Any:
        """The same for real numbers."""
        if self.name != "plain":
            return _as_array(values, "float64")
        return [0.0] * values if isinstance(values, int) else list(values)


@cache
def plain() -> Form:
    """The kernels as plain Python.

    >>> plain().ints(2)
    [0, 0]
    """
    return Form("plain", _marked())


def compiled() -> Form:
    """The kernels as numba compiles them, each at its first call; raises ImportError without.

    A notebook may ask while a board's thread makes them ready: they are made once all the same.
    """
    with _MAKING:
        return _compiled()


_MAKING = threading.Lock()


@cache
def _compiled() -> Form:
    import numba

    space = importlib.import_module("calclab.search.compiled").__dict__
    space.update(shared_names(_marked().values()), unsigned=numba.uint64)
    _wake(numba)
    compile_one: Any = numba.njit(**_options())
    kernels = {}
    with _kept_in(cache_folder()):
        for name, function in _marked().items():
            kernels[name] = compile_one(FunctionType(_with_unsigned_places(function), space, name))
    space.update(kernels)
    return Form("numba", kernels)


def _wake(numba: Any) -> None:
    """Let numba set itself up: it goes through Python's builtins once, at its first function.

    A notebook's cell that ends at that moment changes them (`_` is its last value), and numba
    stops; a moment later it does not.
    """
    for _again in range(100):
        with suppress(RuntimeError):
            numba.njit(_nothing)
            return


def _nothing() -> None:
    """A function to set numba up with; it is never called."""


def shared_names(functions: Iterable[Any]) -> dict[str, Any]:
    """The global names of all these kernels, which share one space when they are compiled.

    Raises `ValueError` where a name stands for two values.
    """
    names: dict[str, Any] = {}
    rooms: dict[str, str] = {}
    for function in functions:
        for name, value in function.__globals__.items():
            if name[0] == "_":
                continue
            if names.setdefault(name, value) != value:
                raise ValueError(
                    f"the name {name} stands for {value!r} in {function.__module__} and for "
                    f"{names[name]!r} in {rooms[name]}; compiled kernels need one meaning"
                )
            rooms.setdefault(name, function.__module__)
    return names


def best(wait: bool = True) -> Form:
    """The compiled form where there is one, else plain Python; without `wait` never compile now.

    The environment variable CALCLAB_FORM=plain asks for plain Python.
    """
    if can_compile() and (wait or _READY.is_set()):
        with suppress(ImportError):  # a numba that does not go with this numpy is as good as none
            return compiled()
    return plain()


@cache
def cache_folder() -> Path:
    """Where the compiled kernels of this source, this Python and this numba are kept."""
    from platformdirs import user_cache_path

    mark = hashlib.sha256(f"{sys.version} {version('numba')}".encode())
    for name in ("forms", *ROOMS):
        mark.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    return user_cache_path("calclab") / "numba" / mark.hexdigest()[:16]


@cache
def can_keep() -> bool:
    """Whether the folder can be written; where it cannot, each process compiles for itself."""
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=cache_folder()):
            return True
    except OSError:
        return False


def can_compile() -> bool:
    """Whether numba is there and wanted."""
    return os.environ.get("CALCLAB_FORM") != "plain" and find_spec("numba") is not None


def say_ready() -> None:
    """Every kernel is compiled in this process: from now on nobody waits."""
    _READY.set()


_READY = threading.Event()


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """Where numba keeps what is decorated meanwhile; it asks then, and not when it compiles."""
    import numba

    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def _place(function: Any) -> str:
    """Where a kernel is written; the same when its room is loaded again."""
    return f"{function.__module__}, line {function.__code__.co_firstlineno}"


def _marked() -> dict[str, Any]:
    for room in ROOMS:
        importlib.import_module(f"calclab.search.{room}")
    return _MARKED


def _with_unsigned_places(function: Any) -> CodeType:
    """The code of a kernel in which every place in a list is said to be no less than zero.

    No kernel counts from the end of a list. Numba would ask at each place whether it does, which
    takes a fifth of all time.
    """
    source = ast.parse(inspect.getsource(function))
    ast.increment_lineno(source, function.__code__.co_firstlineno - 1)
    body = ast.fix_missing_locations(_Unsigned().visit(source))
    made = compile(body, function.__code__.co_filename, "exec")
    codes = [one for one in made.co_consts if isinstance(one, CodeType)]
    return next(code for code in codes if code.co_name == function.__name__)


class _Unsigned(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = []
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        node.slice = ast.Call(ast.Name("unsigned", ast.Load()), [node.slice], [])
        return node


def _as_array(values: int | list[Any], kind: str) -> Any:
    import numpy

    return numpy.zeros(values, kind) if isinstance(values, int) else numpy.array(values, kind)


def _options() -> dict[str, Any]:
    """Every kernel becomes part of its callers, since a call hands over seven words for each list.

    For small kernels that costs more than their work: a third of all time, for half as much again
    to compile. And none makes an array, so none has to count who uses one, which costs a fifth.
    """
    from numba.core.options import DefaultOptions

    options: dict[str, Any] = {
        "cache": can_keep(),
        "nogil": True,
        "error_model": "numpy",
        "forceinline": True,
    }
    return {**options, "_nrt": False} if hasattr(DefaultOptions, "_nrt") else options
