"""Deals by difficulty: five grades of a hundred deals for three games, each with a winning line.

What lives here: `pack`, `todays_deal`, `choose`, and reading `deals.txt`. What does not: how the
deals were found and graded (``python -m calclab.packs`` writes the file). Each line of the file is
a deal: grade, seed, tries, who won it, and the winning line with one letter a move.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path

from calclab.cards import shorten
from calclab.game import Game, deal
from calclab.moves import Move
from calclab.variants import VariantError, get

GAMES = ("calculation", "three-piles", "expert")
GRADES = (1, 2, 3, 4, 5)
PLAYERS = ("learned-table", "instant", "quick")  # of the coach; they never see the stock
FILE = Path(__file__).with_name("deals.txt")

# One letter for each move of these games: from the stock to anywhere, from a pile to a foundation.
_NAMES = [f"S-{target}{at}" for target in "FW" for at in range(1, 5)]
_NAMES += [f"W{pile}-F{at}" for pile in range(1, 5) for at in range(1, 5)]
LETTER_OF = {name: chr(ord("a") + at) for at, name in enumerate(_NAMES)}
_MOVE_OF = {letter: Move.parse(name) for name, letter in LETTER_OF.items()}
_GRADE_OF_WEEKDAY = (1, 2, 2, 3, 3, 4, 5)  # Monday first


@dataclass(frozen=True, slots=True)
class PackDeal:
    """A deal that can be won, and how hard that is.

    `tries` is the mean number of tries in which the solver, who knows the stock, finds a win.
    `won_by` names the players of the coach that win the deal without knowing the stock.
    """

    variant: str
    grade: int
    seed: int
    tries: int
    won_by: tuple[str, ...]
    line: tuple[Move, ...] = field(repr=False)

    @property
    def game(self) -> Game:
        """The deal, ready to be played."""
        return deal(self.variant, self.seed)


def pack(variant: str = "calculation", grade: int | str | None = None) -> tuple[PackDeal, ...]:
    """The deals of a grade from 1 (easiest) to 5, or of all five; raises `ValueError`.

    >>> len(pack("expert", grade=5)), pack()[0].game.is_won
    (100, False)
    """
    game = get(variant).id
    if game not in GAMES:
        raise VariantError(f"there is no pack for {game}; there are packs for {', '.join(GAMES)}")
    if grade is not None and (type(grade) is not int or grade not in GRADES):
        raise ValueError(f"grade: {shorten(grade)} is no grade; a grade is 1 (easiest) to 5")
    return tuple(one for one in _deals()[game] if grade in (None, one.grade))


def choose(variant: str, wish: int | str) -> PackDeal:
    """Today's deal for the wish `today`, else a deal of that grade by chance; raises `ValueError`.

    >>> choose("expert", 5).grade
    5
    """
    return todays_deal(variant=variant) if wish == "today" else secrets.choice(pack(variant, wish))


def todays_deal(
    now: date | datetime | None = None, variant: str = "calculation", grade: int | None = None
) -> PackDeal:
    """The deal of a day, by itself today; the same for everybody.

    The week gets harder from Monday to Sunday, unless a grade is given.

    Raises `ValueError` for what is no date, no game with a pack, or no grade.

    >>> todays_deal(date(2026, 11, 30)).grade, todays_deal(date(2026, 12, 6)).grade
    (1, 5)
    """
    now = date.today() if now is None else now
    if not isinstance(now, date):
        raise ValueError(f"{shorten(now)} is no date; a date is like date(2026, 11, 30)")
    day = now.date() if isinstance(now, datetime) else now
    deals = pack(variant, _GRADE_OF_WEEKDAY[day.weekday()] if grade is None else grade)
    return deals[day.toordinal() * 37 % len(deals)]


@cache
def _deals() -> dict[str, tuple[PackDeal, ...]]:
    found: dict[str, list[PackDeal]] = {game: [] for game in GAMES}
    for line in FILE.read_text(encoding="ascii").splitlines():
        game, grade, seed, tries, won, letters = line.split()
        found[game].append(
            PackDeal(
                game,
                int(grade),
                int(seed),
                int(tries),
                tuple(name for name, mark in zip(PLAYERS, won, strict=True) if mark == "1"),
                tuple(_MOVE_OF[letter] for letter in letters),
            )
        )
    return {game: tuple(deals) for game, deals in found.items()}
