"""Figures of the coach on fresh deals, the stock hidden: rates with Wilson intervals, CPU times.

`python -m tests.benchmarks.coach VARIANT LEVEL DEALS [FIRST_SEED]` plays one game at length: that
is how the large samples of the closing notes were made. A variant may name its piles or modulus, as
in `calculation/piles=6`. Times are of one core's work (`time.process_time`).
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from calclab import coach, train
from calclab.game import Game, deal
from calclab.intervals import wilson
from calclab.search import encode, forms

FIRST_SEED = 7_000_000
TABLE_GAMES = ("calculation", "easy-5", "hold-cell", "three-piles", "expert")
SAMPLES = (
    ("calculation", "instant", 100),
    ("calculation", "quick", 60),
    ("calculation", "strong", 20),
    ("easy-5", "quick", 60),
    ("three-piles", "quick", 40),
    ("expert", "strong", 20),
)


def figures() -> Iterator[str]:
    """Every figure on small samples, one line each."""
    yield from table_alone()
    for variant, level, deals in SAMPLES:
        yield played(variant, level, deals)
    yield from said_and_done()
    yield from plain_advice()
    yield cold_compile()
    yield from fresh_training(0.05)


def rate(wins: int, tries: int) -> str:
    """A rate with its 95 % Wilson interval."""
    low, high = wilson(wins, tries)
    return f"{wins} of {tries}, {100 * wins / tries:.2f} % [{100 * low:.2f}, {100 * high:.2f}]"


def new_game(variant: str, seed: int) -> Game:
    """A deal of a game, with other piles or another modulus where they are named."""
    name, *options = variant.split("/")
    return deal(name, seed, **{key: int(value) for key, value in (o.split("=") for o in options)})


def table_alone(numbers: list[int] | None = None, games: int = 20_000) -> Iterator[str]:
    """How often a greedy table wins: these numbers, or the shipped ones."""
    form = forms.best()
    for variant in ("calculation", "easy-5") if numbers else TABLE_GAMES:
        task = encode.problem(train.first_view(variant), form)
        desk = task.desk if numbers is None else task.desk._replace(table=form.ints(numbers))
        form.blind_games(task.start, task.s, task.stock, desk, 1, 1)
        begun = time.process_time()
        won = form.blind_games(task.start, task.s, task.stock, desk, games, FIRST_SEED)
        pace = games / (time.process_time() - begun)
        yield f"table alone, {variant}: {rate(won, games)}; {pace:.0f} games a second"


def played(variant: str, level: str, deals: int, first: int = FIRST_SEED) -> str:
    """How often the searching coach wins."""
    play = coach.strategy(level)
    play(new_game(variant, 1).view())
    won = 0
    begun = time.process_time()
    for seed in range(first, first + deals):
        game = new_game(variant, seed)
        while game.outcome == "open":
            game = game.play(play(game.view()))
        won += game.is_won
    pace = (time.process_time() - begun) / deals
    return f"coach, {variant}, {level}: {rate(won, deals)}; {pace:.2f} s a game"


def said_and_done(deals: int = 60, level: str = "quick") -> Iterator[str]:
    """What the coach says of its chance, and how often it then wins when it plays on."""
    said: dict[int, list[bool]] = {}
    for seed in range(FIRST_SEED, FIRST_SEED + deals):
        game = deal("expert", seed)
        tenths = set()
        while game.outcome == "open":
            advice = coach.advise(game.view(), level)
            tenths.add(min(9, int(10 * advice.chances[0].win)))
            game = game.play(advice.move)
        for tenth in tenths:
            said.setdefault(tenth, []).append(game.is_won)
    for tenth, ends in sorted(said.items()):
        share = rate(sum(ends), len(ends))
        yield f"expert, {level} said {10 * tenth} to {10 * tenth + 10} %: won {share}"


def plain_advice(level: str = "quick", games: int = 3) -> Iterator[str]:
    """How long advice takes in plain Python."""
    for variant in ("calculation", "expert", "giant"):
        times = []
        for seed in range(FIRST_SEED, FIRST_SEED + games):
            game = deal(variant, seed)
            for number in range(200):
                if game.outcome != "open":
                    break
                if number % 9 == 4:
                    begun = time.process_time()
                    coach.advise(game.view(), level, form=forms.plain())
                    times.append(time.process_time() - begun)
                game = game.play(coach.learned_table(game.view()))
        times.sort()
        yield (
            f"{level} advice in plain Python, {variant}: median {times[len(times) // 2]:.2f} s, "
            f"most {times[-1]:.2f} s of {len(times)}"
        )


def cold_compile() -> str:
    """How long compiling everything takes where nothing was compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        script = (
            "import time, pathlib\n"
            "from calclab.search import forms\n"
            f"forms.cache_folder = lambda: pathlib.Path({folder!r})\n"
            "from calclab import warmup\n"
            "warmup.compile_all()\n"
            "print(time.process_time())\n"
        )
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    return f"compiling everything: {float(run.stdout):.1f} s of one core"


def fresh_training(share: float) -> Iterator[str]:
    """What the table for many piles reaches after a share of the training, from another seed."""
    course = train.MANY_PILES._replace(batches=round(share * train.MANY_PILES.batches))
    begun = time.process_time()
    numbers = train.train(course, 2, lambda line: None).numbers()
    yield f"{share:.0%} of a training took {time.process_time() - begun:.0f} s; with it:"
    yield from table_alone(numbers)


if __name__ == "__main__":
    variant, level, deals, *first = sys.argv[1:]
    print(played(variant, level, int(deals), *map(int, first)))
