"""The wording of the drills' questions, and what is said to each answer.

What lives here: `ask`, which turns a fact into a `Question`, and the slips that it recognises. What
does not: which facts there are (``questions``), when they are asked (``drills``). Wording: short
sentences that name the step and never the person. Source: the arithmetic of ``modular``.
"""

from __future__ import annotations

import random

from calclab.cards import Card, rank_name
from calclab.game import Game, deal
from calclab.messages import _, rank_label
from calclab.modular import wrap
from calclab.questions import NONE, OF_A_POSITION, DrillError, Fact, Question, Slot, step_label
from calclab.variants import Variant


def ask(fact: Fact, variant: Variant, rng: random.Random) -> Question:
    """The question for a fact; `rng` draws the position where one is needed."""
    if fact.mode in OF_A_POSITION:
        game = _position(variant, rng, fits=fact.mode == "fits")
        return _ask_needs(fact, game) if fact.mode == "needs" else _ask_fits(fact, game)
    return _ASK[fact.mode](fact)


# ranks to answer with


def _spellings(modulus: int) -> dict[str, int]:
    spelt = {str(rank): rank for rank in range(1, modulus + 1)}
    own = {rank_label(rank).casefold(): rank for rank in range(1, modulus + 1)}
    english = {rank_name(rank).casefold(): rank for rank in range(1, modulus + 1)}
    tens = {"0": 10, "t": 10} if modulus >= 10 else {}
    return {**tens, **spelt, **english, **own}


def _ranks(modulus: int) -> tuple[tuple[int, ...], tuple[str, ...], dict[str, int]]:
    options = tuple(range(1, modulus + 1))
    return options, tuple(map(rank_label, options)), _spellings(modulus)


def _sum(top: int, interval: int, modulus: int) -> str:
    """`J + 3 = 14, and 14 − 13 = A`: a step in numbers."""
    plain = top + interval
    sign = "+" if interval > 0 else "−"
    text = f"{rank_label(top)} {sign} {abs(interval)} = {plain}".replace("-", "−")
    after = wrap(plain, modulus)
    if plain == after:
        return text if plain < 11 and plain != 1 else f"{text} = {rank_label(after)}"
    rounds = abs(plain - after) // modulus
    change = f"{'−' if plain > after else '+'} {modulus * rounds}"
    result = f"{after} ({rank_label(after)})" if rank_label(after) != str(after) else str(after)
    return f"{text}, {text.rpartition(' ')[2]} {change} = {result}"


def _walk(top: int, interval: int, modulus: int) -> str:
    sign = 1 if interval > 0 else -1
    ranks = [rank_label(wrap(top + sign * k, modulus)) for k in range(1, abs(interval) + 1)]
    return ", ".join(ranks)


def _slip(top: int, interval: int, modulus: int, given: int) -> str:
    """What led to a wrong next card, when that can be told."""
    sign = 1 if interval > 0 else -1
    answer = wrap(top + interval, modulus)
    if given == wrap(top - interval, modulus):
        return _("That is the step back.")
    if abs(interval) > 1 and given == wrap(answer - sign, modulus):
        walk = _walk(top, interval, modulus)
        return _("You counted {top} as one. From {top}: {walk}.").format(
            top=rank_label(top), walk=walk
        )
    if given == wrap(answer + sign, modulus) and answer != top + interval:
        last, first = (modulus, 1) if sign > 0 else (1, modulus)
        return _("{last} is a step too, and after it comes {first}.").format(
            last=rank_label(last), first=rank_label(first)
        )
    if given == top:
        return _("{top} is the card that lies there.").format(top=rank_label(top))
    for other in (1, 2, 3, 4):
        if given == wrap(top + sign * other, modulus):
            return _("That is a step of {step}.").format(step=other)
    return ""


def _judged(
    options: tuple[int, ...],
    labels: tuple[str, ...],
    accepted: tuple[int, ...],
    because: str,
    slips: dict[int, str] | None = None,
    label: str = "",
) -> Slot:
    """A slot whose verdicts are the right answer, the reason, and what the slip was."""
    names = dict(zip(options, labels, strict=True))
    reasons = {}
    for value in options:
        if value in accepted:
            text = _("Yes, {answer}: {because}.").format(answer=names[value], because=because)
        else:
            text = _("{answer}, not {given}: {because}.").format(
                answer=names[accepted[0]], given=names[value], because=because
            )
            text = f"{text} {(slips or {}).get(value, '')}".strip()
        reasons[value] = f"{label} {text}".strip()
    return Slot(label, accepted, reasons)


def _rank_question(
    fact: Fact,
    text: str,
    answer: int,
    because: str,
    slips: dict[int, str],
    card: int,
    hole: int,
    shown: tuple[int, ...],
) -> Question:
    assert fact.foundation is not None
    options, labels, spelt = _ranks(fact.foundation.modulus)
    slot = _judged(options, labels, (answer,), because, slips)
    strip = fact.foundation.sequence
    return Question(
        fact, text, options, labels, spelt, (slot,), card, strip=strip, hole=hole, shown=shown
    )


def _name(fact: Fact) -> str:
    """`Foundation +3`, with its base where the interval does not tell it."""
    found = fact.foundation
    assert found is not None
    if wrap(found.interval, found.modulus) == found.base:
        return _("Foundation {step}").format(step=step_label(found))
    return _("Foundation {step} from {base}").format(
        step=step_label(found), base=rank_label(found.base)
    )


def _ask_next(fact: Fact) -> Question:
    found = fact.foundation
    assert found is not None
    at = found.sequence.index(fact.top)
    answer = found.sequence[at + 1]
    text = _("{foundation} shows {top}. What comes next?").format(
        foundation=_name(fact), top=rank_label(fact.top)
    )
    ranks = range(1, found.modulus + 1)
    slips = {given: _slip(fact.top, found.interval, found.modulus, given) for given in ranks}
    shown = tuple(range(max(0, at - 2), at + 1))
    because = _sum(fact.top, found.interval, found.modulus)
    return _rank_question(fact, text, answer, because, slips, fact.top, at + 1, shown)


def _ask_previous(fact: Fact) -> Question:
    found = fact.foundation
    assert found is not None
    at = found.sequence.index(fact.top)
    answer = found.sequence[at - 1]
    text = _("{foundation} shows {top}. What lies below it?").format(
        foundation=_name(fact), top=rank_label(fact.top)
    )
    ranks = range(1, found.modulus + 1)
    slips = {given: _slip(fact.top, -found.interval, found.modulus, given) for given in ranks}
    slips[wrap(fact.top + found.interval, found.modulus)] = _("That comes after it.")
    because = _sum(fact.top, -found.interval, found.modulus)
    return _rank_question(fact, text, answer, because, slips, fact.top, at - 1, (at,))


def _ask_nth(fact: Fact) -> Question:
    found = fact.foundation
    assert found is not None
    answer = found.sequence[fact.top - 1]
    text = _("{foundation}: which rank is card {place}?").format(
        foundation=_name(fact), place=fact.top
    )
    steps = fact.top - 1
    because = _("card 1 is {base}, then {steps} times {step}").format(
        base=rank_label(found.base), steps=steps, step=step_label(found)
    )
    slips = {}
    if fact.top < found.length:
        slips[found.sequence[fact.top]] = _("{base} is card 1, not card 0.").format(
            base=rank_label(found.base)
        )
    return _rank_question(fact, text, answer, because, slips, 0, fact.top - 1, ())


def _ask_gap(fact: Fact) -> Question:
    found = fact.foundation
    assert found is not None
    at, row = fact.top - 1, found.sequence
    shown = tuple(place for place in range(max(0, at - 2), min(len(row), at + 3)) if place != at)
    words = [rank_label(row[p]) if p != at else "?" for p in sorted((*shown, at))]
    text = _("{foundation}: {row}. Which rank is missing?").format(
        foundation=_name(fact), row=" ".join(words)
    )
    because = _sum(row[at - 1], found.interval, found.modulus)
    return _rank_question(fact, text, row[at], because, {}, 0, at, shown)


def _ask_until(fact: Fact) -> Question:
    found = fact.foundation
    assert found is not None
    row = found.sequence
    at, place = row.index(fact.top), row.index(fact.target)
    text = _("{foundation} shows {top}. How many cards until {target} lies there?").format(
        foundation=_name(fact), top=rank_label(fact.top), target=rank_label(fact.target)
    )
    options = tuple(range(found.length))
    labels = (_("gone"), *map(str, options[1:]))
    spelt = {str(value): value for value in options}
    spelt |= dict.fromkeys(("g", "gone", "-", labels[0].casefold()), NONE)
    count = max(0, place - at)
    walk = " ".join(rank_label(rank) for rank in row[at + 1 : place + 1])
    gone = _("{target} lies there already").format(target=rank_label(fact.target))
    because = _("you lay {cards}").format(cards=walk) if count else gone
    slips = {count + 1: _("The top card is not counted.")} if count else {}
    slot = _judged(options, labels, (count,), because, slips)
    return Question(
        fact, text, options, labels, spelt, (slot,), fact.top, strip=row, shown=(at,), hole=-1
    )


_ASK = {
    "next": _ask_next,
    "previous": _ask_previous,
    "nth": _ask_nth,
    "gap": _ask_gap,
    "until": _ask_until,
}


# questions from a real position


def _position(variant: Variant, rng: random.Random, fits: bool) -> Game:
    """A position of a game that was really played, with a card turned."""
    wanted = fits and rng.random() < 0.7
    for _attempt in range(60):
        game = deal(variant, seed=int(rng.random() * 10**9))
        earliest = 2 + int(rng.random() * variant.total * 0.7)
        for count in range(3 * variant.total):
            fit = game.turned is not None and bool(_fitting(game, game.turned))
            if (
                count >= earliest
                and game.turned
                and any(game.needs)
                and (not fits or fit == wanted)
            ):
                return game
            moves = [move for move in game.moves() if move.kind != "redeal"]
            if not moves:
                break
            up = [move for move in moves if move.goes_up] or moves
            game = game.play(up[int(rng.random() * len(up))])
    raise DrillError(f"{variant.id}: no position with a turned card was found; choose another mode")


def _fitting(game: Game, card: Card) -> tuple[int, ...]:
    needs = enumerate(game.needs, start=1)
    return tuple(number for number, need in needs if need == card.rank)


def _tops(game: Game) -> tuple[int, ...]:
    return tuple(cards[-1].rank if cards else 0 for cards in game.laid)


def _needs_because(game: Game, index: int) -> str:
    found, laid = game.foundations[index], game.laid[index]
    if not laid:
        return _("it begins with {base}").format(base=rank_label(found.base))
    if game.needs[index] is None:
        return _("it is full")
    return _sum(laid[-1].rank, found.interval, found.modulus)


def _ask_needs(fact: Fact, game: Game) -> Question:
    options, labels, spelt = _ranks(game.variant.modulus)
    options, labels = (*options, NONE), (*labels, _("nothing"))
    spelt = {**spelt, "-": NONE, "n": NONE, labels[-1].casefold(): NONE}
    slots = tuple(
        _judged(options, labels, (need or NONE,), _needs_because(game, at), label=f"F{at + 1}:")
        for at, need in enumerate(game.needs)
    )
    text = _("What do the foundations need, from the first to the last?")
    return Question(fact, text, options, labels, spelt, slots, tops=_tops(game))


def _ask_fits(fact: Fact, game: Game) -> Question:
    assert game.turned is not None
    card = game.turned
    count = len(game.foundations)
    options = (*range(1, count + 1), NONE)
    labels = (*(f"F{number}" for number in range(1, count + 1)), _("nowhere"))
    spelt = {str(number): number for number in range(1, count + 1)}
    spelt |= {f"f{number}": number for number in range(1, count + 1)}
    spelt |= dict.fromkeys(("0", "n", "-", labels[-1].casefold()), NONE)
    accepted = _fitting(game, card) or (NONE,)
    needs = " ".join(rank_label(need) if need else "–" for need in game.needs)
    because = _("the foundations need {needs}").format(needs=needs)
    slot = _judged(options, labels, accepted, because)
    text = _("{card} is turned. Where does it fit?").format(card=rank_label(card.rank))
    return Question(
        fact, text, options, labels, spelt, (slot,), card.rank, tops=_tops(game), turned=str(card)
    )
