"""The two forms of the kernels: one meaning for each name, and numba left as it was."""

import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from calclab.search import forms

NUMBA = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")


@pytest.fixture(autouse=True)
def _marks_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "_MARKED", dict(forms.plain().kernels))


def written(room: str, name: str, line: int = 1, **names: object) -> Callable[..., object]:
    """A function as a module of this name would have it on this line."""
    space: dict[str, object] = {"__name__": room, **names}
    exec("\n" * (line - 1) + f"def {name}(): pass", space)
    found = space[name]
    assert callable(found)
    return found


def test_a_name_that_another_kernel_has_is_refused() -> None:
    def refusal(function: Callable[..., object]) -> str:
        with pytest.raises(ValueError) as raised:
            forms.kernel(function)
        return str(raised.value)

    forms.kernel(written("attic", "sweep"))
    for function in (written("cellar", "sweep"), written("attic", "sweep", line=9)):
        text = refusal(function)
        assert "sweep" in text
        assert "attic, line 1" in text
        assert "\n" not in text
    text = refusal(written("attic", "settle"))
    assert "calclab.search.policy" in text


def test_a_room_may_be_loaded_again() -> None:
    forms.kernel(written("attic", "sweep"))
    again = written("attic", "sweep")
    assert forms.kernel(again) is again
    assert forms._MARKED["sweep"] is again


def test_a_global_name_with_two_values_is_refused() -> None:
    one, same = written("attic", "sweep", ROOF=7), written("cellar", "heat", ROOF=7)
    assert forms.shared_names([one, same])["ROOF"] == 7
    with pytest.raises(ValueError) as raised:
        forms.shared_names([one, same, written("garden", "dig", ROOF=8)])
    text = str(raised.value)
    assert all(part in text for part in ("ROOF", "8 in garden", "7 in attic"))
    assert "\n" not in text


def test_the_names_of_all_kernels_have_one_meaning() -> None:
    names = forms.shared_names(forms.plain().kernels.values())
    assert {name: names[name] for name in forms.plain().kernels} == forms.plain().kernels


SCRIPT = """
import pathlib, sys
import numba
from calclab.search import forms
numba.config.CACHE_DIR = "a folder of somebody else"
forms.cache_folder = lambda: pathlib.Path(sys.argv[1])
form = forms.compiled()
assert numba.config.CACHE_DIR == "a folder of somebody else"
assert form.top(form.ints(600), 0) == 0
"""


@NUMBA
def test_compiled_kernels_are_kept_in_their_folder_and_the_setting_is_given_back(
    tmp_path: Path,
) -> None:
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "kept")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    kept = [path.suffix for path in (tmp_path / "kept").rglob("*") if path.is_file()]
    assert sorted(kept) == [".nbc", ".nbi"]
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@NUMBA
def test_where_nothing_can_be_kept_a_process_compiles_for_itself(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    script = SCRIPT + "from calclab import warmup\nassert warmup.prepare() is None\n"
    place = str(tmp_path / "file" / "in a file no folder can be made")
    run = subprocess.run(
        [sys.executable, "-c", script, place], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")


@NUMBA
def test_threads_that_ask_at_once_get_one_form_and_leave_numba_as_it_was() -> None:
    script = """
import threading
from calclab.search import forms
got = []
threads = [threading.Thread(target=lambda: got.append(forms.compiled())) for _ in range(6)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
import numba
print(len(got), len(set(map(id, got))), repr(numba.config.CACHE_DIR))
"""
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert told.stdout == "6 1 ''\n" and told.stderr == ""


@NUMBA
def test_a_cell_that_ends_meanwhile_does_not_keep_the_form_from_being_made() -> None:
    """A notebook sets a name among the builtins at the end of a cell, whenever that is."""
    script = """
import builtins
import numba.core.utils
from calclab.search import forms
class Changing:
    looks = 0
    @property
    def __dict__(self):
        self.__class__.looks += 1
        if self.looks == 1:
            raise RuntimeError("dictionary changed size during iteration")
        return builtins.__dict__
numba.core.utils.builtins = Changing()
print(forms.compiled().name)
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (told.stdout, told.stderr) == ("numba\n", "")


def test_a_numba_that_cannot_be_loaded_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> forms.Form:
        raise ImportError("Numba needs NumPy 2.3 or less. Got NumPy 2.4.")

    monkeypatch.setattr(forms, "compiled", refuse)
    monkeypatch.setattr(forms, "can_compile", lambda: True)
    assert forms.best() is forms.plain()
