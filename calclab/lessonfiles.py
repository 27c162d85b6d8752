"""Where the lessons are, and how a learner gets a copy that is never overwritten.

What lives here: finding the notebooks of a checkout or of the installed package, and copying them.
What does not: opening JupyterLab (``cli``), what the lessons ask (``lessons``).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import calclab
from calclab.record import write_whole

FIRST_LESSON = "00_start_here.ipynb"
_MANIFEST = ".calclab-lessons.json"


def checkout_folder(here: Path) -> Path | None:
    """The lessons of the checkout that `here` or the package stands in; None outside of one."""
    package = Path(calclab.__file__).resolve().parent
    for root in (here.resolve(), package.parent):
        if (root / "pyproject.toml").is_file() and (root / "calclab").is_dir():
            lessons = root / "notebooks"
            if (lessons / FIRST_LESSON).is_file():
                return lessons
    return None


def packed_folder() -> Path:
    """The lessons that the installed package carries; raises `FileNotFoundError` without them."""
    folder = Path(calclab.__file__).resolve().parent / "notebooks"
    if not (folder / FIRST_LESSON).is_file():
        raise FileNotFoundError(
            "this installation of calclab carries no lessons; install its wheel"
        )
    return folder


def copy_lessons(source: Path, target: Path) -> list[str]:
    """Copy the lessons and say, a line a file, what happened to those that were there already.

    A file that the learner has not touched is renewed; beside one that was changed a newer lesson
    is put under a new name. Raises `OSError` when the folder cannot be written.
    """
    target.mkdir(parents=True, exist_ok=True)
    known = _read_manifest(target)
    notes = []
    for path in _files(source):
        name = path.relative_to(source).as_posix()
        content = path.read_bytes()
        digest = _digest(content)
        place = target / name
        if place.exists() and _digest(place.read_bytes()) not in (digest, known.get(name)):
            if known.get(name) == digest:
                continue
            place = _free_name(place)
            notes.append(f"{name} was changed by you and stays; the new lesson is {place.name}")
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists() or place.read_bytes() != content:
            place.write_bytes(content)
        known[name] = digest
    write_whole(target / _MANIFEST, json.dumps(known, indent=1) + "\n")
    return notes


def _files(source: Path) -> Iterator[Path]:
    for path in sorted(source.rglob("*")):
        hidden = any(part.startswith((".", "__")) for part in path.relative_to(source).parts)
        if path.is_file() and not hidden:
            yield path


def _free_name(place: Path) -> Path:
    for number in range(2, 1000):
        other = place.with_name(f"{place.stem}-new{number}{place.suffix}")
        if not other.exists():
            return other
    raise FileExistsError(f"{place.parent}: holds too many copies of {place.name}; remove some")


def _read_manifest(target: Path) -> dict[str, str]:
    try:
        data = json.loads((target / _MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in data.items()} if isinstance(data, dict) else {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
