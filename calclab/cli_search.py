"""The words of the `calclab` command that search: `solve`, `advise`, `review`.

What lives here: what they print. What does not: the search itself (``solver``, ``judging``,
``review``). Each works on the position after a record's last move, or on its whole main line.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from textwrap import fill
from typing import Any

from calclab.coach import LEVELS, Chance
from calclab.hints import equal_text
from calclab.judging import ESTIMATED, UNKNOWN, as_data, explained, judge, standing
from calclab.messages import _, ngettext, numeral
from calclab.moves import Move
from calclab.record import Record
from calclab.review import Mistake, Review, review
from calclab.solver import Solution, Watcher, solve

WIDE = 96
PATIENCE = 1  # seconds of search after which somebody who watches is told


def add_words(words: Any) -> None:
    """Add the words to the command's parser."""
    word = words.add_parser(
        "solve",
        help="search for a win with the stock known",
        description="Say whether the game of a record can be won from its last move on, by somebody"
        " who knows the stock: won (with the moves that are left to play), lost (proved), or"
        " unknown (the search gave up).",
    )
    _add_file(word)
    word.add_argument(
        "--seconds", type=_seconds, default=2.0, metavar="S", help="time to search; default: 2"
    )
    word.set_defaults(run=_solve)
    word = words.add_parser(
        "advise",
        help="every move with its chance to win",
        description="Every legal move after the last one of a record, best first, with its chance"
        " to win, the interval of that, and a reason. The stock's order is not looked at.",
    )
    _add_file(word)
    _add_level(word)
    word.set_defaults(run=_advise)
    word = words.add_parser(
        "review",
        help="look at a game again, move by move",
        description="Judge the moves of a record: the turning points with the better move, and when"
        " the game could last be won.",
    )
    _add_file(word)
    _add_level(word)
    word.set_defaults(run=_review)


def _add_file(word: argparse.ArgumentParser) -> None:
    word.add_argument("file", metavar="FILE", help="a record")
    word.add_argument("--json", action="store_true", help="one JSON object on one line")


def _add_level(word: argparse.ArgumentParser) -> None:
    word.add_argument(
        "--level", choices=list(LEVELS), default="quick", help="how hard to think; default: quick"
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < inf:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no time; give seconds, as 2 or 0.5")
    return seconds


def _load(name: str) -> Record:
    """The record of a file, at the end of its main line."""
    record = Record.load(name)
    return record.go(len(record.main_line))


def _solve(options: argparse.Namespace) -> int:
    game = _load(options.file).game
    with _watching(options.json) as watcher:
        solution = solve(game, options.seconds, progress=watcher)
    if options.json:
        print(json.dumps(solution.as_data()))
    else:
        print(_solution_text(solution))
    return 0


@contextmanager
def _watching(as_json: bool) -> Iterator[Watcher | None]:
    """One line of a terminal that is written anew while a search goes on, and cleared after it.

    Nothing where nobody watches: on a pipe, and where JSON goes down one.
    """
    if not sys.stderr.isatty() or (as_json and not sys.stdout.isatty()):
        yield None
        return
    wide = 0

    def write(text: str) -> None:
        nonlocal wide
        sys.stderr.write("\r" + text.ljust(wide))
        sys.stderr.flush()
        wide = len(text)

    def watcher(nodes: int, seconds: float) -> None:
        if seconds >= PATIENCE:
            write(_effort(nodes, seconds))

    try:
        yield watcher
    finally:
        if wide:
            write("")  # blanks over the line, and then back to its beginning
            write("")


def _effort(nodes: int, seconds: float) -> str:
    text = _("{nodes} positions and games, {seconds} s")
    return text.format(nodes=nodes, seconds=numeral(seconds, ".2f"))


def _solution_text(solution: Solution) -> str:
    effort = _effort(solution.nodes, solution.seconds)
    if solution.verdict == "lost":
        return _("lost: proved ({effort})").format(effort=effort)
    if solution.verdict == "unknown":
        return _("unknown: {reason} ({effort})").format(reason=solution.reason, effort=effort)
    count = len(solution.moves)
    lead = ngettext("won with {count} move ({effort})", "won with {count} moves ({effort})", count)
    return "\n".join([lead.format(count=count, effort=effort), *_line(solution.moves)])


def _line(moves: Sequence[Move]) -> list[str]:
    """The moves in lines of an even width."""
    if not moves:
        return []
    text = " ".join(map(str, moves))
    return [fill(text, WIDE, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)]


def _advise(options: argparse.Namespace) -> int:
    view = _load(options.file).game.view()
    advice = judge(view, options.level)
    moves = [
        as_data(one) | {"why": explained(view, one, best=one.move == advice.move)}
        for one in advice.chances
    ]
    if options.json:
        print(json.dumps({"moves": moves}))
        return 0
    for one, chance in zip(moves, advice.chances, strict=True):
        print(f"{one['move']:7} {_chance_text(chance):19}  {one['why']}")
    if text := equal_text(advice):
        print(fill(text, WIDE))
    return 0


def _chance_text(chance: Chance) -> str:
    """A chance with how sure it is: its interval, a proof, or that it was hardly tried."""
    known = standing(chance)
    if known == UNKNOWN:
        return "  ?    " + _("hardly tried")
    interval = f"{100 * chance.low:.0f}–{100 * chance.high:.0f} %"
    return f"{_percent(chance.win)}  {interval if known == ESTIMATED else _(known)}"


def _percent(chance: float) -> str:
    return f"{100 * chance:3.0f} %"


def _review(options: argparse.Namespace) -> int:
    found = review(_load(options.file), options.level)
    if options.json:
        print(json.dumps(found.as_data()))
        return 0
    print(found.summary)
    if found.last_text:
        print(found.last_text)
    for at, one in enumerate(found.turning_points, start=1):
        print("\n".join(_turning_point(at, one)))
    if found.line and found.last_chance is not None:
        print("\n".join(_winning_line(found)))
    return 0


def _turning_point(at: int, one: Mistake) -> list[str]:
    words = {"at": at, "number": one.number, "text": one.text}
    lead = _("{at}. move {number}: {text}").format(**words)
    told = [
        fill(text, WIDE, initial_indent="   ", subsequent_indent="   ")
        for text in (one.why, one.led_to)
        if text
    ]
    return [f"{lead}  {one.fell}", *told]


def _winning_line(found: Review) -> list[str]:
    text = _("A winning line after move {count}, found with the stock known:")
    return [text.format(count=found.last_chance), *_line(found.line)]
