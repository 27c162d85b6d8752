"""Strategies side by side on the same deals: `compare` two, or rank several in an `arena`.

What lives here: `Comparison`, `Arena`, and the functions that make them. What does not: one
strategy alone (``running``), the statistics (``intervals``). On the same deals luck is shared, so
that a difference shows sooner than between two studies of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from calclab.cards import shorten
from calclab.coach import Strategy
from calclab.intervals import holm, mcnemar, paired_interval, percent
from calclab.messages import _, numeral
from calclab.study.packing import title
from calclab.study.results import Study, StudyError
from calclab.study.running import secret_seed, study
from calclab.tables import Tabled
from calclab.variants import Variant

Entry = Strategy | str | Study
SURE = 0.05  # two strategies are told apart below this chance


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Tabled):
    """Two strategies on the same deals, counted by who won each.

    `cautions` holds what an audit found, a line for each that seems to know its deals.
    """

    first: str
    second: str
    variant: str
    both: int
    only_first: int
    only_second: int
    neither: int
    cautions: tuple[str, ...] = ()

    @property
    def deals(self) -> int:
        """The number of deals that both played."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def difference(self) -> float:
        """The first's rate less the second's."""
        return (self.only_first - self.only_second) / max(1, self.deals)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference (Newcombe 1998, method 10)."""
        return paired_interval(self.both, self.only_first, self.only_second, self.neither)

    @property
    def chance(self) -> float:
        """The chance of such a difference between equals (McNemar's test, exact)."""
        return mcnemar(self.only_first, self.only_second)

    @property
    def verdict(self) -> str:
        """What the figures say, in a sentence."""
        if self.chance >= SURE:
            return _("{first} and {second} are not told apart on {deals} deals.").format(
                first=self.first, second=self.second, deals=self.deals
            )
        better, worse = self.first, self.second
        if self.difference < 0:
            better, worse = worse, better
        return _("{better} wins more often than {worse}.").format(better=better, worse=worse)

    def as_data(self) -> dict[str, Any]:
        """The figures by name."""
        low, high = self.interval
        return {
            "first": self.first,
            "second": self.second,
            "variant": self.variant,
            "deals": self.deals,
            "both": self.both,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "neither": self.neither,
            "difference": round(self.difference, 6),
            "low": round(low, 6),
            "high": round(high, 6),
            "chance": round(self.chance, 6),
            "cautions": list(self.cautions),
        }

    def rows(self) -> list[tuple[str, str]]:
        """The table: a name and a figure in each row."""
        return [
            (_("game"), self.variant),
            (_("deals"), str(self.deals)),
            (_("won by both"), str(self.both)),
            (_("only by {name}").format(name=self.first), str(self.only_first)),
            (_("only by {name}").format(name=self.second), str(self.only_second)),
            (_("by neither"), str(self.neither)),
            (_("difference"), percent(self.difference, self.interval)),
            (_("verdict"), self.verdict),
            *((_("caution"), caution) for caution in self.cautions),
        ]

    def __repr__(self) -> str:
        shown = percent(self.difference, self.interval)
        return f"<Comparison {self.first} − {self.second} in {self.variant}: {shown}>"


@dataclass(frozen=True, slots=True, repr=False)
class Arena(Tabled):
    """Several strategies on the same deals, the best first."""

    studies: tuple[Study, ...]

    def pair(self, first: str, second: str) -> Comparison:
        """Two of them side by side, by name; raises `StudyError` for a name that is not there."""
        found = {one.strategy: one for one in self.studies}
        for name in (first, second):
            if name not in found:
                raise StudyError(f"{name} was not in the arena; there were {', '.join(found)}")
        return paired(found[first], found[second])

    def chances(self) -> dict[tuple[str, str], float]:
        """For each pair, the chance of its difference between equals, adjusted for all pairs.

        McNemar's exact test, with Holm's rule, because many pairs are tested at once.
        """
        pairs = [paired(one, two) for one, two in combinations(self.studies, 2)]
        adjusted = holm([pair.chance for pair in pairs])
        return {
            (pair.first, pair.second): chance for pair, chance in zip(pairs, adjusted, strict=True)
        }

    def alike(self) -> dict[str, tuple[str, ...]]:
        """For each strategy those that are not told apart from it on these deals."""
        close = [pair for pair, chance in self.chances().items() if chance >= SURE]
        return {
            one.strategy: tuple(
                other.strategy
                for other in self.studies
                if (one.strategy, other.strategy) in close
                or (other.strategy, one.strategy) in close
            )
            for one in self.studies
        }

    def as_data(self) -> list[dict[str, Any]]:
        """The figures of each strategy, the best first."""
        alike = self.alike()
        return [
            one.as_data() | {"not_told_apart_from": list(alike[one.strategy])}
            for one in self.studies
        ]

    def rows(self) -> list[tuple[str, ...]]:
        """The table: a strategy in each row."""
        alike = self.alike()
        return [
            (
                one.strategy,
                percent(one.rate, one.interval),
                numeral(one.mean_placed, ".1f"),
                str(one.faulty),
                ", ".join(alike[one.strategy]) or "–",
                *((one.suspicion or "–",) if self._is_suspected else ()),
            )
            for one in self.studies
        ]

    def head(self) -> tuple[str, ...]:
        """The names of the table's columns."""
        usual = (_("strategy"), _("won"), _("cards placed"), _("faulty"), _("not told apart from"))
        return (*usual, _("caution")) if self._is_suspected else usual

    @property
    def _is_suspected(self) -> bool:
        return any(one.suspicion for one in self.studies)

    def __repr__(self) -> str:
        names = ", ".join(f"{one.strategy} {100 * one.rate:.1f} %" for one in self.studies)
        return f"<Arena in {self.studies[0].variant}, {self.studies[0].deals} deals: {names}>"


def compare(
    first: Entry,
    second: Entry,
    variant: str | Variant = "calculation",
    deals: int | range = 1_000,
    seed: int | str | None = None,
    **options: Any,
) -> Comparison:
    """Two strategies on the same deals; the options are those of `study`.

    A `Study` that was made before may stand in a strategy's place. Two of one name are told apart
    as (1) and (2). Raises `StudyError`.

    >>> compare("first-fit", "random", deals=20, seed=7, workers=1, progress=False).deals
    20
    """
    return paired(*_studies([(None, first), (None, second)], variant, deals, seed, options))


def arena(
    strategies: Mapping[str, Entry] | Sequence[Entry],
    variant: str | Variant = "calculation",
    deals: int | range = 1_000,
    seed: int | str | None = None,
    **options: Any,
) -> Arena:
    """Rank strategies on the same deals; the options are those of `study`.

    A dictionary gives each its name, a `Study` that was made before too; in a list they have their
    own. Raises `StudyError`.
    """
    if isinstance(strategies, str) or not isinstance(strategies, Iterable):
        raise StudyError(
            f"arena: {shorten(strategies)} is no list of strategies; write them in [ ], "
            "or in { } with names"
        )
    if isinstance(strategies, Mapping):
        entries: list[tuple[str | None, Entry]] = list(strategies.items())
    else:
        entries = [(None, one) for one in strategies]
    if not entries:
        raise StudyError("the arena is empty; give it strategies")
    played = _studies(entries, variant, deals, seed, options)
    names = Counter(one.strategy for one in played)
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        raise StudyError(f"two strategies are called {twice[0]}; give a dictionary with names")
    for one in played[1:]:
        paired(played[0], one)  # refuses other deals
    return Arena(tuple(sorted(played, key=lambda one: (-one.wins, -one.mean_placed))))


def paired(first: Study, second: Study) -> Comparison:
    """Two studies of the same game and the same deals side by side; raises `StudyError`."""
    for given in (first, second):
        if not isinstance(given, Study):
            raise StudyError(
                f"paired: {shorten(given)} is no study; compare(…) plays two strategies"
            )
    if first.variant != second.variant:
        raise StudyError(
            f"studies of two games cannot be paired: {first.variant}, {second.variant}"
        )
    one, two = dict(first.outcomes()), dict(second.outcomes())
    if one.keys() != two.keys():
        raise StudyError(
            f"{first.strategy} and {second.strategy} did not play the same deals; "
            "give both studies the same seed and the same deals"
        )
    names = first.strategy, second.strategy
    if names[0] == names[1]:
        names = f"{names[0]} (1)", f"{names[1]} (2)"
    counts = Counter((one[deal] == "w", two[deal] == "w") for deal in one)
    return Comparison(
        *names,
        first.variant,
        counts[True, True],
        counts[True, False],
        counts[False, True],
        counts[False, False],
        tuple(
            f"{name}: {given.suspicion}"
            for name, given in zip(names, (first, second), strict=True)
            if given.suspicion
        ),
    )


def _studies(
    entries: list[tuple[str | None, Entry]],
    variant: str | Variant,
    deals: int | range,
    seed: int | str | None,
    options: dict[str, Any],
) -> list[Study]:
    """Play what has not been played yet, all on one seed."""
    if "file" in options:
        raise StudyError("file: a file holds one study; make the studies first, then compare them")
    if "name" in options:
        raise StudyError("name: these are several; a dictionary in arena({…}) names each")
    seed = secret_seed() if seed is None else seed
    return [
        replace(entry, strategy=title(name or entry.strategy))
        if isinstance(entry, Study)
        else study(entry, variant, deals, seed, **{"name": name, **options})
        for name, entry in entries
    ]
