"""How often can it be won: what people claim, and the figures that this package was shipped with.

What lives here: `Figure`, one long measurement with the command that remakes it, its result files
in ``results/``, and `CLAIMS`. ``python -m calclab.figures`` remakes every figure. What does not:
how a study is played (``study``), how a game is solved (``solver``). Short figures need no file:
a lesson makes them while it runs.
"""

from calclab.figures.claims import CLAIMS, Claim, ClaimTable, beside_claims
from calclab.figures.plan import ascending
from calclab.figures.shipped import Figure, FigureError, figure, names
from calclab.intervals import Sample

__all__ = [
    "CLAIMS",
    "Claim",
    "ClaimTable",
    "Figure",
    "FigureError",
    "Sample",
    "ascending",
    "beside_claims",
    "figure",
    "names",
]
