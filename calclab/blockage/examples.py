"""Small positions to read by hand: a ring of two foundations, and one that is only stuck.

What lives here: positions of the standard game, made from what still matters. Source: arithmetic
that anybody can check at a table.
"""

from __future__ import annotations

from collections import Counter

from calclab import variants
from calclab.cards import Card
from calclab.game import View


def position(
    tops: tuple[int | None, ...], piles: tuple[tuple[str, ...], ...], variant: str = "calculation"
) -> View:
    """The standard game with these top ranks (None: full) and piles; the rest is unseen.

    The foundations take their cards from what the piles leave. Raises `ValueError` when a rank is
    asked for more often than the pack holds it.
    """
    game = variants.get(variant, piles=len(piles))
    waste = tuple(tuple(map(Card.parse, pile)) for pile in piles)
    rest = [card for card in game.pack if card not in {one for pile in waste for one in pile}]
    laid = []
    for foundation, top in zip(game.foundations, tops, strict=True):
        count = foundation.length if top is None else foundation.sequence.index(top) + 1
        laid.append(tuple(_take(rank, rest) for rank in foundation.sequence[:count]))
    counts = Counter(card.rank for card in rest)
    unseen = tuple(counts[rank] for rank in range(1, game.modulus + 1))
    return View(game, game.foundations, tuple(laid), waste, None, game.redeals, unseen)


def _take(rank: int, rest: list[Card]) -> Card:
    found = next((card for card in rest if card.rank == rank), None)
    if found is None:
        raise ValueError(f"no card of rank {rank} is left for the foundations")
    rest.remove(found)
    return found


def ring() -> View:
    """F2 on 7 and F3 on A, the others full; 9 under 10 and 4 under J: lost in any order."""
    return position((None, 7, 1, None), (("9C", "10D"), ("4C", "JD")))
