"""Recall: the facts of every mode, what is said to an answer, and the order of a session."""

import random
from itertools import pairwise
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calclab.asking import ask
from calclab.drills import Session, forecast, interval_times
from calclab.messages import speaking
from calclab.plots import recall
from calclab.progress import Progress
from calclab.questions import MODES, DrillError, facts
from calclab.scheduling import Memory, review
from calclab.variants import calculation, get
from tests.learner import questions_until_known

DAY = 86400.0


def walked(base: int, interval: int, length: int, modulus: int) -> list[int]:
    """A foundation by steps of one, without the package's arithmetic."""
    row = [base]
    while len(row) < length:
        rank = row[-1]
        for _ in range(abs(interval)):
            rank = rank + 1 if interval > 0 else rank - 1
            rank = 1 if rank > modulus else modulus if rank < 1 else rank
        row.append(rank)
    return row


@st.composite
def games(draw: st.DrawFn):  # type: ignore[no-untyped-def]
    modulus = draw(st.sampled_from([5, 7, 11, 13, 17, 23, 29]))
    interval = draw(st.integers(1, modulus - 1)) * draw(st.sampled_from([1, -1]))
    base = draw(st.integers(1, modulus))
    return calculation(bases=(base,), intervals=(interval,), modulus=modulus)


@given(games(), st.sampled_from(["next", "previous", "nth", "gap", "until"]), st.randoms())
def test_the_answer_is_what_walking_gives(game, mode, rng) -> None:  # type: ignore[no-untyped-def]
    found = game.foundations[0]
    row = walked(found.base, found.interval, found.length, game.modulus)
    fact = rng.choice(facts(game, mode))
    question = ask(fact, game, rng)
    expected = {
        "next": lambda: row[row.index(fact.top) + 1],
        "previous": lambda: row[row.index(fact.top) - 1],
        "nth": lambda: row[fact.top - 1],
        "gap": lambda: row[fact.top - 1],
        "until": lambda: max(0, row.index(fact.target) - row.index(fact.top)),
    }[mode]()
    assert question.slots[0].accepted == (expected,)
    assert set(question.slots[0].reasons) == set(question.options)
    assert question.judge(question.answer).right
    for value in question.options:
        assert question.judge_values((value,)).right == (value == expected)


@settings(max_examples=20)
@given(st.sampled_from(["calculation", "giant", "reverse", "three-piles"]), st.integers(0, 500))
def test_a_real_position_is_read_rightly(name: str, seed: int) -> None:
    game = get(name)
    question = ask(facts(game, "needs")[0], game, random.Random(seed))
    for found, top, slot in zip(game.foundations, question.tops, question.slots, strict=True):
        row = walked(found.base, found.interval, found.length, 13)
        last = top == row[-1]
        assert slot.accepted == (0 if last else row[row.index(top) + 1],)


@pytest.mark.parametrize("seed", range(8))
def test_a_turned_card_fits_where_it_is_needed(seed: int) -> None:
    game = get("calculation")
    question = ask(facts(game, "fits")[0], game, random.Random(seed))
    rows = [walked(one.base, one.interval, 13, 13) for one in game.foundations]
    fits = tuple(
        number
        for number, (row, top) in enumerate(zip(rows, question.tops, strict=True), start=1)
        if top != row[-1] and row[row.index(top) + 1] == question.card
    )
    assert question.slots[0].accepted == (fits or (0,))


def test_the_standard_game_has_48_next_facts_of_which_six_wrap() -> None:
    all_facts = facts(get("calculation"), "next")
    assert len(all_facts) == 48
    assert (
        sorted(
            (fact.foundation.interval, fact.top)
            for fact in all_facts
            if fact.wraps and fact.foundation
        )
        != []
    )
    assert len({fact.key for fact in all_facts}) == 48


@pytest.mark.parametrize(
    ("interval", "top", "given", "said"),
    [
        (4, 3, 6, "You counted 3 as one. From 3: 4, 5, 6, 7."),
        (3, 11, 2, "K is a step too, and after it comes A."),
        (3, 8, 10, "You counted 8 as one."),
        (3, 8, 12, "That is a step of 4."),
    ],
)
def test_an_expected_slip_is_answered(interval: int, top: int, given: int, said: str) -> None:
    game = get("calculation")
    fact = next(one for one in facts(game, "next") if (one.number, one.top) == (interval, top))
    verdict = ask(fact, game, random.Random(1)).judge(given)
    assert not verdict.right
    assert said in verdict.text


@pytest.mark.parametrize("word", ["J", "j", "11", 11, "jack"])
def test_a_rank_may_be_written_in_many_ways(word: object) -> None:
    game = get("calculation")
    fact = next(one for one in facts(game, "next") if (one.number, one.top) == (3, 8))
    assert ask(fact, game, random.Random(1)).judge(word).right


def test_the_letters_of_the_language_are_read() -> None:
    game = get("calculation")
    fact = next(one for one in facts(game, "next") if (one.number, one.top) == (3, 8))
    with speaking("de"):
        question = ask(fact, game, random.Random(1))
        assert question.answer == "B"
        assert question.judge("b").right


@pytest.mark.parametrize("word", ["", "x", "14", True, None, "9 9"])
def test_an_answer_that_cannot_be_read_is_refused_in_one_line(word: object) -> None:
    session = Session(rng=random.Random(1), clock=lambda: 0.0)
    with pytest.raises(DrillError) as error:
        session.answer(word)
    assert "\n" not in str(error.value)
    assert session.given == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"mode": "backwards"},
        {"variant": "poker"},
        {"modulus": 1},
        {"modulus": 12},
        {"variant": "devils-grip"},
        {"new": 0},
    ],
)
def test_a_drill_that_cannot_be_is_refused_in_one_line(wrong: dict) -> None:  # type: ignore[type-arg]
    with pytest.raises(ValueError) as error:
        Session(**wrong)
    assert "\n" not in str(error.value)


def perfect(session: Session, count: int) -> list[str]:
    keys = []
    for _ in range(count):
        keys.append(session.question.fact.key)
        session.answer(session.question.answer, seconds=2.0)
    return keys


def test_new_facts_come_in_small_groups() -> None:
    session = Session(rng=random.Random(3), clock=lambda: 0.0)
    keys = perfect(session, 40)
    new = [key for key in dict.fromkeys(keys) if "|1|1|" not in key]
    assert len(new) == 4
    assert all("|2|2|" in key for key in new)


def test_a_wrong_fact_returns_after_two_others() -> None:
    game = calculation(bases=(3,), intervals=(3,))
    session = Session("next", game, rng=random.Random(3), clock=lambda: 0.0)
    missed = session.question.fact.key
    session.answer("2")
    assert missed not in perfect(session, 2)
    assert session.question.fact.key == missed


def test_no_fact_is_asked_twice_in_a_row() -> None:
    session = Session("mixed", rng=random.Random(5), clock=lambda: 0.0)
    keys = perfect(session, 60)
    assert all(one != two for one, two in pairwise(keys) if "|calc" not in one)


def test_no_new_fact_comes_while_less_than_seven_in_ten_are_right() -> None:
    game = calculation(bases=(3,), intervals=(3,))
    session = Session("next", game, rng=random.Random(3), clock=lambda: 0.0, new=6)
    for _ in range(12):
        right = session.question.answer
        session.answer("2" if right != "2" else "4")
    before = len({fact.key for fact, _right, _seconds in session.given})
    assert before <= 5


def test_a_session_ends_after_its_answers_or_its_minutes() -> None:
    now = [0.0]
    session = Session(rng=random.Random(3), clock=lambda: now[0], answers=3)
    perfect(session, 3)
    assert session.over
    later = Session(rng=random.Random(3), clock=lambda: now[0])
    assert not later.over
    now[0] = 301
    assert later.over


def test_the_same_seed_and_clock_ask_the_same() -> None:
    one, two = (Session("mixed", rng=random.Random(8), clock=lambda: 0.0) for _ in range(2))
    assert perfect(one, 20) == perfect(two, 20)


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_asks_and_judges(mode: str) -> None:
    session = Session(mode, rng=random.Random(2), clock=lambda: 0.0)
    perfect(session, 6)
    assert session.summary().right == 6


def test_recall_falls_from_one_and_is_nine_in_ten_when_due() -> None:
    memory, _mark = review(None, True, now=0.0, seconds=2.0)
    assert memory.recall(0.0) == 1.0
    assert memory.recall(memory.stability * DAY) == pytest.approx(0.9)
    chances = [memory.recall(day * DAY) for day in range(30)]
    assert chances == sorted(chances, reverse=True)


def test_a_fact_is_learned_after_three_right_and_not_after_a_miss() -> None:
    memory = Memory()
    for _ in range(3):
        memory, _mark = review(memory, True, now=0.0)
    assert memory.learned
    memory, _mark = review(memory, False, now=DAY)
    assert not memory.learned
    assert memory.lapses == 1


def test_easy_needs_fluency_on_three_days() -> None:
    memory, marks = Memory(), []
    for day in range(4):
        memory, mark = review(memory, True, now=day * DAY, seconds=1.0)
        marks.append(mark)
    assert marks == [3, 3, 4, 4]


def test_the_pictures_have_their_data_and_a_line() -> None:
    session = Session(rng=random.Random(3), clock=lambda: 0.0)
    perfect(session, 10)
    picture = recall.recall(session)
    assert [len(row) for row in picture.data] == [12] * 4
    assert picture.text.startswith("10 of 48")
    counts = recall.forecast(session.progress, now=0.0).data
    assert sum(counts) == 10 == sum(forecast(session.progress.memories(), 0.0))
    by_session, by_interval = recall.times(session.progress).data
    assert (by_session, by_interval) == interval_times(session.progress.answers())
    assert by_session == (2.0,)


def test_counts_have_whole_ticks_and_times_the_mark_of_the_language() -> None:
    session = Session(rng=random.Random(3), clock=lambda: 0.0)
    perfect(session, 2)
    with speaking("de"):
        counts, times = recall.forecast(session.progress, now=0.0), recall.times(session.progress)
    assert "2,0 s" in times.text
    for picture in (counts, times):
        picture.axes.figure.canvas.draw()
        x, y = (
            [label.get_text() for label in labels]
            for labels in (picture.axes.get_xticklabels(), picture.axes.get_yticklabels())
        )
        assert not any(mark in label for label in x for mark in ".,")
        assert not any("." in label for label in y)
        assert any("," in label for label in y) == (picture is times)


def test_progress_is_shared_by_games_with_the_same_foundations() -> None:
    progress = Progress(":memory:")
    first = Session("next", "calculation", progress=progress, rng=random.Random(1))
    perfect(first, 5)
    second = Session("next", "three-piles", progress=progress, rng=random.Random(1))
    assert sum(second.memory(fact).asked for fact in second.facts) == 5


def test_a_learner_needs_fewer_questions_with_the_schedule_than_at_random() -> None:
    scheduled = [questions_until_known(seed, random_order=False) for seed in (1, 2, 3)]
    at_random = [questions_until_known(seed, random_order=True) for seed in (1, 2, 3)]
    assert median(scheduled) < median(at_random)
