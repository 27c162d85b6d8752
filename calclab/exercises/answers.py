"""Reading what a learner typed: ranks in any spelling, numbers, yes or no, nothing, lists.

What lives here: `read`, which turns an answer into plain values or says in one line why it cannot.
What does not: whether the answer is right (``exercises``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from calclab.cards import CardError, parse_rank, shorten
from calclab.messages import LETTERS, _, rank_label, voice

Value = int | bool | Fraction | None

_NOTHING = set("nothing none no-card gone never laid - – — nichts keine keins weg nie".split())
_YES = set("yes y true t right ja wahr stimmt richtig".split())
_NO = set("no n false f wrong nein falsch".split())
_WORDS = {"ass": 1, "bube": 11, "dame": 12, "könig": 13, "koenig": 13, "eins": 1, "one": 1}
_FILLERS = set("and und a an the is = card cards karte karten pile foundation".split())
_FILLERS |= set("dots loops loop steps step".split())


class AnswerError(ValueError):
    """An answer that cannot be read; it is not counted as wrong."""


def read(answer: object) -> tuple[Value, ...]:
    """The values of an answer; raises `AnswerError` with one line on what was not understood.

    >>> read("J"), read(11), read("jack"), read("1, 3 and 7"), read("yes; no"), read("gone")
    ((11,), (11,), (11,), (1, 3, 7), (True, False), (None,))
    >>> read("F2"), read("11th"), read("−3"), read("1/4")
    ((2,), (11,), (-3,), (Fraction(1, 4),))
    """
    if answer is None or isinstance(answer, bool | int | Fraction):
        return (answer,)
    if isinstance(answer, str):
        return _read_text(answer)
    if isinstance(answer, float) and answer == answer and abs(answer) < 10**6:
        return (int(answer) if answer.is_integer() else Fraction(answer).limit_denominator(100),)
    if isinstance(answer, Iterable):
        parts = sorted(answer, key=str) if isinstance(answer, set | frozenset) else list(answer)
        if len(parts) <= 60:
            return tuple(value for part in parts for value in read(part))
    raise AnswerError(_unclear(shorten(answer)))


def _read_text(text: str) -> tuple[Value, ...]:
    if len(text) > 200:
        raise AnswerError(_("That is a long answer. A card or a number is enough."))
    clean = text.casefold().replace("−", "-").replace("¼", "1/4").replace("½", "1/2")
    clean = re.sub(r"\bno card\b", "nothing", clean).replace("⅓", "1/3")
    words = [word for word in re.split(r"[\s,;:]+|(?<=\d)\.(?!\d)", clean) if word]
    if len(words) > 1:
        words = [word.strip("()[]{}'\"?!") for word in words]
        words = [word for word in words if word and not _is_filler(word)]
    return tuple(_value(word, text) for word in words)


def _is_filler(word: str) -> bool:
    return word in _FILLERS and word not in {"a"}


def _value(word: str, whole: str) -> Value:
    word = re.sub(r"[♣♦♥♠?!.]+$", "", word.strip("()[]{}'\""))
    own = {label.casefold(): rank for rank, label in LETTERS[voice().letters].items()}
    if word in own:
        return own[word]
    if word in _NOTHING:
        return None
    if word in _YES or word in _NO:
        return word in _YES
    if found := re.fullmatch(r"(?:foundation|pile|f|w)?\s?(-?\d{1,6})(?:st|nd|rd|th)?", word):
        return int(found[1])
    if found := re.fullmatch(r"(-?\d{1,4})/(\d{1,4})", word):
        return Fraction(int(found[1]), int(found[2]) or 1)
    if word in _WORDS:
        return _WORDS[word]
    try:
        return parse_rank(word)
    except CardError:
        raise AnswerError(_foreign(word) or _unclear(shorten(whole))) from None


def _foreign(word: str) -> str | None:
    """The line for a card letter of another language; None for anything else."""
    for letters in LETTERS.values():
        for rank, label in letters.items():
            if label.casefold() == word:
                return _("{letter} is a card letter of another language. Yours is {own}.").format(
                    letter=label, own=rank_label(rank)
                )
    return None


def _unclear(text: str) -> str:
    return _(
        "{text} cannot be read. Answer with a card (A, 7, {jack}), a number, yes or no."
    ).format(text=text, jack=rank_label(11))
