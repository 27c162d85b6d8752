"""What the overlays of the board show: when a card is wanted, what blocks what, warnings, proofs.

What lives here: pure functions from positions to the trait `_overlay`, as plain data and sentences.
What does not: the readings and the proofs (``blockage``), when the exact test runs (``seeking``),
how it looks (``static/board_blockages.js``, ``static/board_proof.js``). The order of the stock is
never used. Everything is said in the voice that speaks when the function is called.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from calclab.blockage import (
    Block,
    Deadlock,
    Spot,
    blocks,
    dead_cards,
    deadlock,
    is_deadlocked,
    main_blocks,
    soonest,
    warning,
    when,
)
from calclab.cards import Card
from calclab.game import Game
from calclab.messages import _, card_label, listed, ngettext, rank_label
from calclab.record import Record
from calclab.widgets.state import Told, move_text

SWITCHES = ("tint", "arrows", "warn", "loss")
MOST_NAMED = 3  # so many blocked cards are named in a sentence


def overlay(record: Record, settings: dict[str, Any]) -> Told:
    """All that the switches ask for at the record's position; `loss` by the relaxed test only."""
    game = record.game
    if not (settings["blockages"] and game.foundations):
        return {}
    told = marks(game)
    told["warnings"] = warnings(game) if settings["warn"] else {}
    told["loss"] = proved_loss(record) if settings["loss"] else None
    return told


# cards


def marks(game: Game) -> Told:
    """For each pile when its cards are wanted, how many are dead, and a note for each card.

    `arrows` are the blocks worth drawing, `blocks` all of them, as (pile, blocker, blocked).

    >>> from calclab import deal
    >>> told = marks(deal("calculation", seed=7).play("S-W1").play("S-W1"))
    >>> told["piles"]["W1"]["when"], told["piles"]["W1"]["notes"][0][0]
    ([1, 1], '4♥ on W1 blocks nothing.')
    """
    found, chief = blocks(game), main_blocks(game)
    times, dead = soonest(game), dead_cards(game)
    piles = {}
    for name, cards in zip(game.pile_names, game.piles, strict=True):
        below = sum(spot.pile == name for spot in dead)
        piles[name] = {
            "when": [times[card.rank - 1] for card in cards],
            "dead": below,
            "notes": [
                _note(Spot(name, at, len(cards) - 1 - at, card), cards, below, found, times)
                for at, card in enumerate(cards)
            ],
        }
    return {
        "piles": piles,
        "arrows": [_arrow(block) for block in chief],
        "blocks": [_arrow(block) for block in found],
        "summary": list(_summary(game, chief)),
    }


def _arrow(block: Block) -> list[Any]:
    return [block.blocked.pile, block.blocker.index, block.blocked.index]


def _summary(game: Game, chief: tuple[Block, ...]) -> tuple[str, str]:
    if not chief and game.redeals:
        return _("No blockages."), _("The waste can still be gathered, so nothing stays under it.")
    if not chief:
        return _("No blockages."), _("No card lies on one that is wanted sooner.")
    count = ngettext("{count} blockage.", "{count} blockages.", len(chief))
    return count.format(count=len(chief)), chief[0].sentence


def _note(
    spot: Spot,
    cards: tuple[Card, ...],
    dead: int,
    found: tuple[Block, ...],
    times: tuple[int | None, ...],
) -> list[str]:
    """What a card blocks and what blocks it: the lead, and the reason."""
    if spot.index < dead:
        return [
            _on_pile(_("{card} on {pile} can never leave."), spot),
            _why_dead(spot, cards, dead),
        ]
    over = [block for block in found if block.blocked == spot]
    under = [block for block in found if block.blocker == spot]
    if under:
        lead = _("{card} on {pile} blocks {cards}.")
        reason = under[0].reason
        if over:
            chief = next(block for block in over if block.chief)
            reason += " " + _("It waits under {card} itself.").format(
                card=card_label(chief.blocker.card)
            )
        return [_on_pile(lead, spot, [block.blocked for block in under]), reason]
    if over:
        lead = _("{card} on {pile} waits under {cards}.")
        return [_on_pile(lead, spot, [block.blocker for block in over]), over[0].reason]
    return [_on_pile(_("{card} on {pile} blocks nothing."), spot), _wanted(spot.card, times)]


def _on_pile(text: str, spot: Spot, others: Sequence[Spot] = ()) -> str:
    named = [card_label(other.card) for other in others]
    if len(named) > MOST_NAMED:
        named[MOST_NAMED:] = [_("{count} more").format(count=len(named) - MOST_NAMED)]
    return text.format(card=card_label(spot.card), pile=spot.pile, cards=listed(named))


def _wanted(card: Card, times: tuple[int | None, ...]) -> str:
    time = times[card.rank - 1]
    rank = rank_label(card.rank)
    if time is None:
        return _("No foundation wants {rank} any more.").format(rank=rank)
    return _("{rank} is wanted {when}.").format(rank=rank, when=when(time))


def _why_dead(spot: Spot, cards: tuple[Card, ...], dead: int) -> str:
    if spot.index < dead - 1:
        stopper = card_label(cards[dead - 1])
        return _("It lies under {card}, which never leaves.").format(card=stopper)
    return _("No foundation can take it in time.")


def warnings(game: Game) -> dict[str, str]:
    """The moves that would do harm, by name, each with one quiet sentence."""
    found = {
        str(move): warning(game, move.source, move.target)
        for move in game.moves()
        if move.kind == "move" and move.target[0] in "WT"
    }
    return {name: text for name, text in found.items() if text}


# losses


def proved_loss(record: Record) -> Told | None:
    """The proof of the relaxed test for the banner; None while it finds none, and after a win."""
    game = record.game
    if game.is_won:
        return None
    proof = deadlock(game)
    if proof is None:
        return None
    games = positions(record)
    return {**_banner(record, first(games, is_deadlocked), proof.dead), **_shown(proof)}


def seeks(game: Game, settings: dict[str, Any]) -> bool:
    """Whether the exact test is wanted too."""
    shown = settings["blockages"] and settings["loss"]
    return bool(shown and game.foundations and not game.is_won)


def with_exact(told: Told, record: Record, since: int) -> Told:
    """The overlay with what the exact test has found: the game was lost from `since` on.

    A short proof stays, and names the earlier move. Where there is none, that is said.
    """
    loss, words = told["loss"], _banner(record, since, dead_cards(record.game))
    if loss is None:
        tried = _("Every way to finish was tried, and none wins. No short proof was found.")
        loss = {"steps": [], "stops": {}}
        words["text"] = f"{tried} {words['text']}"
    return {**told, "loss": {**loss, **words}}


def positions(record: Record) -> tuple[Game, ...]:
    """The positions from the deal up to here."""
    return tuple(islice(record.games(), record.at + 1))


def first(games: tuple[Game, ...], is_lost: Callable[[Game], bool]) -> int:
    """The first position that is seen as lost, the last one being so: a lost game stays lost."""
    return bisect_left(games, True, hi=len(games) - 1, key=is_lost)


def _banner(record: Record, since: int, dead: tuple[Spot, ...]) -> Told:
    """The words of the banner; `back` is the last move number at which nothing was proved."""
    game = record.game
    coming = game.stock_size + (game.turned is not None)
    parts = []
    if coming:
        text = ngettext(
            "Proved with {count} card still to come.",
            "Proved with {count} cards still to come.",
            coming,
        )
        parts.append(text.format(count=coming))
    if since:
        node = record.line()[since - 1]
        assert node.move is not None
        before = _("Before move {n}, {move}, nothing was proved.")
        parts.append(before.format(n=since, move=move_text(node.move, node.card)))
    else:
        parts.append(_("It was lost from the deal on."))
    if dead:
        parts.append(_("Hatched cards can never leave."))
    title = _("No order of the cards still to come can win this any more")
    return {
        "title": title if coming else _("This game cannot be won any more"),
        "text": " ".join(parts),
        "since": since,
        "back": since - 1 if since else None,
    }


def _shown(proof: Deadlock) -> Told:
    """The steps of a proof with the cards to light, and the rank that stops each foundation."""
    return {
        "steps": [
            {
                "n": step.number,
                "text": step.text,
                "foundations": list(step.foundations),
                "cards": [[spot.pile, spot.index] for spot in dict.fromkeys(step.spots)],
            }
            for step in proof.steps
        ],
        "stops": {stuck.foundation: stuck.rank for stuck in proof.stuck},
    }
