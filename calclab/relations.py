"""How sequences relate: a foundation as a permutation, one foundation inside another, mirrors.

What lives here: what a lesson says about two foundations, and about an interval that does not work.
What does not: the arithmetic itself (``modular``). Source: elementary group theory; every sentence
is computed from the numbers.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from calclab.messages import _, ngettext, rank_label
from calclab.modular import Foundation, cycle, distance, euclid, inverse, order, wrap


class Relation(NamedTuple):
    """The second sequence is the first one, entered at `place` (from 1) and stepped by `step`."""

    place: int
    step: int


def relation(first: Foundation, second: Foundation) -> Relation | None:
    """How the second foundation is read out of the first; None where the first cannot give it.

    Raises `ValueError` when they go round different rings.

    >>> relation(Foundation(2, 2), Foundation(6, 6))
    Relation(place=3, step=3)
    >>> relation(Foundation(1, 1), Foundation(12, 12))
    Relation(place=12, step=12)
    """
    if first.modulus != second.modulus:
        raise ValueError(f"moduli {first.modulus} and {second.modulus} are different rings")
    start = distance(first.base, second.base, first.interval, first.modulus)
    step = distance(0, second.interval, first.interval, first.modulus)
    return None if start is None or step is None else Relation(start + 1, step)


def relation_sentence(first: Foundation, second: Foundation) -> str:
    """The relation in one sentence.

    >>> relation_sentence(Foundation(2, 2), Foundation(6, 6))
    'Interval 6 is interval 2 stepped by 3, from its card 3 on.'
    >>> relation_sentence(Foundation(1, 1), Foundation(12, 12))
    'Interval 12 is interval 1 backwards, from its card 12 on.'
    """
    found = relation(first, second)
    names = {"first": first.interval, "second": second.interval}
    if found is None:
        return _("Interval {second} cannot be read out of interval {first}.").format(**names)
    if found.step == 1:
        text = _(
            "Interval {second} draws the same ring as interval {first}, from its card {place}."
        )
    elif found.step == order(first.interval, first.modulus) - 1:
        text = _("Interval {second} is interval {first} backwards, from its card {place} on.")
    else:
        text = _(
            "Interval {second} is interval {first} stepped by {step}, from its card {place} on."
        )
    return text.format(**names, place=found.place, step=found.step)


def mirrored(foundation: Foundation) -> Foundation:
    """The additive inverse: every rank r becomes -r. It runs the same star the other way.

    >>> mirrored(Foundation(4, 4)).sequence
    (9, 5, 1, 10, 6, 2, 11, 7, 3, 12, 8, 4, 13)
    """
    modulus = foundation.modulus
    base = wrap(-foundation.base, modulus)
    return Foundation(base, -foundation.interval, foundation.length, modulus)


def backwards(foundation: Foundation) -> Foundation:
    """The same cards from last to first; of a standard foundation this is `reverse`'s.

    >>> backwards(Foundation(3, 3)).sequence[:4]
    (13, 10, 7, 4)
    """
    return Foundation(foundation.last, -foundation.interval, foundation.length, foundation.modulus)


def permutation(foundation: Foundation) -> tuple[int, ...]:
    """Where each place goes: place i holds rank permutation[i - 1].

    Raises `ValueError` for a foundation that does not visit every rank.

    >>> permutation(Foundation(2, 2, length=5, modulus=5))
    (2, 4, 1, 3, 5)
    """
    if foundation.length != foundation.modulus:
        raise ValueError(
            f"{foundation.length} of {foundation.modulus} ranks are no permutation of them all"
        )
    return foundation.sequence


def compose(outer: tuple[int, ...], inner: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that goes through `inner` first: outer[inner[i]].

    >>> compose(Foundation(2, 2).sequence, Foundation(2, 2).sequence) == Foundation(4, 4).sequence
    True
    """
    return tuple(outer[rank - 1] for rank in inner)


def cycles(mapping: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The cycles of a permutation of 1..n, smallest member first.

    >>> cycles(Foundation(3, 3).sequence)
    ((1, 3, 9), (2, 6, 5), (4, 12, 10), (7, 8, 11), (13,))
    """
    seen: set[int] = set()
    found = []
    for start in range(1, len(mapping) + 1):
        ring = []
        while start not in seen:
            seen.add(start)
            ring.append(start)
            start = mapping[start - 1]
        if ring:
            found.append(tuple(ring))
    return tuple(found)


def stars(interval: int, modulus: int = 13) -> tuple[tuple[int, ...], ...]:
    """The loops into which an interval cuts the ring; one loop when it visits every rank.

    >>> stars(8, 12)
    ((1, 9, 5), (2, 10, 6), (3, 11, 7), (4, 12, 8))
    """
    return tuple(cycle(base, interval, modulus) for base in range(1, gcd(interval, modulus) + 1))


def euclid_text(modulus: int, interval: int) -> str:
    """Euclid's divisions and the gcd they end with, in one line.

    >>> euclid_text(12, 2)
    '12 = 6 × 2 + 0, so gcd(12, 2) = 2'
    >>> euclid_text(13, 6)
    '13 = 2 × 6 + 1, 6 = 6 × 1 + 0, so gcd(13, 6) = 1'
    """
    steps = ", ".join(map(str, euclid(modulus, interval)))
    end = _("gcd({modulus}, {interval}) = {gcd}").format(
        modulus=modulus, interval=interval, gcd=gcd(modulus, interval)
    )
    return _("{steps}, so {end}").format(steps=steps, end=end) if steps else end


def cycle_sentence(interval: int, modulus: int = 13) -> str:
    """How much of the ring an interval visits, and why.

    >>> cycle_sentence(2, 12)
    '12 and 2 share the factor 2: a loop has 12 ÷ 2 = 6 places.'
    >>> cycle_sentence(5)
    '13 and 5 share no factor above 1, so the hand visits all 13 places.'
    """
    factor = gcd(interval, modulus)
    values = {"n": modulus, "k": interval, "factor": factor, "length": order(interval, modulus)}
    if factor == 1:
        text = _("{n} and {k} share no factor above 1, so the hand visits all {n} places.")
    else:
        text = ngettext(
            "{n} and {k} share the factor {factor}: the hand stays on {length} place.",
            "{n} and {k} share the factor {factor}: a loop has {n} ÷ {factor} = {length} places.",
            order(interval, modulus),
        )
    return text.format(**values)


def inverse_sentence(interval: int, modulus: int = 13) -> str:
    """The inverse as a product one past whole rounds, or why there is none.

    >>> inverse_sentence(4)
    '4 × 10 = 40, one past 3 × 13: the inverse of 4 is 10.'
    >>> inverse_sentence(8, 12)
    '8 has no inverse modulo 12: its multiples are 8 4 Q and never A.'
    """
    interval = wrap(interval, modulus)
    found = inverse(interval, modulus)
    if found is not None:
        product = interval * found
        return _(
            "{k} × {i} = {product}, one past {rounds} × {n}: the inverse of {k} is {i}."
        ).format(k=interval, i=found, product=product, rounds=product // modulus, n=modulus)
    walk = " ".join(rank_label(rank) for rank in cycle(wrap(interval, modulus), interval, modulus))
    return _("{k} has no inverse modulo {n}: its multiples are {walk} and never A.").format(
        k=interval, n=modulus, walk=walk
    )
