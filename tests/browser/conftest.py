"""The browser and the JupyterLab that the browser tests share, and the pictures they leave.

A test asks for `open_notebook` and gives it cells: `open_notebook("from …", "Board(seed=7)")`.
"""

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from tests.browser.chromium import HOW_TO_GET_ONE, find_browser, flags
from tests.browser.lab import Lab, LabNotebook

HERE = Path(__file__).parent
ARTEFACTS = HERE.parent / "artefacts"
LESSONS = HERE.parent.parent / "notebooks"


class OpenNotebook(Protocol):
    """Opens a notebook of these cells, or the lesson of that name, and runs it."""

    def __call__(
        self, *cells: str, lesson: str = "", run: bool = True, **context: Any
    ) -> LabNotebook:
        """`context` goes to the browser: `viewport=…`, `color_scheme="dark"`, `has_touch=True`."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless browser; where there is none the test is skipped, in CI it fails."""
    path = find_browser()
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(HOW_TO_GET_ONE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One JupyterLab for the whole run."""
    with Lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture
def open_notebook(
    lab: Lab, browser: Browser, request: pytest.FixtureRequest
) -> Iterator[OpenNotebook]:
    """A function that opens notebooks; each test begins with an empty data folder."""
    shutil.rmtree(lab.home, ignore_errors=True)
    opened: list[LabNotebook] = []
    stem = re.sub(r"\W+", "-", request.node.name).strip("-")

    def open_one(*cells: str, lesson: str = "", run: bool = True, **context: Any) -> LabNotebook:
        if lesson:
            path = lab.copy(LESSONS / f"{lesson}.ipynb")
        else:
            path = lab.add(f"{stem}-{len(opened) + 1}", cells)
        notebook = LabNotebook(browser, lab, path, context)
        opened.append(notebook)
        return notebook.run_all() if run else notebook

    yield open_one
    for k, notebook in enumerate(opened, start=1):
        if request.node.stash.get(FAILED, False):
            picture(f"failed-{stem}-{k}", notebook.page)
        notebook.close()


@pytest.fixture
def bare_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A function that opens an empty page: widgets without Lab, with a model that a test plays."""
    contexts = []

    def open_one(html: str = "<!doctype html><title>bare</title><body>", **context: Any) -> Page:
        contexts.append(browser.new_context(**context))
        page: Page = contexts[-1].new_page()
        page.set_content(html)
        return page

    yield open_one
    for context in contexts:
        context.close()


@pytest.fixture
def screenshot() -> Callable[[str, Page | Locator], Path]:
    """A function that keeps a picture in tests/artefacts under a name."""
    return picture


@pytest.fixture
def axe_faults() -> Callable[..., list[str]]:
    """A function that lists what axe finds wrong inside an element, one line for each rule."""

    def faults(page: Page, selector: str = ".calclab", **options: Any) -> list[str]:
        response = Axe().run(page, selector, {"resultTypes": ["violations"], **options}).response
        return [
            f"{rule['id']}: {rule['help']} ({rule['nodes'][0]['html'][:120]})"
            for rule in response["violations"]
        ]

    return faults


def picture(name: str, target: Page | Locator) -> Path:
    """Save what `target` looks like now."""
    ARTEFACTS.mkdir(exist_ok=True)
    path = ARTEFACTS / f"{name}.png"
    target.screenshot(path=path)
    return path


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failure for its picture; fold skips into one line, and fail them in CI."""
    report = yield
    if report.skipped and HERE in item.path.parents:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.longrepr = (str(HERE), 1, str(reason))
        if os.environ.get("CI"):
            report.outcome = "failed"
            report.longrepr = f"a browser test may not be skipped in CI: {reason}"
    if report.failed:
        item.stash[FAILED] = True
    return report
