"""One figure: the outcome of every deal, who played, and how to make it again.

What lives here: `Figure`, its file, and the shipped ones by name. What does not: making them
(``remake``), and which there are to make (``plan``). An outcome is one letter a deal. For a player
who does not see the stock: w(on), l(ost), f(aulty). For the solver: w(on), l(ost for sure, proved),
u(nknown, given up).
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from calclab.fields import FieldError, Fields, parse, read_file
from calclab.intervals import Sample, percent, wilson
from calclab.messages import _, numeral
from calclab.record import RecordError, write_whole
from calclab.tables import Tabled

FORMAT, VERSION = "calclab-figure", 1
MOST_BYTES = 1 << 24
SHIPPED = Path(__file__).with_name("results")
SOLVER = "solver"


class FigureError(ValueError):
    """A figure that is not there or cannot be read; one line."""


@dataclass(frozen=True, slots=True, repr=False)
class Figure(Tabled):
    """A long measurement. `effort` is the solver's limit of nodes for one deal, 0 for players.

    `code` tells versions of the players apart, `seconds` is the mean time of a deal on the machine
    that made the figure. Two figures that differ only in time and date are equal.
    """

    name: str
    game: str
    player: str
    effort: int
    seed: str
    outcomes: str
    nodes: int
    seconds: float = field(compare=False)
    code: str
    command: str
    date: str = field(compare=False)
    calclab: str = field(compare=False)

    @property
    def deals(self) -> int:
        """The number of deals."""
        return len(self.outcomes)

    @property
    def wins(self) -> int:
        """The number of deals that were won."""
        return self.outcomes.count("w")

    @property
    def lost(self) -> int:
        """The deals lost: by the player, or for sure where the solver proved it."""
        return self.outcomes.count("l")

    @property
    def unknown(self) -> int:
        """The deals on which the solver gave up."""
        return self.outcomes.count("u")

    @property
    def sees_stock(self) -> bool:
        """Whether the stock was visible to who played."""
        return self.player == SOLVER

    @property
    def sample(self) -> Sample:
        """The wins among the deals."""
        return Sample(self.wins, self.deals)

    @property
    def rate(self) -> float:
        """The share of deals won; for the solver a lower bound of what can be won."""
        return self.sample.rate

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate."""
        return self.sample.interval

    @property
    def possible(self) -> tuple[float, float]:
        """What may be true: the interval, reaching up as if every unknown deal could be won."""
        return self.interval[0], wilson(self.wins + self.unknown, self.deals)[1]

    @property
    def won_text(self) -> str:
        """The rate and what may be true of it, and how many deals are unknown."""
        rate = percent(self.rate, self.possible, self.sample.digits)
        if not self.unknown:
            return rate
        return _("{rate}, {count} unknown").format(rate=rate, count=self.unknown)

    def part(self, start: int, stop: int) -> Sample:
        """The deals from `start` to `stop - 1` alone, as if nobody had played more.

        >>> figure("calculation-learned-table").part(0, 5).deals
        5
        """
        chosen = self.outcomes[start:stop]
        return Sample(chosen.count("w"), len(chosen))

    def rows(self) -> list[tuple[str, str]]:
        """The table: a name and a figure in each row."""
        rows = [
            (_("game"), self.game),
            (_("player"), self.player),
            (_("stock"), _("visible") if self.sees_stock else _("hidden")),
            (_("deals"), numeral(self.deals)),
            (_("won"), f"{numeral(self.wins)} ({self.won_text})"),
        ]
        if self.sees_stock:
            rows.append((_("proved lost"), numeral(self.lost)))
            given_up = _("{count} (given up after {effort} positions each)")
            rows.append(
                (
                    _("unknown"),
                    given_up.format(count=numeral(self.unknown), effort=numeral(self.effort)),
                )
            )
        made = _("{date}, calclab {version}, {seconds} seconds a deal")
        rows.append((_("made with"), self.command))
        rows.append(
            (_("made on"), made.format(
                date=self.date, version=self.calclab, seconds=numeral(self.seconds, ".3g")))
        )  # fmt: skip
        return rows

    def __repr__(self) -> str:
        return f"<Figure {self.name}: {self.wins} of {self.deals} won, {self.won_text}>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file in one step, so that a crash leaves the old or the new one, whole."""
        data = {"format": FORMAT, "version": VERSION, **asdict(self)}
        data["seconds"] = round(self.seconds, 5)
        try:
            write_whole(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
        except RecordError as error:
            raise FigureError(str(error)) from None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Figure:
        """Read a result file; raises `FigureError` in one line."""
        try:
            return _figure(Fields(parse(read_file(path, MOST_BYTES), MOST_BYTES)))
        except FieldError as error:
            raise FigureError(f"{path}: {error}") from None


def names(folder: Path = SHIPPED) -> tuple[str, ...]:
    """The names of the figures in a folder: by itself those that the package was shipped with.

    >>> "calculation-solver" in names()
    True
    """
    return tuple(sorted(path.stem for path in folder.glob("*.json")))


def figure(name: str, folder: Path = SHIPPED) -> Figure:
    """The shipped figure of that name; raises `FigureError` with all names for another one.

    >>> figure("calculation-solver").sees_stock
    True
    """
    if name not in names(folder):
        raise FigureError(f"{name!r:.60} is no figure; there are {', '.join(names(folder))}")
    return Figure.load(folder / f"{name}.json")


def _figure(fields: Fields) -> Figure:
    fields.expect(FORMAT, VERSION)
    texts = ("name", "game", "player", "seed", "outcomes", "code", "command", "date", "calclab")
    fields.require(*texts, "effort", "nodes", "seconds")
    said = {key: fields.text(key) for key in texts}
    letters, meaning = ("wlu", "w, l or u") if said["player"] == SOLVER else ("wlf", "w, l or f")
    if not set(said["outcomes"]) <= set(letters):
        raise FieldError(f"{fields.name('outcomes')}: must be a letter {meaning} for each deal")
    return Figure(effort=fields.count("effort"), nodes=fields.count("nodes"),
                  seconds=fields.seconds("seconds"), **said)  # fmt: skip
