"""Where the hand of the clock goes next, and the name of the mistake when it does not.

What lives here: the judging of one click on the ring. What does not: the clock itself
(``widgets.clock``). The browser gets `table`, so that it can answer in its next frame.
"""

from __future__ import annotations

from calclab.exercises.making import steps_between
from calclab.messages import _, marked, rank_label
from calclab.modular import wrap

RIGHT = "right"
TEXTS = {
    "counted-start": marked("You counted the start: from {top} the steps are {walk}."),
    "last-as-one": marked("You took {last} for 1. {last} plays 0: the steps are {walk}."),
    "skipped-last": marked("You skipped {last}. From {top} the steps are {walk}."),
    "no-wrap": marked("You stopped at {last}. The ring goes on: {walk}."),
    "backwards": marked("You went the other way round. The steps are {walk}."),
    "stayed": marked("You stayed on {top}. The steps are {walk}."),
    "other-step": marked("That is a step of {other}. A step of {step} goes {walk}."),
}


def judge(top: int, clicked: int, interval: int, modulus: int = 13) -> str:
    """`right`, or the name of the mistake that leads from `top` to the clicked rank.

    >>> judge(7, 11, 4), judge(7, 10, 4), judge(11, 2, 3), judge(13, 5, 4)
    ('right', 'counted-start', 'skipped-last', 'last-as-one')
    """
    sign = 1 if interval > 0 else -1
    right = wrap(top + interval, modulus)
    passes_last = not 1 <= top + interval <= modulus
    if clicked == right:
        return RIGHT
    if clicked == top:
        return "stayed"
    if clicked == wrap(right - sign, modulus):
        return "counted-start"
    if clicked == wrap(right + sign, modulus) and (passes_last or top == modulus):
        return "last-as-one" if top == modulus else "skipped-last"
    if clicked == modulus and passes_last and sign > 0:
        return "no-wrap"
    return "backwards" if clicked == wrap(top - interval, modulus) else "other-step"


def table(interval: int, modulus: int = 13) -> list[list[str]]:
    """The judgement of every click: row by top, column by clicked rank, both from 1."""
    ranks = range(1, modulus + 1)
    return [[judge(top, clicked, interval, modulus) for clicked in ranks] for top in ranks]


def lead(top: int, clicked: int, interval: int, modulus: int = 13) -> str:
    """The first words of a verdict: `J, not 10.`"""
    right = rank_label(wrap(top + interval, modulus))
    if judge(top, clicked, interval, modulus) == RIGHT:
        return _("Yes, {right}.").format(right=right)
    return _("{right}, not {clicked}.").format(right=right, clicked=rank_label(clicked))


def explain(top: int, clicked: int, interval: int, modulus: int = 13) -> str:
    """The sentence that names the step.

    >>> explain(7, 10, 4)
    'You counted the start: from 7 the steps are 8, 9, 10, J.'
    >>> explain(11, 1, 3)
    'J + 3 = 14, 1 past 13.'
    """
    name = judge(top, clicked, interval, modulus)
    sign = 1 if interval > 0 else -1
    if name == RIGHT:
        return sum_text(top, interval, modulus)
    return _(TEXTS[name]).format(
        top=rank_label(top),
        last=rank_label(modulus),
        step=abs(interval),
        other=(clicked - top) * sign % modulus,
        walk=steps_between(top, abs(interval), modulus, sign),
    )


def step_text(top: int, interval: int, modulus: int = 13) -> str:
    """The sum as the ring has it: `J + 3 = A`."""
    return _("{top} {sign} {k} = {rank}").format(**_sum(top, interval, modulus))


def sum_text(top: int, interval: int, modulus: int = 13) -> str:
    """The sum that leads from one rank to the next, with the round that is taken away.

    >>> sum_text(2, -5)
    '2 − 5 = −3, and 13 more is 10.'
    """
    values = _sum(top, interval, modulus)
    if top + interval > modulus:
        return _("{top} {sign} {k} = {total}, {past} past {n}.").format(**values)
    if top + interval < 1:
        return _("{top} {sign} {k} = {total}, and {n} more is {rank}.").format(**values)
    return _("{top} {sign} {k} = {rank}.").format(**values)


def _sum(top: int, interval: int, modulus: int) -> dict[str, object]:
    total = top + interval
    return {
        "top": rank_label(top),
        "sign": "+" if interval > 0 else "−",
        "k": abs(interval),
        "total": str(total).replace("-", "−"),
        "past": total - modulus,
        "rank": rank_label(wrap(total, modulus)),
        "n": modulus,
    }
