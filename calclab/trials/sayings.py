"""Each saying with and without, on the same deals: the values, their file, and how it is made.

What lives here: `Trial`, `Trials`, `trials` (the figures that ship), `remake`. What does not: the
sayings (``advice``). A saying is tried with two players: one without any plan, and one who builds
piles in reverse order. The file keeps counts, not games.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from calclab import advice
from calclab.intervals import Sample, holm, percent
from calclab.messages import _, numeral
from calclab.record import write_whole
from calclab.study import Comparison, Study, paired, study
from calclab.study.comparing import SURE
from calclab.tables import Tabled

FILE = "advice.json"
SHIPPED = Path(__file__).with_name(FILE)
COMMAND = "python -m calclab.trials"
SEED, DEALS = "advice", 6_000
BASES = ("no-plan", "careful")


@dataclass(frozen=True, slots=True)
class Trial:
    """A saying and a player: won deals with the saying (`first`) and without it, side by side.

    `placed` are the mean numbers of cards on the foundations, with it and without it. `chance` is
    that of so large a difference between two equal players, adjusted for all trials (Holm).
    """

    saying: str
    base: str
    comparison: Comparison
    placed: tuple[float, float]
    chance: float

    @property
    def text(self) -> str:
        """The saying's words."""
        return next(one.text for one in advice.SAYINGS if one.name == self.saying)

    @property
    def effect(self) -> int:
        """1 where it helps, −1 where it harms, 0 where the deals cannot tell."""
        if self.chance >= SURE:
            return 0
        return 1 if self.comparison.difference > 0 else -1

    @property
    def verdict(self) -> str:
        """Whether it helps, as far as the deals can tell."""
        return (_("not told apart"), _("helps"), _("harms"))[self.effect]

    @property
    def rates(self) -> tuple[float, float]:
        """The share of games won with it and without it."""
        one = self.comparison
        return (one.both + one.only_first) / one.deals, (one.both + one.only_second) / one.deals


@dataclass(frozen=True, slots=True, repr=False)
class Trials(Tabled):
    """Trials on the same deals: `str` shows them as a table; `command` makes them again."""

    trials: tuple[Trial, ...]
    count: int  # of all trials that were made
    known: dict[int, tuple[int, float]]  # wins and cards placed by next cards known
    deals: int
    seed: str
    command: str

    def of(self, *names: str, base: str | None = None) -> Trials:
        """The trials of some sayings, with one player or both; raises `ValueError` for none."""
        players = tuple(dict.fromkeys(one.base for one in self.trials))
        if base not in (None, *players):
            raise ValueError(f"{base!r} is no player here; there are {', '.join(players)}")
        wanted = tuple(
            one
            for one in self.trials
            if (not names or one.saying in names) and base in (None, one.base)
        )
        if not wanted or not set(names) <= {one.saying for one in wanted}:
            with_base = [one.saying for one in self.trials if base in (None, one.base)]
            told = ", ".join(names) + (f" with {base}" if base else "")
            there = ", ".join(dict.fromkeys(with_base))
            raise ValueError(f"{told}: no such trial; there are {there}")
        return replace(self, trials=wanted)

    def head(self) -> tuple[str, ...]:
        """The names of the table's columns."""
        columns = (_("without it"), _("with it"), _("difference in points"), _("cards placed"))
        return (_("saying"), _("player"), *columns, _("verdict"))

    def rows(self) -> list[tuple[str, ...]]:
        """The table: a trial in each row; rates in per cent, cards placed without and with it."""
        return [
            (
                one.text,
                one.base,
                numeral(100 * one.rates[1], ".2f") + " %",
                numeral(100 * one.rates[0], ".2f") + " %",
                percent(one.comparison.difference, one.comparison.interval).replace(" %", ""),
                " → ".join(numeral(count, ".1f") for count in reversed(one.placed)),
                one.verdict,
            )
            for one in self.trials
        ]

    def note(self) -> str:
        """How the table was made."""
        return _(
            "{deals} deals for each row, the same with it and without it. In brackets the 95 % "
            "interval. Each verdict allows for all {count} trials (Holm)."
        ).format(deals=numeral(self.deals), count=self.count)

    __repr__ = Tabled.__str__


def trials() -> Trials:
    """The trials that ship with the package."""
    return load(SHIPPED)


def knowing() -> dict[int, Sample]:
    """The games won by somebody who knows so many next cards of each foundation."""
    found = trials()
    return {steps: Sample(wins, found.deals) for steps, (wins, _placed) in found.known.items()}


def load(path: Path) -> Trials:
    """Read a file of trials."""
    data = json.loads(path.read_text("utf-8"))
    made = [Comparison(**one["comparison"]) for one in data["trials"]]
    rows = tuple(
        Trial(one["saying"], one["base"], comparison, tuple(one["placed"]), chance)
        for one, comparison, chance in zip(
            data["trials"], made, holm([one.chance for one in made]), strict=True
        )
    )
    known = {int(steps): (wins, placed) for steps, (wins, placed) in data["known"].items()}
    return Trials(rows, len(rows), known, data["deals"], data["seed"], data["command"])


def remake(path: Path, deals: int = DEALS, seed: str = SEED) -> Trials:
    """Play all the deals with every player, and write the file."""
    played = {name: _played(name, deals, seed) for name in advice.PLAYERS}
    known = {
        steps: (one.wins, round(one.mean_placed, 2))
        for steps in advice.KNOWN
        for one in [played[f"knows-{steps}"]]
    }
    command = COMMAND if deals == DEALS else f"{COMMAND} --deals {deals}"
    data: dict[str, Any] = {
        "command": command,
        "deals": deals,
        "seed": seed,
        "known": known,
        "trials": list(_trials(played)),
    }
    write_whole(path, json.dumps(data, indent=1) + "\n")
    return load(path)


def _played(name: str, deals: int, seed: str) -> Study:
    return study(name, deals=deals, seed=seed)


def _trials(played: dict[str, Study]) -> Iterable[dict[str, Any]]:
    for base in BASES:
        for saying in advice.SAYINGS:
            name = f"{base}+{saying.name}"
            if name in played:
                one, two = played[name], played[base]
                placed = (round(one.mean_placed, 2), round(two.mean_placed, 2))
                yield {
                    "saying": saying.name,
                    "base": base,
                    "comparison": asdict(paired(one, two)),
                    "placed": placed,
                }
