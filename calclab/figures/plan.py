"""Which figures there are to make: game, player, number of deals.

What lives here: `PLAN`, and the deals that it plays. What does not: making them (``remake``). The
seed was used for nothing else, so that no player was ever tuned on these deals. Hidden and visible
stock of one game are played on the same deals.
"""

from __future__ import annotations

from dataclasses import dataclass

from calclab.cards import Card
from calclab.dealing import Layout, from_cards
from calclab.figures.shipped import SOLVER
from calclab.game import Game, deal
from calclab.study.playing import deal_seed
from calclab.study.running import variant_name
from calclab.variants import Variant, get

SEED = "how often"
ASCENDING = "ascending stock"
OTHER_GAMES = ("reverse", "broken-intervals", "no-starters", "hold-cell", "redeal-1", "redeal-2")


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure to make. `effort` is the solver's limit of nodes for one deal."""

    name: str
    variant: Variant
    player: str
    deals: int
    effort: int = 0
    label: str = ""

    @property
    def game(self) -> str:
        """What the figure calls its game."""
        return self.label or variant_name(self.variant)

    def deal(self, number: int) -> Game:
        """A deal by its number, from 0."""
        if self.label == ASCENDING:
            return ascending()
        return deal(self.variant, deal_seed(SEED, number))


def ascending() -> Game:
    """The standard game whose stock comes in ascending order: A A A 2 2 2 … K K K K.

    Nobody has found a win in it, and nobody a proof that there is none.

    >>> "".join(str(card)[0] for card in (ascending().turned, *ascending().stock))[:9]
    'AAA222333'
    """
    variant = get("calculation")
    starters = tuple((Card(rank, "C"),) for rank in (1, 2, 3, 4))
    rest = [Card(rank, suit) for rank in range(1, 14) for suit in "CDHS" if rank > 4 or suit != "C"]
    return from_cards(variant, Layout(starters, tuple(rest)), variant.intervals, None)


def _blind(
    game: str, player: str, deals: int, piles: int | None = None, modulus: int | None = None
) -> Measure:
    variant = get(game, piles, modulus)
    name = f"modulus-{modulus}" if modulus else f"piles-{piles}" if piles else game
    return Measure(f"{name}-{player}", variant, player, deals)


def _solved(name: str, game: str, deals: int, effort: int, piles: int | None = None) -> Measure:
    return Measure(name, get(game, piles), SOLVER, deals, effort)


# The first are the ones that most claims are about.
PLAN: tuple[Measure, ...] = (
    _solved("calculation-solver", "calculation", 20_000, 1_000_000),
    _blind("calculation", "strong", 1_000),
    _blind("calculation", "deep", 400),
    _blind("calculation", "random", 10_000),
    _blind("calculation", "kings-pile", 10_000),
    _blind("calculation", "learned-table", 4_000),
    _blind("expert", "strong", 400),
    _blind("expert", "deep", 400),
    _solved("expert-solver", "expert", 200, 500_000),
    _blind("three-piles", "deep", 400),
    _blind("easy-5", "strong", 1_000),
    _solved("easy-5-solver", "easy-5", 2_000, 500_000),
    _blind("easy-6", "strong", 1_000),
    _blind("musical", "strong", 200),
    _solved("musical-solver", "musical", 200, 500_000),
    _blind("giant", "strong", 100),
    _solved("giant-solver", "giant", 200, 500_000),
    _blind("sir-tommy", "strong", 200),
    _solved("sir-tommy-solver", "sir-tommy", 200, 500_000),
    *(_blind(game, "strong", 200) for game in OTHER_GAMES),
    *(_blind("calculation", "strong", 200, modulus=modulus) for modulus in (7, 11, 17)),
    _blind("calculation", "deep", 100, piles=2),
    _solved("piles-1-solver", "calculation", 1_000, 500_000, piles=1),
    _solved("piles-2-solver", "calculation", 50, 1_000_000, piles=2),
    _solved("piles-3-solver", "calculation", 200, 500_000, piles=3),
    _solved("one234-solver", "one234", 1_000, 2_000_000),
    Measure("ascending-solver", get("calculation"), SOLVER, 1, 10_000_000, ASCENDING),
)
