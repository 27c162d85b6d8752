"""Ranks, suits, cards and packs.

What lives here: the values that everybody else passes around, their notation, and a shuffle that
gives the same order on every Python. What does not: rules, arithmetic, translated names
(``messages``). Source: the rulebook's words and record format.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import inf
from operator import index
from typing import Any

SUITS = "CDHS"
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
HIGHEST_RANK = 30
KING = 13

_NAMES = {1: "A", 11: "J", 12: "Q", 13: "K"}
_WORDS = {"ace": 1, "jack": 11, "queen": 12, "king": KING, "t": 10}
_RANK_OF = {
    **{str(rank): rank for rank in range(1, HIGHEST_RANK + 1)},
    **{name.lower(): rank for rank, name in _NAMES.items()},
    **_WORDS,
}


class CardError(ValueError):
    """A rank or a card that cannot be read."""


def rank_name(rank: int) -> str:
    """The rank as records write it: A, 2 … 10, J, Q, K, and digits from 14 on.

    >>> [rank_name(rank) for rank in (1, 10, 12, 14)]
    ['A', '10', 'Q', '14']
    """
    return _NAMES.get(rank) or str(rank)


def parse_rank(text: str | int) -> int:
    """Read a rank from a number, a letter or an English word; raise `CardError` otherwise.

    >>> parse_rank("J"), parse_rank("jack"), parse_rank(11), parse_rank("10")
    (11, 11, 11, 10)
    """
    key = str(text).strip().lower()
    rank = None if isinstance(text, bool) else _RANK_OF.get(key)
    if rank is None:
        raise CardError(f"{shorten(text)} is no rank; a rank is A, 2 to 10, J, Q, K or 1 to 30")
    return rank


@dataclass(frozen=True, slots=True)
class Card:
    """A rank (1..30) and a suit (one of C D H S); suits matter only in `devils-grip`.

    >>> Card(10, "H"), str(Card(10, "H")), Card(10, "H").symbol
    (Card(10, 'H'), '10H', '10♥')
    """

    rank: int
    suit: str

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `10H`, `qs` or `Q♠`; raise `CardError` otherwise.

        >>> Card.parse("qs")
        Card(12, 'S')
        """
        card = _CARDS.get(text) if isinstance(text, str) else None
        if card is None:
            card = _parse_loosely(text)
        return card

    @property
    def symbol(self) -> str:
        """The card with its suit sign, `10♥`."""
        return rank_name(self.rank) + SYMBOLS[self.suit]

    def __str__(self) -> str:
        return rank_name(self.rank) + self.suit

    def __repr__(self) -> str:
        return f"Card({self.rank}, {self.suit!r})"


_CARDS = {
    rank_name(rank) + suit: Card(rank, suit)
    for rank in range(1, HIGHEST_RANK + 1)
    for suit in SUITS
}
_SUIT_OF_SYMBOL = {symbol: suit for suit, symbol in SYMBOLS.items()}


def _parse_loosely(text: object) -> Card:
    if isinstance(text, str) and len(text.strip()) in (2, 3):
        word = text.strip().upper()
        suit = _SUIT_OF_SYMBOL.get(word[-1], word[-1])
        rank = "10" if word[:-1] == "T" else word[:-1]
        if rank + suit in _CARDS:
            return _CARDS[rank + suit]
    raise CardError(f"{shorten(text)} is no card; a card is a rank and a suit, like 10H or QS")


@cache
def pack(modulus: int = 13, decks: int = 1) -> tuple[Card, ...]:
    """All cards of `decks` decks of `modulus` ranks times four suits, in order.

    >>> len(pack()), len(pack(5, decks=2))
    (52, 40)
    """
    one = tuple(_CARDS[rank_name(rank) + suit] for suit in SUITS for rank in range(1, modulus + 1))
    return one * decks


def shuffled(cards: Iterable[Card], rng: random.Random) -> tuple[Card, ...]:
    """The cards in an order drawn from `rng.random()` alone, so that it is the same everywhere."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def seed_key(seed: int | str) -> str:
    """The text that a seed stands for: `7` and `"7"` agree, so do `Blue  Whale` and `blue whale`.

    >>> seed_key(" Blue  Whale "), seed_key(7) == seed_key("7")
    ('blue whale', True)
    """
    number = None if isinstance(seed, str) else whole(seed)
    if not isinstance(seed, str) and number is None:
        raise ValueError(f"seed: {shorten(seed)} is neither a whole number nor a word")
    try:
        text = seed if isinstance(seed, str) else str(number)
        key = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
        key.encode()
    except ValueError:
        raise ValueError("seed: a seed is a whole number or a word of plain text") from None
    if not key or len(key) > 200:
        raise ValueError("seed: a seed has 1 to 200 letters or digits")
    return key


def seed_rng(seed: int | str, purpose: str = "deal") -> random.Random:
    """A generator for one purpose of a seed; only its `random()` may be used."""
    return random.Random(f"{purpose}:{seed_key(seed)}")


def whole(value: Any, low: float = -inf, high: float = inf) -> int | None:
    """The whole number that a value is, numpy's too, if it lies from `low` to `high`; else None.

    >>> whole(7), whole(7, high=6), whole(7.0), whole(True)
    (7, None, None, None)
    """
    try:
        number = index(value)
    except TypeError:
        return None
    return None if isinstance(value, bool) or not low <= number <= high else number


def shorten(value: object, limit: int = 40) -> str:
    """A short, quoted, one-line form of any value, for error messages."""
    try:
        text = repr(value)
    except ValueError:  # an integer too long to print
        text = "a very long number"
    text = text.encode("ascii", "backslashreplace").decode() if not text.isprintable() else text
    return text if len(text) <= limit else text[: limit - 1] + "…"
