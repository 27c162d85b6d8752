"""What every widget has: a voice, and a picture that it leaves where no kernel runs.

What lives here: `Still`. What does not: the pictures (``svg``, ``clock_svg``, ``review_svg``; those
of words alone are in their widgets).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anywidget

from calclab.messages import speaking


class Still(anywidget.AnyWidget):
    """A widget that speaks as `_spoken` says, a language and card letters, and has a `_picture`."""

    _spoken: tuple[str, str]

    def _picture(self) -> str:
        """The widget as SVG text; it is asked for in the widget's voice."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        with self._voice():
            picture = self._picture()
        return {**(data or {}), "text/plain": repr(self), "image/svg+xml": picture}, metadata

    @contextmanager
    def _voice(self) -> Iterator[None]:
        with speaking(*self._spoken):
            yield
