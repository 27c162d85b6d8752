"""Late positions by chance, and what becomes of them when every move is tried.

What lives here: `ending`, `can_be_won`: an oracle that knows the engine's rules and no search.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from calclab.cards import SUITS, Card
from calclab.game import Game, deal
from calclab.variants import Variant


def ending(
    variant: Variant, seed: int, cards: int, redeals: int = 0, *, on_piles: Sequence[int] = range(4)
) -> Game:
    """A position in which so many cards are not on the foundations, and one of the numbers of
    `on_piles` lie on waste piles; a game that turns cards up has one turned.
    """
    chance = random.Random(seed)
    start = deal(variant, seed)
    full = [found.length for found in start.foundations]
    tally = [1 for _found in full]
    while sum(full) - sum(tally) > cards:
        k = chance.randrange(len(full))
        tally[k] += tally[k] < full[k]
    rest = [
        Card(rank, chance.choice(SUITS))
        for found, count in zip(start.foundations, tally, strict=True)
        for rank in found.sequence[count:]
    ]
    laid = tuple(
        tuple(Card(rank, "C") for rank in found.sequence[:count])
        for found, count in zip(start.foundations, tally, strict=True)
    )
    chance.shuffle(rest)
    places = len(start.piles) - variant.hold
    heaps: list[list[Card]] = [[] for _pile in start.piles]
    for _card in range(min(len(rest) - 1, chance.choice(on_piles))):
        heaps[chance.randrange(places)].append(rest.pop())
    turned = rest.pop(0) if variant.turns else None
    piles = tuple(map(tuple, heaps))
    return replace(start, laid=laid, piles=piles, turned=turned, stock=tuple(rest), redeals=redeals)


def can_be_won(game: Game) -> bool:
    """Whether a won game can be reached, by trying every move of the engine."""
    seen, waiting = {game}, [game]
    while waiting:
        here = waiting.pop()
        if here.is_won:
            return True
        for move in here.moves():
            after = here.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False
