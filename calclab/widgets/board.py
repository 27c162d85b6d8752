"""The board: a game to play in a notebook, by mouse, touch, keyboard, or from Python.

What lives here: the widget, what each event does, and what is remembered of a game. What does not:
rules (``rules``), what goes to and from the browser (``link``, ``state``), the browser's side
(``static/board*.js``), coach and review (``hinting``, ``reviewing``). The widget holds one record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from calclab import svg
from calclab.cards import shorten
from calclab.game import Game, UnknownOrder, deal
from calclab.harmless import harmless
from calclab.messages import _, asked_voice, rank_label
from calclab.moves import Move
from calclab.packs import PackDeal, choose
from calclab.record import Record
from calclab.shelf import NAME, Shelf, new_name
from calclab.variants import Variant, get
from calclab.widgets import overlays, state, statistics
from calclab.widgets import settings as chosen
from calclab.widgets.board_texts import texts
from calclab.widgets.following import tell
from calclab.widgets.reviewing import Reviewed
from calclab.widgets.seeking import Seeker
from calclab.widgets.story import Story, seconds_in

Callback = Callable[[Move, Game], object]


class Board(Reviewed):
    """A table to play on: `Board("calculation", seed=7)`, `Board(game)` or `Board(record)`.

    `name` keeps the game under that name: `Board.resume(name=…)` goes on with it, and so does
    `Board(name=…)`, with the same deal or with none given. Further arguments are settings for this
    board: language, letters, theme, size, strips, timer, unseen, coming (stock cards shown: 0, 1,
    5, or -1 for all), level (of hints), blockages, and of them tint, arrows, warn, loss. With
    `test=True` nothing helps, whatever the browser chooses: no overlay, no hint, no coach, no
    solver; a game begun so goes on so. Raises `ValueError` in one line.

    >>> Board("calculation", seed=7)
    Board(calculation, seed 7): move 0, 4 of 52 placed. Run this cell to play.
    """

    def __init__(
        self,
        game: str | Variant | Game | Record | PackDeal | None = None,
        seed: int | str | None = None,
        *,
        name: str | None = None,
        pysol: int | None = None,
        piles: int | None = None,
        modulus: int | None = None,
        test: bool | None = None,
        shelf: Shelf | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        self._shelf = shelf or Shelf()
        self.name = name or new_name()
        self._callbacks: list[Callback] = []
        self._serial = 0
        self._test = test
        self._before: Record | None = None
        self._seeker = Seeker()
        self._settings = chosen.begin(settings, self._shelf.settings(), asked_voice())
        self._accepted = self._settings
        given = any(argument is not None for argument in (game, seed, pysol, piles, modulus))
        if game is None or isinstance(game, str | Variant):
            game = deal(game or "calculation", seed, pysol=pysol, piles=piles, modulus=modulus)
        game = game.game if isinstance(game, PackDeal) else game
        if not isinstance(game, Game | Record):
            kinds = "the name of a game, a Variant, a Game, a Record or a PackDeal"
            raise ValueError(f"game: {shorten(game)} is not {kinds}")
        record = game if isinstance(game, Record) else Record(game)
        if name and not isinstance(game, Record):
            record = self._shelf.load_game(name, record.start if given else None) or record
        self._lay(record)
        self._listen()

    @classmethod
    def resume(
        cls,
        name: str | None = None,
        variant: str | Variant = "calculation",
        seed: int | str | None = None,
        *,
        piles: int | None = None,
        modulus: int | None = None,
        shelf: Shelf | None = None,
        **settings: Any,
    ) -> Board:
        """Go on with the game kept under a name, or with the one moved in most recently.

        When there is none, a new game of the variant and seed is dealt.
        """
        shelf = shelf or Shelf()
        record = None
        if name is not None:
            record = shelf.load_game(name)
        elif latest := shelf.latest_game():
            name, record = latest
        if record is None:
            record = Record(deal(variant, seed, piles=piles, modulus=modulus))
        return cls(record, name=name, shelf=shelf, **settings)

    @property
    def record(self) -> Record:
        """The deal and all its moves."""
        return self._record

    @property
    def game(self) -> Game:
        """The position on the table."""
        return self._record.game

    @property
    def test(self) -> bool:
        """Whether this is a test: no overlay, hint, coach or solver. The first game decides."""
        return bool(self._test)

    def play(self, move: Move | str) -> Board:
        """Play a move as the player would; raises what `Game.play` raises."""
        with self._lock:
            self._play(Move.parse(move) if isinstance(move, str) else move)
        return self

    def undo(self) -> Board:
        """Take the last move back; before the first one, a game that was left comes back."""
        with self._lock:
            self._event_undo({})
        return self

    def redo(self) -> Board:
        """Play the next move again."""
        with self._lock:
            self._go(self._record.at + 1)
        return self

    def go(self, at: int) -> Board:
        """Go to a move number of the main line; raises `ValueError` when it has none such."""
        with self._lock:
            self._go(at, strict=True)
        return self

    def new(
        self,
        variant: str | Variant | None = None,
        seed: int | str | None = None,
        *,
        piles: int | None = None,
        modulus: int | None = None,
    ) -> Board:
        """Deal a new game, by default of the same kind; raises `ValueError` in one line."""
        with self._lock:
            same = variant is None
            game = deal(
                self._record.variant if same else variant or "", seed, piles=piles, modulus=modulus
            )
            self._lay_new(Record(game))
        return self

    def on_move(self, callback: Callback) -> Callable[[], None]:
        """Call `callback(move, game)` after each move; the answer is a function that stops it.

        What the callback raises is shown in the board.
        """
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def __repr__(self) -> str:
        record = self._record
        seed = "" if record.start.seed is None else f", seed {record.start.seed}"
        total = record.game.total
        placed = f", {record.game.placed} of {total} placed" if total else ""
        return f"Board({record.variant.id}{seed}): move {record.at}{placed}. Run this cell to play."

    def _picture(self) -> str:
        return svg.board(self.game)

    # what is on the table

    def _lay(self, record: Record) -> None:
        """Put a record on the table: a new deal, a loaded one, or one to go on with."""
        self._record = record
        self._serial += 1
        self._story = Story.of(record)
        self._test = self._story.test = self._story.test if self._test is None else self._test
        with self._voice(), self.hold_sync():
            self._texts = {**texts(), "labels": [rank_label(rank) for rank in range(1, 31)]}
            self._table = state.table(record.start, self._serial)
            self._refusal = {}
            self._tell()

    def _lay_new(self, record: Record) -> None:
        """Put another game on the table; one that was open is kept, and undo brings it back."""
        left, is_open = self._record, self.game.outcome == "open" and not self._story.given_up
        self._before = None
        if is_open and left.main_line:
            self._before = left
            self._shelf.save_game(f"{self.name} before", left)
        self._lay(record)
        if self._before:
            with self._voice():
                self._say(_("The game before is kept. Undo brings it back."))

    def _bring_back(self, before: Record) -> None:
        """Put the game before on the table again, and the present one, if played, in its place."""
        self._before = self._record if self._record.main_line else None
        self._lay(before)
        self._keep()

    def _tell(self) -> None:
        """Send what has changed by a move, an undo or a setting, in one message."""
        sitting = state.Sitting(
            self._serial, self._settings["coming"], self._story.given_up, self.test
        )
        with self._voice(), self.hold_sync():
            self._follow_table()
            record, game = self._on_table, self._on_table.game
            ahead, last = len(record.main_line) > record.at, state.last_of(record)
            now = state.state(game, sitting, n=record.at, last=last, redo=ahead)
            now["can_undo"] |= self._before is not None
            if self._demo:
                now |= self._demo.changes()
            self._state = now
            self._moves = {} if self._demo else state.moves(game, now, sitting)
            self._line = state.line(record)
            over = now["outcome"] != "open" or self._story.given_up or self._demo is not None
            self._clock = {"seconds": self._story.seconds, "running": not over}
            self._message = {}
            if self._shelf.problems:
                self._say(" · ".join(self._shelf.problems), "error")
                self._shelf.problems.clear()
        self._look()

    def _look(self) -> None:
        """Tell the overlays; a loss that only the exact test sees follows when it is found."""
        self._seeker.stop()
        record, game, settings = self._record, self.game, self._settings
        with self._voice():
            told = {} if self.test or self._demo else overlays.overlay(record, settings)
        self._overlay = {"serial": self._serial, "n": record.at, **told} if told else {}
        if told and overlays.seeks(game, settings):
            positions = overlays.positions(record)
            self._seeker.start(positions, lambda since: self._on_loss(game, since))

    def _on_loss(self, game: Game, since: int) -> None:
        with self._lock, self._voice():
            if self.game is game and overlays.seeks(game, self._settings):
                self._overlay = overlays.with_exact(self._overlay, self._record, since)

    def _play(self, move: Move) -> None:
        self._record.play(move)
        self._story.visible |= self._settings["coming"] != 0
        if not self._story.given_up:
            self._count_end()
        self._keep()
        self._tell()
        for callback in tuple(self._callbacks):
            self._call(callback, move)

    def _call(self, callback: Callback, move: Move) -> None:
        try:
            callback(move, self.game)
        except Exception as error:  # a callback is the user's; whatever it raises is shown
            kind = type(error).__name__
            self._say(_("on_move: {error}").format(error=f"{kind}: {error}"), "error")

    def _go(self, at: int, *, strict: bool = False) -> None:
        last = len(self._record.main_line)
        if not strict:
            at = min(max(at, 0), last)
        back = isinstance(at, int) and at < self._record.at
        self._record.go(at)
        self._story.undo |= back
        self._keep()
        self._tell()

    def _keep(self, *, moved: bool = True) -> None:
        """Save the game; nothing is written before the first move."""
        self._story.write(self._record)
        if self._record.main_line:
            self.name = self._shelf.save_game(self.name, self._record, moved=moved)

    def _count_end(self) -> None:
        """Add a game that has just ended, or was given up, to the statistics."""
        result = self._story.end(self._record)
        if result is not None:
            self._shelf.add_result(result)

    # events of the browser

    def _moment(self) -> tuple[int, int]:
        return self._serial, self._on_table.at

    def _take_time(self, seconds: object) -> None:
        self._story.seconds = max(self._story.seconds, seconds_in(seconds))

    def _event_play(self, content: dict[str, Any]) -> None:
        move = Move.parse(content["move"])
        reason = self.game.why_not(move)
        if reason is None:
            try:
                return self._play(move)
            except UnknownOrder as error:
                reason = str(error)
        self._refusal = {
            "id": self._next_id(),
            "move": str(move),
            "text": reason,
            "target": move.target,
        }
        return None

    def _event_undo(self, _content: dict[str, Any]) -> None:
        if self._before and not self._record.at:
            self._bring_back(self._before)
        else:
            self._go(self._record.at - 1)

    def _event_redo(self, _content: dict[str, Any]) -> None:
        self._go(self._record.at + 1)

    def _event_go(self, content: dict[str, Any]) -> None:
        self._go(content["at"], strict=True)

    def _event_branch(self, content: dict[str, Any]) -> None:
        self._record.visit(content["id"])
        self._story.undo = True
        self._keep()
        self._tell()

    def _event_restart(self, _content: dict[str, Any]) -> None:
        self._close()
        self._go(0)

    def _event_finish(self, _content: dict[str, Any]) -> None:
        move = harmless(self.game)
        if move is not None:
            self._play(move)

    def _event_new(self, content: dict[str, Any]) -> None:
        variant = content.get("variant") or self._record.variant.id
        if variant == "custom":
            variant = self._record.variant
        grade, seed = content.get("grade"), content.get("seed")
        numbers = {name: content.get(name) for name in ("piles", "modulus")}
        game = deal(get(variant), seed, **numbers) if grade is None else choose(variant, grade).game
        self._lay_new(Record(game))

    def _event_save(self, _content: dict[str, Any]) -> None:
        seed = self._record.start.seed
        words = "".join(letter if letter.isalnum() else "-" for letter in str(seed or "deal"))
        name = f"{self._record.variant.id}-{words[:40]}.json"
        self._download = {"id": self._next_id(), "name": name, "text": self._record.dumps()}

    def _event_load(self, content: dict[str, Any]) -> None:
        record = Record.loads(content["text"], str(content.get("name", "record")))
        for field in ("board", NAME):
            record.extras.pop(field, None)
        self._lay_new(record)
        self._keep()

    def _event_statistics(self, _content: dict[str, Any]) -> None:
        self._panel = {"id": self._next_id(), **statistics.panel(self._shelf.results())}
        self._tell()

    def _event_give_up(self, _content: dict[str, Any]) -> None:
        if self.game.outcome == "open" and not self._story.given_up:
            self._story.given_up = True
            self._count_end()
            self._keep()
            self._tell()

    def _event_time(self, _content: dict[str, Any]) -> None:
        self._keep(moved=False)

    def _on_settings(self, change: Any) -> None:
        """Check what the browser chose, remember it, and say everything anew in its voice."""
        with self._lock:
            wanted = chosen.checked(change.new, self._accepted)
            if wanted != change.new:
                self._settings = wanted  # comes back here
                return
            new = {name: wanted[name] for name in wanted if wanted[name] != self._accepted[name]}
            self._accepted = wanted
            self._shelf.save_settings({**chosen.checked(self._shelf.settings()), **new})
            with self._voice(), self.hold_sync():
                if {"language", "letters"} & set(new):
                    labels = [rank_label(rank) for rank in range(1, 31)]
                    self._texts = {**texts(), "labels": labels}
                    self._table = state.table(self._record.start, self._serial)
                self._tell()
        tell(new)
