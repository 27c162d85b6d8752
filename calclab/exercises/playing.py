"""What lesson 07 asks: predictions about advice before it is measured, and which pile to choose.

What lives here: the predictions (exercises of kind 0, see ``predictions``), and kind 35, positions
judged beforehand. What does not: the figures themselves (``trials``), which the tests hold these
answers to.
"""

from __future__ import annotations

from calclab.blockage import examples
from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw, L, kind
from calclab.exercises.positions import told
from calclab.exercises.predictions import named
from calclab.messages import _, card_label, marked
from calclab.moves import Move
from calclab.reasons import why
from calclab.trials.piles import JudgedPosition, positions

NUMBERS = range(35, 36)


@kind(35, "which-pile", marked("Which pile"))
def which_pile(draw: Draw) -> Exercise:
    """Where the turned card may lie; every pile that is not worse is right."""
    if draw.modulus != 13:
        raise draw.none()
    one: JudgedPosition = draw.one(positions())
    view = one.game.view()
    assert view.turned is not None
    card = card_label(view.turned)
    best, *others = sorted(one.good, key=lambda pile: -one.chances[pile][0])
    shares = ", ".join(
        f"{pile} {100 * win:.0f} %" for pile, (win, _low, _high) in sorted(one.chances.items())
    )
    made = draw.exercise(
        told(view) + " " + _("{card} is turned. Which pile may take it?").format(card=card),
        "pile",
        (int(best[1:]),),
        _("estimated chances: {shares}.").format(shares=shares),
        (
            _("When is {card} wanted? When is each card on top wanted?").format(card=card),
            _("What would {card} cover on each pile? Late below, soon above.").format(card=card),
        ),
        [
            (
                (int(pile[1:]),),
                "worse-pile",
                _("Not yet. {pile}: {why}").format(
                    pile=pile, why=why(view, Move.parse(f"S-{pile}"))
                ),
            )
            for pile in one.chances
            if pile not in one.good
        ],
        {"deal": one.deal, "moves": one.moves},
        position=view,
    )
    return made.accepting(tuple((int(pile[1:]),) for pile in others))


@named("usual-places")
def _usual_places(draw: Draw) -> Exercise:
    return draw.exercise(
        _("Find 6, 10 and {j} in the four sequences. Which comes soonest on average?").format(
            j=L(11)
        ),
        "rank",
        (6,),
        _("6 is card 6, 3, 2 and 8. 10 is card 10, 5, 12 and 9; {j} is 11, 12, 8 and 6.").format(
            j=L(11)
        ),
        (_("Write the four places of each."), _("6 is card 3 of F2 and card 2 of F3.")),
        [((10,), "one-row", _("10 comes soon on F2 only.")), ((11,), "late", _("Count again."))],
        {},
    )


@named("one-card-ahead")
def _one_card_ahead(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "Two players build in reverse order. One knows all sequences; one knows only the next "
            "card of each. How often does the second win?"
        ),
        "choice",
        (3,),
        _("without the later cards nobody can tell late from soon."),
        (
            _("What must you know to lay late below?"),
            _("Two later cards look alike to the second."),
        ),
        [
            ((1,), "needs-only", _("The needs tell what fits now, not what waits.")),
            ((2,), "half", _("It is worse than half.")),
        ],
        {},
        choices=(
            _("About as often"),
            _("About half as often"),
            _("Less than a quarter as often"),
        ),
    )


@named("in-reverse")
def _in_reverse(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "One player parks anywhere, one builds in reverse order. Both play up whatever fits. "
            "How many more games does the second win?"
        ),
        "choice",
        (3,),
        _("four times as many or more. And still most games are lost."),
        (_("What does a buried card cost?"), _("One buried rank can stop a foundation.")),
        [
            ((1,), "luck", _("Where the cards lie decides more than luck.")),
            ((2,), "little", _("It is more than twice.")),
        ],
        {},
        choices=(
            _("About as many"),
            _("Up to twice as many"),
            _("More than four times as many"),
        ),
    )


@named("kings-only")
def _kings_only(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "A careful player builds in reverse order. Now one of the four piles takes Kings only. "
            "Does this player win more games?"
        ),
        "choice",
        (2,),
        _("there are four Kings at most; a whole pile is a high price for them."),
        (_("What is a pile worth?"), _("For how many cards is that pile closed now?")),
        [
            ((1,), "saying", _("Kings do no harm there, but 44 cards have one pile less.")),
            ((3,), "no-matter", _("The difference is larger than its interval.")),
        ],
        {},
        choices=(_("More"), _("Fewer"), _("No difference is seen")),
    )


@named("freed")
def _freed(draw: Draw) -> Exercise:
    return draw.exercise(
        _("F2 shows {q}. Which of 8, 10 and {q} does it still take?").format(q=L(12)),
        "rank",
        (None,),
        _("it has passed all three. What is left of them belongs to F1, F3 and F4."),
        (_("Walk F2 on from {q}.").format(q=L(12)), _("A, 3, 5, 7, 9, {j}, {k}.").format(
            j=L(11), k=L(13))),
        [((8,), "again", _("Each rank comes once on a foundation."))],
        {},
    )  # fmt: skip


@named("keep-for-four")
def _keep_for_four(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "A card fits on F1 now. F3 or F4 wants its rank within three plays. A player always "
            "parks it for them. Does this player win more games?"
        ),
        "choice",
        (2,),
        _("a parked card needs room, and three more copies may still come."),
        (_("Where does the card wait?"), _("What may it cover there?")),
        [
            ((1,), "saying", _("F3 and F4 do come first in some books. Here it harms.")),
            ((3,), "no-matter", _("The difference is larger than its interval.")),
        ],
        {},
        choices=(_("More"), _("Fewer"), _("No difference is seen")),
    )


@named("hold-the-king")
def _hold_the_king(draw: Draw) -> Exercise:
    table = examples.king_to_hold()
    return draw.exercise(
        _("One pile. {k} is turned; {row} follow. {k} fits on F3. Which first move wins?").format(
            k=L(13), row=" ".join(L(card.rank) for card in table.stock)
        ),
        "choice",
        (2,),
        _("with {k} on F3, {q} must lie lowest, and a later {k} comes on it.").format(
            k=L(13), q=L(12)
        ),
        (
            _("What does F1 need before its {k}?").format(k=L(13)),
            _("What lies lowest on the pile? It leaves last."),
        ),
        [
            (
                (1,),
                "eager",
                _("Lay it out: {q}, then a {k} on it, and F1 never gets its {q}.").format(
                    k=L(13), q=L(12)
                ),
            ),
            ((3,), "same", _("Try both with six slips of paper.")),
        ],
        {},
        position=table.view(),
        choices=(
            _("{k} to F3").format(k=L(13)),
            _("{k} onto the pile").format(k=L(13)),
            _("Both win"),
        ),
    )


@named("six-cards")
def _six_cards(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "A pile of six cards is said to be useless. In how many of its won games does the "
            "strong coach have one?"
        ),
        "choice",
        (3,),
        _("a tall pile in reverse order leaves card by card."),
        (_("What makes a pile bad: height or order?"), _("Think of a reverse run of six cards.")),
        [
            ((1,), "saying", _("Height is not what blocks.")),
            ((2,), "half", _("More often than that.")),
        ],
        {},
        choices=(_("In almost none"), _("In about half"), _("In more than three of four")),
    )


@named("gave-up")
def _gave_up(draw: Draw) -> Exercise:
    return draw.exercise(
        _("A solver knows the stock. It searches for two seconds and gives up. Is the game lost?"),
        "yes-no",
        (False,),
        _("nothing is proved. A longer search may find a win, or a proof that there is none."),
        (_("What has been shown?"), _("Not found is not the same as not there.")),
        [((True,), "unknown-is-lost", _("It did not find a win. That proves nothing."))],
        {},
    )
