"""The record file: JSON in, checked field by field, and JSON out.

What lives here: `read`, `load` and `write`. What does not: how a field is read (``fields``), what
a record can do (``record``). Every refusal is one line that names the file and the place. Source:
the rulebook's "Record file". Beside its fields a file of ours holds `calclab`: the move number
that the player is at, and the branches, each with the line it leaves (0 = the main line).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from calclab.cards import seed_key, shorten
from calclab.dealing import DealError, Layout, from_cards
from calclab.fields import FieldError, Fields, parse, read_cards, read_file, shown
from calclab.game import Cards, Game, IllegalMove, UnknownOrder
from calclab.moves import NotationError
from calclab.record import Node, Record, RecordError, orders_of, with_orders
from calclab.variants import VARIANTS, Variant, VariantError, calculation, get

FORMAT, VERSION = "calclab-record", 1
_FIELDS = (
    "format version variant piles modulus seed intervals deal moves player created reshuffles "
    "rules calclab"
).split()
_IDS = {variant.id for variant in VARIANTS}


def load(path: str | os.PathLike[str]) -> Record:
    """Read a record file of at most 1 MiB."""
    name = str(path)
    try:
        content = read_file(path)
    except FieldError as error:
        raise RecordError(f"{_short_name(name)}: {error}") from None
    return read(content, name)


def read(text: str | bytes, name: str = "record") -> Record:
    """Read a record from its text or bytes."""
    try:
        return _record(Fields(parse(text)))
    except (FieldError, VariantError, DealError) as error:
        raise RecordError(f"{_short_name(name)}: {error}") from None


def write(record: Record) -> str:
    """The text of a record; reading it again gives the same record."""
    variant, lines = record.variant, record.lines()
    games = tuple(record.games()) if record.variant.redeals else (record.start,)
    here = [node.move for node in lines[0][2]]
    moves = tuple(move for move in here if move)
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "variant": variant.id}
    if variant.id == "custom":
        data["rules"] = _rules_of(variant)
    if not variant.fixed:
        data |= {"piles": variant.piles, "modulus": variant.modulus}
    if record.start.seed is not None:
        data["seed"] = record.start.seed
    if record.start.foundations:
        data["intervals"] = [foundation.interval for foundation in record.start.foundations]
    data |= {"deal": _deal_of(record.start), "moves": [str(move) for move in moves]}
    if variant.redeals:
        orders = orders_of(games, moves) + games[-1].orders
        if orders:
            data["reshuffles"] = [[str(card) for card in order] for order in orders]
    data |= {"player": record.player, "created": record.created}
    if record.at != len(moves) or len(lines) > 1:
        data["calclab"] = {"at": record.at, "branches": [_branch(line) for line in lines[1:]]}
    data |= {key: value for key, value in record.extras.items() if key not in data}
    return json.dumps(data, ensure_ascii=False) + "\n"


def _branch(line: tuple[int, int, tuple[Node, ...]]) -> dict[str, Any]:
    parent, at, nodes = line
    return {"line": parent, "at": at, "moves": [str(node.move) for node in nodes]}


def _rules_of(variant: Variant) -> dict[str, Any]:
    return {
        "bases": list(variant.bases or ()),
        "intervals": list(variant.intervals or ()),
        "lengths": list(variant.lengths or ()),
        "piles": variant.piles,
        "hold": variant.hold,
        "redeals": variant.redeals,
        "starters": variant.has_starters,
        "decks": variant.decks,
        "modulus": variant.modulus,
    }


def _deal_of(game: Game) -> dict[str, Any]:
    def names(cards: Cards) -> list[str]:
        return [str(card) for card in cards]

    stock = (game.turned, *game.stock) if game.turned else game.stock
    data: dict[str, Any] = {}
    if game.foundations:
        data["F"] = [names(cards) for cards in game.laid]
    if game.indicators:
        data["I"] = names(game.indicators)
    columns = [names(game.pile(name)) for name in game.pile_names if name[0] == "T"]
    grid = {name: names(game.pile(name)) for name in game.pile_names if name[0] == "G"}
    if columns:
        data["T"] = columns
    if grid:
        data["G"] = grid
    if stock or not columns:
        data["S"] = names(stock)
    return data


def _record(fields: Fields) -> Record:
    """The whole record of a file."""
    fields.expect(FORMAT, VERSION)
    fields.require("variant", "deal", "moves")
    variant = _variant(fields)
    orders = _orders(fields, variant)
    game = from_cards(variant, _layout(fields, variant), _intervals(fields, variant), _seed(fields))
    record = Record(
        with_orders(game, orders),
        player=fields.text("player"),
        created=fields.text("created"),
        extras={key: value for key, value in fields.data.items() if key not in _FIELDS},
    )
    moves = fields.texts("moves")
    nodes = [0, *_played(record.graft(0, moves), moves, "move")]
    record.visit(nodes[-1])
    _check_orders(record, orders)
    _read_tree(fields.part("calclab"), record, nodes)
    return record


def _variant(fields: Fields) -> Variant:
    name = fields.data["variant"]
    piles, modulus = fields.number("piles"), fields.number("modulus")
    if name == "custom":
        variant = _custom(fields)
        if piles not in (None, variant.piles) or modulus not in (None, variant.modulus):
            key = "modulus" if piles in (None, variant.piles) else "piles"
            raise FieldError(f"{key}: is {fields.number(key)}, which contradicts the rules")
        return variant
    if fields.part("rules").data:
        raise FieldError('rules: only the variant "custom" has rules of its own')
    if not isinstance(name, str) or name not in _IDS:
        raise fields.refuse("variant", "an id of a game, as `calclab games` lists them")
    return get(name, piles, modulus)


def _custom(fields: Fields) -> Variant:
    fields.require("rules")
    rules = fields.part("rules")
    rules.require("bases", "intervals")
    options: dict[str, Any] = {}
    for key in ("bases", "intervals", "lengths"):
        if rules.has(key):
            options[key] = rules.numbers(key)
    for key in ("piles", "redeals", "decks", "modulus"):
        if rules.has(key):
            options[key] = rules.number(key)
    if rules.has("hold"):  # a hold cell is there or not; one who counts it writes 1 or 0
        is_flag = isinstance(rules.data["hold"], bool)
        options["hold"] = int(rules.flag("hold", False)) if is_flag else rules.number("hold")
    try:
        variant = calculation(starters=rules.flag("starters", True), **options)
    except VariantError as error:
        raise FieldError(f"rules: {error}") from None
    # a file that calls its game custom is answered so, even where the rules are Calculation's
    lengths = variant.lengths or (variant.modulus,) * variant.foundation_count
    return replace(variant, id="custom", lengths=lengths)


def _seed(fields: Fields) -> int | str | None:
    if not fields.has("seed"):
        return None
    seed = fields.data["seed"]
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise fields.refuse("seed", "a whole number or a text")
    try:
        seed_key(seed)
    except ValueError as error:
        raise FieldError(str(error)) from None
    return seed


def _intervals(fields: Fields, variant: Variant) -> tuple[int, ...] | None:
    given = fields.numbers("intervals") if fields.has("intervals") else None
    if variant.intervals is not None:
        if given not in (None, variant.intervals):
            raise fields.refuse("intervals", f"{list(variant.intervals)} in {variant.id}")
        return None
    count = variant.foundation_count
    if given is None or len(given) != count or not all(1 <= step <= 6 for step in given):
        raise fields.refuse("intervals", f"{count} numbers from 1 to 6 in {variant.id}")
    return given


def _layout(fields: Fields, variant: Variant) -> Layout:
    deal = fields.part("deal")
    starters, columns = deal.groups("F"), deal.groups("T")
    count = variant.foundation_count
    if len(starters) != count and (starters or variant.has_starters):
        raise FieldError(f"deal.F: holds {len(starters)} lists of cards; it must hold {count}")
    if len(columns) != len(variant.builds):
        wanted = len(variant.builds)
        raise FieldError(f"deal.T: holds {len(columns)} lists of cards; it must hold {wanted}")
    for at, column in enumerate(columns):
        _check_size(f"deal.T[{at}]", column, variant.column_height, variant)
    indicators, stock = deal.cards("I"), deal.cards("S")
    _check_size("deal.I", indicators, len(variant.indicators), variant)
    if variant.builds:
        _check_size("deal.S", stock, 0, variant)
    return Layout(starters, stock, columns, _grid(deal, variant), indicators)


def _grid(deal: Fields, variant: Variant) -> tuple[Cards, ...]:
    given = deal.part("G").data
    names = [name for name in variant.pile_names if name[0] == "G"]
    for name in (*given, *names):
        if name not in given:
            raise FieldError(f"deal.G.{name}: is missing")
        if name not in names:
            raise FieldError(f"deal.G: {shorten(name)} is no pile of {variant.id}")
    grid = tuple(read_cards(given[name], f"deal.G.{name}") for name in names)
    for name, cards in zip(names, grid, strict=True):
        _check_size(f"deal.G.{name}", cards, 1, variant)
    return grid


def _check_size(place: str, cards: Cards, size: int, variant: Variant) -> None:
    if len(cards) != size:
        raise FieldError(f"{place}: holds {len(cards)} cards; in {variant.id} it holds {size}")


def _orders(fields: Fields, variant: Variant) -> tuple[Cards, ...]:
    orders = fields.groups("reshuffles")
    most = variant.redeals if variant.reshuffles else 0
    if len(orders) > most:
        raise FieldError(
            f"reshuffles: holds {len(orders)} orders; {variant.id} has {most} shuffled redeals"
        )
    return orders


def _check_orders(record: Record, orders: tuple[Cards, ...]) -> None:
    made = orders_of(tuple(record.games()), record.main_line) if orders else ()
    for at, (order, have) in enumerate(zip(orders, made, strict=False)):
        if order != have:
            count = len(have)
            raise FieldError(
                f"reshuffles[{at}]: does not hold the {count} cards that were gathered"
            )


def _read_tree(tree: Fields, record: Record, main: list[int]) -> None:
    """The branches, and where the player is; only our own files hold them."""
    lines = [main]
    for branch in tree.parts("branches"):
        parent, at = branch.number("line") or 0, branch.number("at") or 0
        if not 0 <= parent < len(lines) or not 0 <= at < len(lines[parent]):
            raise FieldError(
                f"{branch.place}: leaves line {shown(parent)} at move {shown(at)}; "
                "there is none such"
            )
        moves = branch.texts("moves")
        ids = record.graft(lines[parent][at], moves)
        lines.append(lines[parent][: at + 1] + _played(ids, moves, f"{branch.place} move"))
    here = tree.number("at")
    if here is not None:
        if not 0 <= here < len(main):
            raise FieldError(f"calclab.at: is {shown(here)}; it must be 0 to {len(main) - 1}")
        record.go(here)


def _played(ids: Iterator[int], moves: list[str], place: str) -> list[int]:
    """The ids of the nodes of a line, while its moves are played one by one."""
    played: list[int] = []
    try:
        for node_id in ids:
            played.append(node_id)
    except NotationError as error:
        raise FieldError(f"{place} {len(played) + 1}: {error}") from None
    except (IllegalMove, UnknownOrder) as error:
        reason = str(error).partition(": ")[2] if isinstance(error, IllegalMove) else error
        name = shorten(moves[len(played)])
        raise FieldError(f"{place} {len(played) + 1} {name}: {reason}") from None
    return played


def _short_name(name: str) -> str:
    text = "".join(letter if letter.isprintable() else "?" for letter in name)
    return text if len(text) <= 120 else "…" + text[-119:]
