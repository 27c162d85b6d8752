"""What a play to a foundation does: what it frees, uncovers, and which of several it serves.

What lives here: `to_foundation`, the reasons in the order of their weight, and `uncovered`. What
does not: cards laid on piles (``reasons.piles``).
"""

from __future__ import annotations

from collections.abc import Iterator

from calclab.blockage import after, distances
from calclab.game import Position
from calclab.messages import _, card_label, either, rank_label
from calclab.moves import Move
from calclab.reasons.scene import Kind, Place, Reason, Scene, takers


def to_foundation(scene: Scene) -> Iterator[Reason]:
    """The reasons for a play to a foundation."""
    target = scene.move.target
    options = takers(scene.view, scene.card.rank)
    freed = _freed(scene.then, target)
    if len(options) > 1:
        yield _choice(scene, options)
    elif freed is not None:
        text = _("Then {name} takes {card} from {pile}.")
        label = card_label(scene.then.pile(freed[0])[-1])
        yield Reason("frees", text.format(name=target, card=label, pile=freed[0]), (freed,))
    yield from uncovered(scene, freed)
    if sum(distance is not None for distance in distances(scene.view, scene.card.rank)) == 1:
        text = _("No other foundation still wants {rank}.")
        yield Reason("only", text.format(rank=rank_label(scene.card.rank)))
    yield _fits(scene)


def _choice(scene: Scene, options: list[str]) -> Reason:
    """The card fits on several foundations: what this one frees, beside the others."""
    move, frees = scene.move, {}
    for name in options:
        then = after(scene.view, Move(move.source, name))
        spot = None if then is None else _freed(then, name)
        if then is not None and spot is not None:
            frees[name] = spot, card_label(then.pile(spot[0])[-1])
    words = {"names": either(options), "target": move.target}
    if not frees:
        return Reason("choice", _("{names}? No choice frees a card.").format(**words))
    kind: Kind = "choice"
    if move.target in frees:
        text = _("{names}? {target}: it frees {card} on {pile}.")
        if len(frees) > 1:
            text = _("{names}? Each choice frees a card; {target} frees {card} on {pile}.")
            if len(frees) < len(options):
                text = _("{names}? {target} is one that frees a card: {card} on {pile}.")
        spot, label = frees[move.target]
    else:
        kind = "passes"
        text = _("{names}? {target} frees no card; {other} would free {card} on {pile}.")
        words["other"], (spot, label) = next(iter(frees.items()))
    return Reason(kind, text.format(card=label, pile=spot[0], **words), (spot,))


def _freed(then: Position, name: str) -> Place | None:
    """The top card that a foundation takes next, once a move to it is played."""
    need = then.needs[int(name[1:]) - 1]
    for pile, cards in zip(then.pile_names, then.piles, strict=True):
        if cards and cards[-1].rank == need:
            return pile, len(cards) - 1
    return None


def uncovered(scene: Scene, freed: Place | None = None) -> Iterator[Reason]:
    """What comes to light on the pile that the card leaves, unless it is what was freed."""
    name = scene.move.source
    if name in ("S", "H"):
        return
    left = scene.then.pile(name)
    spot = (name, len(left) - 1)
    if not left:
        yield Reason("uncovers", _("Empties {pile}.").format(pile=name))
    elif freed != spot:
        names = takers(scene.then, left[-1].rank)
        text = _("Uncovers {card} on {pile}.")
        if names:
            text = _("Uncovers {card} on {pile} for {names}.")
        words = {"card": card_label(left[-1]), "pile": name, "names": either(names)}
        yield Reason("uncovers", text.format(**words), (spot,))


def _fits(scene: Scene) -> Reason:
    name = scene.move.target
    words = {"card": card_label(scene.card), "name": name}
    need = scene.then.needs[int(name[1:]) - 1]
    if need is None:
        return Reason("fits", _("{card} completes {name}.").format(**words))
    text = _("{name} takes {card}; next it needs {rank}.")
    return Reason("fits", text.format(rank=rank_label(need), **words))
