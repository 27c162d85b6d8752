"""Make a figure, and go on with one that was interrupted.

What lives here: `remake`. What does not: the command (``__main__``) and what there is to make
(``plan``). One process plays one deal after another; the file is written now and then, and what is
in it already is not played again. Limits are nodes and simulations, not seconds, so that the same
version makes the same figure anywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from calclab import solver
from calclab.figures.plan import SEED, Measure
from calclab.figures.shipped import SOLVER, Figure, FigureError
from calclab.study import study
from calclab.study.hands import Here
from calclab.study.packing import own_code

SAVE_SECONDS = 10.0
FIRST_CHUNK, LONGEST_CHUNK = 4, 1_000  # deals between two looks at the clock
NO_LIMIT = 1e9  # seconds; the nodes are the limit

Say = Callable[[Figure, int], object]


def remake(
    measure: Measure, folder: Path, date: str, deals: int | None = None, say: Say | None = None
) -> Figure:
    """Make a figure in a folder with so many deals, by itself as many as the plan says.

    `say(figure, deals)` is told the figure so far. Raises `FigureError` where the folder holds
    one that was begun in another way.
    """
    wanted = deals or measure.deals
    path = folder / f"{measure.name}.json"
    made = replace(_begun(measure, path, wanted), date=date)
    size = FIRST_CHUNK
    while made.deals < wanted:
        begun = time.perf_counter()
        chunk = range(made.deals, min(wanted, made.deals + size))
        made = _add(made, measure, chunk)
        made.save(path)
        if say is not None:
            say(made, wanted)
        spent = max(time.perf_counter() - begun, 1e-6)
        size = max(1, min(LONGEST_CHUNK, 2 * size, int(size * SAVE_SECONDS / spent)))
    return made


def command(measure: Measure, deals: int) -> str:
    """What makes the figure again."""
    fewer = "" if deals == measure.deals else f" --deals {deals}"
    return f"python -m calclab.figures --only {measure.name}{fewer}"


def _begun(measure: Measure, path: Path, deals: int) -> Figure:
    """What the file holds already, or nothing yet."""
    empty = Figure(
        measure.name, measure.game, measure.player, measure.effort, SEED, "", 0, 0.0,
        _code(measure), command(measure, deals), "", version("calclab"),
    )  # fmt: skip
    if not path.exists():
        return empty
    found = Figure.load(path)
    alike = replace(found, outcomes="", nodes=0, seconds=0.0, command=empty.command)
    if alike != empty or found.calclab != empty.calclab or found.deals > deals:
        raise FigureError(
            f"{path}: holds {found.deals} deals that were measured in another way or by other "
            "code; move it away, or choose another folder"
        )
    return replace(found, command=empty.command)


def _code(measure: Measure) -> str:
    """The mark of who plays; the solver has a room of its own."""
    return own_code("solver") if measure.player == SOLVER else own_code()


def _add(made: Figure, measure: Measure, chunk: range) -> Figure:
    """The figure with the deals of the chunk played too."""
    play = _solve if measure.player == SOLVER else _play
    outcomes, nodes, seconds = play(measure, chunk)
    return replace(
        made,
        outcomes=made.outcomes + outcomes,
        nodes=made.nodes + nodes,
        seconds=(made.seconds * made.deals + seconds) / (made.deals + len(chunk)),
    )


def _solve(measure: Measure, chunk: range) -> tuple[str, int, float]:
    outcomes, nodes, seconds = "", 0, 0.0
    for number in chunk:
        game, begun = measure.deal(number), time.process_time()
        found = solver.solve(game, NO_LIMIT, measure.effort)
        seconds += time.process_time() - begun
        outcomes += found.verdict[0]
        nodes += found.nodes
    return outcomes, nodes, seconds


def _play(measure: Measure, chunk: range) -> tuple[str, int, float]:
    played = study(
        measure.player, measure.variant, chunk, SEED, executor=Here(), workers=1, progress=False
    )
    outcomes = "".join(outcome for _deal, outcome in played.outcomes())
    return outcomes, 0, played.seconds_per_game * len(chunk)
