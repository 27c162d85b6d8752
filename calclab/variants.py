"""The games of the family as data: one literal a game.

What lives here: `Variant`, the table of all games, and how a name finds one. What does not: how a
game is dealt (``game``) or played (``rules``), and how its rules read (``rulepages``). Source: the
rulebook; each literal names the section in the comment above it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from math import gcd
from typing import Literal

from calclab.cards import HIGHEST_RANK, Card, pack, shorten, whole
from calclab.messages import marked
from calclab.modular import Foundation, short_cycle, wrap

Starters = Literal["dealt", "clubs", "first", "last", "none"]
UNLIMITED = -1
MOST_PILES = 8
MOST_FOUNDATIONS = 8
MOST_DECKS = 4
MOST_REDEALS = 99


class VariantError(ValueError):
    """A game that does not exist or cannot work."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game as numbers; raises `VariantError` when they cannot work.

    `bases` and `intervals` are None where the deal decides them; base 0 stands for the last rank.
    `starters` says where the first card of each foundation comes from. `redeals` may be
    `UNLIMITED`. `builds` holds the interval by which each column builds down (0: not at all), and
    `rows` the ranks that each row of the grid wants, its base first.

    >>> from calclab import variants
    >>> variants.get("sir-tommy").foundations[0]
    Foundation(base=1, interval=1, length=13, modulus=13)
    """

    id: str
    name: str
    bases: tuple[int, ...] | None = (1, 2, 3, 4)
    intervals: tuple[int, ...] | None = (1, 2, 3, 4)
    lengths: tuple[int, ...] | None = None
    piles: int = 4
    hold: int = 0
    redeals: int = 0
    starters: Starters = "dealt"
    decks: int = 1
    modulus: int = 13
    aliases: tuple[str, ...] = ()
    indicators: tuple[int, ...] = ()
    turns: bool = True
    deals: int = 0
    reshuffles: bool = True
    builds: tuple[int, ...] = ()
    column_height: int = 0
    rows: tuple[tuple[int, ...], ...] = ()
    left_out: tuple[int, ...] = ()
    fixed: bool = False
    foundations: tuple[Foundation, ...] = field(init=False, repr=False, compare=False)
    pile_names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    pile_index: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = [f"W{number}" for number in range(1, self.piles + 1)]
        names += ["H"] * self.hold
        names += [f"T{number}" for number in range(1, len(self.builds) + 1)]
        names += [
            f"G{row}{column}" for row in range(1, len(self.rows) + 1) for column in range(1, 9)
        ]
        object.__setattr__(self, "pile_names", tuple(names))
        object.__setattr__(self, "pile_index", {name: at for at, name in enumerate(names)})
        known = self.bases is not None and self.intervals is not None
        object.__setattr__(self, "foundations", self.build() if known else ())

    def build(
        self, bases: tuple[int, ...] | None = None, intervals: tuple[int, ...] | None = None
    ) -> tuple[Foundation, ...]:
        """The foundations, with what the deal decides filled in."""
        bases = bases or self.bases or ()
        intervals = intervals or self.intervals or ()
        lengths = self.lengths or (self.modulus,) * len(bases)
        try:
            return tuple(
                Foundation(base or self.modulus, interval, length, self.modulus)
                for base, interval, length in zip(bases, intervals, lengths, strict=True)
            )
        except ValueError as error:
            raise VariantError(f"{self.id}: {error}") from None

    @property
    def foundation_count(self) -> int:
        """The number of foundations, also where the deal decides what they are."""
        return 0 if self.rows else len(self.bases or self.intervals or (1, 2, 3, 4))

    @property
    def has_starters(self) -> bool:
        """Whether each foundation holds a card before play."""
        return self.foundation_count > 0 and self.starters != "none"

    @property
    def extras(self) -> tuple[int | str, ...]:
        """What a game may have beside its foundations and waste piles."""
        return (self.hold, self.redeals, self.starters, self.decks, self.modulus)

    @property
    def total(self) -> int:
        """The number of cards on the foundations when the game is won."""
        return sum(self.lengths or (self.modulus,) * self.foundation_count)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards the game is played with, in order."""
        cards = pack(self.modulus, self.decks)
        return tuple(card for card in cards if card.rank not in self.left_out)


# The rulebook, "The standard game" and "The same engine with other numbers", then the sections of
# the games themselves. `fixed` games take neither `piles` nor `modulus`.
VARIANTS: tuple[Variant, ...] = (
    Variant(
        "calculation",
        marked("Calculation"),
        aliases=(
            "Broken Intervals",
            "Hopscotch",
            "Four Kings",
            "La Plus Belle",
            "The Fairest",
            "Progression",
        ),
    ),
    Variant("hopscotch", marked("Hopscotch"), starters="clubs"),
    Variant("hold-cell", marked("Calculation with a hold cell"), hold=1),
    Variant("three-piles", marked("Calculation with three piles"), piles=3),
    Variant("no-starters", marked("Calculation without starters"), starters="none"),
    Variant("expert", marked("Expert Calculation"), piles=3, starters="none"),
    Variant("easy-5", marked("Easy Calculation, five piles"), piles=5),
    Variant("easy-6", marked("Easy Calculation, six piles"), piles=6),
    Variant(
        "broken-intervals",
        marked("Broken Intervals"),
        bases=None,
        intervals=None,
        starters="first",
    ),
    Variant(
        "giant",
        marked("Giant Calculation"),
        bases=tuple(range(1, 9)),
        intervals=tuple(range(1, 9)),
        decks=2,
        aliases=("Senior Calculation", "Imaginary Thirteen", "Pythagor"),
    ),
    Variant(
        "reverse",
        marked("Reverse Calculation"),
        bases=(0, 0, 0, 0),
        intervals=(-1, -2, -3, -4),
    ),
    Variant("redeal-1", marked("Calculation with one redeal"), redeals=1),
    Variant("redeal-2", marked("Calculation with two redeals"), redeals=2),
    Variant(
        "sir-tommy",
        marked("Sir Tommy"),
        bases=(1, 1, 1, 1),
        intervals=(1, 1, 1, 1),
        starters="none",
        aliases=("Old Patience", "Numerica"),
    ),
    Variant(
        "musical",
        marked("Musical"),
        bases=(2, 4, 6, 8),
        lengths=(12, 12, 12, 12),
        piles=1,
        redeals=2,
        aliases=("Betsy Ross", "Fairest", "Four Kings", "Plus Belle", "Quadruple Alliance"),
        indicators=(1, 2, 3, 4),
        turns=False,
        deals=1,
        reshuffles=False,
        fixed=True,
    ),
    Variant(
        "one234",
        "One234",
        bases=None,
        piles=0,
        starters="last",
        turns=False,
        builds=(0,) * 8,
        column_height=6,
        fixed=True,
    ),
    Variant(
        "appreciate",
        marked("Appreciate"),
        bases=None,
        piles=0,
        starters="last",
        turns=False,
        builds=(1, 1, 2, 2, 3, 3, 4, 4),
        column_height=6,
        fixed=True,
    ),
    Variant(
        "devils-grip",
        marked("Devil's Grip"),
        bases=(),
        intervals=(),
        piles=1,
        redeals=UNLIMITED,
        starters="none",
        decks=2,
        turns=False,
        deals=3,
        reshuffles=False,
        rows=((2, 5, 8, 11), (3, 6, 9, 12), (4, 7, 10, 13)),
        left_out=(1,),
        fixed=True,
    ),
)

_BY_ID = {variant.id: variant for variant in VARIANTS}


def get(name: str | Variant, piles: int | None = None, modulus: int | None = None) -> Variant:
    """The game of that id, name or alias, with other piles or another modulus on request.

    Raises `VariantError` for an unknown or shared name and for numbers that cannot work.

    >>> get("Numerica").id, get("calculation", piles=6, modulus=11).total
    ('sir-tommy', 44)
    """
    variant = name if isinstance(name, Variant) else _find(name)
    if piles is not None and piles != variant.piles:
        piles = _whole("piles", piles, 1, MOST_PILES)
        if variant.fixed:
            raise VariantError(f"piles: {variant.id} has no choice of waste piles; leave piles out")
        variant = replace(variant, piles=piles)
    if modulus is not None and modulus != variant.modulus:
        variant = _with_modulus(variant, modulus)
    return variant


def calculation(
    bases: tuple[int, ...] = (1, 2, 3, 4),
    intervals: tuple[int, ...] = (1, 2, 3, 4),
    *,
    lengths: tuple[int, ...] | None = None,
    piles: int = 4,
    hold: int = 0,
    redeals: int = 0,
    starters: bool = True,
    decks: int = 1,
    modulus: int = 13,
) -> Variant:
    """A game of your own; raises `VariantError` with the arithmetic when it cannot work.

    >>> calculation(bases=(5, 1), intervals=(5, -1), piles=2).foundations[1].sequence[:4]
    (1, 13, 12, 11)
    """
    modulus = _whole("modulus", modulus, 5, HIGHEST_RANK)
    lengths = (modulus,) * len(bases) if lengths is None else lengths
    _check_foundations(bases, intervals, lengths, modulus)
    variant = Variant(
        "custom",
        marked("A game of your own"),
        bases=tuple(int(base) or modulus for base in bases),
        intervals=tuple(map(int, intervals)),
        lengths=tuple(map(int, lengths)),
        piles=_whole("piles", piles, 1, MOST_PILES),
        hold=_whole("hold", hold, 0, 1),
        redeals=_whole("redeals", redeals, 0, MOST_REDEALS),
        starters="dealt" if starters else "none",
        decks=_whole("decks", decks, 1, MOST_DECKS),
        modulus=modulus,
    )
    _check_copies(variant)
    standard = _BY_ID["calculation"]
    if variant.foundations == standard.build() and variant.extras == standard.extras:
        return get(standard, piles=variant.piles)
    return variant


def _find(name: str) -> Variant:
    key = " ".join(str(name).casefold().replace("’", "'").split())
    if key in _BY_ID or key.replace(" ", "-") in _BY_ID:
        return _BY_ID.get(key) or _BY_ID[key.replace(" ", "-")]
    found = [
        variant
        for variant in VARIANTS
        if key in (alias.casefold() for alias in (variant.name, *variant.aliases))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        ids = " and ".join(variant.id for variant in found)
        raise VariantError(f"{shorten(name)} is a name of {ids}; use one of these ids")
    raise VariantError(f"{shorten(name)} is no game; the games are {', '.join(_BY_ID)}")


def _with_modulus(variant: Variant, modulus: int) -> Variant:
    if variant.fixed:
        raise VariantError(f"modulus: {variant.id} is played modulo 13 only; leave modulus out")
    modulus = _whole("modulus", modulus, 5, HIGHEST_RANK)
    if variant.bases and variant.intervals:
        lengths = (modulus,) * len(variant.bases)
        _check_foundations(variant.bases, variant.intervals, lengths, modulus)
    return replace(variant, modulus=modulus)


def _check_foundations(
    bases: tuple[int, ...], intervals: tuple[int, ...], lengths: tuple[int, ...], modulus: int
) -> None:
    counts = (len(bases), len(intervals), len(lengths))
    if len(set(counts)) > 1 or not 1 <= counts[0] <= MOST_FOUNDATIONS:
        raise VariantError(
            f"bases, intervals and lengths must be 1 to {MOST_FOUNDATIONS} each and equally many, "
            f"not {counts[0]}, {counts[1]} and {counts[2]}"
        )
    for base in bases:
        _whole("bases", base, 0, HIGHEST_RANK)
    if max(bases) > modulus:
        raise VariantError(f"base {max(bases)} is no rank of a deck of {modulus} ranks")
    for base, interval, length in zip(bases, intervals, lengths, strict=True):
        _whole("intervals", interval, -HIGHEST_RANK, HIGHEST_RANK)
        _whole("lengths", length, 1, modulus)
        if interval == 0:
            raise VariantError("interval 0 never leaves its base; use 1 or more, up or down")
        if length > modulus // gcd(interval, modulus):
            raise VariantError(short_cycle(wrap(base, modulus), interval, modulus) or "")


def _check_copies(variant: Variant) -> None:
    copies = 4 * variant.decks
    wanted = Counter(rank for found in variant.foundations for rank in found.sequence)
    for rank, count in sorted(wanted.items()):
        if count > copies:
            raise VariantError(
                f"the foundations want {count} cards of rank {rank}; "
                f"{variant.decks} deck(s) hold {copies}"
            )


def _whole(name: str, value: object, low: int, high: int) -> int:
    number = whole(value, low, high)
    if number is None:
        raise VariantError(f"{name}: {shorten(value)} is not a whole number from {low} to {high}")
    return number
