"""Print the figures that we care about: `python -m tests.benchmarks [PART]…`."""

import sys

from tests import isolation  # keeps the figures away from the user's own games
from tests.benchmarks import coach, drills, engine, lab, solver

PARTS = {
    "coach": coach.figures,
    "drills": drills.figures,
    "engine": engine.figures,
    "lab": lab.figures,
    "solver": solver.figures,
}


def main(wanted: list[str]) -> int:
    """Print the wanted parts, or all of them."""
    unknown = sorted(set(wanted) - set(PARTS))
    if unknown:
        print(f"no figures are called {unknown[0]}; there are {' and '.join(PARTS)}")
        return 1
    assert isolation.HOME.is_dir()
    for part in wanted or PARTS:
        for line in PARTS[part]():
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
