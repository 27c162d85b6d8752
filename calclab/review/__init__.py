"""After the game: what each move was worth, the few that mattered, and when it was lost.

What lives here: `review`, which judges a record move by move. What does not: how a move is judged
(``judging``, which hints use too, so that nobody is blamed for an advised move) and pictures
(``plots.review``). Moves are judged by what the player could see. Only `last_chance` and its line
come from the solver, which knows the stock.
"""

from __future__ import annotations

from calclab.bars import Progress, telling
from calclab.coach import Chance, check_level
from calclab.game import Game, View
from calclab.judging import (
    PROVED_LOST,
    check_coached,
    equals,
    is_worse,
    judge,
    look_again,
    standing,
)
from calclab.messages import _
from calclab.moves import Move
from calclab.record import Record
from calclab.review.judged import Judged, Point
from calclab.review.last_chance import LastChance, last_chance
from calclab.review.mistakes import Mistake
from calclab.review.values import Review

__all__ = ["Judged", "Mistake", "Review", "review"]

AGAIN = {"deep": "strong"}  # the level of a second look, where it is not the level itself


def review(
    record: Record,
    level: str = "quick",
    *,
    progress: bool | Progress = True,
    wait: bool = True,
) -> Review:
    """Judge every move of a record's main line.

    `progress`: True draws a bar where there is a terminal or a notebook, False draws none, a
    function is called with (done, total). Without `wait` plain Python answers while the compiled
    form is still being made. Raises `ValueError`, in one line, for a game that the coach does not
    play, and for a level that there is not.
    """
    check_coached(record.start)
    check_level(level)
    games, moves = tuple(record.games()), record.main_line
    judged: list[Judged] = []
    points: list[Point] = []
    with telling(progress, len(moves) + 1, _("review")) as more:
        end = last_chance(games, level, wait=wait)
        more(1)
        for at, move in enumerate(moves):
            one, point = _judged(games[at], move, end, at, level, wait)
            judged.append(one)
            points.append(point)
            if PROVED_LOST in (point.known, one.known):  # by sight alone; lost it stays
                end = end.lost_by(at + (point.known != PROVED_LOST))
            more(1)
        points.append(_end_point(games[-1], end, level, wait))
    mistakes = [Mistake(one, games, tuple(points)) for one in judged if one.is_mistake]
    mistakes.sort(key=lambda one: (-one.cost, one.ply))
    return Review(record, level, tuple(points), tuple(judged), tuple(mistakes), end)


def _judged(
    game: Game, move: Move, end: LastChance, ply: int, level: str, wait: bool
) -> tuple[Judged, Point]:
    """One move beside the best one, and the chance before it."""
    if end.is_lost(ply):
        return Judged(ply, move, 0, move, 0, 0, 0, PROVED_LOST, False), Point(0, PROVED_LOST)
    view = game.view()
    advice = judge(view, level, wait=wait)
    best = advice.chances[0]
    own = next(one for one in advice.chances if one.move == move)
    is_mistake = False
    if move != best.move and move not in equals(advice) and is_worse(own, best, noise=False):
        better, worse = (_again(view, one, level, wait) for one in (best, own))
        is_mistake = is_worse(worse, better)
        own, best = worse, max(better, worse, key=lambda one: one.win)
    return (
        Judged(
            ply, move, own.win, best.move, best.win, own.low, own.high, standing(own), is_mistake
        ),
        Point.of(best),
    )


def _again(view: View, one: Chance, level: str, wait: bool) -> Chance:
    """A fairer look at a move, unless it is proved already or carries no card."""
    if one.low == one.high or one.move.kind != "move":
        return one
    return look_again(view, one.move, AGAIN.get(level, level), wait=wait)


def _end_point(game: Game, end: LastChance, level: str, wait: bool) -> Point:
    """The chance at the end of the record."""
    if game.moves() and not end.is_lost(end.count):
        return Point.of(judge(game.view(), level, wait=wait).chances[0])
    return Point.sure(game.is_won)
