"""Figures of the solver on fresh deals: rates with Wilson intervals, times, memory, promptness.

`python -m tests.benchmarks solver` takes about five minutes of one core; with `CALCLAB_DEALS=100`
each sample is a hundred times as large (20,000 standard deals), with `CALCLAB_SECONDS=10` the limit
of a deal is 10 seconds, with `CALCLAB_LONG=60` memory is measured after a minute. The times of
samples are those of the processor, and so is their limit: other work on the machine changes no
figure. How a limit is kept is told by both clocks.
"""

import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from itertools import pairwise, product
from types import ModuleType, SimpleNamespace
from unittest import mock

from calclab import solver
from calclab.game import Game
from calclab.search import forms
from calclab.search.forms import Form
from calclab.solver import columns, grid, piles, search
from tests.benchmarks.coach import new_game, rate

# Deals at CALCLAB_DEALS=1, by game as `new_game` reads it; the standard game first.
SAMPLES = (
    ("calculation", 200),
    ("easy-5", 20),
    ("three-piles", 40),
    ("expert", 40),
    ("hold-cell", 20),
    ("giant", 20),
    ("reverse", 20),
    ("broken-intervals", 20),
    ("redeal-2/piles=2", 10),
    ("redeal-2/piles=1", 2),
    ("sir-tommy", 10),
    ("musical", 10),
    ("appreciate", 20),
    ("devils-grip", 10),
    ("one234", 20),
)
PLAIN = (("calculation", 200), ("one234", 5), ("appreciate", 5), ("devils-grip", 2))
FIRST_SEED = 9_000_000

# For the limits of time: fresh deals, and games made to be hard.
LIMITED = (
    "calculation/piles=1",
    "calculation/piles=2",
    "three-piles",
    "calculation",
    "expert",
    "redeal-1/piles=1",
    "redeal-2/piles=1",
    "hold-cell/piles=1",
    "giant/piles=1",
    "giant/piles=8",
    "sir-tommy/piles=2",
    "calculation/piles=8/modulus=29",
    "musical",
    "devils-grip",
    "one234",
    "appreciate",
)
LIMITS = (0.02, 0.5)  # seconds: within the first games, and within complete search
# Deals that are not settled soon, by their seeds; None asks for a game made to be hard.
LONG = (
    ("expert/piles=2", 1),
    ("redeal-2/piles=1", 3),
    ("giant/piles=1", 1),
    ("sir-tommy/piles=2", 1),
    ("calculation/piles=8/modulus=29", None),
    ("musical", 2),
    ("devils-grip", None),
    ("one234", 77),
    ("appreciate", None),
)
LONG_LIMIT = 60.0  # seconds: from here on a search takes the largest tables
CLOCKS = (time.process_time, time.perf_counter)


def figures() -> Iterator[str]:
    """Every figure, one line each."""
    times = int(os.environ.get("CALCLAB_DEALS", "1"))
    seconds = float(os.environ.get("CALCLAB_SECONDS", "2"))
    for name in ("compiled", "plain") if forms.can_compile() else ("plain",):
        for variant, seed in LONG:
            yield memory(name, variant, seed)
    yield f"limit {seconds} s of processor time a deal, seeds from {FIRST_SEED}"
    for variant, deals in SAMPLES:
        yield sample(forms.best(), variant, deals * times, seconds)
    for variant, deals in PLAIN:
        yield sample(forms.plain(), variant, deals * times, seconds)
    for form in (forms.best(), forms.plain()):
        for variant in LIMITED:
            yield overrun(form, variant)


def sample(form: Form, variant: str, deals: int, seconds: float) -> str:
    """What the solver says of fresh deals, in processor time."""
    solver.solve(new_game(variant, 1), nodes=100, form=form)
    verdicts: Counter[str] = Counter()
    times = []
    with clocked_by(time.process_time):
        for seed in range(FIRST_SEED, FIRST_SEED + deals):
            found = solver.solve(new_game(variant, seed), seconds=seconds, form=form)
            verdicts[found.verdict] += 1
            times.append(1000 * found.seconds)
    times.sort()
    return (
        f"{form.name}, {variant}: won {rate(verdicts['won'], deals)}, "
        f"settled {rate(deals - verdicts['unknown'], deals)}; "
        f"mean {statistics.mean(times):.1f} ms, median {statistics.median(times):.1f} ms, "
        f"99 % within {times[int(0.99 * deals)]:.0f} ms, all within {times[-1]:.0f} ms"
    )


def clocked_by(clock: Callable[[], float]) -> AbstractContextManager[object]:
    """Let every search read this clock."""
    return mock.patch.object(search, "time", SimpleNamespace(perf_counter=clock))


def stubborn(variant: str, seed: int) -> Game:
    """A game that is hard to settle: the cards that are wanted last come first.

    In `appreciate` and `devils-grip` cards are missing, so that no line wins.
    """
    game = new_game(variant, seed)
    highest_first = tuple(sorted(game.stock, key=lambda card: -card.rank))
    if game.variant.deals and not game.variant.rows:
        return replace(game, stock=highest_first[::-1])
    if game.variant.rows:
        return replace(game, stock=tuple(card for card in highest_first if card.rank != 5))
    if any(game.variant.builds):
        last = game.foundations[-1].last
        piles = (tuple(card for card in pile if card.rank != last) for pile in game.piles)
        return replace(game, piles=tuple(piles))
    return replace(game, stock=highest_first)


def kind_of(game: Game) -> ModuleType:
    """The module that searches a game, to be asked without the quick looks before it."""
    return grid if game.variant.rows else columns if any(game.variant.builds) else piles


def overrun(form: Form, variant: str, games: int = 4) -> str:
    """By how much limits of time are missed at most, on both clocks, and the longest silence."""
    late, silence, reached = dict.fromkeys(CLOCKS, 0.0), 0.0, 0
    solver.solve(new_game(variant, 1), nodes=100, form=form)
    for clock, seconds, number in product(CLOCKS, LIMITS, range(games)):
        game = (stubborn, new_game)[number % 2](variant, FIRST_SEED + number)
        told = [clock()]
        with clocked_by(clock):
            found = solver.solve(
                game,
                seconds,
                form=form,
                progress=lambda *_about, told=told, clock=clock: told.append(clock()),
            )
        told.append(clock())
        reached += found.verdict == "unknown"
        late[clock] = max(late[clock], told[-1] - told[0] - seconds)
        if clock is time.process_time:
            silence = max(silence, *(two - one for one, two in pairwise(told)))
    searches = len(CLOCKS) * len(LIMITS) * games
    work, wall = (1000 * late[clock] for clock in CLOCKS)
    return (
        f"{form.name}, {variant}: {reached} of {searches} searches reached a limit of time, "
        f"overrun at most {work:.0f} ms of the processor and {wall:.0f} ms of the clock, "
        f"longest silence {1000 * silence:.0f} ms"
    )


def memory(form: str, variant: str, seed: int | None) -> str:
    """The most memory of a process that does one long search, with all that it has imported.

    A process inherits the peak of the one that started it: ask before that one has grown.
    """
    command = [sys.executable, "-m", __name__, form, variant]
    if seed is not None:
        command.append(str(seed))
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def search_long(name: str, variant: str, seed: str = "") -> str:
    """Search for a while under a long limit, blockages unasked; the peak of this process."""
    import resource

    form: Form = getattr(forms, name)()
    stop = float(os.environ.get("CALCLAB_LONG", "8"))
    game = new_game(variant, int(seed)) if seed else stubborn(variant, 3)
    kind = kind_of(game)
    if name != "plain":
        kind.warm(form)

    def progress(_nodes: int, spent: float) -> None:
        if spent > stop:
            raise TimeoutError

    with clocked_by(time.process_time), suppress(TimeoutError):
        hunt = search.Search(form, LONG_LIMIT, progress=progress)
        kind.decide(game, hunt)
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return (
        f"{form.name}, {variant}: {peak / 1e9:.2f} GB at most "
        f"after {hunt.told:.0f} s and {hunt.nodes} nodes"
    )


if __name__ == "__main__":
    print(search_long(*sys.argv[1:]))
