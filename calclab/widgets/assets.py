"""The browser's files, joined: what a widget hands to anywidget as its module and its style.

What lives here: which files belong together and how they are put one after another. The files in
``static/`` are plain scripts of one module, without imports, so nothing has to be built; the
glyphs' strokes come first, from ``calclab.glyphs``.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from calclab.glyphs import GLYPHS

_STATIC = Path(__file__).parent / "static"

# A widget that has grown over one file, and its rooms in the order in which they are joined.
_SHEETS = {"board": ("board", "board_blockages", "board_coach", "review")}
_ROOMS = {
    "board": (
        "hearing",
        "board_geometry",
        "board_table",
        "board_foundations",
        "board_stock",
        "board_input",
        "board_drag",
        "board_panels",
        "board_chrome",
        "board_blockages",
        "board_proof",
        "board_coach",
        "review",
        "board",
    ),
    "clock": ("hearing", "clock"),
    "drill": ("hearing", "drill"),
    "exercise": ("hearing", "exercise_table", "exercise"),
}


@cache
def esm(*names: str) -> str:
    """The module made of the glyphs and the named scripts.

    >>> esm("cards").splitlines()[0][:16]
    'const GLYPHS = {'
    """
    glyphs = f"const GLYPHS = {json.dumps(GLYPHS, separators=(',', ':'))};\n"
    rooms = [room for name in names for room in _ROOMS.get(name, (name,))]
    return glyphs + "\n".join(_read(f"{room}.js") for room in rooms)


@cache
def css(*names: str) -> str:
    """The named style sheets, one after another, for the widget that the last one is named after.

    Several widgets stand on one page, and none restyles another: each rule holds in its own only.

    >>> css("theme", "clock").count(".calclab:where(.clock)") > 100
    True
    """
    sheets = [sheet for name in names for sheet in _SHEETS.get(name, (name,))]
    rules = "\n".join(_read(f"{sheet}.css") for sheet in sheets)
    return re.sub(r"\.calclab\b", f".calclab:where(.{names[-1]})", rules)


def _read(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")
