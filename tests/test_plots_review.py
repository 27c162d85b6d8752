"""The pictures of reviews: their data, their words, and the axes they draw on."""

from dataclasses import replace
from functools import cache

import pytest
from matplotlib.figure import Figure

from calclab import Move, Record, deal, review_svg
from calclab.coach import Chance
from calclab.messages import card_label
from calclab.plots import Picture
from calclab.plots.review import mistakes, review_curve
from calclab.review import Judged, Mistake, Review
from calclab.review.judged import Point
from calclab.review.last_chance import LastChance
from calclab.widgets import sheets

CHANCES = (0.4, 0.5, 0.9, 0.3, 0.0, 0.0)


@cache
def told(count: int = 2, lost: bool = True) -> Review:
    """A review made by hand: five moves, and so many mistakes."""
    record = Record(deal(seed=7))
    for _move in range(5):
        record.play(record.game.moves()[0])
    ends = ("proved lost" if lost else "estimated",) * 2
    points = tuple(map(Point, CHANCES, ("estimated",) * 4 + ends))
    moves = tuple(
        Judged(at, Chance(move, 0.3, 0.2, 0.4, 90), Chance(move, 0.3, 0.2, 0.4, 90), False)
        for at, move in enumerate(record.main_line)
    )
    wrong = tuple(
        Mistake(one, tuple(record.games()), points)
        for one in (
            Judged(
                at,
                Chance(Move.parse("S-W1"), 0.3 - at / 20, 0.2, 0.4, 90),
                Chance(Move.parse(f"S-F{at + 1}"), 0.9 - at / 5, 0.2, 1.0, 90),
                True,
            )
            for at in range(count)
        )
    )
    return Review(record, "quick", points, moves, wrong, LastChance(5, 3, (), 4 if lost else None))


@pytest.mark.parametrize("draw", [review_curve, mistakes])
def test_a_picture_draws_where_it_is_told_and_says_what_it_shows(draw: type[Picture]) -> None:
    axes = Figure().add_subplot()
    picture = draw(told(), ax=axes)
    assert isinstance(picture, Picture) and picture.axes is axes
    assert repr(picture) == picture.text and "\n" not in picture.text
    assert picture._repr_png_().startswith(b"\x89PNG")


def test_the_curve_is_drawn_as_the_review_has_it() -> None:
    picture = review_curve(told())
    assert [chance for _at, chance, _known in picture.data] == list(CHANCES)
    assert [known for _at, _chance, known in picture.data] == list(told().known)
    line = max(picture.axes.lines, key=lambda one: len(one.get_xdata()))
    assert [height / 100 for height in line.get_ydata()] == pytest.approx(CHANCES)
    assert "40 % at the start" in picture.text
    assert "The most was 90 %, after 2 moves." in picture.text
    assert "From move 4 on it is proved lost." in picture.text


def test_turning_points_carry_their_numbers_and_the_last_moment_its_words() -> None:
    words = [text.get_text() for text in review_curve(told()).axes.texts]
    assert words.count("1") == words.count("2") == 1
    assert "last moment it could be won" in words and "proved lost" in words
    words = [text.get_text() for text in review_curve(told(lost=False)).axes.texts]
    assert "proved lost" not in words


def test_what_is_neither_won_nor_lost_is_called_unknown() -> None:
    start = replace(told(), end=LastChance(5, 1, (), 4))
    assert start.unknown == (1, 4)
    assert "unknown" in [text.get_text() for text in review_curve(start).axes.texts]
    assert ">unknown<" in review_svg.review(replace(start, mistakes=()))
    assert told().unknown is None, "the last moment lies right before the loss"
    assert "unknown" not in [text.get_text() for text in review_curve(told()).axes.texts]
    assert replace(told(), end=LastChance(5, None, (), 4)).unknown == (0, 4)
    assert replace(told(lost=False), end=LastChance(5, 1)).unknown == (1, 5)


def test_bars_reach_from_the_chance_after_to_the_chance_before() -> None:
    picture = mistakes(told(3))
    assert [row[3:] for row in picture.data] == [
        (one.before, one.after) for one in told(3).mistakes
    ]
    spans = [(bar.get_x(), bar.get_width()) for bar in picture.axes.patches]
    for _number, _move, _better, before, after in picture.data:
        assert any(span == pytest.approx((100 * after, 100 * (before - after))) for span in spans)
    assert picture.text == "3 mistakes; the costliest is move 1, 4♥ to F1, not W1: 90 % → 30 %"


def test_no_label_breaks_inside_a_move() -> None:
    wrong = two_sources()
    found = replace(told(), mistakes=(wrong,))
    (label,) = mistakes(found).axes.get_yticklabels()
    assert label.get_text().replace("\n", " ") == f"{wrong.number}: {wrong.title}"
    assert all("F" in line for line in label.get_text().split("\n")), "each holds a whole move"
    assert wrong.title in review_svg.review(found).replace("&quot;", '"')


def two_sources() -> Mistake:
    """A mistake whose better move goes up from a pile, while the turned card was played."""
    record = Record(deal(seed=7))
    while not any(move.source[0] == "W" for move in record.game.moves()):
        record.play(record.game.moves()[-1])
    game = record.game
    better = next(move for move in game.moves() if move.source[0] == "W")
    worse = next(move for move in game.moves() if move.source == "S")
    best = Chance(better, 0.9, 0.8, 1.0, 90)
    judged = Judged(record.at, Chance(worse, 0.3, 0.2, 0.4, 90), best, True)
    games = tuple(record.play(worse).games())
    points = tuple(Point(0.5, "estimated") for _game in games)
    return Mistake(judged, games, points)


def test_two_moves_of_two_cards_are_told_with_their_cards() -> None:
    wrong = two_sources()
    game = wrong.games[wrong.ply]
    upper, turned = game.pile(wrong.better.source)[-1], game.turned
    assert (wrong.better_card, wrong.card) == (upper, turned)
    assert turned is not None
    words = [f"{card_label(card)}\N{NBSP}to\N{NBSP}{move.target}" for card, move in (
        (upper, wrong.better), (turned, wrong.move))]  # fmt: skip
    assert wrong.text == wrong.title == f"{words[0]}, not {words[1]}"
    same = told().mistakes[0]
    assert (same.text, same.title) == ("to F1, not W1", "4♥ to F1, not W1")
    assert same.better_card == same.card
    sheet = sheets.review(replace(told(lost=False), mistakes=(wrong,)))
    assert (sheet["turns"][0]["card"], sheet["turns"][0]["text"]) == (str(upper), wrong.text)


def test_a_game_without_mistakes_says_so() -> None:
    picture = mistakes(told(0))
    assert picture.data == () and picture.text == "No move cost 10 points or more."
    assert picture.text in [text.get_text() for text in picture.axes.texts]


def test_grey_print_has_a_second_cue_for_every_colour() -> None:
    hatched = [bar for bar in mistakes(told()).axes.patches if bar.get_hatch()]
    assert len(hatched) == 2
    assert any(patch.get_hatch() for patch in review_curve(told()).axes.patches)
