"""Find and grade the deals of the packs: `python -m calclab.packs [--deals N] [--out FILE]`.

What lives here: how a deal's difficulty is measured, and how five grades are cut. What does not:
reading the packs (``packs``). Seeds are tried from 1 on, and a deal is a candidate when the solver
finds a win. Its difficulty is the logarithm of the tries that the solver needs, from the deal and
from the first positions of its line, and two for each player of the coach that loses it. The
candidates in order of difficulty are cut in five, and each grade is the middle of its fifth.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from math import log2
from pathlib import Path

from calclab.coach import strategy
from calclab.game import deal
from calclab.packs import FILE, GAMES, GRADES, LETTER_OF, PLAYERS, PackDeal
from calclab.record import write_whole
from calclab.solver import solve
from calclab.tablework import played

MOST_TRIES = 100_000  # a deal that takes more is passed over
POSITIONS = 8  # of the line, from which the solver begins anew
SPREAD = 1.2  # candidates for each deal that is kept
Say = Callable[[str], object]


def build(games: tuple[str, ...], size: int, say: Say) -> list[PackDeal]:
    """The deals of some games, `size` for each grade."""
    found: list[PackDeal] = []
    for game in games:
        candidates: list[PackDeal] = []
        seed, wanted = 0, round(SPREAD * size * len(GRADES))
        while len(candidates) < wanted:
            seed += 1
            candidate = look_at(game, seed)
            if candidate is not None:
                candidates.append(candidate)
                if len(candidates) % 50 == 0:
                    say(f"{game}: {len(candidates)} of {wanted} from {seed} deals")
        found += graded(candidates, size)
    return found


def look_at(variant: str, seed: int) -> PackDeal | None:
    """A deal with its measures; None where no win is found."""
    game = deal(variant, seed)
    solution = solve(game, seconds=600, nodes=MOST_TRIES)
    if solution.verdict != "won":
        return None
    tries = [solution.nodes]
    position = game
    for move in solution.moves[: POSITIONS - 1]:
        position = position.play(move)
        tries.append(solve(position, seconds=600, nodes=MOST_TRIES).nodes)
    won_by = tuple(name for name in PLAYERS if played(game, strategy(name)).game.is_won)
    return PackDeal(variant, 0, seed, round(sum(tries) / len(tries)), won_by, solution.moves)


def difficulty(one: PackDeal) -> float:
    """How hard a deal is, in doublings of the solver's tries."""
    return log2(1 + one.tries) + 2 * (len(PLAYERS) - len(one.won_by))


def graded(candidates: list[PackDeal], size: int) -> list[PackDeal]:
    """The middle `size` of each fifth, from easy to hard, each fifth in the order of its seeds."""
    ranked = sorted(candidates, key=lambda one: (difficulty(one), one.seed))
    kept: list[PackDeal] = []
    for grade in GRADES:
        start, stop = (len(ranked) * at // len(GRADES) for at in (grade - 1, grade))
        first = start + (stop - start - size) // 2
        kept += [
            replace(one, grade=grade)
            for one in sorted(ranked[first : first + size], key=lambda one: one.seed)
        ]
    return kept


def line_of(one: PackDeal) -> str:
    """The deal as a line of the file."""
    marks = "".join("1" if name in one.won_by else "0" for name in PLAYERS)
    letters = "".join(LETTER_OF[str(move)] for move in one.line)
    return f"{one.variant} {one.grade} {one.seed} {one.tries} {marks} {letters}\n"


def main(arguments: list[str] | None = None) -> int:
    """Build the packs from the command line."""
    parser = argparse.ArgumentParser(prog="python -m calclab.packs", description="Grade deals.")
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="for each grade")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args(arguments)
    if given.deals < 1:
        parser.error(f"--deals {given.deals}: must be a whole number from 1 on")
    found = build(tuple(given.games), given.deals, lambda line: print(line, flush=True))
    write_whole(given.out, "".join(map(line_of, found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
