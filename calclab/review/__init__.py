"""After the game: what each move was worth, the few that mattered, and when it was lost.

What lives here: `review`, which judges a record move by move, and `judge_move` for one move alone.
What does not: how a move is judged (``judging``, which hints use too, so that nobody is blamed for
an advised move) and pictures (``plots.review``). Moves and the curve are judged by what the player
could see: what only the solver, who knows the stock, calls lost has the chance that a hint would
tell. The solver's word, `last_chance` with its line, is told beside the curve.
"""

from __future__ import annotations

from calclab.bars import Progress, telling
from calclab.cards import shorten
from calclab.coach import Chance, check_level
from calclab.game import Game, View
from calclab.judging import (
    DROP,
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
from calclab.review.last_chance import last_chance, lost_by_sight, most_searches
from calclab.review.mistakes import Mistake
from calclab.review.values import Review

__all__ = ["Judged", "Mistake", "Review", "judge_move", "review"]

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
    if not isinstance(record, Record):
        raise ValueError(f"{shorten(record)} is no Record: a review looks back at its moves")
    check_coached(record.start)
    check_level(level)
    record = Record.loads(record.dumps())  # what is played on in the given one changes no review
    games, moves = tuple(record.games()), record.main_line
    judged: list[Judged] = []
    with telling(progress, most_searches(len(moves)) + len(moves), _("review")) as more:
        end = last_chance(games, level, wait=wait, more=more)
        lost_from = lost_by_sight(games)
        for at, move in enumerate(moves):
            one = _judged(games[at], move, at, at >= lost_from, level, wait)
            judged.append(one)
            if PROVED_LOST in (standing(one.best), one.known):  # lost it stays
                lost_from = min(lost_from, at + (standing(one.best) != PROVED_LOST))
            more(1)
        end_point = _end_point(games[-1], len(moves) >= lost_from, level, wait)
    points = (*(Point.of(one.best) for one in judged), end_point)
    mistakes = [Mistake(one, games, points) for one in judged if one.is_mistake]
    mistakes.sort(key=lambda one: (-one.cost, one.ply))
    end = end.lost_by(lost_from)
    return Review(record, level, points, tuple(judged), tuple(mistakes), end)


def judge_move(game: Game, move: Move | str, level: str = "quick", *, wait: bool = True) -> Judged:
    """One move beside the best one of its position, as a review judges it.

    Raises `ValueError`, in one line, for what is no legal move of a game that the coach plays.
    """
    if not isinstance(game, Game):
        raise ValueError(f"{shorten(game)} is no Game")
    move = Move.parse(move) if isinstance(move, str) else move
    game.play(move)  # refuses what is not legal
    check_coached(game)
    check_level(level)
    return _judged(game, move, 0, lost_by_sight([game]) == 0, level, wait)


def _judged(game: Game, move: Move, ply: int, is_lost: bool, level: str, wait: bool) -> Judged:
    """One move beside the best one, and the chance before it."""
    if is_lost:
        lost = Chance(move, 0, 0, 0, 0)
        return Judged(ply, lost, lost, False)
    view = game.view()
    advice = judge(view, level, wait=wait)
    best = advice.chances[0]
    own = next(one for one in advice.chances if one.move == move)
    is_mistake = False
    is_alike = move == best.move or move in equals(advice)
    if not is_alike and (own.tries == 0 or best.win - own.win >= DROP):
        better, worse = (_again(view, one, level, wait) for one in (best, own))
        is_mistake = is_worse(worse, better)
        own, best = worse, max(better, worse, key=lambda one: one.win)
    return Judged(ply, own, best, is_mistake)


def _again(view: View, one: Chance, level: str, wait: bool) -> Chance:
    """A fairer look at a move, unless it is proved already or carries no card."""
    if one.low == one.high or one.move.kind != "move":
        return one
    return look_again(view, one.move, AGAIN.get(level, level), wait=wait)


def _end_point(game: Game, is_lost: bool, level: str, wait: bool) -> Point:
    """The chance at the end of the record."""
    if game.moves() and not is_lost:
        return Point.of(judge(game.view(), level, wait=wait).chances[0])
    return Point.sure(game.is_won)
