"""A mistake: why the better move is better, and what the played one led to.

What lives here: `Mistake`. What does not: which moves are mistakes (``review``). Its sentences are
told when they are read, off the games that it keeps, so that they follow the reader's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from calclab.blockage import deadlock
from calclab.cards import Card
from calclab.game import Game, Position
from calclab.judging import PROVED_LOST
from calclab.messages import _, card_label, rank_label
from calclab.moves import Move
from calclab.reasons import AGAINST, HARMS, Reason, reasons
from calclab.review.judged import Judged, Point
from calclab.rules import carried

NO_BREAK = "\N{NO-BREAK SPACE}"  # a move stands in one line
LATER = 4  # moves after which the chance is told, where there is nothing else to tell


@dataclass(frozen=True, slots=True, repr=False)
class Mistake:
    """A move that cost something, with the positions and the chances of the game it belongs to."""

    judged: Judged
    games: tuple[Game, ...]
    points: tuple[Point, ...]

    @property
    def ply(self) -> int:
        """The moves before it: `record.go(ply)` shows where it was played."""
        return self.judged.ply

    @property
    def number(self) -> int:
        """The move's number in the record, from 1."""
        return self.ply + 1

    @property
    def move(self) -> Move:
        """The move that was played."""
        return self.judged.move

    @property
    def better(self) -> Move:
        """The move that would have been better."""
        return self.judged.best.move

    @property
    def card(self) -> Card | None:
        """The card that was moved."""
        return carried(self.games[self.ply], self.move)

    @property
    def before(self) -> float:
        """The chance with the better move, 0 to 1."""
        return self.judged.best.win

    @property
    def after(self) -> float:
        """The chance with the move that was played."""
        return self.judged.own.win

    @property
    def cost(self) -> float:
        """How much the chance fell."""
        return self.before - self.after

    @property
    def better_card(self) -> Card | None:
        """The card that the better move moves."""
        return carried(self.games[self.ply], self.better)

    @property
    def text(self) -> str:
        """The two moves side by side: `to F3, not F2`; with their cards where these differ."""
        if self._is_one_card:
            words = {"better": self.better.target, "worse": self.move.target}
            return _("to {better}, not {worse}").format(**words)
        both = (in_words(self.games[self.ply], one) for one in (self.better, self.move))
        better, worse = (words.replace(" ", NO_BREAK) for words in both)
        return _("{better}, not {worse}").format(better=better, worse=worse)

    @property
    def title(self) -> str:
        """The two moves with what they move: `J♦ to F3, not F2`."""
        if self._is_one_card and self.card is not None:
            return f"{card_label(self.card)} {self.text}"
        return self.text

    @property
    def _is_one_card(self) -> bool:
        return self.move.source == self.better.source and self.move.kind == self.better.kind

    @property
    def why(self) -> str:
        """What the better move does for the table, and what the played one does to it."""
        return _why(self.games[self.ply], self.judged)

    @property
    def led_to(self) -> str:
        """What became of the move that was played, read off the moves that followed."""
        return _led_to(self.games, self.judged, self.points)

    @property
    def fell(self) -> str:
        """The fall of the chance: `77 % → 66 %`."""
        return f"{100 * self.before:.0f} % → {100 * self.after:.0f} %"

    def __repr__(self) -> str:
        return f"Mistake(move {self.number}: {self.better}, not {self.move}; {self.fell})"

    def as_data(self) -> dict[str, Any]:
        """The mistake as JSON knows it."""
        return {
            "ply": self.ply,
            "number": self.number,
            "move": str(self.move),
            "better": str(self.better),
            "card": str(self.card) if self.card else None,
            "better_card": str(self.better_card) if self.better_card else None,
            "text": self.text,
            "before": round(self.before, 4),
            "after": round(self.after, 4),
            "cost": round(self.cost, 4),
            "why": self.why,
            "led_to": self.led_to,
        }


def in_words(position: Position, move: Move) -> str:
    """A move of a coached game in words: `2♠ to F3`."""
    card = carried(position, move)
    if card is not None:
        return _("{card} to {name}").format(card=card_label(card), name=move.target)
    return _("deal") if move.kind == "deal" else _("redeal")


def _why(game: Game, one: Judged) -> str:
    better = reasons(game, one.best.move)
    good = next((reason.text for reason in better if reason.kind not in AGAINST), None)
    harm = _harm(game, one)
    parts = [good] if good else []
    if harm is not None and harm not in better:
        parts.append(_("You played {move}.").format(move=in_words(game, one.move)))
        parts.append(harm.text)
    return " ".join(parts) or _("No single reason shows it; the games tried went better.")


def _harm(game: Game, one: Judged) -> Reason | None:
    """The weightiest thing that speaks against the move that was played."""
    harms = [reason for reason in reasons(game, one.move) if reason.kind in ("lost", *HARMS)]
    return harms[0] if harms else None


def _led_to(games: Sequence[Game], one: Judged, points: Sequence[Point]) -> str:
    if one.known == PROVED_LOST:
        proof = deadlock(games[one.ply + 1])
        return proof.sentences[0] if proof else _("After it no order of the unseen cards wins.")
    harm = _harm(games[one.ply], one)
    if harm is not None and harm.spots:
        return _of_covered_card(games, one, harm)
    if one.best.move.goes_up:
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
        if len(games[number].pile(pile)) <= index:
            text = _("{card} left {pile} only at move {number}.")
            return text.format(number=number, **words)
    if _is_open(games):
        return _("{card} still lies on {pile}.").format(**words)
    return _("{card} lay on {pile} to the end.").format(**words)


def _of_foundation(games: Sequence[Game], one: Judged) -> str:
    """How long the foundation of the better move waited."""
    at = int(one.best.move.target[1:]) - 1
    count, need = len(games[one.ply].laid[at]), games[one.ply].needs[at]
    assert need is not None
    words = {"name": one.best.move.target, "rank": rank_label(need)}
    for number in range(one.ply + 1, len(games)):
        if len(games[number].laid[at]) > count:
            return _("{name} got its {rank} at move {number}.").format(number=number, **words)
    if _is_open(games):
        return _("{name} still waits for its {rank}.").format(**words)
    return _("{name} waited for its {rank} to the end.").format(**words)


def _is_open(games: Sequence[Game]) -> bool:
    """Whether the game goes on, so that nothing is said of its end."""
    return games[-1].outcome == "open"
