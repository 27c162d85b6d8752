"""Moves that can hurt no plan: what *Finish* may play by itself.

What lives here: `harmless`. What does not: which of several good moves is better (``coach``).
A card may go up unasked when the foundation it goes to is the only one that still needs its rank
and no other copy of the rank is left outside the foundations: whatever a plan does later with that
card, it can do the same after the card has gone, since it can go nowhere else. That holds as long
as a pile's top is of no other use, so not where columns build or a shuffled redeal is left.
"""

from __future__ import annotations

from calclab.game import Game
from calclab.moves import Move
from calclab.rules import top_card


def harmless(game: Game, moves: tuple[Move, ...] | None = None) -> Move | None:
    """One move to a foundation that can hurt no plan; None when there is none.

    `moves` are the legal ones, where they are known already.

    >>> from calclab import deal
    >>> harmless(deal("calculation", seed=7)) is None
    True
    """
    variant = game.variant
    if any(variant.builds) or variant.rows or (variant.reshuffles and game.redeals):
        return None
    for move in game.moves() if moves is None else moves:
        if move.goes_up:
            card = top_card(game, move.source)
            if card and wanted(game, card.rank) == 1 and copies_outside(game, card.rank) == 1:
                return move
    return None


def wanted(game: Game, rank: int) -> int:
    """How many foundations still need a rank, now or later."""
    return sum(
        rank in foundation.sequence[len(cards) :]
        for foundation, cards in zip(game.foundations, game.laid, strict=True)
    )


def copies_outside(game: Game, rank: int) -> int:
    """How many copies of a rank are not on a foundation."""
    laid = sum(card.rank == rank for pile in (*game.laid, game.indicators) for card in pile)
    return sum(card.rank == rank for card in game.variant.pack) - laid
