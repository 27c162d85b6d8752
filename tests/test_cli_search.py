"""`calclab solve`, `advise` and `review`, as another program and a person use them."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calclab import Record, cli, cli_search, coach, deal
from calclab.game import Game
from calclab.judging import judge
from calclab.review import review
from calclab.solver import Solution, Watcher, solve

pytestmark = pytest.mark.usefixtures("plain_form")


def saved(folder: Path, record: Record) -> str:
    path = folder / "game.json"
    record.save(path)
    return str(path)


def small(moves: int = 0) -> Record:
    """A small game, `moves` moves on, that stands at its start with a branch beside it."""
    record = Record(deal("calculation", 2, modulus=5)).play("S-W4").go(0)
    for _move in range(moves):
        record.play(record.game.moves()[-1 if record.at % 2 else 0])
    return record.go(0)


def played_out(variant: str = "three-piles") -> Record:
    record = Record(deal(variant, 1, modulus=5))
    while record.game.moves():
        record.play(record.game.moves()[-1])
    return record


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(words)
    output = capsys.readouterr()
    return status, output.out, output.err


def test_solve_goes_on_from_the_last_move_and_implies_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = small(4)
    status, out, err = run(capsys, "solve", saved(tmp_path, record), "--json")
    result = json.loads(out)
    assert (status, err) == (0, "")
    assert sorted(result) == ["moves", "nodes", "seconds", "verdict"]
    assert result["verdict"] == "won"
    game = record.go(4).game
    for move in result["moves"]:
        game = game.play(move)
    assert game.is_won
    assert result["seconds"] >= 0 and result["nodes"] >= 0


def test_solve_says_lost_only_where_it_is_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played_out()
    assert record.game.outcome == "lost"
    path = saved(tmp_path, record)
    result = json.loads(run(capsys, "solve", path, "--json")[1])
    assert (result["verdict"], result["moves"]) == ("lost", [])
    assert run(capsys, "solve", path)[1].startswith("lost: proved")


def test_solve_says_unknown_where_its_time_runs_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(tmp_path, Record(deal("devils-grip", 1)))
    result = json.loads(run(capsys, "solve", path, "--json", "--seconds", "0.1")[1])
    assert (result["verdict"], result["moves"]) == ("unknown", [])
    assert run(capsys, "solve", path, "--seconds", "0.1")[1].startswith("unknown: ")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("piped", [False, True])
def test_a_long_search_is_shown_where_somebody_watches_and_nowhere_else(
    as_json: bool, watched: bool, piped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(_game: Game, _seconds: float, *, progress: Watcher | None = None) -> Solution:
        if progress is not None:
            for nodes, seconds in ((500, 0.5), (123_000, 1.5), (9, 2.25)):
                progress(nodes, seconds)
        return Solution("unknown", (), 9, 2.25, "gave up")

    monkeypatch.setattr(cli_search, "solve", solve)
    out = io.StringIO() if piped else Terminal()
    err = Terminal() if watched else io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    words = ["solve", saved(tmp_path, small()), *["--json"] * as_json]
    assert cli.main(words) == 0
    told = err.getvalue().split("\r")
    if not watched or (as_json and piped):
        assert told == [""]
        return
    first, second = "123000 positions and games, 1.50 s", "9 positions and games, 2.25 s"
    assert told[:2] == ["", first] and told[2].rstrip() == second
    assert len(told[2]) == len(first), "nothing of the longer line is left"
    assert set(told[3]) == {" "} and len(told[3]) >= len(second) and told[4] == ""
    assert "\n" not in err.getvalue()


def test_solve_shows_the_moves_to_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = small()
    lead, *lines = run(capsys, "solve", saved(tmp_path, record))[1].splitlines()
    moves = " ".join(lines).split()
    assert lead.startswith(f"won with {len(moves)} moves")
    game = record.go(len(record.main_line)).game
    for move in moves:
        game = game.play(move)
    assert game.is_won and all(len(line) <= 100 for line in lines)


def test_advise_lists_every_legal_move_best_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = small(3)
    path = saved(tmp_path, record)
    status, out, err = run(capsys, "advise", path, "--json", "--level", "instant")
    result = json.loads(out)
    assert (status, err, list(result)) == (0, "", ["moves"])
    game = record.go(3).game
    for one in result["moves"]:
        assert sorted(one) == ["high", "low", "move", "why", "win"]
        assert 0 <= one["low"] <= one["win"] <= one["high"] <= 1
        assert isinstance(one["why"], str) and one["why"]
    names = [one["move"] for one in result["moves"]]
    assert names == [str(one.move) for one in judge(game.view(), "instant").chances]
    assert sorted(names) == sorted(map(str, game.moves()))
    lines = run(capsys, "advise", path, "--level", "instant")[1].splitlines()
    assert [line.split()[0] for line in lines[: len(names)]] == names


def test_review_tells_what_the_library_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played_out()
    path = saved(tmp_path, record)
    status, out, err = run(capsys, "review", path, "--json", "--level", "instant")
    result = json.loads(out)
    assert (status, err) == (0, "")
    found = review(record, "instant", progress=False)
    assert (result["summary"], len(result["curve"])) == (found.summary, len(record.moves) + 1)
    text = run(capsys, "review", path, "--level", "instant")[1]
    assert text.splitlines()[0] == found.summary
    assert all(len(line) <= 120 for line in text.splitlines())


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "none.json"),
        ("advise", "none.json", "--json"),
        ("review", "none.json"),
        ("advise", "lost.json"),
        ("advise", "grip.json", "--json"),
        ("review", "grip.json"),
    ],
)
def test_what_cannot_be_done_is_one_line_on_stderr(
    words: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    played_out().save("lost.json")
    Record(deal("devils-grip", 1)).save("grip.json")
    status, out, err = run(capsys, *words)
    assert (status, out, len(err.splitlines())) == (1, "", 1)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_that_is_none_is_wrong_use(
    seconds: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["solve", saved(tmp_path, small()), "--seconds", seconds])
    assert "is no time; give seconds" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["solve", "advise", "review"])
def test_each_word_explains_itself(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main([word, "--help"])
    assert "FILE" in capsys.readouterr().out


def test_an_answer_needs_no_stderr(tmp_path: Path) -> None:
    path = saved(tmp_path, small())
    closed = f"exec 2>&-; exec '{sys.executable}' -m calclab solve '{path}' --json"
    run = subprocess.run(["sh", "-c", closed], capture_output=True, text=True, check=False)
    assert run.returncode == 0
    assert json.loads(run.stdout)["verdict"] == "won"


def test_what_is_no_game_is_refused_in_one_line_wherever_it_comes_in() -> None:
    record = small()
    assert coach.advise(record.game, "instant") == coach.advise(record.game.view(), "instant")
    doors: list[tuple[Callable[[Any], object], object]] = [
        (coach.advise, record),
        (judge, 7),
        (solve, record.game.view()),
        (solve, record),
        (review, record.game),
    ]
    for door, wrong in doors:
        with pytest.raises(ValueError, match=" is no ") as refusal:
            door(wrong)
        assert "\n" not in str(refusal.value)
