"""Figures of solver and coach on fresh deals: rates with Wilson intervals, and times."""

import time
from collections import Counter
from collections.abc import Iterator

from calclab import coach, solver, train
from calclab.game import deal
from calclab.search import encode, forms

SOLVED = (
    ("calculation", 2_000, 2.0),
    ("easy-5", 500, 2.0),
    ("three-piles", 100, 2.0),
    ("expert", 100, 2.0),
    ("one234", 200, 2.0),
)
PLAYED = (("calculation", 300, 200), ("calculation", 1_500, 100), ("expert", 4_000, 60))
FIRST_SEED = 7_000_000


def figures() -> Iterator[str]:
    """Every figure, one line each."""
    yield from table_alone()
    yield from solved()
    yield from played()


def rate(wins: int, tries: int) -> str:
    """A rate with its 95 % Wilson interval."""
    low, high = coach.wilson(wins, tries)
    return f"{wins} of {tries}, {100 * wins / tries:.2f} % [{100 * low:.2f}, {100 * high:.2f}]"


def table_alone(games: int = 100_000) -> Iterator[str]:
    """How often the greedy table wins."""
    form = forms.best()
    for variant in ("calculation", "three-piles", "expert", "easy-5"):
        task = encode.problem(train.first_view(variant), form)
        lists = (task.g, task.root, task.stock, task.w, task.noise, task.r, task.b, task.q)
        form.blind_games(*lists, task.s, task.moves, 1, 1)
        begun = time.perf_counter()
        won = form.blind_games(*lists, task.s, task.moves, games, FIRST_SEED)
        pace = games / (time.perf_counter() - begun)
        yield f"table alone, {variant}: {rate(won, games)}; {pace:.0f} games a second"


def solved() -> Iterator[str]:
    """What the solver says of fresh deals."""
    for variant, deals, seconds in SOLVED:
        verdicts: Counter[str] = Counter()
        times = []
        for seed in range(FIRST_SEED, FIRST_SEED + deals):
            found = solver.solve(deal(variant, seed), seconds=seconds)
            verdicts[found.verdict] += 1
            times.append(found.seconds)
        times.sort()
        mean, most = 1000 * sum(times) / deals, 1000 * times[int(0.99 * deals)]
        yield (
            f"solver, {variant}: won {rate(verdicts['won'], deals)}, lost {verdicts['lost']}; "
            f"mean {mean:.1f} ms, 99 % within {most:.0f} ms"
        )


def played() -> Iterator[str]:
    """How often the searching coach wins with the stock hidden."""
    for variant, simulations, deals in PLAYED:
        won = 0
        coach.searched_move(deal(variant, 1).view(), 8)
        begun = time.perf_counter()
        for seed in range(FIRST_SEED, FIRST_SEED + deals):
            game = deal(variant, seed)
            while game.outcome == "open":
                game = game.play(coach.searched_move(game.view(), simulations))
            won += game.is_won
        pace = (time.perf_counter() - begun) / deals
        yield f"coach, {variant}, {simulations}: {rate(won, deals)}; {pace:.2f} s a game"
