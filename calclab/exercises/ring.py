"""Kinds 14 to 20: sums, whole rounds and loops on the ring (lesson 03).

Each function draws numbers that are equally hard, and names the wrong answers it expects.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw, L, kind, row, steps_between
from calclab.messages import _, marked
from calclab.modular import cycle, visiting, wrap

NUMBERS = range(14, 21)
COMPOSITE = (8, 9, 10, 12, 14, 15, 16, 18)


def rings(draw: Draw) -> Iterable[int]:
    """Rings with short loops: the asked one if it has some, else a few usual ones."""
    n = draw.modulus
    return (n,) if len(visiting(n)) < n - 1 else COMPOSITE


@kind(14, "sum", marked("A sum on the ring"))
def ring_sum(draw: Draw) -> Exercise:
    """Whether a sum holds on the ring; catches sums on the line, and a skipped last rank."""
    n = draw.modulus
    top, step, shift = draw.one(
        (a, b, s)
        for a in range(n // 2 + 1, n)
        for b in range(n - a + 1, n // 2 + 1)
        for s in (0, 0, 1)
    )
    claim, right = wrap(top + step + shift, n), wrap(top + step, n)
    walk = steps_between(top, step, n)
    if shift:
        wrong = _("You skipped {last}. From {top}: {walk}.").format(
            last=L(n), top=L(top), walk=walk
        )
    else:
        wrong = _("On the line it is {total}. On a ring of {n} that is {right}.").format(
            total=top + step, n=n, right=L(right)
        )
    return draw.exercise(
        _("On a ring of {n}: {top} + {step} = {claim}. Is that true?").format(
            n=n, top=L(top), step=step, claim=L(claim)
        ),
        "yes-no",
        (not shift,),
        _("{top} + {step} = {total}, {past} past {n}.").format(
            top=L(top), step=step, total=top + step, past=top + step - n, n=n
        ),
        (
            _("Walk it."),
            _("After {last} comes A. Count {step} steps.").format(last=L(n), step=step),
        ),
        [((bool(shift),), "skipped-last" if shift else "on-the-line", wrong)],
        {"top": top, "step": step, "claim": claim},
        None,
    )


@kind(15, "reduce", marked("A number becomes a card"))
def reduce_number(draw: Draw) -> Exercise:
    """The rank of a number; catches giving the rounds."""
    n = draw.modulus
    number = draw.one(m for m in range(2 * n + 1, 5 * n) if m % n and m // n != m % n)
    rounds, right = number // n, wrap(number, n)
    return draw.exercise(
        _("On a ring of {n}, on which rank does {number} fall?").format(n=n, number=number),
        "rank",
        (right,),
        _("{number} = {rounds} × {n} + {right}.").format(
            number=number, rounds=rounds, n=n, right=right
        ),
        (
            _("What is left over?"),
            _("Take away whole rounds of {n}: {few}.").format(
                n=n, few=", ".join(str(number - n * round_) for round_ in (1, 2))
            ),
        ),
        [
            (
                (rounds,),
                "gave-rounds",
                _("{rounds} is the number of whole rounds. What is left over?").format(
                    rounds=rounds
                ),
            )
        ],
        {"number": number},
        (n, 1),
    )


@kind(16, "zero", marked("Whole rounds"))
def whole_rounds(draw: Draw) -> Exercise:
    """A multiple of the modulus; catches "0, so no card"."""
    n = draw.modulus
    number = n * draw.one(range(2, 8))
    zero = _("0 is left over. 0 and {last} share a place.").format(last=L(n))
    return draw.exercise(
        _("On a ring of {n}, which card is {number}?").format(n=n, number=number),
        "rank",
        (n,),
        _("{number} is {rounds} whole rounds, and a round ends on {last}.").format(
            number=number, rounds=number // n, last=L(n)
        ),
        (
            _("0 and {n} share a place.").format(n=n),
            _("Count round once from A. Where do you end?"),
        ),
        [
            ((0,), "zero", zero),
            ((None,), "no-card", zero),
            ((number // n,), "gave-rounds", _("That is the number of rounds. Where do they end?")),
        ],
        {"number": number},
        (n, 1),
    )


@kind(17, "minus", marked("Backwards"))
def minus(draw: Draw) -> Exercise:
    """A difference below 0; catches negative and turned answers."""
    n = draw.modulus
    a, b = draw.one((a, b) for a in range(1, n // 2) for b in range(a + 2, min(a + 6, n)))
    right = wrap(a - b, n)
    return draw.exercise(
        _("On a ring of {n}: {a} − {b} = ?").format(n=n, a=L(a), b=b),
        "rank",
        (right,),
        _("back from {a}: {walk}.").format(a=L(a), walk=steps_between(a, b, n, -1)),
        (
            _("Backwards: A, {last}, {before}, …").format(last=L(n), before=L(n - 1)),
            _("Below A the ring goes on with {last}. Or add {n} first.").format(last=L(n), n=n),
        ),
        [
            (
                (a - b,),
                "negative",
                _("{d} is no card. Add one round of {n}.").format(d=f"−{b - a}", n=n),
            ),
            ((b - a,), "turned", _("That is {b} − {a}. Walk back from {a}.").format(b=b, a=L(a))),
        ],
        {"a": a, "b": b},
        (n, 1),
    )


@kind(18, "same-place", marked("The same place"))
def same_places(draw: Draw) -> Exercise:
    """Two pairs; catches comparing size or sign."""
    n = draw.modulus
    a, rounds, off = draw.one((a, r, o) for a in range(2, n) for r in (2, 3) for o in (0, 0, 1))
    b, off_2 = draw.one((b, o) for b in range(1, n - 1) for o in (0, 0, 1) if not (o and off))
    pairs = ((a, a + rounds * n + off), (b - n - off_2, b))
    truth = (not off, not off_2)
    mistakes = []
    for given in ((True, True), (True, False), (False, True), (False, False)):
        at = next((i for i in (0, 1) if given[i] != truth[i]), 0)
        low, high = pairs[at]
        gap = high - low
        text = (
            _("{low} and {high} lie {gap} apart; that is whole rounds of {n}.")
            if truth[at]
            else _("{low} and {high} lie {gap} apart; {n} does not divide that.")
        )
        mistakes.append(
            (given, "size-or-sign", text.format(low=_minus(low), high=high, gap=gap, n=n))
        )
    gaps = [high - low for low, high in pairs]
    return draw.exercise(
        _("On a ring of {n}, do these share a place: {a} and {b}? {c} and {d}?").format(
            n=n, a=pairs[0][0], b=pairs[0][1], c=_minus(pairs[1][0]), d=pairs[1][1]
        ),
        "yes-no",
        truth,
        _("the gaps are {first} and {second}; only multiples of {n} are whole rounds.").format(
            first=gaps[0], second=gaps[1], n=n
        ),
        (_("Is the gap whole rounds?"), _("Subtract. Then divide by {n}.").format(n=n)),
        mistakes,
        {"pairs": pairs},
    )


def _minus(number: int) -> str:
    return str(number).replace("-", "−")


@kind(19, "loops", marked("Dots and loops"))
def dots_and_loops(draw: Draw) -> Exercise:
    """A step that shares a factor but does not divide; catches "only divisors fail"."""
    n, k = draw.one((n, k) for n in rings(draw) for k in range(2, n) if gcd(n, k) > 1 and n % k)
    factor = gcd(n, k)
    return draw.exercise(
        _(
            "{n} dots, step {k}. How many dots does the hand visit? How many loops are there?"
        ).format(n=n, k=k),
        "numbers",
        (n // factor, factor),
        _("{n} and {k} share {factor}; {n} ÷ {factor} = {dots} dots a loop.").format(
            n=n, k=k, factor=factor, dots=n // factor
        ),
        (
            _("What do {k} and {n} share?").format(k=k, n=n),
            _("A loop has n ÷ gcd dots; gcd is the largest shared factor."),
        ),
        [
            (
                (n, 1),
                "only-divisors",
                _("{k} does not divide {n}, but both share {factor}.").format(
                    k=k, n=n, factor=factor
                ),
            ),
            (
                (factor, n // factor),
                "swapped",
                _("Dots first, then loops. Walk one loop: {walk}.").format(
                    walk=row(cycle(n, k, n))
                ),
            ),
        ],
        {"n": n, "k": k},
    )


@kind(20, "all", marked("Steps that visit all"))
def visits_all(draw: Draw) -> Exercise:
    """All full steps of a ring; catches "must be prime" and "odd"."""
    n = draw.one(m for m in rings(draw) if m > 5)
    right = visiting(n)
    primes = [p for p in range(2, n) if all(p % d for d in range(2, p))]
    odd = tuple(range(1, n, 2))
    prime = _("A step need not be prime: try 1{more}.").format(
        more=next((f", {k}" for k in right if k > 1 and k not in primes), "")
    )
    bad_odd = next((k for k in odd if k not in right), 1)
    return draw.exercise(
        _("{n} dots: which steps below {n} visit all of them?").format(n=n),
        "set",
        right,
        _("they share no factor with {n}.").format(n=n),
        (
            _("Try {one}. Try {two}.").format(
                one=right[-1], two=next((k for k in range(n // 2, n) if gcd(k, n) > 1), n // 2)
            ),
            _("A step fails when it shares a factor with {n}.").format(n=n),
        ),
        [
            (tuple(primes), "prime", prime),
            (tuple(p for p in primes if n % p), "prime", prime),
            ((1, *(p for p in primes if n % p)), "prime", prime),
            (
                odd,
                "odd",
                _("Odd is not enough: {k} and {n} share {factor}.").format(
                    k=bad_odd, n=n, factor=gcd(bad_odd, n)
                ),
            ),
            (right[1:], "left-out-one", _("Step 1 visits every dot too.")),
        ],
        {"n": n},
    )
