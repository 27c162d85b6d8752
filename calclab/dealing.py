"""How a game begins: a shuffled pack, a PySolFC deal number, or the cards of a record.

What lives here: `deal` and `from_cards`, which checks that the cards are the pack and lie where
the game wants them. What does not: the file around a deal (``record``). Source: the rulebook's
sections of the games, and "Record file" for what a deal holds.
"""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass
from math import gcd
from random import Random

from calclab.cards import Card, rank_name, seed_key, seed_rng, shorten, shuffled, whole
from calclab.game import Cards, Game
from calclab.modular import Foundation
from calclab.variants import Variant, VariantError, get

DICE = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards of a deal, pile by pile: starters, stock, columns, grid, indicators."""

    starters: tuple[Cards, ...] = ()
    stock: Cards = ()
    columns: tuple[Cards, ...] = ()
    grid: tuple[Cards, ...] = ()
    indicators: Cards = ()

    @property
    def cards(self) -> Cards:
        """All cards of the deal."""
        groups = (*self.starters, self.stock, *self.columns, *self.grid, self.indicators)
        return tuple(card for group in groups for card in group)


class DealError(ValueError):
    """A deal whose cards are not those of the game."""


def deal(
    variant: str | Variant,
    seed: int | str | None,
    *,
    pysol: int | None = None,
    piles: int | None = None,
    modulus: int | None = None,
) -> Game:
    """The game that `calclab.deal` gives."""
    chosen = get(variant, piles, modulus)
    if pysol is not None:
        if seed is not None:
            raise VariantError("pysol: a deal has a seed or a PySolFC number, not both")
        return _pysol_deal(chosen, pysol)
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    seed = seed if isinstance(seed, str) else int(seed_key(seed))
    rng = seed_rng(seed)
    cards = list(shuffled(chosen.pack, rng))
    intervals = chosen.intervals
    if intervals is None:
        intervals = _throw_dice(chosen, seed)
    return from_cards(chosen, _lay_out(chosen, cards, rng), intervals, seed)


def from_cards(
    variant: Variant, layout: Layout, intervals: tuple[int, ...] | None, seed: int | str | None
) -> Game:
    """A game from the cards of its deal; raises `DealError` when they do not fit the game."""
    _check_cards(variant, layout)
    bases = tuple(cards[0].rank for cards in layout.starters if cards)
    foundations = variant.foundations
    if not foundations and variant.foundation_count:
        foundations = variant.build(bases, intervals)
    _check_starters(variant, foundations, layout)
    stock, turned = layout.stock, None
    if variant.turns:
        turned, stock = (stock[0], stock[1:]) if stock else (None, stock)
    empty: tuple[Cards, ...] = ((),) * (variant.piles + variant.hold)
    return Game(
        variant,
        foundations,
        layout.starters or ((),) * variant.foundation_count,
        empty + layout.columns + layout.grid,
        turned,
        variant.redeals,
        stock,
        seed,
        (),
        layout.indicators,
    )


def _throw_dice(variant: Variant, seed: int | str) -> tuple[int, ...]:
    """One throw a foundation; a throw that cannot visit every rank is thrown again."""
    rng = seed_rng(seed, "dice")
    intervals: list[int] = []
    while len(intervals) < variant.foundation_count:
        interval = DICE[int(rng.random() * len(DICE))]
        if gcd(interval, variant.modulus) == 1:
            intervals.append(interval)
    return tuple(intervals)


def _lay_out(variant: Variant, cards: list[Card], rng: Random) -> Layout:
    """Take indicators and starters out of the pack, then columns or grid; the rest is stock.

    Where starters of certain ranks were looked for, the rest is shuffled again: what lay before the
    first Ace holds no Ace, so that the stock would begin with high cards more often than not.
    """
    if variant.starters == "last":
        starters = tuple((card,) for card in cards[-variant.foundation_count :])
        cards = cards[: -variant.foundation_count]
    elif variant.starters == "first":
        starters = tuple((card,) for card in cards[: variant.foundation_count])
        cards = cards[variant.foundation_count :]
    else:
        indicators = _take(cards, variant.indicators)
        ranks = [foundation.base for foundation in variant.foundations]
        suit = "C" if variant.starters == "clubs" else ""
        taken = _take(cards, ranks, suit) if variant.has_starters else ()
        starters = tuple((card,) for card in taken)
        if indicators or taken:
            cards = list(shuffled(cards, rng))
        grid = tuple((cards.pop(0),) for _row in variant.rows for _column in range(8))
        return Layout(starters, tuple(cards), (), grid, indicators)
    count = len(variant.builds)
    columns = tuple(tuple(cards[at::count]) for at in range(count))
    return Layout(starters, () if count else tuple(cards), columns)


def _take(cards: list[Card], ranks: tuple[int, ...] | list[int], suit: str = "") -> Cards:
    """Take the first card of each rank (and suit) out of the pack."""
    taken = []
    for rank in ranks:
        found = next(card for card in cards if card.rank == rank and suit in ("", card.suit))
        cards.remove(found)
        taken.append(found)
    return tuple(taken)


def _pysol_deal(variant: Variant, number: int) -> Game:
    if variant.id not in ("calculation", "hopscotch") or variant.modulus != 13:
        raise VariantError(
            f"pysol: {variant.id} has no PySolFC deals here; calculation and hopscotch have"
        )
    if whole(number, 1, 10**20) is None:
        raise VariantError(f"pysol: {shorten(number)} is not a whole number from 1 to 10^20")
    cards = [Card.parse(name) for name in _pysol_pack(int(number))]
    starters = _take(cards, (1, 2, 3, 4), "C" if variant.starters == "clubs" else "")
    layout = Layout(tuple((card,) for card in starters), tuple(reversed(cards)))
    return from_cards(variant, layout, None, None)


def _pysol_pack(number: int) -> list[str]:
    """The shuffled pack of a PySolFC deal number, as card names.

    PySolFC uses its own generator below 32000 and the Mersenne twister from 32000 on; the package
    draws the line one higher, so that the choice is made here.
    """
    try:
        from pysol_cards.cards import CardRenderer, createCards
        from pysol_cards.random import MTRandom, RandomBase, shuffle
    except ImportError:
        raise VariantError("pysol: the package pysol-cards is missing; install it") from None
    if number < 32000:
        cards = shuffle(createCards(1), number, RandomBase.DEALS_PYSOLFC)
    else:
        cards = MTRandom(number).shuffle(createCards(1))
    return [str(name) for name in CardRenderer(False).render_l(cards)]


def _check_cards(variant: Variant, layout: Layout) -> None:
    wanted, given = Counter(variant.pack), Counter(layout.cards)
    if wanted != given:
        extra = sorted(map(str, (given - wanted).elements()))
        missing = sorted(map(str, (wanted - given).elements()))
        notes = [
            f"{_some(cards)} {verb}"
            for cards, verb in ((missing, "missing"), (extra, "too many"))
            if cards
        ]
        raise DealError(f"deal: {'; '.join(notes)}; {variant.id} has {len(variant.pack)} cards")


def _some(cards: list[str]) -> str:
    return " ".join(cards[:5]) + (f" and {len(cards) - 5} more" if len(cards) > 5 else "")


def _check_starters(variant: Variant, foundations: tuple[Foundation, ...], layout: Layout) -> None:
    want = 1 if variant.has_starters else 0
    for at, cards in enumerate(layout.starters):
        if len(cards) != want:
            raise DealError(
                f"deal F{at + 1}: holds {len(cards)} starters; {variant.id} deals {want}"
            )
        if cards and cards[0].rank != foundations[at].base:
            base = rank_name(foundations[at].base)
            raise DealError(
                f"deal F{at + 1}: starts with {cards[0]}; it must be a card of rank {base}"
            )
        if cards and variant.starters == "clubs" and cards[0].suit != "C":
            raise DealError(
                f"deal F{at + 1}: starts with {cards[0]}; {variant.id} starts with clubs"
            )
    for at, (card, rank) in enumerate(zip(layout.indicators, variant.indicators, strict=True)):
        if card.rank != rank:
            raise DealError(f"deal I[{at}]: is {card}; it must be a card of rank {rank_name(rank)}")
