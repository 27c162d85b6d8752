"""The proof that a game is lost whatever the order of the unseen cards, with its reason.

What lives here: `deadlock`, which reads a proof off the bound of ``closure``. What does not: that
bound and its argument, the exact test (``completion``).

What remains stopped when nothing can go on any more is a closed set: each of its foundations waits
for a card under a stopper, and each stopper waits for one of its foundations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from calclab.blockage.closure import Closure, closure, moving_columns
from calclab.blockage.table import Spot, Table, blocking_piles, table
from calclab.cards import Card
from calclab.game import Position
from calclab.messages import _, card_label, listed, ngettext, rank_label


@dataclass(frozen=True, slots=True)
class Stuck:
    """A foundation that never gets past `reached` cards: it needs `rank`, and `copies` are buried.

    `before` are the ranks that it may still take until it stops.
    """

    foundation: str
    rank: int
    reached: int
    before: tuple[int, ...]
    copies: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Stopper:
    """A card that can never leave its pile.

    `above` are the copies of its rank over it, `takers` the foundations that take its rank before
    they stop (no more than there are copies above), `later` those that would take it afterwards.
    `columns` says that it might have gone to another column, and that none will ever take it.
    """

    spot: Spot
    above: tuple[Spot, ...]
    takers: tuple[str, ...]
    later: tuple[str, ...]
    columns: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of a proof with the foundations and the cards that it speaks of."""

    number: int
    text: str
    foundations: tuple[str, ...]
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Deadlock:
    """A closed set that proves the game lost; `dead` are all cards that can never leave.

    >>> from calclab.blockage.examples import ring
    >>> for step in deadlock(ring()).steps: print(step.number, step.text)
    1 F2 needs 9. No 9 is unseen. The 9♣ lies under the 10♦ on W1.
    2 The 10♦ can go only to F3. F3 takes it only after its 4.
    3 F3 needs 4. No 4 is unseen. The 4♣ lies under the J♦ on W2.
    4 The J♦ can go only to F2. F2 takes it only after its 9.
    """

    stuck: tuple[Stuck, ...]
    stoppers: tuple[Stopper, ...]
    dead: tuple[Spot, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The proof in numbered sentences, in the reader's language and card letters."""
        return tuple(_steps(self))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences alone, without their numbers."""
        return tuple(step.text for step in self.steps)


def deadlock(position: Position) -> Deadlock | None:
    """A proof that no order of the unseen cards wins any more; None where this test finds none.

    Takes a `Game` or a `View`; the order of the stock is not used. It is never wrong when it finds
    a proof, and `completion` finds some losses that it misses.
    """
    if not position.foundations or position.redeals:
        return None
    board = table(position)
    best = _best(position, board)
    if all(
        count == len(sequence)
        for count, sequence in zip(best.ceilings, board.sequences, strict=True)
    ):
        return None
    return _smallest_proof(position, board, best)


def is_deadlocked(position: Position) -> bool:
    """Whether `deadlock` finds a proof; faster, since no reason is made."""
    if not position.foundations or position.redeals:
        return False
    board = table(position)
    ceilings = _best(position, board).ceilings
    return any(map(int.__lt__, ceilings, map(len, board.sequences)))


def dead_cards(position: Position) -> tuple[Spot, ...]:
    """The cards on piles that can never leave, in any order of the unseen cards.

    >>> from calclab.blockage.examples import ring
    >>> [str(spot.card) for spot in dead_cards(ring())]
    ['9C', '10D', '4C', 'JD']
    """
    if not position.foundations:
        return ()
    board = table(position)
    return tuple(_dead(position, _best(position, board)))


def _best(position: Position, board: Table) -> Closure:
    return closure(board, moving_columns(position))


def _dead(position: Position, best: Closure) -> Iterator[Spot]:
    for (name, cards), stop in zip(blocking_piles(position), best.stoppers, strict=True):
        for index in range(stop + 1):
            yield _spot(name, cards, index)


def _spot(name: str, cards: tuple[Card, ...], index: int) -> Spot:
    return Spot(name, index, len(cards) - 1 - index, cards[index])


def _smallest_proof(position: Position, board: Table, best: Closure) -> Deadlock:
    piles = blocking_piles(position)
    stopped = [
        at for at, sequence in enumerate(board.sequences) if best.ceilings[at] < len(sequence)
    ]
    sets = [_closed_set(at, board, best) for at in stopped]
    foundations, at_piles = min(sets, key=lambda pair: (len(pair[0]) + len(pair[1]), pair[0]))
    stuck = tuple(_stuck(at, board, best, piles) for at in foundations)
    columns = moving_columns(position) is not None
    stoppers = tuple(_stopper(at, board, best, piles, columns) for at in at_piles)
    return Deadlock(stuck, stoppers, tuple(_dead(position, best)))


def _closed_set(root: int, board: Table, best: Closure) -> tuple[list[int], list[int]]:
    """The foundations and piles that a proof from one stopped foundation needs, in its order."""
    foundations, piles = [root], []
    for at in foundations:  # grows while it is walked
        rank = board.sequences[at][best.ceilings[at]]
        for pile, ranks in enumerate(board.piles):
            if rank in ranks and pile not in piles:
                piles.append(pile)
                stopper = ranks[best.stoppers[pile]]
                for other, sequence in enumerate(board.sequences):
                    waits = stopper in sequence[best.ceilings[other] :]
                    if waits and other not in foundations:
                        foundations.append(other)
    return foundations, piles


def _stuck(
    at: int, board: Table, best: Closure, piles: tuple[tuple[str, tuple[Card, ...]], ...]
) -> Stuck:
    sequence, reached = board.sequences[at], best.ceilings[at]
    copies = tuple(
        _spot(name, cards, index)
        for name, cards in piles
        for index, card in enumerate(cards)
        if card.rank == sequence[reached]
    )
    before = sequence[board.laid[at] : reached]
    return Stuck(f"F{at + 1}", sequence[reached], reached, before, copies)


def _stopper(
    at: int,
    board: Table,
    best: Closure,
    piles: tuple[tuple[str, tuple[Card, ...]], ...],
    columns: bool,
) -> Stopper:
    name, cards = piles[at]
    index = best.stoppers[at]
    rank = cards[index].rank
    above = tuple(
        _spot(name, cards, over)
        for over in range(index + 1, len(cards))
        if cards[over].rank == rank
    )
    takers, later = [], []
    for number, sequence in enumerate(board.sequences):
        if rank in sequence[board.laid[number] : best.ceilings[number]]:
            takers.append(f"F{number + 1}")
        elif rank in sequence[best.ceilings[number] :]:
            later.append(f"F{number + 1}")
    return Stopper(_spot(name, cards, index), above, tuple(takers), tuple(later), columns)


# The sentences


def _steps(proof: Deadlock) -> Iterator[Step]:
    number = 0
    told: set[str] = set()
    ranks = {stuck.foundation: stuck.rank for stuck in proof.stuck}
    by_pile = {stopper.spot.pile: stopper for stopper in proof.stoppers}
    for stuck in proof.stuck:
        number += 1
        piles = dict.fromkeys(spot.pile for spot in stuck.copies)
        covers = [by_pile[pile] for pile in piles]
        spots = (*stuck.copies, *(cover.spot for cover in covers))
        yield Step(number, _why_stuck(stuck, by_pile), (stuck.foundation,), spots)
        for cover in covers:
            if cover.spot.pile not in told:
                told.add(cover.spot.pile)
                number += 1
                names = (*cover.takers, *cover.later)
                yield Step(number, _why_stopped(cover, ranks), names, (cover.spot, *cover.above))


def _why_stuck(stuck: Stuck, by_pile: dict[str, Stopper]) -> str:
    rank = rank_label(stuck.rank)
    if stuck.before:
        start = _("{name} may still take {before}. Then it needs {rank}.").format(
            name=stuck.foundation, rank=rank, before=" ".join(map(rank_label, stuck.before))
        )
    else:
        start = _("{name} needs {rank}.").format(name=stuck.foundation, rank=rank)
    where = [
        _where([spot for spot in stuck.copies if spot.pile == pile], by_pile[pile])
        for pile in dict.fromkeys(spot.pile for spot in stuck.copies)
    ]
    return " ".join([start, _("No {rank} is unseen.").format(rank=rank), *where])


def _where(spots: list[Spot], cover: Stopper) -> str:
    """Where the copies on one pile are; the stopper itself may be one of them."""
    under = [card_label(spot.card) for spot in spots if spot != cover.spot]
    if not under:
        return _("The {card} on {pile} is stopped itself.").format(
            card=card_label(cover.spot.card), pile=cover.spot.pile
        )
    return ngettext(
        "The {cards} lies under the {cover} on {pile}.",
        "The {cards} lie under the {cover} on {pile}.",
        len(under),
    ).format(cards=listed(under), cover=card_label(cover.spot.card), pile=cover.spot.pile)


def _why_stopped(cover: Stopper, ranks: dict[str, int]) -> str:
    text = _why_no_foundation(cover, ranks)
    return text + " " + _("No column will ever take it.") if cover.columns else text


def _why_no_foundation(cover: Stopper, ranks: dict[str, int]) -> str:
    card = card_label(cover.spot.card)
    if cover.above:
        told = [*_how_many(cover), *_too_late(cover, ranks)]
    elif cover.later:
        only = _("The {card} can go only to {names}.")
        told = [only.format(card=card, names=listed(cover.later)), *_too_late(cover, ranks)]
    else:
        told = [_("No foundation wants the {card} any more.").format(card=card)]
    return " ".join(told)


def _how_many(cover: Stopper) -> Iterator[str]:
    """The copies on the pile, and the foundations that take their rank in time."""
    yield _("{count} cards of rank {rank} lie there on {pile}. The lowest is the {card}.").format(
        count=len(cover.above) + 1,
        rank=rank_label(cover.spot.card.rank),
        pile=cover.spot.pile,
        card=card_label(cover.spot.card),
    )
    if not cover.takers:
        yield _("No foundation takes one in time.")
        return
    yield ngettext(
        "Only {names} still takes one in time.",
        "Only {names} still take one in time.",
        len(cover.takers),
    ).format(names=listed(cover.takers))


def _too_late(cover: Stopper, ranks: dict[str, int]) -> Iterator[str]:
    """When the others take the card; those that wait for the same rank are named together."""
    waiting: dict[int, list[str]] = {}
    for name in cover.later:
        waiting.setdefault(ranks[name], []).append(name)
    for rank, names in waiting.items():
        if cover.above:
            text = ngettext(
                "{names} takes one only after its {rank}.",
                "{names} take one only after their {rank}.",
                len(names),
            )
        else:
            text = ngettext(
                "{names} takes it only after its {rank}.",
                "{names} take it only after their {rank}.",
                len(names),
            )
        yield text.format(names=listed(names), rank=rank_label(rank))
