"""What is played on in a notebook. Importing a widget loads ipywidgets; the engine never does."""

from calclab.widgets.board import Board

__all__ = ["Board"]
