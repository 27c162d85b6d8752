"""A strategy on its way to another process: its name, its code's mark, and its packed form.

What lives here: `pack`, `own_code`. What does not: the mark of a function (``marks``), where it is
unpacked (``seat``). A function of a notebook cell is packed by cloudpickle, with the helpers and
values that it uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from calclab import coach
from calclab.cards import shorten
from calclab.coach import Strategy
from calclab.seat import printable
from calclab.study.luggage import packed
from calclab.study.marks import beneath, digest, mark
from calclab.study.results import StudyError
from calclab.variants import VariantError, get


@dataclass(frozen=True, slots=True)
class Packed:
    """A strategy's name, a mark that changes with its code, and its form for a worker."""

    name: str
    code: str
    form: str | bytes


def pack(strategy: Strategy | str, name: str | None = None) -> Packed:
    """A strategy by name, or a function; raises `StudyError` for anything else."""
    if name is not None:
        name = title(name)
    if isinstance(strategy, str):
        try:
            coach.strategy(strategy)
        except ValueError as error:
            raise StudyError(_swapped(strategy) or str(error)) from None
        return Packed(name or strategy, own_code(), strategy)
    if not callable(strategy):
        raise StudyError(
            f"{shorten(strategy)} is no strategy; it is a name or a function of a view"
        )
    function = beneath(strategy)
    name = name or title(str(getattr(function, "__name__", type(function).__name__)))
    try:
        form, away = packed(strategy)
    except Exception as error:
        raise StudyError(f"{name} cannot be sent to another process: {error}") from None
    return Packed(name, mark(strategy, away), form)


def title(name: str) -> str:
    """A study's name, fit to be shown and kept; raises `StudyError` where it is no text."""
    if not isinstance(name, str):
        raise StudyError(f"name: {shorten(name)} is no text")
    return printable(name)


def _swapped(text: str) -> str | None:
    """What to say of the name of a game where a strategy belongs."""
    try:
        get(text)
    except VariantError:
        return None
    return f"{text!r} is a game, no strategy; the strategy comes first: study(strategy, {text!r})"


@cache
def own_code(*rooms: str) -> str:
    """The mark of calclab's own players: it changes with whatever decides how they play.

    With `rooms`, packages of calclab, it changes with their files too.
    """
    assert coach.__file__ is not None
    house = Path(coach.__file__).parent
    files = [house / "advice.py", house / "coach.py"]
    for room in ("search", "blockage", *rooms):
        files += sorted((house / room).glob("*.*"))
    return digest([file.read_bytes().hex() for file in files if file.is_file()])
