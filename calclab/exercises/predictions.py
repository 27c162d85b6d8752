"""What a lesson asks before it shows: predictions, each asked once and the same for everybody.

What lives here: the questions of lessons 02 and 03 that are answered by the next picture, and the
table of all predictions (lesson 05's are in ``foresight``). They are exercises of kind 0; after the
first answer the reason is shown, right or wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw, L
from calclab.messages import _

PREDICTIONS: dict[str, Callable[[Draw], Exercise]] = {}


def prediction(name: str) -> Exercise:
    """The prediction of that name; raises `ValueError` with all names for another one.

    >>> prediction("finished").check("no").right
    True
    """
    if name not in PREDICTIONS:
        raise ValueError(f"{name!r:.40} is no prediction; there are {', '.join(PREDICTIONS)}")
    return PREDICTIONS[name](Draw(0, name, name, 13, random.Random(0)))


def named(name: str) -> Callable[[Callable[[Draw], Exercise]], Callable[[Draw], Exercise]]:
    """Enter a function into the table of predictions."""

    def enter(function: Callable[[Draw], Exercise]) -> Callable[[Draw], Exercise]:
        PREDICTIONS[name] = function
        return function

    return enter


@named("finished")
def _finished(draw: Draw) -> Exercise:
    why = _("two steps from {q} are {k}, A. The odd ranks are still to come.").format(
        q=L(12), k=L(13)
    )
    return draw.exercise(
        _("F2 counts 2 4 6 8 10 {q}. Is it finished?").format(q=L(12)),
        "yes-no",
        (False,),
        why,
        (_("Walk on."), _("After {k} comes A.").format(k=L(13))),
        [((True,), "finished", _("The even ranks are used up, the ring is not."))],
        {},
    )


@named("rows")
def _rows(draw: Draw) -> Exercise:
    return draw.exercise(
        _("The rounds of F4 start on 4, 3, 2. On which card does the fourth start?"),
        "rank",
        (1,),
        _("a round is 13 = 12 + 1, and 4 divides 12: each round starts one lower."),
        (_("Look at 4, 3, 2."), _("From 10, walk four steps.")),
        [
            (
                (4,),
                "restarted",
                _("4 is used. From 10: {j}, {q}, {k}, A.").format(j=L(11), q=L(12), k=L(13)),
            )
        ],
        {},
    )


@named("ends-on-king")
def _ends(draw: Draw) -> Exercise:
    return draw.exercise(
        _("A foundation starts on 5 and counts by 5. Is {k} its last card?").format(k=L(13)),
        "yes-no",
        (True,),
        _("card 13 is 13 × 5, and that is five whole rounds."),
        (_("What is card 13?"), _("13 × 5 is a multiple of 13.")),
        [((False,), "small-steps-only", _("The step does not matter: 13 × step is whole rounds."))],
        {},
    )


@named("same-need")
def _same_need(draw: Draw) -> Exercise:
    return draw.exercise(
        _("Each foundation holds six cards. Can two of them need the same rank?"),
        "yes-no",
        (False,),
        _("they need 7 × 1, 7 × 2, 7 × 3, 7 × 4: that is 7, A, 8, 2."),
        (_("What is card 7 of each?"), _("Card 7 of Fk is 7 × k, taken round.")),
        [
            (
                (True,),
                "some-meet",
                _("Equal places on different foundations differ until {k}.").format(k=L(13)),
            )
        ],
        {},
    )


@named("false-sum")
def _false_sum(draw: Draw) -> Exercise:
    return draw.exercise(
        _("{q} + 2 = A. Can that be true?").format(q=L(12)),
        "yes-no",
        (True,),
        _("on a ring of 13: {q}, then {k}, then A.").format(q=L(12), k=L(13)),
        (_("Think of a clock."), _("11 o'clock and 2 hours is 1 o'clock.")),
        [((False,), "on-the-line", _("On the line it is 14. On a ring it can be A."))],
        {},
    )


@named("ball-13")
def _ball_13(draw: Draw) -> Exercise:
    return draw.exercise(
        _("13 people pass a ball to the fifth on. How many people get it?"),
        "number",
        (13,),
        _("5 and 13 share no factor, so the ball comes to everybody."),
        (_("Follow the ball."), _("It comes back to the first one when?")),
        [((5,), "gave-step", _("5 is the step. Follow the ball further."))],
        {},
    )


@named("ball-12")
def _ball_12(draw: Draw) -> Exercise:
    return draw.exercise(
        _("12 people pass a ball to the eighth on. How many people get it?"),
        "number",
        (3,),
        _("8, 4, 12, and round again: 12 and 8 share 4, and 12 ÷ 4 = 3."),
        (_("Follow the ball."), _("8 + 8 is 16, four past 12.")),
        [
            ((12,), "always-all", _("8 does not divide 12, but the ball comes back after three.")),
            ((4,), "gave-loops", _("There are 4 loops. How long is one?")),
        ],
        {},
    )


@named("dots-14")
def _dots_14(draw: Draw) -> Exercise:
    return draw.exercise(
        _("14 dots: which of the steps 1 to 6 visit all?"),
        "set",
        (1, 3, 5),
        _("1, 3 and 5 share no factor with 14; 2, 4 and 6 share 2."),
        (_("Try 3. Try 4."), _("Which steps share a factor with 14?")),
        [
            ((1, 2, 3, 5), "prime", _("Step 2 visits the even dots only.")),
            ((3, 5), "left-out-one", _("Step 1 visits every dot too.")),
            (
                (1, 3, 4, 5, 6),
                "only-divisors",
                _("4 and 6 do not divide 14, but they share 2 with it."),
            ),
        ],
        {},
    )


@named("ace-in-5")
def _ace_in_5(draw: Draw) -> Exercise:
    return draw.exercise(
        _("In F1 to F4 the A is card 1, 7, 9, 10. Which card would it be when counting by 5?"),
        "number",
        (8,),
        _("8 × 5 = 40, one past three rounds of 13."),
        (_("Walk it; count cards."), _("Which 5 × ? is one past whole rounds?")),
        [
            (
                (11,),
                "pattern",
                _("No simple row continues here. Walk: 5 10 2 7 {q} 4 9 A.").format(q=L(12)),
            )
        ],
        {},
    )


@named("doubling")
def _doubling(draw: Draw) -> Exercise:
    return draw.exercise(
        _("Start on A and double again and again, going round. Which rank never comes?"),
        "rank",
        (13,),
        _("{k} plays 0, and doubling never gives a whole round.").format(k=L(13)),
        (_("Walk it: A, 2, 4, 8, 3, …"), _("What would you have to double to get 0?")),
        [
            ((12,), "odd-one", _("{q} comes after 6.").format(q=L(12))),
            ((0,), "zero", _("0 and {k} share a place. Name the card.").format(k=L(13))),
        ],
        {},
    )
