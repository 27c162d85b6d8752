"""Kinds 8 to 13: rounds, needs, and what is still to come on a foundation (lesson 02).

Each function draws numbers that are equally hard, and names the wrong answers it expects.
"""

from __future__ import annotations

from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw, L, kind, row, steps_between
from calclab.messages import _, marked
from calclab.modular import wrap

NUMBERS = range(8, 14)


def rows_of(sequence: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A sequence cut where it falls: one row for each round."""
    rows: list[list[int]] = [[]]
    for rank in sequence:
        if rows[-1] and rank < rows[-1][-1]:
            rows.append([])
        rows[-1].append(rank)
    return [tuple(one) for one in rows]


@kind(8, "row", marked("The row after"))
def next_row(draw: Draw) -> Exercise:
    """The next round of a foundation; catches starting again at the base."""
    n = draw.modulus
    k, at = draw.one(
        (k, at)
        for k in draw.intervals(3) or draw.intervals()
        for at in range(len(rows_of(draw.foundation(k).sequence)) - 1)
    )
    rows = rows_of(draw.foundation(k).sequence)
    before, right = rows[at], rows[at + 1]
    restart = rows[0]
    last = before[-1]
    return draw.exercise(
        _("A round of F{k} is {row}. Write the next round.").format(k=k, row=row(before)),
        "ranks",
        right,
        _("{last} + {k} goes round to {first}.").format(last=L(last), k=k, first=L(right[0])),
        (
            _("The round has {n} ranks, and {last} is used up.").format(n=n, last=L(last)),
            _("Find the first card of the row; then add {k} each time.").format(k=k),
        ),
        [
            (
                restart,
                "restarted",
                _("From {last} you cannot start again at {base}. Walk on: {steps}.").format(
                    last=L(last), base=L(k), steps=steps_between(last, k, n)
                ),
            ),
            (
                right[:-1],
                "stopped-early",
                _("The row goes on: {last} + {k} is {more}.").format(
                    last=L(right[-2] if len(right) > 1 else right[-1]), k=k, more=L(right[-1])
                ),
            ),
        ],
        {"k": k, "before": before},
    )


@kind(9, "falls", marked("How often it falls"))
def falls(draw: Draw) -> Exercise:
    """How often a sequence goes over the top; catches counting rounds."""
    n = draw.modulus
    k = draw.one(draw.intervals(3, 6) or draw.intervals(2, 6))
    rows = rows_of(draw.foundation(k).sequence)
    fallen = [L(one[0]) for one in rows[1:]]
    return draw.exercise(
        _("A foundation counts by {k} from {base}. How often does it fall to a lower rank?").format(
            base=L(k), k=k
        ),
        "number",
        (len(rows) - 1,),
        _("it falls to {ranks}; {count} rounds have {falls} falls between them.").format(
            ranks=", ".join(fallen), count=len(rows), falls=len(rows) - 1
        ),
        (_("Mark each fall."), _("A fall lies between two rounds. Write the rounds as rows.")),
        [
            (
                (len(rows),),
                "counted-rounds",
                _("You counted the rounds. Count the falls between them."),
            )
        ],
        {"k": k},
        (n, k),
    )


@kind(10, "needs", marked("Four needs at once"))
def four_needs(draw: Draw) -> Exercise:
    """The needs of all foundations; catches stepping with another foundation's interval."""
    n = draw.modulus
    ks = draw.intervals(1)
    laid = [draw.one(range(2, n - 1)) for k in ks]
    tops = [draw.foundation(k).sequence[count - 1] for k, count in zip(ks, laid, strict=True)]
    needs = [wrap(top + k, n) for k, top in zip(ks, tops, strict=True)]
    mistakes = []
    for at, (k, top) in enumerate(zip(ks, tops, strict=True)):
        for other in ks:
            wrong = list(needs)
            wrong[at] = wrap(top + other, n)
            mistakes.append(
                (
                    wrong,
                    "other-interval",
                    _("On F{k} you took the step of F{other}. It is {top} + {k}.").format(
                        k=k, other=other, top=L(top)
                    ),
                )
            )
    sums = ", ".join(
        _("{top} + {k} is {need}").format(top=L(top), k=k, need=L(need))
        for k, top, need in zip(ks, tops, needs, strict=True)
    )
    names = ", ".join(f"F{k}" for k in ks)
    return draw.exercise(
        _("{names} show {tops}. What do they need, in this order?").format(
            names=names, tops=", ".join(map(L, tops))
        ),
        "ranks",
        needs,
        f"{sums}.",
        (
            _("Say the step first."),
            _("F1 adds 1, F2 adds 2, and so on. Go round after {last}.").format(last=L(n)),
        ),
        mistakes,
        {"ks": tuple(ks), "tops": tuple(tops)},
    )


@kind(11, "full", marked("After the last card"))
def full_foundation(draw: Draw) -> Exercise:
    """A full foundation; catches going on round."""
    n = draw.modulus
    k = draw.one(draw.intervals(1))
    return draw.exercise(
        _("F{k} shows {last}. What does it need?").format(k=k, last=L(n)),
        "rank",
        (None,),
        _("{n} cards lie there, and {last} is the last.").format(n=n, last=L(n)),
        (_("Count its cards."), _("A foundation takes every rank once.")),
        [
            (
                (k,),
                "wrapped-on",
                _("{base} lies there already. All {n} cards are laid.").format(base=L(k), n=n),
            )
        ],
        {"k": k},
    )


@kind(12, "until", marked("Cards until a rank"))
def cards_until(draw: Draw) -> Exercise:
    """Cards still to lay until a rank; catches counting the top, and counting ranks."""
    n = draw.modulus
    k, at, steps = draw.one(
        (k, at, s)
        for k in draw.intervals()
        for at in range(2, n - 4)
        for s in (3, 4, 5)
        if at + s < n and draw.foundation(k).sequence[at + s] < draw.foundation(k).sequence[at]
    )
    sequence = draw.foundation(k).sequence
    top, rank = sequence[at], sequence[at + steps]
    return draw.exercise(
        _("F{k} shows {top}. How many cards until {rank} lies there, {rank} counted?").format(
            k=k, top=L(top), rank=L(rank)
        ),
        "number",
        (steps,),
        _("{cards} are laid.").format(cards=", ".join(map(L, sequence[at + 1 : at + steps + 1]))),
        (
            _("Name the cards you lay."),
            _("Count cards, not ranks. Leave out the {top}.").format(top=L(top)),
        ),
        [
            (
                (steps + 1,),
                "counted-top",
                _("You counted the {top}. It lies there already.").format(top=L(top)),
            ),
            (
                (steps - 1,),
                "left-out-last",
                _("The {rank} itself counts too.").format(rank=L(rank)),
            ),
            (
                ((rank - top) % n,),
                "counted-ranks",
                _("You counted ranks. F{k} lays every card {k} on.").format(k=k),
            ),
        ],
        {"k": k, "top": top, "rank": rank},
    )


@kind(13, "gone", marked("Already laid"))
def already_laid(draw: Draw) -> Exercise:
    """A rank that lies there already; catches the endless ring."""
    n = draw.modulus
    k, at, place = draw.one(
        (k, at, p) for k in draw.intervals() for at in range(2, min(7, n - 1)) for p in range(at)
    )
    sequence = draw.foundation(k).sequence
    top, rank = sequence[at], sequence[place]
    missing = n - at - 1
    around = (place - at) % n
    return draw.exercise(
        _("F{k} shows {top}. How many cards until the next {rank}? Or is it gone?").format(
            k=k, top=L(top), rank=L(rank)
        ),
        "number",
        (None,),
        _("{rank} was card {place}; each rank comes once.").format(rank=L(rank), place=place + 1),
        (
            _("How many cards are missing?"),
            _("A foundation ends on {last} and does not go on.").format(last=L(n)),
        ),
        [
            (
                (around,),
                "endless-ring",
                _("That needs {around} cards, and {missing} are missing.").format(
                    around=around, missing=missing
                ),
            )
        ],
        {"k": k, "top": top, "rank": rank},
    )
