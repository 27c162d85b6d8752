"""Games with columns that build (`appreciate`): one complete search, nearest position first.

What lives here: how a game comes to the kernels and a line back. What does not: the kernels
(``search.columns``).
"""

from __future__ import annotations

from typing import Any

from calclab.game import Game
from calclab.search import columns, encode
from calclab.search.forms import Form
from calclab.solver.search import FOUND, GAVE_UP, NOTHING_WINS, Answer, Search

STEPS = 200  # positions in a round, the same in both forms
PACE = {"plain": 30_000, "numba": 1_500_000}  # more positions than a second brings
MOST = 1 << 21  # positions that are kept, compiled: 0.37 GB with their keys
MOST_PLAIN = 1 << 19  # the same in plain Python: 0.45 GB


def decide(game: Game, search: Search) -> Answer:
    """Search until the verdict is known or a limit is reached."""
    hunt = _Hunt(game, search)
    while not search.is_over():
        verdict = hunt.go_on(min(STEPS, search.left))
        if verdict == columns.FOUND:
            return Answer("won", FOUND, hunt.line())
        if verdict == columns.ALL_SEEN and not hunt.archive.tally[columns.LEFT_OUT]:
            return NOTHING_WINS
        if verdict != columns.MORE:
            break
    return GAVE_UP


def warm(form: Form) -> None:
    """Compile the kernels."""
    from calclab.game import deal

    _Hunt(deal("appreciate", 1), Search(form, 0.01)).go_on(1)


def _room(search: Search) -> int:
    """How many positions are kept: by the limit of positions, where they all have room in plain
    Python too, so that both forms answer the same; else by what the time and the memory allow.
    """
    most = search.left + 1_000
    if most <= MOST_PLAIN:
        return most
    form = search.form.name
    return int(
        min(most, MOST_PLAIN if form == "plain" else MOST, search.seconds * PACE[form] + 1_000)
    )


class _Hunt:
    """One search, with all its lists."""

    def __init__(self, game: Game, search: Search) -> None:
        form = search.form
        self.search, self.task = search, encode.columns_problem(game, form)
        most = _room(search)
        lasts = {found.interval: found.last for found in game.foundations}
        builds = game.variant.builds
        self.builds = form.ints([*builds, *(lasts[step] for step in builds)])
        self.archive = columns.Archive(
            records=form.ints(columns.RECORD * most),
            shelves=form.ints(columns.SHELVES),
            seen=form.ints(2 * most + 1),
            tally=form.ints(3),
        )
        g, root, _turned = self.task.start
        form.is_new(self.archive.seen, form.columns_key(g, root, self.builds))
        form.pack(g, root, self.archive.records, columns.RECORD)
        self.archive.shelves[0] = self.archive.tally[columns.MADE] = 1

    def go_on(self, steps: int) -> int:
        """Some more positions; the verdict of the kernel."""
        g, state, tally = self.task.start.g, self.task.s, self.archive.tally
        before = int(tally[columns.MADE])
        verdict = self.search.form.search_columns(
            g, state, self.builds, self.archive, before + steps
        )
        self.search.nodes += int(tally[columns.MADE]) - before
        return int(verdict)

    def line(self) -> tuple[Any, ...]:
        """The moves from the start to the position that wins."""
        records, record, line = self.archive.records, int(self.archive.tally[columns.WINNER]), []
        while record > 1:
            at = columns.RECORD * record
            line.append(self.task.decode(int(records[at + columns.MOVE])))
            record = int(records[at + columns.PARENT])
        return tuple(reversed(line))
