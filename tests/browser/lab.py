"""A private JupyterLab, and a notebook opened in it as a person would open it."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import nbformat
from playwright.sync_api import Browser, Locator, Page

STARTUP_SECONDS = 120
NOTIFICATIONS = "@jupyterlab/apputils-extension"


def free_port() -> int:
    """A port of this machine that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Lab:
    """A JupyterLab with folders of its own; `home` is the data folder of its player."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "notebooks"
        self.home = folder / "calclab-home"
        self.log = folder / "lab.log"
        self.url = f"http://127.0.0.1:{free_port()}"

    def __enter__(self) -> Self:
        self.root.mkdir(parents=True)
        self._write_settings()
        with self.log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                self._command(), env=self._environment(), stdout=log, stderr=log
            )
        if not self._is_there():
            self.__exit__()
            raise RuntimeError(f"JupyterLab did not start:\n{self.log.read_text()[-2000:]}")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _command(self) -> list[str]:
        port = self.url.rpartition(":")[2]
        return [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
            *("--IdentityProvider.token=", f"--ServerApp.root_dir={self.root}"),
            *("--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly"),
        ]

    def _environment(self) -> dict[str, str]:
        own = {
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
        }
        folders = {name: str(self.folder / folder) for name, folder in own.items()}
        return {**os.environ, **folders, "CALCLAB_HOME": str(self.home)}

    def _write_settings(self) -> None:
        quiet = self.folder / "settings" / NOTIFICATIONS / "notification.jupyterlab-settings"
        quiet.parent.mkdir(parents=True)
        quiet.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}))

    def _is_there(self) -> bool:
        """Wait until the server listens; False when it has ended or takes too long."""
        port = int(self.url.rpartition(":")[2])
        deadline = time.monotonic() + STARTUP_SECONDS
        while self._process.poll() is None and time.monotonic() < deadline:
            try:
                with socket.create_connection(("127.0.0.1", port)):
                    return True
            except OSError:
                time.sleep(0.1)
        return False

    def add(self, name: str, cells: tuple[str, ...]) -> str:
        """Write a notebook of these code cells into the Lab's folder; its name there."""
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(source, id=f"c{k}") for k, source in enumerate(cells)],
            metadata={
                "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
            },
        )
        nbformat.write(notebook, self.root / f"{name}.ipynb")
        return f"{name}.ipynb"

    def copy(self, lesson: Path) -> str:
        """Copy a lesson, and the pictures beside it, into the Lab's folder; its name there."""
        shutil.copy(lesson, self.root)
        images = lesson.parent / "images"
        if images.is_dir():
            shutil.copytree(images, self.root / "images", dirs_exist_ok=True)
        return lesson.name


OPEN = """async (path) => {
  const app = window.jupyterapp;
  await app.restored;
  if (!app.shell.leftCollapsed) app.shell.collapseLeft();
  const panel = await app.commands.execute('docmanager:open', {path, factory: 'Notebook'});
  app.shell.activateById(panel.id);
  await panel.context.ready;
  await panel.context.sessionContext.ready;
  await panel.context.sessionContext.session.kernel.info;
  window.calclabPanel = panel;
}"""

RUN_ALL = "async () => { await window.jupyterapp.commands.execute('notebook:run-all-cells'); }"

RESTART = """async () => {
  const session = window.calclabPanel.context.sessionContext;
  await session.restartKernel();
  await session.session.kernel.info;
}"""

EXECUTE = """async (code) => {
  const kernel = window.calclabPanel.context.sessionContext.session.kernel;
  const future = kernel.requestExecute({code, store_history: false});
  let text = '', error = null;
  future.onIOPub = ({header, content}) => {
    if (header.msg_type === 'stream') text += content.text;
    if (header.msg_type === 'execute_result') text += content.data['text/plain'];
    if (header.msg_type === 'error') error = content.traceback.join('\\n');
  };
  await future.done;
  return {text, error};
}"""

SHUT_DOWN = """async () => {
  const panel = window.calclabPanel;
  if (panel) { await panel.context.save(); await panel.context.sessionContext.shutdown(); }
}"""


class LabNotebook:
    """One notebook, open in a browser context of its own, with a kernel that is ready.

    `page` is Playwright's page, `faults` what the page's scripts threw, `board` the first board.
    """

    def __init__(self, browser: Browser, lab: Lab, path: str, context: Mapping[str, Any]) -> None:
        self.lab, self.path = lab, path
        self.context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, **context}
        )
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        workspace = Path(path).stem
        self.page.goto(f"{lab.url}/lab/workspaces/{workspace}")
        self._open()

    def _open(self) -> None:
        self.page.wait_for_function("window.jupyterapp", timeout=60_000)
        self.page.evaluate(OPEN, self.path)

    @property
    def boards(self) -> Locator:
        """All widgets of the kit on the page, in their order."""
        return self.page.locator(".jp-OutputArea .calclab")

    @property
    def board(self) -> Locator:
        """The first widget of the kit on the page."""
        return self.boards.first

    def run_all(self) -> Self:
        """Run every cell, and wait until the last one has ended."""
        self.page.evaluate(RUN_ALL)
        return self

    def python(self, code: str) -> str:
        """Run a line in the notebook's kernel, outside its cells; what it printed or gave."""
        answer = self.page.evaluate(EXECUTE, code)
        if answer["error"]:
            raise RuntimeError(answer["error"])
        return str(answer["text"]).strip()

    def save(self) -> None:
        """Save the notebook, as Ctrl+S does."""
        self.page.evaluate("async () => { await window.calclabPanel.context.save(); }")

    def reload(self) -> Self:
        """Load the page anew, as F5 does; the kernel lives on."""
        self.page.reload()
        self._open()
        return self

    def restart_kernel(self) -> Self:
        """Restart the kernel: Python forgets everything, the page stays."""
        self.page.evaluate(RESTART)
        return self

    def close(self) -> None:
        """Shut the kernel down and close the page."""
        try:
            self.page.evaluate(SHUT_DOWN)
        finally:
            self.context.close()
