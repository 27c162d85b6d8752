"""Format, lint and types, judged by the tools that pyproject.toml sets up."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize(
    "command",
    ["ruff check .", "ruff format --check .", "mypy"],
)
def test_the_code_keeps_the_house_style(command: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_no_line_of_the_browsers_half_is_too_long_to_be_read() -> None:
    files = sorted((ROOT / "calclab" / "widgets" / "static").glob("*.js"))
    assert files
    assert [
        f"{file.name}, line {number}"
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
        if len(line) > 160
    ] == []
