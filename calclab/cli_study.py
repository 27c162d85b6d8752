"""The word `study` of the `calclab` command: many games with a strategy, and what came out.

What lives here: its options, and what it prints. What does not: the study itself (``study``).
The figures go to stdout, progress to stderr where that is a terminal.
"""

from __future__ import annotations

import argparse
import json
import sys
from textwrap import fill
from typing import Any

from calclab import coach
from calclab.study import Study, study


def add_words(words: Any) -> None:
    """Add the word to the command."""
    word = words.add_parser(
        "study",
        help="play many games with a strategy",
        formatter_class=argparse.RawDescriptionHelpFormatter,  # names are not broken at a hyphen
        description=_paragraph(
            "Play many games with a strategy and say how many it wins. The same seed gives the "
            "same result with any number of workers."
        ),
        epilog=_paragraph("Strategies: " + ", ".join(coach.names()) + "."),
    )
    word.add_argument("--variant", default="calculation", metavar="V", help="a game's id or name")
    word.add_argument("--strategy", required=True, metavar="NAME", help="the player, by name")
    word.add_argument("--deals", type=int, default=1_000, metavar="N", help="default: 1000")
    word.add_argument("--seed", required=True, metavar="K", help="a whole number or a word")
    word.add_argument("--workers", type=int, metavar="W", help="default: one for each core")
    word.add_argument(
        "--file", metavar="FILE", help="keep the result here; an interrupted study goes on from it"
    )
    word.add_argument("--json", action="store_true", help="print one JSON object")
    word.set_defaults(run=run)


def _paragraph(text: str) -> str:
    return fill(text, 78, break_on_hyphens=False)


def run(options: argparse.Namespace) -> int:
    """Play the study and print it."""
    try:
        result = _play(options)
    except KeyboardInterrupt:
        kept = f"; the same command goes on from {options.file}" if options.file else ""
        print(f"stopped{kept}", file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(result.as_data(), ensure_ascii=False))
    else:
        print(result)
    return 0


def _play(options: argparse.Namespace) -> Study:
    return study(
        options.strategy,
        options.variant,
        options.deals,
        options.seed,
        workers=options.workers,
        file=options.file,
    )
