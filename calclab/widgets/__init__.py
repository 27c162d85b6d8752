"""What is played on in a notebook. Importing a widget loads ipywidgets; the engine never does."""

from calclab.widgets.board import Board
from calclab.widgets.clock import Clock
from calclab.widgets.drill import Drill
from calclab.widgets.exercise import Ask
from calclab.widgets.review import Review

__all__ = ["Ask", "Board", "Clock", "Drill", "Review"]
