"""Measure strategies: many games, the rate of wins with its interval, comparisons, an arena.

The room's door: `study` plays many deals with one strategy, `compare` two on the same deals,
`arena` ranks several; `help(study)` says how a strategy of your own is played, what a fault is and
how a result is kept. What does not live here: the strategies themselves (``coach``).
"""

from calclab.study.comparing import Arena, Comparison, arena, compare, paired
from calclab.study.results import Fault, Part, Study, StudyError, merge
from calclab.study.running import study

__all__ = [
    "Arena",
    "Comparison",
    "Fault",
    "Part",
    "Study",
    "StudyError",
    "arena",
    "compare",
    "merge",
    "paired",
    "study",
]
