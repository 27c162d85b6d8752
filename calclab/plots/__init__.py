"""Pictures of games: what lies on what, why a game is lost, where cards die.

What lives here: functions that take positions or records and return a `Picture`. What does not:
the board (``svg``). Pictures of numbers and of reviews are asked for by their module,
``plots.arithmetic``, ``plots.recall`` or ``plots.review``.
"""

from calclab.plots.blockages import needs_chart, pile_map
from calclab.plots.lost import why_lost
from calclab.plots.paper import Picture
from calclab.plots.stories import Story, compare, read_story, story, where_cards_die

__all__ = [
    "Picture",
    "Story",
    "compare",
    "needs_chart",
    "pile_map",
    "read_story",
    "story",
    "where_cards_die",
    "why_lost",
]
