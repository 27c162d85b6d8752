"""Small positions to read by hand: a ring of two foundations, and one that is only stuck.

What lives here: positions of the standard game, made from what still matters. Source: arithmetic
that anybody can check at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from calclab import variants
from calclab.cards import Card
from calclab.game import Game, View
from calclab.variants import Variant


def position(
    tops: tuple[int | None, ...], piles: tuple[tuple[str, ...], ...], variant: str = "calculation"
) -> View:
    """The standard game with these top ranks (None: full) and piles; the rest is unseen.

    The foundations take their cards from what the piles leave. Raises `ValueError` when a rank is
    asked for more often than the pack holds it.
    """
    game = variants.get(variant, piles=len(piles))
    counts = [
        foundation.length if top is None else foundation.sequence.index(top) + 1
        for foundation, top in zip(game.foundations, tops, strict=True)
    ]
    return laid_out(game, counts, [[Card.parse(name) for name in pile] for pile in piles])


def laid_out(
    game: Variant,
    counts: Sequence[int],
    piles: Iterable[Iterable[Card]],
    turned: Card | None = None,
) -> View:
    """So many cards on each foundation, these piles and this turned card; the rest is unseen."""
    waste = tuple(map(tuple, piles))
    shown = {one for pile in waste for one in pile} | ({turned} if turned else set())
    rest = [card for card in game.pack if card not in shown]
    laid = tuple(
        tuple(_take(rank, rest) for rank in foundation.sequence[:count])
        for foundation, count in zip(game.foundations, counts, strict=True)
    )
    left = Counter(card.rank for card in rest)
    unseen = tuple(left[rank] for rank in range(1, game.modulus + 1))
    return View(game, game.foundations, laid, waste, turned, game.redeals, unseen)


def _take(rank: int, rest: list[Card]) -> Card:
    found = next((card for card in rest if card.rank == rank), None)
    if found is None:
        raise ValueError(f"no card of rank {rank} is left for the foundations")
    rest.remove(found)
    return found


def ring() -> View:
    """F2 on 7 and F3 on A, the others full; 9 under 10 and 4 under J: lost in any order."""
    return position((None, 7, 1, None), (("9C", "10D"), ("4C", "JD")))


def stuck() -> View:
    """F3 on J, the others full; 7 on 4 on one pile, and nothing fits until an ace comes: open."""
    return position((None, None, 11, None), (("7D", "4C"),))


def lost_with_a_move() -> View:
    """F3 on J, the others full; 4 under 7 and an ace on top of another pile: lost, with a move."""
    return position((None, None, 11, None), (("4C", "7D"), ("AS",)))


def second_copy() -> View:
    """The ring with F1 on 8: one more 9 is wanted, one more is unseen, and it can be won."""
    return position((8, 7, 1, None), (("9C", "10D"), ("4C", "JD")))


def king_to_hold() -> Game:
    """One pile, 10, 11, 12 and 13 cards laid, stock K Q K K J J: hold the first K back."""
    game = variants.get("calculation", piles=1)
    turned, *stock = (Card.parse(name) for name in ("KC", "QC", "KD", "KH", "JC", "JD"))
    rest = [card for card in game.pack if card not in (turned, *stock)]
    laid = tuple(
        tuple(_take(rank, rest) for rank in foundation.sequence[:count])
        for foundation, count in zip(game.foundations, (10, 11, 12, 13), strict=True)
    )
    return Game(game, game.foundations, laid, ((),), turned, game.redeals, tuple(stock))
