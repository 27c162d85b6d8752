"""What lesson 09 asks before it shows: predictions about rates, intervals and what can be won.

They are exercises of kind 0 like those of ``predictions``, which finds them by their names. What
they say is shown by the lesson's next cell: by a study that it makes, or by a shipped figure.
"""

from __future__ import annotations

from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw
from calclab.exercises.predictions import named
from calclab.messages import _, numeral


@named("without-a-plan")
def _without_a_plan(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "A program puts up every card that fits. It parks all others on the first pile. "
            "How many of 300 games does it win?"
        ),
        "choice",
        (1,),
        _("one pile takes every parked card, so it buries them all."),
        (_("What lies under what on that pile?"), _("Which parked card can leave first?")),
        [
            ((2,), "ordinary-play", _("That would be ordinary play. This program never plans.")),
            ((3,), "luck-decides", _("Luck alone does not lift a buried card.")),
        ],
        {},
        choices=(_("3 or fewer"), _("About 60"), _("About 150")),
    )


@named("twenty-intervals")
def _twenty_intervals(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "Twenty people each play 100 games with the same program. Each writes down the 95 % "
            "interval. How many intervals miss the true rate, on average?"
        ),
        "number",
        (1,),
        _("95 % of twenty are 19. One misses on average, and nobody knows which."),
        (_("What does 95 % promise?"), _("What is 5 % of twenty?")),
        [
            ((0,), "always-right", _("95 % is not always. What happens to the other 5 %?")),
            ((5,), "gave-percent", _("5 in a hundred miss. How many in twenty?")),
            ((19,), "hits", _("19 hold it. How many miss?")),
        ],
        {},
    )


@named("fifty-or-fifty-two")
def _fifty_or_fifty_two(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "One player wins 50 % of all games, another 52 %. "
            "About how many games must each play to show it?"
        ),
        "choice",
        (3,),
        _("with 10,000 games an interval has 1 point to each side: the two hardly touch."),
        (_("How wide is an interval then?"), _("The two are 2 points apart: allow 1 to each.")),
        [
            ((1,), "hundred", _("With 100 games the interval has 10 points to each side.")),
            ((2,), "thousand", _("With 1,000 games the interval has 3 points to each side.")),
            ((4,), "million", _("With 1,000,000 games it has a tenth of a point to each side.")),
        ],
        {},
        choices=tuple(numeral(games) for games in (100, 1_000, 10_000, 1_000_000)),
    )


@named("stock-visible")
def _stock_visible(draw: Draw) -> Exercise:
    return draw.exercise(
        _("You may see the whole stock before you play. How many of 1,000 deals can be won?"),
        "choice",
        (3,),
        _("a program that knows the stock finds a win in nearly all of them."),
        (
            _("What makes a deal hard: its cards, or not knowing them?"),
            _("It is not knowing them."),
        ),
        [
            ((1,), "bad-luck", _("So many lose with a hidden stock. Now you may plan.")),
            ((2,), "some-are-lost", _("More: four piles are enough for nearly every order.")),
        ],
        {},
        choices=(_("About 500"), _("About 900"), _("More than 990")),
    )


@named("one-waste-pile")
def _one_waste_pile(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "The stock is visible, but there is only one waste pile. "
            "How many of 1,000 deals can be won?"
        ),
        "choice",
        (1,),
        _("one pile gives its cards back in one order only."),
        (_("In which order do cards leave one pile?"), _("The last card on it leaves first.")),
        [
            ((2,), "some-luck", _("Think of 30 cards on one pile. They leave in one order only.")),
            ((3,), "seeing-is-enough", _("Seeing does not help where there is nothing to choose.")),
        ],
        {},
        choices=(_("None, or nearly none"), _("About 100"), _("About 500")),
    )


@named("every-game")
def _every_game(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "Suppose that a program wins all of 20,000 deals. "
            "Is it proved that every deal can be won?"
        ),
        "yes-no",
        (False,),
        _("the deals that nobody tried stay unknown, and there are far too many to try."),
        (_("How many deals are there?"), _("One deal that cannot be won would be enough.")),
        [((True,), "many-are-all", _("20,000 are many, but not all."))],
        {},
    )


@named("same-deals")
def _same_deals(draw: Draw) -> Exercise:
    return draw.exercise(
        _("You compare two players. Is it better to give both the same deals?"),
        "yes-no",
        (True,),
        _("a hard deal is then hard for both, and luck cannot favour one of them."),
        (_("Who gets the lucky deals?"), _("On the same deals nobody does.")),
        [((False,), "more-deals", _("More deals help too. But who gets the lucky ones?"))],
        {},
    )


@named("stop-when-ahead")
def _stop_when_ahead(draw: Draw) -> Exercise:
    return draw.exercise(
        _(
            "You look after each game from the tenth on. Does your interval hold the truth at "
            "every look, in 95 of 100 studies?"
        ),
        "yes-no",
        (False,),
        _("who looks often enough finds a lucky moment. Fix the number of games first."),
        (_("How often do you look?"), _("One look of many is enough to be deceived.")),
        [((True,), "looking-is-free", _("Each look is one more chance to be deceived."))],
        {},
    )
