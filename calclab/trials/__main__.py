"""Put the advice on trial again: `python -m calclab.trials [--out DIR] [--deals N] [--games N]`.

What lives here: the command. It takes about half an hour on two cores.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from calclab.trials import piles, sayings, watching


def main(arguments: list[str] | None = None) -> int:
    """Play everything and write the three files."""
    parser = argparse.ArgumentParser(
        prog="python -m calclab.trials",
        description="Measure what each piece of advice is worth, and what strong players do.",
    )
    parser.add_argument("--out", type=Path, default=Path("trials"), help="folder of the files")
    parser.add_argument("--deals", type=int, default=sayings.DEALS, help="deals of each player")
    parser.add_argument("--games", type=int, default=watching.GAMES, help="games that are watched")
    given = parser.parse_args(arguments)
    for name in ("deals", "games"):
        if getattr(given, name) < 1:
            parser.error(f"--{name} {getattr(given, name)}: must be a whole number from 1 on")
    given.out.mkdir(parents=True, exist_ok=True)
    sayings.remake(given.out / sayings.FILE, given.deals)
    watching.remake(given.out / watching.FILE, given.games)
    piles.remake(given.out / piles.FILE)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
