"""What a card does on a waste pile: what it covers, buries, holds back, and leaves in order.

What lives here: `to_pile`, the reasons in the order of their weight. What does not: plays to
foundations (``reasons.foundations``).
"""

from __future__ import annotations

from collections.abc import Iterator

from calclab.blockage import distances, when
from calclab.blockage.table import blocking_piles, table
from calclab.cards import KING
from calclab.game import Position
from calclab.messages import _, card_label, either, listed, ngettext, rank_label
from calclab.reasons.scene import NEVER, Reason, Scene, in_words, spots_of, takers


def to_pile(scene: Scene) -> Iterator[Reason]:
    """The reasons for and against a card on a waste pile."""
    fits = takers(scene.view, scene.card.rank)
    if fits:
        text = _("{names} could take {card} now; it waits instead.")
        yield Reason("holds", text.format(names=either(fits), card=card_label(scene.card)))
    if not scene.cards:
        yield from _to_empty_pile(scene)
        return
    if scene.move.target in dict(blocking_piles(scene.view)):
        yield from _buried(scene)
        yield from _urgent(scene)
        yield from _run(scene)
    yield order(scene)
    yield from _beneath(scene)
    yield from _short(scene)


def _to_empty_pile(scene: Scene) -> Iterator[Reason]:
    view, rank = scene.view, scene.card.rank
    others = sum(name[0] == "W" and not scene.then.pile(name) for name in view.pile_names)
    if leaves_last(view, rank):
        if rank == KING:
            yield Reason("kings", _("Starts the Kings' pile."))
        else:
            text = _("Starts a pile for {rank}, the last rank of all.")
            yield Reason("kings", text.format(rank=rank_label(rank)))
        text = _("{rank} leaves last: at the bottom it delays nothing.")
        yield Reason("kings", text.format(rank=rank_label(rank)))
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


def _buried(scene: Scene) -> Iterator[Reason]:
    """Ranks whose every copy that is not laid lies on this pile, wanted sooner than the card."""
    name, cards = scene.move.target, scene.cards
    elsewhere = list(table(scene.view).loose)
    for other, pile in blocking_piles(scene.view):
        for one in pile if other != name else ():
            elsewhere[one.rank] += 1
    ranks = {one.rank for one in cards if scene.is_sooner(one) and not elsewhere[one.rank]}
    for rank in sorted(ranks, key=lambda rank: (scene.times[rank - 1], rank)):
        spots = spots_of(name, cards, rank)
        text = _("Buries the last {rank}.")
        if len(spots) > 1:
            text = _("Buries every {rank} that is left.")
        yield Reason("buries", text.format(rank=rank_label(rank)), spots)


def _urgent(scene: Scene) -> Iterator[Reason]:
    """Cards wanted now of which no other copy lies open, and how deep they would lie."""
    if scene.time(scene.card) == 1:
        return
    view, name, cards = scene.view, scene.move.target, scene.cards
    piles = zip(view.pile_names, view.piles, strict=True)
    open_ranks = {pile[-1].rank for other, pile in piles if pile and other != name}
    for need in sorted({need for need in view.needs if need} - open_ranks):
        for spot in spots_of(name, cards, need)[-1:]:  # the copy that lies highest
            depth = len(cards) - spot[1]
            text = ngettext(
                "{name} needs {rank} now; {card} would lie under {count} card.",
                "{name} needs {rank} now; {card} would lie under {count} cards.",
                depth,
            )
            words = {"name": takers(view, need)[0], "rank": rank_label(need)}
            label = card_label(cards[spot[1]])
            yield Reason("urgent", text.format(card=label, count=depth, **words), (spot,))


def _run(scene: Scene) -> Iterator[Reason]:
    """A foundation that takes the card and then, next of all, the one under it."""
    under = scene.cards[-1]
    pairs = zip(
        distances(scene.view, scene.card.rank), distances(scene.view, under.rank), strict=True
    )
    for number, (own, other) in enumerate(pairs, start=1):
        if own is not None and other is not None and own + 1 == other:
            text = _("F{number} takes {card} {when}, and right after it {other} beneath.")
            words = {"card": rank_label(scene.card.rank), "other": card_label(under)}
            words["when"] = when(own)
            spot = (scene.move.target, len(scene.cards) - 1)
            yield Reason("run", text.format(number=number, **words), (spot,))
            return


def order(scene: Scene) -> Reason:
    """How soon the card and the one that it covers can be wanted."""
    top = scene.cards[-1]
    own, under = scene.time(scene.card), scene.time(top)
    spots = ((scene.move.target, len(scene.cards) - 1),)
    words = {"card": rank_label(scene.card.rank), "top": rank_label(top.rank)}
    words |= {"own": in_words(own), "under": in_words(under)}
    if own == under == NEVER:
        text = _("{card} on {top}: no foundation wants them any more.")
        return Reason("even", text.format(**words), spots)
    if own == under:
        text = _("{card} on {top}: both are wanted {own} at the soonest.")
        return Reason("even", text.format(**words), spots)
    if own < under:
        text = _("{card} on {top}: {top} is wanted {under}, {card} {own}.")
        return Reason("order", text.format(**words), spots)
    text = _("Covers {top}, which is wanted {under}; {card} is wanted {own}.")
    return Reason("covers", text.format(**words), spots)


def _beneath(scene: Scene) -> Iterator[Reason]:
    """The cards below the top that are wanted sooner than the card; or that no card is."""
    name, cards = scene.move.target, scene.cards
    sooner = [at for at, one in enumerate(cards) if scene.is_sooner(one)]
    deeper = [at for at in sooner if at < len(cards) - 1]
    if not sooner:
        yield Reason("clean", _("No card on {pile} is wanted sooner.").format(pile=name))
    elif len(deeper) > 3:
        text = _("{count} cards below the top are wanted sooner, too.")
        spots = tuple((name, at) for at in deeper)
        yield Reason("several", text.format(count=len(deeper)), spots)
    elif deeper:
        labels = listed([card_label(cards[at]) for at in deeper])
        text = ngettext(
            "Below the top, {cards} is wanted sooner, too.",
            "Below the top, {cards} are wanted sooner, too.",
            len(deeper),
        )
        yield Reason("several", text.format(cards=labels), tuple((name, at) for at in deeper))


def _short(scene: Scene) -> Iterator[Reason]:
    """The pile is lower than every other one."""
    heights = {name: len(scene.view.pile(name)) for name in scene.view.pile_names if name[0] == "W"}
    own = heights.pop(scene.move.target)
    if heights and own < min(heights.values()):
        text = ngettext(
            "The lowest pile: {count} card lies there.",
            "The lowest pile: {count} cards lie there.",
            own,
        )
        yield Reason("short", text.format(count=own))
