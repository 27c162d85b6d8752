"""Why a move is good or bad, in words that can be checked on the table.

What lives here: `reasons`, what a move does to what lies there, and `why`, the first of it. What
does not: chances (``coach``), proofs (``blockage``). Every sentence is read off the position that
a player sees: needs, distances, what covers what. None weighs one reason against another.
"""

from __future__ import annotations

from collections.abc import Iterator

from calclab.blockage import after, is_deadlocked
from calclab.game import IllegalMove, Position
from calclab.messages import _, card_label
from calclab.moves import Move
from calclab.reasons.foundations import to_foundation, uncovered
from calclab.reasons.piles import order, to_pile
from calclab.reasons.scene import AGAINST, HARMS, Place, Reason, Scene
from calclab.rules import carried

__all__ = ["AGAINST", "HARMS", "Place", "Reason", "reasons", "why"]


def why(view: Position, move: Move) -> str:
    """The reasons in one or two short sentences.

    >>> from calclab import deal
    >>> why(deal("calculation", seed=16), Move.parse("S-W1"))
    'Takes an empty pile and covers nothing. 3 piles stay empty.'
    """
    return " ".join(reason.text for reason in reasons(view, move)[:2])


def reasons(view: Position, move: Move) -> tuple[Reason, ...]:
    """What a legal move does, the weightiest first; raises `IllegalMove` for another one."""
    refused = view.why_not(move)
    if refused is not None:
        raise IllegalMove(f"{move}: {refused}")
    return tuple(_reasons(view, move))


def _reasons(view: Position, move: Move) -> Iterator[Reason]:
    card, then = carried(view, move), after(view, move)
    if card is None or then is None:
        yield _without_card(move)
        return
    scene = Scene(view, move, card, then)
    if is_deadlocked(then) and not is_deadlocked(view):
        yield Reason("lost", _("After it no order of the unseen cards wins: proved."))
    if move.goes_up:
        yield from to_foundation(scene)
    elif move.target == "H":
        yield Reason("cell", _("{card} waits in the hold cell.").format(card=card_label(card)))
        yield Reason("cell", _("It covers nothing, and the cell is taken."))
    elif move.target[0] == "T":
        yield from uncovered(scene)
        if view.pile(move.target):
            yield order(scene)
    else:
        yield from to_pile(scene)


def _without_card(move: Move) -> Reason:
    if move.kind == "deal":
        return Reason("other", _("Turns the next cards of the stock."))
    if move.kind == "redeal":
        return Reason("other", _("The waste becomes the stock again."))
    return Reason("other", _("No reason is known for this move."))
