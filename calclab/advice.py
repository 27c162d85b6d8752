"""What people say about playing well: each piece of advice as a rule, and players made of rules.

What lives here: `Rule`, `player`, which makes a strategy of rules in order, and the advice of
books and clubs, one short function each. What does not: how well they play (``trials``), players
that learn or search (``coach``). A rule gives each move a number: the less, the better.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from calclab.blockage import soonest
from calclab.game import View
from calclab.messages import _, marked, rank_label
from calclab.moves import Move
from calclab.rules import carried

Rule = Callable[[View, Move], float]

FAR = 99  # later than anything that is still wanted
EARLY, LATE = (6, 8, 12), (10, 11, 13)  # the ranks that are said to be used early, and late
SHORT, TALL = 2, 6  # a pile is short up to here; said to be useless from here on


@dataclass(frozen=True, slots=True)
class Saying:
    """A piece of advice: its name, its words, and the rule that follows it."""

    name: str
    words: str
    rule: Rule

    @property
    def text(self) -> str:
        """The words in the language and the card letters of the moment."""
        early, late = (", ".join(map(rank_label, ranks)) for ranks in (EARLY, LATE))
        return _(self.words).format(early=early, late=late)


def legal(view: View) -> tuple[Move, ...]:
    """The legal moves, of which a player has to choose; raises `ValueError` where none is left."""
    moves = view.moves()
    if not moves:
        raise ValueError(f"the game is {view.outcome}; no move is left")
    return moves


def player(*rules: Rule) -> Callable[[View], Move]:
    """A strategy: the first rule that tells two moves apart decides; chance, where none does.

    Chance derives from the position that is seen: the same view gets the same move.

    >>> from calclab import deal
    >>> str(player(go_up)(deal("calculation", seed=14).view()))
    'S-F4'
    """

    def play(view: View) -> Move:
        moves = list(legal(view))
        for rule in rules:
            if len(moves) > 1:
                costs = [rule(view, move) for move in moves]
                least = min(costs)
                moves = [move for move, cost in zip(moves, costs, strict=True) if cost == least]
        return moves[0] if len(moves) == 1 else moves[_chance(view) % len(moves)]

    return play


def go_up(view: View, move: Move) -> float:
    """To a foundation whenever a card fits."""
    return not move.goes_up


def reverse_order(view: View, move: Move) -> float:
    """Late below, soon above: cover a card that is wanted a little later, and none sooner."""
    return _gap(view, move, soonest(view))


def knowing(steps: int) -> Rule:
    """Reverse order by somebody who knows so many next cards of each foundation, and no more."""

    def rule(view: View, move: Move) -> float:
        times = (time if time is None or time <= steps else None for time in soonest(view))
        return _gap(view, move, times)

    return rule


def early_and_late(view: View, move: Move) -> float:
    """No 10, J or K over other cards, and nothing over a 6, an 8 or a Q but these."""
    under = _top(view, move)
    return under is not None and _class(_rank(view, move)) > _class(under)


def kings_only(view: View, move: Move) -> float:
    """The last pile is for Kings, and all Kings go there."""
    if not move.parks:
        return 0
    return (move.target == view.pile_names[-1]) != _is_king(view, move)


def kings_below(view: View, move: Move) -> float:
    """A King to the bottom of an empty pile, or onto Kings; other cards may lie on it."""
    if not move.parks or not _is_king(view, move):
        return 0
    return any(card.rank != view.foundations[0].last for card in view.pile(move.target))


def short_pile(view: View, move: Move) -> float:
    """Always keep one pile of at most two cards."""
    heights = [len(view.pile(name)) + (name == move.target) for name in view.pile_names]
    return min(heights) > SHORT


def never_six(view: View, move: Move) -> float:
    """No sixth card on a pile."""
    return move.parks and len(view.pile(move.target)) >= TALL - 1


def prefer(*numbers: int) -> Rule:
    """A card that fits twice goes to these foundations (counted from 1)."""
    wished = {f"F{number}" for number in numbers}

    def rule(view: View, move: Move) -> float:
        return move.target not in wished

    return rule


def wait_for(*numbers: int) -> Rule:
    """Keep what these foundations (counted from 1) want within three plays for them."""

    def rule(view: View, move: Move) -> float:
        if not move.goes_up or int(move.target[1:]) in numbers:
            return 0
        rank = _rank(view, move)
        return any(
            (away := view.foundations[k - 1].distance(rank, len(view.laid[k - 1]))) and away <= 3
            for k in numbers
        )

    return rule


def _gap(view: View, move: Move, times: Iterable[int | None]) -> float:
    """What a card costs on a pile: how much later its cover is wanted, or that it buries one."""
    if not move.parks:
        return 0
    known = [FAR if time is None else time for time in times]
    under = _top(view, move)
    if under is None:
        return FAR
    rank = _rank(view, move)
    if known[under - 1] == known[rank - 1] == FAR:
        return FAR  # who knows neither might as well begin a pile
    gap = known[under - 1] - known[rank - 1]
    return gap if gap >= 0 else 2 * FAR - gap


def _rank(view: View, move: Move) -> int:
    """The rank of the card that a move carries."""
    card = carried(view, move)
    assert card is not None
    return card.rank


def _top(view: View, move: Move) -> int | None:
    """The rank that a move onto a pile covers."""
    pile = view.pile(move.target) if move.parks else ()
    return pile[-1].rank if pile else None


def _is_king(view: View, move: Move) -> bool:
    return _rank(view, move) == view.foundations[0].last


def _class(rank: int) -> int:
    return 0 if rank in EARLY else 2 if rank in LATE else 1


def _chance(view: View) -> int:
    """A number from what is seen."""
    seen = (
        [len(laid) for laid in view.laid],
        [[card.rank for card in pile] for pile in view.piles],
        view.turned and view.turned.rank,
    )
    return int.from_bytes(hashlib.blake2b(repr(seen).encode(), digest_size=6).digest())


NO_PLAN: tuple[Rule, ...] = (go_up,)
CAREFUL: tuple[Rule, ...] = (go_up, reverse_order)

SAYINGS: tuple[Saying, ...] = (
    Saying("reverse-order", marked("Build piles in reverse order."), reverse_order),
    Saying("early-and-late", marked("{early} early; {late} late."), early_and_late),
    Saying("kings-only", marked("One pile for Kings only."), kings_only),
    Saying("kings-below", marked("Kings to the bottom of a pile."), kings_below),
    Saying("short-pile", marked("Keep one pile short."), short_pile),
    Saying("never-six", marked("Never a sixth card on a pile."), never_six),
    Saying("three-four", marked("F3 and F4 first, where a card fits twice."), prefer(3, 4)),
    Saying("two", marked("F2 first, where a card fits twice."), prefer(2)),
    Saying("wait-three-four", marked("Keep cards for F3 and F4."), wait_for(3, 4)),
    Saying("wait-two", marked("Keep cards for F2."), wait_for(2)),
)
KNOWN = (1, 2, 3, 4, 6, 12)  # next cards of each foundation that a player knows by heart


def _players() -> dict[str, Callable[[View], Move]]:
    made = {"no-plan": player(*NO_PLAN), "careful": player(*CAREFUL)}
    made |= {f"knows-{steps}": player(go_up, knowing(steps)) for steps in KNOWN}
    for name, base in (("no-plan", NO_PLAN), ("careful", CAREFUL)):
        for saying in SAYINGS:
            made[f"{name}+{saying.name}"] = player(saying.rule, *base)
    del made["careful+reverse-order"]  # it is careful's own rule
    return made


PLAYERS = _players()
