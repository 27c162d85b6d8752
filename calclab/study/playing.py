"""One deal after another, played by a strategy: what a worker does.

What lives here: `Task` (everything that a worker is told), `play_deals`, the names of a study's
deals, and how a strategy gets its place at the table. What does not: who hands the work out
(``running``), what is kept (``results``). A strategy by name is calclab's own and plays here; a
function of a learner plays in a seat (``seat``).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from calclab import coach
from calclab.game import Game, IllegalMove, View, deal
from calclab.moves import Move, NotationError
from calclab.record import Record
from calclab.search import encode
from calclab.seat import Foul, one_line, seat_class
from calclab.study.results import MOST_FAULTS, Fault, Part
from calclab.variants import Variant

TELLS = 2.0  # seconds after which a fault is handed in at once, before the other deals are played
MOST_MOVES = 2_000  # a game that goes round in circles ends here, as a fault

# Strategies whose whole game a faster engine plays, by name: from the deal to the game's end.
WHOLE_GAMES: dict[str, Callable[[Game], Game]] = {"learned-table": coach.table_game}


@dataclass(frozen=True, slots=True)
class Task:
    """A strategy, by name or packed, the game it plays, and its time for one game in seconds."""

    strategy: str | bytes
    variant: Variant
    limit: float


def deal_seed(seed: str, number: int) -> str:
    """The seed of a study's deal: `deal(variant, "7/0")` is the first deal of the study `7`.

    >>> deal_seed("7", 0)
    '7/0'
    """
    return f"{seed}/{number}"


def play_deals(task: Task, seed: str, start: int, stop: int) -> Part:
    """Play the deals `start` to `stop - 1` of a study's seed; the same wherever it is done.

    After a fault that took long the rest is left to another call, so that it is told at once.
    The seconds of a player by name are processor time, which other work does not lengthen. Another
    strategy thinks in a process of its own, so that only the clock can tell.
    """
    outcomes, seconds = "", 0.0
    placed: list[int] = []
    faults: list[Fault] = []
    clock = time.process_time if isinstance(task.strategy, str) else time.perf_counter
    with _at_table(task) as play:
        for number in range(start, stop):
            game = deal(task.variant, deal_seed(seed, number))
            begun = clock()
            end, moves, foul = play(game)
            seconds += clock() - begun
            if foul is not None and len(faults) < MOST_FAULTS:
                faults.append(_fault(seed, number, game, moves, foul))
            outcomes += "f" if foul is not None else "w" if end.is_won else "l"
            placed.append(end.placed)
            if foul is not None and seconds > TELLS:
                break
    return Part(seed, start, outcomes, tuple(placed), seconds, tuple(faults))


_End = tuple[Game, list[Move], Foul | None]


@contextmanager
def _at_table(task: Task) -> Iterator[Callable[[Game], _End]]:
    """How the strategy plays a whole game: from the deal to its end, its moves, its fault."""
    if isinstance(task.strategy, bytes):
        seat = seat_class()(task.strategy, task.limit)

        def play_in_seat(game: Game) -> _End:
            seat.sit(_chance(game.view()))
            try:
                return _play(game, lambda view: Move.parse(seat.ask(view)))
            finally:
                seat.rise()

        try:
            seat.open()
            yield play_in_seat
        finally:
            seat.leave()
    elif task.strategy in WHOLE_GAMES and encode.is_searchable(task.variant):
        whole = WHOLE_GAMES[task.strategy]
        whole(deal(task.variant, 1))  # what is compiled at first is not a game's time
        yield lambda game: (whole(game), [], None)
    else:
        named = _guarded(coach.strategy(task.strategy))
        with suppress(Foul):  # what is compiled at first is not a game's time
            named(deal(task.variant, 1).view())
        yield lambda game: _forgiven(*_play(game, named))


def _forgiven(end: Game, moves: list[Move], foul: Foul | None) -> _End:
    """A player by name that comes to no end, where moves can be taken back, has lost its game."""
    return end, moves, None if foul is not None and foul.kind == "hung" else foul


def _guarded(strategy: coach.Strategy) -> coach.Strategy:
    def answer(view: View) -> Move:
        try:
            return strategy(view)
        except Exception as error:
            raise Foul("raised", one_line(error)) from error

    return answer


def _play(game: Game, strategy: Callable[[View], Move]) -> _End:
    """Play until no move is left, or until the strategy is at fault."""
    moves: list[Move] = []
    while game.moves():
        if len(moves) == MOST_MOVES:
            return game, moves, Foul("hung", f"made {MOST_MOVES} moves and came to no end")
        try:
            move = strategy(game.view())
            game = game.play(move)
        except (IllegalMove, NotationError) as error:
            return game, moves, Foul("illegal", str(error))
        except Foul as foul:
            return game, moves, foul
        moves.append(move)
    return game, moves, None


def _fault(seed: str, number: int, game: Game, moves: list[Move], foul: Foul) -> Fault:
    record = Record(game, created="")
    for move in moves:
        record.play(move)
    return Fault(seed, number, foul.kind, foul.text, len(moves), record.dumps().strip())


def _chance(view: View) -> int:
    """A number for a strategy's own chance, from what it sees: no way leads back to the deal."""
    seen = repr((view.laid, view.piles, view.turned)).encode()
    return int.from_bytes(hashlib.blake2b(seen, digest_size=7).digest())
