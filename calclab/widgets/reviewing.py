"""The review at the board: the curve of a game, its turning points, and playing on from them.

What lives here: `Reviewed`, the part of a board that looks back. What does not: the judging
(``calclab.review``), what the browser is told (``sheets``), the widget that begins with a review
(``calclab.widgets.review``). A review belongs to the line that was on the table when it was made,
by its nodes, so that branches played since do not move its turning points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from calclab.messages import _
from calclab.moves import Move
from calclab.record import Record
from calclab.review import Judged, Mistake, Review, judge_move, review
from calclab.review.values import is_given_up
from calclab.widgets import sheets
from calclab.widgets.hinting import Coached, bearable
from calclab.widgets.thinking import Check


@dataclass(frozen=True, slots=True)
class Reviewing:
    """A review, the deal that it is of, and the record's nodes that its line goes through."""

    review: Review
    serial: int
    nodes: tuple[int, ...]


class Reviewed(Coached):
    """A board's link with the review of its game."""

    def __init__(self) -> None:
        super().__init__()
        self._reviewing: Reviewing | None = None
        self._retry: Mistake | None = None

    # from Python

    @property
    def reviewed(self) -> Review | None:
        """The review that the board shows or showed last; None while there is none."""
        return self._reviewing.review if self._reviewing else None

    def review(self, level: str = "quick") -> Review:
        """Review the game's main line, show it on the board, and return it."""
        with self._lock, self._voice():
            self._refuse_in_test()
            self._thinker.stop()
            nodes = self._nodes()
            found = self._known(nodes, level)
            if found is None:
                found = review(self._copy(), level, progress=False, wait=False)
            self._show_review(found, nodes)
            return found

    def retry(self, turn: int) -> None:
        """Go to a turning point of the review, counted from 1, to play on from there."""
        with self._lock, self._voice():
            self._event_retry({"turn": turn - 1})

    def review_go(self, ply: int) -> None:
        """Go to the position after `ply` moves of the reviewed line, to play on from there."""
        with self._lock, self._voice():
            self._event_review_go({"ply": ply})

    # events

    def _event_review(self, content: dict[str, Any]) -> None:
        """Show the review of this line, or the one before; think about what is not known."""
        self._refuse_in_test()
        level, nodes = content.get("level"), self._nodes()
        known = self.reviewed if content.get("back") else self._known(nodes, level)
        if known is not None:
            self._thinker.stop()
            return self._put(sheets.review(known))
        level = bearable(level or "quick")
        record = self._copy()
        total = len(record.main_line)
        self._sheet = {"kind": "review", "busy": True, "level": level, "done": 0, "total": total}
        self._think(
            lambda check: self._look_back(record, level, check),
            lambda found: self._show_review(found, nodes),
        )
        return None

    def _known(self, nodes: tuple[int, ...], level: str | None) -> Review | None:
        """The review of a line, if it is the one that was shown last."""
        known = self._reviewing
        if known is None or known.nodes != nodes or level not in (None, known.review.level):
            return None
        found = known.review
        if self._story.given_up == is_given_up(found.record):
            return found
        self._reviewing = replace(known, review=replace(found, record=self._copy()))
        return self._reviewing.review

    def _look_back(self, record: Record, level: str, check: Check) -> Review:
        def progress(done: int, total: int) -> None:
            with self._lock:
                check()
                self._sheet = {**self._sheet, "done": done, "total": total}

        with self._voice():
            return review(record, level, progress=progress, wait=False)

    def _show_review(self, found: Review, nodes: tuple[int, ...]) -> None:
        is_new, is_open = found is not self.reviewed, self._record.game.outcome == "open"
        if is_new and is_open and not self._story.given_up:
            self._count("review")
        self._reviewing = Reviewing(found, self._serial, nodes)
        with self._voice():
            self._put(sheets.review(found))

    def _event_review_go(self, content: dict[str, Any]) -> None:
        """Go to a position of the reviewed line; a move played there begins a branch."""
        known, ply = self._reviewing, content.get("ply")
        if known is None or not isinstance(ply, int) or not 0 <= ply < len(known.nodes):
            raise ValueError(_("There is no such position in the review."))
        self._record.visit(known.nodes[ply])
        self._story.undo = True
        self._keep()
        self._tell()

    def _event_review_line(self, _content: dict[str, Any]) -> None:
        """Show the winning line from the last moment when the game could still be won."""
        known = self._reviewing
        if known is None or known.review.last_chance is None:
            raise ValueError(_("No winning line is known."))
        found, at = known.review, known.review.last_chance
        before = found.record.main_line[:at]
        self._lay_line(known.nodes[at], before, [str(move) for move in found.line], self._sheet)

    # trying a turning point again

    def _event_retry(self, content: dict[str, Any]) -> None:
        """Go to a turning point, and ask for a better move."""
        known, turn = self._reviewing, content.get("turn")
        turns = known.review.turning_points if known else ()
        if known is None or not isinstance(turn, int) or not 0 <= turn < len(turns):
            raise ValueError(_("There is no such turning point."))
        one = turns[turn]
        self._thinker.stop()
        self._event_review_go({"ply": one.ply})
        self._retry = one
        self._put(sheets.retry(one))

    def _event_better(self, _content: dict[str, Any]) -> None:
        """Show the better move of the turning point that is being tried again."""
        if self._retry is not None and self._sheet.get("kind") == "retry":
            self._put({**self._sheet, "better": sheets.better(self._retry)})

    def _follow_table(self) -> None:
        super()._follow_table()
        known, kind = self._reviewing, self._sheet.get("kind")
        if known is not None and known.serial != self._serial:
            self._reviewing = self._retry = None
        elif known is not None and self._retry is not None and kind == "retry":
            self._follow_retry(known, self._retry)

    def _retold(self, told: dict[str, Any]) -> dict[str, Any]:
        known, one, kind = self._reviewing, self._retry, told.get("kind")
        if known is not None and kind == "review" and not told.get("busy"):
            return sheets.review(known.review)
        if known is None or one is None or kind != "retry":
            return super()._retold(told)
        anew = sheets.retry(one)
        return anew | ({"better": sheets.better(one)} if "better" in told else {})

    def _follow_retry(self, known: Reviewing, one: Mistake) -> None:
        """Judge the first move that is played at a turning point; after the next one it is over."""
        root, nodes, at = known.nodes[one.ply], self._nodes(), self._record.at
        if nodes[at] == root:
            if self._sheet.get("result") or self._sheet.get("busy"):
                self._thinker.stop()
                self._put(sheets.retry(one))
        elif at == one.ply + 1 and nodes[at - 1] == root:
            self._judge_retry(known.review, one, self._record.moves[-1])
        else:
            self._close()

    def _judge_retry(self, found: Review, one: Mistake, move: Move) -> None:
        game = one.games[one.ply]
        told = {**self._sheet, "result": "", "busy": True}
        self._sheet = told

        def think(_check: Check) -> Judged:
            return judge_move(game, move, found.level, wait=False)

        def show(judged: Judged) -> None:
            with self._voice():
                self._put(told | {"busy": False} | sheets.judged(judged))

        self._think(think, show)

    # small things

    def _nodes(self) -> tuple[int, ...]:
        return (0, *(node.id for node in self._record.line()))

    def _copy(self) -> Record:
        """The main line as it is now, to be thought about while the player goes on."""
        copy = Record(self._record.start, extras={"board": {"given_up": self._story.given_up}})
        for move in self._record.main_line:
            copy.play(move)
        return copy
