"""Records: undo, redo, branches, and a file that keeps them all."""

import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from calclab import VARIANTS, IllegalMove, Record, RecordError, deal

IDS = [variant.id for variant in VARIANTS]


class RecordMachine(RuleBasedStateMachine):
    """A record beside a plain list of moves: what the player did and took back."""

    @initialize(name=st.sampled_from(IDS), seed=st.integers(0, 999))
    def begin(self, name: str, seed: int) -> None:
        self.record = Record(deal(name, seed=seed))
        self.done: list[str] = []
        self.latest: dict[tuple[str, ...], str] = {}  # what was played last after a line
        self.seen = {()}

    def line(self) -> list[str]:
        """The moves done, and those that were played last after them."""
        line = list(self.done)
        while tuple(line) in self.latest:
            line.append(self.latest[tuple(line)])
        return line

    @rule(choice=st.integers(0, 99))
    def play(self, choice: int) -> None:
        moves = self.record.game.moves()
        if moves:
            name = str(moves[choice % len(moves)])
            self.record.play(name)
            self.latest[tuple(self.done)] = name
            self.done.append(name)
            self.seen.add(tuple(self.done))

    @rule()
    def undo(self) -> None:
        self.record.undo()
        self.done = self.done[:-1]

    @rule()
    def redo(self) -> None:
        self.record.redo()
        self.done = self.line()[: len(self.done) + 1]

    @rule(share=st.floats(0, 1))
    def go(self, share: float) -> None:
        line = self.line()
        at = int(share * len(line))
        self.record.go(at)
        self.done = line[:at]

    @rule()
    def save_and_load(self) -> None:
        text = self.record.dumps()
        again = Record.loads(text)
        assert again.dumps() == text
        assert again.game == self.record.game
        self.record = again

    @invariant()
    def the_record_is_where_the_player_is(self) -> None:
        assert [str(move) for move in self.record.moves] == self.done
        game = self.record.start
        for name in self.done:
            game = game.play(name)
        assert game == self.record.game

    @invariant()
    def nothing_that_was_played_is_lost(self) -> None:
        lines = self.record.lines()
        paths = {()}
        whole: list[tuple[str, ...]] = []
        for parent, at, nodes in lines:
            before = whole[parent][:at] if whole else ()
            whole.append(before + tuple(str(node.move) for node in nodes))
        for line in whole:
            paths |= {line[:end] for end in range(len(line) + 1)}
        assert self.seen <= paths


TestRecordMachine = RecordMachine.TestCase
TestRecordMachine.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)


def test_a_refused_move_changes_nothing() -> None:
    record = Record(deal(seed=7)).play("S-W1")
    before = record.dumps()
    with pytest.raises(IllegalMove):
        record.play("W2-F1")
    assert record.dumps() == before


def test_a_branch_can_be_visited_and_becomes_the_main_line() -> None:
    record = Record(deal(seed=7)).play("S-W1").play("S-W2").undo().play("S-W3")
    (branch,) = record.branches
    assert (branch.at, [str(move) for move in branch.moves]) == (1, ["S-W2"])
    record.visit(branch.id)
    assert [str(move) for move in record.moves] == ["S-W1", "S-W2"]
    assert [str(move) for move in record.branches[0].moves] == ["S-W3"]


@pytest.mark.parametrize("at", [-1, 3, True, "1", None])
def test_a_move_number_that_is_not_there_is_refused(at: Any) -> None:
    record = Record(deal(seed=7)).play("S-W1").play("S-W2")
    with pytest.raises(ValueError, match="move number"):
        record.go(at)


def test_unknown_extra_fields_are_kept() -> None:
    data = json.loads(Record(deal(seed=7)).dumps()) | {"teacher": {"note": "ß"}, "colour": None}
    again = json.loads(Record.loads(json.dumps(data)).dumps())
    assert again["teacher"] == {"note": "ß"}
    assert "colour" in again


def test_direct_points_count_the_turned_card_only() -> None:
    for seed in range(20):
        record = Record(deal("hold-cell", seed=seed))
        while moves := record.game.moves():
            record.play(moves[seed % len(moves)])
        names = [str(move) for move in record.moves]
        assert record.direct == sum(name.startswith("S-F") for name in names)


def test_a_redeal_is_written_with_its_order_and_needs_no_seed_any_more() -> None:
    record = Record(deal("redeal-1", seed=3))
    while record.game.redeals:
        record.play(record.game.moves()[-1])
    data = json.loads(record.dumps())
    assert len(data["reshuffles"]) == 1
    del data["seed"]
    assert Record.loads(json.dumps(data)).game.stock == record.game.stock
    del data["reshuffles"]
    with pytest.raises(RecordError, match=f"move {record.at} 'redeal': the order of redeal 1"):
        Record.loads(json.dumps(data))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "game.json"
    record = Record(deal(seed=7))
    record.save(path)
    before = path.read_text("utf-8")

    def full_disk(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(RecordError, match="cannot be written: No space left"):
        record.play("S-W1").save(path)
    assert path.read_text("utf-8") == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        Record(deal(seed=7)).save(tmp_path / "nowhere" / "game.json")
    with pytest.raises(RecordError, match="does not exist"):
        Record.load(tmp_path / "nowhere.json")
    with pytest.raises(RecordError, match="is no file"):
        Record.load(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="file modes are those of POSIX")
def test_a_saved_record_can_be_read_by_others_as_any_new_file(tmp_path: Path) -> None:
    path, plain = tmp_path / "game.json", tmp_path / "plain"
    Record(deal(seed=7)).save(path)
    plain.write_text("")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


@given(st.text(max_size=60))
def test_any_plain_text_may_be_a_players_name(name: str) -> None:
    record = Record(deal(seed=7), player=name)
    assert Record.loads(record.dumps()).player == name


@pytest.mark.parametrize(
    "key", "seed piles modulus intervals moves deal player created reshuffles rules calclab".split()
)
def test_null_is_no_value_of_any_field(key: str) -> None:
    data = json.loads(Record(deal("redeal-1", seed=7)).dumps()) | {key: None}
    with pytest.raises(RecordError, match=f"record: {key}: is null; it must be"):
        Record.loads(json.dumps(data))
