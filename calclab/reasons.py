"""Why a move is good or bad, in words that can be checked on the table.

What lives here: `reasons`, what a move does to what lies there, and `why`, the first of it. What
does not: chances (``coach``), proofs (``blockage``). Every sentence is read off the position that
a player sees: needs, distances, what covers what. None weighs one reason against another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from calclab.blockage import distances, is_deadlocked, soonest, when
from calclab.blockage.table import blocking_piles, table
from calclab.cards import Card
from calclab.game import Cards, IllegalMove, Position
from calclab.messages import _, card_label, ngettext, rank_label
from calclab.moves import Move

Kind = Literal[
    "lost", "kings", "empty", "last-empty", "buries", "urgent", "run", "order", "even", "covers",
    "several", "holds", "cell", "choice", "frees", "uncovers", "fits", "only", "column", "other",
]  # fmt: skip
Place = tuple[str, int]  # a card where it lies: the pile's name, its index from the bottom
NEVER = 10_000
HARMS = ("lost", "buries", "urgent", "covers", "several")  # the kinds that speak against a move


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a move does: its kind, a sentence, and the cards that the sentence means."""

    kind: Kind
    text: str
    spots: tuple[Place, ...] = ()


def why(view: Position, move: Move) -> str:
    """The reasons in one or two short sentences.

    >>> from calclab import deal
    >>> why(deal("calculation", seed=7), Move.parse("S-W1"))
    'Takes an empty pile and covers nothing. 3 piles stay empty.'
    """
    return " ".join(reason.text for reason in reasons(view, move)[:2])


def reasons(view: Position, move: Move) -> tuple[Reason, ...]:
    """What a legal move does, the weightiest first; raises `IllegalMove` for another one."""
    refused = view.why_not(move)
    if refused is not None:
        raise IllegalMove(f"{move}: {refused}")
    return tuple(_reasons(view, move))


def after(view: Position, move: Move) -> Position | None:
    """What is seen after one card was carried, the next card not yet turned; None for the rest."""
    if move.kind != "move" or view.variant.rows:
        return None
    card = carried(view, move)
    assert card is not None
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
    """The card that a move carries, None for a deal or a redeal."""
    if move.kind != "move":
        return None
    return view.turned if move.source == "S" else view.pile(move.source)[-1]


def _reasons(view: Position, move: Move) -> Iterator[Reason]:
    then = after(view, move)
    card = carried(view, move)
    if then is None or card is None:
        yield _without_card(move)
        return
    if is_deadlocked(then) and not is_deadlocked(view):
        yield Reason("lost", _("After it no order of the unseen cards wins: proved."))
    if move.target[0] == "F":
        yield from _to_foundation(view, move, card)
    elif move.target == "H":
        yield Reason("cell", _("{card} waits in the hold cell.").format(card=card_label(card)))
        yield Reason("cell", _("It covers nothing, and the cell is taken."))
    elif move.target[0] == "T":
        yield from _to_column(view, move, card)
    else:
        yield from _to_pile(view, move, card)


def _without_card(move: Move) -> Reason:
    if move.kind == "deal":
        return Reason("other", _("Turns the next cards of the stock."))
    if move.kind == "redeal":
        return Reason("other", _("The waste becomes the stock again."))
    return Reason("other", _("No reason is known for this move."))


# To a waste pile


def _to_pile(view: Position, move: Move, card: Card) -> Iterator[Reason]:
    cards = view.pile(move.target)
    if not cards:
        yield from _to_empty_pile(view, move.target, card)
    else:
        times = [NEVER if time is None else time for time in soonest(view)]
        if move.target in dict(blocking_piles(view)):
            yield from _buried(view, move.target, cards, card, times)
            yield from _urgent(view, move.target, cards, card, times)
            yield from _run(view, move.target, cards, card)
        yield _order(move.target, cards, card, times)
        yield from _several(move.target, cards, card, times)
    fits = _takers(view, card.rank)
    if fits:
        text = _("{names} could take {card} now.")
        yield Reason("holds", text.format(names=_either(fits), card=card_label(card)))


def _to_empty_pile(view: Position, name: str, card: Card) -> Iterator[Reason]:
    others = sum(
        other[0] == "W" and other != name and not view.pile(other) for other in view.pile_names
    )
    if leaves_last(view, card.rank):
        if rank_label(card.rank) == "K":
            yield Reason("kings", _("Starts the Kings' pile."))
        else:
            text = _("Starts a pile with {rank}, the last rank of all.")
            yield Reason("kings", text.format(rank=rank_label(card.rank)))
        yield Reason(
            "kings",
            _("Every foundation ends on {rank}, so it blocks nothing there.").format(
                rank=rank_label(card.rank)
            ),
        )
    elif others:
        yield Reason("empty", _("Takes an empty pile and covers nothing."))
        text = ngettext("{count} pile stays empty.", "{count} piles stay empty.", others)
        yield Reason("empty", text.format(count=others))
    else:
        yield Reason("last-empty", _("Covers nothing, but takes the last empty pile."))


def leaves_last(view: Position, rank: int) -> bool:
    """Whether every foundation that still waits for the rank ends on it, and one does."""
    ends = [
        foundation.last == rank
        for foundation, laid in zip(view.foundations, view.laid, strict=True)
        if rank in foundation.sequence[len(laid) :]
    ]
    return bool(ends) and all(ends)


def _buried(
    view: Position, name: str, cards: Cards, card: Card, times: list[int]
) -> Iterator[Reason]:
    """Ranks whose every copy that is not laid lies on this pile, wanted sooner than the card."""
    elsewhere = list(table(view).loose)
    for other, pile in blocking_piles(view):
        for one in pile if other != name else ():
            elsewhere[one.rank] += 1
    ranks = {one.rank for one in cards if times[one.rank - 1] < times[card.rank - 1]}
    for rank in sorted(ranks, key=lambda rank: times[rank - 1]):
        if not elsewhere[rank]:
            spots = _spots(name, cards, rank)
            text = ngettext(
                "Buries the last {rank}.", "Buries the last {count} {rank}.", len(spots)
            )
            yield Reason("buries", text.format(rank=rank_label(rank), count=len(spots)), spots)


def _urgent(
    view: Position, name: str, cards: Cards, card: Card, times: list[int]
) -> Iterator[Reason]:
    """Cards wanted now of which no other copy lies open, and how deep they would lie."""
    if times[card.rank - 1] == 1:
        return
    open_ranks = [
        pile[-1].rank
        for other, pile in zip(view.pile_names, view.piles, strict=True)
        if pile and other != name
    ]
    for need in sorted({need for need in view.needs if need} - set(open_ranks)):
        spots = _spots(name, cards, need)
        if spots:
            index = spots[-1][1]
            text = ngettext(
                "{name} needs {rank} now; {card} would lie under {count} card.",
                "{name} needs {rank} now; {card} would lie under {count} cards.",
                len(cards) - index,
            )
            taker = _takers(view, need)[0]
            yield Reason(
                "urgent",
                text.format(
                    name=taker,
                    rank=rank_label(need),
                    card=card_label(cards[index]),
                    count=len(cards) - index,
                ),
                spots[-1:],
            )


def _run(view: Position, name: str, cards: Cards, card: Card) -> Iterator[Reason]:
    """The foundations that take the card and then, next of all, the one under it."""
    top = len(cards) - 1
    for number, (own, under) in enumerate(
        zip(distances(view, card.rank), distances(view, cards[-1].rank), strict=True), start=1
    ):
        if own is not None and under is not None and own + 1 == under:
            text = _("F{number} takes {card}, and right after it {other} beneath.")
            yield Reason(
                "run",
                text.format(number=number, card=rank_label(card.rank), other=card_label(cards[-1])),
                ((name, top),),
            )
            return


def _order(name: str, cards: Cards, card: Card, times: list[int]) -> Reason:
    """How soon the card and the one that it covers can be wanted."""
    own, under = times[card.rank - 1], times[cards[-1].rank - 1]
    spot = ((name, len(cards) - 1),)
    words = {
        "card": rank_label(card.rank),
        "top": rank_label(cards[-1].rank),
        "own": _when(own),
        "under": _when(under),
    }
    if own < under:
        text = _("{card} on {top}: {top} is wanted {under}, {card} {own}.")
        return Reason("order", text.format(**words), spot)
    if own == under:
        text = _("{card} on {top}: both are wanted {own} at the soonest.")
        return Reason("even", text.format(**words), spot)
    text = _("Covers {top}, which is wanted {under}; {card} is wanted {own}.")
    return Reason("covers", text.format(**words), spot)


def _several(name: str, cards: Cards, card: Card, times: list[int]) -> Iterator[Reason]:
    """The cards of the pile that are wanted sooner, where they are more than the top alone."""
    sooner = [at for at, one in enumerate(cards) if times[one.rank - 1] < times[card.rank - 1]]
    if len(sooner) > 1 or (sooner and sooner[0] != len(cards) - 1):
        spots = tuple((name, at) for at in sooner)
        if len(sooner) > 3:
            text = _("{count} cards there are wanted sooner.").format(count=len(sooner))
        else:
            labels = _all([card_label(cards[at]) for at in sooner])
            text = ngettext(
                "{cards} beneath is wanted sooner.",
                "{cards} beneath are wanted sooner.",
                len(sooner),
            ).format(cards=labels)
        yield Reason("several", text, spots)


# To a foundation


def _to_foundation(view: Position, move: Move, card: Card) -> Iterator[Reason]:
    options = _takers(view, card.rank)
    if len(options) > 1:
        yield _choice(view, move, options)
    freed = _freed(view, move)
    if freed is not None and len(options) == 1:
        name, spot, label = freed
        text = _("Then {name} takes {card} from {pile}.")
        yield Reason("frees", text.format(name=name, card=label, pile=spot[0]), (spot,))
    yield from _uncovered(view, move, freed)
    wanting = sum(distance is not None for distance in distances(view, card.rank))
    if wanting == 1:
        text = _("No other foundation still wants {rank}.")
        yield Reason("only", text.format(rank=rank_label(card.rank)))
    yield _fits(view, move, card)


def _choice(view: Position, move: Move, options: list[str]) -> Reason:
    """The card fits on several foundations: what this one leads to, beside the others."""
    gains = {name: _freed(view, Move(move.source, name)) for name in options}
    question = _("{names}?").format(names=_either(options))
    own = gains.pop(move.target)
    if own is not None:
        name, spot, label = own
        text = _("{question} {target}: then {name} takes {card} from {pile}.")
        if any(gains.values()):
            text = _("{question} On {target}, {name} takes {card} from {pile} next.")
        words = {"name": name, "card": label, "pile": spot[0]}
        return Reason(
            "choice", text.format(question=question, target=move.target, **words), (spot,)
        )
    for option, gain in gains.items():
        if gain is not None:
            _name, spot, label = gain
            text = _("{question} {target} frees nothing; {option} would free {card} on {pile}.")
            words = {"option": option, "card": label, "pile": spot[0]}
            return Reason(
                "choice", text.format(question=question, target=move.target, **words), (spot,)
            )
    nexts = [
        _("{name} needs {rank}").format(name=name, rank=_next_need(view, name)) for name in options
    ]
    return Reason(
        "choice", _("{question} Next {needs}.").format(question=question, needs=_all(nexts))
    )


def _freed(view: Position, move: Move) -> tuple[str, Place, str] | None:
    """The top card that the foundation takes next, once the move is played."""
    then = after(view, move)
    assert then is not None
    need = then.needs[int(move.target[1:]) - 1]
    for name, pile in zip(then.pile_names, then.piles, strict=True):
        if pile and pile[-1].rank == need:
            return move.target, (name, len(pile) - 1), card_label(pile[-1])
    return None


def _uncovered(
    view: Position, move: Move, freed: tuple[str, Place, str] | None
) -> Iterator[Reason]:
    """What comes to light on the pile that the card leaves."""
    if move.source in "SH":
        return
    left = view.pile(move.source)[:-1]
    if not left:
        yield Reason("uncovers", _("Empties {pile}.").format(pile=move.source))
        return
    spot = (move.source, len(left) - 1)
    if freed is None or freed[1] != spot:
        then = after(view, move)
        assert then is not None
        takers = _takers(then, left[-1].rank)
        text = _("Uncovers {card} on {pile}.")
        if takers:
            text = _("Uncovers {card} on {pile} for {names}.")
        words = {"card": card_label(left[-1]), "pile": move.source, "names": _either(takers)}
        yield Reason("uncovers", text.format(**words), (spot,))


def _fits(view: Position, move: Move, card: Card) -> Reason:
    need = _next_need(view, move.target)
    if need is None:
        return Reason("fits", _("{name} is full then.").format(name=move.target))
    text = _("{name} takes {card}; next it needs {rank}.")
    return Reason("fits", text.format(name=move.target, card=card_label(card), rank=need))


def _next_need(view: Position, name: str) -> str | None:
    """The rank that a foundation needs after the one that it needs now; None when it is full."""
    at = int(name[1:]) - 1
    rest = view.foundations[at].sequence[len(view.laid[at]) + 1 :]
    return rank_label(rest[0]) if rest else None


# To a column


def _to_column(view: Position, move: Move, card: Card) -> Iterator[Reason]:
    yield from _uncovered(view, move, None)
    cards = view.pile(move.target)
    if cards:
        times = [NEVER if time is None else time for time in soonest(view)]
        yield _order(move.target, cards, card, times)


# Words


def _takers(view: Position, rank: int) -> list[str]:
    """The foundations that need the rank now."""
    return [f"F{number}" for number, need in enumerate(view.needs, start=1) if need == rank]


def _spots(name: str, cards: Cards, rank: int) -> tuple[Place, ...]:
    return tuple((name, at) for at, one in enumerate(cards) if one.rank == rank)


def _when(time: int) -> str:
    return _("never again") if time == NEVER else when(time)


def _either(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("{first} or {last}").format(first=", ".join(names[:-1]), last=names[-1])


def _all(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])
