"""Hints in three steps: where to look, what to compare, the move with its reason.

What lives here: `hint` and the value `Hint`. What does not: how moves are judged (``judging``), the
words of a reason (``reasons``), how hints are counted and drawn (``widgets``). A hint knows what
the player sees and never the order of the stock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from calclab.blockage import soonest, when
from calclab.coach import Advice, likeness, unpeeking
from calclab.game import Position, View
from calclab.judging import (
    PROVED_LOST,
    PROVED_WON,
    equals,
    explained,
    judge,
    standing,
)
from calclab.messages import _, card_label, listed, rank_label
from calclab.moves import Move
from calclab.reasons import HARMS, Place, Reason, reasons
from calclab.rules import carried


@dataclass(frozen=True, slots=True)
class Hint:
    """The three steps of a hint, told when they are read, in the voice that speaks then.

    Step 1: `look` is a sentence, `at_risk` the cards it means as (pile, index from the bottom).
    Step 2: `piles` are two targets to compare, or fewer; `compare` is a sentence. Step 3: `move`
    and `why`. `equal` are the other moves that cannot be told from it, since their intervals
    overlap. `whys` has a reason for each move of the advice.

    >>> from calclab import deal
    >>> hint(deal("calculation", seed=16), "instant").compare
    'One place is as good as the other here.'
    """

    view: View = field(repr=False)
    advice: Advice

    @property
    def look(self) -> str:
        """Step 1: where to look."""
        return _look(self.view, self.advice)[0]

    @property
    def at_risk(self) -> tuple[Place, ...]:
        """Step 1: the cards that are meant."""
        return _look(self.view, self.advice)[1]

    @property
    def piles(self) -> tuple[str, ...]:
        """Step 2: what to compare."""
        return tuple(sorted(move.target for move in _two_moves(self.view, self.advice)))

    @property
    def compare(self) -> str:
        """Step 2: the question."""
        return _compare(self.view, self.advice, _two_moves(self.view, self.advice))

    @property
    def move(self) -> Move:
        """Step 3: the best move."""
        return self.advice.move

    @property
    def why(self) -> str:
        """Step 3: the reason for the best move."""
        return explained(self.view, self.advice.chances[0], best=True)

    @property
    def whys(self) -> tuple[str, ...]:
        """The reasons for all moves, in the order of the advice."""
        others = self.advice.chances[1:]
        return (self.why, *(explained(self.view, one) for one in others))

    @property
    def equal(self) -> tuple[Move, ...]:
        """The moves that cannot be told from the best one."""
        return equals(self.advice)

    @property
    def equal_text(self) -> str:
        """Which moves are as good as the best one; empty for none."""
        return equal_text(self.advice)


def hint(view: Position, level: str = "quick", *, wait: bool = True) -> Hint:
    """The hint for a position; raises `ValueError` where no move is left or no coach plays.

    Without `wait` plain Python answers while the compiled form is still being made.
    """
    seen = unpeeking(view)
    return Hint(seen, judge(seen, level, wait=wait))


# Step 1


def _look(view: View, advice: Advice) -> tuple[str, tuple[Place, ...]]:
    """The card that a worse move would harm, and where it lies."""
    best = advice.chances[0]
    if standing(best) == PROVED_LOST:
        return _("No move wins any more: proved."), ()
    harm = _worst_harm(view, advice)
    if harm is not None:
        return _harm_in_words(view, harm), harm.spots
    card = carried(view, best.move)
    if card is None or not best.move.goes_up:
        return _("No card on the table is at risk."), ()
    text = _("Look at what the foundations need: a card can go up now.")
    return text, ()


def _worst_harm(view: View, advice: Advice) -> Reason | None:
    """The weightiest harm of a move that the best move does not do; the soonest card first."""
    own = reasons(view, advice.move)
    times = soonest(view)

    def weight(harm: Reason) -> tuple[int, int, tuple[Place, ...]]:
        pile, index = harm.spots[-1]
        time = times[view.pile(pile)[index].rank - 1]
        return HARMS.index(harm.kind), 0 if time is None else time, harm.spots

    harms = (harm for harm in _harms(view, advice) if harm not in own)
    return min(harms, key=weight, default=None)


def _harms(view: View, advice: Advice) -> Iterator[Reason]:
    """What the moves do that are not as good as the best; failing these, what any other does."""
    alike = set(equals(advice))
    others = [one.move for one in advice.chances[1:]]
    for move in [move for move in others if move not in alike] or others:
        for reason in reasons(view, move):
            if reason.kind in HARMS:
                yield reason


def _harm_in_words(view: View, harm: Reason) -> str:
    pile, index = harm.spots[-1]
    card = view.pile(pile)[index]
    time = soonest(view)[card.rank - 1]
    words = {"card": card_label(card), "pile": pile, "rank": rank_label(card.rank)}
    if harm.kind == "buries":
        text = _("Look at {card} on {pile}: it is the last {rank}.")
        if len(harm.spots) > 1:
            text = _("Look at {pile}: every {rank} that is left lies there.")
        return text.format(**words)
    assert time is not None
    text = _("Look at {card} on {pile}: {rank} is wanted {when}.")
    return text.format(when=when(time), **words)


# Step 2


def _two_moves(view: View, advice: Advice) -> tuple[Move, ...]:
    """The best move, and the next best one whose target is another kind of place."""
    best = advice.move
    if best.kind != "move" or standing(advice.chances[0]) == PROVED_LOST:
        return ()
    for one in advice.chances[1:]:
        move = one.move
        if move.kind == "move" and likeness(view, move.target) != likeness(view, best.target):
            return best, move
    return (best,)


def _compare(view: View, advice: Advice, two: tuple[Move, ...]) -> str:
    """The question of step 2."""
    if len(advice.chances) == 1:
        return _("There is one move only.")
    if standing(advice.chances[0]) == PROVED_LOST:
        return _("There is nothing left to compare.")
    if len(two) < 2 and any(one.move.kind != "move" for one in advice.chances):
        return _("Does a card go up first, or do you go on with the stock?")
    if len(two) < 2:
        return _("One place is as good as the other here.")
    first, second = sorted(move.target for move in two)
    cards = [carried(view, move) for move in two]
    words = {"first": first, "second": second}
    if cards[0] != cards[1] or cards[0] is None:
        return _("Compare {first} and {second}. Which move comes first?").format(**words)
    rank = rank_label(cards[0].rank)
    kinds = {move.target[0] for move in two}
    if kinds == {"F"}:
        text = _("Compare {first} and {second}. What does each need after {rank}?")
    elif "F" in kinds:
        text = _("Compare {first} and {second}. Does {rank} go up now, or wait?")
    else:
        text = _("Compare {first} and {second}. What would {rank} cover there?")
    return text.format(rank=rank, **words)


def equal_text(advice: Advice) -> str:
    """Which moves are as good as the best one, as far as can be told; empty for none."""
    equal, known = equals(advice), standing(advice.chances[0])
    if not equal:
        return ""
    if known == PROVED_LOST:
        return _("Every move loses: proved.")
    moves = listed([str(advice.move), *map(str, equal)])
    if known == PROVED_WON:
        return _("{moves} all win: proved.").format(moves=moves)
    text = _("{moves} are equal as far as can be told. Their intervals overlap.")
    return text.format(moves=moves)
