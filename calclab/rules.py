"""The rules of every game, asked of one position: why a move is refused, and which moves are not.

What lives here: `why_not`, the one voice for legality, and `moves`, a faster way to the same
answer (a property test holds the two together). What does not: changing a position (``game``) and
notation (``moves``). Source: the rulebook, section by section.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calclab.cards import Card
from calclab.messages import _, card_label, ngettext, rank_label
from calclab.modular import Foundation, wrap
from calclab.moves import DEAL, REDEAL, Move, move, swap

if TYPE_CHECKING:
    from calclab.game import Position


def why_not(position: Position, move: Move) -> str | None:
    """Why the move is refused, in one sentence for the player; None when it is legal."""
    if position.is_won:
        return _("the game is won; no move is left")
    if move.kind == "deal":
        return _why_no_deal(position)
    if move.kind == "redeal":
        return _why_no_redeal(position)
    for name in (move.source, move.target):
        if name != "S" and not _exists(position, name):
            return _no_such_pile(position, name)
    if move.kind == "swap":
        return _why_no_swap(position, move.source, move.target)
    if move.target[0] == "G":
        return _why_no_stack(position, move.source, move.target)
    card = top_card(position, move.source)
    if card is None:
        return _nothing_there(position, move.source)
    if move.goes_up:
        return _why_not_on_foundation(position, card, move)
    return _why_not_on_pile(position, card, move)


def moves(position: Position) -> tuple[Move, ...]:
    """All legal moves: to foundations first, then to piles, then `deal` and `redeal`."""
    if position.is_won:
        return ()
    found: list[Move] = []
    needs = position.needs
    names = position.variant.pile_names
    turned = position.turned
    if turned is not None:
        found += [move("S", _F[at]) for at, need in enumerate(needs) if need == turned.rank]
    for name, pile in zip(names, position.piles, strict=True):
        if pile and name[0] != "G":
            rank = pile[-1].rank
            if rank in needs:
                found += [move(name, _F[at]) for at, need in enumerate(needs) if need == rank]
    if position.variant.piles or position.variant.hold:
        found += _moves_onto_waste(position)
    if position.variant.builds:
        found += _moves_between_columns(position)
    if position.variant.rows:
        found += _moves_on_grid(position)
    if position.variant.deals and position.stock_size:
        found.append(DEAL)
    if position.redeals and _why_no_redeal(position) is None:
        found.append(REDEAL)
    return tuple(found)


def top_card(position: Position, name: str) -> Card | None:
    """The card that may leave a pile; None when there is none or it may never leave."""
    if name == "S":
        return position.turned
    if name[0] == "F":
        return None
    pile = position.pile(name)
    return pile[-1] if pile else None


def carried(position: Position, move: Move) -> Card | None:
    """The card that a move carries; None where it is not one card."""
    if move.kind != "move" or (move.source != "S" and move.source not in position.pile_names):
        return None
    return top_card(position, move.source)


def sum_text(foundation: Foundation, laid: int) -> str:
    """The sum that gives the needed rank, `6 + 2` or `K − 3`.

    >>> sum_text(Foundation(2, 2), 3), sum_text(Foundation(13, -3), 1)
    ('6 + 2', 'K − 3')
    """
    sign = "+" if foundation.interval > 0 else "−"
    return f"{rank_label(foundation.sequence[laid - 1])} {sign} {abs(foundation.interval)}"


_F = tuple(f"F{number}" for number in range(1, 10))


def _exists(position: Position, name: str) -> bool:
    if name[0] == "F":
        return int(name[1:]) <= len(position.foundations)
    return name in position.variant.pile_index


def _no_such_pile(position: Position, name: str) -> str:
    piles = [f"F{at + 1}" for at in range(len(position.foundations))]
    names = ["S"] * position.variant.turns + list(position.variant.pile_names) + piles
    ranges = ", ".join(_ranges(names))
    return _("{name} is no pile of this game; it has {piles}").format(name=name, piles=ranges)


def _ranges(names: list[str]) -> Iterator[str]:
    for letter in dict.fromkeys(name[0] for name in names):
        group = [name for name in names if name[0] == letter]
        yield group[0] if len(group) == 1 else f"{group[0]}–{group[-1]}"


def _nothing_there(position: Position, name: str) -> str:
    if name == "S":
        if not position.variant.turns:
            return _("this game has no turned card")
        return _("the stock is out; there is no turned card")
    if name[0] == "F":
        return _("no card ever leaves a foundation")
    if name == "H":
        return _("the hold cell is empty")
    return _("{name} is empty").format(name=name)


def _the_card(name: str, card: Card) -> str:
    label = card_label(card)
    if name == "S":
        return _("the turned card is {card}").format(card=label)
    if name == "H":
        return _("the hold cell has {card}").format(card=label)
    return _("the top of {name} is {card}").format(name=name, card=label)


def _why_not_on_foundation(position: Position, card: Card, move: Move) -> str | None:
    at = int(move.target[1:]) - 1
    foundation, laid = position.foundations[at], len(position.laid[at])
    need = position.needs[at]
    if need == card.rank:
        return None
    if need is None:
        return _("{name} is full: all its {count} cards are laid").format(
            name=move.target, count=foundation.length
        )
    rank = rank_label(need)
    if laid:
        text = _("{name} needs {rank} ({sum})")
        want = text.format(name=move.target, rank=rank, sum=sum_text(foundation, laid))
    else:
        want = _("{name} starts with {rank}").format(name=move.target, rank=rank)
    return f"{want}; {_the_card(move.source, card)}"


def _why_not_on_pile(position: Position, card: Card, move: Move) -> str | None:
    source, target = move.source[0], move.target[0]
    if target == "T" and source == "T":
        return _why_not_on_column(position, card, move)
    if target == "H":
        return _why_not_in_hold(position, source)
    if target == "W" and source in "SH":
        return None
    if source == "W":
        return _("a card on a waste pile goes only to a foundation")
    if source == "H":
        return _("a card in the hold cell goes only to a foundation or a waste pile")
    if source == "S":
        return _("the turned card goes to a foundation or a waste pile")
    return _("{source} gives no card to {target}").format(source=move.source, target=move.target)


def _why_not_in_hold(position: Position, source: str) -> str | None:
    if source != "S":
        return _("only the turned card may go to the hold cell")
    held = position.pile("H")
    if held:
        return _("the hold cell is taken by {card}").format(card=card_label(held[-1]))
    return None


def _moves_onto_waste(position: Position) -> list[Move]:
    variant = position.variant
    waste = variant.pile_names[: variant.piles]
    found: list[Move] = []
    if position.turned is not None:
        found += [move("S", name) for name in waste]
        if variant.hold and not position.pile("H"):
            found.append(move("S", "H"))
    if variant.hold and position.pile("H"):
        found += [move("H", name) for name in waste]
    return found


# "deal" and "redeal"


def _why_no_deal(position: Position) -> str | None:
    if not position.variant.deals:
        return _("this game does not deal cards onto the waste")
    return None if position.stock_size else _("the stock is out; nothing can be dealt")


def _why_no_redeal(position: Position) -> str | None:
    if not position.variant.redeals:
        return _("this game has no redeal")
    if not position.redeals:
        return _("no redeal is left")
    waiting = position.stock_size + (position.turned is not None)
    if waiting:
        return ngettext(
            "a redeal needs an empty stock; {count} card is still to come",
            "a redeal needs an empty stock; {count} cards are still to come",
            waiting,
        ).format(count=waiting)
    if not any(position.piles[: position.variant.piles]):
        return _("the waste is empty; there is nothing to redeal")
    return None


# `appreciate` and `one234`


def _why_not_on_column(position: Position, card: Card, move: Move) -> str | None:
    build = position.variant.builds[int(move.target[1:]) - 1]
    if not build:
        return _("a card on a column goes only to a foundation")
    if move.source == move.target:
        return _("the card already lies on {name}").format(name=move.target)
    wanted = _wanted_by_column(position, move.target)
    if card.rank == wanted:
        return None
    if position.pile(move.target):
        text = _("{name} builds down by {step} and takes {rank}; {card}")
    else:
        text = _(
            "an empty {name} takes only {rank}, the last rank of the foundation by {step}; {card}"
        )
    return text.format(
        name=move.target,
        step=build,
        rank=rank_label(wanted),
        card=_the_card(move.source, card),
    )


def _wanted_by_column(position: Position, name: str) -> int:
    build = position.variant.builds[int(name[1:]) - 1]
    pile = position.pile(name)
    if pile:
        return wrap(pile[-1].rank - build, position.variant.modulus)
    return next(found.last for found in position.foundations if found.interval == build)


def _moves_between_columns(position: Position) -> list[Move]:
    names = [name for name in position.variant.pile_names if name[0] == "T"]
    if not any(position.variant.builds):
        return []
    wanted = [(name, _wanted_by_column(position, name)) for name in names]
    return [
        move(source, target)
        for source in names
        if (card := top_card(position, source))
        for target, rank in wanted
        if rank == card.rank and target != source
    ]


# `devils-grip`


def _why_no_swap(position: Position, first: str, second: str) -> str | None:
    if not (first[0] == second[0] == "G"):
        return _("only piles of the grid can be swapped")
    if first[1] == second[1]:
        return _(
            "only piles of different rows can be swapped; {first} and {second} are in one row"
        ).format(first=first, second=second)
    one, two = position.pile(first), position.pile(second)
    if not one or not two:
        return _("{name} is empty").format(name=second if one else first)
    if one[0].rank == two[0].rank:
        return _("the lowest cards of {first} and {second} have the same rank").format(
            first=first, second=second
        )
    if (
        _base_of_row(position, second) in (one[0].rank,)
        or _base_of_row(position, first) == two[0].rank
    ):
        return None
    return _(
        "a swap must bring a base to its row: {one} from {second} to {first}, "
        "or {two} from {first} to {second}"
    ).format(
        first=first,
        second=second,
        one=rank_label(_base_of_row(position, first)),
        two=rank_label(_base_of_row(position, second)),
    )


def _base_of_row(position: Position, name: str) -> int:
    return position.variant.rows[int(name[1]) - 1][0]


def stacked_run(position: Position, source: str, target: str) -> tuple[Card, ...]:
    """The cards of a grid pile, from the one that fits upward, that go onto another; () if none."""
    pile, onto = position.pile(source), position.pile(target)
    if not onto or source == target:
        return ()
    fitting = Card(onto[-1].rank + 3, onto[-1].suit)
    if source[0] == "W":
        return pile[-1:] if pile and pile[-1] == fitting else ()
    return pile[pile.index(fitting) :] if fitting in pile else ()


def _why_no_stack(position: Position, source: str, target: str) -> str | None:
    if source == "S":
        return _("this game has no turned card")
    if source == target:
        return _("the card already lies on {name}").format(name=target)
    pile, onto = position.pile(source), position.pile(target)
    if not pile:
        return _("{name} is empty").format(name=source)
    if not onto:
        return _("{name} is empty, and nothing may be laid there").format(name=target)
    if stacked_run(position, source, target):
        return None
    top = onto[-1]
    if top.rank + 3 > position.variant.modulus:
        return _("nothing goes onto {card}").format(card=card_label(top))
    return _("{target} takes {wanted}; {source} has none that can leave").format(
        target=target, wanted=card_label(Card(top.rank + 3, top.suit)), source=source
    )


def _moves_on_grid(position: Position) -> list[Move]:
    names = [name for name in position.variant.pile_names if name[0] == "G"]
    holders: dict[Card, list[str]] = {}
    for name in names:
        for card in position.pile(name):
            holders.setdefault(card, []).append(name)
    for card in position.pile("W1")[-1:]:
        holders.setdefault(card, []).append("W1")
    found = [
        move(source, target)
        for target in names
        for card in position.pile(target)[-1:]
        for source in holders.get(Card(card.rank + 3, card.suit), ())
        if source != target
    ]
    piles = [(name, position.pile(name)[0].rank) for name in names if position.pile(name)]
    for at, (first, one) in enumerate(piles):
        for second, two in piles[at + 1 :]:
            if first[1] != second[1] and one != two:
                bases = _base_of_row(position, first), _base_of_row(position, second)
                if two == bases[0] or one == bases[1]:
                    found.append(swap(first, second))
    return found
