"""Remake the figures: `python -m calclab.figures [--out DIR] [--only NAME] [--deals N]`.

What lives here: the command. All figures take some three hours of one core. A figure that was
interrupted goes on where it stopped when the command is given again.
"""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path

from calclab.figures.plan import PLAN
from calclab.figures.remake import remake
from calclab.figures.shipped import Figure, FigureError


def main(arguments: list[str] | None = None) -> int:
    """Make the figures that are asked for and print each."""
    parser = argparse.ArgumentParser(
        prog="python -m calclab.figures",
        description="Measure again how often the games can be won.",
        epilog="Figures: " + ", ".join(measure.name for measure in PLAN) + ".",
    )
    parser.add_argument(
        "--out", type=Path, default=Path("figures"), help="the folder of the result files"
    )
    parser.add_argument(
        "--only", metavar="NAME", action="append", help="this figure; may be given several times"
    )
    parser.add_argument("--deals", metavar="N", type=int, help="deals of each, fewer for a trial")
    given = parser.parse_args(arguments)
    wanted = given.only or [measure.name for measure in PLAN]
    known = {measure.name: measure for measure in PLAN}
    try:
        for name in wanted:
            if name not in known:
                raise FigureError(f"{name} is no figure; there are {', '.join(known)}")
        if given.deals is not None and given.deals < 1:
            raise FigureError(f"--deals {given.deals}: must be a whole number from 1 on")
        given.out.mkdir(parents=True, exist_ok=True)
        for name in wanted:
            made = remake(known[name], given.out, date.today().isoformat(), given.deals, _say)
            print(f"{made!r}"[1:-1], flush=True)
    except (FigureError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return 1
    return 0


def _say(made: Figure, deals: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if made.deals == deals else "\r"
        print(f"{made.name}: {made.deals} of {deals}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
