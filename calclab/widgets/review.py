"""The review as a widget: a board that begins with the look back at its game.

What lives here: `Review`. What does not: the judging (``calclab.review``), the review's part of
every board (``reviewing``), the still picture (``calclab.review_svg``). Since it is a board, its
turning points can be played on from at once, as branches of the record.
"""

from __future__ import annotations

from typing import Any

from calclab import review_svg
from calclab.cards import shorten
from calclab.messages import _
from calclab.record import Record
from calclab.review import Review as Found
from calclab.widgets.board import Board


class Review(Board):
    """A game looked at again: `Review(record)`, or `Review(review(record))` without waiting.

    A record is judged in the background, with a progress bar; `wait()` waits for it, and `reviewed`
    is what was found. Further arguments are those of a `Board`. Raises `ValueError` in one line.

    >>> from calclab import deal
    >>> game = deal("calculation", seed=7)
    >>> Review(Record(game).play("S-W1"), "instant").wait()
    Review(calculation, seed 7): 1 move, open with 4 of 52 placed. Run this cell to see it.
    """

    def __init__(self, game: Record | Found, level: str = "quick", **more: Any) -> None:
        if not isinstance(game, Record | Found):
            raise ValueError(f"game: {shorten(game)} is not a Record or a Review of one")
        record = game if isinstance(game, Record) else game.retry(len(game.moves))
        if not record.main_line:
            raise ValueError(_("The record has no moves; there is nothing to review."))
        super().__init__(record, **more)
        with self._lock, self._voice():
            if isinstance(game, Record):
                self._event_review({"level": level})
            else:
                self._refuse_in_test()
                self._show_review(game, self._nodes())

    def __repr__(self) -> str:
        *_before, end = self._record.games()
        seed = "" if end.seed is None else f", seed {end.seed}"
        count = len(self._record.main_line)
        moves = "1 move" if count == 1 else f"{count} moves"
        facts = f"{moves}, {end.outcome} with {end.placed} of {end.total} placed"
        return f"Review({end.variant.id}{seed}): {facts}. Run this cell to see it."

    def _picture(self) -> str:
        return super()._picture() if self.reviewed is None else review_svg.review(self.reviewed)
