"""What the proofs and the readings of a position stand on: piles that block, cards that do not.

What lives here: `Spot`, a card where it lies, and `Table`, a position cut down to ranks. What does
not: any judgement. The order of the stock is never looked at: unseen cards are only counted.
Source: the rulebook (which cards may leave a pile, the hold cell, redeals).
"""

from __future__ import annotations

from dataclasses import dataclass

from calclab.cards import Card
from calclab.game import Game, Position, View

Ranks = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A card on a pile; `index` 0 is the bottom, `depth` the number of cards that lie on it."""

    pile: str
    index: int
    depth: int
    card: Card


@dataclass(frozen=True, slots=True)
class Table:
    """A position as ranks: foundations as (sequence, cards laid), piles that block, loose cards.

    `loose[r]` counts the cards of rank r that nothing covers for good: unseen, turned, in the hold
    cell, and on piles that a redeal can still gather. `names` and `piles` leave gathered ones out.
    """

    sequences: tuple[Ranks, ...]
    laid: Ranks
    names: tuple[str, ...]
    piles: tuple[Ranks, ...]
    loose: Ranks


def unseen_counts(position: Position) -> list[int]:
    """How many cards of each rank lie face down in the stock; index 0 is rank 1."""
    if isinstance(position, View):
        return list(position.unseen)
    counts = [0] * position.variant.modulus
    if isinstance(position, Game):
        for card in position.stock:
            counts[card.rank - 1] += 1
    return counts


def blocking_piles(position: Position) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """The piles in which a card can cover another for good, by name, bottom first.

    The hold cell has one card only, and with a redeal left the waste can be gathered.
    """
    gathered = bool(position.redeals)
    return tuple(
        (name, cards)
        for name, cards in zip(position.variant.pile_names, position.piles, strict=True)
        if name[0] == "T" or (name[0] == "W" and not gathered)
    )


def table(position: Position) -> Table:
    """The position as ranks; a game without foundations gives a table without piles.

    >>> from calclab import deal
    >>> table(deal("calculation", seed=7)).laid
    (1, 1, 1, 1)
    """
    loose = [0, *unseen_counts(position)]
    if position.turned is not None:
        loose[position.turned.rank] += 1
    gathered = bool(position.redeals)
    names, piles = [], []
    for name, cards in zip(position.variant.pile_names, position.piles, strict=True):
        if name[0] == "T" or (name[0] == "W" and not gathered):
            names.append(name)
            piles.append(tuple([card.rank for card in cards]))
        elif name[0] in "WH":
            for card in cards:
                loose[card.rank] += 1
    return Table(
        tuple([foundation.sequence for foundation in position.foundations]),
        tuple(map(len, position.laid)),
        tuple(names),
        tuple(piles),
        tuple(loose),
    )
