"""One judgement of a move for hints, reviews and the command line: estimated or proved.

What lives here: `judge`, the advice of the coach with what can be proved about each move put in
its place; `look_again`, a fairer and slower look at one move; `standing`, `explained` and
`as_data`, how a chance is told. What does not: search (``coach``, ``solver``).

Nothing here sees the order of the stock. Two proofs need none: no order of the unseen cards wins
any more (``blockage``), and there is one order only, so that the solver may decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import hypot, sqrt
from typing import Any

from calclab.blockage import after, completion
from calclab.cards import SUITS, Card
from calclab.coach import Advice, Chance, advise, plays, unpeeking
from calclab.game import Game, Position, View
from calclab.intervals import Z
from calclab.messages import _, marked
from calclab.moves import Move
from calclab.reasons import AGAINST, HARMS, reasons
from calclab.search import forms
from calclab.search.forms import Form
from calclab.solver import solve

PROVED_WON, PROVED_LOST = marked("proved won"), marked("proved lost")
ESTIMATED, UNKNOWN = marked("estimated"), marked("unknown")
FEW = 4  # fewer games tried say nothing
LOOKS = 600  # positions that the exact test may look at for one move
NODES = 6_000  # positions and games that the solver may look at for all moves together
DROP = 0.10  # a move that costs less is no mistake
EARNEST = 10  # a move is tried in earnest when the best one had at most so many times its tries,
ENOUGH = 100  # or when it had so many itself: its interval is then narrow enough to tell something


def judge(view: Position, level: str = "quick", *, wait: bool = True) -> Advice:
    """Every legal move with its chance to win, best first; a proved one has a chance of 1 or 0.

    A move that the search has hardly tried has no tries and an interval from 0 to 1: unknown.
    Raises `ValueError` for a game that the coach does not play, and where no move is left.
    """
    seen = unpeeking(view)
    check_coached(seen)
    advice = advise(seen, level, wait=wait)
    prove = _prover(seen, NODES // len(advice.chances), forms.best(wait))
    most = max(one.tries for one in advice.chances)
    chances = [_settled(_in_earnest(one, most), prove(one.move)) for one in advice.chances]
    return Advice(advice.level, advice.simulations, tuple(_ranked(seen, chances)))


def look_again(view: View, move: Move, level: str, *, wait: bool = True) -> Chance:
    """The chance of a move from searches of the positions after it, one for each next card.

    The search of `judge` tries a move that looks bad a few times only, and then badly, so that its
    chance comes out too low. Here every move gets the same effort, up to 13 searches. A redeal has
    too many ends to look at, and is refused with `ValueError`.
    """
    wins = variance = 0.0
    tries = 0
    for share, then in _next_views(view, move):
        one = _value(then, level, wait)
        wins += share * one.win
        variance += (share * error(one)) ** 2
        tries += one.tries
    wins = min(1.0, wins)  # shares are rounded, and may add up to more
    spread = Z * sqrt(variance)
    return Chance(move, wins, max(0.0, wins - spread), min(1.0, wins + spread), tries)


def equals(advice: Advice) -> tuple[Move, ...]:
    """The moves that cannot be told from the best one: tried in earnest, and intervals overlap."""
    _best, *others = advice.chances
    alike = _alike(advice.chances)
    return tuple(one.move for one in others if one in alike)


def is_worse(own: Chance, best: Chance) -> bool:
    """Whether a move costs 10 points and twice the noise, and the intervals do not overlap.

    >>> move = Move.parse("S-W1")
    >>> is_worse(Chance(move, 0.3, 0.2, 0.4, 80), Chance(move, 0.5, 0.45, 0.55, 400))
    True
    """
    noise = 2 * hypot(error(best), error(own))
    return best.win - own.win >= max(DROP, noise) and own.high < best.low


def check_coached(position: Position) -> None:
    """Raise `ValueError`, in one line, for a game that the coach does not play."""
    if not plays(position.variant):
        name = _(position.variant.name)
        raise ValueError(
            _("the coach does not play {game} ({id})").format(game=name, id=position.variant.id)
        )


def standing(chance: Chance) -> str:
    """How sure a chance is: `proved won`, `proved lost`, `estimated` or `unknown`."""
    if chance.low == 1:
        return PROVED_WON
    if chance.high == 0:
        return PROVED_LOST
    return ESTIMATED if chance.tries else UNKNOWN


def as_data(chance: Chance) -> dict[str, Any]:
    """A move and its chance as JSON knows them."""
    return {
        "move": str(chance.move),
        "win": round(chance.win, 4),
        "low": round(chance.low, 4),
        "high": round(chance.high, 4),
    }


def explained(view: View, chance: Chance, *, best: bool = False) -> str:
    """Why a move has its chance: the proof where there is one, and what it does on the table.

    What speaks for the `best` move comes before what speaks against it.
    """
    found = list(reasons(view, chance.move))
    if best:
        found.sort(key=lambda reason: reason.kind in AGAINST)
    text = " ".join(reason.text for reason in found[:2])
    if chance.low == 1:
        return _("Proved: this wins.") + " " + text
    if chance.high == 0 and found[0].kind != "lost":
        return _("Proved: this cannot win any more.") + " " + text
    return text


def error(chance: Chance) -> float:
    """The standard error of a chance, read off its interval."""
    return (chance.high - chance.low) / (2 * Z)


def the_only_game(view: View) -> Game | None:
    """The game behind a view whose unseen cards have one order only: none, or all of a rank."""
    ranks = [rank for rank, count in enumerate(view.unseen, start=1) if count]
    if len(ranks) > 1 or view.redeals:
        return None
    stock = tuple(Card(ranks[0], SUITS[at % 4]) for at in range(view.stock_size))
    return Game(
        view.variant, view.foundations, view.laid, view.piles, view.turned, view.redeals, stock
    )


def _alike(chances: Sequence[Chance]) -> list[Chance]:
    """The moves that are as good as the first, as far as can be told."""
    same = [one for one in chances if standing(one) == standing(chances[0]) != UNKNOWN]
    best = max((one.low for one in same), default=1.0)
    return [one for one in same if one.high >= best]


def _ranked(view: View, chances: list[Chance]) -> Iterator[Chance]:
    """The chances, best first: by the lower end of their intervals, proved losses last.

    Of the best, which cannot be told apart, the first is one that goes up or harms nothing: the
    highest of many equal estimates is so by luck, and mostly that of a move that holds a card back.
    (Of 19 such moves, those that go up were 0.4 points worse at *deep*.) Few tries flatter by
    accident, so no estimate is given above that of a better move.
    """
    order = (PROVED_WON, ESTIMATED, UNKNOWN, PROVED_LOST)
    ranked = sorted(chances, key=lambda one: (order.index(standing(one)), -one.low))

    def plainness(one: Chance) -> tuple[bool, int]:
        return one.move.goes_up, -sum(why.kind in HARMS for why in reasons(view, one.move))

    first = max(_alike(ranked) or ranked[:1], key=plainness)
    most = 1.0
    for one in [first, *(one for one in ranked if one is not first)]:
        most = min(most, one.win)
        yield one._replace(win=most, low=min(one.low, most))


def _in_earnest(chance: Chance, most: int) -> Chance:
    """The chance, or an interval that leaves all open where the search has hardly tried the move.

    What is hardly tried is followed up badly as well, so that its rate of wins says too little.
    """
    if chance.tries >= ENOUGH or FEW <= chance.tries >= most / EARNEST:
        return chance
    return Chance(chance.move, chance.win, 0.0, 1.0, 0)


def _settled(chance: Chance, verdict: bool | None) -> Chance:
    """The chance with 1 or 0 in its place where it is proved."""
    if verdict is None:
        return chance
    sure = float(verdict)
    return Chance(chance.move, sure, sure, sure, chance.tries)


def _prover(view: View, nodes: int, form: Form) -> Callable[[Move], bool | None]:
    """What says of a move whether it is proved to win (True), proved to lose (False), or neither.

    Its limits are numbers of positions, so that the same view gets the same answer.
    """
    game = the_only_game(view)

    def prove(move: Move) -> bool | None:
        if game is not None:
            found = solve(game.play(move), seconds=600, nodes=nodes, form=form).verdict
            return None if found == "unknown" else found == "won"
        then = after(view, move)
        return False if then is not None and completion(then, LOOKS) == "lost" else None

    return prove


def _next_views(view: View, move: Move) -> Iterator[tuple[float, View]]:
    """What may be seen after a move, each with its share of the chance."""
    then = after(view, move)
    if not isinstance(then, View):
        raise ValueError(f"{move} carries no card")
    if move.source != "S" or not then.stock_size:
        yield 1.0, then
        return
    for at, count in enumerate(then.unseen):
        if count:
            rest = (*then.unseen[:at], count - 1, *then.unseen[at + 1 :])
            yield count / then.stock_size, replace(then, turned=Card(at + 1, "C"), unseen=rest)


def _value(view: View, level: str, wait: bool) -> Chance:
    """The chance of the best move; 1 or 0 with certainty where the game is over."""
    if view.moves():
        return advise(view, level, wait=wait).chances[0]
    sure = float(view.is_won)
    return Chance(Move("", ""), sure, sure, sure, 0)
