"""How fast both tests are and how early they see a loss, on lost games: prints, asserts nothing.

Run `python -m tests.benchmarks.blockages [games]`; 1,000 lost games unless another number is given.
The games come from seeds 0, 1, 2 … and a simple player: to a foundation when possible, else onto
the pile whose top is wanted at the same time or as little later as can be.
The overlays of the board, all switched on, are timed too, as one update after a move.
"""

import sys
from collections.abc import Callable
from itertools import pairwise
from statistics import mean, median
from time import perf_counter, process_time

from calclab import Game, Record, deal
from calclab.blockage import completion, deadlock, is_deadlocked, soonest
from calclab.widgets import overlays


def play(seed: int) -> list[Game]:
    games = [deal("calculation", seed=seed)]
    while games[-1].outcome == "open":
        game = games[-1]
        moves = game.moves()
        if moves[0].target[0] == "F":
            games.append(game.play(moves[0]))
            continue
        times = [99 if time is None else time for time in soonest(game)]
        assert game.turned is not None
        own = times[game.turned.rank - 1]

        def cost(name: str, game: Game = game, own: int = own, times: list[int] = times) -> int:
            pile = game.pile(name)
            gap = (times[pile[-1].rank - 1] if pile else 30) - own
            return gap if gap >= 0 else 100 - gap

        games.append(game.play(min(moves, key=lambda move: cost(move.target))))
    return games


def first_lost(games: list[Game], is_lost: Callable[[Game], bool]) -> int:
    """The first position seen as lost; a lost game stays lost, so halving finds it."""
    low, high = 0, len(games) - 1
    while low < high:
        at = (low + high) // 2
        low, high = (low, at) if is_lost(games[at]) else (at + 1, high)
    return low


def cards_left(game: Game) -> int:
    return game.stock_size + (game.turned is not None)


def timed(test: Callable[[Game], object], games: list[Game]) -> list[float]:
    times = []
    for game in games:
        start = perf_counter()
        test(game)
        times.append(perf_counter() - start)
    return sorted(times)


def timed_overlays(lost: list[list[Game]]) -> list[float]:
    """The time of one overlay update after every fourth move, in seconds of the processor."""
    switches = dict.fromkeys(("blockages", *overlays.SWITCHES), True)
    times = []
    for games in lost:
        record = Record(games[0])
        for game, after in pairwise(games):
            record.play(next(move for move in game.moves() if game.play(move) == after))
            if record.at % 4 == 0:
                start = process_time()
                overlays.overlay(record, switches)
                times.append(process_time() - start)
    return sorted(times)


def report(name: str, times: list[float], unit: float, label: str) -> None:
    at_95 = times[int(0.95 * len(times))]
    print(
        f"{name}: median {median(times) * unit:.2f} {label}, 95 % {at_95 * unit:.2f}, "
        f"most {times[-1] * unit:.1f} ({len(times)} positions)"
    )


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    lost: list[list[Game]] = []
    seed = 0
    while len(lost) < wanted:
        games = play(seed)
        seed += 1
        if games[-1].outcome == "lost":
            lost.append(games)
    print(f"{wanted} lost games of the first {seed} seeds")
    sample = [game for games in lost[:: max(1, wanted // 100)] for game in games[::4]]
    report("relaxed", timed(is_deadlocked, sample), 1e6, "µs")
    report("relaxed with its reason", timed(deadlock, sample), 1e6, "µs")
    report("exact", timed(completion, sample), 1e3, "ms")
    report("overlays of the board", timed_overlays(lost[:: max(1, wanted // 50)]), 1e3, "ms")
    verdicts = [completion(game) for game in sample]
    print("not settled at the limit:", verdicts.count("unknown"), "of", len(verdicts))
    tests: list[tuple[str, Callable[[Game], bool]]] = [
        ("relaxed", is_deadlocked),
        ("exact", lambda game: completion(game) == "lost"),
    ]
    for name, test in tests:
        spots = [(games, first_lost(games, test)) for games in lost]
        before = [len(games) - 1 - at for games, at in spots]
        cards = [cards_left(games[at]) for games, at in spots]
        early = sum(moves > 0 for moves in before)
        print(
            f"{name}: sees {early} of {wanted} before the end; {mean(before):.1f} moves earlier on "
            f"average, with {mean(cards):.1f} cards still to come (median {median(cards):.0f})"
        )


if __name__ == "__main__":
    main()
