"""Kinds 31 to 34: where a card may lie, which copies are left, and whether a game is lost.

Each function draws positions that are equally hard, and names the wrong answers it expects.
"""

from __future__ import annotations

from calclab.blockage import Deadlock, deadlock, when, whereabouts
from calclab.blockage.examples import laid_out
from calclab.cards import Card, shuffled
from calclab.exercises.exercise import Exercise
from calclab.exercises.making import Draw, L, kind
from calclab.exercises.positions import Play, drawn, finish, first_wish, game_of, told
from calclab.game import View
from calclab.messages import _, card_label, listed, marked, ngettext

NUMBERS = range(31, 35)


@kind(31, "where", marked("Where to lay it"))
def where_to_lay(draw: Draw) -> Exercise:
    """The one pile on which a card blocks nothing; catches comparing the numbers on the cards."""
    position = draw.search(lambda: _turned_and_tops(draw))
    assert position.turned is not None
    card, time = position.turned, _time(position, position.turned.rank)
    mistakes, right = [], 0
    for at, pile in enumerate(position.piles, start=1):
        top = pile[-1]
        wish = first_wish(position, top.rank)
        assert wish is not None
        if wish[0] > time:
            right = at
            continue
        text = _("F{by} wants {top} {soon}, and {card} waits longer: it would block it.")
        name = "by-size" if top.rank > card.rank else "blocks-sooner"
        told_ = text.format(by=wish[1], top=L(top.rank), soon=when(wish[0]), card=L(card.rank))
        mistakes.append(((at,), name, told_))
    top = position.piles[right - 1][-1]
    return draw.exercise(
        told(position)
        + " "
        + _("{card} is turned. On which pile does it block nothing?").format(card=card_label(card)),
        "pile",
        (right,),
        _("{card} is wanted {soon}, {top} only {late}.").format(
            card=L(card.rank),
            soon=when(time),
            top=L(top.rank),
            late=when(_time(position, top.rank)),
        ),
        (
            _("When is {card} wanted? When is each top wanted?").format(card=L(card.rank)),
            _("A card may lie on one that is wanted later: late below, soon above."),
        ),
        mistakes,
        {
            "laid": tuple(map(len, position.laid)),
            "turned": card.rank,
            "tops": tuple(pile[-1].rank for pile in position.piles),
        },
        position=position,
    )


def _time(position: View, rank: int) -> int:
    wish = first_wish(position, rank)
    assert wish is not None
    return wish[0]


def _turned_and_tops(draw: Draw) -> View | None:
    """Three piles of one card; a turned card that fits nowhere and blocks two of the three."""
    counts = [draw.one(range(2, draw.modulus - 3)) for _foundation in range(4)]
    position = drawn(draw, counts, (1, 1, 1), turned=True)
    if position is None or position.turned is None:
        return None
    time = _time(position, position.turned.rank)
    tops = [pile[-1].rank for pile in position.piles]
    times = [_time(position, rank) for rank in tops]
    bait = any(
        late < time and rank > position.turned.rank for late, rank in zip(times, tops, strict=True)
    )
    fair = time > 2 and time not in times and sum(late > time for late in times) == 1
    return position if fair and bait and len({*tops, position.turned.rank}) == 4 else None


@kind(32, "unseen", marked("Copies still to come"))
def copies_to_come(draw: Draw) -> Exercise:
    """How many copies of a rank are unseen; catches forgetting the piles or the foundations."""
    position, rank, laid, lying = draw.search(lambda: _copies(draw))
    right = 4 - laid - lying
    takers = [
        f"F{at}" for at, cards in enumerate(position.laid, 1) if rank in [one.rank for one in cards]
    ]
    forgot_piles = _("{pile} holds one too. Take it away as well.").format(
        pile=listed([spot.pile for spot in whereabouts(position, rank).spots])
    )
    forgot_laid = _("{names} took {rank} already: look at the cards laid.").format(
        names=listed(takers), rank=L(rank)
    )
    return draw.exercise(
        told(position) + " " + _("How many cards of rank {rank} are unseen?").format(rank=L(rank)),
        "number",
        (right,),
        _("4 in all, {laid} laid ({names}), {lying} on a pile: {right} unseen.").format(
            laid=laid, names=listed(takers), lying=lying, right=right
        ),
        (
            _("There are four of each rank. Where are they?"),
            _("Count those that foundations have passed, and those on piles."),
        ),
        [
            ((right + lying,), "forgot-piles", forgot_piles),
            ((right + laid,), "forgot-foundations", forgot_laid),
            ((4,), "forgot-both", _("Some are laid, and one lies on a pile. Count them off.")),
            ((laid + lying,), "counted-seen", _("So many you have seen. How many are left of 4?")),
            ((0,), "none-left", _("Count the four again: on foundations, on piles, unseen.")),
        ],
        {"laid": tuple(map(len, position.laid)), "rank": rank, "lying": lying},
        position=position,
    )


def _copies(draw: Draw) -> tuple[View, int, int, int] | None:
    counts = [draw.one(range(2, draw.modulus - 2)) for _foundation in range(4)]
    position = drawn(draw, counts, (2, 2))
    if position is None:
        return None
    rank = draw.one([card.rank for pile in position.piles for card in pile])
    place = whereabouts(position, rank)
    laid = sum(card.rank == rank for pile in position.laid for card in pile)
    tops = [pile[-1].rank for pile in position.laid]
    fair = laid in (1, 2) and len(place.spots) == 1 and place.unseen and rank not in tops
    return (position, rank, laid, 1) if fair else None


@kind(33, "fate", marked("Stuck or lost"))
def stuck_or_lost(draw: Draw) -> Exercise:
    """Does a top fit, and can it still be won? Catches taking one for the other."""
    wanted = draw.one([(fits, wins) for fits in (True, False) for wins in (True, False)])
    position, fits, way, proof = draw.search(lambda: _fate(draw, *wanted))
    tops = [
        (name, position.pile(name)[-1].rank) for name in position.pile_names if position.pile(name)
    ]
    needs = ngettext("{ranks} is needed", "{ranks} are needed", len(_needs(position)))
    look = _("{needs}; the tops are {tops}.").format(
        needs=needs.format(ranks=listed([L(rank) for rank in _needs(position)])),
        tops=listed([L(rank) for _name, rank in tops]),
    )
    fate = _why_fate(way, proof)
    first = _("a top fits now.") if fits else _("no top fits now.")
    mistakes = []
    for given in ((True, True), (True, False), (False, True), (False, False)):
        if given[0] != fits:
            mistakes.append((given, "missed-top" if fits else "no-top-fits", look))
        elif way is not None:
            stuck = _("Stuck is not lost: unseen cards come, in any order you wish. Try one.")
            open_ = _("Look for an order: begin with what fits now.")
            mistakes.append((given, "stuck-is-lost", open_ if fits else stuck))
        else:
            text = _("Follow who waits for whom. {step}").format(step=proof[0])
            mistakes.append((given, "move-is-hope" if fits else "unseen-is-hope", text))
    return draw.exercise(
        told(position)
        + " "
        + _("Does a top fit now? Can some order of the unseen cards still win?"),
        "yes-no",
        (fits, way is not None),
        f"{first} {fate}",
        (
            _("Two questions. First compare the tops with the needs."),
            _("Then follow each needed card: what lies on it, and where can that go?"),
        ),
        mistakes,
        {
            "laid": tuple(map(len, position.laid)),
            "piles": tuple(tuple(card.rank for card in pile) for pile in position.piles),
        },
        position=position,
    )


def _needs(position: View) -> list[int]:
    return sorted({need for need in position.needs if need is not None})


def _why_fate(way: tuple[Play, ...] | None, proof: tuple[str, ...]) -> str:
    if way is None:
        return " ".join(proof[:2])
    steps = ", ".join(
        _("{rank} to F{number}").format(rank=L(play.rank), number=play.foundation) for play in way
    )
    return _("This order wins: {steps}.").format(steps=steps)


Fate = tuple[View, bool, tuple[Play, ...] | None, tuple[str, ...]]


def _fate(draw: Draw, fits: bool, wins: bool) -> Fate | None:
    """Two foundations are left, four cards lie on two piles, one to three are unseen."""
    n = draw.modulus
    left = draw.one([(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)])
    missing = [draw.one((2, 3, 4)) for _foundation in left]
    counts = [n - missing[left.index(at)] if at in left else n for at in (1, 2, 3, 4)]
    if not 5 <= sum(missing) <= 7:
        return None
    position = drawn(draw, counts, (2, 2))
    if position is None or bool(_fitting(position)) != fits:
        return None
    way = finish(position)
    if (way is not None) != wins:
        return None
    found = deadlock(position)
    if way is None and found is None:  # a loss without a proof to follow is for later
        return None
    return position, fits, way, found.sentences if found else ()


def _fitting(position: View) -> list[int]:
    tops = {pile[-1].rank for pile in position.piles if pile}
    return sorted(tops & {need for need in position.needs if need is not None})


@kind(34, "sentence", marked("The missing sentence"))
def missing_sentence(draw: Draw) -> Exercise:
    """The sentence that closes a proof; catches the wrong way round, and size as a reason."""
    position, proof = draw.search(lambda: _ring(draw))
    hidden = draw.one((0, 1))
    stopper = proof.stoppers[hidden]
    number = 2 * hidden + 2
    steps = [
        f"{step.number}. {'…' if step.number == number else step.text}" for step in proof.steps
    ]
    options = _options(proof, hidden)
    order = [card.rank - 1 for card in shuffled([Card(at, "C") for at in (1, 2, 3, 4)], draw.rng)]
    chosen = tuple(options[at][1] for at in order)
    question = _("This game is lost, and here is the proof. Which sentence belongs at {number}?")
    given = {
        "laid": tuple(map(len, position.laid)),
        "piles": tuple(tuple(card.rank for card in pile) for pile in position.piles),
        "hidden": hidden,
        "order": tuple(order),
    }
    return draw.exercise(
        "\n".join([f"{told(position)} {question.format(number=number)}", *steps]),
        "choice",
        (order.index(0) + 1,),
        options[0][1],
        (
            _("What could move the {card}, and when?").format(card=card_label(stopper.spot.card)),
            _("Each card on top waits for a foundation. Name that foundation, and its need."),
        ),
        [
            ((place + 1,), options[at][0], options[at][2])
            for place, at in enumerate(order)
            if at != 0
        ],
        given,
        position=position,
        choices=chosen,
    )


def _options(proof: Deadlock, hidden: int) -> list[tuple[str, str, str]]:
    """The right sentence and three wrong ones: a name, the sentence, what to say to it."""
    stopper, (near, far) = proof.stoppers[hidden], (proof.stuck[hidden], proof.stuck[1 - hidden])
    card, under = card_label(stopper.spot.card), card_label(near.copies[0].card)
    right = proof.steps[2 * hidden + 1].text
    wrong = _("The {card} can go only to {name}. {name} takes it only after its {rank}.").format(
        card=card, name=near.foundation, rank=L(near.rank)
    )
    return [
        ("", right, ""),
        (
            "other-foundation",
            wrong,
            _("{name} has its {rank} already. Who else takes a {rank}?").format(
                name=near.foundation, rank=L(stopper.spot.card.rank)
            ),
        ),
        (
            "turned-round",
            _("{name} takes its {rank} only after the {card}.").format(
                name=far.foundation, rank=L(far.rank), card=card
            ),
            _("It is the other way round. On {name}, {rank} comes first.").format(
                name=far.foundation, rank=L(far.rank)
            ),
        ),
        (
            "by-size",
            _("The {card} may not lie on the {under}, so it never leaves.").format(
                card=card, under=under
            ),
            _("Any card may lie on any other. Ask where it can go from there."),
        ),
    ]


def _ring(draw: Draw) -> tuple[View, Deadlock] | None:
    """Two foundations that wait for each other's cards, on two piles of two, in four sentences."""
    n, left = draw.modulus, draw.one([(2, 3), (2, 4), (3, 4)])
    counts = [n - draw.one(range(4, 8)) if at in left else n for at in (1, 2, 3, 4)]
    game = game_of(draw, 2)
    first, second = (game.foundations[at - 1].sequence[counts[at - 1] :] for at in left)
    over_first = [rank for rank in second[1:] if rank not in first]
    over_second = [rank for rank in first[1:] if rank not in second]
    if not over_first or not over_second or first[0] in second or second[0] in first:
        return None
    piles = [
        [Card(first[0], draw.one("CH")), Card(draw.one(over_first), draw.one("DS"))],
        [Card(second[0], draw.one("CH")), Card(draw.one(over_second), draw.one("DS"))],
    ]
    position = laid_out(game, counts, piles if draw.one((True, False)) else piles[::-1])
    proof = deadlock(position)
    assert proof is not None and len(proof.steps) == 4
    return position, proof
