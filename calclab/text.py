"""A position as text, for a terminal, a screen reader and the description inside pictures.

What lives here: `board`. What does not: pictures (``svg``). Source of the words: the rulebook.
"""

from __future__ import annotations

from calclab.cards import Card
from calclab.game import Game
from calclab.messages import _, card_label, rank_label
from calclab.rulepages import interval_label
from calclab.variants import UNLIMITED


def board(game: Game) -> str:
    """The whole table, one pile a line, bottom card first.

    >>> from calclab import deal
    >>> print(board(deal("calculation", seed=7)).splitlines()[1])
    F1  +1  A♦  needs 2  1 of 13
    """
    lines = [
        _("{game}: {placed} of {total} placed").format(
            game=_(game.variant.name), placed=game.placed, total=game.total
        )
    ]
    if game.variant.rows:
        lines = [_(game.variant.name)]
    if game.indicators:
        lines.append(_("indicators") + "  " + _cards(game.indicators))
    lines += [_foundation(game, at) for at in range(len(game.foundations))]
    lines += [f"{name:3} {_cards(game.pile(name))}" for name in game.pile_names if name[0] != "G"]
    for row in range(1, len(game.variant.rows) + 1):
        piles = [game.pile(name) for name in game.pile_names if name.startswith(f"G{row}")]
        lines.append(f"G{row}  " + "  ".join(_cards(pile).replace(" ", "-") for pile in piles))
    if not game.variant.builds:
        lines.append(_stock(game))
    return "\n".join(line.rstrip() for line in lines)


def _foundation(game: Game, at: int) -> str:
    foundation, laid, need = game.foundations[at], game.laid[at], game.needs[at]
    top = card_label(laid[-1]) if laid else "–"
    want = _("full") if need is None else _("needs {rank}").format(rank=rank_label(need))
    count = _("{laid} of {length}").format(laid=len(laid), length=foundation.length)
    return f"F{at + 1}  {interval_label(foundation.interval)}  {top}  {want}  {count}"


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(card_label, cards)) or "–"


def _stock(game: Game) -> str:
    parts = []
    if game.variant.turns:
        parts.append("S   " + (card_label(game.turned) if game.turned else "–"))
    parts.append(_("{count} in the stock").format(count=game.stock_size))
    if game.redeals and game.redeals != UNLIMITED:
        parts.append(_("redeals left: {count}").format(count=game.redeals))
    return "  ".join(parts)
