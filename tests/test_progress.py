"""What is remembered: several writers, kills, damage, versions, export and import."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from calclab import progress as module
from calclab.progress import Progress, ProgressError

KEY = "next|3|3|13|13|11|0"

WRITER = """
import sys
from calclab.progress import Progress
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
progress = Progress(path)
for k in range(count):
    progress.answer(f"next|{name}|{k % 48}", right=k % 3 > 0, given=f"{name}-{k}", now=float(k))
    print(f"{name}-{k}", flush=True)
"""


def writer(path: Path, name: str, count: int) -> "subprocess.Popen[str]":
    """A process that writes answers and prints each one when it is kept."""
    command = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def given(path: Path) -> set[str]:
    kept = Progress(path)
    answers = {answer.given for answer in kept.answers()}
    kept.close()
    return answers


def test_an_answer_and_its_memory_survive_the_notebook(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite"
    first = Progress(path)
    memory = first.answer(KEY, right=True, given="A", now=100.0, seconds=1.5, session=3)
    first.close()
    second = Progress(path)
    assert second.memories() == {KEY: memory}
    (answer,) = second.answers()
    assert (answer.key, answer.given, answer.seconds, answer.session) == (KEY, "A", 1.5, 3)


def test_two_processes_lose_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite"
    runs = [writer(path, name, 300) for name in "ab"]
    said = {line.strip() for run in runs for line in run.communicate()[0].splitlines()}
    assert len(said) == 600
    assert given(path) == said
    memories = Progress(path).memories()
    assert sum(memory.asked for memory in memories.values()) == 600


def test_a_file_that_another_notebook_is_just_making_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    release = threading.Timer(0.3, other.execute, ["ROLLBACK"])
    release.start()
    kept = Progress(path)
    release.join()
    other.close()
    assert kept.problems == []
    kept.answer(KEY, right=True, given="A")
    kept.close()
    assert given(path) == {"A"}


@pytest.mark.parametrize("lines", [1, 7, 40])
def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path, lines: int) -> None:
    path = tmp_path / "p.sqlite"
    run = writer(path, "a", 100_000)
    assert run.stdout is not None
    said = [run.stdout.readline().strip() for _ in range(lines)]
    os.kill(run.pid, signal.SIGKILL)
    said += run.communicate()[0].split("\n")[:-1]
    assert set(said) <= given(path)
    assert not list(tmp_path.glob("*.aside"))


def test_it_lies_in_the_data_folder(calclab_home: Path) -> None:
    assert Progress().path == calclab_home / "progress.sqlite"
    assert str(calclab_home) in repr(Progress())


def test_memory_only_writes_nothing(calclab_home: Path) -> None:
    kept = Progress(":memory:")
    kept.answer(KEY, right=True)
    assert kept.in_memory
    assert kept.path is None
    assert not calclab_home.exists()


@pytest.mark.parametrize("damage", ["text", "middle", "empty-table"])
def test_a_damaged_file_is_set_aside_and_named(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "p.sqlite"
    kept = Progress(path)
    for k in range(400):
        kept.answer(f"{KEY}{k}", right=True, now=float(k))
    kept.close()
    whole = path.read_bytes()
    bad = {
        "text": b"this is no data base" * 100,
        "middle": whole[:1000] + b"\xff" * (len(whole) - 1000),
        "empty-table": whole[:100] + bytes(len(whole) - 100),
    }[damage]
    path.write_bytes(bad)
    again = Progress(path)
    assert again.count() == 0
    (aside,) = tmp_path.glob("*.aside")
    assert aside.read_bytes() == bad
    assert str(aside) in again.problems[0]
    again.answer(KEY, right=True)
    assert Progress(path).count() == 1


def test_a_newer_version_is_refused_in_one_line_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite"
    Progress(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.commit()
    base.close()
    before = path.read_bytes()
    with pytest.raises(ProgressError, match="newer calclab") as error:
        Progress(path)
    assert "\n" not in str(error.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", range(len(module.MIGRATIONS)))
def test_a_file_of_every_older_version_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    path = tmp_path / "p.sqlite"
    base = sqlite3.connect(path)
    for step in module.MIGRATIONS[:version]:
        base.executescript(step)
    if version:
        memory = json.dumps({"stability": 2.3, "difficulty": 5.0, "asked": 1})
        base.execute("INSERT INTO facts (key, memory) VALUES (?, ?)", (KEY, memory))
        base.execute("INSERT INTO answers VALUES (1, 1, 5.0, 1, 1, 2.0, 'A', 3)")
    base.execute(f"PRAGMA user_version = {version}")
    base.commit()
    base.close()
    kept = Progress(path)
    assert kept.count() == bool(version)
    kept.add(kind="2", item="F3 on J", answer="A", right=True)
    assert kept.exercises()[0]["item"] == "F3 on J"


def test_a_folder_that_cannot_be_written_is_said_and_memory_is_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = Progress(tmp_path / "file" / "p.sqlite")
    assert kept.in_memory
    assert "cannot be written" in kept.problems[0]
    assert kept.answer(KEY, right=True).asked == 1


def test_an_export_moves_everything_once(tmp_path: Path) -> None:
    first, second = Progress(tmp_path / "a.sqlite"), Progress(tmp_path / "b.sqlite")
    first.name = "Ada"
    first.key_speed = 0.5
    for k in range(5):
        first.answer(KEY, right=k > 1, given=str(k), now=float(k))
    first.add(kind="2", item="F3 on J", answer="2", right=False, mistake="skips K")
    text = first.export()
    assert second.load(text) == 5
    assert second.load(text) == 0
    assert second.answers() == first.answers()
    assert second.memories() == first.memories()
    assert second.exercises() == first.exercises()
    assert (second.name, second.key_speed) == ("Ada", 0.5)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"format": "calclab-progress", "version": 99}',
        '{"format": "calclab-progress", "version": 2}',
        '{"format": "calclab-progress", "version": 2, "memories": {"a": 3}, "answers": [],'
        ' "exercises": [], "about": {}}',
    ],
)
def test_an_export_that_cannot_be_read_changes_nothing(text: str) -> None:
    kept = Progress(":memory:")
    kept.answer(KEY, right=True)
    with pytest.raises(ProgressError) as error:
        kept.load(text)
    assert "\n" not in str(error.value)
    assert kept.count() == 1
    assert len(kept.memories()) == 1


def test_sessions_of_two_notebooks_have_different_numbers(tmp_path: Path) -> None:
    one, two = Progress(tmp_path / "p.sqlite"), Progress(tmp_path / "p.sqlite")
    assert len({one.new_session(), two.new_session(), one.new_session()}) == 3


def test_a_big_history_opens_without_reading_it(tmp_path: Path) -> None:
    kept = Progress(tmp_path / "p.sqlite", clock=time.time)
    for k in range(200):
        kept.answer(f"next|{k % 48}", right=True, now=float(k))
    assert len(kept.memories()) == 48
    assert len(kept.answers(latest=10)) == 10
