"""The drill in a real JupyterLab: keys, verdict, and what the kernel keeps."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenNotebook


def test_typed_answers_reach_the_kernel_and_no_key_reaches_the_notebook(
    open_notebook: OpenNotebook, screenshot: Callable[[str, Page], Path]
) -> None:
    notebook = open_notebook(
        "from calclab.widgets import Drill",
        "drill = Drill(seed=7)\ndrill",
    )
    root = notebook.page.locator(".calclab.drill")
    expect(root.locator("h3")).to_have_text("Foundation +1 shows A. What comes next?")
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    root.get_by_role("textbox").focus()
    notebook.page.keyboard.type("2")
    expect(root.locator(".verdict.good")).to_be_visible()
    expect(root.locator(".know")).to_be_visible()
    expect(root.locator(".prog .y")).to_have_count(1)
    notebook.page.keyboard.type("b")
    expect(root.locator("h3")).to_have_text("Foundation +1 shows 2. What comes next?")
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells
    root.get_by_role("button", name="9", exact=True).click()
    expect(root.locator(".verdict.bad")).to_be_visible()
    expect(root.locator(".prog .n")).to_have_count(1)
    screenshot("drill-lab", notebook.page)
