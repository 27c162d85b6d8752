"""The record file: JSON in, checked field by field, and JSON out.

What lives here: `read`, `load` and `write`. What does not: what a record can do (``record``).
Every refusal is one line that names the file, the place, what was there and what would be right.
Source: the rulebook's "Record file". Beside its fields a file of ours holds `calclab`: the move
number the player is at, and the branches, each with the line it leaves (0 = the main line).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from calclab.cards import Card, CardError, seed_key, shorten
from calclab.dealing import DealError, Layout, from_cards
from calclab.game import Cards, Game, IllegalMove, UnknownOrder
from calclab.moves import NotationError
from calclab.record import Node, Record, RecordError, orders_of, with_orders
from calclab.variants import VARIANTS, Variant, VariantError, calculation, get

FORMAT, VERSION, MOST_BYTES = "calclab-record", 1, 1 << 20
_FIELDS = (
    "format",
    "version",
    "variant",
    "piles",
    "modulus",
    "seed",
    "intervals",
    "deal",
    "moves",
    "player",
    "created",
    "reshuffles",
    "rules",
    "calclab",
)
_IDS = {variant.id for variant in VARIANTS}


def load(path: str | os.PathLike[str]) -> Record:
    """Read a record file of at most 1 MiB."""
    name = os.fspath(path)
    try:
        if not Path(name).is_file():
            kind = "is no file" if Path(name).exists() else "does not exist"
            raise RecordError(f"{_short_name(name)}: {kind}")
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise RecordError(f"{_short_name(name)}: cannot be read: {reason}") from None
    return read(content, name)


def read(text: str | bytes, name: str = "record") -> Record:
    """Read a record from its text or bytes."""
    try:
        return _Reader(_parse(text)).record()
    except (RecordError, VariantError, DealError, CardError, UnknownOrder) as error:
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


def _parse(text: str | bytes) -> dict[str, Any]:
    """JSON of at most 1 MiB whose outermost value is an object and whose text is plain Unicode."""
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise RecordError(f"the file is larger than 1 MiB ({MOST_BYTES} bytes)")
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise RecordError(f"byte {error.start}: is not UTF-8 text") from None
    try:
        data = json.loads(decoded, parse_constant=_no_constant)
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise RecordError(f"{place}: is not JSON: {error.msg}") from None
    except UnicodeEncodeError:
        raise RecordError("the text holds half a character (a lone surrogate)") from None
    except RecursionError:
        raise RecordError("the file is nested too deeply for a record") from None
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError("a number is too long to read") from None
    if not isinstance(data, dict):
        raise RecordError(f"must be an object {{…}}, not {shorten(data)}")
    return data


def _no_constant(word: str) -> None:
    raise RecordError(f"{word} is no number of JSON")


class _Reader:
    """One pass over the fields of a file; every method reads one of them or refuses it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def record(self) -> Record:
        """The whole record."""
        self._check_head()
        variant = self._variant()
        seed = self._seed()
        game = self._game(variant, seed)
        orders = self._reshuffles(variant)
        extras = {key: value for key, value in self.data.items() if key not in _FIELDS}
        record = Record(
            with_orders(game, orders),
            player=self._text("player"),
            created=self._text("created"),
            extras=extras,
        )
        moves = self._list(self.data, "moves", "moves", str)
        nodes = [0, *self._played(record.graft(0, moves), moves, "move")]
        record.visit(nodes[-1])
        self._check_orders(record, orders)
        self._tree(record, nodes)
        return record

    def _check_head(self) -> None:
        if self.data.get("format") != FORMAT:
            given = shorten(self.data.get("format", "nothing"))
            raise RecordError(f"format: is {given}; it must be '{FORMAT}'")
        version = self.data.get("version")
        if isinstance(version, bool) or not isinstance(version, int) or version != VERSION:
            given = shorten(self.data.get("version", "nothing"))
            raise RecordError(f"version: is {given}; this calclab reads version {VERSION}")
        for key in ("variant", "deal", "moves"):
            if key not in self.data:
                raise RecordError(f"{key}: is missing")

    def _variant(self) -> Variant:
        name = self.data["variant"]
        piles, modulus = self._number("piles"), self._number("modulus")
        if name == "custom":
            return self._custom(piles, modulus)
        if "rules" in self.data and self.data["rules"] not in ({}, None):
            raise RecordError("rules: only the variant 'custom' has rules of its own")
        if not isinstance(name, str) or name not in _IDS:
            raise RecordError(
                f"variant: {shorten(name)} is no id of a game; `calclab games` lists them"
            )
        return get(name, piles, modulus)

    def _custom(self, piles: int | None, modulus: int | None) -> Variant:
        rules = self.data.get("rules")
        if not isinstance(rules, dict):
            raise RecordError(f"rules: must be an object {{…}}, not {shorten(rules)}")
        options: dict[str, Any] = {}
        for key in ("bases", "intervals", "lengths"):
            if rules.get(key) is not None:
                options[key] = tuple(self._list(rules, key, f"rules.{key}", int))
        for key in ("piles", "hold", "redeals", "decks", "modulus"):
            if key in rules:
                options[key] = self._number(key, rules, f"rules.{key}")
        starters = rules.get("starters", True)
        if not isinstance(starters, bool):
            raise RecordError(f"rules.starters: is {shorten(starters)}; it must be true or false")
        try:
            variant = calculation(starters=starters, **options)
        except VariantError as error:
            raise RecordError(f"rules: {error}") from None
        for key, value, have in (
            ("piles", piles, variant.piles),
            ("modulus", modulus, variant.modulus),
        ):
            if value is not None and value != have:
                raise RecordError(f"{key}: is {value}, but rules.{key} is {have}")
        return variant

    def _seed(self) -> int | str | None:
        seed = self.data.get("seed")
        if seed is None:
            return None
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            raise RecordError(f"seed: is {shorten(seed)}; it must be a whole number or a text")
        try:
            seed_key(seed)
        except ValueError as error:
            raise RecordError(str(error)) from None
        return seed

    def _game(self, variant: Variant, seed: int | str | None) -> Game:
        deal = self.data["deal"]
        if not isinstance(deal, dict):
            raise RecordError(f"deal: must be an object {{…}}, not {shorten(deal)}")
        layout = self._layout(variant, deal)
        intervals = None
        if self.data.get("intervals") is not None:
            intervals = tuple(self._list(self.data, "intervals", "intervals", int))
        self._check_intervals(variant, intervals)
        return from_cards(variant, layout, intervals, seed)

    def _check_intervals(self, variant: Variant, intervals: tuple[int, ...] | None) -> None:
        if variant.intervals is not None:
            if intervals is not None and intervals != variant.intervals:
                raise RecordError(
                    f"intervals: is {shorten(list(intervals))}; "
                    f"{variant.id} has {list(variant.intervals)}"
                )
            return
        if intervals is None:
            raise RecordError(f"intervals: is missing; {variant.id} needs one for each foundation")
        if len(intervals) != variant.foundation_count or not all(1 <= i <= 6 for i in intervals):
            raise RecordError(
                f"intervals: is {shorten(list(intervals))}; {variant.id} needs "
                f"{variant.foundation_count} numbers from 1 to 6"
            )

    def _layout(self, variant: Variant, deal: dict[str, Any]) -> Layout:
        count = variant.foundation_count
        starters = self._groups(deal, "F", count, optional=not variant.has_starters)
        columns = self._groups(deal, "T", len(variant.builds), optional=not variant.builds)
        for at, column in enumerate(columns):
            if len(column) != variant.column_height:
                raise RecordError(
                    f"deal.T[{at}]: holds {len(column)} cards; "
                    f"a column of {variant.id} has {variant.column_height}"
                )
        grid = self._grid(variant, deal)
        indicators = self._cards(deal.get("I") or [], "deal.I")
        if len(indicators) != len(variant.indicators):
            raise RecordError(
                f"deal.I: holds {len(indicators)} cards; {variant.id} has {len(variant.indicators)}"
            )
        stock = self._cards(self._some(deal, "S", list), "deal.S")
        if variant.builds and stock:
            raise RecordError(f"deal.S: holds {len(stock)} cards; {variant.id} has no stock")
        return Layout(starters, stock, columns, grid, indicators)

    def _grid(self, variant: Variant, deal: dict[str, Any]) -> tuple[Cards, ...]:
        given = self._some(deal, "G", dict)
        names = [name for name in variant.pile_names if name[0] == "G"]
        if set(given) != set(names):
            odd = sorted(set(given) ^ set(names))[0]
            raise RecordError(
                f"deal.G: {shorten(odd)} is {'missing' if odd in names else 'no pile'}"
            )
        grid = tuple(self._cards(given[name], f"deal.G.{name}") for name in names)
        for name, cards in zip(names, grid, strict=True):
            if len(cards) != 1:
                raise RecordError(f"deal.G.{name}: holds {len(cards)} cards; a deal lays one there")
        return grid

    def _groups(
        self, deal: dict[str, Any], key: str, count: int, *, optional: bool
    ) -> tuple[Cards, ...]:
        given = self._some(deal, key, list)
        if not given and optional:
            return ((),) * count
        if len(given) != count:
            raise RecordError(
                f"deal.{key}: holds {len(given)} lists of cards; it must hold {count}"
            )
        return tuple(self._cards(cards, f"deal.{key}[{at}]") for at, cards in enumerate(given))

    def _some(self, deal: dict[str, Any], key: str, kind: type) -> Any:
        value = deal.get(key)
        if value is None:
            return kind()
        if not isinstance(value, kind):
            word = "a list" if kind is list else "an object"
            raise RecordError(f"deal.{key}: is {shorten(value)}; it must be {word}")
        return value

    def _cards(self, value: Any, place: str) -> Cards:
        if not isinstance(value, list):
            raise RecordError(f"{place}: is {shorten(value)}; it must be a list of cards")
        cards = []
        for at, name in enumerate(value):
            try:
                cards.append(Card.parse(name))
            except CardError as error:
                raise RecordError(f"{place}[{at}]: {error}") from None
        return tuple(cards)

    def _reshuffles(self, variant: Variant) -> tuple[Cards, ...]:
        given = self.data.get("reshuffles")
        if given is None or given == []:
            return ()
        if not isinstance(given, list):
            raise RecordError(f"reshuffles: is {shorten(given)}; it must be a list of lists")
        most = variant.redeals if variant.reshuffles else 0
        if len(given) > most:
            raise RecordError(
                f"reshuffles: holds {len(given)} orders; {variant.id} has {most} shuffled redeals"
            )
        return tuple(self._cards(order, f"reshuffles[{at}]") for at, order in enumerate(given))

    def _check_orders(self, record: Record, orders: tuple[Cards, ...]) -> None:
        if orders:
            made = orders_of(tuple(record.games()), record.main_line)
            for at, (order, have) in enumerate(zip(orders, made, strict=False)):
                if order != have:
                    raise RecordError(
                        f"reshuffles[{at}]: does not hold exactly the {len(have)} cards that were "
                        f"gathered"
                    )

    def _tree(self, record: Record, main: list[int]) -> None:
        """The branches and the place of the player, which only our own files hold."""
        tree = self.data.get("calclab")
        if tree is None:
            return
        if not isinstance(tree, dict):
            raise RecordError(f"calclab: is {shorten(tree)}; it must be an object")
        lines = [main]
        for number, branch in enumerate(self._list(tree, "branches", "calclab.branches", dict)):
            place = f"calclab.branches[{number}]"
            parent = self._number("line", branch, f"{place}.line") or 0
            at = self._number("at", branch, f"{place}.at") or 0
            if not 0 <= parent < len(lines) or not 0 <= at < len(lines[parent]):
                raise RecordError(f"{place}: leaves line {parent} at move {at}, which is not there")
            moves = self._list(branch, "moves", f"{place}.moves", str)
            ids = record.graft(lines[parent][at], moves)
            lines.append(lines[parent][: at + 1] + self._played(ids, moves, f"{place} move"))
        here = self._number("at", tree, "calclab.at")
        try:
            record.go(len(main) - 1 if here is None else here)
        except ValueError as error:
            raise RecordError(f"calclab.at: {error}") from None

    def _played(self, ids: Iterator[int], moves: list[str], place: str) -> list[int]:
        """The ids of the nodes of a line, while its moves are played one by one."""
        played: list[int] = []
        try:
            for node_id in ids:
                played.append(node_id)
        except NotationError as error:
            raise RecordError(f"{place} {len(played) + 1}: {error}") from None
        except (IllegalMove, UnknownOrder) as error:
            name = moves[len(played)]
            reason = str(error).partition(": ")[2] if isinstance(error, IllegalMove) else error
            raise RecordError(f"{place} {len(played) + 1} {shorten(name)}: {reason}") from None
        return played

    def _number(
        self, key: str, data: dict[str, Any] | None = None, place: str | None = None
    ) -> int | None:
        value = (self.data if data is None else data).get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            raise RecordError(f"{place or key}: is {shorten(value)}; it must be a whole number")
        return value

    def _text(self, key: str) -> str:
        value = self.data.get(key, "")
        if not isinstance(value, str):
            raise RecordError(f"{key}: is {shorten(value)}; it must be a text")
        return value

    def _list(self, data: dict[str, Any], key: str, place: str, kind: type) -> list[Any]:
        value = data.get(key, [])
        word = {str: "texts", int: "whole numbers", dict: "objects"}[kind]
        if not isinstance(value, list):
            raise RecordError(f"{place}: is {shorten(value)}; it must be a list of {word}")
        for at, item in enumerate(value):
            if isinstance(item, bool) or not isinstance(item, kind):
                raise RecordError(f"{place}[{at}]: is {shorten(item)}; it must be one of {word}")
        return value


def _short_name(name: str) -> str:
    text = name.encode("utf-8", "replace").decode() if not name.isprintable() else name
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= 120 else "…" + text[-119:]
