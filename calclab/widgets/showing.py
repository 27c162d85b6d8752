"""A line of moves on the table, beside the player's own game, which waits for them unchanged.

What lives here: `Shown`, the part of a board that shows a line and steps through it, and the trait
`_sheet` that says so beside the table. What does not: where lines come from (``hinting``,
``reviewing``), what the browser is told of one (``sheets``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import traitlets

from calclab.messages import _
from calclab.record import Record
from calclab.widgets import sheets
from calclab.widgets.link import Link
from calclab.widgets.story import Story


@dataclass(slots=True)
class Demo:
    """A line on the table beside the player's own.

    The line leaves the record at node `root`, after `start` moves; the player stands at `place`.
    """

    record: Record
    root: int
    place: tuple[int, int]
    start: int
    back: dict[str, Any]

    def changes(self) -> dict[str, Any]:
        """What the table says otherwise while a line is shown; nothing is won by looking."""
        back = self.record.at > self.start
        status = {"lead": _("A line is shown."), "text": _("Your own game waits.")}
        return {"can_undo": back, "over": None, "outcome": "open", "finish": 0, "status": status}


class Shown(Link):
    """A board's link with the line that is shown on its table, if one is."""

    _sheet = traitlets.Dict().tag(sync=True)
    _record: Record
    _story: Story
    _serial: int

    def __init__(self) -> None:
        super().__init__()
        self._demo: Demo | None = None

    def stop_line(self, *, play_on: bool = False) -> None:
        """Go back to where the player was, or `play_on` from the line as a branch of the record."""
        with self._lock, self._voice():
            self._event_line({"action": "here" if play_on else "stop"})

    @property
    def _on_table(self) -> Record:
        """The record whose position is shown: the player's, or a line."""
        return self._demo.record if self._demo else self._record

    def _position(self) -> tuple[int, int]:
        return self._serial, self._record.node_id

    def _follow_table(self) -> None:
        """Let a line go whose place is not on the table any more; say where the other stands."""
        if self._demo and self._demo.place != self._position():
            self._demo = None
        if self._demo:
            self._sheet = sheets.line(self._demo.record, self._demo.start)

    def _lay_line(
        self, root: int, before: tuple[Any, ...], line: list[str], back: dict[str, Any]
    ) -> None:
        """Show a line that goes on from the moves `before`; the player's own stays as it is."""
        record = Record(self._record.start)
        for move in (*before, *line):
            record.play(move)
        record.go(len(before))
        self._count("line")
        self._story.visible = True
        self._demo = Demo(record, root, self._position(), len(before), back)
        self._tell()

    def _leave_line(self) -> None:
        """Show the player's own position again, and the sheet that the line came from."""
        assert self._demo is not None
        back, self._demo = self._demo.back, None
        self._tell()
        self._put(back)

    def _play_on(self, demo: Demo) -> None:
        """Make the line, as far as it is shown, a branch of the record, and go on from its end."""
        if demo.record.game.outcome != "open":
            raise ValueError(_("The line ends here. Go back a move to play on."))
        self._demo = None
        self._story.undo |= demo.root != self._record.node_id
        self._record.visit(demo.root)
        for move in demo.record.moves[demo.start :]:
            self._record.play(move)
        self._keep()
        self._tell()

    def _put(self, told: dict[str, Any]) -> None:
        self._sheet = {**told, "id": self._next_id()} if told else {}

    def _count(self, kind: str) -> None:
        """Count a help, and keep the count with the game."""
        self._story.count(kind)
        self._keep(moved=False)

    # events

    def _take(self, content: dict[str, Any]) -> None:
        """While a line is shown, the keys of the player's game step through the line."""
        kind = content.get("type") if isinstance(content, dict) else None
        if self._demo and kind in ("play", "finish", "hint", "chances", "winnable", "review"):
            raise ValueError(_("This is a shown line. Stop it, or play on from here."))
        if self._demo and kind in ("undo", "redo", "go", "restart"):
            content = {**content, "type": f"line_{kind}"}
        super()._take(content)

    def _event_line(self, content: dict[str, Any]) -> None:
        action = content.get("action")
        if action == "here" and self._demo is not None:
            self._play_on(self._demo)
        elif action == "stop" and self._demo is not None:
            self._leave_line()

    def _event_line_undo(self, _content: dict[str, Any]) -> None:
        self._step(self._on_table.at - 1)

    def _event_line_redo(self, _content: dict[str, Any]) -> None:
        self._step(self._on_table.at + 1)

    def _event_line_go(self, content: dict[str, Any]) -> None:
        self._step(int(content["at"]))

    def _event_line_restart(self, _content: dict[str, Any]) -> None:
        self._step(0)

    def _step(self, at: int) -> None:
        if self._demo is not None:
            record = self._demo.record
            record.go(min(max(at, self._demo.start), len(record.main_line)))
            self._tell()

    # what the board does

    def _tell(self) -> None:
        raise NotImplementedError

    def _keep(self, *, moved: bool = True) -> None:
        raise NotImplementedError
