"""What a player can read off a position: needs, distances, what lies where, what blocks what.

What lives here: small values, one for each thing a learner looks for, and `blocks`, the relation
that every picture and every sentence uses. What does not: proofs (``deadlock``). Distances count
plays on one foundation; 1 is wanted now. Source: the rulebook's words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from calclab.blockage.deadlock import is_deadlocked
from calclab.blockage.table import Spot, blocking_piles, table, unseen_counts
from calclab.cards import Card
from calclab.game import Position
from calclab.messages import _, card_label, ngettext, rank_label
from calclab.moves import Move
from calclab.rules import carried, top_card


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the copies of a rank are that are not laid: in hand, unseen (counted), on piles."""

    rank: int
    turned: bool
    held: bool
    unseen: int
    spots: tuple[Spot, ...]

    @property
    def at_hand(self) -> int:
        """The copies that nothing covers: turned, held, or on top of a pile."""
        return self.turned + self.held + sum(not spot.depth for spot in self.spots)

    @property
    def left(self) -> int:
        """All copies that are not laid."""
        return self.turned + self.held + self.unseen + len(self.spots)


@dataclass(frozen=True, slots=True)
class Run:
    """A reverse run: from the top down, each card is wanted right after the one on it.

    `low` and `high` are the indices of its lowest and highest card, `foundation` takes them all.
    """

    pile: str
    low: int
    high: int
    foundation: str


@dataclass(frozen=True, slots=True)
class PileReading:
    """One pile: its cards, the soonest that each is wanted, how many lie on each."""

    name: str
    cards: tuple[Card, ...]
    distances: tuple[int | None, ...]
    depths: tuple[int, ...]
    inversions: int
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A card that lies on one that is wanted sooner, with the foundations that say so.

    `distance` is how soon the blocked card is wanted, `own_distance` how soon the blocker can
    leave at best (None: nobody wants it), `others` the copies of the blocked rank elsewhere that
    nothing covers, `chief` whether no other card on the blocked one is wanted later.
    """

    blocker: Spot
    blocked: Spot
    foundation: str
    distance: int
    own_foundation: str | None
    own_distance: int | None
    others: int
    chief: bool

    @property
    def sentence(self) -> str:
        """The block in words, in the reader's language and card letters."""
        start = _("{blocker} lies on {blocked} on {pile}.").format(
            blocker=card_label(self.blocker.card),
            blocked=card_label(self.blocked.card),
            pile=self.blocked.pile,
        )
        return f"{start} {self.reason}"

    @property
    def reason(self) -> str:
        """When the blocked card is wanted, and when the blocker."""
        want = _("{name} wants {rank} {when}").format(
            name=self.foundation, rank=rank_label(self.blocked.card.rank), when=when(self.distance)
        )
        if self.own_distance is None:
            own = _("no foundation wants {rank} any more").format(
                rank=rank_label(self.blocker.card.rank)
            )
        else:
            own = _("{rank} is wanted {when}").format(
                rank=rank_label(self.blocker.card.rank), when=when(self.own_distance)
            )
        return f"{want}; {own}."


def when(distance: int) -> str:
    """A distance in words.

    >>> when(1), when(4)
    ('now', 'in 4 plays')
    """
    if distance == 1:
        return _("now")
    return ngettext("in {count} play", "in {count} plays", distance).format(count=distance)


def distances(position: Position, rank: int) -> tuple[int | None, ...]:
    """For each foundation, how many plays until it takes the rank; None where it never will.

    >>> from calclab import deal
    >>> distances(deal("calculation", seed=7), 8)
    (7, 3, 6, 1)
    """
    return tuple(
        foundation.distance(rank, len(cards))
        for foundation, cards in zip(position.foundations, position.laid, strict=True)
    )


def soonest(position: Position) -> tuple[int | None, ...]:
    """The soonest that each rank can be wanted (`T`); index 0 is rank 1, None: never again.

    >>> from calclab import deal
    >>> soonest(deal("calculation", seed=7))[:5]
    (6, 1, 2, 1, 4)
    """
    found: list[int | None] = [None] * position.variant.modulus
    for foundation, cards in zip(position.foundations, position.laid, strict=True):
        for ahead, rank in enumerate(foundation.sequence[len(cards) :], start=1):
            known = found[rank - 1]
            if known is None or ahead < known:
                found[rank - 1] = ahead
    return tuple(found)


def whereabouts(position: Position, rank: int) -> Whereabouts:
    """Where the copies of a rank are that are not laid."""
    spots = tuple(
        Spot(name, index, len(cards) - 1 - index, card)
        for name, cards in zip(position.pile_names, position.piles, strict=True)
        if name != "H"
        for index, card in enumerate(cards)
        if card.rank == rank
    )
    held = bool(position.variant.hold) and any(card.rank == rank for card in position.pile("H"))
    turned = position.turned is not None and position.turned.rank == rank
    return Whereabouts(rank, turned, held, unseen_counts(position)[rank - 1], spots)


def readings(position: Position) -> tuple[PileReading, ...]:
    """What each pile is like, in the order of their names; none where nothing can block."""
    times = soonest(position)
    return tuple(_reading(position, name, cards, times) for name, cards in blocking_piles(position))


def _reading(
    position: Position, name: str, cards: tuple[Card, ...], times: tuple[int | None, ...]
) -> PileReading:
    wanted = tuple(times[card.rank - 1] for card in cards)
    keys = [_key(time) for time in wanted]
    inversions = sum(keys[under] < keys[over] for over in range(len(keys)) for under in range(over))
    depths = tuple(range(len(cards) - 1, -1, -1))
    runs = tuple(_runs(position, name, cards))
    return PileReading(name, cards, wanted, depths, inversions, runs)


def _key(time: int | None) -> int:
    return 10_000 if time is None else time


def _runs(position: Position, name: str, cards: tuple[Card, ...]) -> Iterator[Run]:
    """The longest reverse runs on a pile, for each foundation, two cards or more."""
    for number, (foundation, laid) in enumerate(
        zip(position.foundations, position.laid, strict=True), start=1
    ):
        ahead = {rank: at for at, rank in enumerate(foundation.sequence[len(laid) :])}
        low = 0
        for index in range(1, len(cards) + 1):
            if index < len(cards):
                under, over = ahead.get(cards[index - 1].rank), ahead.get(cards[index].rank)
                if under is not None and over is not None and over + 1 == under:
                    continue
            if index - 1 > low:
                yield Run(name, low, index - 1, f"F{number}")
            low = index


def blocks(position: Position) -> tuple[Block, ...]:
    """Every card that lies on one wanted sooner, with the reason; the most urgent come first.

    On gathered piles (a redeal is left) nothing blocks; a card that lies on its own rank does not
    block it.

    >>> from calclab.blockage.examples import ring
    >>> print(blocks(ring())[0].sentence)
    10♦ lies on 9♣ on W1. F2 wants 9 now; 10 is wanted in 3 plays.
    """
    if not position.foundations:
        return ()
    times = [_key(time) for time in soonest(position)]
    loose = table(position).loose
    piles = blocking_piles(position)
    tops = [cards[-1].rank for name, cards in piles if cards]
    found: list[Block] = []
    for name, cards in piles:
        for index, card in enumerate(cards):
            time = times[card.rank - 1]
            over = [times[other.rank - 1] for other in cards[index + 1 :]]
            latest = max(over, default=0)
            if latest > time:
                others = loose[card.rank] + tops.count(card.rank)
                found += _blocks_on(position, name, cards, index, others)
    return tuple(sorted(found, key=lambda block: (block.distance, not block.chief)))


def main_blocks(position: Position) -> tuple[Block, ...]:
    """Of all blocks those worth an arrow: each blocker's most urgent one, latest blocker only."""
    best: dict[tuple[str, int], Block] = {}
    for block in blocks(position):
        if block.chief:
            best.setdefault((block.blocker.pile, block.blocker.index), block)
    return tuple(best.values())


def _blocks_on(
    position: Position, name: str, cards: tuple[Card, ...], index: int, others: int
) -> Iterator[Block]:
    foundation, time = _first_wish(position, cards[index].rank)
    assert foundation is not None and time is not None
    wishes = [_first_wish(position, card.rank) for card in cards[index + 1 :]]
    latest = max(_key(wish[1]) for wish in wishes)
    last = len(cards) - 1
    chief_at = max(at for at, wish in enumerate(wishes) if _key(wish[1]) == latest)
    for at, (own, own_time) in enumerate(wishes):
        if _key(own_time) > time:
            over = index + 1 + at
            yield Block(
                Spot(name, over, last - over, cards[over]),
                Spot(name, index, last - index, cards[index]),
                foundation,
                time,
                own,
                own_time,
                others,
                at == chief_at,
            )


def room(position: Position) -> dict[str, tuple[int, ...]]:
    """For each pile the ranks that may lie on it and block no card that is free so far.

    The top is free; what lies under it and is free is wanted later still. So a rank that is wanted
    no later than the top does no harm, and an empty pile takes every rank.

    >>> from calclab.blockage.examples import ring
    >>> room(ring())["W1"]
    (4, 7, 9, 10, 11, 13)
    """
    times = [_key(time) for time in soonest(position)]
    return {
        name: tuple(
            rank
            for rank, time in enumerate(times, start=1)
            if not cards or time <= times[cards[-1].rank - 1]
        )
        for name, cards in blocking_piles(position)
    }


def _first_wish(position: Position, rank: int) -> tuple[str | None, int | None]:
    """The foundation that can want a rank soonest, and how soon."""
    best: tuple[str | None, int | None] = (None, None)
    for number, distance in enumerate(distances(position, rank), start=1):
        if distance is not None and (best[1] is None or distance < best[1]):
            best = (f"F{number}", distance)
    return best


def last_copies(position: Position) -> tuple[Spot, ...]:
    """Cards on piles that are the last copy of a rank which is still wanted, soonest first."""
    times = soonest(position)
    loose = table(position).loose
    spots: dict[int, list[Spot]] = {}
    for name, cards in blocking_piles(position):
        for index, card in enumerate(cards):
            spot = Spot(name, index, len(cards) - 1 - index, card)
            spots.setdefault(card.rank, []).append(spot)
    found = [
        places[0]
        for rank, places in spots.items()
        if len(places) == 1 and not loose[rank] and times[rank - 1] is not None
    ]
    return tuple(sorted(found, key=lambda spot: (_key(times[spot.card.rank - 1]), spot.pile)))


def warning(position: Position, source: str, target: str) -> str | None:
    """What a card laid on a pile would do harm to: None, or one quiet sentence.

    It speaks when the card would cover the last copy at hand of a rank that is wanted sooner, or
    when the position after it is proved lost (and was not before).
    """
    card = top_card(position, source)
    cards = dict(blocking_piles(position)).get(target)
    if card is None or cards is None or source == target:
        return None
    then = after(position, Move(source, target))
    if then is not None and is_deadlocked(then) and not is_deadlocked(position):
        return _("With {card} on {pile} no order of the unseen cards wins any more.").format(
            card=card_label(card), pile=target
        )
    times = [_key(time) for time in soonest(position)]
    loose = list(table(position).loose)
    if source in "SH":
        loose[card.rank] -= 1
    tops = [pile[-1].rank for name, pile in blocking_piles(position) if pile and name != target]
    if not cards or times[cards[-1].rank - 1] >= times[card.rank - 1]:
        return None
    rank = cards[-1].rank
    if loose[rank] or rank in tops:
        return None
    return _("{card} would cover {other}, the last {rank} at hand; none is unseen.").format(
        card=card_label(card), other=card_label(cards[-1]), rank=rank_label(rank)
    )


def after(position: Position, move: Move) -> Position | None:
    """The position with one card carried, the next card not yet turned; None for other moves."""
    card = carried(position, move)
    if card is None or position.variant.rows:
        return None
    piles, laid = list(position.piles), list(position.laid)
    if move.source != "S":
        at = position.variant.pile_index[move.source]
        piles[at] = piles[at][:-1]
    if move.goes_up:
        laid[int(move.target[1:]) - 1] += (card,)
    else:
        piles[position.variant.pile_index[move.target]] += (card,)
    turned = None if move.source == "S" else position.turned
    return replace(position, piles=tuple(piles), laid=tuple(laid), turned=turned)
