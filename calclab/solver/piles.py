"""Games with waste piles: noisy play looks for a win, complete search for a win or a proof.

What lives here: how the two take turns, and how a game comes to the kernels: `musical` is the same
game as one whose next card is always turned (`deal` lays it on the waste), and the order of redeals
follows from the seed. What does not: the kernels (``search.restarts``, ``search.complete``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from calclab.cards import seed_rng
from calclab.game import Game
from calclab.messages import marked
from calclab.moves import DEAL, Move, move
from calclab.search import complete, encode, position, redeals
from calclab.search.forms import Form
from calclab.search.redeals import Supply
from calclab.search.restarts import Kept
from calclab.solver.search import FOUND, GAVE_UP, NOTHING_WINS, Answer, Search

HEATS = (256, 320, 400, 512, 640)  # noise of the games in turn, in 256ths
FIRST_TURNS = 20  # rounds of games that all begin at the start, before complete search joins in;
FEW_CARDS = 13  # it joins at once where so few are left, since it is done soon
PATIENCE = 2_000  # games without a better one before the search starts afresh
CARDS_A_ROUND = 600  # cards played in a round of games, about
STEPS = 100  # positions of complete search in a round, the same in both forms
MEMORY = 1 << 21  # positions proved lost that are kept: 16 MB compiled, 80 MB plain
LARGE_MEMORY = 1 << 24  # the same for a search of a minute and more, compiled: 128 MB


def decide(game: Game, search: Search) -> Answer:
    """Search until the verdict is known or a limit is reached."""
    known = game.seed is not None or not game.variant.reshuffles
    hunt = _Hunt(game if known else replace(game, redeals=0), search)
    answer = hunt.run()
    if game.redeals and not known and answer.verdict == "lost":
        why = marked("no line wins without a redeal, whose order is unknown")
        return Answer("unknown", why)
    return answer


def warm(form: Form) -> None:
    """Compile the kernels."""
    from calclab.game import deal

    hunt = _Hunt(deal("calculation", 1), Search(form, 60.0))
    hunt.play(256, 0, 1)
    hunt.prove(2)


def _with_turned_card(game: Game) -> Game:
    """The same game with its next card turned."""
    if game.variant.turns or not game.variant.deals:
        return game
    return replace(
        game,
        variant=replace(game.variant, turns=True),
        turned=game.stock[0] if game.stock else None,
        stock=game.stock[1:],
    )


def _as_dealt(line: tuple[Move, ...]) -> Iterator[Move]:
    """A line of the game with a turned card in the words of the game that deals onto its waste."""
    for step in line:
        if step.source != "S":
            yield step
            continue
        yield DEAL
        if step.target[0] == "F":
            yield move("W1", step.target)


class _Hunt:
    """One search, with all its lists."""

    def __init__(self, game: Game, search: Search) -> None:
        self.game, self.search, self.form = game, search, search.form
        form = self.form
        self.task = encode.problem(_with_turned_card(game), form)
        self.rounds = max(1, CARDS_A_ROUND // (self._cards() + 1))
        self.supply = self._supply()
        self.kept = Kept(form.ints(encode.most_moves(game)), form.ints(3))

    def run(self) -> Answer:
        """Take turns until the verdict is known or a limit is reached."""
        turn, alone = 0, FIRST_TURNS if self._cards() > FEW_CARDS else 1
        while not self.search.is_over():
            heat = HEATS[turn % len(HEATS)]
            patience = 0 if turn < FIRST_TURNS else PATIENCE
            if not self.task.columns and self.play(heat, patience, self.rounds):
                return self._won(self.task.s, self.task.desk.moves)
            if (turn >= alone or self.task.columns) and self.search.left > 0:
                verdict = self.prove(STEPS)
                if verdict == complete.WON:
                    return self._won(self.proof[0], self.proof[2].moves)
                if verdict == complete.LOST:
                    return NOTHING_WINS
            turn += 1
        return GAVE_UP

    def play(self, heat: int, patience: int, count: int) -> bool:
        """Some noisy games; whether one was won."""
        task, heat = self.task, heat if patience == 0 else max(heat, 512)
        count = min(count, self.search.left)
        played = self.form.restarts(
            task.start, task.s, self.supply, task.desk, self.kept, heat, count, patience
        )
        self.search.nodes += abs(int(played))
        return bool(played > 0)

    def prove(self, steps: int) -> int:
        """Some positions of complete search; its verdict."""
        state, supply, proof = self.proof
        before = int(proof.budget[0])
        proof.budget[1] = before + min(steps, self.search.left)
        verdict = self.form.prove(self.task.start, state, supply, proof)
        self.search.nodes += int(proof.budget[0]) - before
        return int(verdict)

    @cached_property
    def proof(self) -> tuple[Any, Supply, complete.Proof]:
        """The lists of complete search, which stay as they are while games are played."""
        form, supply, desk = self.form, self.supply, self.task.desk
        most = encode.most_moves(self.game)
        return (
            form.ints(position.STATE_SIZE),
            supply._replace(
                stock=form.ints([int(rank) for rank in supply.stock]),
                past=form.ints(len(supply.past)),
            ),
            complete.Proof(
                table=desk.table,
                options=desk.options,
                moves=form.ints(most),
                plan=form.ints(complete.WIDTH * most),
                lost=form.ints(self._memory()),
                budget=form.ints(3),
            ),
        )

    def _memory(self) -> int:
        """The same in both forms where the limit of positions leaves no need for more."""
        search = self.search
        few = search.limit is not None and search.limit <= MEMORY
        small = few or search.seconds < 60 or self.form.name == "plain"
        return MEMORY if small else LARGE_MEMORY

    def _won(self, state: Any, moves: Any) -> Answer:
        line = self.task.line(int(state[position.MOVES]), moves)
        if self.game.variant.deals:
            line = tuple(_as_dealt(line))
        return Answer("won", FOUND, line)

    def _cards(self) -> int:
        """The cards that are not on foundations."""
        game = self.game
        return sum(map(len, game.piles)) + len(game.stock) + (game.turned is not None)

    def _supply(self) -> Supply:
        form, left = self.form, self.game.redeals
        stock = [int(rank) for rank in self.task.stock] + [0] * left * self._cards()
        chance = [0.0] * redeals.CHANCES
        for number in range(1, left + 1):
            if self.game.seed is None:
                break
            source = seed_rng(self.game.seed, f"redeal {self.game.variant.redeals - number + 1}")
            chance += [source.random() for _number in range(redeals.CHANCES)]
        past = form.ints((left + 1) * redeals.PAST)
        return Supply(form.ints(stock), form.reals(chance), past)
