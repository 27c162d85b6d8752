"""The arithmetic of the foundations: sequences, inverses, places and distances modulo n.

What lives here: whole numbers going round a ring of n ranks, where rank n plays the part of 0.
What does not: cards, games, wording for a certain language. Source: the rulebook's "Words" and
"Other moduli"; the arithmetic is elementary number theory.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import gcd
from typing import NamedTuple


def wrap(value: int, modulus: int = 13) -> int:
    """The rank that a whole number falls on: 1..modulus, with rank `modulus` in the place of 0.

    Raises `ValueError` for a modulus below 2, as everything here does.

    >>> wrap(15), wrap(26), wrap(-3)
    (2, 13, 10)
    """
    if modulus < 2:
        raise ValueError(f"modulus {modulus} is too small: a ring has 2 ranks or more")
    return (value - 1) % modulus + 1


def residue(value: int, modulus: int = 13) -> int:
    """What is left of a number after whole rounds, 0..modulus-1; rank `modulus` leaves 0.

    >>> residue(40), residue(13), residue(-1)
    (1, 0, 12)
    """
    return wrap(value, modulus) % modulus


def same_place(first: int, second: int, modulus: int = 13) -> bool:
    """Whether two numbers lie whole rounds apart (are congruent).

    >>> same_place(5, 31), same_place(-8, 5), same_place(13, 0)
    (True, True, True)
    """
    return wrap(first, modulus) == wrap(second, modulus)


class Division(NamedTuple):
    """One step of Euclid: dividend = quotient × divisor + remainder."""

    dividend: int
    divisor: int
    quotient: int
    remainder: int

    def __str__(self) -> str:
        return f"{self.dividend} = {self.quotient} × {self.divisor} + {self.remainder}"


def euclid(first: int, second: int) -> tuple[Division, ...]:
    """Euclid's divisions down to remainder 0; the last divisor is the gcd. Signs do not matter.

    >>> [str(step) for step in euclid(12, 8)]
    ['12 = 1 × 8 + 4', '8 = 2 × 4 + 0']
    """
    first, second = abs(first), abs(second)
    steps = []
    while second:
        steps.append(Division(first, second, *divmod(first, second)))
        first, second = second, first % second
    return tuple(steps)


def order(interval: int, modulus: int = 13) -> int:
    """How many steps of `interval` until the ring closes: modulus ÷ gcd.

    >>> order(5), order(2, 12), order(0)
    (13, 6, 1)
    """
    wrap(0, modulus)
    return modulus // gcd(interval, modulus)


def visiting(modulus: int = 13) -> tuple[int, ...]:
    """The intervals below the modulus that visit every rank, those that share no factor with it.

    >>> visiting(12), len(visiting(13))
    ((1, 5, 7, 11), 12)
    """
    return tuple(step for step in range(1, modulus) if order(step, modulus) == modulus)


def cycle(base: int, interval: int, modulus: int = 13) -> tuple[int, ...]:
    """The ranks from `base` by `interval` until the ring closes: modulus ÷ gcd of them.

    >>> cycle(2, 2, 12)
    (2, 4, 6, 8, 10, 12)
    """
    length = order(interval, modulus)
    return tuple(wrap(base + step * interval, modulus) for step in range(length))


def inverse(interval: int, modulus: int = 13) -> int | None:
    """The number in 1..modulus-1 that times `interval` is one past whole rounds; None if none is.

    >>> inverse(4), inverse(2, 12)
    (10, None)
    """
    return pow(interval, -1, modulus) if order(interval, modulus) == modulus else None


def distance(top: int, rank: int, interval: int, modulus: int = 13) -> int | None:
    """Steps from `top` round to `rank`, 0 and up: (rank - top) × inverse; None if it never comes.

    An interval without an inverse still reaches the ranks that lie a multiple of the gcd away.

    >>> distance(6, 1, 2), distance(11, 4, 3), distance(2, 3, 2, 12)
    (4, 2, None)
    """
    around = order(interval, modulus)
    factor = modulus // around
    steps, rest = divmod(rank - top, factor)
    if rest:
        return None
    return steps * pow(interval // factor, -1, around) % around if around > 1 else 0


def place(rank: int, interval: int, modulus: int = 13, base: int | None = None) -> int | None:
    """Where a rank stands, from 1, when `base` (else the interval) is card 1: rank × inverse.

    >>> [place(1, interval) for interval in (1, 2, 3, 4)], place(9, 3, base=2)
    ([1, 7, 9, 10], 12)
    """
    steps = distance(interval if base is None else base, rank, interval, modulus)
    return None if steps is None else steps + 1


def multiplication_table(modulus: int = 13) -> tuple[tuple[int, ...], ...]:
    """Row a, column b: the rank of a × b, both from 1; the last row and column play 0.

    >>> multiplication_table(4)
    ((1, 2, 3, 4), (2, 4, 2, 4), (3, 2, 1, 4), (4, 4, 4, 4))
    """
    ranks = range(1, modulus + 1)
    return tuple(tuple(wrap(row * column, modulus) for column in ranks) for row in ranks)


def powers(number: int, modulus: int = 13) -> tuple[int, ...]:
    """`number`, its square, its cube … until a rank comes back.

    >>> powers(3), len(powers(2)), powers(2, 12)
    ((3, 9, 1), 12, (2, 4, 8))
    """
    seen: list[int] = []
    rank = wrap(number, modulus)
    while rank not in seen:
        seen.append(rank)
        rank = wrap(rank * number, modulus)
    return tuple(seen)


def generators(modulus: int = 13) -> tuple[int, ...]:
    """The numbers whose powers visit every rank that has an inverse; some moduli have none.

    >>> generators(13), generators(8)
    ((2, 6, 7, 11), ())
    """
    units = visiting(modulus)
    return tuple(unit for unit in units if len(powers(unit, modulus)) == len(units))


def short_cycle(base: int, interval: int, modulus: int) -> str | None:
    """Why an interval cannot visit every rank, with the short cycle; None if it can.

    >>> short_cycle(2, 2, 12)
    'interval 2 and modulus 12 share the factor 2: 2 4 6 8 10 12 and back to 2'
    """
    factor = gcd(interval, modulus)
    if factor == 1:
        return None
    ring = cycle(wrap(base, modulus), interval, modulus)
    walk = f"{' '.join(map(str, ring))} and back to {ring[0]}"
    return f"interval {interval} and modulus {modulus} share the factor {factor}: {walk}"


@dataclass(frozen=True, slots=True)
class Foundation:
    """How one foundation is built: `length` ranks from `base` by `interval`, modulo `modulus`.

    Raises `ValueError` when the base is no rank of the deck or the ring closes before `length`.

    >>> Foundation(3, 3).sequence
    (3, 6, 9, 12, 2, 5, 8, 11, 1, 4, 7, 10, 13)
    """

    base: int
    interval: int
    length: int = 13
    modulus: int = 13
    sequence: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        wrap(self.base, self.modulus)
        if not 1 <= self.base <= self.modulus:
            raise ValueError(f"base {self.base} is no rank of a deck of {self.modulus} ranks")
        ring = cycle(self.base, self.interval, self.modulus)
        if not 1 <= self.length <= self.modulus:
            raise ValueError(f"length {self.length} is not within 1 to {self.modulus}")
        if self.length > len(ring):
            reason = short_cycle(self.base, self.interval, self.modulus)
            raise ValueError(reason or f"length {self.length} is too long")
        object.__setattr__(self, "sequence", ring[: self.length])

    @property
    def last(self) -> int:
        """The rank on which the foundation ends."""
        return self.sequence[-1]

    def place(self, rank: int) -> int | None:
        """Where a rank stands in the sequence, from 1; None if it never comes.

        >>> Foundation(2, 2).place(1)
        7
        """
        return self.sequence.index(rank) + 1 if rank in self.sequence else None

    def distance(self, rank: int, laid: int) -> int | None:
        """Cards until `rank` is laid when `laid` cards lie there; 1 = needed now, None = gone.

        >>> Foundation(2, 2).distance(1, laid=3), Foundation(2, 2).distance(2, laid=3)
        (4, None)
        """
        place = self.place(rank)
        return place - laid if place is not None and place > laid else None

    def needs(self, laid: int) -> int | None:
        """The rank needed when `laid` cards lie there; None when it is full.

        >>> Foundation(4, 4).needs(1), Foundation(4, 4).needs(13)
        (8, None)
        """
        return self.sequence[laid] if laid < self.length else None
