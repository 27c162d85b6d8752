"""What is remembered of drills and exercises between sessions: one SQLite file.

What lives here: `Progress`, its schema with migrations, damage, export and import. What does not:
when a fact is due (``scheduling``), what is asked (``drills``), games and settings (``shelf``). An
answer is on the disk when `answer` or `add` returns: each is one transaction in a write-ahead log,
so that several notebooks may write at once and a killed one loses nothing it was told is kept.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from calclab.cards import shorten
from calclab.messages import _
from calclab.scheduling import Memory, review
from calclab.shelf import home

MEMORY = ":memory:"
VERSION = 2
KIND = "calclab-progress"
PATIENCE = 30.0  # seconds that a write waits for another notebook

# Step n brings a file of version n - 1 to version n. A step that was released is never changed.
MIGRATIONS = (
    """
    CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
    CREATE TABLE facts (id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, memory TEXT NOT NULL);
    CREATE TABLE answers (id INTEGER PRIMARY KEY, fact INTEGER NOT NULL REFERENCES facts (id),
        at REAL NOT NULL, session INTEGER NOT NULL, right INTEGER NOT NULL, seconds REAL,
        given TEXT NOT NULL, grade INTEGER NOT NULL);
    """,
    """
    CREATE TABLE exercises (id INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL,
        item TEXT NOT NULL, answer TEXT NOT NULL, right INTEGER NOT NULL, mistake TEXT NOT NULL,
        hints INTEGER NOT NULL);
    """,
)


class ProgressError(ValueError):
    """A progress file that cannot be used; its text is one line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a drill: when (seconds UTC), in how many seconds, and its grade (1..4)."""

    key: str
    at: float
    session: int
    right: bool
    seconds: float | None
    given: str
    grade: int


class Progress:
    """The progress file of a learner; `problems` are lines to show, each said once.

    `path` is a file, a folder, or `":memory:"` to keep nothing; without it the file lies in the
    user's data folder. Raises `ProgressError` for a file of a newer version.

    >>> progress = Progress(":memory:")
    >>> progress.answer("next|3|3|13|13|11|0", right=True, given="A", now=0.0).asked
    1
    """

    def __init__(
        self, path: Path | str | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.problems: list[str] = []
        self.clock = clock
        self._lock = threading.RLock()
        self.path = _where(path)
        self._base = self._open()

    @property
    def in_memory(self) -> bool:
        """Whether everything is forgotten when the notebook is closed."""
        return self.path is None

    # answers of drills

    def answer(
        self,
        key: str,
        right: bool,
        given: str = "",
        *,
        now: float | None = None,
        seconds: float | None = None,
        session: int = 0,
        speed: float | None = None,
    ) -> Memory:
        """Keep one answer and what it changes about its fact; both or neither are written."""
        moment = self.clock() if now is None else now
        with self._lock, self._writing():
            row = self._base.execute(
                "SELECT id, memory FROM facts WHERE key = ?", (key,)
            ).fetchone()
            before = _memory(row[1]) if row else None
            after, mark = review(before, right, moment, seconds, speed)
            text = json.dumps(after.data(), separators=(",", ":"))
            if row:
                fact = row[0]
                self._base.execute("UPDATE facts SET memory = ? WHERE id = ?", (text, fact))
            else:
                fact = self._base.execute(
                    "INSERT INTO facts (key, memory) VALUES (?, ?)", (key, text)
                ).lastrowid
            self._base.execute(
                "INSERT INTO answers (fact, at, session, right, seconds, given, grade) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (fact, moment, session, int(right), seconds, given[:80], mark),
            )
        return after

    def memories(self) -> dict[str, Memory]:
        """How every fact sits that was ever asked, by its key."""
        with self._lock:
            rows = self._base.execute("SELECT key, memory FROM facts").fetchall()
        return {key: _memory(text) for key, text in rows}

    def answers(self, latest: int | None = None) -> tuple[Answer, ...]:
        """The answers in the order in which they were given; the `latest` ones on request."""
        with self._lock:
            rows = self._base.execute(
                "SELECT key, at, session, right, seconds, given, grade FROM answers "
                "JOIN facts ON facts.id = answers.fact ORDER BY answers.id DESC LIMIT ?",
                (-1 if latest is None else latest,),
            ).fetchall()
        return tuple(Answer(k, at, n, bool(r), s, g, m) for k, at, n, r, s, g, m in reversed(rows))

    def count(self) -> int:
        """The number of answers kept."""
        with self._lock:
            return int(self._base.execute("SELECT count(*) FROM answers").fetchone()[0])

    def new_session(self) -> int:
        """A number for a session that no other notebook has."""
        with self._lock, self._writing():
            number = int(self._about("sessions") or 0) + 1
            self._tell("sessions", str(number))
        return number

    # exercises of lessons

    def add(
        self, *, kind: str, item: str, answer: str, right: bool, mistake: str = "", hints: int = 0
    ) -> None:
        """Keep one judged answer of a lesson's exercise."""
        row = (self.clock(), str(kind), item, answer[:200], int(right), mistake, hints)
        with self._lock, self._writing():
            self._base.execute(
                "INSERT INTO exercises (at, kind, item, answer, right, mistake, hints) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def exercises(self) -> tuple[dict[str, Any], ...]:
        """The exercises' results, oldest first."""
        names = ("at", "kind", "item", "answer", "right", "mistake", "hints")
        with self._lock:
            rows = self._base.execute(
                f"SELECT {', '.join(names)} FROM exercises ORDER BY id"
            ).fetchall()
        return tuple({**dict(zip(names, row, strict=True)), "right": bool(row[4])} for row in rows)

    # the learner

    @property
    def name(self) -> str:
        """The learner's name, if one was given; it never leaves this file."""
        return self._about("name") or ""

    @name.setter
    def name(self, name: str) -> None:
        with self._lock, self._writing():
            self._tell("name", str(name)[:80])

    @property
    def key_speed(self) -> float | None:
        """The learner's measured key speed in seconds; None before it was measured."""
        value = self._about("key_speed")
        return float(value) if value else None

    @key_speed.setter
    def key_speed(self, seconds: float) -> None:
        with self._lock, self._writing():
            self._tell("key_speed", str(float(seconds)))

    def export(self) -> str:
        """Everything as JSON text, to move it to another computer."""
        with self._lock:
            about = dict(self._base.execute("SELECT name, value FROM about").fetchall())
        return json.dumps(
            {
                "format": KIND,
                "version": VERSION,
                "about": about,
                "answers": [asdict(answer) for answer in self.answers()],
                "exercises": list(self.exercises()),
                "memories": {key: memory.data() for key, memory in self.memories().items()},
            },
            ensure_ascii=False,
        )

    def load(self, text: str) -> int:
        """Add an export to what is here; the same answer is not added twice. Returns how many.

        Where a fact is in both, the memory with the later answer counts.
        """
        data = _exported(text)
        try:
            with self._lock, self._writing():
                return self._merge(data)
        except (KeyError, TypeError, AttributeError, sqlite3.Error):
            raise ProgressError(_("this export is damaged; nothing was added")) from None

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def __repr__(self) -> str:
        where = _("in memory only") if self.path is None else str(self.path)
        return f"Progress({where}: {self.count()} answers)"

    # the file

    def _open(self) -> sqlite3.Connection:
        if self.path is None:
            return self._prepare(sqlite3.connect(MEMORY, check_same_thread=False))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return self._prepare(self._connect(self.path))
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                return self._give_up(error)
            self._set_aside(self.path)
        except OSError as error:
            return self._give_up(error)
        try:
            return self._prepare(self._connect(self.path))
        except (sqlite3.Error, OSError) as error:
            return self._give_up(error)

    def _connect(self, path: Path) -> sqlite3.Connection:
        return sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )

    def _prepare(self, base: sqlite3.Connection) -> sqlite3.Connection:
        """Bring a file to this version, or close it again."""
        base.isolation_level = None
        try:
            _keep_a_log(base)
            base.execute("PRAGMA synchronous = NORMAL")
            base.execute("BEGIN IMMEDIATE")
            version = int(base.execute("PRAGMA user_version").fetchone()[0])
            if version > VERSION:
                raise ProgressError(
                    _(
                        "{path} was written by a newer calclab (version {version}, this one reads "
                        "{known}); update calclab, or choose another path"
                    ).format(path=self.path, version=version, known=VERSION)
                )
            for step in MIGRATIONS[version:]:
                for statement in step.split(";"):
                    base.execute(statement)
            base.execute(f"PRAGMA user_version = {VERSION}")
            base.execute("SELECT count(*) FROM facts").fetchone()
            base.execute("COMMIT")
        except BaseException:
            base.close()
            raise
        return base

    def _set_aside(self, path: Path) -> None:
        """Give a damaged file another name, with what SQLite wrote beside it."""
        word = secrets.token_hex(3)
        other = path.with_name(f"{path.stem}.{word}.aside")
        path.replace(other)
        for tail in ("-wal", "-shm"):
            with suppress(OSError):
                path.with_name(path.name + tail).replace(other.with_name(other.name + tail))
        self.problems.append(
            _("the progress file was damaged and is kept as {file}").format(file=other)
        )

    def _give_up(self, error: Exception) -> sqlite3.Connection:
        reason = getattr(error, "strerror", None) or str(error)
        self.problems.append(
            _("{path} cannot be written ({reason}); progress is kept in memory only").format(
                path=self.path, reason=reason
            )
        )
        self.path = None
        return self._prepare(sqlite3.connect(MEMORY, check_same_thread=False))

    def _writing(self) -> _Writing:
        return _Writing(self._base)

    def _about(self, name: str) -> str | None:
        with self._lock:
            row = self._base.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def _tell(self, name: str, value: str) -> None:
        self._base.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value))

    def _merge(self, data: dict[str, Any]) -> int:
        here = self.memories()
        for key, fields in data["memories"].items():
            memory = Memory(**fields)
            if key not in here or here[key].last < memory.last:
                text = json.dumps(memory.data(), separators=(",", ":"))
                self._base.execute(
                    "INSERT INTO facts (key, memory) VALUES (?, ?) "
                    "ON CONFLICT (key) DO UPDATE SET memory = excluded.memory",
                    (key, text),
                )
        ids = dict(self._base.execute("SELECT key, id FROM facts").fetchall())
        known = {(one.key, one.at, one.given) for one in self.answers()}
        new = [Answer(**fields) for fields in data["answers"]]
        new = [one for one in new if (one.key, one.at, one.given) not in known]
        self._base.executemany(
            "INSERT INTO answers (fact, at, session, right, seconds, given, grade) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(ids[o.key], o.at, o.session, int(o.right), o.seconds, o.given, o.grade) for o in new],
        )
        self._merge_exercises(data["exercises"])
        for name, value in data["about"].items():
            if name != "sessions" and not self._about(name):
                self._tell(str(name), str(value))
        return len(new)

    def _merge_exercises(self, results: Iterable[dict[str, Any]]) -> None:
        known = {(one["at"], one["item"]) for one in self.exercises()}
        self._base.executemany(
            "INSERT INTO exercises (at, kind, item, answer, right, mistake, hints) "
            "VALUES (:at, :kind, :item, :answer, :right, :mistake, :hints)",
            [one for one in results if (one["at"], one["item"]) not in known],
        )


class _Writing:
    """One transaction: all of it is kept, or nothing."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def __enter__(self) -> None:
        self._base.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, _error: object, _trace: object) -> None:
        self._base.execute("COMMIT" if kind is None else "ROLLBACK")


def _keep_a_log(base: sqlite3.Connection) -> None:
    """Turn the write-ahead log on; SQLite's own patience does not cover that step."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            base.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return


def _where(path: Path | str | None) -> Path | None:
    if path is None:
        return home() / "progress.sqlite"
    if str(path) == MEMORY:
        return None
    place = Path(path).expanduser()
    return place / "progress.sqlite" if place.is_dir() else place


def _memory(text: str) -> Memory:
    return Memory(**json.loads(text))


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "no such table" in str(error)


def _exported(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != KIND:
        raise ProgressError(_("{text} is no export of progress").format(text=shorten(text)))
    version = data.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise ProgressError(
            _("this export was written by a newer calclab (version {version})").format(
                version=shorten(version)
            )
        )
    return data
