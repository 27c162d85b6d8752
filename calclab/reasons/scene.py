"""What a reason is, and the scene that it is read off: a position, a move, what is seen after it.

What lives here: `Reason`, `Scene`, and what several reasons look up. What does not: any reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from calclab.blockage import soonest, when
from calclab.cards import Card
from calclab.game import Cards, Position
from calclab.messages import _
from calclab.moves import Move

Kind = Literal[
    "lost", "holds", "kings", "empty", "last-empty", "buries", "urgent", "run", "order", "even",
    "covers", "several", "clean", "short", "cell", "choice", "passes", "frees", "uncovers", "only",
    "fits", "other",
]  # fmt: skip
HARMS = ("buries", "urgent", "covers", "several")  # what a move does to a card, by weight
AGAINST = (*HARMS, "passes")  # what speaks against a move: also what it does not do
Place = tuple[str, int]  # a card where it lies: the pile's name, its index from the bottom
NEVER = 10_000  # the time of a rank that no foundation wants any more


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a move does: its kind, a sentence, and the cards that the sentence means.

    Two moves do the same when kind and cards are the same, whatever the sentences say.
    """

    kind: Kind
    text: str = field(compare=False)
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


def takers(view: Position, rank: int) -> list[str]:
    """The foundations that need the rank now."""
    return [f"F{number}" for number, need in enumerate(view.needs, start=1) if need == rank]


def spots_of(name: str, cards: Cards, rank: int) -> tuple[Place, ...]:
    """The cards of a rank on a pile."""
    return tuple((name, at) for at, one in enumerate(cards) if one.rank == rank)


def in_words(time: int) -> str:
    """How soon, in words: `now`, `in 4 plays`, `never again`."""
    return _("never again") if time == NEVER else when(time)
