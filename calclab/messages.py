"""Words for people: one message catalogue, numbers and ranks as the reader writes them.

What lives here: `_` and `ngettext` for every sentence that a person may read, lists in words,
numbers with their marks, and the voice (a language and a set of card letters) in which all speak.
What does not: notation, which is never translated (``cards``, ``moves``). The voice is a context
variable, so that two boards in one notebook can speak two languages; English needs no catalogue.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from calclab.cards import SYMBOLS, Card, rank_name

LANGUAGES = {"en": "English", "de": "Deutsch"}
LETTERS = {
    "AJQK": {1: "A", 11: "J", 12: "Q", 13: "K"},
    "ABDK": {1: "A", 11: "B", 12: "D", 13: "K"},
    "AWDK": {1: "A", 11: "W", 12: "D", 13: "K"},
    "AVDR": {1: "A", 11: "V", 12: "D", 13: "R"},
}
LETTERS_OF_LANGUAGE = {"en": "AJQK", "de": "ABDK"}
_MARKS = {"de": str.maketrans(".,", ",.")}  # how a language writes a number, where not as here
_FOLDER = Path(__file__).parent / "locale"


@dataclass(frozen=True, slots=True)
class Voice:
    """A language of `LANGUAGES` and a set of card letters of `LETTERS`."""

    language: str = "en"
    letters: str = "AJQK"


_USUAL = Voice()  # told from an English that is asked for by being this very object
_voice: ContextVar[Voice] = ContextVar("calclab_voice", default=_USUAL)


@contextmanager
def speaking(language: str = "en", letters: str | None = None) -> Iterator[Voice]:
    """Speak a language, with its own card letters unless others are named.

    >>> with speaking("de"):
    ...     rank_label(12)
    'D'
    """
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r} is unknown; there are {', '.join(LANGUAGES)}")
    letters = letters or LETTERS_OF_LANGUAGE[language]
    if letters not in LETTERS:
        raise ValueError(f"card letters {letters!r} are unknown; there are {', '.join(LETTERS)}")
    token = _voice.set(Voice(language, letters))
    try:
        yield _voice.get()
    finally:
        _voice.reset(token)


def voice() -> Voice:
    """The voice that speaks now."""
    return _voice.get()


def asked_voice() -> Voice | None:
    """The voice that a `speaking` block asks for; None outside of one.

    >>> with speaking("en"):
    ...     asked_voice()
    Voice(language='en', letters='AJQK')
    >>> asked_voice()
    """
    now = _voice.get()
    return None if now is _USUAL else now


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("calclab", _FOLDER, [language], fallback=True)


def _(message: str) -> str:
    """The message in the language that is spoken now."""
    language = _voice.get().language
    return message if language == "en" else _catalogue(language).gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The message for a count, in the language that is spoken now."""
    return _catalogue(_voice.get().language).ngettext(one, many, count)


def marked(message: str) -> str:
    """Mark a text of a data table for translation; `_` translates it where it is shown."""
    return message


def rank_label(rank: int) -> str:
    """The rank in the reader's card letters."""
    return LETTERS[_voice.get().letters].get(rank) or rank_name(rank)


def numeral(value: float, form: str = ",") -> str:
    """A number as the reader writes it; `form` is how an f-string would format it.

    >>> numeral(10_000), numeral(12.04, ".1f")
    ('10,000', '12.0')
    >>> with speaking("de"):
    ...     numeral(10_000), numeral(12.04, ".1f")
    ('10.000', '12,0')
    """
    return format(value, form).translate(_MARKS.get(_voice.get().language, {}))


def listed(parts: Sequence[str]) -> str:
    """The parts as a list in words: `A, B and C`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def either(parts: Sequence[str]) -> str:
    """The parts as a choice in words: `A, B or C`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} or {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def card_label(card: Card) -> str:
    """The card in the reader's letters, with its suit sign: `Q♠`, or `D♠` in German."""
    return rank_label(card.rank) + SYMBOLS[card.suit]
