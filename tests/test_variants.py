"""The table of games: names, numbers, games of one's own, and their rule pages."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calclab import VARIANTS, Record, Variant, deal, variants
from calclab.rulepages import rules, summary
from calclab.variants import VariantError

IDS = (
    "calculation hopscotch hold-cell three-piles no-starters expert easy-5 easy-6 broken-intervals "
    "giant reverse redeal-1 redeal-2 sir-tommy musical one234 appreciate devils-grip"
).split()


def test_the_table_holds_every_game_of_the_rulebook() -> None:
    assert [variant.id for variant in VARIANTS] == IDS


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_an_id_always_wins_and_a_shared_alias_names_all_its_games(variant: Variant) -> None:
    assert variants.get(variant.id) is variant
    for alias in variant.aliases:
        owners = [other.id for other in VARIANTS if alias in other.aliases]
        own_id = alias.casefold().replace(" ", "-")
        if own_id in IDS:
            assert variants.get(alias).id == own_id
        elif len(owners) == 1:
            assert variants.get(alias.upper()) is variant
        else:
            with pytest.raises(VariantError) as caught:
                variants.get(alias)
            assert all(owner in str(caught.value) for owner in owners)


def test_a_name_of_no_game_is_refused_with_the_list_of_games() -> None:
    with pytest.raises(VariantError) as caught:
        variants.get("klondike")
    assert all(game in str(caught.value) for game in IDS)


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_piles_and_modulus_may_be_chosen_where_the_rulebook_allows(variant: Variant) -> None:
    for piles in (1, 8):
        if variant.fixed and piles != variant.piles:
            with pytest.raises(VariantError, match="piles"):
                variants.get(variant.id, piles=piles)
        else:
            assert deal(variant.id, seed=1, piles=piles).variant.piles == piles
    if variant.fixed:
        with pytest.raises(VariantError, match="modulus"):
            variants.get(variant.id, modulus=11)
    else:
        assert deal(variant.id, seed=1, modulus=11).total == 44 * variant.decks


@pytest.mark.parametrize("piles", [0, 9, -1, True, "4", 1.5])
def test_a_number_of_piles_that_cannot_be_is_refused(piles: object) -> None:
    with pytest.raises(VariantError, match="piles"):
        variants.get("calculation", piles=piles)  # type: ignore[arg-type]


@given(st.integers(5, 30))
def test_a_modulus_works_exactly_when_every_interval_is_coprime_to_it(modulus: int) -> None:
    works = all(math.gcd(interval, modulus) == 1 for interval in (1, 2, 3, 4))
    if works:
        foundations = variants.get("calculation", modulus=modulus).foundations
        assert all(sorted(f.sequence) == list(range(1, modulus + 1)) for f in foundations)
        assert {f.last for f in foundations} == {modulus}
    else:
        with pytest.raises(VariantError, match=f"modulus {modulus} share the factor"):
            variants.get("calculation", modulus=modulus)


def test_the_refusal_of_a_modulus_shows_the_short_cycle() -> None:
    with pytest.raises(VariantError) as caught:
        variants.get("calculation", modulus=12)
    expected = "interval 2 and modulus 12 share the factor 2: 2 4 6 8 10 12 and back to 2"
    assert expected in str(caught.value)


custom_rules = st.fixed_dictionaries(
    {
        "bases": st.lists(st.integers(0, 14), min_size=1, max_size=9).map(tuple),
        "piles": st.integers(0, 9),
        "hold": st.integers(0, 1),
        "redeals": st.integers(0, 3),
        "starters": st.booleans(),
        "decks": st.integers(1, 3),
        "modulus": st.integers(5, 14),
    }
)


@given(custom_rules, st.data())
def test_a_game_of_ones_own_is_refused_in_a_line_or_saved_and_loaded_like_any_other(
    options: dict[str, object], data: st.DataObject
) -> None:
    count = len(options["bases"])  # type: ignore[arg-type]
    step = st.integers(-15, 15)
    intervals = tuple(data.draw(st.lists(step, min_size=count, max_size=count)))
    try:
        variant = variants.calculation(intervals=intervals, **options)  # type: ignore[arg-type]
    except VariantError as error:
        assert str(error) and "\n" not in str(error)
        return
    record = Record(deal(variant, seed=1))
    again = Record.loads(record.dumps())
    assert again.game == record.game
    assert again.variant == variant


def test_the_standard_numbers_give_the_standard_game() -> None:
    assert variants.calculation() is variants.get("calculation")
    assert variants.calculation(piles=6) == variants.get("calculation", piles=6)


def test_foundations_that_want_more_copies_than_there_are_are_refused() -> None:
    with pytest.raises(VariantError, match="want 5 cards of rank 1"):
        variants.calculation(bases=(1,) * 5, intervals=(1,) * 5)


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_a_rule_page_tells_the_numbers_of_the_game_it_stands_beside(variant: Variant) -> None:
    game = deal(variant.id, seed=3)
    page = "\n".join(rules(game.variant, game.foundations))
    for number, foundation in enumerate(game.foundations, start=1):
        line = next(line for line in page.splitlines() if line.startswith(f"F{number} "))
        assert f"by {abs(foundation.interval)}:" in line
        assert ("up" in line) == (foundation.interval > 0)
        ranks = line.partition(": ")[2].rstrip(".").split()
        assert len(ranks) == foundation.length
    assert summary(variant) and "\n" not in summary(variant)
    if variant.total:
        assert f"{variant.total} cards" in page
