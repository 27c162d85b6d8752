"""From a game or a view to the lists of the inner engine, and from its moves back to notation.

What lives here: `Problem`, one position encoded for one form of the kernels, with the workspaces.
What does not: search. A view's stock stays empty: only the counts of the unseen ranks are known.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import inf, log
from typing import Any

from calclab.game import Game, Position, View
from calclab.modular import Foundation
from calclab.moves import REDEAL as REDEAL_MOVE
from calclab.moves import Move, move
from calclab.search import features, policy, position
from calclab.search.forms import Form
from calclab.search.policy import Desk
from calclab.search.position import Start
from calclab.variants import Variant

SCALE = 256  # one unit of the table, in the whole numbers that the kernels add up
FEW_PILES = 3  # up to so many waste piles the second table of the file plays, and levels are longer


@dataclass(slots=True)
class Problem:
    """A position in one form: where games begin, the stock, and the lists to work on."""

    form: Form
    columns: bool
    closed: bool  # the waste pile lies under the card in hand
    start: Start
    s: Any  # the state that games are played on
    stock: Any
    desk: Desk

    def line(self, count: int, moves: Any = None) -> tuple[Move, ...]:
        """The first moves written down (in `moves`, else in its own list), in notation."""
        written = self.desk.moves if moves is None else moves
        return tuple(self.decode(int(written[at])) for at in range(count))

    def decode(self, code: int) -> Move:
        """One move in notation."""
        if code == position.REDEAL:
            return REDEAL_MOVE
        source, target = divmod(code, position.SOURCE)
        here = "S" if source == 0 else self._pile(source - 1)
        if target < position.ON_PILE:
            return move(here, f"F{target + 1}")
        return move(here, self._pile(target - position.ON_PILE))

    def _pile(self, at: int) -> str:
        if self.columns:
            return f"T{at + 1}"
        return f"W{at + 1}" if at < self.start.g[position.PILES] else "H"


def is_searchable(variant: Variant) -> bool:
    """Whether the inner engine plays the game: waste piles with a turned card, or `one234`."""
    only_to_foundations = bool(variant.builds) and not any(variant.builds)
    return bool(variant.foundation_count) and (variant.turns or only_to_foundations)


def problem(place: Game | View, form: Form) -> Problem:
    """Encode a position; raises `ValueError` for a game that the inner engine does not play."""
    if not is_searchable(place.variant):
        raise ValueError(f"{place.variant.id} is not played by the inner engine")
    return _problem(place, form)


def columns_problem(game: Game, form: Form) -> Problem:
    """Encode a game of open columns, for the search that knows how they build."""
    return _problem(game, form)


def _problem(place: Game | View, form: Form) -> Problem:
    variant, cards = place.variant, _cards(place)
    stock = [card.rank for card in place.stock] if isinstance(place, Game) else []
    start = Start(
        g=_rules(form, variant, place.foundations),
        root=_state(form, place),
        turned=place.turned.rank if place.turned else 0,
    )
    desk = Desk(
        table=_table(form, _piles(variant) <= FEW_PILES),
        noise=_noise(form),
        chance=form.ints(4),
        options=form.ints(policy.OPTIONS_SIZE),
        moves=form.ints(most_moves(place)),
    )
    form.refresh(start.g, start.root)
    form.seed_chance(desk.chance, 1)
    return Problem(
        form,
        columns=bool(variant.builds),
        closed=bool(variant.deals) and place.turned is not None,
        start=start,
        s=form.ints(position.STATE_SIZE),
        stock=form.ints(stock + [0] * (cards - len(stock) + 8)),
        desk=desk,
    )


def most_moves(place: Position) -> int:
    """More moves than any end of the game has: a card moves three times between redeals at most."""
    return (place.redeals + 1) * (3 * _cards(place) + 2) + 8


def _cards(place: Position) -> int:
    """The cards that are not on foundations, and one more."""
    return sum(map(len, place.piles)) + place.stock_size + 1


# No kernel writes to the rules, the table and the noise: each form makes them once.


@cache
def _table(form: Form, few_piles: bool) -> Any:
    """The numbers of a table policy, in 256ths: the file holds one for many piles, one for few."""
    numbers = array("h")
    numbers.frombytes(files("calclab").joinpath("search", "table.bin").read_bytes())
    if numbers.itemsize != 2 or len(numbers) != 2 * features.TABLE_SIZE:
        raise ValueError(f"table.bin holds {len(numbers)} numbers, not {2 * features.TABLE_SIZE}")
    if array("H", [1]).tobytes() != b"\x01\x00":
        numbers.byteswap()
    start = features.TABLE_SIZE * few_piles
    return form.ints(list(numbers[start : start + features.TABLE_SIZE]))


@cache
def _noise(form: Form) -> Any:
    """Gumbel noise at even steps of its distribution, in 256ths."""
    size = policy.NOISE_SIZE
    return form.ints([round(-SCALE * log(-log((at + 0.5) / size))) for at in range(size)])


def _unseen(place: Game | View) -> tuple[int, ...]:
    return place.view().unseen if isinstance(place, Game) else place.unseen


def _piles(variant: Variant) -> int:
    return len(variant.builds) or variant.piles


@lru_cache(64)
def _rules(form: Form, variant: Variant, foundations: tuple[Foundation, ...]) -> Any:
    g = [0] * position.ORDERS
    g[position.FOUNDATIONS], g[position.PILES] = len(foundations), _piles(variant)
    g[position.MODULUS], g[position.HOLD] = variant.modulus, int(bool(variant.hold))
    g[position.ROW] = (variant.modulus + 8) // 8 * 8
    g[position.TOTAL] = sum(foundation.length for foundation in foundations)
    g[position.TURNED_OVER] = int(not variant.reshuffles)
    for rank in range(1, variant.modulus + 1):
        wanting = [found for found in foundations if rank in found.sequence]
        final = bool(wanting) and all(found.last == rank for found in wanting)
        g[position.FINAL + rank] = int(final)
    g[position.FOURS] = (len(foundations) + 3) // 4 * 4
    g[position.DEPTHS] = 1 + max(foundation.length for foundation in foundations)
    plays: dict[tuple[int, int], list[float]] = {}
    for k, foundation in enumerate(foundations):
        g[position.LENGTH + k] = foundation.length
        for at, rank in enumerate(foundation.sequence):
            g[position.SEQUENCE + 32 * k + at] = rank
        for laid in range(foundation.length + 1):
            away = plays[k, laid] = [inf] * g[position.ROW]
            for at, rank in enumerate(foundation.sequence[laid:], start=1):
                away[rank] = at
            for rank, distance in enumerate(away):
                at = 1024 * k + 32 * laid + rank
                g[position.NEAR + at] = int(min(distance, position.NEVER - (distance < inf)))
                g[position.WANTED + at] = int(distance < inf)
    base = 5 if len(foundations) <= 4 else 16
    for upper in range(variant.modulus + 1):
        for k in range(g[position.FOURS]):
            for laid in range(g[position.DEPTHS]):
                away = plays.get((k, laid), [])
                g += _orders(away, upper, base) if away else [0] * g[position.ROW]
    return form.ints(g)


def _orders(away: list[float], upper: int, base: int) -> list[int]:
    """How a foundation wants a card over each rank, as a digit of a number to this base.

    The first digit counts the foundations that want the upper card first, and that want both where
    they are equal; the second those that want the lower one first; the third those that want the
    upper alone, the fourth the lower alone.
    """
    first = away[upper]
    if first == inf:
        return [0 if then == inf else base**3 for then in away]
    row = [base**2 if then == inf else 1 if first < then else base for then in away]
    row[upper] = 1
    return row


def _state(form: Form, place: Game | View) -> Any:
    s = form.ints(position.STATE_SIZE)
    s[position.SIZE], s[position.PLACED] = place.stock_size, place.placed
    s[position.REDEALS] = place.redeals
    for k, cards in enumerate(place.laid):
        s[position.LAID + k] = len(cards)
    for rank, count in enumerate(_unseen(place), start=1):
        s[position.UNSEEN + rank] = count
    for p, cards in enumerate(place.piles[: _piles(place.variant) + 1]):
        s[position.HEIGHT + p] = len(cards)
        for at, card in enumerate(cards):
            s[position.PILE + position.STRIDE * p + at] = card.rank
    return s
