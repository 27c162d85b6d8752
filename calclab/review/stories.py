"""What is told about a mistake: why the better move is better, and what the played one led to.

What lives here: `told`. What does not: which moves are mistakes.
"""

from __future__ import annotations

from collections.abc import Sequence

from calclab.blockage import deadlock
from calclab.game import Game
from calclab.judging import PROVED_LOST
from calclab.messages import _, card_label, rank_label
from calclab.reasons import HARMS, Reason, reasons
from calclab.review.values import Judged, Mistake, Point
from calclab.rules import carried

LATER = 4  # moves after which the chance is told, where there is nothing else to tell


def told(games: Sequence[Game], one: Judged, points: Sequence[Point]) -> Mistake:
    """The mistake with its two sentences."""
    return Mistake(
        one.ply,
        one.move,
        one.best,
        one.best_chance,
        one.chance,
        _why(games[one.ply], one),
        _led_to(games, one, points),
        carried(games[one.ply], one.move),
    )


def _why(game: Game, one: Judged) -> str:
    """What the better move does for the table, and what the played one does to it."""
    better = reasons(game, one.best)
    done = {(reason.kind, reason.spots) for reason in better}
    good = next((reason.text for reason in better if reason.kind not in HARMS), None)
    harm = _harm(game, one)
    parts = [good] if good else []
    if harm is not None and (harm.kind, harm.spots) not in done:
        parts.append(_("But {move}: {text}").format(move=one.move, text=harm.text))
    return " ".join(parts) or _("No single reason shows it; the games tried went better.")


def _harm(game: Game, one: Judged) -> Reason | None:
    """The weightiest thing that speaks against the move that was played."""
    harms = [reason for reason in reasons(game, one.move) if reason.kind in ("lost", *HARMS)]
    return harms[0] if harms else None


def _led_to(games: Sequence[Game], one: Judged, points: Sequence[Point]) -> str:
    """What became of it, read off the moves that followed."""
    if one.known == PROVED_LOST:
        proof = deadlock(games[one.ply + 1])
        return proof.sentences[0] if proof else _("After it no order of the unseen cards wins.")
    harm = _harm(games[one.ply], one)
    if harm is not None and harm.spots:
        return _of_covered_card(games, one, harm)
    if one.best.target[:1] == "F":
        return _of_foundation(games, one)
    at = min(one.ply + LATER, len(points) - 1)
    if points[at].known == PROVED_LOST:
        return _("After move {number} it was proved lost.").format(number=at)
    text = _("After move {number} the chance was {percent} %.")
    return text.format(number=at, percent=round(100 * points[at].chance))


def _of_covered_card(games: Sequence[Game], one: Judged, harm: Reason) -> str:
    """When the card that the move covered came out again."""
    pile, index = harm.spots[-1]
    card = games[one.ply].pile(pile)[index]
    words = {"card": card_label(card), "pile": pile}
    for number in range(one.ply + 1, len(games)):
        if card not in games[number].pile(pile):
            text = _("{card} left {pile} only at move {number}.")
            return text.format(number=number, **words)
    return _("{card} lay on {pile} to the end.").format(**words)


def _of_foundation(games: Sequence[Game], one: Judged) -> str:
    """How long the foundation of the better move waited."""
    at = int(one.best.target[1:]) - 1
    count, need = len(games[one.ply].laid[at]), games[one.ply].needs[at]
    assert need is not None
    words = {"name": one.best.target, "rank": rank_label(need)}
    for number in range(one.ply + 1, len(games)):
        if len(games[number].laid[at]) > count:
            return _("{name} got its {rank} at move {number}.").format(number=number, **words)
    return _("{name} waited for its {rank} to the end.").format(**words)
