"""Moves and their notation: `S-F2`, `W1-F4`, `G12xG25`, `deal`, `redeal`.

What lives here: the value `Move` and how people may write it. What does not: whether a move is
legal (``rules``). Source: the rulebook's "Pile and move names".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from calclab.cards import shorten

Kind = Literal["move", "swap", "deal", "redeal"]

_PILE = r"(S|H|[WFT][1-9][0-9]?|G[1-9][0-9]?)"
_PAIR = re.compile(rf"{_PILE}[\s\-–−>→]*{_PILE}")
_SWAP = re.compile(rf"{_PILE}\s*[X×]\s*{_PILE}")


class NotationError(ValueError):
    """A move that cannot be read."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move, from a pile to a pile; a `deal` or `redeal` has neither.

    >>> Move.parse("w1 f4"), str(Move.parse("SF2"))
    (Move.parse('W1-F4'), 'S-F2')
    """

    source: str
    target: str
    kind: Kind = "move"

    @staticmethod
    def parse(text: str) -> Move:
        """Read a move as people write it; raise `NotationError` when it cannot be read.

        >>> str(Move.parse("g25 x g12"))
        'G12xG25'
        """
        if not isinstance(text, str):
            raise NotationError(f"{shorten(text)} is no move; a move is text like S-F2 or W1-F4")
        return _parse(text)

    @property
    def goes_up(self) -> bool:
        """Whether it lays a card on a foundation."""
        return self.target[:1] == "F"

    @property
    def parks(self) -> bool:
        """Whether it lays a card on a waste pile."""
        return self.target[:1] == "W"

    def __str__(self) -> str:
        if self.kind in ("deal", "redeal"):
            return self.kind
        return self.source + ("x" if self.kind == "swap" else "-") + self.target

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


DEAL = Move("", "", "deal")
REDEAL = Move("", "", "redeal")


@cache
def move(source: str, target: str) -> Move:
    """The one `Move` object from a pile to a pile."""
    return Move(source, target)


@cache
def swap(first: str, second: str) -> Move:
    """The one `Move` object that swaps two piles, the smaller name first."""
    return Move(min(first, second), max(first, second), "swap")


def _parse(text: str) -> Move:
    if len(text) <= 20:
        word = text.strip().upper()
        if word in ("DEAL", "REDEAL"):
            return DEAL if word == "DEAL" else REDEAL
        if found := _PAIR.fullmatch(word):
            return move(*found.groups())
        if found := _SWAP.fullmatch(word):
            return swap(*found.groups())
    raise NotationError(
        f"{shorten(text)} is no move; a move is like S-F2, W1-F4, G12xG25, deal or redeal"
    )
