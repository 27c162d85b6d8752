"""The workshop: what README, pyproject.toml, environment.yml and .ci/run say of each other."""

import doctest
import gettext
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.conftest import ROOT
from tests.test_notebooks import LESSONS

README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TWO_MEGABYTES = 2_000_000


def name_of(requirement: str) -> str:
    return re.split(r"[<>=!~;\[ ]", requirement, maxsplit=1)[0]


def blocks(language: str) -> list[str]:
    """The README's fenced blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.M | re.S)


def setup_commands(language: str) -> list[str]:
    return [block.rstrip("\n") for block in blocks(language) if "venv .venv" in block]


def section(title: str) -> str:
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_each_package_has_its_reason_in_the_readme_and_each_reason_its_package() -> None:
    tables = re.split(r"^Only for .*:$", section("Packages"), flags=re.M)
    listed = [dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", table, flags=re.M)) for table in tables]
    always, cluster, tests = map(list, listed)
    extra = PROJECT["optional-dependencies"]
    assert always == [name_of(line) for line in PROJECT["dependencies"]]
    assert cluster == [name_of(line) for line in extra["cluster"]]
    assert sorted(cluster + tests) == [name_of(line) for line in extra["test"]]
    assert all(len(reason.split()) > 2 for table in listed for reason in table.values())


@pytest.mark.parametrize("language", ["sh", "powershell"])
def test_the_readme_sets_up_in_one_line_for_the_lab_and_one_for_the_tests(language: str) -> None:
    lab, tests = setup_commands(language)
    assert "\n" not in lab + tests
    assert re.search(r"[/\\]calclab lab$", lab)
    assert re.search(r"[/\\]pytest$", tests)


def test_ci_runs_the_readmes_own_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert script[0] == "#!/usr/bin/env bash"
    assert setup_commands("sh")[1] in script


def test_the_first_lines_of_code_in_the_readme_are_true() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted == 5
    assert result.failed == 0


def test_every_room_is_on_the_map() -> None:
    house = ROOT / "calclab"
    rooms = {path.name for path in house.glob("*.py")}
    rooms |= {f"{path.parent.name}/" for path in house.glob("*/__init__.py")}
    plan = section("Map of the house").split("\ncalclab/\n")[1].split("\ntests/")[0]
    shown = {name.strip() for name in re.findall(r"\w+\.py|^  \w+/", plan, flags=re.M)}
    assert len(rooms) > 10
    assert shown == rooms


def test_the_pictures_of_the_readme_exist() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_conda_and_binder_ask_for_what_pip_asks_for() -> None:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    conda = re.findall(r"^  - ([^\s:]+)$", text.split("dependencies:")[1], flags=re.M)
    assert conda[0] == f"python{PROJECT['requires-python']}"
    assert conda[-1] == "pip"
    assert set(conda[1:-1]) <= set(PROJECT["dependencies"])
    assert len(conda) > 4
    assert re.findall(r"^      - (.+)$", text, flags=re.M) == ["-e ."]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as pip builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    code = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= TWO_MEGABYTES


def test_the_wheel_carries_all_of_the_package_and_nothing_else(wheel: Path) -> None:
    files = {path for path in (ROOT / "calclab").rglob("*") if path.is_file()}
    files = {path for path in files if "__pycache__" not in path.parts}
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    beside = re.compile(r"calclab/notebooks/|[^/]+\.dist-info/")
    carried = {name for name in names if not beside.match(name)}
    assert carried == {path.relative_to(ROOT).as_posix() for path in files}


def test_the_wheel_carries_the_lessons_without_their_outputs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        lessons = [name for name in archive.namelist() if name.endswith(".ipynb")]
        assert sorted(lessons) == [f"calclab/notebooks/{lesson}.ipynb" for lesson in LESSONS]
        for name in lessons:
            here = json.loads((ROOT / "notebooks" / Path(name).name).read_text(encoding="utf-8"))
            there = json.loads(archive.read(name))
            assert [c["source"] for c in there["cells"]] == [c["source"] for c in here["cells"]]
            code = [cell for cell in there["cells"] if cell["cell_type"] == "code"]
            assert all(cell["outputs"] == [] for cell in code)
            assert all(cell["execution_count"] is None for cell in code)


def messages(catalog: Catalog) -> dict[str, str]:
    """What a compiled catalogue must answer to each text."""
    found = {}
    for message in catalog:
        if message.id and isinstance(message.id, str):
            found[message.id] = str(message.string)
        elif message.id:
            found[message.id[0]] = message.string[0]
    return found


def test_a_compiled_catalogue_says_what_the_written_one_says() -> None:
    catalogues = sorted((ROOT / "calclab" / "locale").rglob("*.po"))
    assert catalogues
    for path in catalogues:
        with path.open("rb") as file:
            written = messages(read_po(file))
        with path.with_suffix(".mo").open("rb") as file:
            compiled = gettext.GNUTranslations(file)
        assert len(written) > 10
        for text, translation in written.items():
            one_of_many = compiled.ngettext(text, text, 1)
            assert translation in (compiled.gettext(text), one_of_many), text
