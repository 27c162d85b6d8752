"""Advice on trial: what each saying is worth, and what strong players really do.

What lives here: the measured figures that ship with the package, `trials` and `habits`, and the
program that makes them again, ``python -m calclab.trials``. What does not: the sayings themselves
(``advice``), how many games are played and compared (``study``).
"""

from calclab.trials.sayings import Trial, Trials, knowing, trials
from calclab.trials.watching import Habits, habits

__all__ = ["Habits", "Trial", "Trials", "habits", "knowing", "trials"]
