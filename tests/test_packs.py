"""The deal packs: every line wins by the rules, grades climb, the day's deal is everybody's."""

from collections import Counter
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from calclab.packs import (
    FILE,
    GAMES,
    GRADES,
    LETTER_OF,
    PLAYERS,
    __main__,
    choose,
    pack,
    todays_deal,
)
from calclab.widgets import Board


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_is_won_by_its_line(game: str) -> None:
    deals = pack(game)
    assert len(deals) == 500
    assert len({one.seed for one in deals}) == 500
    for one in deals:
        position = one.game
        for move in one.line:
            assert not position.is_won
            position = position.play(move)
        assert position.is_won, one


@pytest.mark.parametrize("game", GAMES)
def test_five_grades_of_a_hundred_get_harder(game: str) -> None:
    assert Counter(one.grade for one in pack(game)) == dict.fromkeys(GRADES, 100)
    hardness = [[__main__.difficulty(one) for one in pack(game, grade)] for grade in GRADES]
    for easier, harder in pairwise(hardness):
        assert max(easier) <= min(harder)
        assert mean(easier) < mean(harder)


def test_easier_deals_are_won_by_more_players_who_do_not_see_the_stock() -> None:
    for game in GAMES:
        players = [mean(len(one.won_by) for one in pack(game, grade)) for grade in GRADES]
        assert mean(players[:2]) > mean(players[2:4]) > players[4]
        assert {name for one in pack(game) for name in one.won_by} == set(PLAYERS)


def test_a_days_deal_is_the_same_all_day_and_changes_overnight() -> None:
    day = date(2026, 11, 30)
    assert todays_deal(datetime(2026, 11, 30, 23, 59)) == todays_deal(day)
    week = [todays_deal(day + timedelta(days=after)) for after in range(7)]
    assert [one.grade for one in week] == sorted(one.grade for one in week)
    assert len({one.seed for one in week}) == 7


@pytest.mark.parametrize("game", GAMES)
def test_a_weekday_meets_every_deal_of_its_grade_before_one_comes_again(game: str) -> None:
    sundays = [todays_deal(date(2026, 12, 6) + timedelta(weeks=at), game) for at in range(100)]
    assert {one.seed for one in sundays} == {one.seed for one in pack(game, 5)}


def test_a_chosen_grade_is_kept() -> None:
    assert todays_deal(date(2026, 11, 30), "expert", grade=4) in pack("expert", 4)


@pytest.mark.parametrize("wrong", ["2026-11-30", 20261130, []])
def test_what_is_no_date_is_refused_in_one_line(wrong: Any) -> None:
    with pytest.raises(ValueError, match="is no date; a date is like") as refused:
        todays_deal(wrong)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("wrong", [0, 6, 1.0, True, "1"])
def test_no_other_grade_of_a_day_is_taken_for_one(wrong: Any) -> None:
    with pytest.raises(ValueError, match="is no grade; a grade is 1"):
        todays_deal(date(2026, 11, 30), grade=wrong)


def test_other_games_and_grades_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no pack for giant; there are packs for"):
        pack("giant")
    for wrong in (0, 6, True):
        with pytest.raises(ValueError, match=f"grade: {wrong} is no grade"):
            pack(grade=wrong)


def test_the_file_is_small_and_each_move_has_a_letter_of_its_own() -> None:
    assert FILE.stat().st_size < 300_000
    assert len(set(LETTER_OF.values())) == len(LETTER_OF) == 24


def test_the_program_builds_the_same_packs_again(tmp_path: Path) -> None:
    texts = []
    for name in ("a.txt", "b.txt"):
        words = ["--games", "calculation", "--deals", "1", "--out", str(tmp_path / name)]
        assert __main__.main(words) == 0
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]
    assert [line.split()[:2] for line in texts[0].splitlines()] == [
        ["calculation", str(grade)] for grade in GRADES
    ]


def test_todays_deal_needs_no_date_and_every_grade_can_be_chosen() -> None:
    assert todays_deal() == todays_deal(date.today()) == choose("calculation", "today")
    for game in GAMES:
        for grade in GRADES:
            assert choose(game, grade) in pack(game, grade)
    assert len({choose("calculation", 3).seed for _try in range(40)}) > 10
    with pytest.raises(ValueError, match="is no grade"):
        choose("calculation", "tomorrow")


def test_a_graded_deal_is_played_on_a_board() -> None:
    one = pack("expert", 5)[0]
    assert Board(one).game == one.game


def test_no_deals_are_refused_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        __main__.main(["--deals", "0", "--out", str(tmp_path / "deals.txt")])
    assert "--deals 0: must be a whole number from 1 on" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
