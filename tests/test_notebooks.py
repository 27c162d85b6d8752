"""The lessons as they lie in the repository: the right set, run in order, kept clean.

That their outputs are still true is checked beside this file: `pytest` runs every notebook
with nbval and compares each output.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

LESSONS = [
    "00_start_here",
    "01_the_table_and_its_rules",
    "02_counting_by_intervals",
    "03_clock_arithmetic",
    "04_recall_drills",
    "05_burying_and_blockages",
    "06_visible_stock",
    "07_playing_well",
    "08_the_family",
    "09_how_often_can_it_be_won",
]

PATHS = sorted((ROOT / "notebooks").rglob("*.ipynb"))
PATHS = [path for path in PATHS if ".ipynb_checkpoints" not in path.parts]


def read(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


every_lesson = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def test_the_lessons_found_are_the_lessons_expected() -> None:
    assert [path.relative_to(ROOT / "notebooks").as_posix() for path in PATHS] == [
        f"{lesson}.ipynb" for lesson in LESSONS
    ]


@every_lesson
def test_a_lesson_was_run_from_its_first_cell_to_its_last(path: Path) -> None:
    cells = code_cells(read(path))
    assert cells
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))


@every_lesson
def test_a_lesson_shows_what_its_cells_gave_and_no_error(path: Path) -> None:
    outputs = [output for cell in code_cells(read(path)) for output in cell["outputs"]]
    assert outputs, "a lesson without outputs would be compared with nothing"
    assert [output for output in outputs if output["output_type"] == "error"] == []


@every_lesson
def test_every_picture_and_widget_has_words_beside_it(path: Path) -> None:
    for cell in code_cells(read(path)):
        for output in cell["outputs"]:
            if "data" in output:
                assert "".join(output["data"].get("text/plain", "")).strip(), cell["source"]


@every_lesson
def test_a_lesson_carries_no_state_of_widgets_and_asks_for_the_usual_kernel(path: Path) -> None:
    metadata = read(path)["metadata"]
    assert "widgets" not in metadata
    assert metadata["kernelspec"]["name"] == "python3"


@every_lesson
def test_a_lesson_can_be_merged_line_by_line(path: Path) -> None:
    cells = read(path)["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert path.read_text(encoding="utf-8").endswith("}\n")
