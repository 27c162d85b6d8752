"""The questions of the lessons and how an answer is judged.

What lives here: the way to one exercise, to a pupil's own set, and to the teacher's key. What does
not: the kinds themselves (``exercises``), drills, and pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from calclab.cards import seed_key, seed_rng, shorten, whole
from calclab.exercises import (  # the kinds enter themselves into the table
    burying,
    counting,
    foresight,  # noqa: F401 (its predictions enter themselves, too)
    inverses,
    measuring,  # noqa: F401
    playing,
    proofs,
    ring,
    sequences,
)
from calclab.exercises.exercise import Exercise, Mistake, Results, Verdict
from calclab.exercises.making import KINDS, Draw, row
from calclab.exercises.predictions import PREDICTIONS, prediction
from calclab.messages import _

LESSON_KINDS = {
    "02": (*counting.NUMBERS, *sequences.NUMBERS),
    "03": (*ring.NUMBERS, *inverses.NUMBERS),
    "05": (*burying.NUMBERS, *proofs.NUMBERS),
    "07": (*playing.NUMBERS,),
}

__all__ = [
    "LESSON_KINDS",
    "PREDICTIONS",
    "Exercise",
    "Mistake",
    "Results",
    "Verdict",
    "exercise",
    "key",
    "kinds",
    "prediction",
    "pupil_seed",
    "rounds",
    "walk",
]


def exercise(kind: int, seed: int | str = 1, modulus: int = 13) -> Exercise:
    """One exercise of a kind (see `kinds`). The same seed asks the same question everywhere.

    Raises `ValueError` for an unknown kind or a ring on which the kind has no question.

    >>> question = exercise(2, seed="blue whale 7")
    >>> question.check(question.answer_text).right
    True
    """
    if whole(kind) not in KINDS:
        raise ValueError(f"exercise {shorten(kind)}: the kinds are 1 to {len(KINDS)}")
    if whole(modulus, 2, 30) is None:
        raise ValueError(f"modulus {shorten(modulus)} is not a whole number from 2 to 30")
    name, _title, make = KINDS[kind]
    text = seed_key(seed)
    made = make(Draw(kind, name, text, modulus, seed_rng(text, f"exercise {kind}")))
    return replace(made, remake=lambda other: exercise(kind, other, modulus))


def walk(sequence: Iterable[int]) -> str:
    """Ranks in a row, in the reader's card letters.

    >>> walk((3, 6, 9, 12))
    '3 6 9 Q'
    """
    return row(sequence)


def rounds(sequence: tuple[int, ...]) -> str:
    """A sequence as lines, one for each round of the ring.

    >>> print(rounds((3, 6, 9, 12, 2, 5, 8)))
    3 6 9 Q
    2 5 8
    """
    return "\n".join(row(one) for one in sequences.rows_of(sequence))


def kinds() -> tuple[tuple[int, str], ...]:
    """Every kind's number and title.

    >>> kinds()[0]
    (1, 'The next card')
    """
    return tuple((number, _(KINDS[number][1])) for number in sorted(KINDS))


def pupil_seed(word: str, pupil: int | str) -> str:
    """The seed of one pupil: the class's word and the pupil's number.

    >>> pupil_seed("Blue  Whale", 7)
    'blue whale 7'
    """
    return seed_key(f"{word} {pupil}")


def key(
    word: str, pupils: int | Iterable[int | str], chosen: Iterable[int] | None = None
) -> tuple[tuple[str, int, str, str], ...]:
    """The teacher's key: pupil, kind, question and answer, for the same seeds as the pupils'.

    `chosen` are the kinds, all of them if nothing is said; `LESSON_KINDS` has those of a lesson.

    >>> len(key("blue whale", pupils=2, chosen=(1, 2, 3)))
    6
    """
    numbers = range(1, pupils + 1) if isinstance(pupils, int) else pupils
    wanted = tuple(sorted(KINDS) if chosen is None else chosen)
    rows = []
    for pupil in numbers:
        for kind in wanted:
            made = exercise(kind, pupil_seed(word, pupil))
            rows.append((str(pupil), kind, made.question, made.answer_text))
    return tuple(rows)
