"""The `calclab` command, as a program that another program calls."""

import json
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from calclab import VARIANTS, Record, cli, deal
from calclab.packs import pack, todays_deal

IDS = [variant.id for variant in VARIANTS]


def run(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "calclab", *arguments]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", cwd=folder, env=environment, check=False
    )


def saved(folder: Path, name: str, variant: str = "calculation", most: int = 400) -> Path:
    record = Record(deal(variant, seed=name))
    while (moves := record.game.moves()) and record.at < most:
        record.play(moves[record.at % len(moves)])
    path = folder / name
    record.save(path)
    return path


@pytest.mark.parametrize("variant", IDS)
def test_replay_tells_the_end_of_a_record_and_its_legal_moves(
    variant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(tmp_path, "a.json", variant)
    record = Record.load(path)
    assert cli.main(["replay", str(path), "--json", "--legal"]) == 0
    output = capsys.readouterr()
    (line,) = output.out.splitlines()
    result = json.loads(line)
    legal = result.pop("legal")
    assert result == {
        "file": str(path),
        "variant": variant,
        "outcome": record.game.outcome,
        "placed": record.game.placed,
        "moves": len(record.moves),
        "direct": record.direct,
    }
    assert len(legal) == len(record.moves) + 1
    assert all(names == sorted(names) for names in legal)
    assert all(str(move) in names for move, names in zip(record.moves, legal, strict=False))
    assert (legal[-1] == []) == (record.game.outcome != "open")
    assert output.err == ""


def test_the_whole_main_line_is_replayed_wherever_the_player_was(tmp_path: Path) -> None:
    record = Record(deal(seed=7)).play("S-W1").play("S-W2").go(0)
    record.save(tmp_path / "a.json")
    assert cli.replay(str(tmp_path / "a.json"))["moves"] == 2


def test_a_refused_file_is_one_line_and_the_others_are_still_done(tmp_path: Path) -> None:
    saved(tmp_path, "good.json")
    (tmp_path / "bad.json").write_text('{"format": "' + "x" * 5000)
    result = run("replay", "bad.json", "good.json", "none.json", "--json", folder=tmp_path)
    assert result.returncode == 1
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == ["good.json"]
    complaints = result.stderr.splitlines()
    assert [line.split(":")[0] for line in complaints] == ["bad.json", "none.json"]
    assert all(len(line) <= 400 for line in complaints)


def test_a_long_name_is_shortened_in_the_complaint(tmp_path: Path) -> None:
    result = run("replay", "x" * 240, "é\n" * 50, folder=tmp_path)
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    assert all(len(line) <= 400 for line in lines)


def test_games_lists_every_game_and_tells_the_rules_of_one() -> None:
    listing = run("games").stdout
    assert [line.split()[0] for line in listing.splitlines()] == IDS
    assert "F3 goes up by 3: 3 6 9 Q 2 5 8 J A 4 7 10 K." in run("games", "calculation").stdout
    assert "F3 steigt um 3: 3 6 9 D" in run("--language", "de", "games", "calculation").stdout


def test_a_dealt_record_is_one_that_loads_and_digits_mean_a_number(tmp_path: Path) -> None:
    text = run("deal", "expert", "--seed", "12").stdout
    record = Record.loads(text)
    assert record.start == deal("expert", seed=12)
    assert json.loads(text)["seed"] == 12
    assert json.loads(run("deal", "giant", "--seed", "blue whale").stdout)["seed"] == "blue whale"
    pysol = Record.loads(run("deal", "calculation", "--pysol", "100000").stdout)
    assert pysol.start == deal(pysol=100000)
    run("deal", "sir-tommy", "--out", "a.json", folder=tmp_path)
    assert Record.load(tmp_path / "a.json").variant.id == "sir-tommy"


def test_show_prints_the_table_or_writes_a_picture(tmp_path: Path) -> None:
    record = Record.load(saved(tmp_path, "a.json"))
    shown = run("show", "a.json", "--at", "3", folder=tmp_path).stdout
    assert shown.strip() == str(record.go(3).game).strip()
    assert run("show", "a.json", "--svg", "a.svg", folder=tmp_path).returncode == 0
    assert (tmp_path / "a.svg").read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    "arguments",
    [
        ("deal", "klondike"),
        ("deal", "four kings"),
        ("deal", "calculation", "--modulus", "12"),
        ("deal", "calculation", "--piles", "9"),
        ("deal", "giant", "--pysol", "7"),
        ("deal", "calculation", "--seed", ""),
        ("deal", "calculation", "--seed", "9" * 5000),
        ("show", "none.json"),
        ("games", "chess"),
    ],
)
def test_wrong_input_is_one_line_on_stderr(arguments: tuple[str, ...], tmp_path: Path) -> None:
    result = run(*arguments, folder=tmp_path)
    assert result.returncode == 1
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("word", ["", "lab", "games", "deal", "show", "replay"])
def test_help_teaches(word: str) -> None:
    result = run(*([word] if word else []), "--help")
    assert result.returncode == 0
    assert "calclab" in result.stdout


def test_lab_serves_the_lessons_and_ends_with_its_signal(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--no-browser", f"--ServerApp.port={port}", "--IdentityProvider.token="]
    command = [sys.executable, "-m", "calclab", "lab", "lessons", *options]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        try:
            page = f"http://127.0.0.1:{port}/lab/tree/00_start_here.ipynb"
            assert b"jupyter-config-data" in wait_for(page, process)
            assert (tmp_path / "lessons" / "00_start_here.ipynb").is_file()
        finally:
            process.terminate()
    if os.name == "posix":  # elsewhere JupyterLab is a child, which ends by Ctrl+C only
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", port)) != 0


def wait_for(page: str, process: subprocess.Popen[bytes]) -> bytes:
    """The page, as soon as the server gives it."""
    tries = threading.Event()
    for _try in range(300):
        assert process.poll() is None, "JupyterLab has ended"
        try:
            with urllib.request.urlopen(page) as answer:
                return bytes(answer.read())
        except OSError:
            tries.wait(0.2)
    raise AssertionError("JupyterLab does not answer")


def test_an_interrupt_ends_a_word_with_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_games", interrupted)
    assert cli.main(["games"]) == 1
    assert capsys.readouterr() == ("", "stopped\n")


def test_todays_deal_and_a_graded_one_are_records(capsys: pytest.CaptureFixture[str]) -> None:
    for options, deals in (
        (["--today"], [todays_deal(variant="expert")]),
        (["--grade", "5"], pack("expert", 5)),
        (["--today", "--grade", "2"], [todays_deal(variant="expert", grade=2)]),
    ):
        assert cli.main(["deal", "expert", *options]) == 0
        assert Record.loads(capsys.readouterr().out).start in [one.game for one in deals]
    for wrong, complaint in (
        (["expert", "--today", "--seed", "3"], "take no --seed"),
        (["expert", "--grade", "2", "--pysol", "3"], "take no --seed"),
        (["expert", "--grade", "2", "--piles", "3"], "take no --seed"),
        (["expert", "--today", "--modulus", "7"], "take no --seed"),
        (["giant", "--today"], "there is no pack for giant"),
        (["giant", "--grade", "2"], "there is no pack for giant"),
        (["expert", "--grade", "9"], "9 is no grade"),
    ):
        assert cli.main(["deal", *wrong]) == 1
        out, err = capsys.readouterr()
        assert complaint in err
        assert (out, err.count("\n")) == ("", 1)
