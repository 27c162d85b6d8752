"""Nobody waits for a compiler: plain Python answers until the compiled form is ready."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from calclab import warmup
from calclab.search import forms

SCRIPT = """
from calclab import coach, deal, warmup
from calclab.search import forms
view = deal(seed=7).view()
assert forms.best(wait=False).name == "plain"
early = coach.advise(view, "instant", wait=False)
thread = warmup.prepare()
assert thread is warmup.prepare()
thread.join()
assert forms.best(wait=False).name == "numba"
assert coach.advise(view, "instant", wait=False) == early
print("the same advice")
"""


def test_advice_is_the_same_before_and_after_the_compiled_form_is_ready() -> None:
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("the same advice\n", "")


def test_without_a_compiler_nothing_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALCLAB_FORM", "plain")
    warmup.prepare.cache_clear()
    assert warmup.prepare() is None
    assert forms.best().name == "plain"
    warmup.prepare.cache_clear()


def test_what_no_version_has_used_for_two_months_is_swept_away(tmp_path: Path) -> None:
    now = time.time()
    for name, days, is_complete in (("old", 70, True), ("torn", 70, False), ("used", 3, True)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "kernel.nbc").touch()
        if is_complete:
            (folder / warmup.COMPLETE).touch()
            os.utime(folder / warmup.COMPLETE, (now - days * 86_400,) * 2)
        os.utime(folder, (now - 70 * 86_400,) * 2)
    warmup._sweep(tmp_path)
    assert [folder.name for folder in tmp_path.iterdir()] == ["used"]
