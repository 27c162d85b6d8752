"""Measured advice: shipped figures agree with themselves, with new games, with lesson 07."""

from pathlib import Path

import pytest

from calclab import advice, lessons
from calclab.judging import look_again
from calclab.lessons import exercise, prediction
from calclab.moves import Move
from calclab.plots import trials as pictures
from calclab.study import study
from calclab.trials import habits, knowing, piles, sayings, trials, watching


def test_every_trial_counts_the_same_deals() -> None:
    found = trials()
    assert {(one.base, one.saying) for one in found.trials} == {
        tuple(name.split("+", 1)) for name in advice.PLAYERS if "+" in name
    }
    assert {one.comparison.deals for one in found.trials} == {found.deals}
    for base in sayings.BASES:
        without = {one.rates[1] for one in found.of(base=base).trials}
        assert len(without) == 1


def test_the_player_of_reverse_order_is_the_careful_one() -> None:
    found = trials()
    careful = found.of(base="careful").trials[0].rates[1]
    assert found.of("reverse-order").trials[0].rates[0] == careful
    assert knowing()[12].rate == careful


def test_trials_are_made_by_studies_on_the_same_deals(tmp_path: Path) -> None:
    made = sayings.remake(tmp_path / "trials.json", deals=4, seed="few")
    alone = study("careful+never-six", deals=4, seed="few", workers=1, progress=False)
    one = made.of("never-six", base="careful").trials[0]
    assert one.rates[0] == alone.rate
    assert one.placed[0] == round(alone.mean_placed, 2)
    assert "--deals 4" in made.command


def test_a_saying_that_was_not_tried_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match="no such trial; there are reverse-order"):
        trials().of("whistle")
    with pytest.raises(ValueError, match="was not watched"):
        habits("nobody")


def test_what_is_watched_adds_up() -> None:
    found = watching.watch("careful", 4, "few")
    assert found.games == sum(games for games, _won in found.tallest.values()) == 4
    assert found.held == 0, "the careful player plays up whatever fits"
    for player in watching.WATCHED:
        told = habits(player)
        assert told.won == sum(won for _games, won in told.tallest.values())
        assert told.won == sum(told.full.values())
        assert told.won == sum(one.wins for one in told.first_full.values())
        assert {one.deals for one in told.first_full.values()} <= {told.won}


def test_the_answers_of_lesson_07_are_what_was_measured() -> None:
    found = trials()
    reverse = found.of("reverse-order").trials[0].rates
    assert prediction("in-reverse").answer == (3,)
    assert reverse[0] > 4 * reverse[1]
    assert prediction("one-card-ahead").answer == (3,)
    assert knowing()[1].rate < knowing()[12].rate / 4
    for name, saying in (("kings-only", "kings-only"), ("keep-for-four", "wait-three-four")):
        assert prediction(name).answer == (2,)
        assert found.of(saying, base="careful").trials[0].verdict == "harms"
    tall = habits("strong").tall
    assert prediction("six-cards").answer == (3,)
    assert tall.deals >= 50 and tall.interval[0] > 0.75


def test_pictures_say_in_words_what_they_show() -> None:
    careful = trials().of(base="careful")
    drawn = pictures.what_it_adds(careful)
    assert len(drawn.data) == len(careful.trials)
    assert "Keep cards for F3 and F4." in str(drawn).split("Harms:")[1]
    assert len(pictures.known_ahead(knowing()).data) == len(advice.KNOWN)
    turns = pictures.when_ranks_go_up(habits("strong")).data
    assert max(turns, key=lambda one: one[1])[0] == 13, "Kings go up last"


def test_shipped_positions_matter_and_every_good_pile_is_accepted() -> None:
    assert len(piles.positions()) >= 12
    for one in piles.positions():
        game = one.game
        assert game.turned is not None and game.turned.rank not in game.needs
        best = max(win for win, _low, _high in one.chances.values())
        assert 0 < len(one.good) < len(one.chances)
        for pile, (win, _low, _high) in one.chances.items():
            assert pile in one.good or win <= best - 0.1


@pytest.mark.parametrize("seed", range(8))
def test_the_exercise_accepts_all_good_piles_and_says_what_a_worse_one_does(seed: int) -> None:
    asked = exercise(35, seed)
    at = (asked.given["deal"], asked.given["moves"])
    one = next(one for one in piles.positions() if (one.deal, one.moves) == at)
    for pile in one.chances:
        verdict = asked.check(pile)
        assert verdict.right is (pile in one.good)
        if not verdict.right:
            assert pile in verdict.text and verdict.text.count(".") >= 1
    assert 35 in lessons.LESSON_KINDS["07"]


def test_todays_coach_judges_the_shipped_positions_alike() -> None:
    for one in piles.positions()[:2]:
        for pile, (win, _low, _high) in one.chances.items():
            again = look_again(one.game.view(), Move.parse(f"S-{pile}"), piles.LEVEL)
            assert again.win == pytest.approx(win, abs=0.15)


def test_a_table_of_trials_says_how_many_deals_and_tests_stand_behind_it() -> None:
    found = trials()
    told = found.of("short-pile")
    assert f"{found.deals:,} deals" in str(told) and f"all {len(found.trials)} trials" in str(told)
    for one in found.trials:
        assert one.chance >= one.comparison.chance, "many tests at once are harder to pass"
        assert (one.effect == 0) == (one.chance >= 0.05)
    drawn = str(pictures.what_it_adds(found))
    for one in found.trials:
        if one.effect:
            side = drawn.split("Harms:")[one.effect < 0]
            assert one.text in side


def test_a_player_and_a_saying_that_are_not_there_are_told_apart() -> None:
    with pytest.raises(ValueError, match=r"^'nobody' is no player here; there are "):
        trials().of(base="nobody")
    with pytest.raises(
        ValueError, match=r"^reverse-order with careful: no such trial; "
    ) as refusal:
        trials().of("reverse-order", base="careful")
    assert "reverse-order" not in str(refusal.value).partition(";")[2]
