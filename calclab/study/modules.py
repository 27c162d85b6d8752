"""The modules of a person's own: which they are, and what a function takes from them.

What lives here: `is_own`, `goes_along`, `reached`, `imports`, `written`. What does not: how a mark
is made of them (``marks``), how they are sent (``luggage``). A module is one's own unless it
belongs to Python, to an installed package or to calclab. Nothing is run here: a module that is not
loaded yet is known by its file.
"""

from __future__ import annotations

import ast
import dis
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import resolve_name
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any


@dataclass(frozen=True, slots=True)
class Written:
    """A module that is imported from its file when the strategy plays."""

    name: str


def is_own(name: str) -> bool:
    """Whether a module is one's own; a notebook's cells are."""
    if name == "__main__":
        return True
    file = _file(name)
    return file is not None and name.partition(".")[0] != "calclab" and _is_own_file(file)


def goes_along(value: object) -> bool:
    """Whether a value is an own module whose values can be sent: it is loaded, from Python text."""
    return (
        isinstance(value, ModuleType)
        and sys.modules.get(value.__name__) is value
        and value.__name__ != "__main__"
        and is_own(value.__name__)
        and not _is_compiled(_file(value.__name__))
    )


def own_modules() -> list[ModuleType]:
    """The loaded modules that can go along."""
    names = [name for name in sys.modules.copy() if is_own(name)]
    return [one for name in names if goes_along(one := sys.modules[name])]


def reached(function: FunctionType) -> Iterator[tuple[str, object]]:
    """The global values that a function and those inside it look up, by name.

    Of an own module only what is taken from it counts: `helper.f` reaches `f`.
    """
    for code in _codes(function.__code__):
        steps = _steps(code)
        for at, step in enumerate(steps):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval in function.__globals__:
                yield _taken(step.argval, function.__globals__[step.argval], steps[at + 1 :])


def imports(function: FunctionType) -> Iterator[tuple[str, object]]:
    """What a function and those inside it import while they run, by name; own modules only."""
    package = function.__globals__.get("__package__") or ""
    for code in _codes(function.__code__):
        steps = _steps(code)
        for at, step in enumerate(steps):
            if step.opname == "IMPORT_NAME":
                level, parts = steps[at - 2].argval, steps[at - 1].argval
                for name in _absolute(step.argval, level, package, parts or ()):
                    yield name, sys.modules.get(name, Written(name))


def written(name: str, known: set[str]) -> Iterator[str]:
    """The text of an own module's file, and those of the own modules that it imports."""
    file = _file(name)
    if name in known or not is_own(name) or file is None:
        return
    known.add(name)
    content = file.read_bytes() if file.is_file() else b""
    yield f"{name} {content.hex()}"
    if not _is_compiled(file):
        for inner in _named(content, name if file.stem == "__init__" else name.rpartition(".")[0]):
            yield from written(inner, known)


def _taken(name: str, value: object, steps: list[dis.Instruction]) -> tuple[str, object]:
    """Follow the attributes of own modules: the name and the value that is reached in the end."""
    for step in steps:
        if not goes_along(value) or step.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
            break
        if step.argval not in vars(value):
            break
        name, value = f"{name}.{step.argval}", vars(value)[step.argval]
    return name, value


def _steps(code: CodeType) -> list[dis.Instruction]:
    """The instructions; the mark of a long argument is a part of the one that follows."""
    return [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _absolute(name: str, level: int, package: str, parts: tuple[str, ...]) -> list[str]:
    """The own modules that an import loads: `pkg.sub` loads `pkg` too, and a part may be one."""
    try:
        full = resolve_name("." * level + name, package) if level else name
    except ImportError:
        return []
    steps = full.split(".")
    loaded = [".".join(steps[: at + 1]) for at in range(len(steps))]
    return [one for one in (*loaded, *(f"{full}.{part}" for part in parts)) if is_own(one)]


def _named(content: bytes, package: str) -> Iterator[str]:
    """The own modules that a text imports, inside functions too."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _absolute(alias.name, 0, package, ())
        elif isinstance(node, ast.ImportFrom):
            parts = tuple(alias.name for alias in node.names)
            yield from _absolute(node.module or "", node.level, package, parts)


def _file(name: str) -> Path | None:
    """The file of a module, loaded or not; the folder of a package without a file."""
    if (module := sys.modules.get(name)) is not None:
        held = _held(module)
        places = [held.get("__file__"), *(held.get("__path__") or ())]
        return next((Path(place) for place in places if place), None)
    path: list[str] | None = None
    origin = None
    for at in range(len(name.split("."))):
        spec = PathFinder.find_spec(".".join(name.split(".")[: at + 1]), path)
        if spec is None:
            return None
        origin, path = spec.origin, list(spec.submodule_search_locations or ())
    return next((Path(place) for place in (origin, *(path or ())) if place), None)


def _held(module: object) -> dict[str, Any]:
    """What a module holds by now: asking it for more would load one that is lazy."""
    return object.__getattribute__(module, "__dict__") if isinstance(module, ModuleType) else {}


def _is_compiled(file: Path | None) -> bool:
    return file is not None and file.suffix not in ("", ".py", ".pyc")


@cache
def _is_own_file(file: Path) -> bool:
    is_installed = {"site-packages", "dist-packages"} & set(file.parts)
    is_pythons = file.is_relative_to(sysconfig.get_path("stdlib")) or (
        _is_compiled(file) and file.name.partition(".")[0] in sys.stdlib_module_names
    )
    return not (is_installed or is_pythons)
