"""How sure a rate is: intervals, and the chances that follow from counts of won games.

What lives here: `Sample`, a rate with Wilson's interval, and comparisons of two on the same deals.
What does not: how games are played and counted (``study``). Sources: Wilson, JASA 22 (1927);
Newcombe, "Improved confidence intervals for the difference between binomial proportions based on
paired data", Statistics in Medicine 17 (1998), method 10; McNemar, Psychometrika 12 (1947), in its
exact form; Holm, Scandinavian Journal of Statistics 6 (1979); Fisher's exact test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, sqrt

from calclab.messages import _, numeral

Z = 1.959964  # a 95 % interval reaches so many standard errors to each side


def wilson(wins: float, tries: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson 1927).

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    """
    if tries == 0:
        return 0.0, 1.0
    z, rate = Z, wins / tries
    middle = rate + z * z / (2 * tries)
    spread = z * sqrt(rate * (1 - rate) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return max(0.0, min(low, rate)), min(1.0, max(high, rate))  # rounding leaves the rate inside


@dataclass(frozen=True, slots=True)
class Sample:
    """So many wins in so many deals, whoever played.

    >>> Sample(50, 100).text
    '50.0 % [40.4, 59.6]'
    """

    wins: int
    deals: int

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / max(1, self.deals)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate (Wilson 1927)."""
        return wilson(self.wins, self.deals)

    @property
    def digits(self) -> int:
        """Digits enough that only all deals are 100 %."""
        digits = 1
        while self.wins < self.deals and round(100 * self.rate, digits) == 100:
            digits += 1
        return digits

    @property
    def share(self) -> str:
        """The rate alone.

        >>> Sample(19_999, 20_000).share
        '99.995 %'
        """
        return numeral(100 * self.rate, f".{self.digits}f") + " %"

    @property
    def text(self) -> str:
        """The rate and its interval.

        >>> Sample(19_999, 20_000).text
        '99.995 % [99.972, 99.999]'
        """
        return percent(self.rate, self.interval, self.digits)


def paired_interval(both: int, first: int, second: int, neither: int) -> tuple[float, float]:
    """The 95 % interval of the difference of two rates on the same deals (Newcombe's method 10).

    The deals are counted by who won them: both, only the first, only the second, neither.

    >>> [round(end, 4) for end in paired_interval(36, 12, 2, 0)]
    [0.0569, 0.3404]
    """
    total = both + first + second + neither
    if total == 0:
        return -1.0, 1.0
    one, two = (both + first) / total, (both + second) / total
    low_one, high_one = wilson(both + first, total)
    low_two, high_two = wilson(both + second, total)
    phi = _phi(both, first, second, neither)
    down = _root(one - low_one, high_two - two, phi)
    up = _root(high_one - one, two - low_two, phi)
    return max(-1.0, one - two - down), min(1.0, one - two + up)


def mcnemar(first: int, second: int) -> float:
    """The chance of so uneven a split, or a more uneven one, between two that are equally good.

    `first` and `second` are the deals that only the one and only the other won.

    >>> mcnemar(5, 0), mcnemar(3, 3)
    (0.0625, 1.0)
    """
    total, fewer = first + second, min(first, second)
    tail = sum(exp(_log_comb(total, count) - total * _LOG_2) for count in range(fewer + 1))
    return min(1.0, 2 * tail)


def holm(chances: Sequence[float]) -> list[float]:
    """The chances of several tests made at once, adjusted by Holm's step-down rule.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(chances)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda one: chances[one])):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[at]))
        adjusted[at] = highest
    return adjusted


def fisher(wins: int, games: int, other_wins: int, other_games: int) -> float:
    """The chance of at most `other_wins` in the other games if all games were alike.

    >>> round(fisher(10, 10, 0, 10) * 184756, 6)
    1.0
    """
    won, total = wins + other_wins, games + other_games
    every = _log_comb(total, won)
    fewest = max(0, won - games)
    return sum(
        exp(_log_comb(other_games, count) + _log_comb(games, won - count) - every)
        for count in range(fewest, other_wins + 1)
    )


def percent(rate: float, interval: tuple[float, float], digits: int = 1) -> str:
    """A rate and its interval: `12.0 % [11.1, 12.9]`.

    >>> percent(0.12, (0.111, 0.129))
    '12.0 % [11.1, 12.9]'
    """
    share, low, high = (numeral(100 * one, f".{digits}f") for one in (rate, *interval))
    return _("{share} % [{low}, {high}]").format(share=share, low=low, high=high)


_LOG_2 = 0.6931471805599453


def _phi(both: int, first: int, second: int, neither: int) -> float:
    """The correlation of the two players' wins, corrected for continuity where it is positive."""
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    if margins == 0:
        return 0.0
    product = both * neither - first * second
    half = (both + first + second + neither) / 2
    return (max(product - half, 0) if product > 0 else product) / sqrt(margins)


def _root(one: float, two: float, phi: float) -> float:
    return sqrt(max(0.0, one * one - 2 * phi * one * two + two * two))


def _log_comb(total: int, count: int) -> float:
    return lgamma(total + 1) - lgamma(count + 1) - lgamma(total - count + 1)
