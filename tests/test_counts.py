"""How many move sequences there are, to a given depth, from positions of the golden records.

The numbers were counted by the independent judge, which shares no code with the engine. A new
row: `record = json.loads(text of the golden file)`, `record["moves"] = record["moves"][:at]`, then
`tests.oracle.count_tree(record, depth)`. Sequences that end earlier are not counted.
"""

from __future__ import annotations

import json

import pytest

from calclab.game import Game
from calclab.record import Record
from tests.conftest import ROOT
from tests.oracle import ALL_IDS, count_tree

# golden record, number of its moves played first, depth, number of sequences of that length
COUNTS = [
    ("appreciate-open", 0, 4, 869),
    ("appreciate-open", 30, 6, 776),
    ("broken-intervals-open", 0, 5, 1536),
    ("broken-intervals-open", 30, 5, 1627),
    ("calculation-modulus-5", 0, 4, 740),
    ("calculation-modulus-5", 6, 4, 1748),
    ("calculation-open", 0, 5, 1600),
    ("calculation-open", 30, 4, 748),
    ("custom-mixed", 0, 5, 1112),
    ("custom-mixed", 20, 5, 1063),
    ("custom-redeal", 0, 12, 1745),
    ("custom-redeal", 13, 11, 2138),
    ("devils-grip-open", 0, 2, 1166),
    ("devils-grip-open", 25, 3, 230),
    ("devils-grip-won", 60, 2, 35),
    ("easy-5-open", 0, 4, 875),
    ("easy-5-open", 30, 4, 2381),
    ("easy-6-open", 0, 4, 2310),
    ("easy-6-open", 30, 4, 1728),
    ("expert-open", 0, 5, 657),
    ("expert-open", 30, 5, 2164),
    ("giant-eight-piles", 0, 3, 937),
    ("giant-eight-piles", 41, 3, 784),
    ("giant-open", 0, 5, 1280),
    ("giant-open", 60, 4, 1983),
    ("hold-cell-open", 0, 4, 1432),
    ("hold-cell-open", 30, 3, 489),
    ("hopscotch-open", 0, 5, 1536),
    ("hopscotch-open", 30, 4, 465),
    ("musical-open", 0, 12, 16),
    ("musical-open", 30, 12, 35),
    ("musical-won", 60, 9, 20),
    ("no-starters-open", 0, 4, 624),
    ("no-starters-open", 30, 4, 766),
    ("one234-open", 0, 1, 2),
    ("one234-open", 0, 3, 8),
    ("one234-open", 0, 5, 14),
    ("one234-open", 0, 6, 0),
    ("one234-won", 0, 6, 566),
    ("one234-won", 30, 5, 181),
    ("redeal-1-open", 0, 5, 1280),
    ("redeal-1-open", 30, 4, 743),
    ("redeal-2-open", 0, 5, 1024),
    ("redeal-2-open", 30, 4, 1033),
    ("redeal-2-reshuffled-twice", 62, 5, 2256),
    ("reverse-open", 0, 5, 1980),
    ("reverse-open", 30, 4, 556),
    ("sir-tommy-open", 0, 5, 1024),
    ("sir-tommy-open", 30, 5, 1792),
    ("three-piles-open", 0, 6, 729),
    ("three-piles-open", 30, 4, 614),
]


def start(name: str, at: int) -> Game:
    return Record.load(ROOT / "tests" / "golden" / f"{name}.json").go(at).game


def count(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(game.play(move), depth - 1) for move in game.moves())


@pytest.mark.parametrize(("name", "at", "depth", "sequences"), COUNTS)
def test_the_tree_of_moves_has_as_many_branches_as_the_judge_counted(
    name: str, at: int, depth: int, sequences: int
) -> None:
    assert count(start(name, at), depth) == sequences


def test_every_game_is_counted() -> None:
    counted = {start(name, at).variant.id for name, at, _, _ in COUNTS}
    assert counted == {*ALL_IDS, "custom"}


@pytest.mark.parametrize(
    ("name", "at", "depth", "sequences"), [row for row in COUNTS if row[3] < 300]
)
def test_the_judge_still_counts_the_same(name: str, at: int, depth: int, sequences: int) -> None:
    record = json.loads((ROOT / "tests" / "golden" / f"{name}.json").read_text("utf-8"))
    record["moves"] = record["moves"][:at]
    assert count_tree(record, depth) == sequences
