"""Studies: the same result however played, nothing lost, nothing counted twice, no peeking."""

import gc
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import comb
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy
import pytest

from calclab import IllegalMove, Move, Record, View, coach, deal, seat, solver
from calclab.intervals import fisher, holm, mcnemar, paired_interval, wilson
from calclab.messages import speaking
from calclab.search import forms
from calclab.study import (
    Study,
    StudyError,
    arena,
    compare,
    comparing,
    hands,
    merge,
    paired,
    playing,
    running,
    study,
)
from calclab.study.packing import pack
from calclab.study.results import Audit, Part
from calclab.variants import calculation, get

QUIET: dict[str, Any] = {"progress": False}
HERE: dict[str, Any] = {"progress": False, "executor": hands.Here()}


def local(strategy: Callable[[View], Any]) -> Callable[[View], Any]:
    """The strategy as a cell would define it: no module of this name is there to import."""
    strategy.__module__ = "__main__"
    return strategy


def first_fit(view: View) -> Move:
    return view.moves()[0]


@local
def last_fit(view: View) -> Move:
    return view.moves()[-1]


@local
def dice(view: View) -> Move:
    return random.choice(view.moves())


@local
def to_foundations(view: View) -> str:
    """Wins some games with six piles; answers with a name."""
    moves = [str(move) for move in view.moves()]
    up = [name for name in moves if "-F" in name]
    return (
        up[0]
        if up
        else min(moves, key=lambda name: len(view.pile(name[-2:])) if "-" in name else 99)
    )


# One result, however it is played


def by_hand(strategy: Callable[[View], Any], variant: str, seed: str, count: int) -> list[Any]:
    ends = []
    for number in range(count):
        game = deal(variant, f"{seed}/{number}")
        while game.moves():
            game = game.play(strategy(game.view()))
        ends.append(("w" if game.is_won else "l", game.placed))
    return ends


@pytest.mark.parametrize("variant", ["calculation", "redeal-2", "musical"])
def test_a_study_finds_what_playing_by_hand_finds(variant: str) -> None:
    found = study(to_foundations, variant, 12, seed="Blue  Whale", audit=0, **HERE)
    expected = by_hand(to_foundations, variant, "blue whale", 12)
    (part,) = found.parts
    assert list(zip(part.outcomes, part.placed, strict=True)) == expected
    assert found.wins == sum(outcome == "w" for outcome, _placed in expected)
    assert found.mean_placed == pytest.approx(sum(placed for _, placed in expected) / 12)
    assert sum(found.placed.values()) == found.deals == 12
    assert found.interval == wilson(found.wins, 12)


def test_there_are_as_many_workers_as_cores_that_this_process_may_use() -> None:
    code = "import os\nfrom calclab.study.hands import Hands\nprint(Hands(None, None, 99)._count)\n"
    may = "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
    one = hasattr(os, "sched_setaffinity")  # elsewhere all cores are everybody's
    run = [sys.executable, "-c", code.replace("\n", "\n" + may * one, 1)]
    told = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert int(told) == 1 if one else 1 <= int(told) <= (os.cpu_count() or 1)


def executors() -> Iterator[tuple[str, dict[str, Any]]]:
    yield "one worker", {"workers": 1}
    yield "three workers", {"workers": 3}
    yield "threads", {"executor": ThreadPoolExecutor(2)}
    yield "spawned", {"executor": ProcessPoolExecutor(2, mp_context=get_context("spawn"))}


@pytest.mark.parametrize("strategy", [dice, "random"], ids=["own chance", "by name"])
def test_workers_and_executors_change_nothing(strategy: Any) -> None:
    alone = study(strategy, "easy-6", 20, seed=3, **HERE)
    for name, options in executors():
        try:
            assert study(strategy, "easy-6", 20, seed=3, **options, **QUIET) == alone, name
        finally:
            if "executor" in options:
                options["executor"].shutdown()


def test_the_order_of_a_set_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def any_of(view: View) -> Move:
        return next(iter(set(view.moves())))

    placed = set()
    for order in ("1", "2", "3"):
        monkeypatch.setenv("PYTHONHASHSEED", order)
        placed.add(study(any_of, deals=10, seed=3, **HERE).parts[0].placed)
    assert len(placed) == 1


def test_another_seed_is_another_study() -> None:
    one, two = (study("first-fit", deals=20, seed=seed, **HERE) for seed in (1, 2))
    assert one.parts[0].placed != two.parts[0].placed


def test_without_a_seed_the_deals_are_new_each_time() -> None:
    one, two = (study("first-fit", deals=20, **HERE) for _turn in range(2))
    assert one.parts[0].seed != two.parts[0].seed
    assert one.parts[0].placed != two.parts[0].placed


def test_a_strategy_that_remembers_starts_each_game_anew() -> None:
    seen: list[View] = []

    def forgetful(view: View) -> Move:
        seen.append(view)
        return view.moves()[len(seen) % len(view.moves())]

    whole = study(forgetful, deals=10, seed=1, workers=1, **QUIET)
    parts = [study(forgetful, deals=range(at, at + 5), seed=1, **HERE) for at in (5, 0)]
    assert seen == []
    assert merge(*parts) == whole


def test_a_game_of_ones_own_is_studied_under_its_own_name() -> None:
    own = study("first-fit", calculation(bases=(5, 1), intervals=(5, -1), piles=2), 3, 1, **HERE)
    other = study("first-fit", calculation(bases=(5, 1), intervals=(5, -1), piles=3), 3, 1, **HERE)
    assert own.variant != other.variant
    with pytest.raises(StudyError, match="another game"):
        merge(own, study("first-fit", calculation(piles=4), range(3, 6), 1, **HERE))


def test_a_faster_engine_may_play_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = study("first-fit", deals=10, seed=1, **HERE)
    played = []

    def whole(game: Any) -> Any:
        played.append(game.seed)
        while game.moves():
            game = game.play(game.moves()[0])
        return game

    monkeypatch.setitem(playing.WHOLE_GAMES, "first-fit", whole)
    assert study("first-fit", deals=10, seed=1, **HERE) == usual
    dealt = [seed for seed in played if seed != 1]  # deal 1 warms a worker up
    assert dealt == [playing.deal_seed("1", number) for number in range(10)]


def test_where_no_process_can_be_started_it_plays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = study(to_foundations, "easy-6", 6, seed=1, **QUIET, workers=1)
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert study(to_foundations, "easy-6", 6, seed=1) == usual
    broken = study(lambda view: 1 / 0, deals=2, seed=1, name="broken")
    assert broken.faulty == 2


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text(
        "from calclab.study import study\n"
        "table = {'first': 0}\n"
        "def pick(moves):\n    return moves[table['first']]\n"
        "def mine(view):\n    return pick(view.moves())\n"
        "print(study(mine, deals=8, seed=1, workers=2, progress=False).deals)\n"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=tmp_path)
    assert (run.stdout, run.stderr) == ("8\n", "")


# Strategies at fault


def at_nine(act: Callable[[], Any]) -> Callable[[View], Any]:
    """First fit that does something else in deals whose first card is a nine or higher."""

    def strategy(view: View) -> Any:
        first = view.placed == 4 and not any(view.piles) and view.turned
        if first and first.rank >= 9:
            return act()
        return view.moves()[0]

    return strategy


def spin() -> None:
    while True:
        pass


def crash() -> None:
    os._exit(3)


def leave() -> None:
    sys.exit("enough")


FAULTS: list[tuple[str, Callable[[], Any], str, str]] = [
    ("raises", lambda: 1 // 0, "raised", "ZeroDivisionError"),
    ("leaves", leave, "raised", "SystemExit: enough"),
    ("hangs", spin, "hung", "took more than 1 seconds for its game"),
    ("sleeps", lambda: time.sleep(100), "hung", "took more than 1 seconds for its game"),
    ("crashes", crash, "ended", "its process ended in the middle of a game"),
    ("is illegal", lambda: Move("W1", "F1"), "illegal", "W1-F1: W1 is empty"),
    ("is unreadable", lambda: "up!", "illegal", "'up!' is no move"),
    ("is nothing", lambda: None, "raised", "returned None; a strategy returns a move"),
    ("is long", lambda: "x" * 100_000, "illegal", "is no move"),
]


@pytest.mark.parametrize(("_name", "act", "kind", "text"), FAULTS, ids=[one[0] for one in FAULTS])
def test_a_fault_is_reported_with_its_position_and_the_study_goes_on(
    _name: str, act: Callable[[], Any], kind: str, text: str
) -> None:
    found = study(at_nine(act), deals=8, seed=2, limit=1, name="nine", **HERE)
    expected = [deal(seed=f"2/{number}").turned.rank >= 9 for number in range(8)]
    assert found.parts[0].outcomes == "".join("f" if bad else "l" for bad in expected)
    assert 2 <= found.faulty <= 5
    assert [fault.number for fault in found.faults] == [at for at in range(8) if expected[at]]
    for fault in found.faults:
        assert (fault.kind, fault.moves) == (kind, 0)
        assert text in fault.text and "\n" not in fault.text
        record = Record.loads(fault.record)
        assert record.start == deal(seed=f"2/{fault.number}")
    assert f"{found.faulty}" in str(found) and text[:20] in str(found)


def test_the_position_of_a_late_fault_is_the_one_it_was_made_in() -> None:
    def tired(view: View) -> Any:
        return "W1-W2" if sum(map(len, view.piles)) == 9 else view.moves()[0]

    found = study(tired, deals=3, seed=1, **HERE)
    assert found.faulty == 3
    for fault in found.faults:
        game = fault.game.game
        assert fault.game.at == fault.moves > 0
        assert fault.game.start == deal(seed=f"1/{fault.number}")
        assert sum(map(len, game.piles)) == 9
        with pytest.raises(IllegalMove) as refusal:
            game.play("W1-W2")
        assert fault.text == str(refusal.value)
        assert fault.view == game.view()
        assert tired(fault.view) == "W1-W2"


def test_the_first_fault_of_each_kind_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    def bad(view: View) -> Any:
        rank = view.turned.rank if view.turned else 1
        return view.moves()[0] if rank < 5 else 1 // 0 if rank < 9 else None if rank < 12 else "x!"

    told: list[tuple[int, str]] = []
    with suppress(StudyError):
        study(
            bad,
            deals=40,
            seed=1,
            executor=hands.Here(),
            progress=lambda done, total: told.append((done, capsys.readouterr().err)),
        )
    lines = "".join(text for _done, text in told) + capsys.readouterr().err
    found = [line for line in lines.splitlines() if line]
    assert len(found) == 2  # it raised, and it was illegal
    assert all(
        re.fullmatch(r"bad, deal 1/\d+: .+; the study goes on", line) is not None for line in found
    )
    assert sum(bool(text) for done, text in told if done < 40) >= 1
    study(bad, deals=8, seed=1, **HERE)
    assert capsys.readouterr().err == ""


def test_a_fault_that_took_long_is_handed_in_before_the_other_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playing, "TELLS", 0)
    nine = at_nine(lambda: 1 // 0)
    task = playing.Task(pack(nine).form, get("calculation"), 60)
    found = study(nine, deals=8, seed=2, **HERE)
    whole = found.parts[0].outcomes
    part = playing.play_deals(task, "2", 1, 8)
    assert part.outcomes == whole[1 : whole.index("f", 1) + 1] != whole[1:]
    assert found == study(nine, deals=8, seed=2, workers=2, **QUIET)


def test_a_game_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_MOVES", 10)
    found = study(first_fit, deals=2, seed=1, **HERE)
    assert found.faulty == 2
    assert found.faults[0].text == "made 10 moves and came to no end"


def test_a_player_by_name_that_goes_round_for_ever_has_lost() -> None:
    found = study("first-fit", "devils-grip", deals=1, seed=1, **HERE)
    assert (found.parts[0].outcomes, found.faults) == ("l", ())
    assert "cards placed" not in str(found), "it has no foundations"


def test_a_named_strategy_can_be_at_fault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(coach.BASELINES, "first-fit", lambda view: 1 // 0)
    found = study("first-fit", deals=2, seed=1, **HERE)
    assert [fault.kind for fault in found.faults] == ["raised", "raised"]


def test_only_the_first_positions_are_kept_and_all_faults_counted() -> None:
    found = study(lambda view: None, deals=25, seed=1, name="none", workers=2, **QUIET)
    assert found.faulty == 25
    assert [fault.number for fault in found.faults] == list(range(10))


def test_the_faults_of_a_part_of_a_file_are_shown_with_their_positions(tmp_path: Path) -> None:
    nine = local(at_nine(lambda: None))
    options: dict[str, Any] = {"seed": 2, "file": tmp_path / "a.json", **HERE}
    assert study(nine, deals=80, **options).faulty > 20
    part = study(nine, deals=range(60, 80), **options)
    alone = study(nine, deals=range(60, 80), seed=2, **HERE)
    assert part.faults == alone.faults != ()
    assert part == alone
    first = part.faults[0]
    assert Record.loads(first.record).start == deal(seed=f"2/{first.number}")
    assert Study.load(tmp_path / "a.json").faulty > 20


def test_what_a_strategy_prints_or_reads_disturbs_nothing() -> None:
    def loud(view: View) -> Move:
        sys.stdout.write('{"move": "W1-F1"}\n')
        sys.stdout.flush()
        os.write(1, b'{"move": "W1-F1"}\n')
        assert sys.stdin.read() == ""
        return view.moves()[0]

    assert study(loud, deals=3, seed=1, **HERE).faulty == 0


def test_a_strategy_that_cannot_be_loaded_or_is_none_is_refused() -> None:
    class Unloadable:
        def __call__(self, view: View) -> Move:
            return view.moves()[0]

        def __reduce__(self) -> Any:
            return (int, ("no number",))

    with pytest.raises(StudyError, match=r"cannot be loaded .* invalid literal"):
        study(Unloadable(), deals=2, seed=1, **HERE)
    with pytest.raises(StudyError, match="is no strategy; it is a name or a function"):
        study(7, deals=2, seed=1, **HERE)  # type: ignore[arg-type]
    for call in (study, compare):
        with pytest.raises(StudyError, match=r"^'easy-6' is a game, no strategy; .* comes first"):
            call("easy-6", first_fit, deals=2, seed=1, **HERE)


class Sleepy:
    """A strategy that is never awake where it is unpacked."""

    def __init__(self) -> None:
        self.seconds = 100

    def __call__(self, view: View) -> Move:
        return view.moves()[0]

    def __setstate__(self, state: object) -> None:
        time.sleep(100)


def test_a_strategy_that_hangs_while_it_is_loaded_ends_the_study_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seat, "LOADS", 2)
    with pytest.raises(StudyError, match=r"cannot be loaded .* took more than 2 seconds to load$"):
        study(Sleepy(), deals=2, seed=1, limit=1, **HERE)


def test_the_time_of_a_game_is_not_that_of_loading() -> None:
    def slow_to_load() -> Callable[[View], Any]:
        class Slow(Sleepy):
            def __setstate__(self, state: object) -> None:
                if not hasattr(sys, "is_loaded"):
                    sys.is_loaded = True  # type: ignore[attr-defined]
                    time.sleep(1.2)

        return Slow()

    assert study(slow_to_load(), deals=2, seed=1, limit=1, **HERE).faulty == 0


def test_a_seat_ends_with_its_table_even_while_it_thinks(tmp_path: Path) -> None:
    script = tmp_path / "table.py"
    script.write_text(
        "import os, pathlib\n"
        "from calclab.study import hands, study\n"
        "def endless(view):\n"
        "    pathlib.Path('seat').write_text(str(os.getpid()))\n"
        "    while True: pass\n"
        "study(endless, deals=1, seed=1, executor=hands.Here(), progress=False)\n"
    )
    table = subprocess.Popen([sys.executable, script], cwd=tmp_path)
    pid = int(until(lambda: (tmp_path / "seat").exists() and (tmp_path / "seat").read_text()))
    table.kill()
    table.wait()
    assert until(lambda: not is_running(pid))


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def until(ready: Callable[[], Any], seconds: float = 30) -> Any:
    """What `ready` gives once it gives something."""
    end = time.monotonic() + seconds
    while not (value := ready()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return value


# Peeking


def secrets_in_reach(view: View) -> list[str]:
    """Look for a stock or a seed wherever a strategy can look."""
    found = [
        name for name in ("stock", "seed", "orders", "_stock", "__dict__") if hasattr(view, name)
    ]
    frame: Any = sys._getframe(1)
    while frame is not None:
        values = [*frame.f_locals.values(), *frame.f_globals.values()]
        found += [type(one).__name__ for one in values if type(one).__name__ == "Game"]
        frame = frame.f_back
    for one in gc.get_objects():
        if type(one).__name__ in ("Game", "Record", "Task", "Part"):
            found.append(type(one).__name__)
        if isinstance(one, tuple) and is_hidden_row(one, view):
            found.append(f"{len(one)} cards in a row")
    for referrer in gc.get_referrers(view):
        found += [key for key in referrer if key == "game"] if isinstance(referrer, dict) else []
    words = " ".join([*sys.argv, *os.environ.values()])
    return found + ["the seed"] * ("secret-whale" in words)


def is_hidden_row(row: tuple[Any, ...], view: View) -> bool:
    """Whether these are cards of the stock in an order that is not that of a new pack."""
    if len(row) < 8 or any(type(one).__name__ != "Card" for one in row):
        return False
    seen = {card for pile in (*view.piles, *view.laid) for card in pile} | {view.turned}
    in_order = sorted(row, key=lambda card: (card.suit, card.rank))
    return not seen.issuperset(row) and list(row) != in_order


def peeker(view: View) -> Move:
    if view.stock_size % 10 == 7:
        found = secrets_in_reach(view)
        assert not found, found
    return view.moves()[0]


def test_the_looking_works_where_there_is_something_to_see() -> None:
    game = deal(seed="secret-whale")
    with pytest.raises(AssertionError, match=r"Game.*cards in a row"):
        peeker(game.view())


@pytest.mark.parametrize("options", [HERE, {"workers": 2, **QUIET}], ids=["here", "pool"])
def test_no_order_and_no_seed_is_in_a_strategys_reach(options: dict[str, Any]) -> None:
    found = study(local(peeker), deals=6, seed="secret-whale", **options)
    assert [fault.text for fault in found.faults] == []


def seed_knower(seed: str, count: int) -> Callable[[View], Move]:
    """A strategy that was told the seed: the solver's lines of all its deals are in its luggage."""
    lines: dict[Any, Move] = {}
    for number in range(count):
        game = deal("easy-6", f"{seed}/{number}")
        for move in solver.solve(game, form=forms.plain()).moves:
            seen = game.view()
            lines[seen.laid, seen.piles, seen.turned] = move
            game = game.play(move)
    return lambda view: lines.get((view.laid, view.piles, view.turned), view.moves()[-1])


def test_who_knows_the_seed_beforehand_is_found_out() -> None:
    found = study(seed_knower("7", 8), "easy-6", 8, seed=7, name="knower", **HERE)
    assert found.wins == 8
    assert found.audit is not None and found.audit.deals == 10
    assert found.suspicion is not None
    assert "8 of 8" in found.suspicion
    assert found.suspicion in str(found)


def test_deals_that_nobody_could_know_need_no_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        running, "secret_seed", lambda: running.Secret("8")
    )  # deals of which some are won
    monkeypatch.setattr(comparing, "secret_seed", lambda: running.Secret("8"))
    found = study(to_foundations, "easy-6", 8, **HERE)
    assert found.wins > 0 and found.audit is None
    asked = study(to_foundations, "easy-6", 8, audit=4, **HERE)
    assert asked.audit is not None and asked.audit.deals == 4
    for seed, audited in ((None, False), (8, True)):
        (one,) = arena([to_foundations], "easy-6", 8, seed, **HERE).studies
        assert one.wins == found.wins and (one.audit is not None) is audited


def test_a_suspicion_is_in_the_data_too() -> None:
    knower = replace(made_up("knower", "w" * 20), audit=Audit(10, 0))
    data = json.loads(json.dumps(knower.as_data()))
    assert data["audit"] == {"deals": 10, "wins": 0}
    assert data["suspicion"] == knower.suspicion is not None
    fair = made_up("fair", "l" * 20)
    rows = arena([knower, fair]).as_data()
    assert [(row["suspicion"], row["audit"]) for row in rows] == [
        (knower.suspicion, {"deals": 10, "wins": 0}),
        (None, None),
    ]


def test_a_comparison_tells_the_suspicion_of_either() -> None:
    knower = replace(made_up("knower", "w" * 20), audit=Audit(10, 0))
    fair = made_up("fair", "l" * 20)
    assert paired(fair, fair).cautions == ()
    ranked = arena([fair, knower])
    for pair in (paired(knower, fair), compare(fair, knower), ranked.pair("fair", "knower")):
        assert pair.cautions == (f"knower: {knower.suspicion}",)
        assert pair.as_data()["cautions"] == list(pair.cautions)
        assert pair.cautions[0] in str(pair)
        assert pair.cautions[0] in pair._repr_html_()
    both = paired(knower, knower)
    assert both.cautions == tuple(f"knower ({n}): {knower.suspicion}" for n in (1, 2))


def test_who_plays_fair_is_not_suspected() -> None:
    fair = study(to_foundations, "easy-6", 60, seed=5, workers=2, **QUIET)
    assert fair.audit is not None and fair.audit.deals == 10
    assert fair.suspicion is None
    assert study("random", "easy-6", 60, seed=5, **HERE).audit is None
    assert replace(fair, audit=Audit(1000, fair.wins)).suspicion is not None


# Interrupted, merged, kept


SLOW = """
import sys, time
from calclab.study import study
def slow(view):
    time.sleep(0.003)
    return view.moves()[0]
if len(sys.argv) == 2:
    study(slow, deals=24, seed=4, workers=2, file=sys.argv[1], progress=False)
"""


def slow_study(folder: Path, file: Path) -> "subprocess.Popen[bytes]":
    script = folder / "slow.py"
    script.write_text(SLOW)
    return subprocess.Popen([sys.executable, script, file], cwd=folder)


@pytest.mark.parametrize("is_kept", [True, False])
def test_an_interrupted_study_says_what_is_kept(tmp_path: Path, is_kept: bool) -> None:
    def interrupt(done: int, total: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    file = tmp_path / "a.json" if is_kept else None
    options: dict[str, Any] = {"executor": hands.Here(), "progress": interrupt, "file": file}
    with pytest.raises(KeyboardInterrupt) as stop:
        study("first-fit", deals=30, seed=1, **options)
    note = str(stop.value)
    if file is None:
        assert re.fullmatch(r"\d+ of 30 deals were played, and none is kept; with file=.*", note)
    else:
        kept = Study.load(file).deals
        assert 8 <= kept < 30
        assert note == f"{kept} of 30 deals are kept in {file}; the same call goes on from there"


def test_an_interrupt_after_the_deals_says_that_all_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "a.json"
    monkeypatch.setattr(running, "_audit", interrupt)
    with pytest.raises(KeyboardInterrupt) as stop:
        study(to_foundations, "easy-6", 8, seed=8, file=file, **HERE)
    assert str(stop.value) == f"8 of 8 deals are kept in {file}; the same call goes on from there"
    assert Study.load(file).deals == 8


CELL = """
from calclab.study import study
def interrupt(done, total):
    raise KeyboardInterrupt
study("first-fit", deals=9, seed=1, progress=interrupt)
print("the rest of the cell")
"""


def test_a_notebook_shows_of_an_interrupt_what_is_kept_and_no_frames() -> None:
    code = "from IPython.core.interactiveshell import InteractiveShell; import sys\n"
    code += "found = InteractiveShell().run_cell(sys.argv[1])\n"
    code += "print(isinstance(found.error_in_exec, KeyboardInterrupt))"
    run = subprocess.run(
        [sys.executable, "-c", code, CELL], capture_output=True, text=True, check=True
    )
    told, is_interrupt = run.stdout.strip().splitlines()
    assert re.fullmatch(r"Stopped: \d of 9 deals were played, and none is kept; with .*", told)
    assert is_interrupt == "True", "so that Jupyter runs no later cell"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_a_stopped_study_goes_on_with_the_rest(tmp_path: Path, how: signal.Signals) -> None:
    file = tmp_path / "result.json"
    process = slow_study(tmp_path, file)
    until(lambda: file.exists() and Study.load(file).deals >= 4)
    process.send_signal(how)
    process.wait()
    before = Study.load(file)
    assert 4 <= before.deals < 24
    assert slow_study(tmp_path, file).wait() == 0
    after = Study.load(file)
    assert after.deals == 24
    played = before.parts[0]
    assert after.parts[0].outcomes.startswith(played.outcomes)
    assert after.parts[0].placed == tuple(
        end[1] for end in by_hand(first_fit, "calculation", "4", 24)
    )
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []


STOPPED = """
import sys
from calclab.study import study
print("now", flush=True)
try:
    study("first-fit", deals=100_000, seed=4, workers=2, progress=False)
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals of a group")
def test_an_interrupt_while_workers_start_is_heard_by_the_study_alone(tmp_path: Path) -> None:
    script = tmp_path / "stopped.py"
    script.write_text(STOPPED)
    for tenths in range(1, 7):
        process = subprocess.Popen(
            [sys.executable, script],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None and process.stdout.readline() == "now\n"
        time.sleep(tenths / 10)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=60) == ("stopped\n", "")


def test_two_studies_that_write_one_file_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.json"

    def other(done: int, total: int) -> None:
        if 0 < done < 12:
            study("first-fit", deals=range(5, 15), seed=1, file=file, **HERE)
            study("first-fit", deals=6, seed=2, file=file, **HERE)

    options: dict[str, Any] = {"executor": hands.Here(), "progress": other}
    mine = study("first-fit", deals=12, seed=1, file=file, **options)
    assert mine == study("first-fit", deals=12, seed=1, **HERE)
    assert Study.load(file) == merge(
        study("first-fit", deals=15, seed=1, **HERE), study("first-fit", deals=6, seed=2, **HERE)
    )


def test_what_another_strategy_has_put_into_the_file_meanwhile_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.json"

    def other(done: int, total: int) -> None:
        if 0 < done < 12:
            file.unlink(missing_ok=True)
            study("random", deals=6, seed=1, file=file, **HERE)

    options: dict[str, Any] = {"executor": hands.Here(), "progress": other}
    with pytest.raises(StudyError, match="holds a study of random, not first-fit"):
        study("first-fit", deals=12, seed=1, file=file, **options)
    assert Study.load(file) == study("random", deals=6, seed=1, **HERE)


def test_what_a_class_of_ones_own_counts_begins_anew_in_each_game() -> None:
    class Count:
        games = 0

    def counts(view: View) -> Move:
        Count.games += 1
        moves = view.moves()
        return moves[Count.games * 7919 % len(moves)]

    whole = study(counts, deals=6, seed=3, workers=1, **QUIET, audit=0)
    parts = [study(counts, deals=range(at, at + 1), seed=3, **QUIET, audit=0) for at in range(6)]
    assert whole == merge(*parts)


def test_no_more_workers_are_made_than_deals_are_asked_for() -> None:
    assert hands.Hands(None, 24, 4)._count == 4


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    file, told = tmp_path / "a.json", []

    def tell(done: int, total: int) -> None:
        told.append((done, total))

    first = study("first-fit", deals=range(10, 20), seed=1, file=file, **HERE)
    options: dict[str, Any] = {"executor": hands.Here(), "file": file, "progress": tell}
    assert study("first-fit", deals=30, seed=1, **options).deals == 30
    assert told[-1] == (20, 20)
    told.clear()
    assert study("first-fit", deals=range(10, 20), seed=1, **options) == first
    assert told == []
    assert study("first-fit", deals=5, seed=2, **options).deals == 5
    assert Study.load(file).deals == 35


def test_the_file_of_another_study_is_refused_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    study("first-fit", deals=5, seed=1, file=file, **HERE)
    before = file.read_bytes()
    for wrong in (
        {"strategy": "random", "seed": 1},
        {"strategy": "first-fit", "variant": "expert", "seed": 1},
        {"strategy": "first-fit"},
        {"strategy": last_fit, "name": "first-fit", "seed": 1},
    ):
        with pytest.raises(StudyError) as refusal:
            study(deals=9, file=file, **HERE, **wrong)
        assert "\n" not in str(refusal.value)
        assert "merge" not in str(refusal.value)
        assert "seed" not in wrong or "give this one another file name" in str(refusal.value)
    assert file.read_bytes() == before


def test_disjoint_studies_merge_to_the_whole() -> None:
    whole = study("first-fit", deals=30, seed=1, **HERE)
    parts = [study("first-fit", deals=range(at, at + 10), seed=1, **HERE) for at in (20, 0, 10)]
    assert merge(*parts) == whole
    assert merge(parts[0], parts[1]).gaps("1", range(5, 40)) == [range(10, 20), range(30, 40)]
    other = study("first-fit", deals=10, seed=2, **HERE)
    assert merge(whole, other).deals == 40


def test_what_does_not_belong_together_is_not_merged() -> None:
    one = study("first-fit", deals=10, seed=1, **HERE)
    for other, reason in (
        (study("first-fit", deals=range(9, 12), seed=1, **HERE), "1/9 to 9 are in both"),
        (one, "1/0 to 9 are in both"),
        (study("random", deals=range(10, 12), seed=1, **HERE), "another strategy"),
        (study("first-fit", "expert", range(10, 12), 1, **HERE), "another game"),
        (replace(one, code="other", parts=()), "was changed between"),
    ):
        with pytest.raises(StudyError, match=reason):
            merge(one, other)
    for wrong in ([one, one], "a.json"):
        with pytest.raises(StudyError, match=r"is no study; write merge\(first, second\)"):
            merge(wrong, one)  # type: ignore[arg-type]


def test_a_changed_helper_makes_another_strategy() -> None:
    def version(depth: int) -> Callable[[View], Move]:
        def helper(view: View) -> int:
            return depth

        def mine(view: View) -> Move:
            return view.moves()[helper(view) % len(view.moves())]

        return mine

    marks = [study(version(depth), deals=1, seed=1, **HERE).code for depth in (0, 0, 1)]
    assert marks[0] == marks[1] != marks[2]


FAULT = {"deal": 3, "kind": "raised", "text": "no", "moves": 0, "record": ""}  # of deals 0 to 2


def test_a_result_file_gives_the_study_back(tmp_path: Path) -> None:
    nine = at_nine(lambda: None)
    found = merge(
        replace(study(nine, deals=20, seed=2, **HERE), audit=Audit(10, 0)),
        study(nine, deals=range(30, 35), seed=2, **HERE),
    )
    found.save(tmp_path / "a.json")
    again = Study.load(tmp_path / "a.json")
    assert again == found and again.audit == found.audit
    assert again.seconds_per_game == pytest.approx(found.seconds_per_game, abs=0.001)
    assert again.faults == found.faults


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "x"}, 'format: is "x"; it must be "calclab-study"'),
        ({"version": 2}, "version: is 2; it must be 1"),
        ({"parts": None}, "parts: is null; it must be a list"),
        ({"total": -1}, "total: is -1; it must be a whole number from 0 on"),
        ({"parts": [{"seed": "1"}]}, "parts[0].from: is missing"),
        ({"part": {"outcomes": "lx"}}, "parts[0].outcomes: must be a letter"),
        ({"part": {"placed": "zz"}}, "parts[0].placed: must be two hexadecimal digits"),
        ({"part": {"from": True}}, "parts[0].from: is true; it must be a whole number"),
        ({"part": {"seconds": "1"}}, 'parts[0].seconds: is "1"; it must be a number'),
        ({"part": {"seconds": -1}}, "parts[0].seconds: is -1; it must be a number from 0 on"),
        ({"part": {"seed": ""}}, 'parts[0].seed: is ""; it must be a seed'),
        ({"part": {"faults": [{}]}}, "parts[0].faults[0].deal: is missing"),
        ({"part": {"faults": [FAULT]}}, "parts[0].faults[0].deal: is 3; it must be one of its"),
        ({"part": {"placed": "ff0000"}}, "parts[0].placed: has 255 cards of 52"),
        (
            {"part": {"seconds": 1e300}},
            "seconds: is 1e+300; it must be a number from 0 on, at most",
        ),
        ({"audit": {"deals": 10**400, "wins": 1}}, "a whole number from 0 on, at most"),
        ({"audit": {"deals": 2, "wins": 3}}, "audit.wins: is 3; it must be at most the 2 deals"),
        ({"twice": True}, "the deals 1/0 to 2 are in both"),
    ],
)
def test_a_broken_result_file_is_refused_in_one_line(
    change: dict[str, Any], complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.json"
    study("first-fit", deals=3, seed=1, file=file, **HERE)
    data = json.loads(file.read_text())
    data["parts"][0] |= change.pop("part", {})
    if change.pop("twice", False):
        data["parts"] *= 2
    file.write_text(json.dumps(data | change))
    with pytest.raises(StudyError) as refusal:
        Study.load(file)
    assert str(refusal.value).startswith(f"{file}: ")
    assert complaint in str(refusal.value) and "\n" not in str(refusal.value)


def test_a_missing_or_garbled_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"none\.json: does not exist"):
        Study.load(tmp_path / "none.json")
    (tmp_path / "b.json").write_text("{")
    with pytest.raises(StudyError, match=r"b\.json: line 1 column 2: is not JSON"):
        Study.load(tmp_path / "b.json")
    with pytest.raises(StudyError, match="is no file"):
        study("first-fit", deals=2, seed=1, file=tmp_path, **HERE)
    with pytest.raises(StudyError, match="cannot be written"):
        study("first-fit", deals=2, seed=1, file=tmp_path / "no" / "a.json", **HERE)


@pytest.mark.parametrize(
    "wrong",
    [
        {"deals": 0},
        {"deals": True},
        {"deals": range(0)},
        {"deals": range(0, 9, 2)},
        {"deals": 10**23},
        {"workers": 0},
        {"limit": 0},
        {"limit": float("nan")},
        {"audit": -1},
        {"audit": 2.5},
        {"audit": True},
        {"seed": 1.5},
        {"name": 5},
        {"executor": "x"},
    ],
)
def test_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as refusal:
        study("first-fit", **{**HERE, "deals": 1, "seed": 1, **wrong})
    assert next(iter(wrong)) in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize("wrong", [[], None, 7, "nobody"])
def test_what_is_no_strategy_and_no_study_is_refused_in_one_line(wrong: Any) -> None:
    with pytest.raises(ValueError, match="is no strategy; there are random"):
        coach.strategy(wrong)
    with pytest.raises(StudyError, match="is no study"):
        paired(study("first-fit", deals=1, seed=1, **HERE), wrong)


def test_the_whole_numbers_of_numpy_are_whole_numbers(tmp_path: Path) -> None:
    three, file = numpy.int64(3), tmp_path / "a.json"
    found = study("first-fit", deals=three, seed=three, audit=three, file=file, **HERE)
    assert found == study("first-fit", deals=3, seed=3, **HERE) == Study.load(file)
    game = deal(get("calculation", piles=three, modulus=numpy.int8(7)), seed=three)
    assert game == deal(get("calculation", piles=3, modulus=7), seed=3)
    assert Record.loads(Record(game).dumps()).start == game
    mine = calculation(bases=numpy.array([1, 2]), intervals=numpy.array([1, 2]), piles=three)
    assert Record.loads(Record(deal(mine, 1)).dumps()).start.variant == mine
    assert solver.solve(game, nodes=numpy.int64(50)).verdict in ("won", "lost", "unknown")


def test_the_text_of_a_fault_is_the_same_in_each_process() -> None:
    def lost(view: View) -> Move:
        raise ValueError(f"cannot place {object()}")

    one, two = (study(lost, deals=2, seed=1, workers=2, **QUIET) for _again in range(2))
    assert one == two
    assert "cannot place <object object at 0x…>" in one.faults[0].text


@pytest.mark.parametrize("limit", [float("inf"), 10**400, 1e10])
def test_a_game_may_take_all_the_time_there_is(limit: float) -> None:
    assert study(first_fit, deals=1, seed=1, limit=limit, **HERE).faulty == 0


# Workers that die


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "killed"

    def murderer(view: View) -> Move:
        if view.placed > 20 and not mark.exists():
            mark.touch()
            os.kill(os.getppid(), signal.SIGKILL)
        return view.moves()[0]

    found = study(murderer, deals=30, seed=1, workers=2, name="first-fit", **QUIET)
    assert mark.exists()
    assert found.parts == study("first-fit", deals=30, seed=1, **HERE).parts


class Flaky(Executor):
    """An executor that loses a chunk now and then, or always."""

    def __init__(self, losses: int) -> None:
        self.losses, self.handed = losses, []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.handed.append(args[2:])
        future: Future[Any] = Future()
        if self.losses:
            self.losses -= 1
            future.set_exception(RuntimeError("the worker\nis gone"))
        else:
            future.set_result(fn(*args))
        return future


def test_a_lost_chunk_is_played_again_and_counted_once(tmp_path: Path) -> None:
    flaky = Flaky(losses=2)
    found = study("first-fit", deals=30, seed=1, executor=flaky, **QUIET)
    assert found == study("first-fit", deals=30, seed=1, **HERE)
    assert len(flaky.handed) > len(set(flaky.handed))


def test_an_executor_that_always_fails_ends_the_study_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    study("first-fit", deals=10, seed=1, file=file, **HERE)
    with pytest.raises(StudyError, match=r"deals \d+ to \d+ failed 3 times: .*the worker is gone"):
        study("first-fit", deals=30, seed=1, file=file, executor=Flaky(1000), **QUIET)
    assert Study.load(file).deals == 10
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    with pytest.raises(StudyError, match="the executor takes no work: cannot schedule"):
        study("first-fit", deals=3, seed=1, executor=closed, **QUIET)


# Side by side


def made_up(name: str, outcomes: str, variant: str = "calculation") -> Study:
    placed = tuple(52 if one == "w" else 30 for one in outcomes)
    return Study(name, "", variant, 52, (Part("1", 0, outcomes, placed, 1.0),))


def test_a_comparison_counts_who_won_each_deal() -> None:
    pair = paired(made_up("a", "wwwllfw"), made_up("b", "wllwlww"))
    assert (pair.both, pair.only_first, pair.only_second, pair.neither) == (2, 2, 2, 1)
    assert pair.difference == 0
    assert pair.chance == 1
    assert "not told apart" in pair.verdict


def test_compare_plays_both_on_the_same_deals() -> None:
    pair = compare(to_foundations, "first-fit", "easy-6", 20, seed=1, audit=0, **HERE)
    one = study(to_foundations, "easy-6", 20, seed=1, audit=0, **HERE)
    two = study("first-fit", "easy-6", 20, seed=1, **HERE)
    assert pair == paired(one, two) == compare(one, two)
    assert pair.only_first + pair.both == one.wins
    assert compare("first-fit", "random", deals=5, **HERE).deals == 5


def test_two_of_one_name_are_told_apart() -> None:
    pair = paired(made_up("P", "wwwwwwwwww"), made_up("P", "llllllllll"))
    assert (pair.first, pair.second) == ("P (1)", "P (2)")
    assert pair.verdict == "P (1) wins more often than P (2)."
    old, new = made_up("P", "wwl"), made_up("P", "lll")
    named = arena({"old": old, "new": new})
    assert [one.strategy for one in named.studies] == ["old", "new"]
    assert named.pair("new", "old").only_second == 2
    with pytest.raises(StudyError, match="two strategies are called P; give a dictionary"):
        arena([old, new])


def test_other_deals_or_games_are_not_compared() -> None:
    with pytest.raises(StudyError, match="did not play the same deals"):
        paired(made_up("a", "wwl"), made_up("b", "wl"))
    with pytest.raises(StudyError, match="two games"):
        paired(made_up("a", "wwl"), made_up("b", "wwl", "expert"))
    with pytest.raises(StudyError, match="a file holds one study"):
        compare("random", "first-fit", file="x", **HERE)
    for several in (
        lambda: compare("random", "first-fit", name="x", **HERE),
        lambda: arena(["random"], name="x", **HERE),
    ):
        with pytest.raises(StudyError, match="these are several; a dictionary in arena"):
            several()


@pytest.mark.parametrize(
    ("name", "shown"), [("a\nb", "a b"), ("\ud800", r"\ud800"), ("\x1b[1m", r"\x1b[1m")]
)
def test_a_name_can_always_be_shown_and_kept(tmp_path: Path, name: str, shown: str) -> None:
    file = tmp_path / "study.json"
    for strategy in ("random", first_fit):
        file.unlink(missing_ok=True)
        found = study(strategy, deals=2, seed=1, name=name, file=file, **HERE)
        assert found.strategy == shown
        assert Study.load(file) == found
        assert repr(found).isprintable()
    assert arena({name: found}).studies[0].strategy == shown
    for wrong in (3, b"x"):
        with pytest.raises(StudyError, match="is no text"):
            arena({wrong: found})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (3, "3: is no file name; it must be a text or a path"),
        (b"x", "b'x': is no file name; it must be a text or a path"),
        ("x" * 300, "File name too long"),
        ("x/" * 3000, "File name too long"),
        ("a\x00b", "embedded null"),
        ("a\ud800b", "surrogates not allowed"),
        ("/dev/null/x", "Not a directory"),
    ],
)
def test_what_names_no_file_is_one_line_before_much_is_played(wrong: Any, said: str) -> None:
    """The same for every file that is written or read: studies, records, and reading back."""
    record = Record(deal(seed=1))
    for door in (
        lambda: study("random", deals=10**6, seed=1, file=wrong, **HERE),
        lambda: made_up("a", "w").save(wrong),
        lambda: record.save(wrong),
    ):
        with pytest.raises(ValueError) as refused:
            door()
        assert said in str(refused.value) and "\n" not in str(refused.value)
    for reading in (Study.load, Record.load):
        with pytest.raises(ValueError) as refused:
            reading(wrong)
        assert "\n" not in str(refused.value)
    with pytest.raises(StudyError, match="None: is no file name"):
        Study.load(None)  # type: ignore[arg-type]


def test_an_arena_ranks_and_says_who_is_not_told_apart() -> None:
    found = arena(
        [
            made_up("weak", "w" * 10 + "l" * 90),
            made_up("good", "l" * 20 + "w" * 80),
            made_up("alike", "l" * 23 + "w" * 77),
            made_up("best", "w" * 100),
        ]
    )
    assert [one.strategy for one in found.studies] == ["best", "good", "alike", "weak"]
    assert found.alike() == {"best": (), "good": ("alike",), "alike": ("good",), "weak": ()}
    assert found.pair("best", "good").only_first == 20
    for text in (str(found), found._repr_html_()):
        assert all(word in text for word in ("best", "80.0 % [71.1, 86.7]", "not told apart"))
    assert [row["strategy"] for row in found.as_data()] == ["best", "good", "alike", "weak"]
    assert "best 100.0 %, good 80.0 %" in repr(found)


def test_an_arena_plays_functions_and_names_together() -> None:
    found = arena(
        {"mine": to_foundations, "theirs": "first-fit"}, "easy-6", 15, seed=1, audit=0, **HERE
    )
    assert {one.strategy: one.wins for one in found.studies} == {
        "mine": study(to_foundations, "easy-6", 15, seed=1, audit=0, **HERE).wins,
        "theirs": study("first-fit", "easy-6", 15, seed=1, **HERE).wins,
    }
    with pytest.raises(StudyError, match="two strategies are called first-fit"):
        arena(["first-fit", "first-fit"], deals=1, seed=1, **HERE)
    with pytest.raises(StudyError, match="empty"):
        arena([])
    for wrong in ("random", to_foundations, made_up("a", "w")):
        with pytest.raises(StudyError, match=r"is no list of strategies; write them in \[ \]"):
            arena(wrong, deals=1, seed=1, **HERE)  # type: ignore[arg-type]
    with pytest.raises(StudyError, match="nobody was not in the arena"):
        found.pair("mine", "nobody")


def test_the_tables_hold_the_figures_and_a_notebooks_no_times() -> None:
    found = made_up("a <b>", "wwwllfw")
    assert "4 (57.1 % [25.0, 84.2])" in str(found)
    with speaking("de"):
        assert "4 (57,1 % [25,0; 84,2])" in str(found)
    assert "a &lt;b&gt;" in found._repr_html_()
    assert repr(found) == "<Study a <b> in calculation: 4 of 7 won, 57.1 % [25.0, 84.2]>"
    slower = replace(found, parts=(replace(found.parts[0], seconds=99.0),))
    assert slower == found
    assert slower._repr_html_() == found._repr_html_()
    assert str(slower).splitlines()[:-1] == str(found).splitlines()[:-1]
    assert str(slower).splitlines()[-1].split(maxsplit=1) == ["time", "14.1429 seconds a game"]
    assert slower.as_data()["seconds_per_game"] != found.as_data()["seconds_per_game"]


# The statistics, against slow exact ones


@pytest.mark.parametrize(
    ("rates", "total"), [((0.3, 0.2, 0.1), 25), ((0.05, 0.3, 0.3), 25), ((0.8, 0.1, 0.05), 25)]
)
def test_the_paired_interval_covers_as_often_as_it_says(
    rates: tuple[float, float, float], total: int
) -> None:
    both, first, second = rates
    neither = 1 - sum(rates)
    covered = 0.0
    for a in range(total + 1):
        for b in range(total + 1 - a):
            for c in range(total + 1 - a - b):
                low, high = paired_interval(a, b, c, total - a - b - c)
                if low <= first - second <= high:
                    ways = comb(total, a) * comb(total - a, b) * comb(total - a - b, c)
                    covered += (
                        ways * both**a * first**b * second**c * neither ** (total - a - b - c)
                    )
    assert 0.935 < covered < 0.985


def test_every_rate_lies_in_its_interval() -> None:
    for tries in range(1, 200):
        for wins in range(tries + 1):
            low, high = wilson(wins, tries)
            assert 0 <= low <= wins / tries <= high <= 1


def test_the_paired_interval_turns_with_its_players() -> None:
    low, high = paired_interval(36, 12, 2, 0)
    assert paired_interval(36, 2, 12, 0) == pytest.approx((-high, -low))
    assert paired_interval(0, 0, 0, 0) == (-1, 1)


def test_mcnemar_is_the_exact_sign_test() -> None:
    for first in range(12):
        for second in range(12):
            total = first + second
            tail = sum(Fraction(comb(total, k), 2**total) for k in range(min(first, second) + 1))
            assert mcnemar(first, second) == pytest.approx(float(min(1, 2 * tail)))
    assert 0 < mcnemar(20_000, 21_000) < 1e-5


def test_fishers_chance_is_the_hypergeometric_one() -> None:
    for wins, other in ((10, 0), (7, 3), (0, 4), (10, 8)):
        won, total = wins + other, 10 + 8
        exact = sum(
            Fraction(comb(8, k) * comb(10, won - k), comb(total, won))
            for k in range(max(0, won - 10), other + 1)
        )
        assert fisher(wins, 10, other, 8) == pytest.approx(float(exact))


def test_holm_adjusts_in_steps() -> None:
    assert holm([0.001, 0.2, 0.02, 0.9]) == pytest.approx([0.004, 0.4, 0.06, 0.9])
    assert holm([]) == []


@pytest.mark.parametrize("name", ["learned-table", "quick"])
@pytest.mark.parametrize("variant", ["devils-grip", "appreciate"])
def test_a_player_is_refused_for_a_game_that_it_does_not_play(name: str, variant: str) -> None:
    with pytest.raises(StudyError, match=f"^{name} does not play {variant}; first-fit plays"):
        study(name, variant, deals=3, seed=1, progress=False)
    assert study("first-fit", variant, deals=1, seed=1, workers=1, progress=False).faulty == 0
