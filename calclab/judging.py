"""One judgement of a move for hints, reviews and the command line: estimated or proved.

What lives here: `judge`, the advice of the coach with what can be proved about each move put in
its place, and `standing`, how sure a chance is. What does not: search (``coach``, ``solver``).

Nothing here sees the order of the stock. Two proofs need none: no order of the unseen cards wins
any more (``blockage``), and there is one order only, so that the solver may decide.
"""

from __future__ import annotations

from calclab.blockage import completion
from calclab.cards import SUITS, Card
from calclab.coach import Advice, Chance, advise
from calclab.game import Game, Position, View
from calclab.messages import _, marked
from calclab.moves import Move
from calclab.reasons import after
from calclab.search import encode
from calclab.solver import solve

PROVED_WON, PROVED_LOST = marked("proved won"), marked("proved lost")
ESTIMATED, UNKNOWN = marked("estimated"), marked("unknown")
LOOKS = 600  # positions that the exact test may look at for one move
NODES = 4_000  # positions and games that the solver may look at for one move


def judge(view: Position, level: str = "quick", *, wait: bool = True) -> Advice:
    """Every legal move with its chance to win, best first; a proved one has a chance of 1 or 0.

    Raises `ValueError` for a game that the coach does not play, and where no move is left.
    """
    seen = unpeeking(view)
    check_coached(seen)
    advice = advise(seen, level, wait=wait)
    game = the_only_game(seen)
    chances = [_settled(seen, game, one) for one in advice.chances]
    chances.sort(key=lambda one: (one.low < 1, one.high == 0))
    return Advice(advice.level, advice.simulations, tuple(chances))


def check_coached(position: Position) -> None:
    """Raise `ValueError`, in one line, for a game that the coach does not play."""
    if not encode.is_searchable(position):
        raise ValueError(
            _("the coach does not play {game}; it plays games with a turned card").format(
                game=_(position.variant.name)
            )
        )


def standing(chance: Chance) -> str:
    """How sure a chance is: `proved won`, `proved lost`, `estimated` or `unknown`."""
    if chance.low == 1:
        return PROVED_WON
    if chance.high == 0:
        return PROVED_LOST
    return ESTIMATED if chance.tries else UNKNOWN


def unpeeking(position: Position) -> View:
    """The view of a game; a view stays what it is."""
    if isinstance(position, Game):
        return position.view()
    assert isinstance(position, View)
    return position


def the_only_game(view: View) -> Game | None:
    """The game behind a view whose unseen cards have one order only: none, or all of a rank."""
    ranks = [rank for rank, count in enumerate(view.unseen, start=1) if count]
    if len(ranks) > 1 or view.redeals:
        return None
    stock = tuple(Card(ranks[0], SUITS[at % 4]) for at in range(view.stock_size))
    return Game(
        view.variant, view.foundations, view.laid, view.piles, view.turned, view.redeals, stock
    )


def _settled(view: View, game: Game | None, chance: Chance) -> Chance:
    """The chance with 1 or 0 in its place where that is proved."""
    verdict = _proved(view, game, chance.move)
    if verdict is None:
        return chance
    sure = float(verdict)
    return Chance(chance.move, sure, sure, sure, chance.tries)


def _proved(view: View, game: Game | None, move: Move) -> bool | None:
    """Whether a move is proved to win (True) or to lose (False)."""
    if game is not None:
        found = solve(game.play(move), seconds=60, nodes=NODES).verdict
        return None if found == "unknown" else found == "won"
    then = after(view, move)
    if then is not None and completion(then, LOOKS) == "lost":
        return False
    return None
