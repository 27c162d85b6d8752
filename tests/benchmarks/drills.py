"""Figures of the drills: first question, big history, two writers, kills, simulated learner."""

import os
import random
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from calclab.drills import Session
from calclab.progress import Progress
from tests.learner import questions_until_known
from tests.test_progress import given, writer

ANSWERS = 100_000
WRITES = 5_000
KILLS = 200
LEARNERS = 20


def figures() -> Iterator[str]:
    """One line for each figure, with the limit it is held to."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        yield _first_question(place / "first.sqlite")
        yield _history(place / "big.sqlite")
        yield _two_writers(place / "two.sqlite")
        yield _kills(place / "kills.sqlite")
    yield _learners()


def _first_question(path: Path) -> str:
    begin = time.perf_counter()
    from calclab.widgets import Drill

    loaded = time.perf_counter() - begin
    begin = time.perf_counter()
    assert Drill(progress=path)._item["text"]
    took = time.perf_counter() - begin
    return (
        f"first question {took:.3f} s (at most 1); importing the widgets before it {loaded:.2f} s"
    )


def _history(path: Path) -> str:
    kept = Progress(path)
    for fact in Session("next").facts:
        kept.answer(fact.key, right=True, now=0.0, seconds=2.0)
    rows = [
        (k % 48 + 1, k * 60.0, k // 40, int(k % 7 > 0), 1.0 + k % 5 / 3, "10", 3)
        for k in range(ANSWERS)
    ]
    kept._base.execute("BEGIN")
    kept._base.executemany(
        "INSERT INTO answers (fact, at, session, right, seconds, given, grade) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    kept._base.execute("COMMIT")
    kept.close()
    begin = time.perf_counter()
    session = Session("next", progress=Progress(path))
    took = time.perf_counter() - begin
    assert session.progress.count() >= ANSWERS
    session.progress.close()
    size = sum(file.stat().st_size for file in path.parent.glob("big.sqlite*")) / 1e6
    return (
        f"history of {ANSWERS} answers: opens in {took:.3f} s (at most 0.5), "
        f"{size:.1f} MB (at most 30)"
    )


def _two_writers(path: Path) -> str:
    begin = time.perf_counter()
    runs = [writer(path, name, WRITES) for name in "ab"]
    said = [len(run.communicate()[0].splitlines()) for run in runs]
    took = time.perf_counter() - begin
    count = len(given(path))
    return f"two processes, {said[0]} and {said[1]} answers at once: {count} kept, {took:.0f} s"


def _kills(path: Path) -> str:
    rng = random.Random(1)
    said: set[str] = set()
    for k in range(KILLS):
        run = writer(path, f"k{k}", 100_000)
        assert run.stdout is not None
        lines = [run.stdout.readline().strip()]
        time.sleep(rng.random() * 0.05)
        os.kill(run.pid, signal.SIGKILL)
        lines += run.communicate()[0].split("\n")[:-1]
        said |= set(lines)
    lost = len(said - given(path))
    aside = len(list(path.parent.glob("kills*.aside")))
    return f"{KILLS} kills: {len(said)} answers acknowledged, {lost} lost, {aside} files damaged"


def _learners() -> str:
    seeds = range(1, LEARNERS + 1)
    scheduled = [questions_until_known(seed, random_order=False) for seed in seeds]
    at_random = [questions_until_known(seed, random_order=True) for seed in seeds]
    fewer = sum(one < two for one, two in zip(scheduled, at_random, strict=True))
    return (
        f"simulated learner, questions until all 48 are known, median of {LEARNERS} "
        f"(least, most): schedule {median(scheduled):.0f} ({min(scheduled)}, {max(scheduled)}), "
        f"random {median(at_random):.0f} ({min(at_random)}, {max(at_random)}); "
        f"fewer with the schedule in {fewer} of {LEARNERS}"
    )
