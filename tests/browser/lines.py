"""Games played to their end by a simple plan, as lists of move names for hands to follow."""

from calclab import Game, Move, deal
from calclab.tablework import soonest


def winning_line(variant: str, most_deals: int = 200) -> tuple[Game, list[str]]:
    """The first deal of a variant that the plan wins, and its moves."""
    for seed in range(most_deals):
        game = start = deal(variant, seed=seed)
        line: list[str] = []
        while moves := game.moves():
            move = min(moves, key=lambda move: cost(game, move))
            line.append(str(move))
            game = game.play(move)
        if game.outcome == "won":
            return start, line
    raise AssertionError(f"the plan wins none of {most_deals} deals of {variant}")


def cost(game: Game, move: Move) -> tuple[int, int]:
    """Up first; else onto a pile whose top is wanted later than the card, the nearest such."""
    if move.target[0] == "F":
        return 0, 0
    assert game.turned is not None
    wait = soonest(game, game.turned.rank)
    pile = game.pile(move.target)
    top = min((soonest(game, card.rank) for card in pile), default=20)
    return (1, top - wait) if top >= wait else (2, wait - top)
