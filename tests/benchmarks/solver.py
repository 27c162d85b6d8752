"""Figures of the solver on fresh deals: rates with Wilson intervals, times, memory, promptness.

`python -m tests.benchmarks solver` takes under a minute on an idle machine; with
`CALCLAB_DEALS=100` each sample is a hundred times as large (20,000 standard deals), with
`CALCLAB_SECONDS=10` the limit of a deal is 10 seconds. Times are those of the processor, and so is
the limit: other work on the machine changes no figure.
"""

import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace
from unittest import mock

from calclab import solver
from calclab.game import deal
from calclab.search import forms
from calclab.search.forms import Form
from calclab.solver import search
from tests.benchmarks.coach import rate

# Deals at CALCLAB_DEALS=1, by game and piles; the standard game first.
SAMPLES = (
    ("calculation", None, 200),
    ("easy-5", None, 20),
    ("three-piles", None, 10),
    ("expert", None, 10),
    ("hold-cell", None, 20),
    ("giant", None, 20),
    ("reverse", None, 20),
    ("broken-intervals", None, 20),
    ("redeal-2", 2, 10),
    ("redeal-2", 1, 2),
    ("sir-tommy", None, 10),
    ("musical", None, 10),
    ("appreciate", None, 20),
    ("devils-grip", None, 10),
    ("one234", None, 20),
)
PLAIN = (("calculation", None, 10), ("appreciate", None, 3), ("devils-grip", None, 2))
LIMITED = (("redeal-2", 1), ("three-piles", 1), ("giant", 1), ("devils-grip", None))
FIRST_SEED = 9_000_000


def figures() -> Iterator[str]:
    """Every figure, one line each."""
    times = int(os.environ.get("CALCLAB_DEALS", "1"))
    seconds = float(os.environ.get("CALCLAB_SECONDS", "2"))
    yield f"limit {seconds} s of processor time a deal, seeds from {FIRST_SEED}"
    for variant, piles, deals in SAMPLES:
        yield sample(forms.best(), variant, piles, deals * times, seconds)
    for variant, piles, deals in PLAIN:
        yield sample(forms.plain(), variant, piles, deals * times, seconds)
    for form in (forms.best(), forms.plain()):
        for variant, piles in LIMITED:
            yield overrun(form, variant, piles)
    unit = 1 if sys.platform == "darwin" else 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    yield f"memory of this process at most: {most / 1e9:.2f} GB"


def sample(form: Form, variant: str, piles: int | None, deals: int, seconds: float) -> str:
    """What the solver says of fresh deals, in processor time."""
    solver.solve(deal(variant, 1, piles=piles), nodes=100, form=form)
    verdicts: Counter[str] = Counter()
    times = []
    with mock.patch.object(search, "time", SimpleNamespace(perf_counter=time.process_time)):
        for seed in range(FIRST_SEED, FIRST_SEED + deals):
            game = deal(variant, seed, piles=piles)
            found = solver.solve(game, seconds=seconds, form=form)
            verdicts[found.verdict] += 1
            times.append(found.seconds)
    times.sort()
    middle, most = (1000 * times[int(share * deals)] for share in (0.5, 0.99))
    return (
        f"{form.name}, {variant}{f', {piles} piles' if piles else ''}: "
        f"won {rate(verdicts['won'], deals)}, lost {verdicts['lost']}, "
        f"unknown {verdicts['unknown']}; mean {1000 * sum(times) / deals:.1f} ms, "
        f"median {middle:.1f} ms, 99 % within {most:.0f} ms"
    )


def overrun(form: Form, variant: str, piles: int | None, seconds: float = 0.5) -> str:
    """By how much a limit of wall-clock time is missed, and the longest silence of progress."""
    told = [0.0]
    found = solver.solve(
        deal(variant, FIRST_SEED, piles=piles),
        seconds=seconds,
        form=form,
        progress=lambda nodes, spent: told.append(spent),
    )
    silence = max(two - one for one, two in zip(told, [*told[1:], found.seconds], strict=True))
    return (
        f"{form.name}, {variant}, limit {seconds} s: {found.verdict} after {found.seconds:.3f} s, "
        f"longest silence {1000 * silence:.0f} ms"
    )
