"""The `calclab` command.

What lives here: its words, and what they print. What does not: anything that they do. Figures for
programs go to stdout, one JSON object a line; complaints go to stderr, one line each.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from calclab import cli_search, cli_study, lessonfiles
from calclab.cards import shorten
from calclab.game import deal
from calclab.messages import LANGUAGES, speaking
from calclab.packs import choose, todays_deal
from calclab.record import Record, RecordError, count_direct
from calclab.rulepages import rules, summary
from calclab.variants import VARIANTS, get

LONGEST_COMPLAINT = 400


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0, 1 where something was refused, 2 for wrong use."""
    if sys.stderr is None:  # it was closed; a file that is opened next must not take its place
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stderr = os.fdopen(2, "w", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    parser = _parser()
    options, others = parser.parse_known_args(arguments)
    if others and options.run is not _lab:
        parser.error(f"{shorten(others[0])} is not understood; try calclab {options.word} --help")
    options.others = others
    try:
        with speaking(options.language):
            return int(options.run(options))
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        return _complain("stopped")
    except (ValueError, OSError) as error:
        return _complain(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="calclab",
        description="Calculation, the solitaire of counting by 1, 2, 3 and 4: play, replay, learn.",
        epilog="Begin with: calclab lab",
    )
    parser.add_argument(
        "--language", choices=list(LANGUAGES), default="en", help="the language of the answers"
    )
    words = parser.add_subparsers(title="words", dest="word", required=True, metavar="WORD")
    _add_lab(words)
    _add_games(words)
    _add_deal(words)
    _add_show(words)
    _add_replay(words)
    cli_search.add_words(words)
    cli_study.add_words(words)
    return parser


def _add_lab(words: Any) -> None:
    word = words.add_parser(
        "lab",
        help="open JupyterLab on the lessons",
        description="Open JupyterLab on the lessons, with a board to play on. In a checkout these "
        "are its notebooks; otherwise they are copied to DIR, and what you changed there is kept. "
        "Further options, such as --no-browser, go to JupyterLab.",
    )
    word.add_argument("dir", nargs="?", metavar="DIR", help="default: ./calclab-lessons")
    word.set_defaults(run=_lab)


def _add_games(words: Any) -> None:
    word = words.add_parser(
        "games", help="list the games", description="List every game, or the rules of one."
    )
    word.add_argument("game", nargs="?", metavar="GAME", help="an id, a name or an alias")
    word.set_defaults(run=_games)


def _add_deal(words: Any) -> None:
    word = words.add_parser(
        "deal",
        help="print the record of a new game",
        description="Print the record of a new game, ready to be saved and mailed. The same seed "
        "gives the same deal on every machine.",
        epilog='Example: calclab deal calculation --seed "blue whale" > game.json',
    )
    word.add_argument("variant", metavar="VARIANT", help="a game, as `calclab games` lists them")
    word.add_argument("--seed", help="a whole number or a word; without it a fresh one is drawn")
    word.add_argument("--pysol", type=int, metavar="N", help="PySolFC's deal of that number")
    word.add_argument("--piles", type=int, metavar="N", help="1 to 8 waste piles")
    word.add_argument("--modulus", type=int, metavar="N", help="5 to 30 ranks instead of 13")
    word.add_argument("--today", action="store_true", help="today's deal of the graded ones")
    word.add_argument("--grade", type=int, metavar="N", help="a graded deal, 1 (easiest) to 5")
    word.add_argument("--out", metavar="FILE", help="write the record to this file instead")
    word.set_defaults(run=_deal)


def _add_show(words: Any) -> None:
    word = words.add_parser(
        "show",
        help="show a position of a record",
        description="Show a position of a record as text, or write it as a picture.",
    )
    word.add_argument("file", metavar="FILE")
    word.add_argument("--at", type=int, metavar="N", help="after N moves; default: after all")
    word.add_argument("--svg", metavar="OUT", help="write the picture to this file")
    word.set_defaults(run=_show)


def _add_replay(words: Any) -> None:
    word = words.add_parser(
        "replay",
        help="replay records and say how they end",
        description="Replay records by the rules and say how they end. A file that is refused "
        "gives one line on stderr, the others are still done, and the exit status is 1.",
    )
    word.add_argument("files", nargs="+", metavar="FILE")
    word.add_argument("--json", action="store_true", help="one JSON object a line")
    word.add_argument(
        "--legal", action="store_true", help="with the legal moves before each move and at the end"
    )
    word.set_defaults(run=_replay)


def _lab(options: argparse.Namespace) -> int:
    folder = lessonfiles.checkout_folder(Path.cwd()) if options.dir is None else None
    if folder is None:
        folder = Path(options.dir or "calclab-lessons")
        source = lessonfiles.checkout_folder(Path.cwd()) or lessonfiles.packed_folder()
        for note in lessonfiles.copy_lessons(source, folder):
            print(note)
    print(f"The lessons are in {folder.resolve()}. Stop JupyterLab with Ctrl+C.", flush=True)
    root = f"--ServerApp.root_dir={folder.resolve()}"
    first = f"--LabApp.default_url=/lab/tree/{lessonfiles.FIRST_LESSON}"
    command = [sys.executable, "-m", "jupyterlab", root, first, *options.others]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    if os.name == "posix":  # JupyterLab takes this process's place, and so its signals
        os.execv(sys.executable, command)
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0


def _games(options: argparse.Namespace) -> int:
    if options.game:
        variant = get(options.game)
        print(variant.id, summary(variant), "", *rules(variant), sep="\n")
        return 0
    width = max(len(variant.id) for variant in VARIANTS)
    for variant in VARIANTS:
        also = f" (also {', '.join(variant.aliases)})" if variant.aliases else ""
        print(f"{variant.id:{width}}  {summary(variant)}{also}")
    return 0


def _deal(options: argparse.Namespace) -> int:
    how = {name: getattr(options, name) for name in ("pysol", "piles", "modulus")}
    if not options.today and options.grade is None:
        game = deal(options.variant, _seed(options.seed), **how)
    elif options.seed is not None or any(value is not None for value in how.values()):
        raise ValueError("--today and --grade take no --seed, --pysol, --piles or --modulus")
    elif options.today:
        game = todays_deal(variant=options.variant, grade=options.grade).game
    else:
        game = choose(options.variant, options.grade).game
    record = Record(game)
    if options.out:
        record.save(options.out)
    else:
        print(record.dumps(), end="")
    return 0


def _seed(text: str | None) -> int | str | None:
    """A seed of the command line, where digits mean a whole number."""
    if text is not None and text.strip().lstrip("+-").isdecimal() and len(text) <= 200:
        return int(text)
    return text


def _show(options: argparse.Namespace) -> int:
    record = Record.load(options.file)
    record.go(len(record.main_line) if options.at is None else options.at)
    if options.svg:
        from calclab.record import write_whole
        from calclab.svg import board

        write_whole(Path(options.svg), board(record.game))
    else:
        print(record.game)
    return 0


def _replay(options: argparse.Namespace) -> int:
    status = 0
    for name in options.files:
        try:
            result = replay(name, legal=options.legal)
        except RecordError as error:
            status = _complain(error)
            continue
        if options.json:
            print(json.dumps(result))
        else:
            print("{file}: {variant}, {outcome}, {placed} placed, {moves} moves".format(**result))
            for at, moves in enumerate(result.get("legal", ())):
                print(f"  {at}: {' '.join(moves)}")
        sys.stdout.flush()
    return status


def replay(name: str, *, legal: bool = False) -> dict[str, Any]:
    """What a record file comes to after its last move; raises `RecordError`."""
    record = Record.load(name)
    record.go(len(record.main_line))
    game = record.game
    result: dict[str, Any] = {
        "file": name,
        "variant": record.variant.id,
        "outcome": game.outcome,
        "placed": game.placed,
        "moves": record.at,
        "direct": count_direct(record.moves),
    }
    if legal:
        result["legal"] = [sorted(map(str, game.moves())) for game in record.games()]
    return result


def _complain(error: Exception | str) -> int:
    text = " ".join(str(error).split())
    if len(text) > LONGEST_COMPLAINT:
        text = text[: LONGEST_COMPLAINT - 1] + "…"
    print(text, file=sys.stderr)
    return 1
