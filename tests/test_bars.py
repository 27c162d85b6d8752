"""How far work is: to a function, on a bar where somebody watches, and else to nobody."""

import io
import sys
import time

import pytest

from calclab.bars import telling


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_function_hears_of_every_step_and_its_exception_ends_the_work() -> None:
    steps: list[tuple[int, int]] = []
    with telling(lambda done, total: steps.append((done, total)), 9, "deals") as more:
        more(4)
        more(5)
    assert steps == [(4, 9), (9, 9)]

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), telling(stop, 9, "deals") as more:
        more(1)


@pytest.mark.parametrize("progress", [True, False])
def test_nobody_is_told_where_nobody_watches(
    progress: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with telling(progress, 2, "deals") as more:
        time.sleep(1.1 * progress)
        more(1)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("progress", "waits"), [(True, True), (True, False), (False, True)])
def test_a_terminal_shows_a_bar_of_work_that_is_longer_than_a_second(
    progress: bool, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with telling(progress, 2, "deals") as more:
        time.sleep(1.1 * waits)
        more(1)
        shown = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert ("deals" in shown and "1/2" in shown) == (progress and waits)
