"""How far long work is, told while it runs: on a bar, to a function, or to nobody.

What lives here: `telling`, and `write_line` beside a bar. What does not: the solver's account of a
search, which has no end to count towards (``solver``), and the bars of the widgets, which the
browser draws.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

Progress = Callable[[int, int], object]


@contextmanager
def telling(progress: bool | Progress, total: int, what: str) -> Iterator[Callable[[int], object]]:
    """A function to call with how many more steps are done.

    A `progress` that is a function is called with (done, total). True draws a bar where there is a
    notebook or a terminal, once the work takes longer than a second; False tells nobody.

    >>> with telling(lambda done, total: print(done, "of", total), 3, "cards") as more:
    ...     more(2)
    2 of 3
    """
    if callable(progress):
        done = 0

        def more(count: int) -> None:
            nonlocal done
            done += count
            progress(done, total)

        yield more
    elif progress and sys.platform != "emscripten":
        bars = import_module("tqdm.auto")
        with bars.tqdm(total=total, desc=what, delay=1, leave=False, disable=None) as bar:
            yield bar.update
    else:
        yield lambda count: None


def write_line(text: str) -> None:
    """A line for the person who waits; a bar that is shown makes room for it."""
    if sys.platform == "emscripten":
        sys.stderr.write(f"{text}\n")
    else:
        import_module("tqdm.auto").tqdm.write(text, file=sys.stderr)
