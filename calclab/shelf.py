"""What is kept between sessions in the user's data folder: games, settings, statistics.

What lives here: `home`, and `Shelf` with its files. What does not: drills and answers
(``progress``). Every file is written beside its old version and then put in its place; a damaged
one is set aside under another name and named, never overwritten. A folder that cannot be written
is said once, and then things are kept in memory only.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs

from calclab.game import Game
from calclab.messages import _
from calclab.record import Record, RecordError, now_text, write_whole

MOST_UNNAMED = 50
UNNAMED = "unnamed-"
# The helps that are counted: three steps of a hint, its chances, what solver and review say.
HELPS = ("hint_place", "hint_piles", "hint_move", "chances", "winnable", "line", "review")
NAME = "kept_as"  # the field of a kept record that holds its board's name


def home() -> Path:
    """The user's data folder for calclab, or the folder that `CALCLAB_HOME` names."""
    named = os.environ.get("CALCLAB_HOME")
    return Path(named) if named else Path(platformdirs.user_data_dir("calclab", appauthor=False))


@dataclass(frozen=True, slots=True)
class Result:
    """How one deal ended: the kinds of help that were used, and the seconds played.

    From `hint_place` on: how often each help of `HELPS` was used.
    """

    deal: str
    variant: str
    outcome: str
    placed: int
    total: int
    moves: int
    seconds: int
    undo: bool = False
    hints: bool = False
    visible: bool = False
    ended: str = ""
    hint_place: int = 0
    hint_piles: int = 0
    hint_move: int = 0
    chances: int = 0
    winnable: int = 0
    line: int = 0
    review: int = 0

    @property
    def kind(self) -> tuple[bool, bool, bool]:
        """What the game was played with: undo, hints, visible stock."""
        return self.undo, self.hints, self.visible

    @property
    def hint_steps(self) -> tuple[int, int, int]:
        """How many hints were asked for, by step: the place, the two piles, the move."""
        return self.hint_place, self.hint_piles, self.hint_move


class Shelf:
    """The files of one folder; `problems` are lines for the player, each said once."""

    def __init__(self, folder: Path | str | None = None) -> None:
        self.folder = Path(folder) if folder else home()
        self.problems: list[str] = []
        self._said: set[str] = set()
        self._cannot = False
        self._memory: dict[str, str] = {}
        self._seen: dict[str, str] = {}

    # games

    def save_game(self, name: str, record: Record, *, moved: bool = True) -> str:
        """Keep a game under a board's name; the answer is the name it was kept under.

        An older game of that name is kept under a second one. Where another board, here or in
        another notebook, goes on with the same game, this one takes the second name, so that
        neither writes over the other. Unless it was `moved`, the game keeps its rank among the
        latest.
        """
        path, known = self._game_path(name), self._seen.get(name)
        before = self._read(path)
        if before is not None and _digest(before) != known and _has_moves(before):
            old = self._load(path)  # None, and set aside, if it is damaged
            if known is not None or (old and old.start == record.start):
                other = self._free(name)
                self._say(
                    _("Another board plays {name}. This game is now kept as {other}.").format(
                        name=name, other=other
                    )
                )
                return self.save_game(other, record)
            if old is not None:
                self._keep_beside(path, name, old)
        record.extras[NAME] = name
        text = record.dumps()
        age = _age(path)
        self._seen[name] = _digest(text)
        self._write(path, text)
        if not moved:
            _set_age(path, age)
        if name.startswith(UNNAMED) and known is None:
            self._tidy()
        return name

    def load_game(self, name: str, start: Game | None = None) -> Record | None:
        """The game of a board's name, when it was dealt as `start` was; None when there is none.

        A damaged one is set aside.
        """
        record = self._load(self._game_path(name))
        if record is None or (start is not None and record.start != start):
            return None
        self._seen[name] = _digest(self._read(self._game_path(name)) or "")
        return record

    def latest_game(self) -> tuple[str, Record] | None:
        """The game that was moved in most recently, with its board's name."""
        for path in sorted(self._games(), key=_age, reverse=True):
            record = self._load(path)
            if record is not None:
                name = str(record.extras.get(NAME, path.stem))
                self._seen[name] = _digest(self._read(path) or "")
                return name, record
        return None

    def _load(self, path: Path) -> Record | None:
        text = self._read(path)
        if text is None:
            return None
        try:
            return Record.loads(text, path.name)
        except RecordError as error:
            self._set_aside(path, _("a saved game was damaged and is kept as {file}"), str(error))
            return None

    def _keep_beside(self, path: Path, name: str, old: Record) -> None:
        """Keep an older game under a second name, with its rank among the latest."""
        other = self._free(name)
        old.extras[NAME] = other
        self._write(self._game_path(other), old.dumps())
        _set_age(self._game_path(other), _age(path))
        self._say(
            _("The game that was {name} is now kept as {other}.").format(name=name, other=other)
        )

    def _free(self, name: str) -> str:
        """The name with the first number under which nothing is kept."""
        numbered = (f"{name} {number}" for number in itertools.count(2))
        return next(one for one in numbered if self._read(self._game_path(one)) is None)

    def _game_path(self, name: str) -> Path:
        plain = re.sub(r"[^\w-]+", "-", name)[:40].strip("-") or "board"
        return self.folder / "games" / f"{plain}-{_digest(name)[:8]}.json"

    def _games(self) -> list[Path]:
        try:
            return list((self.folder / "games").glob("*.json"))
        except OSError:
            return []

    def _tidy(self) -> None:
        """Of the games of boards without a name only the latest are kept."""
        unnamed = [path for path in self._games() if path.name.startswith(UNNAMED)]
        for path in sorted(unnamed, key=_age, reverse=True)[MOST_UNNAMED:]:
            with suppress(OSError):
                path.unlink(missing_ok=True)

    # settings

    def settings(self, *, only_read: bool = False) -> dict[str, Any]:
        """The remembered settings, unchecked; empty when there are none or they are damaged.

        Damaged ones are set aside, unless they are `only_read` by one who could not say so.
        """
        path = self.folder / "settings.json"
        text = self._read(path)
        if text is None:
            return {}
        try:
            data = json.loads(text)
            if isinstance(data, dict):
                return data
        except ValueError:
            pass
        if not only_read:
            self._set_aside(path, _("the settings were damaged and are kept as {file}"))
        return {}

    def save_settings(self, settings: dict[str, Any]) -> None:
        """Remember the settings."""
        self._write(self.folder / "settings.json", json.dumps(settings, indent=1) + "\n")

    # statistics

    def add_result(self, result: Result) -> None:
        """Add the end of a deal, in one write, so that several notebooks may do so at once."""
        line = json.dumps({**asdict(result), "ended": result.ended or now_text()}) + "\n"
        path = self.folder / "results.jsonl"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o644)
            try:
                os.write(handle, line.encode())
            finally:
                os.close(handle)
        except OSError as error:
            self._memory[str(path)] = (self._read(path) or "") + line
            self._cannot_write(error)

    def results(self) -> tuple[Result, ...]:
        """The end of each deal: its first win, or else its last end. Damaged lines are said."""
        found: dict[str, Result] = {}
        damaged = 0
        for line in (self._read(self.folder / "results.jsonl") or "").splitlines():
            try:
                result = Result(**json.loads(line))
                if result.deal not in found or found[result.deal].outcome != "won":
                    found[result.deal] = result
            except (ValueError, TypeError):
                damaged += 1
        if damaged:
            self._say(
                _("{count} damaged lines of the statistics were passed over").format(count=damaged)
            )
        return tuple(found.values())

    # files

    def _read(self, path: Path) -> str | None:
        if str(path) in self._memory:
            return self._memory[str(path)]
        try:
            return path.read_bytes().decode("utf-8", "replace")
        except OSError:
            return None

    def _write(self, path: Path, text: str) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
            self._memory.pop(str(path), None)
        except (OSError, RecordError) as error:
            self._memory[str(path)] = text
            self._cannot_write(error)

    def _set_aside(self, path: Path, message: str, reason: str = "") -> None:
        other = path.with_name(f"{path.stem}.{secrets.token_hex(3)}.aside")
        try:
            path.replace(other)
        except OSError as error:
            return self._cannot_write(error)
        text = message.format(file=other)
        self._say(f"{text} ({reason})" if reason else text)
        return None

    def _cannot_write(self, error: Exception) -> None:
        if self._cannot:
            return
        self._cannot = True
        reason = getattr(error, "strerror", None) or str(error).rpartition(": ")[2]
        self._say(
            _("{folder} cannot be written ({reason}); games are kept in memory only").format(
                folder=self.folder, reason=reason
            )
        )

    def _say(self, problem: str) -> None:
        if problem not in self._said:
            self._said.add(problem)
            self.problems.append(problem)


def new_name() -> str:
    """A name for a board that has none."""
    return f"{UNNAMED}{secrets.token_hex(4)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _has_moves(text: str) -> bool:
    try:
        return bool(json.loads(text)["moves"])
    except (ValueError, KeyError, TypeError):
        return True


def _set_age(path: Path, age: float) -> None:
    if age:
        with suppress(OSError):
            os.utime(path, (age, age))


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
