"""What is claimed about winning, and the figures that belong beside each claim.

What lives here: `CLAIMS`, collected from encyclopaedias, rule pages and players, and the table that
puts figures beside them. None of the claims came with a proof or a program. They are claims about
people; the figures are of programs, so they tell what can be reached and what cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calclab.figures.shipped import Figure, figure
from calclab.messages import _, marked, numeral
from calclab.tables import Tabled


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: its words, the game, the share of games that it names, from `low` to `high`.

    `figures` are the names of the figures beside it: hidden stock first, then visible stock.
    """

    words: str
    game: str
    low: float
    high: float
    figures: tuple[str, ...]

    @property
    def text(self) -> str:
        """The claim in the language of the moment."""
        return _(self.words)

    @property
    def share(self) -> str:
        """The share that it names.

        >>> CLAIMS[0].share, CLAIMS[1].share
        ('20 %', '80 to 100 %')
        """
        low, high = round(100 * self.low), round(100 * self.high)
        if low == high:
            return f"{low} %"
        return _("{low} to {high} %").format(low=low, high=high)

    def shown(self) -> tuple[Figure, ...]:
        """The figures beside it."""
        return tuple(map(figure, self.figures))

    def verdict(self, found: Figure) -> str:
        """Whether a figure lies above or below the claim: only where its interval can tell."""
        low, high = found.possible
        if low > self.high:
            return _("wins more")
        if high < self.low:
            return _("wins fewer")
        if self.low <= low and high <= self.high:
            return _("agrees")
        if found.unknown:
            return _("not told apart; {count} unknown").format(count=found.unknown)
        return _("not told apart")


def _claim(words: str, game: str, share: tuple[float, float], *figures: str) -> Claim:
    return Claim(words, game, *share, figures)


_STANDARD = ("calculation-strong", "calculation-solver")
_MUSICAL = ("musical-strong", "musical-solver")
_TOMMY = ("sir-tommy-strong", "sir-tommy-solver")

CLAIMS: tuple[Claim, ...] = (
    _claim(
        marked("ordinary play wins 1 in 5"),
        *("calculation", (0.2, 0.2), "calculation-kings-pile", "calculation-solver"),
    ),
    _claim(
        marked("skilled players win over 80 %"),
        *("calculation", (0.8, 1.0), *_STANDARD),
    ),
    _claim(marked("a good player wins 9 in 10"), "calculation", (0.9, 0.9), *_STANDARD),
    _claim(marked("you win 2 in 3"), "calculation", (2 / 3, 2 / 3), *_STANDARD),
    _claim(marked("7 in 10, without undo"), "calculation", (0.7, 0.7), *_STANDARD),
    _claim(
        marked("the expert form: 2 in 3"),
        *("expert", (2 / 3, 2 / 3), "expert-strong", "expert-deep", "expert-solver"),
    ),
    _claim(
        marked("the form with five piles: nearly always"),
        *("easy-5", (0.95, 1.0), "easy-5-strong", "easy-5-solver"),
    ),
    _claim(marked("Betsy Ross: 1 in 5"), "musical", (0.2, 0.2), *_MUSICAL),
    _claim(marked("Betsy Ross: 1 in 2"), "musical", (0.5, 0.5), *_MUSICAL),
    _claim(
        marked("Imaginary Thirteen: 1 in 5"),
        *("giant", (0.2, 0.2), "giant-strong", "giant-solver"),
    ),
    _claim(marked("Sir Tommy: 1 in 5"), "sir-tommy", (0.2, 0.2), *_TOMMY),
    _claim(marked("Sir Tommy: 1 in 3"), "sir-tommy", (1 / 3, 1 / 3), *_TOMMY),
    _claim(
        marked("every game is winnable"),
        *("calculation", (1.0, 1.0), "calculation-solver"),
    ),
)


class ClaimTable(Tabled):
    """Claims and their figures as a table: `str` in text, HTML in a notebook."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self.claims = tuple(claims)

    def head(self) -> tuple[str, ...]:
        """The names of the columns."""
        return (
            _("claim"), _("claimed"), _("game"), _("stock"), _("figure"), _("deals"),
            _("won, with 95 % interval"), _("verdict"),
        )  # fmt: skip

    def rows(self) -> list[tuple[str, ...]]:
        """A row for each claim and each figure beside it."""
        return [
            (
                claim.text if at == 0 else "",
                claim.share if at == 0 else "",
                claim.game if at == 0 else "",
                _("visible") if found.sees_stock else _("hidden"),
                found.name,
                numeral(found.deals),
                found.won_text,
                claim.verdict(found),
            )
            for claim in self.claims
            for at, found in enumerate(claim.shown())
        ]

    def note(self) -> str:
        """How each figure is made again."""
        text = _("`{command}` makes a figure again. Its interval reaches up over unknown deals.")
        return text.format(command="python -m calclab.figures --only FIGURE")

    __repr__ = Tabled.__str__


def beside_claims(claims: Sequence[Claim] = CLAIMS) -> ClaimTable:
    """Every claim with its figures: the stock hidden, and the stock visible."""
    return ClaimTable(claims)
