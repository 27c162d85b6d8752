"""Coach and solver on the board, without a browser: what is counted, shown, dropped and refused."""

import json
from pathlib import Path

import pytest

from calclab import Record, deal
from calclab.shelf import HELPS, Result, Shelf
from calclab.widgets import statistics
from calclab.widgets.story import Story

pytestmark = pytest.mark.usefixtures("calclab_home")


# what is kept of the helps


def test_a_story_counts_each_help_by_its_kind_and_keeps_it_with_the_record() -> None:
    record = Record(deal("calculation", seed=7)).play("S-W1")
    story = Story.of(record)
    for kind in ("hint_place", "hint_piles", "hint_place"):
        story.count(kind)
    story.write(record)
    again = Story.of(Record.loads(record.dumps()))
    assert again.helps == {"hint_place": 2, "hint_piles": 1}
    assert again.hints
    story.given_up = True
    ended = story.end(record)
    assert ended is not None
    assert ended.hint_steps == (2, 1, 0)


@pytest.mark.parametrize("kept", [None, 7, {"hint_move": "3"}, {"other": 2}, {"line": -1}])
def test_a_count_that_cannot_be_is_left_out(kept: object) -> None:
    record = Record(deal("calculation", seed=7), extras={"board": {"helps": kept}})
    assert Story.of(record).helps == {}


def test_results_of_older_versions_are_read_and_new_ones_bring_their_counts(
    tmp_path: Path,
) -> None:
    old = '{"deal": "a", "variant": "calculation", "outcome": "lost", "placed": 20, "total": 52, '
    old += '"moves": 40, "seconds": 9, "undo": false, "hints": true, "visible": false}\n'
    (tmp_path / "results.jsonl").write_text(old)
    shelf = Shelf(tmp_path)
    counts = dict.fromkeys(HELPS, 2)
    shelf.add_result(Result("b", "calculation", "lost", 30, 52, 50, 9, hints=True, **counts))  # type: ignore[arg-type]
    first, second = shelf.results()
    assert first.hint_steps == (0, 0, 0)
    assert second.hint_steps == (2, 2, 2)
    panel = statistics.panel(shelf.results())
    assert panel["rows"][0][:4] == ["Calculation", "hints", "2 · 2 · 2", "2"]
    assert json.loads((tmp_path / "results.jsonl").read_text().splitlines()[1])["line"] == 2
