"""calclab: a teaching kit for the solitaire Calculation and the arithmetic behind it.

The front door: what a notebook needs first, and nothing heavy. Widgets are in `calclab.widgets`.
"""

from calclab.cards import Card
from calclab.game import Game, IllegalMove, View, deal
from calclab.moves import Move, NotationError
from calclab.record import Record, RecordError
from calclab.variants import VARIANTS, Variant

__version__ = "0.1.0"

__all__ = [
    "VARIANTS",
    "Card",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "Record",
    "RecordError",
    "Variant",
    "View",
    "deal",
]
