"""How a game's rules read, made from its numbers: one line, or a page of sentences.

What lives here: `summary` and `rules`. What does not: the numbers (``variants``) and what they do
(``rules``). Nothing is said here that the data do not say; a test compares each page with play.
"""

from __future__ import annotations

from calclab.messages import _, marked, ngettext, rank_label
from calclab.modular import Foundation
from calclab.variants import UNLIMITED, Variant

_NUMBERS = (
    marked("no"),
    marked("one"),
    marked("two"),
    marked("three"),
    marked("four"),
    marked("five"),
    marked("six"),
    marked("seven"),
    marked("eight"),
)


def summary(variant: Variant) -> str:
    """The game in one line.

    >>> from calclab import variants
    >>> summary(variants.get("expert"))
    'Four foundations A 2 3 4 by 1 2 3 4, no starters, three waste piles'
    """
    parts = [_foundations_in_short(variant)]
    if variant.foundation_count and not variant.has_starters:
        parts.append(_("no starters"))
    if variant.starters == "clubs":
        parts.append(_("starters are clubs"))
    if variant.modulus != 13:
        parts.append(_("{count} ranks").format(count=variant.modulus))
    parts += _piles_in_short(variant)
    if variant.decks > 1:
        parts.append(_("{count} decks").format(count=_number(variant.decks)))
    return ", ".join(part for part in parts if part)


def rules(variant: Variant, foundations: tuple[Foundation, ...] = ()) -> tuple[str, ...]:
    """The rules in sentences; `foundations` are those of a deal, where the deal decides them."""
    foundations = foundations or variant.foundations
    if variant.rows:
        return _grid_rules(variant)
    return (
        *_how_foundations_begin(variant),
        *_how_foundations_grow(variant, foundations),
        *_how_stock_is_turned(variant),
        *_how_piles_serve(variant),
        *_how_redeals_go(variant),
        _("You win when every foundation is full: {count} cards.").format(count=variant.total),
        _("You lose when no move is left."),
    )


def foundation_line(foundation: Foundation) -> str:
    """The sequence of a foundation in one line: `A 2 3 4 …`."""
    return " ".join(rank_label(rank) for rank in foundation.sequence)


def interval_label(interval: int) -> str:
    """An interval with its sign, `+3` or `−3`."""
    return f"{interval:+}".replace("-", "−")


def _number(count: int) -> str:
    return _(_NUMBERS[count]) if count < len(_NUMBERS) else str(count)


def _foundations_in_short(variant: Variant) -> str:
    if variant.rows:
        return _("A grid of three rows, each with its own runs by 3 in one suit")
    count = variant.foundation_count
    many = ngettext("{number} foundation", "{number} foundations", count)
    head = many.format(number=_number(count))
    head = head[:1].upper() + head[1:]
    if variant.bases is not None:
        bases = (rank_label(base or variant.modulus) for base in variant.bases)
        head = f"{head} {' '.join(bases)}"
    head = _("{head} {steps}").format(head=head, steps=_steps_in_short(variant))
    if variant.starters == "first":
        head = _("{head}, started by the first cards of the deck").format(head=head)
    if variant.starters == "last":
        head = _("{head}, started by the last cards of the deck").format(head=head)
    return head


def _steps_in_short(variant: Variant) -> str:
    if variant.intervals is None:
        return _("with intervals by dice")
    steps = " ".join(str(abs(interval)) for interval in variant.intervals)
    if all(interval < 0 for interval in variant.intervals):
        return _("down by {steps}").format(steps=steps)
    if any(interval < 0 for interval in variant.intervals):
        steps = " ".join(interval_label(interval) for interval in variant.intervals)
    return _("by {steps}").format(steps=steps)


def _piles_in_short(variant: Variant) -> list[str]:
    parts = []
    if variant.builds:
        text = _("eight columns, all face up")
        if any(variant.builds):
            text = _("eight columns, all face up, that build down")
        parts.append(text)
    if variant.piles:
        text = ngettext("{number} waste pile", "{number} waste piles", variant.piles)
        parts.append(text.format(number=_number(variant.piles)))
    if variant.hold:
        parts.append(_("a hold cell"))
    if variant.redeals == UNLIMITED:
        parts.append(_("redeals without limit"))
    elif variant.redeals:
        text = ngettext("{number} redeal", "{number} redeals", variant.redeals)
        parts.append(text.format(number=_number(variant.redeals)))
    return parts


def _how_foundations_begin(variant: Variant) -> list[str]:
    count = variant.foundation_count
    if not variant.has_starters:
        first = " ".join(
            dict.fromkeys(rank_label(base or variant.modulus) for base in variant.bases or ())
        )
        return [
            _("The foundations begin empty; their first cards are {ranks}.").format(ranks=first)
        ]
    if variant.starters == "first":
        return [
            _("The first {number} cards of the deck start the foundations.").format(
                number=_number(count)
            )
        ]
    if variant.starters == "last":
        return [
            _("The last {number} cards of the deck start the foundations.").format(
                number=_number(count)
            )
        ]
    sentences = []
    if variant.indicators:
        ranks = " ".join(map(rank_label, variant.indicators))
        sentences.append(
            _("A row of indicators, {ranks}, shows the intervals; nothing is played on it.").format(
                ranks=ranks
            )
        )
    ranks = " ".join(rank_label(base or variant.modulus) for base in variant.bases or ())
    text = (
        _("{ranks} of clubs start the foundations.")
        if variant.starters == "clubs"
        else _("{ranks} start the foundations.")
    )
    return [*sentences, text.format(ranks=ranks)]


def _how_foundations_grow(variant: Variant, foundations: tuple[Foundation, ...]) -> list[str]:
    first, last = rank_label(1), rank_label(variant.modulus)
    if all(interval < 0 for interval in variant.intervals or (1,)):
        first, last = last, first
    sentences = [
        _("Suits do not matter. After the {last} comes the {first}.").format(first=first, last=last)
    ]
    if not foundations:
        steps = _("by dice") if variant.intervals is None else _steps_in_short(variant)
        text = _("The foundations go up {steps} and take {count} cards each.")
        sentences.append(text.format(steps=steps, count=variant.modulus))
    for number, foundation in enumerate(foundations, start=1):
        up, down = (
            _("F{number} goes up by {step}: {ranks}."),
            _("F{number} goes down by {step}: {ranks}."),
        )
        text = up if foundation.interval > 0 else down
        ranks = foundation_line(foundation)
        sentences.append(text.format(number=number, step=abs(foundation.interval), ranks=ranks))
    return [*sentences, _("No card leaves a foundation, and nothing goes onto a full one.")]


def _how_stock_is_turned(variant: Variant) -> list[str]:
    if variant.turns:
        onto = ngettext("the waste pile", "any of the {number} waste piles", variant.piles)
        where = onto.format(number=_number(variant.piles))
        sentences = [
            _("One card of the stock is turned up."),
            _("It goes to a foundation that needs it, or onto {where}.").format(where=where),
        ]
        if variant.hold:
            sentences.append(_("One card may wait in the hold cell."))
            sentences.append(_("From there it goes to a foundation or a waste pile."))
        return sentences
    if variant.deals:
        return [_("Deal turns one card of the stock onto the waste pile.")]
    return []


def _how_piles_serve(variant: Variant) -> list[str]:
    if not variant.builds:
        return [_("Only a waste pile's top card can leave it, and only to a foundation.")]
    sentences = [_("Only a column's top card can leave it, to a foundation that needs it.")]
    if not any(variant.builds):
        return [*sentences, _("Nothing is laid on a column; an empty one stays empty.")]
    for step in dict.fromkeys(variant.builds):
        columns = [str(at) for at, build in enumerate(variant.builds, start=1) if build == step]
        sentences.append(
            _("Columns {columns} build down by {step}, in any suit, one card at a time.").format(
                columns="–".join((columns[0], columns[-1])), step=step
            )
        )
    sentences.append(
        _("An empty column takes only the last rank of the foundation with the same interval.")
    )
    return sentences


def _how_redeals_go(variant: Variant) -> list[str]:
    if not variant.redeals:
        return [] if variant.builds else [_("There is no redeal.")]
    if variant.reshuffles:
        text = _("When the stock is out, you may shuffle the waste piles into a new one.")
    else:
        text = _("When the stock is out, the waste may be turned over without shuffling.")
    times = ngettext("This may be done once.", "This may be done {number} times.", variant.redeals)
    return [text, times.format(number=_number(variant.redeals))]


def _grid_rules(variant: Variant) -> tuple[str, ...]:
    rows = [
        _("Row {number} wants {ranks}, in one suit.").format(
            number=number, ranks=" ".join(map(rank_label, row))
        )
        for number, row in enumerate(variant.rows, start=1)
    ]
    deals = _("Deal turns {number} cards onto the waste.").format(number=_number(variant.deals))
    count = 8 * len(variant.rows)
    return (
        _("The grid has three rows of eight piles, one card each; aces are left out."),
        *rows,
        _(
            "The top cards of a pile may go onto another pile. "
            "Its top must have their suit and be three lower."
        ),
        _("The top of the waste may do so too."),
        _(
            "Two piles of different rows may change places. "
            "One of them must then begin its new row's run."
        ),
        _("Their lowest cards must differ in rank."),
        _("A space is filled at once from the stock. When that is out, the waste fills it."),
        deals,
        _("When the stock is out, the waste may be turned over, without limit."),
        _("You win when all {count} piles hold the four cards of their row.").format(count=count),
    )
