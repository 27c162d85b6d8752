"""Still pictures: well-formed, readable aloud, and true to the position."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calclab import VARIANTS, deal, svg
from calclab.blockage.examples import laid_out
from calclab.cards import Card
from calclab.messages import speaking
from calclab.variants import get

IDS = [variant.id for variant in VARIANTS]
SPACE = "{http://www.w3.org/2000/svg}"


@given(st.sampled_from(IDS), st.integers(0, 999), st.integers(0, 50))
@settings(max_examples=40, deadline=None)
def test_a_picture_is_well_formed_and_carries_the_table_in_words(
    name: str, seed: int, most: int
) -> None:
    game = deal(name, seed=seed)
    for step in range(most):
        moves = game.moves()
        if moves:
            game = game.play(moves[step % len(moves)])
    root = ElementTree.fromstring(svg.board(game))
    assert root.findtext(f"{SPACE}desc") == str(game)
    shown = {element.text for element in root.iter(f"{SPACE}text")}
    assert {pile for pile in game.pile_names if pile[0] != "G"} <= shown
    width, height = (float(root.attrib[key]) for key in ("width", "height"))
    for element in root.iter(f"{SPACE}text"):
        assert 0 < float(element.attrib["x"]) < width
        assert 0 < float(element.attrib["y"]) < height


def test_the_same_position_gives_the_same_picture() -> None:
    assert svg.board(deal(seed=7)) == svg.board(deal(seed=7))
    assert deal(seed=7)._repr_svg_() == svg.board(deal(seed=7))


@pytest.mark.parametrize("letters", ["AJQK", "ABDK", "AWDK", "AVDR"])
def test_a_picture_speaks_the_readers_card_letters(letters: str) -> None:
    with speaking("en", letters):
        text = svg.board(deal(seed=7))
    shown = {element.text for element in ElementTree.fromstring(text).iter(f"{SPACE}text")}
    assert set(letters[1:]) <= shown
    assert not (set("JQKBDWVR") - set(letters)) & shown


def test_a_small_position_shows_its_piles_and_the_foundations_that_go_on() -> None:
    table = laid_out(
        get("calculation", piles=2), (13, 5, 13, 3), [[Card(9, "C")], []], Card(7, "H")
    )
    root = ElementTree.fromstring(svg.part(table, "what lies there"))
    texts = [one.text or "" for one in root.iter(f"{SPACE}text")]
    assert [text for text in texts if text.startswith(("F", "S", "W"))] == [
        "S",
        "W1",
        "W2",
        "F2",
        "F4",
    ]
    assert root.findtext(f"{SPACE}title") == "what lies there"
