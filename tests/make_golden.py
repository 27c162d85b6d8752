"""Make the golden records of `tests/golden/` with the independent judge (run by hand, once).

    python -m tests.make_golden

A golden file is a promise: every later version must load it. So a file that is there is never
written again; only files for new setups are added, and `expected.json` with them. A deal that
should be won is built from the end: the cards are stacked in an order in which they could all be
placed, then disturbed a little, and played at random until a game is won.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.oracle import ALL_IDS, GRIP_CELLS, Table, random_deal, replay, value

FOLDER = Path(__file__).parent / "golden"
ENTRIES = ("outcome", "placed", "direct", "moves", "legal")


def stacked(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Rearrange the stock so that it can nearly be played straight to the foundations."""
    table = Table(record)
    waiting = {name: table.wanted[name][len(table.piles[name]) :] for name in table.wanted}
    left, order = list(record["deal"]["S"]), []
    while any(waiting.values()):
        ranks = waiting[rng.choice([name for name in waiting if waiting[name]])]
        try:
            card = next(card for card in left if value(card) == ranks[0])
        except StopIteration:
            break  # equal bases in broken intervals may ask for more copies than there are
        order.append(card)
        left.remove(card)
        del ranks[0]
    order += left
    for at in range(len(order) - 4):
        if rng.random() < 0.3:
            other = at + rng.randint(1, 4)
            order[at], order[other] = order[other], order[at]
    record["deal"]["S"] = order
    return record


def stacked_columns(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Deal the columns backwards: the card that is placed last is dealt first."""
    table = Table(record)
    waiting = {name: table.wanted[name][1:] for name in table.wanted}
    left = [card for column in record["deal"]["T"] for card in column]
    order = []
    while left:
        ranks = waiting[rng.choice([name for name in waiting if waiting[name]])]
        rank = ranks.pop(0)
        card = next(card for card in left if value(card) == rank)
        left.remove(card)
        order.append(card)
    columns: list[list[str]] = [[] for _ in range(8)]
    for card in reversed(order):
        rng.choice([column for column in columns if len(column) < 6]).append(card)
    record["deal"]["T"] = columns
    return record


def play_at_random(record: dict[str, Any], rng: random.Random, at_most: int = 400) -> Table:
    """Play a game, foundations first; the moves and reshuffles are written into the record."""
    table = Table(record)
    record["moves"] = []
    while len(record["moves"]) < at_most:
        legal = table.legal()
        if not legal:
            break
        liked = [move for move in legal if "-F" in move]
        move = rng.choice(liked if liked and rng.random() < 0.97 else legal)
        if move == "redeal" and table.turned_game:
            wastes = [name for name in table.piles if name[0] == "W"]
            order = [card for name in wastes for card in table.piles[name]]
            rng.shuffle(order)
            table.reshuffles = [order]
            record.setdefault("reshuffles", []).append(list(order))
        table.play(move)
        record["moves"].append(move)
    return table


Make = Callable[[random.Random], dict[str, Any]]


def finished(make: Make, seed: str, fits: Callable[[Table, dict[str, Any]], bool]) -> Any:
    """Deal and play until a game fits."""
    for number in range(20000):
        rng = random.Random(f"{seed} {number}")
        record = make(rng)
        if fits(play_at_random(record, rng), record):
            return record
    raise SystemExit(f"no game for {seed}")


def won(table: Table, record: dict[str, Any]) -> bool:
    return table.outcome == "won"


def lost(table: Table, record: dict[str, Any]) -> bool:
    return table.outcome == "lost" and len(record["moves"]) > 20


def near_win(table: Table, record: dict[str, Any]) -> bool:
    return table.outcome == "lost" and 45 <= table.placed <= 51


def unfinished(name: str, **options: Any) -> dict[str, Any]:
    """A third of a random game."""
    rng = random.Random(f"unfinished {name} {options}")
    record = random_deal(name, rng, **options)
    play_at_random(record, rng, {"devils-grip": 25, "giant": 60, "one234": 3}.get(name, 30))
    return record


def winnable(name: str, **options: Any) -> Make:
    """How to make a deal of that game that is likely to be won."""
    change = stacked_columns if name in ("one234", "appreciate") else stacked
    return lambda rng: change(random_deal(name, rng, **options), rng)


def plain(name: str, **options: Any) -> Make:
    return lambda rng: random_deal(name, rng, **options)


def grip_won() -> dict[str, Any]:
    """A Devil's Grip that needs swaps, stacks, spaces filled, all deals and one redeal."""
    rng = random.Random("devils-grip won")
    pack = [rank + suit for rank in "234" for suit in "CDHS" for _ in range(2)]
    rng.shuffle(pack)
    held = [pack.index(base) for base in ("2H", "3S", "4D")]
    grid = dict(zip(GRIP_CELLS, ([card] for card in pack), strict=True))
    for at, second in zip(held, ("5H", "6S", "7D"), strict=True):
        grid[GRIP_CELLS[at]] = [second]
    rest: list[str] = ["2H", "3S", "4D"]
    for ranks, missing in (("567", ["5H", "6S", "7D"]), ("8 9 10", []), ("J Q K", [])):
        level = [r + s for r in (ranks.split() if " " in ranks else ranks) for s in "CDHS"] * 2
        for card in missing:
            level.remove(card)
        rng.shuffle(level)
        rest += level
    stock = rest[:3]
    for at in range(3, len(rest), 3):
        stock += rest[at : at + 3][::-1]
    record: dict[str, Any] = {"format": "calclab-record", "version": 1, "variant": "devils-grip"}
    record |= {"deal": {"G": grid, "S": stock}, "moves": []}
    table = Table(record)
    passes = 0
    while not table.won() and len(record["moves"]) < 300:
        legal = table.legal()
        stacks = [move for move in legal if "-G" in move and _is_loose(table, move)]
        swaps = [move for move in legal if "x" in move and _swap_helps(table, move)]
        waste = [move for move in legal if move[0] == "W"] if passes else []
        move = (stacks + swaps + waste + [m for m in ("deal", "redeal") if m in legal])[0]
        passes += move == "redeal"
        table.play(move)
        record["moves"].append(move)
    return record


def _is_loose(table: Table, move: str) -> bool:
    """Whether a stack moves a whole pile that does not stand on a base."""
    source = move.split("-")[0]
    return source != "W1" and table.piles[source][0][:-1] not in ("2", "3", "4")


def _swap_helps(table: Table, move: str) -> bool:
    """Whether a swap leaves more bases in their rows than before."""
    one, other = move.split("x")
    bases = {"1": "2", "2": "3", "3": "4"}
    first, second = table.piles[one][0][:-1], table.piles[other][0][:-1]
    before = (first == bases[one[1]]) + (second == bases[other[1]])
    after = (first == bases[other[1]]) + (second == bases[one[1]])
    return after > before


def custom(**rules: Any) -> dict[str, Any]:
    ordinary = {
        "bases": [1, 2, 3, 4],
        "intervals": [1, 2, 3, 4],
        "lengths": [13, 13, 13, 13],
        "piles": 4,
        "hold": 0,
        "redeals": 0,
        "starters": True,
        "decks": 1,
        "modulus": 13,
    }
    return ordinary | rules


def with_extras() -> dict[str, Any]:
    record = finished(winnable("calculation"), "extras", won)
    record |= {"seed": "blue whale", "player": "Zoë Ångström 🂡", "created": "2026-11-30T10:00:00Z"}
    record |= {"intervals": [1, 2, 3, 4], "piles": 4, "modulus": 13}
    record |= {"mood": {"before": [1, 2.5, None], "after": "fine"}, "undo": 0, "x": True}
    return record


def with_empty_keys() -> dict[str, Any]:
    record = unfinished("calculation", piles=3)
    record["deal"] |= {"T": [], "G": {}, "I": []}
    return record | {"seed": -12, "reshuffles": [], "player": ""}


def two_reshuffles(table: Table, record: dict[str, Any]) -> bool:
    return won(table, record) and len(record.get("reshuffles", [])) == 2


def uses_columns(table: Table, record: dict[str, Any]) -> bool:
    return won(table, record) and any("-T" in move for move in record["moves"])


def recipes() -> dict[str, Callable[[], dict[str, Any]]]:
    """Every golden file and how it was made."""
    made: dict[str, Callable[[], dict[str, Any]]] = {}
    for name in ALL_IDS:
        made[f"{name}-open"] = lambda name=name: unfinished(name)
        if name != "devils-grip":
            fits = uses_columns if name == "appreciate" else won
            made[f"{name}-won"] = lambda name=name, fits=fits: finished(
                winnable(name), f"{name} won", fits
            )
    made["devils-grip-won"] = grip_won
    for name in ("calculation", "expert", "giant", "musical", "one234", "hold-cell", "sir-tommy"):
        made[f"{name}-lost"] = lambda name=name: finished(plain(name), f"{name} lost", lost)
    made["calculation-near-win"] = lambda: finished(winnable("calculation"), "near win", near_win)
    made["redeal-2-reshuffled-twice"] = lambda: finished(
        plain("redeal-2"), "reshuffled twice", two_reshuffles
    )
    for name, modulus in (
        ("calculation", 5),
        ("reverse", 7),
        ("giant", 11),
        ("hold-cell", 17),
        ("broken-intervals", 29),
        ("sir-tommy", 30),
    ):
        made[f"{name}-modulus-{modulus}"] = lambda name=name, modulus=modulus: finished(
            winnable(name, modulus=modulus), f"{name} {modulus}", won
        )
    made["easy-6-one-pile"] = lambda: unfinished("easy-6", piles=1)
    made["giant-eight-piles"] = lambda: finished(winnable("giant", piles=8), "giant 8", won)
    mixed = custom(intervals=[6, -5, 12, -1], bases=[5, 5, 9, 13], piles=2, hold=1)
    made["custom-mixed"] = lambda: finished(winnable("custom", rules=mixed), "mixed", won)
    again = custom(modulus=7, lengths=[7] * 4, intervals=[3, 5, -2, 6], piles=1, redeals=1)
    made["custom-redeal"] = lambda: finished(plain("custom", rules=again), "again", lost)
    bare = custom(starters=False, redeals=3, hold=1, piles=3)
    made["custom-no-starters"] = lambda: unfinished("custom", rules=bare)
    made["extra-fields"] = with_extras
    made["empty-keys"] = with_empty_keys
    return made


def text_of(record: dict[str, Any]) -> str:
    """One field a line, in UTF-8."""
    lines = [f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in record.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def expectation(record: dict[str, Any]) -> dict[str, Any]:
    """What the judge says about the end of a record."""
    table = replay(record)
    results = table.outcome, table.placed, table.direct, len(record["moves"]), table.legal()
    return dict(zip(ENTRIES, results, strict=True))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, make in recipes().items():
        path = FOLDER / f"{name}.json"
        if not path.exists():
            path.write_text(text_of(make()), encoding="utf-8")
    expected = {
        path.name: expectation(json.loads(path.read_text(encoding="utf-8")))
        for path in sorted(FOLDER.glob("*.json"))
        if path.name != "expected.json"
    }
    lines = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in expected.items()]
    (FOLDER / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
