"""The arithmetic against slow walks round a ring, for every modulus up to 60."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calclab import modular, variants
from calclab.modular import Foundation
from calclab.relations import (
    backwards,
    compose,
    cycles,
    inverse_sentence,
    mirrored,
    permutation,
    relation,
    stars,
)

MODULI = st.integers(2, 60)
WHOLE = st.integers(-500, 500)


def walk(base: int, interval: int, modulus: int) -> list[int]:
    """Ranks on a ring, one single step after the other, until the first one comes back."""
    ring = list(range(1, modulus + 1))
    at = base % modulus - 1
    seen = [ring[at]]
    while True:
        for _ in range(abs(interval)):
            at = (at + (1 if interval > 0 else -1)) % modulus
        if ring[at] == seen[0]:
            return seen
        seen.append(ring[at])


@given(WHOLE, MODULI)
def test_a_number_falls_on_the_rank_where_counting_round_ends(value: int, modulus: int) -> None:
    ranks = [rank for rank in range(1, modulus + 1) if (rank - value) % modulus == 0]
    assert ranks == [modular.wrap(value, modulus)]
    assert modular.residue(value, modulus) == value % modulus


@given(WHOLE, WHOLE, MODULI)
def test_a_cycle_is_what_a_walk_round_the_ring_visits(
    base: int, interval: int, modulus: int
) -> None:
    visited = walk(base, interval, modulus)
    assert list(modular.cycle(base, interval, modulus)) == visited
    assert modular.order(interval, modulus) == len(visited)
    assert len(stars(interval, modulus)) * len(visited) == modulus


@given(MODULI)
def test_visiting_intervals_are_those_whose_walk_sees_every_rank(modulus: int) -> None:
    full = [k for k in range(1, modulus) if len(walk(1, k, modulus)) == modulus]
    assert list(modular.visiting(modulus)) == full


@given(WHOLE, WHOLE)
def test_euclid_ends_with_the_gcd_and_every_line_is_true(first: int, second: int) -> None:
    steps = modular.euclid(first, second)
    for step in steps:
        assert step.dividend == step.quotient * step.divisor + step.remainder
        assert 0 <= step.remainder < step.divisor
    end = steps[-1].divisor if steps else abs(first)
    assert end == math.gcd(first, second)


@given(WHOLE, MODULI)
def test_an_inverse_is_found_exactly_when_a_search_finds_it(number: int, modulus: int) -> None:
    found = [i for i in range(1, modulus) if number * i % modulus == 1]
    assert ([modular.inverse(number, modulus)] if found else []) == found
    assert (modular.inverse(number, modulus) is None) == (not found)
    assert str(modulus) in inverse_sentence(number, modulus)


@given(WHOLE, WHOLE, WHOLE, MODULI)
def test_distance_and_place_count_the_steps_of_a_walk(
    top: int, rank: int, interval: int, modulus: int
) -> None:
    visited = walk(top, interval, modulus)
    wanted = modular.wrap(rank, modulus)
    steps = visited.index(wanted) if wanted in visited else None
    assert modular.distance(top, rank, interval, modulus) == steps
    place = modular.place(rank, interval, modulus, base=top)
    assert place == (None if steps is None else steps + 1)


@given(MODULI, st.data())
def test_place_in_a_foundation_is_rank_times_inverse(modulus: int, data: st.DataObject) -> None:
    interval = data.draw(st.sampled_from(modular.visiting(modulus)))
    rank = data.draw(st.integers(1, modulus))
    inverse = modular.inverse(interval, modulus)
    assert inverse is not None
    foundation = Foundation(interval, interval, modulus, modulus)
    assert foundation.place(rank) == modular.place(rank, interval, modulus)
    assert foundation.place(rank) == modular.wrap(rank * inverse, modulus)


@given(MODULI)
def test_the_multiplication_table_holds_the_multiples(modulus: int) -> None:
    table = modular.multiplication_table(modulus)
    for row, ranks in enumerate(table, start=1):
        visited = walk(row, row, modulus)
        repeated = visited * (modulus // len(visited))
        assert list(ranks) == repeated


@given(WHOLE, MODULI)
def test_powers_are_repeated_products_without_a_repeat(number: int, modulus: int) -> None:
    powers = modular.powers(number, modulus)
    assert len(set(powers)) == len(powers)
    longer = [modular.wrap(number**k, modulus) for k in range(1, len(powers) + 2)]
    assert list(powers) == longer[:-1]
    assert longer[-1] in powers


@pytest.mark.parametrize("modulus", range(2, 61))
def test_generators_reach_every_rank_with_an_inverse(modulus: int) -> None:
    units = {k for k in range(1, modulus) if math.gcd(k, modulus) == 1}
    reach = {g: {pow(g, k, modulus) for k in range(1, modulus + 1)} for g in units}
    assert set(modular.generators(modulus)) == {g for g in units if reach[g] == units}


@given(MODULI, st.data())
def test_a_relation_reads_the_second_foundation_out_of_the_first(
    modulus: int, data: st.DataObject
) -> None:
    units = st.sampled_from(modular.visiting(modulus))
    first = Foundation(data.draw(st.integers(1, modulus)), data.draw(units), modulus, modulus)
    second = Foundation(data.draw(st.integers(1, modulus)), data.draw(units), modulus, modulus)
    found = relation(first, second)
    assert found is not None
    read = [first.sequence[(found.place - 1 + i * found.step) % modulus] for i in range(modulus)]
    assert tuple(read) == second.sequence


@given(MODULI, st.data())
def test_a_permutation_is_cut_into_cycles_that_cover_it_once(
    modulus: int, data: st.DataObject
) -> None:
    interval = data.draw(st.sampled_from(modular.visiting(modulus)))
    mapping = permutation(Foundation(interval, interval, modulus, modulus))
    rings = cycles(mapping)
    assert sorted(rank for ring in rings for rank in ring) == list(range(1, modulus + 1))
    for ring in rings:
        for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
            assert mapping[here - 1] == there


@given(MODULI, st.data())
def test_composed_foundations_are_the_foundation_of_the_product(
    modulus: int, data: st.DataObject
) -> None:
    units = st.sampled_from(modular.visiting(modulus))
    one, two = data.draw(units), data.draw(units)
    outer = Foundation(one, one, modulus, modulus).sequence
    inner = Foundation(two, two, modulus, modulus).sequence
    product = modular.wrap(one * two, modulus)
    assert compose(outer, inner) == Foundation(product, product, modulus, modulus).sequence


def test_reverse_is_the_standard_game_read_backwards_and_the_additive_inverse() -> None:
    standard, reverse = variants.get("calculation"), variants.get("reverse")
    for forward, back in zip(standard.foundations, reverse.foundations, strict=True):
        assert backwards(forward).sequence == back.sequence
        assert mirrored(forward).sequence[:12] == back.sequence[1:]


@pytest.mark.parametrize("modulus", [1, 0, -3])
def test_a_ring_of_fewer_than_two_ranks_is_refused_in_one_line(modulus: int) -> None:
    for ask in (
        lambda: modular.wrap(3, modulus),
        lambda: modular.cycle(1, 1, modulus),
        lambda: modular.order(2, modulus),
        lambda: modular.inverse(2, modulus),
        lambda: modular.distance(1, 2, 3, modulus),
        lambda: Foundation(1, 1, 1, modulus),
    ):
        with pytest.raises(ValueError, match=f"modulus {modulus} is too small") as error:
            ask()
        assert "\n" not in str(error.value)


def test_an_interval_without_an_inverse_says_why() -> None:
    assert inverse_sentence(8, 12).startswith("8 has no inverse modulo 12")
    with pytest.raises(ValueError, match="share the factor 2"):
        Foundation(2, 2, 12, 12)
