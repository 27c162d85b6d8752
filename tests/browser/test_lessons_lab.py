"""The lessons in real JupyterLab: every cell runs, and each table is there to play on."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LESSONS, OpenNotebook

NAMES = sorted(path.stem for path in LESSONS.glob("*.ipynb"))


def test_there_are_lessons_to_open() -> None:
    assert "00_start_here" in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_runs_in_lab_and_shows_its_widgets(
    name: str, open_notebook: OpenNotebook, screenshot: Callable[..., Any]
) -> None:
    notebook = open_notebook(lesson=name)
    expect(notebook.board).to_be_visible()
    assert notebook.faults == []
    complaints = notebook.page.locator(".jp-OutputArea-output[data-mime-type*='stderr']")
    assert complaints.all_inner_texts() == []
    screenshot(f"lesson-{name}", notebook.page)
