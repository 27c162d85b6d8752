"""What the board's browser side is told: a record turned into plain data and sentences.

What lives here: pure functions from a record to the traits `_table`, `_state`, `_moves`, `_line`,
and the small table of an exercise.
What does not: the widget and its events (``board``), the browser's own words (``board_texts``).
Everything is said in the voice that speaks when the function is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from calclab.cards import Card
from calclab.coach import plays
from calclab.game import Cards, Game, Position
from calclab.harmless import harmless
from calclab.messages import _, card_label, ngettext, rank_label
from calclab.moves import Move
from calclab.packs import GAMES as GRADED
from calclab.packs import GRADES
from calclab.record import Node, Record
from calclab.rulepages import interval_label, rules, summary
from calclab.rules import carried, sum_text, top_card
from calclab.variants import UNLIMITED, VARIANTS, Variant

Told = dict[str, Any]
KINDS = {"W": "waste", "H": "hold", "T": "column", "G": "grid"}


def table(game: Game, serial: int) -> dict[str, Any]:
    """What stays the same for a whole deal: piles, sequences, rules, and the games to choose."""
    variant = game.variant
    return {
        "serial": serial,
        "variant": variant.id,
        "title": _(variant.name),
        "seed": game.seed,
        "modulus": variant.modulus,
        "has_stock": not variant.builds,
        "overlays": bool(game.foundations),
        "coached": plays(game.variant),
        "has_turned": variant.turns,
        "stock_move": "deal" if variant.deals else None,
        "foundations": [
            {
                "name": f"F{at + 1}",
                "chip": interval_label(foundation.interval),
                "colour": at % 8 + 1,
                "sequence": list(foundation.sequence),
            }
            for at, foundation in enumerate(game.foundations)
        ],
        "piles": [_pile(variant, name) for name in variant.pile_names],
        "indicators": _names(game.indicators),
        "rules": {"title": _(variant.name), "lines": list(rules(variant, game.foundations))},
        "games": _games(),
    }


@dataclass(frozen=True, slots=True)
class Sitting:
    """What does not change from move to move; `coming` stock cards are shown (-1: all).

    In a `test` nothing helps: no overlay, hint, coach or solver.
    """

    serial: int = 1
    coming: int = 0
    given_up: bool = False
    test: bool = False


def state(
    game: Game, sitting: Sitting, *, n: int = 0, last: Told | None = None, redo: bool = False
) -> dict[str, Any]:
    """The position after `n` moves, and all that is said about it."""
    shown = game.stock if sitting.coming < 0 else game.stock[: sitting.coming]
    legal = game.moves()
    outcome = "won" if game.is_won else "open" if legal else "lost"
    over = _over(game, outcome, n, sitting.given_up)
    facts: dict[str, Any] = {
        "serial": sitting.serial,
        "test": sitting.test,
        "n": n,
        "S": _names((game.turned,)) if game.turned else [],
        "stock": game.stock_size,
        "coming": _names(shown),
        "needs": {f"F{at + 1}": _need(game, at) for at in range(len(game.foundations))},
        "placed": game.placed,
        "total": game.total,
        "last": last,
        "outcome": outcome,
        "over": over,
        "status": _ended(over) if over else _status(game, legal),
        "can_undo": n > 0,
        "can_redo": redo,
        "redeals": _redeals(game),
        "unseen": _unseen(game),
        "finish": int(harmless(game, legal) is not None),
        "spoken": spoken(game),
    }
    for name, pile in zip(game.pile_names, game.piles, strict=True):
        facts[name] = _names(pile)
    for at, cards in enumerate(game.laid, start=1):
        facts[f"F{at}"] = _names(cards)
    return facts


def part(position: Position) -> dict[str, Any]:
    """A small table to look at: the turned card, the piles, the foundations that are not full."""
    return {
        "turned": str(position.turned) if position.turned else None,
        "piles": [
            {"name": name, "cards": _names(position.pile(name))} for name in position.pile_names
        ],
        "foundations": [
            {
                "name": f"F{at + 1}",
                "chip": interval_label(foundation.interval),
                "colour": at % 8 + 1,
                "sequence": list(foundation.sequence),
                "cards": _names(position.laid[at]),
                **_need(position, at),
            }
            for at, foundation in enumerate(position.foundations)
            if position.needs[at] is not None
        ],
    }


def moves(game: Game, now: dict[str, Any], sitting: Sitting) -> dict[str, Any]:
    """Every legal move by name, with the new values of what it changes in `now`."""
    listed: dict[str, Any] = {}
    for move in game.moves():
        if move.kind == "redeal" and game.variant.reshuffles:
            # The order of a shuffled redeal is Python's to tell, not the browser's to foresee.
            patch: dict[str, Any] = {}
        else:
            card = carried(game, move)
            n = now["n"] + 1
            after = state(game.play(move), sitting, n=n, last=last_move(n, move, card))
            patch = {key: value for key, value in after.items() if now.get(key) != value}
        listed[str(move)] = {
            "from": "stock" if move.kind in ("deal", "redeal") else move.source,
            "to": move.target,
            "kind": move.kind,
            "label": move_label(game, move),
            "patch": patch,
        }
    return listed


def line(record: Record) -> dict[str, Any]:
    """The main line and the lines that leave it, for the list of moves."""
    steps = [
        {"n": node.at, "text": move_text(node.move, node.card)}
        for node in record.line()
        if node.move
    ]
    branches = [
        {
            "id": branch.id,
            "at": branch.at,
            "text": ngettext(
                "{first} and {count} move", "{first} and {count} moves", len(branch.moves) - 1
            ).format(first=branch.moves[0], count=len(branch.moves) - 1),
        }
        for branch in record.branches
    ]
    return {"at": record.at, "moves": steps, "branches": branches}


def last_of(record: Record) -> Told | None:
    """The last move played, for the mark on the table."""
    if not record.at:
        return None
    node: Node = record.line()[record.at - 1]
    return last_move(node.at, node.move, node.card) if node.move else None


def last_move(n: int, move: Move, card: Card | None) -> Told:
    """A move as the status line tells it."""
    return {"n": n, "move": str(move), "text": move_text(move, card), "to": move.target}


def move_text(move: Move, card: Card | None) -> str:
    """A move with its card: `S-F4 (J♥)`."""
    return f"{move} ({card_label(card)})" if card else str(move)


def spoken(game: Game) -> str:
    """The whole table in words, for the key that tells the state."""
    parts = []
    if game.variant.turns:
        turned = card_label(game.turned) if game.turned else _("none")
        parts.append(_("Turned card: {card}.").format(card=turned))
    if not game.variant.builds:
        parts.append(_("In the stock: {count}.").format(count=game.stock_size))
    for at, need in enumerate(game.needs):
        top = game.laid[at][-1] if game.laid[at] else None
        label = card_label(top) if top else _("empty")
        want = _("full") if need is None else _("needs {rank}").format(rank=rank_label(need))
        parts.append(f"F{at + 1}: {label}, {want}.")
    for name, pile in zip(game.pile_names, game.piles, strict=True):
        if pile:
            cards = ", ".join(card_label(card) for card in reversed(pile))
            parts.append(_("{name}, from the top: {cards}.").format(name=name, cards=cards))
        else:
            parts.append(_("{name}: empty.").format(name=name))
    return " ".join(parts)


def _names(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


def _pile(variant: Variant, name: str) -> dict[str, Any]:
    kind = KINDS[name[0]]
    label = _("Hold cell") if kind == "hold" else name
    entry: dict[str, Any] = {"name": name, "kind": kind, "label": label, "note": ""}
    if kind == "column":
        build = variant.builds[int(name[1:]) - 1]
        entry["note"] = _("builds down by {step}").format(step=build) if build else ""
    if kind == "grid":
        row = variant.rows[int(name[1]) - 1]
        entry |= {"row": int(name[1]), "column": int(name[2])}
        entry["note"] = " ".join(map(rank_label, row))
    return entry


def _games() -> list[dict[str, Any]]:
    return [
        {
            "id": variant.id,
            "title": _(variant.name),
            "summary": summary(variant),
            "piles": not variant.fixed,
            "modulus": not variant.fixed,
            "grades": list(GRADES) if variant.id in GRADED else [],
        }
        for variant in VARIANTS
    ]


def _need(game: Position, at: int) -> dict[str, Any]:
    foundation, laid, need = game.foundations[at], game.laid[at], game.needs[at]
    count = _("{laid} of {length}").format(laid=len(laid), length=foundation.length)
    if need is None:
        return {"rank": None, "sum": _("full"), "count": count}
    if not laid:
        text = _("starts with {rank}").format(rank=rank_label(need))
        return {"rank": need, "sum": text, "count": count}
    value = laid[-1].rank + foundation.interval
    middle = "= " if value == need else f"= {value} → ".replace("-", "−")
    text = f"{sum_text(foundation, len(laid))} {middle}{rank_label(need)}"
    return {"rank": need, "sum": text, "count": count}


def _redeals(game: Game) -> int | None:
    if not game.variant.redeals or game.redeals == UNLIMITED:
        return None
    return game.redeals


def _unseen(game: Game) -> dict[str, int]:
    return {str(rank): count for rank, count in enumerate(game.view().unseen, start=1)}


def _over(game: Game, outcome: str, n: int, given_up: bool) -> dict[str, str] | None:
    if outcome == "won":
        text = ngettext(
            "You placed every card, in {count} move.", "You placed every card, in {count} moves.", n
        )
        return {"title": _("Won"), "text": text.format(count=n)}
    placed = _("{placed} of {total} cards are placed.").format(placed=game.placed, total=game.total)
    if given_up:
        return {"title": _("Given up"), "text": placed}
    if outcome == "lost":
        return {
            "title": _("No move is left"),
            "text": placed + " " + _("Undo to try another way, or deal again."),
        }
    return None


def _ended(over: dict[str, str]) -> dict[str, str]:
    return {"lead": over["title"] + ".", "text": ""}


def _status(game: Game, legal: tuple[Move, ...]) -> dict[str, str]:
    if game.turned:
        lead = _("{card} turned.").format(card=card_label(game.turned))
        return {"lead": lead, "text": _takers(game, game.turned)}
    ups = [move for move in legal if move.goes_up]
    if ups:
        names = [f"{_card_of(game, move)} → {move.target}" for move in ups]
        return {"lead": _("Can go up:"), "text": ", ".join(names) + "."}
    if game.variant.deals or game.redeals:
        return {"lead": "", "text": _("Nothing goes up now.")}
    return {"lead": "", "text": _("Choose a card.")}


def _takers(game: Game, card: Card) -> str:
    takers = [
        f"F{at + 1}"
        + (f" ({sum_text(game.foundations[at], len(game.laid[at]))})" if game.laid[at] else "")
        for at, need in enumerate(game.needs)
        if need == card.rank
    ]
    if not takers:
        return _("No foundation needs it now.")
    if len(takers) == 1:
        return _("{name} takes it.").format(name=takers[0])
    first, rest = ", ".join(takers[:-1]), takers[-1]
    if len(takers) == 2:
        return _("{first} and {last} both take it.").format(first=first, last=rest)
    return _("{first} and {last} take it.").format(first=first, last=rest)


def _card_of(game: Game, move: Move) -> str:
    card = top_card(game, move.source)
    return card_label(card) if card else move.source


def move_label(game: Game, move: Move) -> str:
    """A move in words: `2♠ to F3`."""
    if move.kind == "deal":
        return _("deal")
    if move.kind == "redeal":
        return _("redeal")
    if move.kind == "swap":
        return _("{first} and {second} change places").format(first=move.source, second=move.target)
    return _("{card} to {name}").format(card=_card_of(game, move), name=move.target)
