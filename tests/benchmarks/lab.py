"""Figures of the board in a real JupyterLab: how soon it is there, and how soon it answers."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chromium import HOW_TO_GET_ONE, find_browser, flags
from tests.browser.lab import Lab, LabNotebook

MOVES = 44
WASTE_PILES = 4

CELL = "from calclab.widgets import Board\nboard = Board('calculation', seed=7)\nboard"

FIRST_BOARD = """async () => {
  const begin = performance.now();
  const seen = new Promise((resolve) => {
    const look = () => document.querySelector('.calclab [data-pile="W1"]')
      ? resolve(performance.now() - begin) : requestAnimationFrame(look);
    look();
  });
  window.jupyterapp.commands.execute('notebook:run-all-cells');
  return await seen;
}"""

# A click is timed from its event to the frame that shows it, and to the kernel's new state.
LISTEN = """() => {
  const board = document.querySelector('.calclab');
  const kernel = window.calclabPanel.context.sessionContext.session.kernel;
  const clicks = window.calclabClicks = [];
  let click = null;
  board.addEventListener('click', (event) => {
    if (!/^W/.test(event.target.closest('[data-pile]')?.dataset.pile || '')) return;
    const begin = performance.now();
    click = {since: () => performance.now() - begin};
  }, {capture: true});
  new MutationObserver(() => {
    const mine = click;
    if (!mine || mine.seen) return;
    mine.seen = true;
    requestAnimationFrame(() => { mine.shown = mine.since(); });
  }).observe(board, {subtree: true, childList: true, attributes: true});
  kernel.iopubMessage.connect((_, {content}) => {
    if (!click || !content.data?.state || !('_state' in content.data.state)) return;
    const mine = click;
    click = null;
    setTimeout(() => clicks.push({shown: mine.shown, confirmed: mine.since()}));
  });
}"""


def click_figures(notebook: LabNotebook) -> tuple[list[float], list[float]]:
    """Milliseconds to the frame that shows a move, and to its confirmation, for each click."""
    page, board = notebook.page, notebook.board
    page.evaluate(LISTEN)
    for number in range(MOVES):
        board.locator('[data-pile="S"]').first.click()
        board.locator(f'[data-pile="W{number % WASTE_PILES + 1}"]').first.click()
        page.wait_for_function(f"window.calclabClicks.length > {number}")
    clicks = page.evaluate("window.calclabClicks")
    return [one["shown"] for one in clicks], [one["confirmed"] for one in clicks]


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of them lies."""
    return sorted(values)[round(share * (len(values) - 1))]


def figures() -> Iterator[str]:
    """One line a figure, with what it should be."""
    path = find_browser()
    if path is None:
        yield HOW_TO_GET_ONE
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        Lab(Path(folder) / "lab") as lab,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=flags())
        firsts = []
        for number in range(3):
            notebook = LabNotebook(browser, lab, lab.add(f"figures-{number}", (CELL,)), {})
            firsts.append(notebook.page.evaluate(FIRST_BOARD))
            if number < 2:
                notebook.close()
        yield f"first board             {statistics.median(firsts):10,.0f} ms   at most 2,000 ms"
        for name, times, limit in zip(
            ("click to the next frame ", "click to confirmed      "),
            click_figures(notebook),
            ("at most one frame, 17 ms", "at most 55 ms"),
            strict=True,
        ):
            middle, slow = statistics.median(times), percentile(times, 0.95)
            yield f"{name}{middle:10.1f} ms   {limit} (95 %: {slow:.1f} ms)"
        notebook.close()
        browser.close()
