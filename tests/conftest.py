"""What all tests share: where things are, and the order in which they run."""

import os
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout's folder."""
    return ROOT


@pytest.fixture
def calclab_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder of a player, for one test only."""
    home = tmp_path / "calclab-home"
    monkeypatch.setenv("CALCLAB_HOME", str(home))
    return home


@pytest.fixture
def plain_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search in plain Python: nothing is compiled, for one test only."""
    monkeypatch.setenv("CALCLAB_FORM", "plain")


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_is_heard() -> None:
    """A shell starts what runs in the background deaf to Ctrl+C, and all its children with it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser last: it is slow, and its event loop would disturb the others."""
    items.sort(key=lambda item: "browser" in item.path.parts)


def pytest_report_header() -> str:
    """Say at the top whether a missing browser would be a failure."""
    return "browser tests: required (CI is set)" if os.environ.get("CI") else ""
