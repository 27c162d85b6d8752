"""A position of a game: what lies where, and what it becomes by a move.

What lives here: `Position` (what a player sees), `Game` (which also knows the order of the stock),
`View` (which knows only how many of each rank are unseen), `deal`. What does not: the rules
(``rules``), how a deal is drawn (``dealing``), the history of a game (``record``). All are frozen:
a move gives a new game. Source: the rulebook.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from calclab import rules
from calclab.cards import Card, seed_rng, shuffled
from calclab.modular import Foundation
from calclab.moves import Move
from calclab.variants import UNLIMITED, Variant

Outcome = Literal["won", "lost", "open"]
Cards = tuple[Card, ...]


class IllegalMove(ValueError):  # noqa: N818 (the house's word)
    """A move that the rules refuse; its text is the sentence of `why_not`."""


class UnknownOrder(ValueError):  # noqa: N818 (as above)
    """A redeal whose order follows neither from a seed nor from a record."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a player sees. Piles hold their cards bottom first; `piles` follow `pile_names`.

    `laid` are the cards on each foundation, `redeals` the redeals left (`UNLIMITED` = -1).
    """

    variant: Variant
    foundations: tuple[Foundation, ...]
    laid: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    turned: Card | None
    redeals: int

    @property
    def stock_size(self) -> int:
        """The number of face-down cards in the stock."""
        raise NotImplementedError

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The names of `piles`: W1…, H, T1…, G11…"""
        return self.variant.pile_names

    def pile(self, name: str) -> Cards:
        """The cards of a pile, W1, H, T3, G12 or F2, bottom first.

        >>> deal("calculation", seed=7).pile("F2")[0].rank
        2
        """
        if name[0] == "F":
            return self.laid[int(name[1:]) - 1]
        return self.piles[self.variant.pile_index[name]]

    @property
    def needs(self) -> tuple[int | None, ...]:
        """The needed rank of each foundation; None where it is full."""
        return tuple(
            [
                foundation.sequence[len(cards)] if len(cards) < foundation.length else None
                for foundation, cards in zip(self.foundations, self.laid, strict=True)
            ]
        )

    def why_not(self, move: Move | str) -> str | None:
        """Why the move is refused, in one sentence; None when it is legal.

        >>> deal("calculation", seed=7).why_not("W1-F1")
        'W1 is empty'
        """
        return rules.why_not(self, Move.parse(move) if isinstance(move, str) else move)

    def is_legal(self, move: Move | str) -> bool:
        """Whether the move may be played."""
        return self.why_not(move) is None

    def moves(self) -> tuple[Move, ...]:
        """All legal moves; none when the game is won."""
        return rules.moves(self)

    @property
    def is_won(self) -> bool:
        """Whether every foundation is full (`devils-grip`: every pile is a finished run)."""
        if self.variant.rows:
            return _grid_is_finished(self)
        for foundation, cards in zip(self.foundations, self.laid, strict=True):
            if len(cards) < foundation.length:
                return False
        return True

    @property
    def outcome(self) -> Outcome:
        """`won`, `lost` (no move is left) or `open`; a game proved lost is still open."""
        if self.is_won:
            return "won"
        return "open" if self.moves() else "lost"

    @property
    def placed(self) -> int:
        """The number of cards on the foundations, starters counted."""
        return sum(map(len, self.laid))

    @property
    def total(self) -> int:
        """The number of cards on the foundations when all are full."""
        return sum(foundation.length for foundation in self.foundations)

    @property
    def is_near_win(self) -> bool:
        """Not won, but at most seven cards short of it (45 to 51 of 52)."""
        return 0 < self.total - self.placed <= 7


@dataclass(frozen=True, slots=True)
class View(Position):
    """A position without the order of its stock: what a player who cannot peek knows.

    `unseen` counts the face-down cards by rank; its first number is for rank 1.
    """

    unseen: tuple[int, ...] = ()

    @property
    def stock_size(self) -> int:
        """The number of face-down cards in the stock."""
        return sum(self.unseen)


@dataclass(frozen=True, slots=True, repr=False)
class Game(Position):
    """A position together with its stock, the card that is turned next first.

    `stock` leaves out the turned card. `seed` gives the order of a shuffled redeal, unless
    `orders` holds the orders of the redeals to come.

    >>> game = deal("calculation", seed=7)
    >>> game.play("S-W1").pile("W1") == (game.turned,)
    True
    """

    stock: Cards = ()
    seed: int | str | None = None
    orders: tuple[Cards, ...] = field(default=(), compare=False)
    indicators: Cards = ()

    @property
    def stock_size(self) -> int:
        """The number of face-down cards in the stock."""
        return len(self.stock)

    def play(self, move: Move | str) -> Game:
        """The game after a move; raises `IllegalMove`, `NotationError` or `UnknownOrder`."""
        if isinstance(move, str):
            move = Move.parse(move)
        reason = rules.why_not(self, move)
        if reason is not None:
            raise IllegalMove(f"{move}: {reason}")
        if move.kind == "move":
            return self._stack(move) if move.target[0] == "G" else self._carry(move)
        if move.kind == "swap":
            return self._swap(move)
        return self._deal() if move.kind == "deal" else self._redeal()

    def view(self) -> View:
        """What a player who cannot see the stock knows."""
        counts = Counter(card.rank for card in self.stock)
        unseen = tuple(counts[rank] for rank in range(1, self.variant.modulus + 1))
        return View(
            self.variant,
            self.foundations,
            self.laid,
            self.piles,
            self.turned,
            self.redeals,
            unseen,
        )

    def __str__(self) -> str:
        from calclab.text import board

        return board(self)

    def __repr__(self) -> str:
        name, placed = self.variant.id, self.placed
        return f"<Game {name}: {placed} of {self.total} placed, {len(self.stock)} in the stock>"

    def _repr_svg_(self) -> str:
        from calclab.svg import board

        return board(self)

    def _carry(self, move: Move) -> Game:
        """One card from the stock or a pile onto a foundation or another pile."""
        piles, laid = self.piles, self.laid
        turned, stock = self.turned, self.stock
        if move.source == "S":
            card = turned
            turned, stock = (stock[0], stock[1:]) if stock else (None, stock)
        else:
            at = self.variant.pile_index[move.source]
            card = piles[at][-1]
            piles = (*piles[:at], piles[at][:-1], *piles[at + 1 :])
        assert card is not None
        if move.goes_up:
            at = int(move.target[1:]) - 1
            laid = (*laid[:at], (*laid[at], card), *laid[at + 1 :])
        else:
            at = self.variant.pile_index[move.target]
            piles = (*piles[:at], (*piles[at], card), *piles[at + 1 :])
        return self._with(laid, piles, turned, self.redeals, stock)

    def _with(
        self,
        laid: tuple[Cards, ...],
        piles: tuple[Cards, ...],
        turned: Card | None,
        redeals: int,
        stock: Cards,
        orders: tuple[Cards, ...] | None = None,
    ) -> Game:
        return Game(
            self.variant,
            self.foundations,
            laid,
            piles,
            turned,
            redeals,
            stock,
            self.seed,
            self.orders if orders is None else orders,
            self.indicators,
        )

    def _stack(self, move: Move) -> Game:
        run = rules.stacked_run(self, move.source, move.target)
        piles = list(self.piles)
        source, target = (self.variant.pile_index[name] for name in (move.source, move.target))
        piles[source] = piles[source][: -len(run)]
        piles[target] = piles[target] + run
        return self._fill(piles)

    def _swap(self, move: Move) -> Game:
        piles = list(self.piles)
        first, second = (self.variant.pile_index[name] for name in (move.source, move.target))
        piles[first], piles[second] = piles[second], piles[first]
        return self._fill(piles)

    def _fill(self, piles: list[Cards]) -> Game:
        """Fill the spaces of the grid from the stock, or from the waste when the stock is out."""
        stock = self.stock
        for at, name in enumerate(self.pile_names):
            if name[0] == "G" and not piles[at]:
                if stock:
                    piles[at], stock = stock[:1], stock[1:]
                else:
                    piles[at], piles[0] = piles[0][-1:], piles[0][:-1]
        return self._with(self.laid, tuple(piles), None, self.redeals, stock)

    def _deal(self) -> Game:
        count = self.variant.deals
        waste = self.piles[0] + self.stock[:count]
        return self._with(
            self.laid, (waste, *self.piles[1:]), None, self.redeals, self.stock[count:]
        )

    def _redeal(self) -> Game:
        count = self.variant.piles
        gathered = tuple(card for pile in self.piles[:count] for card in pile)
        piles = ((),) * count + self.piles[count:]
        redeals = self.redeals if self.redeals == UNLIMITED else self.redeals - 1
        stock, orders = gathered, self.orders
        if self.variant.reshuffles:
            stock, orders = self._order_of_redeal(gathered)
        turned = None
        if self.variant.turns:
            turned, stock = stock[0], stock[1:]
        return self._with(self.laid, piles, turned, redeals, stock, orders)

    def _order_of_redeal(self, gathered: Cards) -> tuple[Cards, tuple[Cards, ...]]:
        number = self.variant.redeals - self.redeals + 1
        if self.orders and Counter(self.orders[0]) == Counter(gathered):
            return self.orders[0], self.orders[1:]
        if self.seed is None:
            raise UnknownOrder(
                f"the order of redeal {number} of these {len(gathered)} cards is unknown; "
                "a record needs a seed or reshuffles"
            )
        in_order = sorted(gathered, key=lambda card: (card.rank, card.suit))
        return shuffled(in_order, seed_rng(self.seed, f"redeal {number}")), self.orders[1:]


def deal(
    variant: str | Variant = "calculation",
    seed: int | str | None = None,
    *,
    pysol: int | None = None,
    piles: int | None = None,
    modulus: int | None = None,
) -> Game:
    """A new game. The same seed (a whole number or a word) gives the same deal everywhere.

    `pysol` takes a deal number of PySolFC instead; without either a fresh seed is drawn. Raises
    `ValueError` in one line for an unknown game, a seed that is none, and numbers that cannot work.

    >>> deal("calculation", seed="blue whale").stock == deal("calculation", seed="Blue Whale").stock
    True
    """
    from calclab import dealing

    return dealing.deal(variant, seed, pysol=pysol, piles=piles, modulus=modulus)


def _grid_is_finished(position: Position) -> bool:
    for name, pile in zip(position.pile_names, position.piles, strict=True):
        if name[0] == "G":
            row = position.variant.rows[int(name[1]) - 1]
            if tuple(card.rank for card in pile) != row:
                return False
    return True
