"""Lessons as a learner walks them: what waits for a prediction, and what it shows."""

import json
from typing import Any

import pytest

from calclab.widgets.exercise import Ask, Later
from tests.conftest import ROOT

LESSONS = [
    "02_counting_by_intervals",
    "03_clock_arithmetic",
    "05_burying_and_blockages",
    "07_playing_well",
    "09_how_often_can_it_be_won",
]
WAITS = "Predict first: answer the card above, then run this cell again."


def code(lesson: str) -> list[str]:
    cells = json.loads((ROOT / "notebooks" / f"{lesson}.ipynb").read_text(encoding="utf-8"))[
        "cells"
    ]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def gates(lesson: str) -> list[str]:
    return [source for source in code(lesson) if ".then(" in source]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_stored_lesson_shows_no_result_that_a_prediction_waits_for(lesson: str) -> None:
    path = ROOT / "notebooks" / f"{lesson}.ipynb"
    found = 0
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code" and ".then(" in "".join(cell["source"]):
            (output,) = cell["outputs"]
            assert "".join(output["data"]["text/plain"]) == WAITS
            found += 1
    assert found == len(gates(lesson)) >= 6


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_claim_runs_once_its_prediction_was_answered(
    lesson: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []

    def then(ask: Ask, show: Any) -> object:
        assert isinstance(Ask(ask.exercise).then(show), Later)
        ask.answer(ask.exercise.mistakes[0].answer)
        shown.append(original(ask, show))
        return shown[-1]

    original = Ask.then
    sources = [source.replace(".then(", ".revealed(") for source in code(lesson)]
    monkeypatch.setattr(Ask, "revealed", then, raising=False)
    names: dict[str, Any] = {}
    for source in sources:
        exec(compile(source, lesson, "exec"), names)
    assert len(shown) == len(gates(lesson))
    assert any(shown) and not any(isinstance(value, Later) for value in shown)
    assert capsys.readouterr().out
