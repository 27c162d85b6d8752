"""What lesson 05 asks before it shows: predictions about piles, the same for everybody.

They are exercises of kind 0 like those of ``predictions``, which finds them by their names. That
their answers are true is computed in the lesson's next cell, and by the tests.
"""

from __future__ import annotations

from calclab.blockage import examples
from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw, L
from calclab.exercises.positions import told
from calclab.exercises.predictions import named
from calclab.messages import _


@named("one-pile")
def _one_pile(draw: Draw) -> Exercise:
    table = examples.position((None, None, 11, None), ((),))
    return draw.exercise(
        told(table) + " " + _("10, then 7, then 4 must be parked. Is one pile enough?"),
        "yes-no",
        (True,),
        _("4 lies on top and leaves first, then 7, then 10."),
        (_("Lay three slips of paper on each other."), _("F3 takes 4, then 7, then 10.")),
        [((False,), "one-each", _("Lay them on each other. Which leaves first?"))],
        {},
        position=table,
    )


@named("other-order")
def _other_order(draw: Draw) -> Exercise:
    table = examples.position((None, None, 11, None), ((),))
    return draw.exercise(
        told(table) + " " + _("Now 4 comes first, then 7, then 10. How many piles do you need?"),
        "number",
        (3,),
        _("each card leaves after those that came before it; on one of them it would bury it."),
        (_("Lay the slips again."), _("May 7 lie on 4? Which of them leaves first?")),
        [
            ((1,), "one-for-all", _("On one pile 7 would lie on 4, and 4 leaves first.")),
            ((2,), "too-few", _("Two of the three would share a pile, the later one on top.")),
        ],
        {},
        position=table,
    )


@named("king-below")
def _king_below(draw: Draw) -> Exercise:
    return draw.exercise(
        _("A {king} lies at the bottom of a pile. Can the cards on it block it?").format(
            king=L(13)
        ),
        "yes-no",
        (False,),
        _("every foundation takes {king} last of all, so all other cards leave before it.").format(
            king=L(13)
        ),
        (
            _("When is {king} wanted?").format(king=L(13)),
            _("It is the last card of all four foundations."),
        ),
        [((True,), "covered-is-blocked", _("Only a card that leaves later blocks."))],
        {},
    )


@named("stuck")
def _stuck(draw: Draw) -> Exercise:
    table = examples.stuck()
    return draw.exercise(
        told(table) + " " + _("No top fits. Is this game lost?"),
        "yes-no",
        (False,),
        _("an unseen A goes to F3; then 4, 7, an unseen 10 and a {king} follow.").format(
            king=L(13)
        ),
        (_("What is unseen?"), _("Which card would help?")),
        [((True,), "stuck-is-lost", _("Stuck is not lost. Unseen cards are still to come."))],
        {},
        position=table,
    )


@named("one-move-left")
def _one_move_left(draw: Draw) -> Exercise:
    table = examples.lost_with_a_move()
    return draw.exercise(
        told(table) + " " + _("The A fits now. Can some order of the unseen cards still win?"),
        "yes-no",
        (False,),
        _("after A, F3 needs 4. It lies under 7, and F3 takes 7 only after 4."),
        (_("Play the A. What then?"), _("What has to leave before the 4?")),
        [((True,), "move-is-hope", _("A move is left, but what comes after it?"))],
        {},
        position=table,
    )


@named("ring")
def _ring(draw: Draw) -> Exercise:
    table = examples.ring()
    return draw.exercise(
        told(table) + " " + _("Can some order of the unseen cards still win?"),
        "yes-no",
        (False,),
        _("9 waits for 10, 10 for 4, 4 for {jack}, and {jack} for 9.").format(jack=L(11)),
        (_("What does F2 need? What lies on it?"), _("Follow who waits for whom.")),
        [((True,), "unseen-is-hope", _("The unseen cards hold no 9 and no 4."))],
        {},
        position=table,
    )


@named("second-copy")
def _second_copy(draw: Draw) -> Exercise:
    table = examples.second_copy()
    return draw.exercise(
        told(table) + " " + _("One more 9 is unseen. Can some order still win?"),
        "yes-no",
        (True,),
        _(
            "the unseen 9 goes to F2, then {jack} from W2; the 4 is free, and the ring opens."
        ).format(jack=L(11)),
        (_("Where could the unseen 9 go?"), _("What leaves W2 then?")),
        [((False,), "covered-is-lost", _("Count the copies: not every 9 is covered."))],
        {},
        position=table,
    )


@named("when-lost")
def _when_lost(draw: Draw) -> Exercise:
    return draw.exercise(
        _("A game of 57 moves is played without a plan and lost. When can no order win any more?"),
        "choice",
        (2,),
        _("from move 25 on it is lost; nobody sees it at the table for another 32 moves."),
        (_("Where does it begin to look bad?"), _("One buried rank is enough.")),
        [
            ((1,), "very-early", _("Not quite so early.")),
            ((3,), "at-the-end", _("Long before the end, while many moves are still left.")),
        ],
        {},
        choices=(
            _("In the first third: moves 1 to 19"),
            _("In the second third: moves 20 to 38"),
            _("In the last third: moves 39 to 57"),
        ),
    )


@named("which-dies")
def _which_dies(draw: Draw) -> Exercise:
    return draw.exercise(
        _("Thirty games are played without a plan. Which rank is left dead most often?"),
        "rank",
        (13,),
        _("every foundation takes {king} last, so whatever stops it keeps its {king} too.").format(
            king=L(13)
        ),
        (_("Which rank is wanted last?"), _("A foundation that stops keeps its last cards.")),
        [((1,), "small-first", _("The A is wanted in the middle of three foundations."))],
        {},
    )
