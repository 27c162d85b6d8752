"""The engine and the independent judge play the same games and must agree at every step.

The judge (`tests/oracle.py`) is written from the rulebook alone. A game is random but likes the
foundations, so that games also get far; the seeds are fixed. Only where a shuffled redeal
follows from the game's seed does the judge take the new order from the engine, and then it
checks that the order holds exactly the gathered cards.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from calclab.game import Game, IllegalMove
from calclab.moves import Move
from calclab.record import Record
from tests.oracle import ALL_IDS, GAMES, Table, random_deal, walk

RULES = {
    "bases": [1, 2, 3, 4],
    "intervals": [1, 2, 3, 4],
    "lengths": [13, 13, 13, 13],
    "piles": 4,
    "hold": False,
    "redeals": 0,
    "starters": True,
    "decks": 1,
    "modulus": 13,
}
CUSTOM: list[dict[str, Any]] = [
    {"bases": [5, 5, 9, 13], "intervals": [6, -5, 12, -1], "piles": 2, "hold": True},
    {"intervals": [1, 1, 2, 2], "starters": False, "redeals": 3, "hold": 1},
    {"modulus": 7, "lengths": [7] * 4, "intervals": [3, 5, -2, 6], "piles": 1, "redeals": 1},
    {
        "bases": [1, 2, 3, 4, 5, 6, 7, 8],
        "intervals": [8, -7, 6, -5, 4, -3, 2, -1],
        "lengths": [13] * 8,
        "decks": 2,
        "piles": 8,
    },
]
GAMES_OF_EACH = {"devils-grip": 2, "appreciate": 4, "giant": 4}
MOVES_AT_MOST = {"devils-grip": 60, "appreciate": 90}


def setups() -> list[tuple[str, dict[str, Any]]]:
    """Every game as the rulebook has it, and with other piles, moduli and rules."""
    found: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in ALL_IDS]
    for name in GAMES:
        found += [(name, {"piles": 1}), (name, {"piles": 7})]
        moduli = [11, 17] if name == "giant" else [5, 7, 11, 29]
        found += [(name, {"modulus": modulus}) for modulus in moduli]
    found += [(name, {"modulus": 12}) for name in ("sir-tommy", "broken-intervals")]
    found += [("custom", {"rules": RULES | rules}) for rules in CUSTOM]
    return found


def name_of(setup: tuple[str, dict[str, Any]]) -> str:
    name, options = setup
    if "rules" in options:
        return f"{name}-{'-'.join(map(str, options['rules']['intervals']))}"
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


def texts(cards: Any) -> list[str]:
    return [str(card) for card in cards]


def compare(game: Game, table: Table) -> None:
    """Everything that both know must be equal."""
    assert sorted(str(move) for move in game.moves()) == table.legal()
    assert (game.outcome, game.placed) == (table.outcome, table.placed)
    turned = [game.turned] if game.turned else []
    assert texts([*turned, *game.stock]) == table.stock
    assert bool(turned) == bool(table.cards("S"))
    for name, cards in table.piles.items():
        assert texts(game.pile(name)) == cards, name
    assert list(game.needs) == [table.need(name) for name in table.wanted]


def check_every_name(game: Game, legal: set[str], names: list[str]) -> None:
    """Listed moves are free of objection, all other names are refused with one sentence."""
    for name in names:
        reason = game.why_not(name)
        if name in legal:
            assert reason is None, (name, reason)
        else:
            assert reason and "\n" not in reason and len(reason) < 200, name


def choose(rng: random.Random, legal: list[str]) -> str:
    liked = [move for move in legal if "-F" in move or "-G" in move]
    return rng.choice(liked if liked and rng.random() < 0.75 else legal)


def adopt_order(game: Game, table: Table) -> None:
    """Tell the judge the order of a shuffled redeal that follows from the seed."""
    assert game.turned is not None
    table.reshuffles = [texts([game.turned, *game.stock])]


def play_both(record: dict[str, Any], rng: random.Random, at_most: int) -> tuple[Table, list[str]]:
    game, table = Record.loads(json.dumps(record)).game, Table(record)
    played: list[str] = []
    names = table.every_name()
    while len(played) < at_most:
        compare(game, table)
        legal = table.legal()
        if len(played) % 5 == 0 or len(legal) < 2:
            check_every_name(game, set(legal), names)
            for name in legal:
                game.play(name)
        if not legal:
            break
        move = choose(rng, legal)
        after = game.play(move)
        if move == "redeal" and table.turned_game:
            adopt_order(after, table)
        table.play(move)
        played.append(move)
        game = after
    return table, played


@pytest.mark.parametrize("setup", setups(), ids=name_of)
def test_engine_and_judge_agree_at_every_step(setup: tuple[str, dict[str, Any]]) -> None:
    name, options = setup
    for number in range(GAMES_OF_EACH.get(name, 2 if options else 8)):
        rng = random.Random(f"{name_of(setup)} {number}")
        record = random_deal(name, rng, **options) | {"seed": number}
        table, played = play_both(record, rng, MOVES_AT_MOST.get(name, 250))
        record["moves"] = played
        loaded = Record.loads(json.dumps(record))
        assert (loaded.game.outcome, loaded.game.placed) == (table.outcome, table.placed)
        assert loaded.direct == table.direct


@pytest.mark.parametrize("name", ["S-F9", "W9-F1", "S-T1", "G11-G12", "G11xG21", "H-W1", "F1-W1"])
def test_a_pile_that_the_game_does_not_have_is_refused_with_a_sentence(name: str) -> None:
    game = Record.loads(json.dumps(random_deal("calculation", random.Random(1)))).game
    assert game.why_not(Move.parse(name))
    with pytest.raises(IllegalMove):
        game.play(name)


def test_the_judge_walks_the_sequences_that_the_rulebook_prints() -> None:
    assert walk(2, 2, 13, 13) == [2, 4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11, 13]
    assert walk(3, 3, 13, 13) == [3, 6, 9, 12, 2, 5, 8, 11, 1, 4, 7, 10, 13]
    assert walk(4, 4, 13, 13) == [4, 8, 12, 3, 7, 11, 2, 6, 10, 1, 5, 9, 13]
    assert walk(13, -4, 13, 13) == [13, 9, 5, 1, 10, 6, 2, 11, 7, 3, 12, 8, 4]
