"""Reading what a learner typed: ranks in any spelling, numbers, yes or no, nothing, lists.

What lives here: `read`, which turns an answer into plain values or says in one line why it cannot.
What does not: whether the answer is right (``exercises``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from calclab.cards import CardError, parse_rank, shorten
from calclab.messages import LETTERS, _, marked, rank_label, voice

Value = int | bool | Fraction | None

_NOTHING = set("nothing none no-card gone never laid - – — nichts keine keins weg nie".split())
_YES = set("yes y true t right ja wahr stimmt richtig".split())
_NO = set("no n false f wrong nein falsch".split())
_WORDS = {"ass": 1, "bube": 11, "dame": 12, "könig": 13, "koenig": 13, "eins": 1, "one": 1}
_PILE = re.compile(r"\b(?:waste )?(?:ablagestapel|stapel|pile) ?(?=\d)")
_FOUNDATION = re.compile(r"\b(?:foundation|fundament) ?(?=\d)")
_FILLERS = set("and und a an the is = card cards karte karten pile foundation".split())
_FILLERS |= set("piles stapel dots loops loop steps step".split())

# Of what is named, only the name or its number is an answer: F1 is no ace.
_NAMED = {
    "foundation": marked("{text} is no foundation. Answer with F1, F2 or another one."),
    "pile": marked("{text} is no pile. Answer with W1, W2 or another one."),
    "choice": marked("{text} is no sentence. Answer with a number from the list."),
}


class AnswerError(ValueError):
    """An answer that cannot be read; it is not counted as wrong."""


def read(answer: object, form: str = "rank") -> tuple[Value, ...]:
    """The values of an answer; raises `AnswerError` with one line on what was not understood.

    `form` is what an exercise wants. What is of another kind is not read: a pile's name where a
    card is wanted, a card where a pile or yes or no is. A letter is a number too, as on a ring.

    >>> read("J"), read(11), read("jack"), read("1, 3 and 7"), read("gone"), read("11th")
    ((11,), (11,), (11,), (1, 3, 7), (None,), (11,))
    >>> read("F2", "foundation"), read("yes; no", "yes-no"), read("−3"), read("1/4")
    ((2,), (True, False), (-3,), (Fraction(1, 4),))
    """
    if answer is None or isinstance(answer, bool | int | Fraction):
        return (_of_kind(answer, form, str(answer)),)
    if isinstance(answer, str):
        return _read_text(answer, form)
    if isinstance(answer, float) and answer == answer and abs(answer) < 10**6:
        number = int(answer) if answer.is_integer() else Fraction(answer).limit_denominator(100)
        return (_of_kind(number, form, str(answer)),)
    if isinstance(answer, Iterable):
        parts = sorted(answer, key=str) if isinstance(answer, set | frozenset) else list(answer)
        if len(parts) <= 60:
            return tuple(value for part in parts for value in read(part, form))
    raise AnswerError(_unclear(shorten(answer)))


def _of_kind(value: Value, form: str, text: str) -> Value:
    """The value, if it is of the kind that the form wants: Python takes `True` for 1."""
    if form == "yes-no":
        right = isinstance(value, bool)
    elif form in _NAMED:
        right = isinstance(value, int) and not isinstance(value, bool)
    else:
        right = not isinstance(value, bool)
    if not right:
        raise AnswerError(_other_kind(text, form))
    return value


def _other_kind(text: str, form: str) -> str:
    """One line on what is wanted instead of an answer of another kind."""
    if form == "yes-no":
        line = _("{text} is neither yes nor no.")
    elif form in _NAMED:
        line = _(_NAMED[form])
    else:
        return _unclear(shorten(text))
    return line.format(text=shorten(text))


def _is_a_place(text: str, form: str) -> str:
    if form in _NAMED:
        return _other_kind(text, form)
    if form.startswith("rank"):
        line = _("{text} is a place on the table. Answer with a card.")
    else:
        line = _("{text} is a place on the table. Answer with a number.")
    return line.format(text=shorten(text))


def _read_text(text: str, form: str) -> tuple[Value, ...]:
    if len(text) > 200:
        raise AnswerError(_("That is a long answer. A card or a number is enough."))
    clean = text.casefold().replace("−", "-").replace("¼", "1/4").replace("½", "1/2")
    clean = re.sub(r"\bno card\b", "nothing", clean).replace("⅓", "1/3")
    clean = _FOUNDATION.sub("f", _PILE.sub("w", clean))
    words = [word for word in re.split(r"[\s,;:]+|(?<=\d)\.(?!\d)", clean) if word]
    if len(words) > 1:
        words = [word.strip("()[]{}'\"?!") for word in words]
        words = [word for word in words if word and not _is_filler(word)]
    return tuple(_of_kind(_value(word, text, form), form, text) for word in words)


def _is_filler(word: str) -> bool:
    return word in _FILLERS and word not in {"a"}


def _value(word: str, whole: str, form: str) -> Value:
    if form in _NAMED and re.search("[♣♦♥♠]", word):
        raise AnswerError(_other_kind(whole, form))
    word = re.sub(r"[♣♦♥♠?!.]+$", "", word.strip("()[]{}'\""))
    if form == "yes-no" and word not in _YES | _NO:
        raise AnswerError(_other_kind(whole, form))
    if found := re.fullmatch(r"([fw])\d{1,6}", word):
        if found[1] != {"foundation": "f", "pile": "w"}.get(form):
            raise AnswerError(_is_a_place(whole, form))
        return int(word[1:])
    if form in _NAMED and not re.fullmatch(r"-?\d{1,6}(?:st|nd|rd|th)?", word):
        raise AnswerError(_other_kind(whole, form))
    own = {label.casefold(): rank for rank, label in LETTERS[voice().letters].items()}
    if word in own:
        return own[word]
    if word in _NOTHING:
        return None
    if word in _YES or word in _NO:
        return word in _YES
    if found := re.fullmatch(r"(-?\d{1,6})(?:st|nd|rd|th)?", word):
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
