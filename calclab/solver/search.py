"""What every search shares: its answer, its limits, and how it is interrupted.

What lives here: `Solution`; `Search`, the clock, the count and the limits of one search. What does
not: any search. A search works in rounds of a few thousandths of a second (in plain Python of a few
hundredths); between two of them the clock is read, progress is told, and an interrupt gets through.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from calclab.blockage import Deadlock
from calclab.game import Game
from calclab.messages import _, marked, ngettext
from calclab.moves import Move
from calclab.search.forms import Form

Verdict = Literal["won", "lost", "unknown"]
Watcher = Callable[[int, float], object]  # is told (nodes, seconds)

TELL_EVERY = 0.05  # seconds between two calls of `progress`

# What a verdict rests on; the last two are told with the number of positions.
FOUND = marked("a line was found")
LIMIT, ALL = "a limit was reached", "everything was searched"


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found: the verdict, the line where it is won, and what was searched."""

    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int
    seconds: float
    why: str | Deadlock = field(repr=False)

    @property
    def reason(self) -> str:
        """What the verdict rests on, in the language that is spoken now."""
        if isinstance(self.why, Deadlock):
            return " ".join(self.why.sentences)
        if self.why == LIMIT:
            text = ngettext(
                "gave up after {count} position or game",
                "gave up after {count} positions and games",
                self.nodes,
            )
        elif self.why == ALL:
            text = ngettext(
                "no line wins; {count} position was searched",
                "no line wins; {count} positions were searched",
                self.nodes,
            )
        else:
            text = _(self.why)
        return text.format(count=self.nodes)

    def as_data(self) -> dict[str, object]:
        """The answer as the command line gives it."""
        return {
            "verdict": self.verdict,
            "moves": [str(move) for move in self.moves],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict with what it rests on, and its line."""

    verdict: Verdict
    why: str | Deadlock
    moves: tuple[Move, ...] = ()


GAVE_UP = Answer("unknown", LIMIT)
NOTHING_WINS = Answer("lost", ALL)


@dataclass(slots=True)
class Search:
    """The clock, the count and the limits of one search."""

    form: Form
    seconds: float
    limit: int | None = None
    progress: Watcher | None = None
    nodes: int = 0
    told: float = 0.0
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        self.begun = time.perf_counter()

    @property
    def spent(self) -> float:
        """The seconds since the search began."""
        return time.perf_counter() - self.begun

    @property
    def left(self) -> int:
        """How many positions may still be looked at."""
        return 1 << 60 if self.limit is None else max(0, self.limit - self.nodes)

    def is_over(self) -> bool:
        """Whether a limit is reached; tells progress now and then, and lets its errors through."""
        spent = self.spent
        if self.progress is not None and spent >= self.told + TELL_EVERY:
            self.told = spent
            self.progress(self.nodes, spent)
        return spent >= self.seconds or self.left == 0


def replay(game: Game, line: tuple[Move, ...]) -> Game:
    """The game after a line; the engine refuses a move that is not legal."""
    for step in line:
        game = game.play(step)
    return game
