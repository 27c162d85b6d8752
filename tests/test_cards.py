"""Ranks, cards, packs, seeds: what `calclab.cards` promises."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calclab import cards
from calclab.cards import Card, CardError, pack, parse_rank, rank_name, seed_key, shuffled


@given(st.integers(1, 30), st.sampled_from("CDHS"))
def test_a_card_is_read_as_it_is_written(rank: int, suit: str) -> None:
    card = Card(rank, suit)
    assert Card.parse(str(card)) == card
    assert Card.parse(card.symbol) == card
    assert Card.parse(str(card).lower()) == card
    assert parse_rank(rank_name(rank)) == rank


@pytest.mark.parametrize("text", ["", "H", "0H", "1H", "31H", "AX", "A H", "10HH", None, 7, ["AH"]])
def test_what_is_no_card_is_refused_in_one_line(text: object) -> None:
    with pytest.raises(CardError, match="is no card") as caught:
        Card.parse(text)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "rank"), [("J", 11), ("j", 11), (11, 11), ("jack", 11), ("ace", 1), ("T", 10)]
)
def test_a_rank_may_be_a_letter_a_number_or_a_word(text: str | int, rank: int) -> None:
    assert parse_rank(text) == rank


@pytest.mark.parametrize("text", ["0", "31", "", "joker", True, -1, 3.5])
def test_what_is_no_rank_is_refused(text: object) -> None:
    with pytest.raises(CardError, match="is no rank"):
        parse_rank(text)  # type: ignore[arg-type]


@given(st.integers(5, 30), st.integers(1, 4))
def test_a_pack_has_each_card_once_a_deck(modulus: int, decks: int) -> None:
    counts = Counter(pack(modulus, decks))
    assert set(counts.values()) == {decks}
    assert len(counts) == 4 * modulus


@given(st.one_of(st.integers(), st.text(min_size=1, max_size=30)))
def test_a_shuffle_keeps_the_cards_and_follows_from_the_seed(seed: int | str) -> None:
    try:
        seed_key(seed)
    except ValueError:
        return
    first, second = (shuffled(pack(), cards.seed_rng(seed)) for _ in range(2))
    assert first == second
    assert sorted(map(str, first)) == sorted(map(str, pack()))


def test_a_shuffle_reaches_every_order() -> None:
    rng = cards.seed_rng("orders")
    orders = Counter(shuffled(pack()[:4], rng) for _ in range(4800))
    assert len(orders) == 24
    assert all(120 < count < 290 for count in orders.values())


@pytest.mark.parametrize("seed", ["", "  ", True, 1.5, None, "\ud800", "x" * 201])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="seed:"):
        seed_key(seed)  # type: ignore[arg-type]


def test_a_number_too_long_to_print_is_no_seed() -> None:
    with pytest.raises(ValueError, match="seed:"):
        seed_key(10**5000)


def test_a_class_word_may_be_typed_in_any_case_and_with_any_spaces() -> None:
    assert seed_key("Blue  Whale ") == seed_key("blue whale")
    assert seed_key("7") == seed_key(7)
    assert seed_key("-7") != seed_key(7)
