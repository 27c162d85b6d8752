"""The pictures of games: their data, their words, and the axes they draw on."""

import random
import subprocess
import sys
from typing import Any

import pytest
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.figure import Figure

from calclab import Record, deal, variants
from calclab.blockage import blocks, dead_cards, deadlock, is_deadlocked
from calclab.blockage.examples import ring
from calclab.game import Game
from calclab.messages import speaking
from calclab.plots import (
    Picture,
    compare,
    needs_chart,
    pile_map,
    read_story,
    story,
    where_cards_die,
    why_lost,
)


def careless(seed: int, variant: str = "calculation") -> Record:
    """A game in which cards go to a foundation when they can, and else anywhere."""
    rng, record = random.Random(seed), Record(deal(variant, seed=seed))
    for _ in range(300):
        moves = record.game.moves()
        if not moves:
            break
        first = [move for move in moves if move.target[:1] == "F"]
        record.play(first[0] if first else rng.choice(moves))
    return record


def middle(record: Record, at: int) -> Game:
    game = record.start
    for move in record.moves[:at]:
        game = game.play(move)
    return game


GAME = middle(careless(4), 24)


@pytest.mark.parametrize("draw", [pile_map, needs_chart, why_lost])
def test_a_picture_of_a_position_draws_where_it_is_told(draw: Any) -> None:
    axes = Figure().add_subplot()
    picture = draw(ring(), ax=axes)
    assert isinstance(picture, Picture) and picture.axes is axes
    assert repr(picture) == picture.text and "\n" not in picture.text
    assert picture._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize("variant", [one.id for one in variants.VARIANTS])
def test_every_game_has_a_pile_map_and_a_needs_chart(variant: str) -> None:
    game = middle(careless(1, variant), 20)
    every = blocks(game)
    assert set(pile_map(game).data) <= set(every)
    assert len(needs_chart(game).data) == sum(need is not None for need in game.needs)


def test_each_card_of_the_map_says_in_a_word_how_soon_it_is_wanted() -> None:
    words = [text.get_text() for text in pile_map(GAME).axes.texts]
    cards = sum(map(len, GAME.piles))
    assert sum(word in ("now", "never", "×") or word.startswith("in ") for word in words) == cards
    assert words.count("×") == len(dead_cards(GAME))


def test_the_graph_of_a_proof_holds_its_stuck_foundations_and_sentences() -> None:
    proof = deadlock(ring())
    assert proof is not None
    picture = why_lost(proof)
    assert {edge[0] for edge in picture.data} == {"F2", "F3", "W1", "W2"}
    written = " ".join(text.get_text() for text in picture.axes.texts)
    for step in proof.steps:
        assert f"{step.number}  {step.text.split()[0]}" in written
    with pytest.raises(ValueError, match="nothing is proved"):
        why_lost(deal(seed=1))


def test_a_story_marks_the_move_after_which_no_order_wins() -> None:
    record = careless(2)
    told = read_story(record)
    assert told.proved is not None and told.lost is not None and told.lost <= told.proved
    assert not is_deadlocked(middle(record, told.proved - 1))
    assert is_deadlocked(middle(record, told.proved))
    assert len(told.blockages) == len(record.moves) + 1
    assert tuple(line[-1] for line in told.laid) == tuple(map(len, record.game.laid))
    assert f"lost from move {told.lost}" in story(told).text


def test_two_stories_stand_side_by_side_on_one_scale() -> None:
    axes = Figure().subplots(1, 2)
    picture = compare(careless(2), careless(3), axes=axes)
    assert picture.axes == tuple(axes) and len(picture.data) == 2
    assert axes[0].get_ylim() == axes[1].get_ylim()
    with pytest.raises(ValueError, match="3 axes for two games"):
        compare(careless(2), careless(3), axes=Figure().subplots(1, 3))


def test_where_cards_die_counts_each_dead_card_once() -> None:
    records = [careless(seed) for seed in range(4)]
    picture = where_cards_die(records)
    dead = [len(dead_cards(one.game)) for one in records if deadlock(one.game)]
    assert sum(map(sum, picture.data)) == sum(dead)
    assert where_cards_die([]).data == ((0,) * 13,)


def test_pictures_use_the_readers_letters() -> None:
    with speaking("de"):
        texts = [text.get_text() for text in pile_map(ring()).axes.texts]
    assert "B♦" in texts


def test_drawing_leaves_pyplot_alone() -> None:
    code = (
        "import sys; from calclab.plots import pile_map; from calclab import deal;"
        "pile_map(deal(seed=1)); print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def contrast(first: Any, second: Any) -> float:
    """The contrast of two colours as WCAG 2 reckons it."""

    def light(colour: Any) -> float:
        parts = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in to_rgb(colour)
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(first), light(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_eight_foundations_are_told_apart_by_colour_and_without_it() -> None:
    lines = [
        line
        for line in story(careless(2, "giant")).axes.lines
        if line.get_linewidth() > 2.1 and len(line.get_xdata()) > 2
    ]
    assert len(lines) == 8
    assert len({line.get_color() for line in lines}) == 8
    assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == 8


def test_what_is_wanted_now_has_a_dark_frame_on_the_map_and_in_its_legend() -> None:
    game = middle(careless(4), 30)
    picture = pile_map(game)
    words = [text.get_text() for text in picture.axes.texts]
    framed = [box for box in picture.axes.patches if box.get_edgecolor() == to_rgba("#14232a")]
    assert len(framed) == words.count("now") > 0
    legend = picture.axes.get_legend().get_patches()
    assert [one.get_edgecolor() == to_rgba("#14232a") for one in legend] == [True, *[False] * 4]


def test_the_numbers_of_where_cards_die_stand_out_from_their_shade() -> None:
    picture = where_cards_die([careless(seed) for seed in range(8)])
    (image,) = picture.axes.images
    for text in picture.axes.texts:
        x, y = text.get_position()
        shade = image.cmap(image.norm(picture.data[y][x]))
        assert contrast(text.get_color(), shade[:3]) >= 3.9
