"""Kinds 26 to 30: what waits for what, and how to build a pile (lesson 05).

Each function draws positions that are equally hard, and names the wrong answers it expects.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations

from calclab.blockage import readings, when
from calclab.blockage.examples import laid_out
from calclab.cards import Card, shuffled
from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw, L, kind, row
from calclab.exercises.positions import drawn, first_wish, game_of, told
from calclab.game import View
from calclab.messages import _, card_label, listed, marked
from calclab.modular import wrap

NUMBERS = range(26, 31)


def _four_counts(draw: Draw) -> list[int]:
    """Cards on four foundations that are well under way."""
    return [draw.one(range(2, draw.modulus - 3)) for _foundation in range(4)]


@kind(26, "sooner", marked("Wanted sooner"))
def wanted_sooner(draw: Draw) -> Exercise:
    """Which of two tops is wanted sooner; catches comparing the numbers on the cards."""
    position, sooner, later = draw.search(lambda: _two_tops(draw))
    (soon, by), (late, other) = sooner[1:], later[1:]
    first, last = L(sooner[0]), L(later[0])
    return draw.exercise(
        told(position) + " " + _("Which of the two can be wanted sooner?"),
        "rank",
        (sooner[0],),
        _("F{by} wants {first} {soon}; {last} is wanted {late} at the soonest.").format(
            by=by, first=first, soon=when(soon), last=last, late=when(late)
        ),
        (
            _("Find the foundation that comes to each rank first."),
            _("Count plays, not ranks. Walk each foundation on to the two ranks."),
        ),
        [
            (
                (later[0],),
                "by-size",
                _("The smaller number need not come first. F{other} takes {last} {late}.").format(
                    other=other, last=last, late=when(late)
                ),
            )
        ],
        {"laid": tuple(map(len, position.laid)), "two": (sooner[0], later[0])},
        position=position,
    )


Timed = tuple[int, int, int]  # a rank, how soon it is wanted, by which foundation


def _two_tops(draw: Draw) -> tuple[View, Timed, Timed] | None:
    position = drawn(draw, _four_counts(draw), (1, 1))
    if position is None:
        return None
    timed = []
    for pile in position.piles:
        rank = pile[-1].rank
        wish = first_wish(position, rank)
        assert wish is not None
        timed.append((rank, *wish))
    sooner, later = sorted(timed, key=lambda one: one[1])
    fair = 2 <= sooner[1] <= 4 and 2 <= later[1] - sooner[1] <= 4 and sooner[0] > later[0]
    return (position, sooner, later) if fair else None


def _one_row(draw: Draw, cards: int) -> tuple[View, int, int, tuple[int, ...]]:
    """One foundation is left: the position, its number, the rank it waits for, the next ranks."""
    n = draw.modulus
    k, laid = draw.one(
        (k, laid)
        for k in draw.intervals(2, 4)
        for laid in range(2, n - cards)
        if _falls(draw.foundation(k).sequence[laid + 1 : laid + 1 + cards])
    )
    sequence = draw.foundation(k).sequence
    counts = [laid if at == k else n for at in (1, 2, 3, 4)]
    position = drawn(draw, counts, (0,))
    assert position is not None
    return position, k, sequence[laid], sequence[laid + 1 : laid + 1 + cards]


def _falls(ranks: Sequence[int]) -> bool:
    return any(after < before for before, after in pairwise(ranks))


@kind(27, "order", marked("One pile for all"))
def order_of_a_pile(draw: Draw) -> Exercise:
    """The order in which one pile takes three cards; catches the order in which they leave."""
    position, k, waits, leaving = _one_row(draw, 3)
    right = leaving[::-1]
    shown = shuffled([Card(rank, "C") for rank in sorted(leaving)], draw.rng)
    mistakes = []
    for wrong in permutations(leaving):
        over, under = next(
            (
                (over, under)
                for at, under in enumerate(wrong)
                for over in wrong[at + 1 :]
                if leaving.index(over) > leaving.index(under)
            ),
            (0, 0),
        )
        text = _("{over} would lie over {under}, and {under} leaves first.")
        if wrong == leaving:
            text = _("They leave in this order. What lies lowest leaves last.")
        name = "leaving-order" if wrong == leaving else "buries"
        if list(wrong) in (sorted(wrong), sorted(wrong, reverse=True)) and wrong != leaving:
            name = "by-size"
        mistakes.append((wrong, name, text.format(over=L(over or 1), under=L(under or 1))))
    return draw.exercise(
        told(position)
        + " "
        + _("{cards} must all lie on one pile until {rank} is laid.").format(
            cards=listed([L(card.rank) for card in shown]), rank=L(waits)
        )
        + " "
        + _("In which order can one pile take them, lowest first?"),
        "ranks",
        right,
        _("they leave as {row}, so the pile is built the other way round.").format(
            row=row(leaving)
        ),
        (
            _("Which of them does F{k} take last?").format(k=k),
            _("What leaves last lies lowest. What leaves first lies on top."),
        ),
        mistakes,
        {"k": k, "laid": len(position.laid[k - 1]), "cards": leaving},
        position=position,
    )


@kind(28, "piles", marked("How many piles"))
def piles_needed(draw: Draw) -> Exercise:
    """How many piles five cards need in their order; catches "one each" and "one for all"."""
    position, k, waits, leaving = _one_row(draw, 5)
    arriving = draw.search(lambda: _arrivals(draw, leaving))
    chain = _longest_chain(arriving, leaving)
    right = len(chain)
    few = _("{cards} come in the order in which they leave. None may lie on another.").format(
        cards=listed([L(rank) for rank in chain])
    )
    many = _("Fewer are enough. Lay a card on one that leaves after it.")
    return draw.exercise(
        told(position)
        + " "
        + _("Until {rank} is laid, these cards come: {row}.").format(
            rank=L(waits), row=row(arriving)
        )
        + " "
        + _("How many piles do they need, if none may bury another?"),
        "number",
        (right,),
        _("{cards} come in the order in which they leave: one pile each.").format(
            cards=listed([L(rank) for rank in chain])
        ),
        (
            _("F{k} takes them as {row}. Who may lie on whom?").format(k=k, row=row(leaving)),
            _("Lay each card on the pile whose top leaves next after it."),
        ),
        [
            ((1,), "one-for-all", few),
            ((5,), "one-each", many),
            *(((count,), "too-few" if count < right else "too-many", few if count < right else many)
              for count in (2, 3, 4)),
        ],
        {"k": k, "laid": len(position.laid[k - 1]), "cards": arriving},
        position=position,
    )  # fmt: skip


def _arrivals(draw: Draw, leaving: tuple[int, ...]) -> tuple[int, ...] | None:
    cards = shuffled([Card(rank, "C") for rank in leaving], draw.rng)
    ranks = tuple(card.rank for card in cards)
    return ranks if len(_longest_chain(ranks, leaving)) in (2, 3) else None


def _longest_chain(arriving: Sequence[int], leaving: Sequence[int]) -> tuple[int, ...]:
    """The most cards of which each comes later and leaves later; they need a pile each.

    That so many piles are enough is Dilworth's theorem; the tests try every way.
    """
    best: dict[int, tuple[int, ...]] = {}
    for rank in arriving:
        place = leaving.index(rank)
        before = [chain for other, chain in best.items() if leaving.index(other) < place]
        best[rank] = (*max(before, key=len, default=()), rank)
    return max(best.values(), key=len)


@kind(29, "run", marked("A reverse run"))
def reverse_run(draw: Draw) -> Exercise:
    """The rank that goes on with a reverse run; catches counting up, and counting by one."""
    n = draw.modulus
    k, laid, at = draw.one(
        (k, laid, at)
        for k in draw.intervals(2, 4)
        for laid in range(2, n - 4)
        for at in range(laid + 1, n - 2)
        if draw.foundation(k).sequence[at] > draw.foundation(k).sequence[at + 1]
    )
    right, top, under = draw.foundation(k).sequence[at : at + 3]
    position = _with_run(draw, k, laid, (under, top))
    return draw.exercise(
        told(position)
        + " "
        + _("W1 is a reverse run of F{k}. Which rank on top of it goes on with the run?").format(
            k=k
        ),
        "rank",
        (right,),
        _("F{k} takes {right} right before {top}, so it may lie on it.").format(
            k=k, right=L(right), top=L(top)
        ),
        (
            _("Which card comes right before {top} on F{k}?").format(top=L(top), k=k),
            _("Down a reverse run, F{k} steps on. Up the run you step back by {k}.").format(k=k),
        ),
        [
            (
                (wrap(top + k, n),),
                "counted-up",
                _("{rank} leaves after {top}. On top of it, it would bury it.").format(
                    rank=L(wrap(top + k, n)), top=L(top)
                ),
            ),
            (
                (wrap(under + k, n),),
                "counted-up",
                _("{rank} leaves after {under}. It belongs below, not on top.").format(
                    rank=L(wrap(under + k, n)), under=L(under)
                ),
            ),
            (
                (wrap(top - 1, n),),
                "by-one",
                _("That steps back by 1. F{k} steps by {k}.").format(k=k),
            ),
        ],
        {"k": k, "run": (under, top)},
        (n, -k),
        position,
    )


def _with_run(draw: Draw, k: int, laid: int, run: tuple[int, int]) -> View:
    """One foundation is left, and W1 holds the run."""
    counts = [laid if at == k else draw.modulus for at in (1, 2, 3, 4)]
    return laid_out(game_of(draw, 1), counts, [[Card(run[0], "H"), Card(run[1], "S")]])


@kind(30, "blocked", marked("What is blocked"))
def blocked_cards(draw: Draw) -> Exercise:
    """The cards of a pile that lie under one wanted later; catches naming the cards on them."""
    position = draw.search(lambda: _pile_of_four(draw))
    (reading,) = readings(position)
    ranks = [card.rank for card in reading.cards]
    times = [time or 0 for time in reading.distances]
    right = [ranks[at] for at in range(3) if max(times[at + 1 :]) > times[at]]
    blockers = [ranks[at] for at in range(1, 4) if min(times[:at]) < times[at]]
    by_size = [ranks[at] for at in range(3) if max(ranks[at + 1 :]) > ranks[at]]
    reasons = "; ".join(
        _("{rank} is wanted {when}").format(rank=L(rank), when=when(time))
        for rank, time in zip(ranks, times, strict=True)
    )
    return draw.exercise(
        told(position) + " " + _("Which cards lie under one that is wanted later?"),
        "rank-set",
        sorted(right),
        f"{reasons}.",
        (
            _("For each card, find the soonest that a foundation wants it."),
            _("Go up from the lowest. Is a card above it wanted later? Then it is blocked."),
        ),
        [
            (blockers, "named-blockers", _("Those lie on top. Name the cards under them.")),
            (by_size, "by-size", _("Compare plays, not the numbers on the cards.")),
            (ranks[:3], "all-covered", _("Covered is not blocked. Some covers leave sooner.")),
            (ranks[:1], "lowest-only", _("The others may be blocked too. Go up card by card.")),
            (ranks, "all-covered", _("Nothing lies on {card}.").format(
                card=card_label(reading.cards[-1]))),
        ],
        {"laid": tuple(map(len, position.laid)), "pile": tuple(ranks)},
        position=position,
    )  # fmt: skip


def _pile_of_four(draw: Draw) -> View | None:
    """Four cards of different ranks and times, of which two are blocked."""
    position = drawn(draw, _four_counts(draw), (4,))
    if position is None:
        return None
    (reading,) = readings(position)
    times = [time or 0 for time in reading.distances]
    ranks = {card.rank for card in reading.cards}
    count = sum(max(times[at + 1 :]) > times[at] for at in range(3))
    return position if count == 2 and len(ranks) == len(set(times)) == 4 else None
