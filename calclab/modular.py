"""The arithmetic of the foundations: sequences, inverses, places and distances modulo n.

What lives here: whole numbers going round a ring of n ranks, where rank n plays the part of 0.
What does not: cards, games, wording for a certain language. Source: the rulebook's "Words" and
"Other moduli"; the arithmetic is elementary number theory.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import gcd


def wrap(value: int, modulus: int = 13) -> int:
    """The rank that a whole number falls on: 1..modulus, with rank `modulus` in the place of 0.

    >>> wrap(15), wrap(26), wrap(-3)
    (2, 13, 10)
    """
    return (value - 1) % modulus + 1


def cycle(base: int, interval: int, modulus: int = 13) -> tuple[int, ...]:
    """The ranks from `base` by `interval` until the ring closes: modulus ÷ gcd of them.

    >>> cycle(2, 2, 12)
    (2, 4, 6, 8, 10, 12)
    """
    length = modulus // gcd(interval, modulus)
    return tuple(wrap(base + step * interval, modulus) for step in range(length))


def inverse(interval: int, modulus: int = 13) -> int | None:
    """The number in 1..modulus-1 that times `interval` is one past whole rounds; None if none is.

    >>> inverse(4), inverse(2, 12)
    (10, None)
    """
    return pow(interval, -1, modulus) if gcd(interval, modulus) == 1 else None


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
