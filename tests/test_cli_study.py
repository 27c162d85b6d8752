"""The word `study` of the command: its figures, its refusals, its file."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from calclab import cli, coach
from calclab.study import Study, study

FIGURES = ["deals", "wins", "rate", "low", "high", "seconds_per_game"]


def run(*words: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "calclab", "study", *words]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", cwd=folder, env=environment, check=False
    )


def test_the_figures_are_those_of_a_study_and_nothing_else_is_said(tmp_path: Path) -> None:
    result = run(
        *"--variant calculation --strategy learned-table --deals 30".split(),
        *"--seed 7 --workers 2 --json".split(),
        folder=tmp_path,
    )
    assert (result.returncode, result.stderr) == (0, "")
    (line,) = result.stdout.splitlines()
    data = json.loads(line)
    assert list(data)[:6] == FIGURES
    same = study("learned-table", "calculation", 30, seed=7, workers=1, progress=False).as_data()
    del data["seconds_per_game"], same["seconds_per_game"]
    assert data == same
    assert 0 < data["wins"] < 30
    assert 0 < data["low"] < data["rate"] < data["high"] < 1


def test_without_json_a_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    words = "study --strategy first-fit --deals 5 --seed 7 --workers 1".split()
    assert cli.main(words) == 0
    output = capsys.readouterr().out
    assert "first-fit" in output and "0 (0.0 % [0.0, 43.4])" in output
    assert "seconds a game" in output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--strategy nobody --seed 7", "'nobody' is no strategy; there are random, first-fit"),
        ("--strategy random --seed 7 --variant x", "'x' is no game"),
        ("--strategy random --seed 7 --deals 0", "deals: 0 is not a whole number from 1 on"),
        ("--strategy random --seed 7 --workers -1", "workers: -1 is not a whole number"),
    ],
)
def test_a_wrong_word_gives_one_line(
    words: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["study", *words.split()]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    (line,) = output.err.splitlines()
    assert complaint in line


def test_a_missing_option_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["study", "--seed", "7"])
    assert stop.value.code == 2
    assert "--strategy" in capsys.readouterr().err


def test_a_file_keeps_the_result_and_grows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.json"
    words = f"study --strategy first-fit --seed 7 --workers 1 --json --file {path}".split()
    for deals in (4, 9):
        assert cli.main([*words, "--deals", str(deals)]) == 0
        assert json.loads(capsys.readouterr().out)["deals"] == deals
    assert Study.load(path).deals == 9


def test_the_help_breaks_no_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["study", "--help"])
    told = capsys.readouterr().out
    assert set(coach.names()) <= set(re.split(r"[\s,.]+", told))
