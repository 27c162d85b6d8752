"""A deal and its moves: undo, redo, branches, and the file that a person can read and mail.

What lives here: `Record`. What does not: how the file is read and checked (``recordfile``), and
where a player's games are kept (``shelf``). Source: the rulebook's "Record file".
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from calclab.cards import Card, whole
from calclab.fields import FieldError, as_path
from calclab.game import Cards, Game
from calclab.moves import Move
from calclab.rules import carried
from calclab.variants import Variant

KEPT_EVERY = 32


class RecordError(ValueError):
    """A record that cannot be read or written; its text is one line: file, place, what is wrong."""


@dataclass(slots=True, eq=False)
class Node:
    """One move in the tree, and what it led to; the first child is the one that redo takes."""

    id: int
    at: int
    move: Move | None = None
    card: Card | None = None
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)
    game: Game | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """A line that was left: its first node's id, the move number it leaves at, its moves."""

    id: int
    at: int
    moves: tuple[Move, ...]


class Record:
    """A game's deal and the tree of its moves; the only value of the engine that changes.

    The main line is the one that the player is on: undo stays on it, redo follows it, and a move
    played after an undo starts a branch that becomes the main line.

    >>> from calclab import deal
    >>> record = Record(deal("calculation", seed=7))
    >>> record.play("S-W1").undo().redo().at
    1
    """

    def __init__(
        self,
        game: Game,
        *,
        player: str = "",
        created: str | None = None,
        extras: dict[str, Any] | None = None,
    ) -> None:
        self.start = game
        self.player = player
        self.created = now_text() if created is None else created
        self.extras: dict[str, Any] = dict(extras or {})
        self._nodes = [Node(0, 0, game=game)]
        self._here = self._nodes[0]
        self._game = game

    @property
    def variant(self) -> Variant:
        """The rules of the game."""
        return self.start.variant

    @property
    def game(self) -> Game:
        """The position that the player is at."""
        return self._game

    @property
    def at(self) -> int:
        """The number of moves played up to here."""
        return self._here.at

    @property
    def node_id(self) -> int:
        """The id of the node that the player is at."""
        return self._here.id

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the deal up to here."""
        return tuple(node.move for node in self._path(self._here) if node.move)

    @property
    def main_line(self) -> tuple[Move, ...]:
        """The moves up to here and those that redo would play."""
        return tuple(node.move for node in self.line() if node.move)

    @property
    def direct(self) -> int:
        """Direct points: moves of the turned card to a foundation, up to here."""
        return count_direct(self.moves)

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The lines that leave the main line, in the order of their move numbers."""
        found = []
        for node in (self._nodes[0], *self.line()):
            for child in node.children[1:]:
                line = tuple(step.move for step in _follow(child) if step.move)
                found.append(Branch(child.id, node.at, line))
        return tuple(found)

    def line(self) -> tuple[Node, ...]:
        """The nodes of the main line, the deal left out."""
        ahead = list(_follow(self._here))[1:]
        return (*(node for node in self._path(self._here) if node.move), *ahead)

    def play(self, move: Move | str) -> Record:
        """Play a move; raises what `Game.play` raises, and then nothing has changed."""
        if isinstance(move, str):
            move = Move.parse(move)
        child, game = self._grow(self._here, self._game, move)
        self._here.children.remove(child)
        self._here.children.insert(0, child)
        self._here, self._game = child, game
        return self

    def graft(self, node_id: int, moves: list[str]) -> Iterator[int]:
        """Add a branch below a node, without going there; yields the ids of its nodes."""
        node = self._nodes[node_id]
        game = self._game_at(node)
        for name in moves:
            node, game = self._grow(node, game, Move.parse(name))
            yield node.id

    def undo(self) -> Record:
        """Take the last move back; at the deal nothing happens."""
        return self.go(self.at - 1) if self.at else self

    def redo(self) -> Record:
        """Play the next move of the main line again; at its end nothing happens."""
        return self.go(self.at + 1) if self._here.children else self

    def go(self, at: int) -> Record:
        """Go to a move number of the main line; raises `ValueError` when it has none such."""
        line = (self._nodes[0], *self.line())
        if whole(at, 0, len(line) - 1) is None:
            raise ValueError(f"move number {at!r} is not within 0 to {len(line) - 1}")
        return self._stand_on(line[at])

    def visit(self, node_id: int) -> Record:
        """Go to a node, by the id that `branches` gives, and make its line the main line."""
        if whole(node_id, 0, len(self._nodes) - 1) is None:
            raise ValueError(f"branch {node_id!r} is no branch of this record")
        node = self._nodes[node_id]
        for step in self._path(node):
            if step.parent:
                step.parent.children.remove(step)
                step.parent.children.insert(0, step)
        return self._stand_on(node)

    def games(self) -> Iterator[Game]:
        """The positions of the main line, from the deal on."""
        game = self.start
        yield game
        for node in self.line():
            assert node.move is not None
            game = game.play(node.move)
            yield game

    @classmethod
    def loads(cls, text: str | bytes, name: str = "record") -> Record:
        """Read a record from its text; raises `RecordError` in one line that begins with `name`."""
        from calclab import recordfile

        return recordfile.read(text, name)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a record file; raises `RecordError` in one line."""
        from calclab import recordfile

        return recordfile.load(path)

    def dumps(self) -> str:
        """The text of the record file: the main line as its moves, branches beside it."""
        from calclab import recordfile

        return recordfile.write(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file in one step, so that a crash leaves the old or the new one, whole."""
        write_whole(path, self.dumps())

    def __repr__(self) -> str:
        return f"<Record {self.variant.id}: move {self.at} of {len(self.main_line)}>"

    def lines(self) -> list[tuple[int, int, tuple[Node, ...]]]:
        """All lines, the main one first: number of the line it leaves, at which move, its nodes."""
        found: list[tuple[int, int, tuple[Node, ...]]] = []
        waiting = [(0, 0, tuple(_follow(self._nodes[0]))[1:])]
        while waiting:
            parent, at, nodes = waiting.pop(0)
            number = len(found)
            found.append((parent, at, nodes))
            origin = nodes[0].parent if nodes else self._nodes[0]
            stops = (origin, *nodes) if number == 0 else nodes
            for node in stops:
                for child in node.children[1:] if node else ():
                    waiting.append((number, child.at - 1, tuple(_follow(child))))
        return found

    def _grow(self, node: Node, game: Game, move: Move) -> tuple[Node, Game]:
        """The child of a node for a move, made if it is new, and its position."""
        after = game.play(move)
        child = next((child for child in node.children if child.move == move), None)
        if child is None:
            card = carried(game, move)
            child = Node(len(self._nodes), node.at + 1, move, card, node)
            child.game = after if child.at % KEPT_EVERY == 0 else None
            self._nodes.append(child)
            node.children.append(child)
        return child, after

    def _stand_on(self, node: Node) -> Record:
        self._here, self._game = node, self._game_at(node)
        return self

    def _game_at(self, node: Node) -> Game:
        """The position at a node, replayed from the nearest one that was kept."""
        steps = []
        while node.game is None:
            assert node.parent is not None and node.move is not None
            steps.append(node.move)
            node = node.parent
        game = node.game
        for move in reversed(steps):
            game = game.play(move)
        return game

    @staticmethod
    def _path(node: Node) -> list[Node]:
        path = [node]
        while path[-1].parent is not None:
            path.append(path[-1].parent)
        return path[::-1]


def count_direct(moves: tuple[Move, ...]) -> int:
    """How many of the moves carry the turned card to a foundation."""
    return sum(move.source == "S" and move.goes_up for move in moves)


def now_text() -> str:
    """The present second in UTC, as records write it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def orders_of(games: tuple[Game, ...], moves: tuple[Move, ...]) -> tuple[Cards, ...]:
    """The orders of the shuffled redeals that were made on a line."""
    return tuple(
        (after.turned, *after.stock) if after.turned else after.stock
        for move, after in zip(moves, games[1:], strict=True)
        if move.kind == "redeal" and after.variant.reshuffles
    )


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file by way of a temporary one beside it; raises `RecordError` in one line."""
    try:
        place = as_path(path).resolve()
        temporary = place.with_name(f".{place.name[:40]}.{secrets.token_hex(4)}.tmp")
        try:
            with temporary.open("x", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(place)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except FieldError as error:
        raise RecordError(f"{path}: {error}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise RecordError(f"{path}: cannot be written: {reason}") from None


def with_orders(game: Game, orders: tuple[Cards, ...]) -> Game:
    """The game with the orders of its coming redeals given."""
    return replace(game, orders=orders)


def _follow(node: Node) -> Iterator[Node]:
    """The node, its first child, that one's first child and so on."""
    while True:
        yield node
        if not node.children:
            return
        node = node.children[0]
