"""The house stands: imports go down its floors only, and the front door is light.

A module's floor is its line in `FLOORS`, the ground floor first. What a module imports when it is
loaded lies on a lower line. Only the pairs of `ON_DEMAND` may reach up, inside a function: a value
that shows, deals or loads itself calls a room above it, and only when it is asked to.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "calclab"

FLOORS = [
    line.split()
    for line in """
    cards
    modular
    messages
    relations
    moves variants
    fields rules rulepages
    game
    dealing text seat bars
    intervals tables
    record
    recordfile
    shelf
    blockage harmless tablework
    reasons advice
    search
    coach solver
    warmup
    study
    figures
    judging
    hints
    review
    train trials packs
    questions scheduling
    asking
    progress
    drills
    exercises
    lessons
    __init__
    lessonfiles
    glyphs
    plots svg worksheets
    clock_svg review_svg
    widgets
    cli_search cli_study
    cli
    __main__
    """.split("\n")
    if line.strip()
]
FLOOR_OF = {name: height for height, floor in enumerate(FLOORS) for name in floor}

ON_DEMAND = {
    ("game", "dealing"),
    ("game", "svg"),
    ("game", "text"),
    ("record", "recordfile"),
    ("record", "svg"),
}

PURE_PACKAGES = {"platformdirs", "fsrs"}  # what a room below plots may import when it is loaded
HEAVY = {"ipywidgets", "anywidget", "matplotlib", "numpy", "numba", "jupyterlab", "IPython"}

MODULES = sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    """The name by which `FLOORS` knows a file: its module, or the package that it is part of."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def imports(
    tree: ast.AST, inside: bool = False
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Every import that runs, with whether it waits inside a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, inside
        elif not for_types_only(node):
            is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from imports(node, inside or is_function)


def names(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The dotted names of the modules that an import statement loads."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    assert node.level == 0, f"line {node.lineno}: write the import from its root, `from calclab…`"
    if node.module == "calclab":
        return [f"calclab.{alias.name}" for alias in node.names]
    return [node.module or ""]


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 10


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_room_imports_only_from_the_floors_below(path: Path) -> None:
    here = room(path)
    if here == "__init__":
        return
    assert here in FLOOR_OF, f"{here} stands on no floor yet: give it a line in FLOORS"
    for node, on_demand in imports(ast.parse(path.read_text(encoding="utf-8"))):
        for name in names(node):
            parts = name.split(".")
            if parts[0] != "calclab" or parts[1:2] == [here]:
                continue
            there = parts[1] if len(parts) > 1 else "__init__"
            where = f"{path.name}, line {node.lineno}: {here} imports {there}"
            assert there in FLOOR_OF, f"{where}, which stands on no floor"
            if not (on_demand and (here, there) in ON_DEMAND):
                assert FLOOR_OF[there] < FLOOR_OF[here], f"{where}, which is not below it"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_engine_needs_no_compiled_package(path: Path) -> None:
    here = room(path)
    if here != "__init__" and FLOOR_OF.get(here, 0) >= FLOOR_OF["plots"]:
        return
    for node, on_demand in imports(ast.parse(path.read_text(encoding="utf-8"))):
        for name in names(node):
            package = name.partition(".")[0]
            known = package in sys.stdlib_module_names or package in PURE_PACKAGES | {"calclab"}
            assert known or on_demand, f"{path.name}, line {node.lineno}: loads {package}"


@pytest.mark.parametrize("package", sorted(PURE_PACKAGES | {"pysol-cards"}))
def test_a_package_of_the_engine_is_pure_python(package: str) -> None:
    try:
        files = metadata.files(package)
    except metadata.PackageNotFoundError:
        assert package not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        return
    assert files
    assert not [file for file in files if file.suffix in {".so", ".pyd", ".dylib"}]


def test_the_front_door_loads_nothing_heavy() -> None:
    code = "import calclab, json, sys; print(json.dumps([calclab.__file__, *sys.modules]))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    place, *loaded = json.loads(run.stdout)
    assert Path(place).parent == PACKAGE
    assert "calclab.game" in loaded
    assert HEAVY.isdisjoint(name.partition(".")[0] for name in loaded)


BROWSERS_PYTHON = """
import importlib, pathlib, sys
for missing in ("_multiprocessing", "_posixshmem", "loky", "numba", "numpy", "matplotlib"):
    sys.modules[missing] = None
sys.platform = "emscripten"
for name in sys.argv[1:]:
    importlib.import_module(name)
from calclab.study import study
print(study("first-fit", deals=2, seed=1, progress=False).deals)
"""


def test_every_room_below_the_plots_opens_where_no_process_can_be_started() -> None:
    rooms = {room(path) for path in MODULES} - {"widgets", "plots", "__init__", "__main__"}
    names = sorted(f"calclab.{name}" for name in rooms if not name.startswith("cli"))
    run = subprocess.run(
        [sys.executable, "-c", BROWSERS_PYTHON, *names], capture_output=True, text=True
    )
    assert (run.stdout, run.stderr) == ("2\n", "")
    assert len(names) > 40


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_fits_on_a_few_screens(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 450


def test_nothing_reads_a_folder_beside_the_checkout() -> None:
    outside = "../" + "shared"
    folders = [PACKAGE, ROOT / "tests", ROOT / "notebooks", ROOT / ".ci"]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files = [path for path in files if path.suffix in {".py", ".js", ".css", ".ipynb", ""}]
    assert len(files) > len(MODULES)
    for path in files:
        assert outside not in path.read_text(encoding="utf-8"), path


def test_the_browser_is_given_everything_and_fetches_nothing() -> None:
    files = sorted((PACKAGE / "widgets" / "static").glob("*.*"))
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        for word in ("http://", "https://", "@import", "fetch(", "XMLHttpRequest", "import("):
            assert word not in text, f"{path.name} holds {word}"
