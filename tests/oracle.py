"""The independent judge: every game of the rulebook, slowly and plainly.

Nothing here comes from the engine and nothing here imports it. A table is a dictionary of
piles (lists of card names, bottom first) that is changed by each move; whether a move is legal
is found by trying every source with every target and asking the rule of that pair. Rules stand
in literal tables. Source: the rulebook of the games (the sections are named where they are used).
"""

from __future__ import annotations

import copy
import random
from typing import Any

# Rank names in value order (words and notation: ranks above 13 are digits).
NAMES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
NAMES += [str(value) for value in range(14, 31)]
VALUE = {name: place for place, name in enumerate(NAMES, start=1)}
SUITS = "CDHS"

# The table of games: bases, intervals, starters dealt, waste piles, hold cell, shuffled redeals,
# decks. None means that the deal or the record says it. A base of 0 is the last rank.
FOUR, EIGHT = [1, 2, 3, 4], [1, 2, 3, 4, 5, 6, 7, 8]
GAMES: dict[str, dict[str, Any]] = {
    "calculation": {"bases": FOUR, "steps": FOUR, "piles": 4},
    "hopscotch": {"bases": FOUR, "steps": FOUR, "piles": 4},
    "hold-cell": {"bases": FOUR, "steps": FOUR, "piles": 4, "hold": True},
    "three-piles": {"bases": FOUR, "steps": FOUR, "piles": 3},
    "no-starters": {"bases": FOUR, "steps": FOUR, "piles": 4, "starters": False},
    "expert": {"bases": FOUR, "steps": FOUR, "piles": 3, "starters": False},
    "easy-5": {"bases": FOUR, "steps": FOUR, "piles": 5},
    "easy-6": {"bases": FOUR, "steps": FOUR, "piles": 6},
    "broken-intervals": {"bases": None, "steps": None, "piles": 4},
    "giant": {"bases": EIGHT, "steps": EIGHT, "piles": 4, "decks": 2},
    "reverse": {"bases": [0, 0, 0, 0], "steps": [-1, -2, -3, -4], "piles": 4},
    "redeal-1": {"bases": FOUR, "steps": FOUR, "piles": 4, "redeals": 1},
    "redeal-2": {"bases": FOUR, "steps": FOUR, "piles": 4, "redeals": 2},
    "sir-tommy": {"bases": [1, 1, 1, 1], "steps": [1, 1, 1, 1], "piles": 4, "starters": False},
}
OTHERS = ["musical", "one234", "appreciate", "devils-grip"]
ALL_IDS = [*GAMES, *OTHERS]

# devils-grip: what each row wants, from its base up.
GRIP_ROWS = {"1": ["2", "5", "8", "J"], "2": ["3", "6", "9", "Q"], "3": ["4", "7", "10", "K"]}
GRIP_CELLS = [f"G{row}{column}" for row in "123" for column in "12345678"]
# appreciate: columns 1-2 build down by 1, 3-4 by 2, 5-6 by 3, 7-8 by 4.
COLUMN_STEP = {"T1": 1, "T2": 1, "T3": 2, "T4": 2, "T5": 3, "T6": 3, "T7": 4, "T8": 4}


def value(card: str) -> int:
    """The number of a card's rank."""
    return VALUE[card[:-1]]


def walk(base: int, step: int, length: int, modulus: int) -> list[int]:
    """The ranks of a foundation, by counting round a clock of `modulus` hours."""
    hours = list(range(1, modulus + 1))
    at = hours.index(base)
    ranks = []
    for _ in range(length):
        ranks.append(hours[at])
        at = (at + step) % modulus
    return ranks


class Table:
    """One game on the table, from a record's dictionary; `play` changes it."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        self.kind = record["variant"]
        self.modulus = record.get("modulus", 13)
        self.stock: list[str] = list(record["deal"].get("S", []))
        self.piles: dict[str, list[str]] = {}
        self.wanted: dict[str, list[int]] = {}
        self.redeals_left = 0
        self.reshuffles = copy.deepcopy(record.get("reshuffles", []))
        self.direct = 0
        if self.kind == "musical":
            self._set_up_foundations([2, 4, 6, 8], [1, 2, 3, 4], [12, 12, 12, 12], True)
            self.piles["W1"] = []
            self.redeals_left = 2
        elif self.kind in ("one234", "appreciate"):
            self._set_up_foundations(None, [1, 2, 3, 4], [13] * 4, True)
            for number, column in enumerate(record["deal"]["T"], start=1):
                self.piles[f"T{number}"] = list(column)
        elif self.kind == "devils-grip":
            self.piles["W1"] = []
            for cell in GRIP_CELLS:
                self.piles[cell] = list(record["deal"]["G"][cell])
        elif self.kind == "custom":
            self._set_up_custom(record["rules"])
        else:
            self._set_up_ordinary(GAMES[self.kind])
        self.turned_game = self.kind in GAMES or self.kind == "custom"

    def _set_up_ordinary(self, game: dict[str, Any]) -> None:
        steps = game["steps"] or self.record["intervals"]
        bases = game["bases"] and [base or self.modulus for base in game["bases"]]
        self._set_up_foundations(
            bases, steps, [self.modulus] * len(steps), game.get("starters", True)
        )
        self._set_up_waste(
            self.record.get("piles", game["piles"]), game.get("hold"), game.get("redeals", 0)
        )

    def _set_up_custom(self, rules: dict[str, Any]) -> None:
        self.modulus = rules["modulus"]
        self._set_up_foundations(
            rules["bases"], rules["intervals"], rules["lengths"], rules["starters"]
        )
        self._set_up_waste(rules["piles"], rules["hold"], rules["redeals"])

    def _set_up_waste(self, piles: int, hold: Any, redeals: int) -> None:
        for number in range(1, piles + 1):
            self.piles[f"W{number}"] = []
        if hold:
            self.piles["H"] = []
        self.redeals_left = redeals

    def _set_up_foundations(
        self, bases: list[int] | None, steps: list[int], lengths: list[int], starters: bool
    ) -> None:
        dealt = self.record["deal"].get("F", [])
        for index, step in enumerate(steps):
            name = f"F{index + 1}"
            self.piles[name] = list(dealt[index]) if starters else []
            base = bases[index] if bases else value(dealt[index][0])
            self.wanted[name] = walk(base, step, lengths[index], self.modulus)

    def copy(self) -> Table:
        """Another table just like this one."""
        other = copy.copy(self)
        other.stock = list(self.stock)
        other.piles = {name: list(cards) for name, cards in self.piles.items()}
        other.reshuffles = list(self.reshuffles)
        return other

    # ---- looking

    def cards(self, name: str) -> list[str]:
        """The cards that lie face up on a pile; `S` is the turned card alone."""
        if name == "S":
            return self.stock[:1] if self.turned_game else []
        return self.piles.get(name, [])

    def need(self, foundation: str) -> int | None:
        """The rank that a foundation takes next; None when it is full."""
        have = len(self.piles[foundation])
        ranks = self.wanted[foundation]
        return ranks[have] if have < len(ranks) else None

    @property
    def names(self) -> list[str]:
        return (["S"] if self.turned_game else []) + list(self.piles)

    def allowed(self, source: str, target: str) -> bool:
        """Whether the top of `source` may go to `target`, by the kinds of the two piles."""
        if source == target or not self.cards(source):
            return False
        card = self.cards(source)[-1]
        pair = source[0] + target[0]
        if pair in ("SF", "WF", "HF", "TF"):
            return self.need(target) == value(card)
        if pair in ("SW", "HW"):
            return True
        if pair == "SH":
            return not self.piles["H"]
        if pair == "TT":
            return self.kind == "appreciate" and self._column_takes(target, card)
        if pair == "WG":
            return self._fits_on(card, target)
        if pair == "GG":
            return any(self._fits_on(card, target) for card in self.piles[source])
        return False

    def _column_takes(self, column: str, card: str) -> bool:
        step = COLUMN_STEP[column]
        if not self.piles[column]:
            return value(card) == self.wanted[f"F{step}"][-1]
        below = value(self.piles[column][-1]) - step
        return value(card) == (below if below >= 1 else below + 13)

    def _fits_on(self, card: str, cell: str) -> bool:
        if not self.piles[cell]:
            return False
        top = self.piles[cell][-1]
        return top[-1] == card[-1] and value(top) + 3 == value(card)

    def _may_swap(self, one: str, other: str) -> bool:
        if not (one[0] == other[0] == "G") or one[1] == other[1]:
            return False
        if not self.piles[one] or not self.piles[other]:
            return False
        bottom_one, bottom_other = self.piles[one][0], self.piles[other][0]
        if bottom_one[:-1] == bottom_other[:-1]:
            return False
        return (
            bottom_one[:-1] == GRIP_ROWS[other[1]][0] or bottom_other[:-1] == GRIP_ROWS[one[1]][0]
        )

    def _may_deal(self) -> bool:
        return self.kind in ("musical", "devils-grip") and bool(self.stock)

    def _may_redeal(self) -> bool:
        if self.stock or not any(self.piles[name] for name in self.piles if name[0] == "W"):
            return False
        return self.kind == "devils-grip" or self.redeals_left > 0

    def legal(self) -> list[str]:
        """The sorted names of all legal moves; none after a win."""
        if self.won():
            return []
        found = []
        for source in self.names:
            for target in self.names:
                if self.allowed(source, target):
                    found.append(f"{source}-{target}")
                if source < target and self._may_swap(source, target):
                    found.append(f"{source}x{target}")
        if self._may_deal():
            found.append("deal")
        if self._may_redeal():
            found.append("redeal")
        return sorted(found)

    def every_name(self) -> list[str]:
        """Every move that can be written down for this table, legal or not."""
        names = [f"{source}-{target}" for source in self.names for target in self.names]
        cells = [name for name in self.names if name[0] == "G"]
        names += [f"{one}x{other}" for one in cells for other in cells if one < other]
        return [*names, "deal", "redeal"]

    # ---- results

    def won(self) -> bool:
        if self.kind != "devils-grip":
            return all(len(self.piles[name]) == len(ranks) for name, ranks in self.wanted.items())
        for cell in GRIP_CELLS:
            cards = self.piles[cell]
            if [card[:-1] for card in cards] != GRIP_ROWS[cell[1]]:
                return False
            if len({card[-1] for card in cards}) != 1:
                return False
        return True

    @property
    def outcome(self) -> str:
        if self.won():
            return "won"
        return "open" if self.legal() else "lost"

    @property
    def placed(self) -> int:
        return sum(len(self.piles[name]) for name in self.wanted)

    # ---- changing

    def play(self, move: str) -> None:
        """Carry out a legal move; an illegal one is an assertion error."""
        assert move in self.legal(), f"{move} is not one of {self.legal()}"
        if move == "deal":
            for _ in range(3 if self.kind == "devils-grip" else 1):
                if self.stock:
                    self.piles["W1"].append(self.stock.pop(0))
        elif move == "redeal":
            self._redeal()
        elif "x" in move:
            one, other = move.split("x")
            self.piles[one], self.piles[other] = self.piles[other], self.piles[one]
        else:
            self._move(*move.split("-"))

    def _move(self, source: str, target: str) -> None:
        if source == "S":
            self.piles[target].append(self.stock.pop(0))
            self.direct += target[0] == "F"
        elif source[0] == "G":
            cards = self.piles[source]
            cut = next(at for at, card in enumerate(cards) if self._fits_on(card, target))
            self.piles[target] += cards[cut:]
            del cards[cut:]
            if not cards:
                self._fill(source)
        else:
            self.piles[target].append(self.piles[source].pop())

    def _fill(self, cell: str) -> None:
        if self.stock:
            self.piles[cell].append(self.stock.pop(0))
        elif self.piles["W1"]:
            self.piles[cell].append(self.piles["W1"].pop())

    def _redeal(self) -> None:
        wastes = [name for name in self.piles if name[0] == "W"]
        gathered = [card for name in wastes for card in self.piles[name]]
        if self.turned_game:
            order = self.reshuffles.pop(0)
            assert sorted(order) == sorted(gathered), "a reshuffle holds other cards"
            gathered = order
        for name in wastes:
            self.piles[name] = []
        self.stock = list(gathered)
        self.redeals_left -= 1


def replay(record: dict[str, Any]) -> Table:
    """The table after all moves of a record."""
    table = Table(record)
    for move in record.get("moves", []):
        table.play(move)
    return table


def count_tree(record: dict[str, Any], depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; shorter games do not count."""
    return _count(replay(record), depth)


def _count(table: Table, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in table.legal():
        after = table.copy()
        after.play(move)
        total += _count(after, depth - 1)
    return total


# ---- deals of our own


def mixed_pack(rng: random.Random, modulus: int = 13, decks: int = 1) -> list[str]:
    """A shuffled pack as card names."""
    pack = [rank + suit for suit in SUITS for rank in NAMES[:modulus]] * decks
    rng.shuffle(pack)
    return pack


def take(pack: list[str], rank: int, suits: str = SUITS) -> str:
    """Take the first card of that rank (and one of those suits) out of the pack."""
    card = next(card for card in pack if value(card) == rank and card[-1] in suits)
    pack.remove(card)
    return card


def random_deal(
    variant_id: str,
    rng: random.Random,
    *,
    piles: int | None = None,
    modulus: int = 13,
    rules: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A record without moves for any game of the rulebook."""
    record: dict[str, Any] = {"format": "calclab-record", "version": 1, "variant": variant_id}
    record["deal"] = {}
    if variant_id in OTHERS:
        _deal_other(record, rng)
    else:
        _deal_ordinary(record, rng, piles, modulus, rules)
    record["moves"] = []
    return record


def _deal_ordinary(
    record: dict[str, Any],
    rng: random.Random,
    piles: int | None,
    modulus: int,
    rules: dict[str, Any] | None,
) -> None:
    variant_id = record["variant"]
    if rules is not None:
        record["rules"] = copy.deepcopy(rules)
        bases, decks, starters = rules["bases"], rules["decks"], rules["starters"]
        modulus = rules["modulus"]
    else:
        game = GAMES[variant_id]
        bases, decks = game["bases"], game.get("decks", 1)
        starters = game.get("starters", True)
        if piles is not None:
            record["piles"] = piles
        if modulus != 13:
            record["modulus"] = modulus
    pack = mixed_pack(rng, modulus, decks)
    if bases is None:
        record["intervals"] = [rng.choice(_die(modulus)) for _ in range(4)]
        record["deal"]["F"] = [[pack.pop(0)] for _ in range(4)]
    elif starters:
        suits = "C" if variant_id == "hopscotch" else SUITS
        record["deal"]["F"] = [[take(pack, base or modulus, suits)] for base in bases]
    else:
        record["deal"]["F"] = [[] for _ in bases]
    record["deal"]["S"] = pack


def _die(modulus: int) -> list[int]:
    """The faces of a die whose interval visits every rank, found by walking."""
    return [face for face in range(1, 7) if len(set(walk(1, face, modulus, modulus))) == modulus]


def _deal_other(record: dict[str, Any], rng: random.Random) -> None:
    deal = record["deal"]
    if record["variant"] == "musical":
        pack = mixed_pack(rng)
        deal["I"] = [take(pack, rank) for rank in (1, 2, 3, 4)]
        deal["F"] = [[take(pack, rank)] for rank in (2, 4, 6, 8)]
        deal["S"] = pack
    elif record["variant"] == "devils-grip":
        pack = [card for card in mixed_pack(rng, decks=2) if card[0] != "A"]
        deal["G"] = {cell: [pack.pop(0)] for cell in GRIP_CELLS}
        deal["S"] = pack
    else:
        pack = mixed_pack(rng)
        deal["T"] = [[pack.pop(0) for _ in range(6)] for _ in range(8)]
        deal["F"] = [[card] for card in pack]
