"""What players do at the table: watched games, counted.

What lives here: `Habits` of one player, `habits` (those that ship), `watch`, `remake`. What does
not: what a player should do. Only what can be read off a record is counted, so that anybody can
count it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from calclab.advice import TALL
from calclab.coach import strategy
from calclab.game import Game, View, deal
from calclab.intervals import Sample
from calclab.moves import Move
from calclab.record import write_whole
from calclab.rules import carried
from calclab.study.playing import deal_seed
from calclab.trials.sayings import COMMAND

FILE = "advice-habits.json"
SHIPPED = Path(__file__).with_name(FILE)
SEED, GAMES = "habits", 80
WATCHED = ("no-plan", "careful", "strong")


@dataclass(slots=True)
class Habits:
    """What one player did in so many games of the standard game.

    `kings` counts where Kings were parked: on an empty pile, on Kings, or over other cards.
    `held` cards were parked although they fitted. `tallest[height]` are the games whose tallest
    pile had that height, and how many of them were won. `full` are the foundations of won games in
    the order in which they were finished, `up[rank]` the number of cards on the foundations when a
    rank went up in won games, added up, and how often.
    """

    player: str
    games: int = 0
    won: int = 0
    held: int = 0
    kings: dict[str, int] = field(default_factory=dict)
    tallest: dict[int, list[int]] = field(default_factory=dict)
    full: dict[str, int] = field(default_factory=dict)
    up: dict[int, list[int]] = field(default_factory=dict)

    @property
    def mean_turn(self) -> dict[int, float]:
        """How many cards lay on the foundations, on average, when a rank went up."""
        return {rank: total / times for rank, (total, times) in sorted(self.up.items())}

    @property
    def parked_kings(self) -> dict[str, Sample]:
        """Where Kings were parked, of all that were: on an empty pile, on Kings, over others."""
        total = sum(self.kings.values())
        return {place: Sample(count, total) for place, count in self.kings.items()}

    @property
    def first_full(self) -> dict[str, Sample]:
        """Which foundation was full first, of all won games."""
        found: dict[str, int] = {}
        for order, games in self.full.items():
            found[f"F{order[0]}"] = found.get(f"F{order[0]}", 0) + games
        return {name: Sample(games, self.won) for name, games in sorted(found.items())}

    @property
    def tall(self) -> Sample:
        """The won games in which some pile held `TALL` cards or more, of all won games."""
        return Sample(
            sum(w for height, (_g, w) in self.tallest.items() if height >= TALL), self.won
        )


def habits(player: str = "strong") -> Habits:
    """The habits of a player that ship with the package; raises `ValueError` with the players."""
    data = json.loads(SHIPPED.read_text("utf-8"))
    if player not in data["players"]:
        raise ValueError(f"{player!r} was not watched; there are {', '.join(data['players'])}")
    return _habits(data["players"][player])


def _habits(data: dict[str, Any]) -> Habits:
    for name in ("tallest", "up"):
        data[name] = {int(key): value for key, value in data[name].items()}
    return Habits(**data)


def watch(player: str, games: int, seed: str = SEED) -> Habits:
    """Let a player play, and count."""
    found = Habits(player)
    play = strategy(player)
    for number in range(games):
        _watch(found, deal("calculation", deal_seed(seed, number)), play)
    return found


def _watch(found: Habits, game: Game, play: Callable[[View], Move]) -> None:
    tallest, finished, up = 0, "", []
    while game.moves():
        view = game.view()
        move = play(view)
        if move.parks:
            _count_parked(found, view, move)
        else:
            card = carried(view, move)
            assert card is not None
            up.append((card.rank, view.placed))
        game = game.play(move)
        tallest = max(tallest, *map(len, game.piles))
        number = move.target[1:]
        if move.goes_up and game.needs[int(number) - 1] is None:
            finished += number
    found.games += 1
    found.won += game.is_won
    told = found.tallest.setdefault(tallest, [0, 0])
    told[0] += 1
    told[1] += game.is_won
    if game.is_won:
        found.full[finished] = found.full.get(finished, 0) + 1
        for rank, placed in up:
            sums = found.up.setdefault(rank, [0, 0])
            sums[0] += placed
            sums[1] += 1


def _count_parked(found: Habits, view: View, move: Move) -> None:
    assert view.turned is not None
    rank, pile = view.turned.rank, view.pile(move.target)
    last = view.foundations[0].last
    found.held += rank in view.needs
    if rank == last:
        ranks = {card.rank for card in pile}
        place = "over others" if ranks - {last} else "on Kings" if ranks else "on an empty pile"
        found.kings[place] = found.kings.get(place, 0) + 1


def remake(path: Path, games: int = GAMES) -> None:
    """Watch every player, and write the file."""
    told = {name: asdict(watch(name, games)) for name in WATCHED}
    command = COMMAND if games == GAMES else f"{COMMAND} --games {games}"
    data = {"command": command, "seed": SEED, "players": told}
    write_whole(path, json.dumps(data, indent=1) + "\n")
