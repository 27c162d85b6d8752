"""The coach at the board: hints in three steps, and whether it can still be won.

What lives here: `Coached`, the part of a board that helps, and which helps are counted. What does
not: the thinking (``hints``, ``solver``), what the browser is told (``sheets``), shown lines
(``showing``), reviews (``reviewing``). The browser shows one sheet at a time, the trait `_sheet`;
it belongs to the position on the table and goes with it. An answer for another position is dropped,
and with another deal every sheet goes.
"""

from __future__ import annotations

from typing import Any, Self

from calclab import warmup
from calclab.coach import check_level
from calclab.game import Game
from calclab.hints import Hint, hint
from calclab.messages import _
from calclab.search import forms
from calclab.solver import Solution, solve
from calclab.widgets import sheets
from calclab.widgets.showing import Shown
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
    check_level(level)
    return level if HAS_THREADS or level in SMALL_LEVELS else SMALL_LEVELS[-1]


class Coached(Shown):
    """A board's link with the coach and the solver beside it."""

    _test: bool | None

    def __init__(self) -> None:
        super().__init__()
        self._thinker = Thinker(self._lock)
        self._hint: Hint | None = None
        self._solution: Solution | None = None
        self._limit = SECONDS  # that the solver had for it
        self._seen: dict[tuple[int, int], int] = {}  # steps of a hint already seen, by position
        self._place: tuple[int, int] | None = None
        self._told_in: tuple[str, str] | None = None

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

    def _follow_table(self) -> None:
        """Let go what belongs to a position that is not there any more; follow the voice."""
        super()._follow_table()
        if self._position() != self._place:
            if self._place and self._place[0] != self._serial:
                self._close()
            self._place = self._position()
            self._hint = self._solution = None
            if self._demo is None and self._sheet.get("kind") in SHEETS_OF_A_POSITION:
                self._close()
        voice = (self._settings["language"], self._settings["letters"])
        if voice != self._told_in:
            self._told_in = voice
            self._follow_voice()

    def _follow_voice(self) -> None:
        """Say the sheet of now, and the one behind a shown line, in the voice that speaks now."""
        if self._demo is not None:
            self._demo.back = self._retold(self._demo.back)
        elif told := self._retold(self._sheet):
            self._put(told)
        else:
            self._close()

    def _retold(self, told: dict[str, Any]) -> dict[str, Any]:
        """A sheet said anew; nothing for one that another part of the board has to say."""
        if told.get("kind") == "hint" and self._hint is not None:
            shown = told.get("chances", False)
            return sheets.hint(self._record.game, self._hint, told["step"], chances=shown)
        if told.get("kind") == "winnable":
            asked = told | sheets.winnable(self._sees_stock())
            return self._told_verdict() if told["verdict"] else asked
        return told if told.get("busy") else {}

    def _refuse_in_test(self) -> None:
        if self._test:
            raise ValueError(_("This is a test: there are no hints."))

    # hints

    def _begin_hint(self, level: str | None) -> None:
        self._refuse_in_test()
        if level is not None and level != self._settings["level"]:
            check_level(level)
            self._hint = None
            self._settings = {**self._settings, "level": level}

    def _event_hint(self, content: dict[str, Any]) -> None:
        self._begin_hint(content.get("level"))
        seen, wanted = self._seen.get(self._position(), 0), content.get("step")
        step = min(wanted, seen + 1) if wanted in (1, 2, 3) else min(max(seen, 1), 3)
        if self._hint is not None:
            self._thinker.stop()
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
        """Show a hint up to a step; a step that was not yet seen here is counted.

        Chances that were asked for stay, also at another level.
        """
        assert self._hint is not None
        seen = self._seen.get(self._position(), 0)
        for kind in STEPS[seen:step]:
            self._count(kind)
        self._seen[self._position()] = max(seen, step)
        with self._voice():
            shown = step == 3 and self._sheet.get("chances", False)
            self._put(sheets.hint(self._record.game, self._hint, step, chances=shown))

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
        self._solution, self._limit = found, seconds
        self._count("winnable")
        with self._voice():
            self._put(self._told_verdict())

    def _told_verdict(self) -> dict[str, Any]:
        if self._solution is None:
            return {}
        told = sheets.winnable(self._sees_stock())
        return told | sheets.verdict(self._solution, self._limit)

    def _event_line(self, content: dict[str, Any]) -> None:
        if content.get("action") != "show":
            return super()._event_line(content)
        if self._solution is not None and self._solution.moves:
            line = [str(move) for move in self._solution.moves]
            self._lay_line(self._record.node_id, self._record.moves, line, self._sheet)
        return None

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

    def _think(self, job: Any, then: Any) -> None:
        self._thinker.think(job, then, self._could_not)

    def _could_not(self, error: Exception) -> None:
        self._sheet = {}
        if isinstance(error, ValueError):
            told = str(error)
            self._say(f"{told[:1].upper()}{told[1:].removesuffix('.')}.", "error")
        else:
            self._say(f"{type(error).__name__}: {error}", "error")
