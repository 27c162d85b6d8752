"""What lies on what, what is wanted when, and proofs that a game is lost.

What lives here: the readings of a position (`reading`), the proof (`deadlock`, off the bound of
`closure`), the exact test (`completion`). All take a `Game` or a `View` and never use the order of
the stock. What does not: advice (``coach``) and pictures (``plots``). Source: the rulebook's words
*blockage*, *dead card*, *deadlock*; the arithmetic is worked out beside the functions.
"""

from calclab.blockage.completion import Completion, completion
from calclab.blockage.deadlock import (
    Deadlock,
    Step,
    Stopper,
    Stuck,
    dead_cards,
    deadlock,
    is_deadlocked,
)
from calclab.blockage.reading import (
    Block,
    PileReading,
    Run,
    Whereabouts,
    after,
    blocks,
    distances,
    last_copies,
    main_blocks,
    readings,
    room,
    soonest,
    warning,
    when,
    whereabouts,
)
from calclab.blockage.table import Spot

__all__ = [
    "Block",
    "Completion",
    "Deadlock",
    "PileReading",
    "Run",
    "Spot",
    "Step",
    "Stopper",
    "Stuck",
    "Whereabouts",
    "after",
    "blocks",
    "completion",
    "dead_cards",
    "deadlock",
    "distances",
    "is_deadlocked",
    "last_copies",
    "main_blocks",
    "readings",
    "room",
    "soonest",
    "warning",
    "when",
    "whereabouts",
]
