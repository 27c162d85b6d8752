"""Kinds 1 to 7: single steps and cards of a foundation (lesson 02).

Each function draws numbers that are equally hard, and names the wrong answers it expects.
"""

from __future__ import annotations

from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw, L, kind, row, steps_between
from calclab.messages import _, marked, ngettext
from calclab.modular import wrap

NUMBERS = range(1, 8)


@kind(1, "next", marked("The next card"))
def next_card(draw: Draw) -> Exercise:
    """A step that stays on the line; catches counting the start."""
    n = draw.modulus
    k, top = draw.one(
        (k, t) for k in draw.intervals(3) or draw.intervals(1) for t in range(1, n - k)
    )
    return _step(
        draw,
        k,
        top,
        _("The first step lands on {first}.").format(first=L(top + 1)),
        [((top + k - 1,), "counted-start", _counted_start(k, top, n))],
    )


@kind(2, "wrap", marked("The next card, over the top"))
def next_over_the_top(draw: Draw) -> Exercise:
    """A step past the last rank; catches skipping it."""
    n = draw.modulus
    k, top = draw.one(
        (k, t) for k in draw.intervals() or draw.intervals(1) for t in range(n - k + 1, n)
    )
    skipped = _("You skipped {last}. From {top}: {steps}.").format(
        last=L(n), top=L(top), steps=steps_between(top, k, n)
    )
    return _step(
        draw,
        k,
        top,
        _("{last} is a step too.").format(last=L(n)),
        [
            ((wrap(top + k + 1, n),), "skipped-last", skipped),
            ((wrap(top + k - 1, n),), "counted-start", _counted_start(k, top, n)),
        ],
    )


def _counted_start(k: int, top: int, n: int) -> str:
    return _("You counted {top} as one. From {top}: {steps}.").format(
        top=L(top), steps=steps_between(top, k, n)
    )


def _step(
    draw: Draw, k: int, top: int, hint: str, mistakes: list[tuple[tuple[int], str, str]]
) -> Exercise:
    n = draw.modulus
    right = wrap(top + k, n)
    others = [
        (
            (wrap(top + other, n),),
            "other-interval",
            _("That is a step of {other}. F{k} steps by {k}.").format(other=other, k=k),
        )
        for other in range(1, 5)
        if other != k
    ]
    because = _("{top} + {k} = {rank}.").format(top=L(top), k=k, rank=L(right))
    if top + k > n:
        because = _("{top} + {k} = {total}, {past} past {n}.").format(
            top=L(top), k=k, total=top + k, past=top + k - n, n=n
        )
    return draw.exercise(
        _("F{k} shows {top}. Which card comes next?").format(k=k, top=L(top)),
        "rank",
        (right,),
        because,
        (hint, _("Count {k} single steps from {top}; do not count {top}.").format(k=k, top=L(top))),
        mistakes + others,
        {"k": k, "top": top},
        (n, k),
    )


@kind(3, "previous", marked("The card before"))
def previous_card(draw: Draw) -> Exercise:
    """One step back over the Ace; catches adding."""
    n = draw.modulus
    k, rank = draw.one((k, r) for k in draw.intervals() for r in range(1, k))
    right = wrap(rank - k, n)
    back = steps_between(rank, k, n, -1)
    return draw.exercise(
        _("On F{k}, which card did {rank} come after?").format(k=k, rank=L(rank)),
        "rank",
        (right,),
        _("{right} + {k} goes round to {rank}.").format(right=L(right), k=k, rank=L(rank)),
        (
            ngettext("Walk back {k} step.", "Walk back {k} steps.", k).format(k=k),
            _("Before A comes {last}. Going back is taking away.").format(last=L(n)),
        ),
        [
            (
                (wrap(rank + k, n),),
                "added",
                _("That comes after {rank}. Walk back: {back}.").format(rank=L(rank), back=back),
            ),
            (
                (wrap(right + 1, n),),
                "counted-start",
                _("You counted {rank} as one. Back from {rank}: {back}.").format(
                    rank=L(rank), back=back
                ),
            ),
        ],
        {"k": k, "rank": rank},
        (n, k),
    )


@kind(4, "nth", marked("Card number so many"))
def nth_card(draw: Draw) -> Exercise:
    """A card by its number, past one round; catches starting from card 0."""
    n = draw.modulus
    k, m = draw.one(
        (k, m)
        for k in draw.intervals(3) or draw.intervals()
        for m in range(3, n)
        if n < k * m < 2 * n
    )
    right = wrap(k * m, n)
    return draw.exercise(
        _("What is card {m} of F{k}?").format(m=m, k=k),
        "rank",
        (right,),
        _("{m} × {k} = {product}, and {product} goes round to {rank}.").format(
            m=m, k=k, product=m * k, rank=L(right)
        ),
        (
            _("The {base} is card 1.").format(base=L(k)),
            _("Card 2 is 2 × {k}, card 3 is 3 × {k}: multiply, then go round.").format(k=k),
        ),
        [
            (
                (wrap(k * (m + 1), n),),
                "card-zero",
                _("You counted the {base} as card 0. It is card 1.").format(base=L(k)),
            ),
            ((wrap(k * (m - 1), n),), "card-two", _("That is card {m}.").format(m=m - 1)),
        ],
        {"k": k, "m": m},
        (n, k),
    )


@kind(5, "place", marked("Where a card stands"))
def place_of_rank(draw: Draw) -> Exercise:
    """A small rank that comes late; catches "small means early"."""
    n = draw.modulus
    k, rank = draw.one(
        (k, r)
        for k in draw.intervals(3) or draw.intervals()
        for r in range(1, n // 2 + 1)
        if (draw.foundation(k).place(r) or 0) > n // 2 + 1
    )
    place = draw.foundation(k).place(rank) or 0
    early = _("A small rank can come late. Walk F{k} and count the cards.").format(k=k)
    return draw.exercise(
        _("Where in F{k} does {rank} stand? Give its number.").format(k=k, rank=L(rank)),
        "number",
        (place,),
        _("card {place} is {place} × {k} = {product}, which goes round to {rank}.").format(
            place=place, k=k, product=place * k, rank=L(rank)
        ),
        (
            _("Walk it; count cards."),
            _("Count in rows. Each row of F{k} is one round.").format(k=k),
        ),
        [((place - 1,), "card-zero", _("The first card, {base}, is card 1.").format(base=L(k)))]
        + [((early_place,), "small-early", early) for early_place in range(1, n // 2 + 1)],
        {"k": k, "rank": rank},
    )


@kind(6, "slip", marked("Spot the slip"))
def wrong_card(draw: Draw) -> Exercise:
    """A row with one wrong card; every right card has its step as an answer."""
    n = draw.modulus
    k, at, shift = draw.one(
        (k, at, shift)
        for k in draw.intervals(3) or draw.intervals()
        for at in (3, 4, 5)
        for shift in (-1, 1)
        if n > 6
        and wrap(draw.foundation(k).sequence[at] + shift, n) not in draw.foundation(k).sequence[:7]
    )
    true = draw.foundation(k).sequence[:7]
    slip = wrap(true[at] + shift, n)
    shown = (*true[:at], slip, *true[at + 1 :])
    steps = [
        (
            (rank,),
            "right-card",
            _("{rank} is right: F{k} starts there.").format(rank=L(rank), k=k)
            if rank == k
            else _("{rank} is right: {before} + {k} goes there.").format(
                rank=L(rank), before=L(wrap(rank - k, n)), k=k
            ),
        )
        for rank in true
        if rank != true[at]
    ]
    return draw.exercise(
        _("One card of this F{k} is wrong: {row}. Which one?").format(k=k, row=row(shown)),
        "rank",
        (slip,),
        _("{before} + {k} is {right}, not {slip}.").format(
            before=L(true[at - 1]), k=k, right=L(true[at]), slip=L(slip)
        ),
        (
            _("Test every step."),
            _("Every card is the one before plus {k}, going round.").format(k=k),
        ),
        [
            (
                (true[at],),
                "gave-right-card",
                _("{right} belongs there. Which card stands in its place?").format(
                    right=L(true[at])
                ),
            ),
            *steps,
        ],
        {"k": k, "shown": shown},
    )


@kind(7, "which", marked("Which foundation steps so?"))
def which_foundation(draw: Draw) -> Exercise:
    """A step over the top; catches plain subtraction."""
    n = draw.modulus
    k, top = draw.one(
        (k, t) for k in draw.intervals() or draw.intervals(1) for t in range(n - k + 1, n)
    )
    rank = wrap(top + k, n)
    return draw.exercise(
        _("Which foundation goes from {top} to {rank}?").format(top=L(top), rank=L(rank)),
        "foundation",
        (k,),
        _("from {top}: {steps} is a step of {k}.").format(
            top=L(top), steps=steps_between(top, k, n), k=k
        ),
        (
            _("How far is it from {top} round to {rank}?").format(top=L(top), rank=L(rank)),
            _("Go forward only: over {last}, then A.").format(last=L(n)),
        ),
        [
            (
                (top - rank,),
                "subtracted",
                _("{top} − {rank} is the way back. Walk on from {top}.").format(
                    top=L(top), rank=L(rank)
                ),
            ),
            ((k - 1,), "skipped-last", _("{last} is a step too.").format(last=L(n))),
            ((k + 1,), "counted-start", _("You counted {top} as one.").format(top=L(top))),
        ],
        {"top": top, "rank": rank},
    )
