"""What a reason is, and the scene that it is read off: a position, a move, what is seen after it.

What lives here: `Reason`, `Scene`, `after`, and what several reasons look up. What does not:
any reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from calclab.blockage import soonest, when
from calclab.cards import Card
from calclab.game import Cards, Position
from calclab.messages import _
from calclab.moves import Move
from calclab.rules import top_card

Kind = Literal[
    "lost", "holds", "kings", "empty", "last-empty", "buries", "urgent", "run", "order", "even",
    "covers", "several", "clean", "short", "cell", "choice", "frees", "uncovers", "only", "fits",
    "other",
]  # fmt: skip
HARMS = ("buries", "urgent", "covers", "several")  # what speaks against a move, by weight
Place = tuple[str, int]  # a card where it lies: the pile's name, its index from the bottom
NEVER = 10_000  # the time of a rank that no foundation wants any more


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a move does: its kind, a sentence, and the cards that the sentence means."""

    kind: Kind
    text: str
    spots: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A move of a card; `then` is what is seen after it, `times` how soon each rank is wanted."""

    view: Position
    move: Move
    card: Card
    then: Position
    times: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        times = tuple(NEVER if time is None else time for time in soonest(self.view))
        object.__setattr__(self, "times", times)

    @property
    def cards(self) -> Cards:
        """The cards that lie on the target before the move."""
        return self.view.pile(self.move.target)

    def time(self, card: Card) -> int:
        """How soon a card's rank is wanted, before the move."""
        return self.times[card.rank - 1]

    def is_sooner(self, card: Card) -> bool:
        """Whether a card is wanted sooner than the one that moves."""
        return self.time(card) < self.time(self.card)


def after(view: Position, move: Move) -> Position | None:
    """What is seen after one card was carried, the next card not yet turned; None for the rest."""
    card = carried(view, move)
    if card is None or view.variant.rows:
        return None
    piles, laid = list(view.piles), list(view.laid)
    if move.source != "S":
        at = view.variant.pile_index[move.source]
        piles[at] = piles[at][:-1]
    if move.target[0] == "F":
        laid[int(move.target[1:]) - 1] += (card,)
    else:
        piles[view.variant.pile_index[move.target]] += (card,)
    turned = None if move.source == "S" else view.turned
    return replace(view, piles=tuple(piles), laid=tuple(laid), turned=turned)


def carried(view: Position, move: Move) -> Card | None:
    """The card that a move carries; None where it is not one card."""
    if move.kind != "move" or (move.source != "S" and move.source not in view.pile_names):
        return None
    return top_card(view, move.source)


def takers(view: Position, rank: int) -> list[str]:
    """The foundations that need the rank now."""
    return [f"F{number}" for number, need in enumerate(view.needs, start=1) if need == rank]


def spots_of(name: str, cards: Cards, rank: int) -> tuple[Place, ...]:
    """The cards of a rank on a pile."""
    return tuple((name, at) for at, one in enumerate(cards) if one.rank == rank)


def in_words(time: int) -> str:
    """How soon, in words: `now`, `in 4 plays`, `never again`."""
    return _("never again") if time == NEVER else when(time)
