"""Kinds 21 to 25: mirrors, inverses, cancelling and powers (lesson 03).

Each function draws numbers that are equally hard, and names the wrong answers it expects.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw, kind, row
from calclab.exercises.ring import rings
from calclab.messages import _, marked
from calclab.modular import cycle, generators, inverse, order, powers, visiting, wrap

NUMBERS = range(21, 26)


@kind(21, "mirror", marked("The same star"))
def same_star(draw: Draw) -> Exercise:
    """The other step that draws a star; catches "each step its own star"."""
    n = draw.modulus
    k = draw.one(k for k in visiting(n) if k > 1 and k < n - 1 and 2 * k != n)
    own = _("Each star can be drawn both ways round. Turn the arrow round.")
    return draw.exercise(
        _("On {n} dots, which other step draws the same star as step {k}?").format(n=n, k=k),
        "number",
        (n - k,),
        _("{k} steps on and {other} steps back meet: {k} + {other} = {n}.").format(
            k=k, other=n - k, n=n
        ),
        (_("Turn the arrow round."), _("Going {k} back is going {n} − {k} on.").format(k=k, n=n)),
        [
            ((None,), "own-star", own),
            ((k,), "own-star", own),
            (
                (inverse(k, n),),
                "inverse",
                _("{i} is the inverse of {k}. Its star is another one.").format(
                    i=inverse(k, n), k=k
                ),
            ),
        ],
        {"k": k},
        (n, k),
    )


@kind(22, "inverse", marked("The inverse"))
def find_inverse(draw: Draw) -> Exercise:
    """The inverse of a number; catches fractions and minus."""
    n = draw.modulus
    k = draw.one(k for k in visiting(n) if 1 < k < n - 1 and inverse(k, n) != n - k)
    right = inverse(k, n) or 0
    return draw.exercise(
        _("On a ring of {n}, what is the inverse of {k}?").format(n=n, k=k),
        "number",
        (right,),
        _("{k} × {i} = {product}, one past {rounds} × {n}.").format(
            k=k, i=right, product=k * right, rounds=k * right // n, n=n
        ),
        (
            _("Which {k} × ? is one past whole rounds?").format(k=k),
            _("List the multiples of {k}, going round, until A comes.").format(k=k),
        ),
        [
            (
                (n - k,),
                "minus",
                _("{k} + {other} is a whole round: that is minus {k}. Multiply instead.").format(
                    k=k, other=n - k
                ),
            ),
            (
                (-k,),
                "minus",
                _("Minus {k} undoes adding {k}. The inverse undoes multiplying.").format(k=k),
            ),
            (
                (Fraction(1, k),),
                "fraction",
                _("On the ring there are whole numbers only. Which one times {k} is 1?").format(
                    k=k
                ),
            ),
        ],
        {"k": k},
    )


@kind(23, "has-inverse", marked("Which has an inverse?"))
def which_has_inverse(draw: Draw) -> Exercise:
    """One of three has an inverse; catches "all have"."""
    n = draw.one(rings(draw))
    unit = draw.one(k for k in visiting(n) if 1 < k < n - 1)
    others = [k for k in range(2, n) if gcd(k, n) > 1]
    first = draw.one(others)
    second = draw.one(k for k in others if k != first)
    three = tuple(sorted((unit, first, second)))
    wrong = [
        (
            (k,),
            "no-inverse",
            _("The multiples of {k} are {walk}: A never comes.").format(
                k=k, walk=row(cycle(k, k, n))
            ),
        )
        for k in (first, second)
    ]
    look = _("List the multiples of {k}: {walk}. Does A come?").format(
        k=first, walk=row(cycle(first, first, n))
    )
    return draw.exercise(
        _("On a ring of {n}, which of {a}, {b}, {c} has an inverse?").format(
            n=n, a=three[0], b=three[1], c=three[2]
        ),
        "set",
        (unit,),
        _("{unit} × {i} = {product}, one past whole rounds.").format(
            unit=unit, i=inverse(unit, n), product=unit * (inverse(unit, n) or 0)
        ),
        (look, _("A number has an inverse when it shares no factor with {n}.").format(n=n)),
        [(three, "all", look), *wrong],
        {"n": n, "three": three},
    )


@kind(24, "cancel", marked("May it be cancelled?"))
def may_cancel(draw: Draw) -> Exercise:
    """Cancelling a factor; catches "always cancels"."""
    n = draw.one(rings(draw))
    k = draw.one(k for k in range(2, n - 1))
    right = gcd(k, n) == 1
    gap = order(k, n)
    if right:
        because = _("{k} has the inverse {i}: multiply both sides by it.").format(
            k=k, i=inverse(k, n)
        )
        wrong, name = because, "never"
        hint = _("Is there a number that undoes × {k}?").format(k=k)
    else:
        because = _("{k} × 1 and {k} × {other} fall on the same place.").format(k=k, other=1 + gap)
        wrong = _("It does not always cancel: try 1 and {other}.").format(other=1 + gap)
        name, hint = "always", _("Try 1 and {other}.").format(other=1 + gap)
    return draw.exercise(
        _("On a ring of {n}, {k} × a and {k} × b share a place. Is a = b for sure?").format(
            n=n, k=k
        ),
        "yes-no",
        (right,),
        because,
        (hint, _("A factor cancels when it shares nothing with {n}.").format(n=n)),
        [((not right,), name, wrong)],
        {"n": n, "k": k},
    )


@kind(25, "power", marked("Powers"))
def power(draw: Draw) -> Exercise:
    """A high power; catches reducing the exponent by the modulus."""
    n = draw.modulus
    base, exponent = draw.one(
        (b, e)
        for b in generators(n) or visiting(n)
        if b > 1
        for e in range(n, n + 4)
        if pow(b, e, n) != pow(b, e % n, n)
    )
    right, back = wrap(pow(base, exponent, n), n), len(powers(base, n))
    return draw.exercise(
        _("On a ring of {n}, which rank is {base} to the power {e}?").format(
            n=n, base=base, e=exponent
        ),
        "rank",
        (right,),
        _("× {base} is back at A after {back}, so take {back} off the exponent {e}.").format(
            base=base, back=back, e=exponent
        ),
        (
            _("When is × {base} back at A?").format(base=base),
            _("The powers go round in {back}, not in {n}.").format(back=back, n=n),
        ),
        [
            (
                (wrap(pow(base, exponent % n, n), n),),
                "exponent-by-modulus",
                _("You took {n} off the exponent. The powers are back at A after {back}.").format(
                    n=n, back=back
                ),
            )
        ],
        {"base": base, "exponent": exponent},
        (n, 1),
    )
