"""Compile the search in the background, so that no hint waits for it.

What lives here: `prepare`, which a board calls when it opens. What does not: the two forms of the
kernels (``search.forms``). A compiler holds Python's lock, so another process does the work and
leaves it in the cache on the disk; this one only loads it. Until then plain Python answers.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from calclab import coach, solver
from calclab.search import forms

COMPLETE = "complete"  # a file that says that nothing is missing in the cache, and when it was used
UNUSED = 60 * 86_400.0  # seconds


@cache
def prepare() -> threading.Thread | None:
    """Make the compiled form ready, once in a process; None where it cannot be made beside it.

    That is where there is no numba, and where nothing can be kept on the disk.
    """
    if not (forms.can_compile() and forms.can_keep()):
        return None
    thread = threading.Thread(target=_prepare, name="calclab-warmup", daemon=True)
    thread.start()
    return thread


def compile_all() -> None:
    """Compile, or load, every kernel that hints and the solver need."""
    form = forms.compiled()
    coach.warm(form)
    solver.warm(form)
    with suppress(OSError):  # a cache that cannot be written costs time and nothing else
        (forms.cache_folder() / COMPLETE).touch()
        _sweep(forms.cache_folder().parent)


def _sweep(kept: Path) -> None:
    """Remove what other versions have left and nobody has used for two months."""
    for folder in kept.iterdir():
        mark = folder / COMPLETE
        used = (mark if mark.exists() else folder).stat().st_mtime
        if time.time() - used > UNUSED:
            shutil.rmtree(folder, ignore_errors=True)


def _prepare() -> None:
    if not (forms.cache_folder() / COMPLETE).exists():
        with suppress(OSError):
            subprocess.run([sys.executable, "-m", "calclab.warmup"], capture_output=True)
    with suppress(ImportError):  # a numba that cannot be loaded: plain Python goes on answering
        compile_all()
        forms.say_ready()


if __name__ == "__main__":
    compile_all()
