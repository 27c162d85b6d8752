"""Hints in three steps: where to look, what to compare, the move with its reason.

What lives here: `hint` and the value `Hint`. What does not: how moves are judged (``judging``), the
words of a reason (``reasons``), how hints are counted and drawn (``widgets``). A hint knows what
the player sees and never the order of the stock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from calclab.coach import Advice
from calclab.game import Position, View
from calclab.judging import judge, standing, unpeeking
from calclab.messages import _, card_label, rank_label
from calclab.moves import Move
from calclab.reasons import HARMS, Place, Reason, carried, reasons, why


@dataclass(frozen=True, slots=True)
class Hint:
    """The three steps of a hint.

    Step 1: `look` is a sentence, `at_risk` the cards it means as (pile, index from the bottom).
    Step 2: `piles` are two targets to compare, or fewer; `compare` is a sentence. Step 3: `move`
    and `why`. `equal` are the other moves that cannot be told from it (their intervals overlap).
    """

    advice: Advice
    look: str
    at_risk: tuple[Place, ...]
    piles: tuple[str, ...]
    compare: str
    move: Move
    why: str
    equal: tuple[Move, ...]
    equal_text: str
    whys: tuple[str, ...]  # one for each move of the advice

    def as_data(self) -> dict[str, Any]:
        """The hint as JSON knows it."""
        moves = [
            {
                "move": str(one.move),
                "win": round(one.win, 4),
                "low": round(one.low, 4),
                "high": round(one.high, 4),
                "tries": one.tries,
                "known": _(standing(one)),
                "why": reason,
            }
            for one, reason in zip(self.advice.chances, self.whys, strict=True)
        ]
        return {
            "level": self.advice.level,
            "simulations": self.advice.simulations,
            "look": self.look,
            "at_risk": [list(place) for place in self.at_risk],
            "piles": list(self.piles),
            "compare": self.compare,
            "move": str(self.move),
            "why": self.why,
            "equal": [str(move) for move in self.equal],
            "equal_text": self.equal_text,
            "moves": moves,
        }


def hint(view: Position, level: str = "quick", *, wait: bool = True) -> Hint:
    """The hint for a position; raises `ValueError` where no move is left or no coach plays.

    Without `wait` plain Python answers while the compiled form is still being made.
    """
    seen = unpeeking(view)
    advice = judge(seen, level, wait=wait)
    look, at_risk = _look(seen, advice)
    piles = _piles(advice)
    equal = equals(advice)
    whys = tuple(why(seen, one.move) for one in advice.chances)
    return Hint(
        advice,
        look,
        at_risk,
        piles,
        _compare(seen, advice, piles),
        advice.move,
        whys[0],
        equal,
        _equal_text(advice.move, equal),
        whys,
    )


def equals(advice: Advice) -> tuple[Move, ...]:
    """The moves, beside the best, whose intervals overlap with the best one's."""
    best, *others = advice.chances
    return tuple(one.move for one in others if one.tries and one.high >= best.low)


def _look(view: View, advice: Advice) -> tuple[str, tuple[Place, ...]]:
    """Step 1: the card that a worse move would harm, and where it lies."""
    at_risk = _harm(view, advice)
    if at_risk is not None:
        text = _("Look at {card} on {pile}. A move could harm it.")
        pile, index = at_risk.spots[0]
        label = card_label(view.pile(pile)[index])
        return text.format(card=label, pile=pile), at_risk.spots
    return _("No card is at risk here."), ()


def _harm(view: View, advice: Advice) -> Reason | None:
    """The weightiest harm that a move does and the best one does not."""
    best = {reason.text for reason in reasons(view, advice.move)}
    for kind in HARMS:
        for one in advice.chances[1:]:
            for reason in reasons(view, one.move):
                if reason.kind == kind and reason.spots and reason.text not in best:
                    return reason
    return None


def _piles(advice: Advice) -> tuple[str, ...]:
    """Step 2: the target of the best move, and the next best other target, by name."""
    targets = [one.move.target for one in advice.chances if one.move.target]
    return (
        tuple(sorted(dict.fromkeys(targets[:1] + targets[1:])))[:2]
        if len(targets) < 2
        else tuple(sorted(list(dict.fromkeys(targets))[:2]))
    )


def _compare(view: View, advice: Advice, piles: tuple[str, ...]) -> str:
    card = carried(view, advice.move)
    if len(piles) < 2 or card is None:
        return _("There is one move to look at.")
    return _("Compare {first} and {second} for {card}.").format(
        first=piles[0], second=piles[1], card=rank_label(card.rank)
    )


def _equal_text(best: Move, equal: tuple[Move, ...]) -> str:
    if not equal:
        return ""
    return _("{moves} cannot be told from {best}: their intervals overlap.").format(
        moves=", ".join(map(str, equal)), best=best
    )
