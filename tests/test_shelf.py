"""What is kept between sessions is never lost, never half written, and never stops the game."""

import json
import multiprocessing
import os
from pathlib import Path

import pytest

from calclab import Record, deal
from calclab.shelf import MOST_UNNAMED, Result, Shelf, home, new_name


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "home")


def played(seed: int = 7, *moves: str) -> Record:
    record = Record(deal("calculation", seed=seed))
    for move in moves or ("S-W1",):
        record.play(move)
    return record


def result(deal: str, outcome: str = "won", **more: object) -> Result:
    facts = {"placed": 52, "total": 52, "moves": 99, "seconds": 60, **more}
    return Result(deal, "calculation", outcome, **facts)  # type: ignore[arg-type]


def add_many(folder: Path, number: int) -> None:
    shelf = Shelf(folder)
    for k in range(50):
        shelf.add_result(result(f"{number}-{k}"))


def test_the_folder_is_the_one_that_the_environment_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CALCLAB_HOME", str(tmp_path))
    assert home() == tmp_path
    monkeypatch.delenv("CALCLAB_HOME")
    assert "calclab" in str(home())


def test_a_kept_game_comes_back_with_its_moves_and_branches(shelf: Shelf) -> None:
    record = played(7, "S-W1", "S-W2").undo().play("S-W3").undo()
    shelf.save_game("mine", record)
    back = Shelf(shelf.folder).load_game("mine")
    assert back is not None
    assert (back.at, back.main_line) == (record.at, record.main_line)
    assert [(branch.at, branch.moves) for branch in back.branches] == [
        (branch.at, branch.moves) for branch in record.branches
    ]


def test_names_that_look_alike_in_a_file_name_are_kept_apart(shelf: Shelf) -> None:
    shelf.save_game("a/b", played(1))
    shelf.save_game("a b", played(2))
    first, second = shelf.load_game("a/b"), shelf.load_game("a b")
    assert first and second
    assert (first.start.seed, second.start.seed) == (1, 2)
    assert all(path.parent == shelf.folder / "games" for path in shelf.folder.rglob("*.json"))


def test_the_game_that_was_moved_in_last_is_the_latest(shelf: Shelf) -> None:
    for age, seed in ((1000, 1), (3000, 2), (2000, 3)):
        shelf.save_game(f"game {seed}", played(seed))
        path = next((shelf.folder / "games").glob(f"game-{seed}*"))
        os.utime(path, (age, age))
    latest = Shelf(shelf.folder).latest_game()
    assert latest and latest[1].start.seed == 2


def test_time_that_passes_without_a_move_makes_no_game_the_latest(shelf: Shelf) -> None:
    old, new = played(1), played(2)
    for age, name, record in ((1000, "old", old), (2000, "new", new)):
        shelf.save_game(name, record)
        os.utime(next((shelf.folder / "games").glob(f"{name}*")), (age, age))
    old.extras["board"] = {"seconds": 5}
    shelf.save_game("old", old, moved=False)
    latest = shelf.latest_game()
    assert latest and latest[1].start.seed == 2


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"[]", b'{"format": "calclab-record"}']
)
def test_a_damaged_game_is_set_aside_under_a_new_name_and_named(
    shelf: Shelf, content: bytes
) -> None:
    shelf.save_game("mine", played())
    path = next((shelf.folder / "games").glob("mine*"))
    path.write_bytes(content)
    assert shelf.load_game("mine") is None
    assert not path.exists()
    (kept,) = (shelf.folder / "games").glob("*.aside")
    assert kept.read_bytes() == content
    (problem,) = shelf.problems
    assert str(kept) in problem
    assert "\n" not in problem


def test_behind_a_damaged_latest_game_the_one_before_is_found(shelf: Shelf) -> None:
    shelf.save_game("good", played(3))
    shelf.save_game("bad", played(4))
    path = next((shelf.folder / "games").glob("bad*"))
    path.write_text("{")
    os.utime(next((shelf.folder / "games").glob("good*")), (1000, 1000))
    latest = shelf.latest_game()
    assert latest and latest[1].start.seed == 3


def test_a_new_game_under_a_name_in_use_leaves_the_old_one_beside_it(shelf: Shelf) -> None:
    old = played(1)
    shelf.save_game("mine", old)
    os.utime(next(shelf.folder.rglob("*.json")), (1000, 1000))
    other = Shelf(shelf.folder)
    other.save_game("mine", played(2))
    assert other.problems == ["The game that was mine is now kept as mine 2."]
    found = Shelf(shelf.folder).load_game("mine 2")
    assert found and (found.start, found.main_line) == (old.start, old.main_line)
    latest = Shelf(shelf.folder).latest_game()
    assert latest and latest[0] == "mine", "an older game does not become the latest"
    third = Shelf(shelf.folder)
    third.save_game("mine", played(3))
    assert third.problems == ["The game that was mine is now kept as mine 3."]
    again = Shelf(shelf.folder).load_game("mine")
    assert again and again.start.seed == 3


def test_two_notebooks_that_go_on_with_one_game_keep_both_lines(shelf: Shelf) -> None:
    shelf.save_game("mine", played(7, "S-W1"))
    one, two = Shelf(shelf.folder), Shelf(shelf.folder)
    first, second = one.load_game("mine"), two.load_game("mine")
    assert first and second
    assert one.save_game("mine", first.play("S-W2")) == "mine"
    name = two.save_game("mine", second.play("S-W3"))
    assert name == "mine 2"
    assert two.problems == ["Another board plays mine. This game is now kept as mine 2."]
    kept, other = Shelf(shelf.folder).load_game("mine"), Shelf(shelf.folder).load_game(name)
    assert kept and kept.main_line == first.main_line
    assert other and other.main_line == second.main_line
    assert two.save_game(name, second.play("S-W1")) == name
    latest = Shelf(shelf.folder).latest_game()
    assert latest and latest[0] == name


def test_a_game_is_found_only_if_it_was_dealt_as_asked(shelf: Shelf) -> None:
    shelf.save_game("mine", played(1))
    assert shelf.load_game("mine", deal("calculation", seed=2)) is None
    assert shelf.load_game("mine", deal("calculation", seed=1)) is not None


def test_of_boards_without_a_name_only_the_latest_games_are_kept(shelf: Shelf) -> None:
    shelf.save_game("named", played(1))
    record = played(2)
    for _ in range(MOST_UNNAMED + 5):
        shelf.save_game(new_name(), record)
    files = [path.name for path in (shelf.folder / "games").iterdir()]
    assert len(files) == MOST_UNNAMED + 1
    assert any(name.startswith("named") for name in files)


def test_nothing_half_written_is_left_behind(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.save_game("mine", played(7, "S-W1"))

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    shelf.save_game("mine", played(7, "S-W1", "S-W2"))
    assert len(list((shelf.folder / "games").iterdir())) == 1
    back = Shelf(shelf.folder).load_game("mine")
    assert back and len(back.main_line) == 1
    assert "No space left" in shelf.problems[0]


def test_where_nothing_can_be_written_one_line_says_so_and_all_is_kept_in_memory(
    tmp_path: Path,
) -> None:
    blocked = tmp_path / "home"
    blocked.write_text("a file where the folder should be")
    shelf = Shelf(blocked)
    shelf.save_game("mine", played(7, "S-W1"))
    shelf.save_game("mine", played(7, "S-W1", "S-W2"))
    shelf.save_settings({"theme": "dark"})
    shelf.add_result(result("a"))
    back = shelf.load_game("mine")
    assert back and len(back.main_line) == 2
    assert shelf.settings() == {"theme": "dark"}
    assert len(shelf.results()) == 1
    (problem,) = shelf.problems
    assert "memory" in problem and "\n" not in problem
    assert blocked.read_text() == "a file where the folder should be"


def test_settings_come_back_and_damaged_ones_are_set_aside(shelf: Shelf) -> None:
    assert shelf.settings() == {}
    shelf.save_settings({"theme": "dark"})
    assert Shelf(shelf.folder).settings() == {"theme": "dark"}
    (shelf.folder / "settings.json").write_text("{]")
    assert shelf.settings() == {}
    assert "aside" in shelf.problems[0]


def test_a_deal_counts_once_with_its_last_end_or_its_first_win(shelf: Shelf) -> None:
    shelf.add_result(result("a", "lost"))
    shelf.add_result(result("a", "won", undo=True))
    shelf.add_result(result("a", "lost"))
    shelf.add_result(result("b", "lost", placed=40))
    found = {one.deal: one for one in shelf.results()}
    assert found["a"].outcome == "won"
    assert found["a"].kind == (True, False, False)
    assert found["b"].placed == 40
    assert all(one.ended.endswith("Z") for one in found.values())


def test_a_damaged_line_of_the_statistics_costs_only_itself(shelf: Shelf) -> None:
    shelf.add_result(result("a"))
    with (shelf.folder / "results.jsonl").open("a") as file:
        file.write('{"deal": "b", "vari\n' + json.dumps({"deal": "c"}) + "\n[1]\n")
    shelf.add_result(result("d"))
    assert [one.deal for one in shelf.results()] == ["a", "d"]
    assert "3" in shelf.problems[0]


def test_several_notebooks_may_count_their_games_at_once(shelf: Shelf) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=add_many, args=(shelf.folder, k)) for k in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(shelf.results()) == 150
    assert shelf.problems == []
