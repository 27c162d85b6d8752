"""Positions for the exercises of lesson 05, drawn from a seed, and how they are told in words.

What lives here: drawing a small position whose cards all fit together, saying what lies on the
table, and `finish`, a way to lay every card of it. What does not: the questions (``burying``,
``proofs``), the readings (``blockage``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from calclab import variants
from calclab.blockage import distances
from calclab.blockage.examples import laid_out
from calclab.cards import Card, shuffled
from calclab.exercises.making import Draw
from calclab.game import Position, View
from calclab.messages import _, card_label, listed, ngettext, rank_label
from calclab.variants import Variant, VariantError


class Play(NamedTuple):
    """A rank that goes to a foundation; `pile` is None where it comes from the unseen cards."""

    rank: int
    foundation: int
    pile: int | None


def game_of(draw: Draw, piles: int) -> Variant:
    """The standard game on the ring that the question is drawn with."""
    try:
        return variants.get("calculation", piles=piles, modulus=draw.modulus)
    except VariantError:
        raise draw.none() from None


def drawn(
    draw: Draw, counts: Sequence[int], heights: Sequence[int], turned: bool = False
) -> View | None:
    """A position with so many cards on each foundation and so many at random on each pile."""
    game = game_of(draw, len(heights))
    missing = [
        rank
        for foundation, count in zip(game.foundations, counts, strict=True)
        for rank in foundation.sequence[count:]
    ]
    pool = shuffled(_with_suits(missing), draw.rng)
    if len(pool) < sum(heights) + turned:
        return None
    cards = iter(pool)
    piles = [[next(cards) for _card in range(height)] for height in heights]
    return laid_out(game, counts, piles, next(cards) if turned else None)


def _with_suits(ranks: Sequence[int]) -> list[Card]:
    """Cards of these ranks, the first suit first; each rank at most four times."""
    met: dict[int, int] = {}
    cards = []
    for rank in sorted(ranks):
        cards.append(Card(rank, "CDHS"[met.get(rank, 0)]))
        met[rank] = met.get(rank, 0) + 1
    return cards


def first_wish(position: Position, rank: int) -> tuple[int, int] | None:
    """How soon a rank can be wanted, and by which foundation (from 1); None: never again."""
    found = [(away, at) for at, away in enumerate(distances(position, rank), 1) if away is not None]
    return min(found, default=None)


def told(position: Position) -> str:
    """What lies on the table, in short sentences.

    >>> from calclab.blockage.examples import ring
    >>> told(ring())
    'F2 shows 7 and F3 shows A. F1 and F4 are full. W1 holds 9♣ 10♦ and W2 holds 4♣ J♦, top last.'
    """
    shown, full = [], []
    for at, (need, laid) in enumerate(zip(position.needs, position.laid, strict=True), start=1):
        if need is None:
            full.append(f"F{at}")
        else:
            top = rank_label(laid[-1].rank)
            shown.append(_("{name} shows {rank}").format(name=f"F{at}", rank=top))
    parts = [f"{listed(shown)}."]
    if full:
        text = ngettext("{names} is full.", "{names} are full.", len(full))
        parts.append(text.format(names=listed(full)))
    return " ".join([*parts, *_piles_told(position)])


def _piles_told(position: Position) -> list[str]:
    names = [name for name in position.pile_names if position.pile(name)]
    held = [
        _("{pile} holds {cards}").format(
            pile=name, cards=" ".join(map(card_label, position.pile(name)))
        )
        for name in names
    ]
    if not held:
        return []
    deep = any(len(position.pile(name)) > 1 for name in names)
    return [(_("{piles}, top last.") if deep else _("{piles}.")).format(piles=listed(held))]


def finish(position: Position) -> tuple[Play, ...] | None:
    """A way to lay every card when the unseen come in the best order; None where there is none.

    For small positions without a turned card; it tries everything and remembers what failed.
    """
    assert position.turned is None
    unseen = position.unseen if isinstance(position, View) else ()
    piles = tuple(tuple(card.rank for card in pile) for pile in position.piles)
    rows = tuple(
        foundation.sequence[len(laid) :]
        for foundation, laid in zip(position.foundations, position.laid, strict=True)
    )
    return _finish(rows, piles, (0, *unseen), set())


Rows = tuple[tuple[int, ...], ...]


def _finish(
    rows: Rows, piles: Rows, unseen: tuple[int, ...], failed: set[tuple[Rows, Rows]]
) -> tuple[Play, ...] | None:
    if not any(rows):
        return ()
    if (rows, piles) in failed:
        return None
    for at, row in enumerate(rows):
        if not row:
            continue
        rank = row[0]
        after = (*rows[:at], row[1:], *rows[at + 1 :])
        sources: list[int | None] = [n for n, pile in enumerate(piles) if pile and pile[-1] == rank]
        for source in sources + ([None] if unseen[rank] else []):
            if source is None:
                less = (*unseen[:rank], unseen[rank] - 1, *unseen[rank + 1 :])
                rest = _finish(after, piles, less, failed)
            else:
                fewer = (*piles[:source], piles[source][:-1], *piles[source + 1 :])
                rest = _finish(after, fewer, unseen, failed)
            if rest is not None:
                return (Play(rank, at + 1, source), *rest)
    failed.add((rows, piles))
    return None
