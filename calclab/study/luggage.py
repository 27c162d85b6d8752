"""A strategy's luggage: what goes with it to the process in which it thinks.

What lives here: `packed`. What does not: which modules are one's own (``modules``), where they are
unpacked (``seat``). Own modules go along by value, so that what is played is what the person sees:
a value set in a notebook counts, a file that was edited and not loaded again does not. A package
that cannot be packed stays away, and is imported over there.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cache
from types import ModuleType
from typing import Any

from calclab import seat
from calclab.study.marks import imported
from calclab.study.modules import own_modules

STAYS = ("__builtins__", "__loader__", "__spec__", "__cached__")
PLACE = ("__package__", "__path__", "__file__")  # by which a module finds its neighbours


def packed(strategy: object) -> tuple[bytes, frozenset[str]]:
    """The strategy as bytes, and the own packages that stay away."""
    own = {module.__name__.partition(".")[0] for module in own_modules()}
    try:
        return _dumps(strategy, own, set()), frozenset()
    except Exception:
        along: set[str] = set()
    for package in sorted(own):
        try:
            _dumps(strategy, along | {package}, own - along - {package})
            along.add(package)
        except Exception:
            continue  # the next one may be packed all the same
    return _dumps(strategy, along, own - along), frozenset(own - along)


def _dumps(strategy: object, along: set[str], away: set[str]) -> bytes:
    inner = imported(strategy, frozenset(away))
    file = io.BytesIO()
    with _by_value(along):
        packer = _packer()(file, along)
        packer.dump(_Luggage(strategy, inner) if inner else strategy)
    return file.getvalue()


@contextmanager
def _by_value(packages: set[str]) -> Iterator[None]:
    """While it lasts, cloudpickle packs the functions and classes of these packages by value."""
    import cloudpickle

    known = cloudpickle.list_registry_pickle_by_value()
    added = [sys.modules[name] for name in packages - known]
    for module in added:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in added:
            cloudpickle.unregister_pickle_by_value(module)


class _Luggage:
    """A strategy, and the modules that it imports while it plays."""

    def __init__(self, strategy: object, inner: dict[str, ModuleType]) -> None:
        self._all = strategy, inner

    def __reduce__(self) -> Any:
        return seat.unpack, self._all


class _Bare:
    """An own module with nothing in it yet: it and its functions share one dictionary."""

    def __init__(self, module: ModuleType) -> None:
        self._name = module.__name__
        self._place = {name: vars(module)[name] for name in PLACE if name in vars(module)}

    def __reduce__(self) -> Any:
        return ModuleType, (self._name,), self._place


class _Names:
    """The dictionary of a bare module, in which its functions look their values up."""

    def __init__(self, bare: _Bare) -> None:
        self._bare = bare

    def __reduce__(self) -> Any:
        return vars, (self._bare,)


@cache
def _packer() -> Any:
    """The class that packs; made at the first use, because cloudpickle may be missing."""
    import cloudpickle

    class Packer(cloudpickle.Pickler):  # type: ignore[misc]
        def __init__(self, file: io.BytesIO, along: set[str]) -> None:
            super().__init__(file)
            self._bare: dict[int, _Bare] = {}
            for module in own_modules():
                if module.__name__.partition(".")[0] in along:
                    self._bare[id(module)] = bare = _Bare(module)
                    self.globals_ref[id(vars(module))] = _Names(bare)

        def reducer_override(self, value: object) -> Any:
            if id(value) in self._bare:
                held = {name: one for name, one in vars(value).items() if name not in STAYS}
                return seat.own_module, (self._bare[id(value)],), held
            if isinstance(value, _lru_cache_wrapper) and self._is_by_value(value.__wrapped__):
                return seat.remembering, (value.__wrapped__, value.cache_parameters()), vars(value)
            return super().reducer_override(value)

        def _is_by_value(self, function: object) -> bool:
            return super().reducer_override(function) is not NotImplemented

    return Packer
