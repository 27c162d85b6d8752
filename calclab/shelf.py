"""What is kept between sessions in the user's data folder: games, settings, statistics.

What lives here: `home`, and `Shelf` with its files. What does not: drills and answers
(``progress``). Every file is written beside its old version and then put in its place; a damaged
one is set aside under another name and named, never overwritten. A folder that cannot be written
is said once, and then things are kept in memory only.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs

from calclab.messages import _
from calclab.record import Record, RecordError, now_text, write_whole

MOST_UNNAMED = 50
UNNAMED = "unnamed-"


def home() -> Path:
    """The user's data folder for calclab, or the folder that `CALCLAB_HOME` names."""
    named = os.environ.get("CALCLAB_HOME")
    return Path(named) if named else Path(platformdirs.user_data_dir("calclab", appauthor=False))


@dataclass(frozen=True, slots=True)
class Result:
    """How one deal ended: the kinds of help that were used, and the seconds played."""

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

    @property
    def kind(self) -> tuple[bool, bool, bool]:
        """What the game was played with: undo, hints, visible stock."""
        return self.undo, self.hints, self.visible


class Shelf:
    """The files of one folder; `problems` are lines for the player, each said once."""

    def __init__(self, folder: Path | str | None = None) -> None:
        self.folder = Path(folder) if folder else home()
        self.problems: list[str] = []
        self._memory: dict[str, str] = {}
        self._seen: dict[str, str] = {}

    # games

    def save_game(self, name: str, record: Record) -> None:
        """Keep a game under a board's name; one that another program has changed is set aside."""
        path, text = self._game_path(name), record.dumps()
        before = self._read(path)
        known = self._seen.get(name)
        if before is not None and _digest(before) != known and _has_moves(before):
            self._set_aside(path, _("another game of this name is kept as {file}"))
        self._seen[name] = _digest(text)
        self._write(path, text)
        if name.startswith(UNNAMED) and known is None:
            self._tidy()

    def load_game(self, name: str) -> Record | None:
        """The game of a board's name; None when there is none or it is damaged and set aside."""
        return self._load(self._game_path(name), name)

    def latest_game(self) -> tuple[str, Record] | None:
        """The game that was moved in most recently, with its board's name."""
        for path in sorted(self._games(), key=_age, reverse=True):
            record = self._load(path, None)
            if record is not None:
                name = str(record.extras.get("board", {}).get("name", path.stem))
                self._seen[name] = _digest(self._read(path) or "")
                return name, record
        return None

    def _load(self, path: Path, name: str | None) -> Record | None:
        text = self._read(path)
        if text is None:
            return None
        try:
            record = Record.loads(text, path.name)
        except RecordError as error:
            self._set_aside(path, _("a saved game was damaged and is kept as {file}"), str(error))
            return None
        if name is not None:
            self._seen[name] = _digest(text)
        return record

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
            path.unlink(missing_ok=True)

    # settings

    def settings(self) -> dict[str, Any]:
        """The remembered settings, unchecked; empty when there are none or they are damaged."""
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
        self._set_aside(path, _("the settings were damaged and are kept as {file}"))
        return {}

    def save_settings(self, settings: dict[str, Any]) -> None:
        """Remember the settings."""
        self._write(self.folder / "settings.json", json.dumps(settings, indent=1) + "\n")

    # statistics

    def add_result(self, result: Result) -> None:
        """Add the end of a deal; a later end of the same deal takes the place of an earlier one."""
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
            self._memory[str(path)] = self._memory.get(str(path), "") + line
            self._cannot_write(error)

    def results(self) -> tuple[Result, ...]:
        """The ends of all deals, the last one of each; a damaged line is passed over and said."""
        found: dict[str, Result] = {}
        damaged = 0
        for line in (self._read(self.folder / "results.jsonl") or "").splitlines():
            try:
                result = Result(**json.loads(line))
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
        reason = getattr(error, "strerror", None) or str(error)
        self._say(
            _("{folder} cannot be written ({reason}); this game is kept in memory only").format(
                folder=self.folder, reason=reason
            )
        )

    def _say(self, problem: str) -> None:
        if problem not in self.problems:
            self.problems.append(problem)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _has_moves(text: str) -> bool:
    try:
        return bool(json.loads(text)["moves"])
    except (ValueError, KeyError, TypeError):
        return True


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
