"""What coach and solver tell the browser: hints, verdicts, lines and reviews as plain data.

What lives here: pure functions from those values to the board's trait `_sheet`. What does not: when
a sheet is shown and what it counts (``hinting``, ``reviewing``), the browser's own words
(``coach_texts``), the reasons themselves (``calclab.reasons``). Everything is said in the voice
that speaks when the function is called. A sheet holds no more than was asked for.
"""

from __future__ import annotations

from typing import Any

from calclab.game import Game
from calclab.hints import Hint
from calclab.judging import ESTIMATED, PROVED_LOST, standing
from calclab.messages import _, card_label, ngettext, numeral
from calclab.moves import Move
from calclab.record import Record
from calclab.review import Judged, Mistake, Review
from calclab.rules import carried
from calclab.solver import Solution
from calclab.widgets import state

Told = dict[str, Any]
AXES = (0.1, 0.25, 0.5, 1.0)


def hint(game: Game, found: Hint, step: int, *, chances: bool = False) -> Told:
    """The first steps of a hint, and at the third the moves, with their chances if asked for."""
    told: Told = {"kind": "hint", "level": found.advice.level, "step": step, "look": found.look}
    told["spots"] = [list(spot) for spot in found.at_risk]
    told["is_pair"] = len(found.piles) == 2
    if step >= 2:
        told |= {"compare": found.compare, "piles": list(found.piles)}
    if step >= 3:
        told |= {"move": str(found.move), "why": found.why, "equal": _equal(found)}
        told["moves"] = _moves(game, found, chances)
        told["chances"] = chances
        if chances:
            top = max(one.high for one in found.advice.chances)
            axis = next(axis for axis in AXES if axis >= min(top, 1.0))
            told["axis"] = axis
            told["axis_text"] = _("axis 0 to {percent} %").format(percent=round(100 * axis))
    return told


def _moves(game: Game, found: Hint, chances: bool) -> list[Told]:
    listed = []
    for one, reason in zip(found.advice.chances, found.whys, strict=True):
        told = move_words(game, one.move) | {"why": reason}
        if chances:
            told |= {"win": one.win, "low": one.low, "high": one.high, "tried": one.tries > 0}
            told["known"] = _(standing(one))
        listed.append(told)
    return listed


def _equal(found: Hint) -> list[str]:
    """`["1 and 2 are equal", " as far as can be told: …"]`, or nothing where one move is best."""
    order = [one.move for one in found.advice.chances]
    numbers = sorted(order.index(move) + 1 for move in (found.move, *found.equal))
    if len(numbers) < 2:
        return []
    first, last = ", ".join(map(str, numbers[:-1])), numbers[-1]
    return [
        _("{first} and {last} are equal").format(first=first, last=last),
        _("as far as can be told: their intervals overlap."),
    ]


def move_words(game: Game, move: Move) -> Told:
    """A move as its card, where it goes, and what it goes onto or comes from."""
    card = carried(game, move)
    if card is None:
        return {"move": str(move), "card": None, "to": state.move_label(game, move), "on": ""}
    onto = game.pile(move.target)
    if move.source != "S":
        on = _("from {name}").format(name=move.source)
    elif onto:
        on = _("on {card}").format(card=card_label(onto[-1]))
    else:
        on = _("empty")
    to = _("to {name}").format(name=move.target)
    return {"move": str(move), "card": str(card), "to": to, "on": on}


# can it still be won?


def winnable(stock_is_seen: bool) -> Told:
    """The question, before it is asked."""
    told: Told = {"kind": "winnable", "verdict": ""}
    told["note"] = (
        _("The solver knows the stock, as you do.")
        if stock_is_seen
        else _("The solver knows the stock. You do not see it.")
    )
    return told


def verdict(found: Solution, seconds: float) -> Told:
    """The solver's answer: proved won, proved lost, or unknown, in words."""
    told: Told = {"verdict": found.verdict}
    if found.verdict == "won":
        count = len(found.moves)
        text = ngettext("A line of {count} move wins.", "A line of {count} moves wins.", count)
        return told | {"title": _("Proved: it can be won"), "text": text.format(count=count)}
    if found.verdict == "lost":
        text = found.reason
        if ". " in text:  # a proof in sentences: the banner of the loss goes through it in steps
            text = _("No order of the cards still to come can win this any more")
        return told | {"title": _("Proved lost"), "text": _as_sentence(text)}
    gave_up = found.seconds >= 0.9 * seconds
    text = _("No answer after {seconds} seconds.").format(seconds=numeral(seconds, "g"))
    if not gave_up:
        text = _as_sentence(found.reason)
    return told | {"title": _("Unknown"), "text": text, "longer": gave_up}


def _as_sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def line(record: Record, start: int) -> Told:
    """A line that is shown on the table, at the move where it stands."""
    last, total = state.last_of(record), len(record.main_line)
    text = (last or {}).get("text", "") if record.at > start else _("Before its first move.")
    return {
        "kind": "line",
        "at": record.at - start,
        "total": total - start,
        "text": text,
    }


# after the game


def review(found: Review) -> Told:
    """The curve, the turning points and the last chance of a game."""
    return {
        "kind": "review",
        "level": found.level,
        "summary": found.summary,
        "curve": list(found.curve),
        "turns": [_turn(one) for one in found.turning_points],
        "last_chance": found.last_chance,
        "lost_from": found.end.lost_from,
        "unknown": found.unknown,
        "last_text": found.last_text,
        "luck_text": found.luck_text,
        "has_line": bool(found.line),
        "spoken": found.curve_text,
    }


def _turn(one: Mistake) -> Told:
    return {
        "card": str(one.better_card) if one.better_card else None,
        "text": one.text,
        "ply": one.ply,
        "before": one.before,
        "after": one.after,
        "why": one.why,
        "led_to": one.led_to,
    }


def retry(one: Mistake) -> Told:
    """The task at a turning point: find a move that keeps the chance."""
    return {
        "kind": "retry",
        "task": _("You are back at move {number}. You played {move}. Find a better one.").format(
            number=one.number, move=state.move_label(one.games[one.ply], one.move)
        ),
        "result": "",
    }


def better(one: Mistake) -> Told:
    """The better move of a turning point, with its reason."""
    return move_words(one.games[one.ply], one.better) | {"why": one.why}


def judged(one: Judged) -> Told:
    """What a move that was tried at a turning point comes to; every good move is good."""
    percent = round(100 * one.own.win)
    if one.is_mistake:
        cost = round(100 * (one.best.win - one.own.win))
        text = _("{percent} % to win: it costs {cost} points. Undo, and try another.")
        return {"good": False, "result": text.format(percent=percent, cost=cost)}
    if one.known == ESTIMATED:
        text = _("A good move: {percent} % to win, estimated. Play on.")
        return {"good": True, "result": text.format(percent=percent)}
    if one.known == PROVED_LOST:
        return {"good": False, "result": _("Proved lost: no move wins here any more.")}
    return {"good": True, "result": _("A good move: {known}. Play on.").format(known=_(one.known))}
