"""Every word that the browser shows around hints, verdicts, shown lines and reviews.

What lives here: the texts of their buttons, headings and keys. What does not: reasons and verdicts,
which Python sends ready made (``sheets``), and the other words of the board (``board_texts``).
"""

from __future__ import annotations

from calclab.messages import _


def coach_texts() -> dict[str, str]:
    """The texts by their keys; `{x}` is filled in by the browser.

    >>> coach_texts()["step_1"]
    'Step 1 · where to look'
    """
    return {**_hints(), **_solver(), **_lines(), **_reviews(), **_keys()}


def _hints() -> dict[str, str]:
    return {
        "hint": _("Hint"),
        "coach": _("Coach"),
        "coach_note": _("sees what you see, never the stock’s order"),
        "coach_note_ribbon": _("does not look at the ribbon"),
        "coach_level": _("How long the coach thinks"),
        "level_instant": _("instant"),
        "level_quick": _("quick"),
        "level_strong": _("strong"),
        "level_deep": _("deep"),
        "thinking": _("Thinking …"),
        "step_1": _("Step 1 · where to look"),
        "step_2": _("Step 2 · what to compare"),
        "step_3": _("Step 3 · the move"),
        "next_2": _("Two piles to compare"),
        "next_2_other": _("Next step"),
        "next_3": _("Show the move"),
        "chances_show": _("Show chances"),
        "chances_hide": _("Hide chances"),
        "chance_head": _("chance to win, with its 95 % interval"),
        "chance_of": _("{win} %, between {low} and {high} %"),
        "tried_little": _("too few tries to tell"),
        "percent": _("{n} %"),
        "play_first": _("Play 1"),
        "more_moves": _("{n} more moves"),
        "moves_ranked": _("The moves, best first"),
    }


def _solver() -> dict[str, str]:
    return {
        "winnable": _("Can it still be won?"),
        "ask_solver": _("Ask the solver"),
        "searching": _("Searching: {spent} of {seconds} seconds"),
        "search_longer": _("Search for {seconds} seconds"),
        "show_me": _("Show me"),
    }


def _lines() -> dict[str, str]:
    return {
        "line_title": _("A winning line"),
        "line_at": _("move {at} of {total}"),
        "line_back": _("Back"),
        "line_next": _("Next"),
        "line_all": _("Play all"),
        "line_pause": _("Pause"),
        "line_here": _("Play on from here"),
        "line_stop": _("Back to my game"),
        "line_keys": _("The key r shows the next move, u the one before, Esc ends it."),
    }


def _reviews() -> dict[str, str]:
    return {
        "review": _("Review"),
        "no_coach_here": _("The coach does not play this game."),
        "nothing_to_review": _("Play a move first; then there is something to review."),
        "reviewing": _("Looking at your game: step {done} of {total}"),
        "review_level": _("How long each move is looked at"),
        "show_line_from": _("Show the winning line from {n}"),
        "curve": _("Chance to win over the moves"),
        "curve_start": _("at the start: {percent} %"),
        "curve_at": _("after move {n}: {percent} %"),
        "curve_last": _("last moment it could be won"),
        "curve_lost": _("lost"),
        "curve_unknown": _("unknown"),
        "moves_played": _("moves played"),
        "turning_points": _("Turning points"),
        "no_turning_points": _("No single move is sure to have cost 10 points."),
        "move_number": _("move {n}"),
        "chance_fell": _("from {before} % to {after} %"),
        "led_to": _("It led to this: {text}"),
        "play_on": _("Play on from here"),
        "play_on_label": _("Play on from here: move {n}"),
        "better_show": _("Show the better move"),
        "better_is": _("Better: {move}"),
        "back_to_review": _("Back to the review"),
    }


def _keys() -> dict[str, str]:
    return {
        "key_h": _("a hint; again: its next step"),
        "key_w": _("can it still be won? again: show me"),
        "key_v": _("review of this game"),
    }
