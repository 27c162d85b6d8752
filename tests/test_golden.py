"""Record files of version 1, made by the independent judge, which every later version must load.

The files are never changed; `tests/make_golden.py` made them and `expected.json`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from calclab.record import Record
from tests.conftest import ROOT
from tests.oracle import ALL_IDS, replay

FOLDER = ROOT / "tests" / "golden"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
FILES = sorted(path.name for path in FOLDER.glob("*.json") if path.name != "expected.json")


def read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / name).read_text("utf-8"))
    return data


def summary(record: Record) -> dict[str, Any]:
    game = record.game
    return {
        "outcome": game.outcome,
        "placed": game.placed,
        "direct": record.direct,
        "moves": len(record.main_line),
        "legal": sorted(str(move) for move in game.moves()),
    }


def test_the_golden_files_are_there_and_cover_every_game() -> None:
    assert len(FILES) >= 58
    assert list(EXPECTED) == FILES
    assert {read(name)["variant"] for name in FILES} == {*ALL_IDS, "custom"}


@pytest.mark.parametrize("name", FILES)
def test_a_golden_record_loads_and_ends_as_it_always_did(name: str) -> None:
    assert summary(Record.load(FOLDER / name)) == EXPECTED[name]


@pytest.mark.parametrize("name", FILES)
def test_a_golden_record_survives_being_written_and_read_again(name: str) -> None:
    text = Record.load(FOLDER / name).dumps()
    assert summary(Record.loads(text)) == EXPECTED[name]
    written, original = json.loads(text), read(name)
    kept = {key: value for key, value in original.items() if key in written}
    kept.pop("rules", None)
    kept.pop("deal")
    assert {key: written[key] for key in kept} == kept
    again = replay(written)
    assert (again.outcome, again.placed) == (EXPECTED[name]["outcome"], EXPECTED[name]["placed"])


def test_unknown_fields_of_a_golden_record_are_still_there_after_saving() -> None:
    written = json.loads(Record.load(FOLDER / "extra-fields.json").dumps())
    assert written["mood"] == {"before": [1, 2.5, None], "after": "fine"}
    assert (written["undo"], written["x"]) == (0, True)
    assert written["player"] == "Zoë Ångström 🂡"
