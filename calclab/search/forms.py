"""Two forms of the kernels: plain Python, and compiled by numba where it is installed.

What lives here: the mark `kernel`, the two forms, and when the compiled one is ready. What does
not: any kernel. Both forms hold to whole numbers below 2**62 and to the four operations on reals,
so that the same seeds give the same answers.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

Ints = list[int]
Reals = list[float]
Function = TypeVar("Function", bound=Callable[..., Any])

ROOMS = "position features policy deadlock rollout complete tree gradient".split()
_MARKED: dict[str, Any] = {}


def kernel(function: Function) -> Function:
    """Mark a function as part of the inner engine; as plain Python it stays what it is."""
    _MARKED[function.__name__] = function
    return function


@dataclass(frozen=True, slots=True)
class Form:
    """The kernels by name in one form, and its way to make the lists that they work on."""

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


@cache
def compiled() -> Form:
    """The kernels as numba compiles them, each at its first call; raises ImportError without."""
    import numba

    source = b"".join(
        Path(__file__).with_name(f"{name}.py").read_bytes() for name in ("forms", *ROOMS)
    )
    settings: Any = numba.config
    settings.CACHE_DIR = str(_cache_folder() / hashlib.sha256(source).hexdigest()[:16])
    space = importlib.import_module("calclab.search.compiled").__dict__
    for function in _marked().values():
        space.update(
            {name: value for name, value in function.__globals__.items() if name[0] != "_"}
        )
    compile_one: Any = numba.njit(**_options())
    kernels = {}
    for name, function in _marked().items():
        kernels[name] = compile_one(FunctionType(function.__code__, space, name))
    space.update(kernels)
    return Form("numba", kernels)


def best(wait: bool = True) -> Form:
    """The compiled form where there is one, else plain Python; without `wait` never compile now.

    The environment variable CALCLAB_FORM=plain asks for plain Python.
    """
    if os.environ.get("CALCLAB_FORM") == "plain" or find_spec("numba") is None:
        return plain()
    if wait or _READY.is_set():
        return compiled()
    return plain()


def prepare(warm: Callable[[Form], object]) -> threading.Thread | None:
    """Compile in the background by calling `warm` on the compiled form; None without numba."""
    if best().name == "plain":
        return None

    def run() -> None:
        warm(compiled())
        _READY.set()

    thread = threading.Thread(target=run, name="calclab-compile", daemon=True)
    thread.start()
    return thread


_READY = threading.Event()


def _marked() -> dict[str, Any]:
    for room in ROOMS:
        importlib.import_module(f"calclab.search.{room}")
    return _MARKED


def _as_array(values: int | list[Any], kind: str) -> Any:
    import numpy

    return numpy.zeros(values, kind) if isinstance(values, int) else numpy.array(values, kind)


def _options() -> dict[str, Any]:
    """No kernel makes an array, so none has to count who uses one: counting costs a fifth."""
    from numba.core.options import DefaultOptions

    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
    return {**options, "_nrt": False} if hasattr(DefaultOptions, "_nrt") else options


def _cache_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("calclab") / "numba"
