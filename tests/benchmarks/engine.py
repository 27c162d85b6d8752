"""Figures that need no browser: the engine's pace, loading, importing, the size of the wheel."""

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from calclab import Record, deal
from tests.conftest import ROOT

HEAVY = ("ipywidgets", "anywidget", "matplotlib", "numpy", "numba")

IMPORT = """
import sys, time
before, begin = set(sys.modules), time.perf_counter()
import calclab
took = time.perf_counter() - begin
print([took, len(set(sys.modules) - before), [name for name in HEAVY if name in sys.modules]])
"""


def median_milliseconds(action: Callable[[], object], repeats: int) -> float:
    """The median time of an action."""
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        action()
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1000


def plies_a_second(games: int = 400) -> float:
    """List the legal moves and play one by chance, on the standard game, until no move is left."""
    rng = random.Random(1)
    starts = [deal("calculation", seed=seed) for seed in range(games)]
    plies = 0
    begin = time.perf_counter()
    for game in starts:
        while moves := game.moves():
            game = game.play(moves[int(rng.random() * len(moves))])
            plies += 1
    return plies / (time.perf_counter() - begin)


def long_record(length: int = 1000) -> str:
    """The text of a record of so many moves; Devil's Grip never runs out of them."""
    record = Record(deal("devils-grip", seed=1))
    rng = random.Random(1)
    for _ in range(length):
        moves = record.game.moves()
        record.play(moves[int(rng.random() * len(moves))])
    return record.dumps()


def import_figures(repeats: int = 9) -> tuple[float, int, list[str]]:
    """Milliseconds, the number of modules loaded, and the heavy ones among them."""
    code = f"HEAVY = {HEAVY}\n{IMPORT}"
    command = [sys.executable, "-c", code]
    runs = [
        json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(repeats)
    ]
    return statistics.median(run[0] for run in runs) * 1000, runs[0][1], runs[0][2]


def wheel_size() -> int:
    """The bytes of the wheel, built as pip builds it."""
    with tempfile.TemporaryDirectory() as folder:
        code = f"from hatchling.build import build_wheel; build_wheel({folder!r})"
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
        (path,) = Path(folder).glob("*.whl")
        return path.stat().st_size


def figures() -> Iterator[str]:
    """One line a figure, with what it should be."""
    yield f"plies a second          {plies_a_second():10,.0f}      at least 40,000"
    text = long_record()
    load = median_milliseconds(lambda: Record.loads(text), 9)
    yield f"load 1,000 moves        {load:10.1f} ms   at most 50 ms"
    took, count, heavy = import_figures()
    yield f"import calclab          {took:10.1f} ms   at most 150 ms"
    yield f"  modules loaded        {count:10}      heavy ones: {', '.join(heavy) or 'none'}"
    yield f"wheel                   {wheel_size() / 1000:10,.0f} kB   at most 2,000 kB"
