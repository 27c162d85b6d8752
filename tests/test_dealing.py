"""Deals: the same seed gives the same deal everywhere, PySolFC's numbers give PySolFC's deals."""

import hashlib
import json
from collections import Counter

import pytest

from calclab import VARIANTS, Card, Game, Record, deal
from calclab.dealing import DealError, Layout, from_cards
from calclab.variants import get

IDS = [variant.id for variant in VARIANTS]


def cards_of(game: Game) -> dict[str, object]:
    return json.loads(Record(game).dumps())["deal"]


def fingerprint(game: Game) -> str:
    text = json.dumps([cards_of(game), [f.interval for f in game.foundations]])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


GOLDEN = {
    "calculation": ["cdf020b29721", "406fc5c886c7"],
    "hopscotch": ["66983d7ba096", "6147b600b688"],
    "hold-cell": ["cdf020b29721", "406fc5c886c7"],
    "three-piles": ["cdf020b29721", "406fc5c886c7"],
    "no-starters": ["91202c3f8fcb", "4dbc56e1ee24"],
    "expert": ["91202c3f8fcb", "4dbc56e1ee24"],
    "easy-5": ["cdf020b29721", "406fc5c886c7"],
    "easy-6": ["cdf020b29721", "406fc5c886c7"],
    "broken-intervals": ["7eba4aafcec7", "e03513186692"],
    "giant": ["2fa9c3913567", "256b34a72d4e"],
    "reverse": ["d6b0921e4df3", "a7c9eb0a3a78"],
    "redeal-1": ["cdf020b29721", "406fc5c886c7"],
    "redeal-2": ["cdf020b29721", "406fc5c886c7"],
    "sir-tommy": ["56e914e945e6", "302f0c9d9ff8"],
    "musical": ["cabc3b924755", "fa2d82f43ecb"],
    "one234": ["1819fdab5372", "f1b526bb9187"],
    "appreciate": ["1819fdab5372", "f1b526bb9187"],
    "devils-grip": ["f8ae5ca03d23", "0c528104a88f"],
}


@pytest.mark.parametrize("name", IDS)
def test_a_seed_gives_the_deal_it_has_always_given(name: str) -> None:
    assert [fingerprint(deal(name, seed=seed)) for seed in (7, "blue whale")] == GOLDEN[name]


@pytest.mark.parametrize("name", IDS)
def test_each_seed_gives_its_own_deal(name: str) -> None:
    assert len({fingerprint(deal(name, seed=seed)) for seed in range(50)}) == 50


@pytest.mark.parametrize("name", ["calculation", "reverse", "giant", "musical", "expert", "one234"])
def test_every_rank_comes_early_as_often_as_late(name: str) -> None:
    deals = 2_000
    early: Counter[int] = Counter()
    whole: Counter[int] = Counter()
    for seed in range(deals):
        game = deal(name, seed=seed)
        turned = [game.turned] if game.turned else []
        cards = [*turned, *game.stock, *(card for pile in game.piles for card in pile)]
        early.update(card.rank for card in cards[:12])
        whole.update(card.rank for card in cards)
    for rank, count in whole.items():
        chance = count / whole.total()
        spread = (12 * deals * chance * (1 - chance)) ** 0.5
        assert abs(early[rank] - 12 * deals * chance) < 5 * spread, rank


def test_without_a_seed_a_fresh_one_is_drawn_and_kept() -> None:
    games = [deal() for _ in range(5)]
    assert len({game.seed for game in games}) > 1
    assert all(deal(seed=game.seed).stock == game.stock for game in games)


def test_pysolfc_deal_100000_begins_as_pysolfc_shows_it() -> None:
    cards = cards_of(deal("calculation", pysol=100000))
    assert cards["F"] == [["AC"], ["2S"], ["3D"], ["4C"]]
    assert cards["S"][:10] == "5C 2D 9H 6D 10H 4S 10D 4H 5S 2H".split()  # type: ignore[index]


def test_pysolfc_deals_of_hopscotch_start_with_clubs_from_the_same_shuffle() -> None:
    clubs = cards_of(deal("hopscotch", pysol=100000))
    assert clubs["F"] == [["AC"], ["2C"], ["3C"], ["4C"]]
    plain = cards_of(deal("calculation", pysol=100000))
    taken = {"2S", "3D", "2C", "3C"}
    rest = [card for card in plain["S"] if card not in taken]  # type: ignore[attr-defined]
    assert [card for card in clubs["S"] if card not in taken] == rest  # type: ignore[attr-defined]


def test_pysolfc_changes_its_generator_at_32000() -> None:
    deals = {number: deal(pysol=number) for number in (1, 31999, 32000, 32001)}
    assert len({fingerprint(game) for game in deals.values()}) == 4


@pytest.mark.parametrize("number", [0, -1, 10**21, True, 1.5, "7"])
def test_what_is_no_pysolfc_number_is_refused(number: object) -> None:
    with pytest.raises(ValueError, match="pysol"):
        deal(pysol=number)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["giant", "musical", "expert", "reverse"])
def test_games_without_pysolfc_deals_refuse_the_number_in_one_line(name: str) -> None:
    with pytest.raises(ValueError, match=f"pysol: {name}"):
        deal(name, pysol=7)


def test_a_deal_has_a_seed_or_a_pysolfc_number_not_both() -> None:
    with pytest.raises(ValueError, match="not both"):
        deal(seed=1, pysol=1)


def test_dice_are_thrown_again_where_they_cannot_visit_every_rank() -> None:
    steps = {f.interval for seed in range(80) for f in deal("broken-intervals", seed).foundations}
    assert steps == {1, 2, 3, 4, 5, 6}
    steps = {
        f.interval
        for seed in range(80)
        for f in deal("broken-intervals", seed, modulus=9).foundations
    }
    assert steps == {1, 2, 4, 5}


def test_cards_that_are_not_the_pack_are_refused_by_name() -> None:
    game = deal("no-starters", seed=1)
    assert game.turned is not None
    stock = (Card(1, "C"), *game.stock)
    with pytest.raises(DealError, match="missing"):
        from_cards(get("no-starters"), Layout(stock=stock), None, None)
