"""Copies of the lessons: a learner's changed file is never overwritten."""

from pathlib import Path

import pytest

from calclab.lessonfiles import FIRST_LESSON, checkout_folder, copy_lessons


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "shipped"
    (folder / "images").mkdir(parents=True)
    (folder / FIRST_LESSON).write_text("start 1")
    (folder / "01_more.ipynb").write_text("more 1")
    (folder / "images" / "board.png").write_bytes(b"png")
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "x.ipynb").write_text("x")
    return folder


def test_the_first_copy_is_complete_and_says_nothing(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "lessons"
    assert copy_lessons(source, target) == []
    assert (target / FIRST_LESSON).read_text() == "start 1"
    assert (target / "images" / "board.png").read_bytes() == b"png"
    assert not (target / ".ipynb_checkpoints").exists()


def test_a_changed_lesson_stays_and_the_same_version_is_not_put_beside_it(
    source: Path, tmp_path: Path
) -> None:
    target = tmp_path / "lessons"
    copy_lessons(source, target)
    (target / FIRST_LESSON).write_text("mine")
    assert copy_lessons(source, target) == []
    assert (target / FIRST_LESSON).read_text() == "mine"


def test_a_newer_lesson_is_put_beside_a_changed_one_and_said_once(
    source: Path, tmp_path: Path
) -> None:
    target = tmp_path / "lessons"
    copy_lessons(source, target)
    (target / FIRST_LESSON).write_text("mine")
    for path in source.glob("*.ipynb"):
        path.write_text("2")
    (note,) = copy_lessons(source, target)
    assert FIRST_LESSON in note and "00_start_here-new2.ipynb" in note
    assert (target / FIRST_LESSON).read_text() == "mine"
    assert (target / "00_start_here-new2.ipynb").read_text() == "2"
    assert (target / "01_more.ipynb").read_text() == "2"
    assert copy_lessons(source, target) == []


def test_a_file_of_that_name_that_was_there_before_stays(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "lessons"
    target.mkdir()
    (target / FIRST_LESSON).write_text("an old essay")
    (note,) = copy_lessons(source, target)
    assert (target / FIRST_LESSON).read_text() == "an old essay"
    assert "-new2" in note


def test_a_damaged_list_of_copies_loses_nothing(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "lessons"
    copy_lessons(source, target)
    (target / FIRST_LESSON).write_text("mine")
    (target / ".calclab-lessons.json").write_text("{broken")
    copy_lessons(source, target)
    assert (target / FIRST_LESSON).read_text() == "mine"


def test_a_checkout_is_known_by_its_lessons(tmp_path: Path) -> None:
    (tmp_path / "calclab").mkdir()
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "notebooks" / FIRST_LESSON).write_text("{}")
    assert checkout_folder(tmp_path) == tmp_path / "notebooks"
