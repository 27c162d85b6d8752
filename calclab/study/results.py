"""What a study found: the outcome of every deal.

What lives here: `Study`, its `Part`s (runs of deals played one after another), and `merge`. What
does not: playing (``playing``), the file (``resultfile``), comparing strategies (``comparing``). A
deal is known by its study's seed and its number, so that no deal is ever counted twice. Times are
kept, but two results that differ in nothing else are equal.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from calclab.cards import shorten
from calclab.game import View
from calclab.intervals import Sample, fisher, percent
from calclab.messages import _, numeral
from calclab.record import Record
from calclab.tables import Tabled, text_table

MOST_FAULTS = 10  # faults that are kept with their position; all are counted


class StudyError(ValueError):
    """A study that cannot be run, read or merged; one line."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a strategy did wrong in the deal `number` of the seed, after how many moves.

    `kind` is `raised`, `hung` (too slow), `ended` (its process did) or `illegal`; `text` says what
    happened. `Board(fault.game)` shows the position, and `my_strategy(fault.view)` tries it again.
    """

    seed: str
    number: int
    kind: str
    text: str
    moves: int
    record: str = field(repr=False)

    @property
    def game(self) -> Record:
        """The game up to the fault: its moves can be taken back on a board."""
        record = Record.loads(self.record)
        return record.go(self.moves)

    @property
    def view(self) -> View:
        """What the strategy saw when it was at fault."""
        return self.game.game.view()


@dataclass(frozen=True, slots=True)
class Part:
    """Deals that follow each other: w(on), l(ost) or f(aulty) for each, and the cards placed."""

    seed: str
    start: int
    outcomes: str
    placed: tuple[int, ...]
    seconds: float = field(compare=False)
    faults: tuple[Fault, ...] = ()

    @property
    def stop(self) -> int:
        """The number after the last deal's."""
        return self.start + len(self.outcomes)

    def cut(self, start: int, stop: int) -> Part:
        """The deals from `start` to `stop - 1` alone."""
        low, high = max(0, start - self.start), max(0, stop - self.start)
        outcomes = self.outcomes[low:high]
        share = len(outcomes) / max(1, len(self.outcomes))
        faults = tuple(one for one in self.faults if start <= one.number < stop)
        first = self.start + low
        return Part(self.seed, first, outcomes, self.placed[low:high], share * self.seconds, faults)


@dataclass(frozen=True, slots=True)
class Audit:
    """Games on deals that nobody could know beforehand: how many, and how many were won."""

    deals: int
    wins: int


@dataclass(frozen=True, slots=True, repr=False)
class Study(Tabled):
    """What a strategy reached in a game: `str` shows it as a table.

    `code` tells versions of a strategy apart, `total` is the number of cards to place.
    """

    strategy: str
    code: str
    variant: str
    total: int
    parts: tuple[Part, ...]
    audit: Audit | None = field(default=None, compare=False)

    @property
    def deals(self) -> int:
        """The number of deals played."""
        return sum(len(part.outcomes) for part in self.parts)

    @property
    def wins(self) -> int:
        """The number of games won."""
        return sum(part.outcomes.count("w") for part in self.parts)

    @property
    def faulty(self) -> int:
        """The number of games that a fault of the strategy ended; they count as not won."""
        return sum(part.outcomes.count("f") for part in self.parts)

    @property
    def sample(self) -> Sample:
        """The games won, of all deals."""
        return Sample(self.wins, self.deals)

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.sample.rate

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate (Wilson 1927)."""
        return self.sample.interval

    @property
    def placed(self) -> dict[int, int]:
        """How many games ended with how many cards on the foundations, starters counted."""
        return dict(sorted(Counter(count for part in self.parts for count in part.placed).items()))

    @property
    def mean_placed(self) -> float:
        """The mean number of cards on the foundations at the end."""
        return sum(count * games for count, games in self.placed.items()) / max(1, self.deals)

    @property
    def seconds_per_game(self) -> float:
        """The mean time of a game, dealing left out."""
        return sum(part.seconds for part in self.parts) / max(1, self.deals)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The first faults, each with the record of its position."""
        return first_faults(self.parts)

    def outcomes(self) -> Iterator[tuple[tuple[str, int], str]]:
        """Every deal, by seed and number, and `w`, `l` or `f`."""
        for part in self.parts:
            for number, outcome in enumerate(part.outcomes, part.start):
                yield (part.seed, number), outcome

    def gaps(self, seed: str, wanted: range) -> list[range]:
        """The wanted deals of a seed that have not been played."""
        found, at = [], wanted.start
        for part in self.parts:
            if part.seed == seed and part.stop > at and part.start < wanted.stop:
                if part.start > at:
                    found.append(range(at, part.start))
                at = part.stop
        return found + ([range(at, wanted.stop)] if at < wanted.stop else [])

    def only(self, seed: str, wanted: range) -> Study:
        """The study of some deals of a seed alone."""
        cut = [part.cut(wanted.start, wanted.stop) for part in self.parts if part.seed == seed]
        return replace(self, parts=tuple(part for part in cut if part.outcomes))

    def with_part(self, part: Part) -> Study:
        """The study and one more part; raises `StudyError` where a deal was played before."""
        return replace(self, parts=_joined((*self.parts, part)))

    @property
    def suspicion(self) -> str | None:
        """Why the strategy seems to know the deals of the seed beforehand, if it does."""
        if self.audit is None or self._chance_of_audit() >= 1e-4:
            return None
        return _(
            "It won {wins} of {deals} games, but {audit_wins} of {audit_deals} on deals that "
            "nobody could know: it seems to know the deals of this seed."
        ).format(
            wins=self.wins,
            deals=self.deals,
            audit_wins=self.audit.wins,
            audit_deals=self.audit.deals,
        )

    def _chance_of_audit(self) -> float:
        assert self.audit is not None
        return fisher(self.wins, self.deals, self.audit.wins, self.audit.deals)

    def as_data(self) -> dict[str, Any]:
        """The figures as the command line gives them."""
        low, high = self.interval
        return {
            "deals": self.deals,
            "wins": self.wins,
            "rate": round(self.rate, 6),
            "low": round(low, 6),
            "high": round(high, 6),
            "seconds_per_game": round(self.seconds_per_game, 6),
            "strategy": self.strategy,
            "variant": self.variant,
            "mean_placed": round(self.mean_placed, 2),
            "faulty": self.faulty,
            "faults": [
                {"deal": f"{one.seed}/{one.number}", "kind": one.kind, "text": one.text}
                for one in self.faults
            ],
            "audit": None if self.audit is None else asdict(self.audit),
            "suspicion": self.suspicion,
        }

    def rows(self) -> list[tuple[str, str]]:
        """The table: a name and a figure in each row.

        Times are left out: a lesson that is run again shows the same. `str` adds them.
        """
        rows = [
            (_("strategy"), self.strategy),
            (_("game"), self.variant),
            (_("deals"), str(self.deals)),
            (_("won"), f"{self.wins} ({percent(self.rate, self.interval)})"),
        ]
        if self.total:  # a game without foundations places none
            text = _("{mean} of {total} on average")
            mean = numeral(self.mean_placed, ".1f")
            rows.append((_("cards placed"), text.format(mean=mean, total=self.total)))
        if self.faulty:
            rows.append((_("faulty games"), str(self.faulty)))
        for first in self.faults[:1]:
            rows.append((_("first fault"), f"{first.seed}/{first.number}: {first.text}"))
        if self.suspicion:
            rows.append((_("caution"), self.suspicion))
        return rows

    def __repr__(self) -> str:
        won = f"{self.wins} of {self.deals} won, {percent(self.rate, self.interval)}"
        return f"<Study {self.strategy} in {self.variant}: {won}>"

    def __str__(self) -> str:
        seconds = numeral(self.seconds_per_game, ".4f")
        time = (_("time"), _("{seconds} seconds a game").format(seconds=seconds))
        return text_table([*self.rows(), time])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the result file in one step, whole or not at all; raises `StudyError`."""
        from calclab.study import resultfile

        resultfile.save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Study:
        """Read a result file; raises `StudyError` in one line."""
        from calclab.study import resultfile

        return resultfile.load(path)


def merge(*studies: Study) -> Study:
    """One study of all deals; raises `StudyError` where they do not belong together.

    They must be of one strategy and one game, and no deal may be in two of them: studies of other
    deals of one seed (`deals=range(500, 1_000)`) or of other seeds. Files are read first:
    `merge(Study.load("a.json"), Study.load("b.json"))`.
    """
    if not studies:
        raise StudyError("there is no study to merge")
    for given in studies:
        if not isinstance(given, Study):
            raise StudyError(
                f"merge: {shorten(given)} is no study; write merge(first, second), "
                "and Study.load(FILE) for a file"
            )
    first = studies[0]
    for other in studies[1:]:
        for what, one, two in (
            ("strategy", first.strategy, other.strategy),
            ("game", first.variant, other.variant),
        ):
            if one != two:
                raise StudyError(f"studies of another {what} cannot be merged: {one}, {two}")
        if first.code != other.code:
            raise StudyError(
                f"{first.strategy} was changed between these studies ({first.code}, {other.code}); "
                "they cannot be merged"
            )
    audits = [one.audit for one in studies if one.audit is not None]
    audit = Audit(sum(one.deals for one in audits), sum(one.wins for one in audits))
    parts = _joined(part for one in studies for part in one.parts)
    return replace(first, parts=parts, audit=audit if audits else None)


def _joined(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts in order, those that follow each other made one; refuses a deal played twice."""
    joined: list[Part] = []
    for part in sorted(parts, key=lambda one: (one.seed, one.start)):
        last = joined[-1] if joined else None
        if last is None or last.seed != part.seed or last.stop < part.start:
            joined.append(part)
        elif last.stop > part.start:
            twice = f"{part.seed}/{part.start} to {min(last.stop, part.stop) - 1}"
            raise StudyError(f"the deals {twice} are in both results; none may count twice")
        else:
            joined[-1] = Part(
                last.seed,
                last.start,
                last.outcomes + part.outcomes,
                last.placed + part.placed,
                last.seconds + part.seconds,
                first_faults((last, part)),
            )
    return tuple(joined)


def first_faults(parts: Iterable[Part]) -> tuple[Fault, ...]:
    """The faults that a result keeps with their positions."""
    faults = sorted(
        (fault for part in parts for fault in part.faults),
        key=lambda fault: (fault.seed, fault.number),
    )
    return tuple(faults[:MOST_FAULTS])
