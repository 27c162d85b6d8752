"""The kinds of lesson 05: answers against judges that try everything, mistakes, seeds, pictures.

Nothing here asks the engine what is wanted when or what is lost: sequences are walked by hand, and
a game is played out in every way.
"""

import itertools
import re
from functools import cache
from typing import Any

import pytest

from calclab import Record, deal
from calclab.blockage import examples
from calclab.coach import strategy
from calclab.exercises.positions import finish, told
from calclab.game import View
from calclab.lessons import LESSON_KINDS, Exercise, exercise, key, prediction, pupil_seed
from calclab.messages import speaking
from calclab.plots import read_story, where_cards_die
from calclab.tablework import played
from calclab.widgets.exercise import Ask
from tests.wording import long_sentences

KINDS = LESSON_KINDS["05"]
SEEDS = [f"class {number}" for number in range(500)]
every_kind = pytest.mark.parametrize("kind", KINDS)


@cache
def made(kind: int, seed: str) -> Exercise:
    return exercise(kind, seed)


def walked(step: int, n: int = 13) -> list[int]:
    """A foundation's ranks, counted round card by card."""
    ranks: list[int] = []
    at = 0
    while len(ranks) < n:
        for _ in range(step):
            at = at % n + 1
        ranks.append(at)
    return ranks


def rows(one: Exercise, n: int = 13) -> list[list[int]]:
    """What each foundation still takes, from the cards that lie on it."""
    assert one.position is not None
    return [walked(k, n)[len(laid) :] for k, laid in enumerate(one.position.laid, start=1)]


def piles(one: Exercise) -> list[list[int]]:
    assert one.position is not None
    return [[card.rank for card in pile] for pile in one.position.piles]


def soonest(one: Exercise, rank: int) -> int:
    return min(row.index(rank) + 1 for row in rows(one) if rank in row)


def unseen(one: Exercise) -> list[int]:
    left = list(itertools.chain(*rows(one)))
    assert one.position is not None
    for rank in [
        *itertools.chain(*piles(one)),
        *([one.position.turned.rank] if one.position.turned else []),
    ]:
        left.remove(rank)
    return left


def wins(left: list[list[int]], waste: list[list[int]], loose: list[int]) -> bool:
    """Every order of the unseen cards and every play, tried out one card at a time."""
    if not any(left):
        return True
    for at, row in enumerate(left):
        if not row:
            continue
        after = [*left[:at], row[1:], *left[at + 1 :]]
        for pile, cards in enumerate(waste):
            if cards and cards[-1] == row[0]:
                fewer = [*waste[:pile], cards[:-1], *waste[pile + 1 :]]
                if wins(after, fewer, loose):
                    return True
        if row[0] in loose:
            rest = list(loose)
            rest.remove(row[0])
            if wins(after, waste, rest):
                return True
    return False


def can_share(cards: tuple[int, ...], row: list[int]) -> bool:
    """Whether one pile takes these cards in this order and gives them back as they are wanted."""
    return all(
        row.index(over) < row.index(under) for under, over in itertools.combinations(cards, 2)
    )


def fewest_piles(cards: tuple[int, ...], row: list[int]) -> int:
    """Every way of sharing the cards out, tried."""
    for count in range(1, len(cards) + 1):
        for where in itertools.product(range(count), repeat=len(cards)):
            groups = [
                tuple(card for card, place in zip(cards, where, strict=True) if place == pile)
                for pile in range(count)
            ]
            if all(can_share(group, row) for group in groups):
                return count
    raise AssertionError(cards)


def judge(kind: int, one: Exercise) -> tuple[Any, ...]:
    """The answer found by walking and trying."""
    given: dict[str, Any] = one.given
    lie = piles(one)
    if kind == 26:
        return (min((pile[0] for pile in lie), key=lambda rank: soonest(one, rank)),)
    if kind == 27:
        (row,) = (row for row in rows(one) if row)
        return next(o for o in itertools.permutations(given["cards"]) if can_share(o, row))
    if kind == 28:
        (row,) = (row for row in rows(one) if row)
        return (fewest_piles(given["cards"], row),)
    if kind == 29:
        row, under = rows(one)[given["k"] - 1], lie[0][-1]
        return tuple(rank for rank in row if row.index(rank) + 1 == row.index(under))
    if kind == 30:
        times = [soonest(one, rank) for rank in lie[0]]
        late = [any(over > time for over in times[at:]) for at, time in enumerate(times)]
        return tuple(sorted(rank for rank, blocked in zip(lie[0], late, strict=True) if blocked))
    if kind == 31:
        time = soonest(one, given["turned"])
        return tuple(at for at, pile in enumerate(lie, 1) if soonest(one, pile[-1]) >= time)
    if kind == 32:
        return (unseen(one).count(given["rank"]),)
    if kind == 33:
        fits = any(pile and row and pile[-1] == row[0] for pile in lie for row in rows(one))
        return fits, wins(rows(one), lie, unseen(one))
    return (judge_sentence(one),)


def judge_sentence(one: Exercise) -> int:
    """The number of the sentence that says where the covering card goes, and when."""
    assert not wins(rows(one), piles(one), unseen(one)), "only a lost game has such a proof"
    ends = {pile[-1]: pile[0] for pile in piles(one)}
    true = []
    for number, text in enumerate(one.choices, start=1):
        found = re.fullmatch(
            r"The (\w+). can go only to F(\d)\. F\2 takes it only after its (\w+)\.", text
        )
        if found:
            ranks = {"A": 1, "J": 11, "Q": 12, "K": 13}
            cover, need = (ranks.get(name) or int(name) for name in (found[1], found[3]))
            takers = [at for at, row in enumerate(rows(one), 1) if cover in row]
            if takers == [int(found[2])] and rows(one)[takers[0] - 1][0] == need:
                assert cover in ends and need in ends.values()
                true.append(number)
    assert len(true) == 1, one.choices
    return true[0]


@every_kind
def test_the_answer_is_what_trying_everything_finds(kind: int) -> None:
    for seed in SEEDS:
        one = made(kind, seed)
        assert one.answer == judge(kind, one), (seed, one)


@every_kind
def test_the_written_answer_is_right_and_an_expected_mistake_gets_its_own_hint(kind: int) -> None:
    for seed in SEEDS:
        one = made(kind, seed)
        verdict = one.check(one.answer_text)
        assert verdict.right is True and one.because in verdict.text and len(one.because) > 8
        assert one.mistakes
        for mistake in one.mistakes:
            wrong = one.check(mistake.answer)
            assert (wrong.right, wrong.text, wrong.mistake) == (False, mistake.text, mistake.name)


@every_kind
def test_the_cards_of_a_position_are_one_pack(kind: int) -> None:
    for seed in SEEDS[:100]:
        position = made(kind, seed).position
        assert isinstance(position, View)
        shown = [*itertools.chain(*position.laid, *position.piles)]
        shown += [position.turned] if position.turned else []
        assert len(set(shown)) == len(shown) == 52 - sum(position.unseen)
        for rank in range(1, 14):
            assert sum(card.rank == rank for card in shown) + position.unseen[rank - 1] == 4


@every_kind
def test_a_learner_is_told_all_that_the_picture_shows(kind: int) -> None:
    for seed in SEEDS[:40]:
        one = made(kind, seed)
        assert one.position is not None and one.question.startswith(told(one.position))
        for card in itertools.chain(*one.position.piles):
            assert card.symbol in one.question


@every_kind
def test_pupils_get_other_positions_and_the_key_knows_them(kind: int) -> None:
    assert len({made(kind, pupil_seed("blue", n)).question for n in range(1, 31)}) >= 12
    for pupil, number, question, answer in key("blue", pupils=3, chosen=(kind,)):
        one = exercise(number, pupil_seed("blue", pupil))
        assert one.question == question and one.check(answer).right


@every_kind
def test_three_hints_grow_and_the_first_keeps_the_answer_back(kind: int) -> None:
    for seed in SEEDS[:20]:
        one = made(kind, seed)
        first, second, third = (one.hint(level) for level in (1, 2, 3))
        assert len({first, second, third}) == 3 and one.next().question in third
        assert one.because not in first + second


@every_kind
def test_sentences_stay_short(kind: int) -> None:
    for seed in SEEDS[:100]:
        one = made(kind, seed)
        for text in (one.question, *one.hints, *(mistake.text for mistake in one.mistakes)):
            assert long_sentences(text) == []
        assert not any(map(long_sentences, one.choices))


def test_each_fate_is_asked_for_equally_often() -> None:
    asked = [made(33, seed).answer for seed in SEEDS]
    for fate in itertools.product((True, False), repeat=2):
        assert 90 <= asked.count(fate) <= 160, fate


def test_the_right_sentence_stands_in_every_place() -> None:
    asked = [made(34, seed).answer[0] for seed in SEEDS]
    assert all(asked.count(place) > 90 for place in (1, 2, 3, 4))


def test_a_way_to_finish_lays_every_card_from_where_it_lies() -> None:
    found = 0
    for seed in SEEDS[:200]:
        one = made(33, seed)
        assert one.position is not None
        way = finish(one.position)
        assert (way is not None) == one.answer[1]
        if way is None:
            continue
        left, waste, loose = rows(one), piles(one), unseen(one)
        for play in way:
            assert left[play.foundation - 1].pop(0) == play.rank
            if play.pile is None:
                loose.remove(play.rank)
            else:
                assert waste[play.pile].pop() == play.rank
        assert not any(left)
        found += 1
    assert found > 60


@pytest.mark.parametrize("modulus", [11, 17, 29])
@every_kind
def test_other_rings_have_positions_too(kind: int, modulus: int) -> None:
    one = exercise(kind, "ring", modulus)
    assert one.check(one.answer_text).right is True
    assert one.position is not None and one.position.variant.modulus == modulus


@every_kind
def test_a_ring_without_the_game_gets_one_line(kind: int) -> None:
    with pytest.raises(ValueError, match="no such question with modulus 12"):
        exercise(kind, "ring", 12)


def test_letters_follow_the_reader() -> None:
    with speaking("en", "ABDK"):
        texts = [exercise(kind, seed).question for kind in KINDS for seed in SEEDS[:20]]
    assert not any(re.search(r"\b[JQ][♣♦♥♠]", text) for text in texts)
    assert any("D♥" in text or "B♠" in text for text in texts)


def test_an_answer_may_name_the_pile_or_the_sentence() -> None:
    where = made(31, "class 1")
    (pile,) = where.answer
    for spelling in (f"W{pile}", f"w{pile}", str(pile), f"pile {pile}", pile):
        assert where.check(spelling).right is True
    sentence = made(34, "class 1")
    assert sentence.check(sentence.answer[0]).right is True
    assert sentence.check("blah").right is None


def test_the_widget_shows_table_and_sentences_and_keeps_the_answer_back() -> None:
    for kind in KINDS:
        ask = Ask(kind, seed="kept back")
        table, position = ask._item["table"], ask.exercise.position
        assert position is not None
        assert {one["name"]: one["cards"] for one in table["piles"]} == {
            name: [str(card) for card in position.pile(name)] for name in position.pile_names
        }
        assert {one["name"]: one["rank"] for one in table["foundations"]} == {
            f"F{at}": need for at, need in enumerate(position.needs, start=1) if need is not None
        }
        assert ask.exercise.because not in str(table)
        assert ask._item["choices"] == list(ask.exercise.choices)
        assert "answer" not in ask._item
        data, _ = ask._repr_mimebundle_()
        if kind != 34:  # its right sentence stands among three others
            assert ask.exercise.because not in data["image/svg+xml"] + data["text/plain"]
    assert Ask(31, seed="x")._item["piles"] == ["W1", "W2", "W3"]
    assert Ask(30, seed="x")._item["many"] and not Ask(34, seed="x")._item["many"]


def careless(seed: int) -> Record:
    return played(deal("calculation", seed=seed), strategy("random"))


def test_what_lesson_05_says_of_its_small_positions_is_true() -> None:
    for name, table in (
        ("stuck", examples.stuck()),
        ("one-move-left", examples.lost_with_a_move()),
        ("ring", examples.ring()),
        ("second-copy", examples.second_copy()),
    ):
        asked = prediction(name)
        assert asked.position == table
        (says,) = asked.answer
        can_win = says if name != "stuck" else not says
        assert can_win == wins(rows(asked), piles(asked), unseen(asked))
    assert prediction("second-copy").position is not None
    assert unseen(prediction("second-copy")).count(9) == 1


def test_what_lesson_05_says_of_three_slips_is_true() -> None:
    row = walked(3)[8:]
    assert row == [1, 4, 7, 10, 13]
    assert fewest_piles((10, 7, 4), row) == 1
    assert (fewest_piles((4, 7, 10), row),) == prediction("other-order").answer


def test_what_lesson_05_says_of_a_lost_game_is_true() -> None:
    told = read_story(careless(209))
    assert len(told.blockages) - 1 == 57 and told.lost == 25
    tidy = played(deal("calculation", seed=209), strategy("kings-pile"))
    assert tidy.game.outcome == "lost"
    (third,) = prediction("when-lost").answer
    assert isinstance(third, int) and 19 * (third - 1) < told.lost <= 19 * third
    assert "25" in prediction("when-lost").because and "32" in prediction("when-lost").because


def test_what_lesson_05_says_of_dead_cards_is_true() -> None:
    counts = where_cards_die([careless(seed) for seed in range(1, 31)]).data
    by_rank = [sum(column) for column in zip(*counts, strict=True)]
    assert (by_rank.index(max(by_rank)) + 1,) == prediction("which-dies").answer
