"""The coach at the board: hints in three steps, whether it can still be won, a line move by move.

What lives here: `Coached`, the part of a board that helps, and how helps are counted. What does
not: the thinking (``hints``, ``solver``), what the browser is told (``sheets``), reviews
(``reviewing``). The browser shows one sheet at a time, the trait `_sheet`; it belongs to the
position on the table and goes with it. An answer for another position is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import traitlets

from calclab import warmup
from calclab.coach import simulations
from calclab.game import Game
from calclab.hints import Hint, hint
from calclab.messages import _
from calclab.record import Record
from calclab.search import forms
from calclab.solver import Solution, solve
from calclab.widgets import sheets
from calclab.widgets.link import Link
from calclab.widgets.story import Story
from calclab.widgets.thinking import HAS_THREADS, Check, Thinker

STEPS = ("hint_place", "hint_piles", "hint_move")  # what each step is counted as
SECONDS, LONGEST = 2.0, 600.0  # of the solver's time, unless more is asked for
EVERY = 0.2  # seconds between two looks at a search that goes on
SHEETS_OF_A_POSITION = ("hint", "winnable", "line")
SMALL_LEVELS = ("instant", "quick")  # where thinking freezes the page, nothing slower is offered


def bearable(level: str) -> str:
    """The level, or the hardest that does not freeze a page without threads; refuses what is none.

    >>> bearable("deep") if HAS_THREADS else "deep"
    'deep'
    """
    simulations(level)
    return level if HAS_THREADS or level in SMALL_LEVELS else SMALL_LEVELS[-1]


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
        return {"can_undo": back, "over": None, "outcome": "open", "finish": 0, "status": _shown()}


class Coached(Link):
    """A board's link with the coach and the solver beside it."""

    _sheet = traitlets.Dict().tag(sync=True)
    _record: Record
    _story: Story
    _serial: int
    _test: bool | None

    def __init__(self) -> None:
        super().__init__()
        self._thinker = Thinker(self._lock)
        self._demo: Demo | None = None
        self._hint: Hint | None = None
        self._solution: Solution | None = None
        self._seen: dict[tuple[int, int], int] = {}  # steps of a hint already seen, by position
        self._place: tuple[Any, ...] = ()

    # from Python

    def hint(self, level: str | None = None) -> str:
        """Show the next step of a hint on the board, and say it; raises `ValueError` in one line.

        First where to look, then two piles to compare, then the move with its reason.
        """
        with self._lock, self._voice():
            self._begin_hint(level)
            self._thinker.stop()
            step = min(3, self._seen.get(self._position(), 0) + 1)
            if self._hint is None:
                self._hint = hint(self._record.game, self._settings["level"], wait=False)
            self._show_hint(step)
            return (self._hint.look, self._hint.compare, self._hint.why)[step - 1]

    def ask_winnable(self, seconds: float = SECONDS) -> Solution:
        """Let the solver, who knows the stock, say on the board whether this can still be won."""
        with self._lock, self._voice():
            self._refuse_in_test()
            self._thinker.stop()
            found = solve(self._record.game, seconds, form=forms.best(wait=False))
            self._show_verdict(found, seconds)
            return found

    def show_line(self) -> None:
        """Lay the winning line that was found on the table; `undo` and `redo` step through it."""
        with self._lock, self._voice():
            self._refuse_in_test()
            self._event_line({"action": "show"})

    def stop_line(self, *, play_on: bool = False) -> None:
        """Go back to where the player was, or `play_on` from the line as a branch of the record."""
        with self._lock, self._voice():
            self._event_line({"action": "here" if play_on else "stop"})

    def wait(self, seconds: float | None = None) -> Self:
        """Wait until what the board is thinking about is answered."""
        self._thinker.wait(seconds)
        return self

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Where a board is shown, the search is made ready, so that the first hint is quick."""
        if HAS_THREADS and not self._test:
            warmup.prepare()
        return super()._repr_mimebundle_(**options)

    # the table

    @property
    def _on_table(self) -> Record:
        """The record whose position is shown: the player's, or a line."""
        return self._demo.record if self._demo else self._record

    def _follow_table(self) -> None:
        """Let go what belongs to a position, a voice or a line that is not there any more."""
        if self._demo and self._demo.place != self._position():
            self._demo = None
        place = (*self._position(), self._settings["language"], self._settings["letters"])
        if place != self._place:
            self._place = place
            self._hint = self._solution = None
            if self._sheet.get("kind") in SHEETS_OF_A_POSITION:
                self._close()
        if self._demo:
            self._sheet = sheets.line(self._demo.record, self._demo.start)

    def _position(self) -> tuple[int, int]:
        return self._serial, self._record.node_id

    def _refuse_in_test(self) -> None:
        if self._test:
            raise ValueError(_("This is a test: there are no hints."))

    def _count(self, kind: str) -> None:
        """Count a help, and keep the count with the game."""
        self._story.count(kind)
        self._keep(moved=False)

    # hints

    def _begin_hint(self, level: str | None) -> None:
        self._refuse_in_test()
        if level is not None and level != self._settings["level"]:
            simulations(level)
            self._hint = None
            self._settings = {**self._settings, "level": level}

    def _event_hint(self, content: dict[str, Any]) -> None:
        self._begin_hint(content.get("level"))
        seen, wanted = self._seen.get(self._position(), 0), content.get("step")
        step = min(wanted, seen + 1) if wanted in (1, 2, 3) else min(max(seen, 1), 3)
        if self._hint is not None:
            return self._show_hint(step)
        game, level = self._record.game, self._settings["level"]
        level = bearable(level)
        before = self._sheet if self._sheet.get("kind") == "hint" else {"kind": "hint", "step": 0}
        self._sheet = {**before, "level": level, "busy": True}

        def think(_check: Check) -> Hint:
            with self._voice():
                return hint(game, level, wait=False)

        def show(found: Hint) -> None:
            self._hint = found
            self._show_hint(step)

        return self._think(think, show)

    def _show_hint(self, step: int) -> None:
        """Show a hint up to a step; a step that was not yet seen here is counted."""
        assert self._hint is not None
        seen = self._seen.get(self._position(), 0)
        for kind in STEPS[seen:step]:
            self._count(kind)
        self._seen[self._position()] = max(seen, step)
        with self._voice():
            self._put(sheets.hint(self._record.game, self._hint, step))

    def _event_chances(self, _content: dict[str, Any]) -> None:
        """Show the chances of the moves, or hide them again."""
        self._refuse_in_test()
        if self._hint is None or self._sheet.get("step") != 3:
            return
        shown = not self._sheet.get("chances")
        if shown and self._seen[self._position()] == 3:
            self._seen[self._position()] = 4
            self._count("chances")
        self._put(sheets.hint(self._record.game, self._hint, 3, chances=shown))

    # can it still be won?

    def _event_winnable(self, content: dict[str, Any]) -> None:
        """Ask the solver at once where the stock is open, else say first what it knows."""
        self._refuse_in_test()
        wanted = content.get("limit")
        is_open = self._sees_stock()
        told = sheets.winnable(is_open)
        if wanted is None and not is_open:
            self._thinker.stop()
            return self._put(told)
        limit = min(float(wanted or SECONDS), LONGEST) if HAS_THREADS else SECONDS
        game = self._record.game
        self._sheet = told | {"busy": True, "seconds": limit, "spent": 0}
        self._think(
            lambda check: self._search(game, limit, check),
            lambda found: self._show_verdict(found, limit),
        )
        return None

    def _search(self, game: Game, limit: float, check: Check) -> Solution:
        last = 0.0

        def progress(_nodes: int, seconds: float) -> None:
            nonlocal last
            check()
            if seconds - last < EVERY:
                return
            with self._lock:
                check()
                last = seconds
                self._sheet = {**self._sheet, "spent": round(seconds, 1)}

        with self._voice():
            return solve(game, limit, form=forms.best(wait=False), progress=progress)

    def _sees_stock(self) -> bool:
        return self._settings["coming"] == -1 or not self._record.game.stock_size

    def _show_verdict(self, found: Solution, seconds: float) -> None:
        self._solution = found
        self._count("winnable")
        with self._voice():
            told = sheets.winnable(self._sees_stock())
            self._put(told | sheets.verdict(found, seconds))

    # a line on the table

    def _event_line(self, content: dict[str, Any]) -> None:
        action = content.get("action")
        if action == "show" and self._solution is not None:
            line = [str(move) for move in self._solution.moves]
            if line:
                self._lay_line(self._record.node_id, self._record.moves, line, self._sheet)
        elif action == "here" and self._demo is not None:
            self._play_on(self._demo)
        elif action == "stop" and self._demo is not None:
            self._leave_line()

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

    def _take(self, content: dict[str, Any]) -> None:
        """While a line is shown, the keys of the player's game step through the line."""
        kind = content.get("type") if isinstance(content, dict) else None
        if self._demo and kind in ("play", "finish", "hint", "chances", "winnable"):
            raise ValueError(_("This is a shown line. Stop it, or play on from here."))
        if self._demo and kind in ("undo", "redo", "go", "restart"):
            content = {**content, "type": f"line_{kind}"}
        super()._take(content)

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

    # sheets

    def _event_sheet(self, _content: dict[str, Any]) -> None:
        """Close the sheet; closing a line goes back to where it came from."""
        if self._demo is not None:
            self._leave_line()
        else:
            self._close()

    def _close(self) -> None:
        """Take the sheet away, and stop what was thought about for it."""
        self._thinker.stop()
        self._sheet = {}

    def _put(self, told: dict[str, Any]) -> None:
        self._sheet = {**told, "id": self._next_id()} if told else {}

    def _think(self, job: Any, then: Any) -> None:
        self._thinker.think(job, then, self._could_not)

    def _could_not(self, error: Exception) -> None:
        self._sheet = {}
        known = isinstance(error, ValueError)
        self._say(str(error) if known else f"{type(error).__name__}: {error}", "error")

    # what the board does

    def _tell(self) -> None:
        raise NotImplementedError

    def _keep(self, *, moved: bool = True) -> None:
        raise NotImplementedError


def _shown() -> dict[str, str]:
    return {"lead": _("A line is shown."), "text": _("Your own game waits.")}
