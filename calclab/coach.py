"""Play without peeking: strategies, baselines by name, and the coach that searches.

What lives here: `Strategy`, the one socket for players; `strategy(name)`; `advise`, every move
with its chance to win. What does not: the solver, which knows the stock (``solver``), and search
itself (``search``). A coach receives a `View`. Its chance comes from the position that is seen,
never from a record, a seed or a clock: the same view gets the same answer anywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from calclab import advice
from calclab.blockage import soonest
from calclab.cards import seed_rng, shorten
from calclab.game import Game, Position, View, deal
from calclab.intervals import wilson
from calclab.moves import DEAL, REDEAL, Move
from calclab.search import encode, forms, nodes, position
from calclab.search.forms import Form
from calclab.variants import Variant

Strategy = Callable[[View], Move]

# Simulations a decision: of games with four piles or more, and of those with fewer, which are
# harder (`one234`, whose columns are no waste piles, counts among these).
# Two packs have half as many, since the games that are tried are twice as long.
LEVELS = {
    "instant": (32, 32),
    "quick": (300, 300),
    "strong": (2_000, 3_000),
    "deep": (15_000, 28_000),
}
PACK = 52  # cards


class Chance(NamedTuple):
    """A move, its chance to win with a 95 % interval, and the simulations that tried it."""

    move: Move
    win: float
    low: float
    high: float
    tries: int


@dataclass(frozen=True, slots=True)
class Advice:
    """Every legal move, best first; moves onto equal piles or foundations share one chance."""

    level: str
    simulations: int
    chances: tuple[Chance, ...]

    @property
    def move(self) -> Move:
        """The best move of this advice.

        `strategy(level)` may play another: it stops when its leader cannot be caught, and gives no
        simulations to moves that are out of the running.
        """
        return self.chances[0].move


def unpeeking(position: Position) -> View:
    """The view of a game; a view stays what it is. Raises `ValueError` for anything else."""
    if isinstance(position, Game):
        return position.view()
    if isinstance(position, View):
        return position
    raise ValueError(f"{shorten(position)} is no View and no Game")


def advise(
    view: Position, level: str = "quick", *, wait: bool = True, form: Form | None = None
) -> Advice:
    """Every legal move with its chance to win, best first; raises `ValueError` where none is.

    A chance is the share of the games tried from here that were won, and those are played by the
    table: who thinks at every card wins more often. Without `wait` plain Python answers while the
    compiled form is still being made.
    """
    view = unpeeking(view)
    count = simulations(level, view.variant)
    legal = advice.legal(view)
    seen = in_hand(view)
    if seen is not view and not seen.piles[0] and seen.turned is None:
        return Advice(level, 0, tuple(Chance(move, 0.0, 0.0, 1.0, 0) for move in legal))
    thought = _think(seen, count, form or forms.best(wait), early=False)
    chances = [_chance(thought, view, move) for move in legal]
    order = {move: -at for at, move in enumerate(legal)}
    chances.sort(key=lambda one: (one.tries, one.win, order[one.move]), reverse=True)
    return Advice(level, thought.simulations, tuple(chances))


def plays(variant: Variant) -> bool:
    """Whether the coach plays a game: every one with waste piles, and `one234`."""
    return encode.is_searchable(variant) or _is_dealt_down(variant)


def in_hand(view: View) -> View:
    """The same position with a card to place: a game that turns no card up has dealt it already.

    The top of the one waste pile of `musical` is in hand as long as more is to come: to deal the
    next card is to lay it down.
    """
    if not _is_dealt_down(view.variant):
        return view
    seen = replace(view, variant=replace(view.variant, turns=True))
    pile = view.piles[0]
    if not pile or not (view.stock_size or view.redeals):
        return seen
    return replace(seen, turned=pile[-1], piles=(pile[:-1],))


def _is_dealt_down(variant: Variant) -> bool:
    return variant.deals == 1 and variant.piles == 1 and not variant.turns


def _on_table(view: View, chosen: Move) -> Move:
    """A move of the card in hand in the words of the game that is on the table."""
    if chosen.source != "S" or not _is_dealt_down(view.variant):
        return chosen
    if chosen.goes_up:
        return Move.parse(f"W1-{chosen.target}")
    return DEAL if view.stock_size else REDEAL


def strategy(name: str) -> Strategy:
    """A player by name: a baseline, the searching coach at a level, or one of ``advice.PLAYERS``.

    Raises `ValueError` with the names there are.

    >>> from calclab import deal
    >>> str(strategy("first-fit")(deal(seed=16).view()))
    'S-W1'
    """
    if not isinstance(name, str) or name not in names():
        raise ValueError(f"{shorten(name)} is no strategy; there are {', '.join(names())}")
    if name in LEVELS:
        return lambda view: searched_move(view, simulations(name, view.variant))
    return BASELINES[name] if name in BASELINES else advice.PLAYERS[name]


def names() -> tuple[str, ...]:
    """The names of all players: baselines, levels of the coach, and players of advice."""
    return (*BASELINES, *LEVELS, *advice.PLAYERS)


def searched_move(view: View, simulations: int, form: Form | None = None) -> Move:
    """The move of the tree search after so many simulations."""
    legal = advice.legal(view)
    if len(legal) == 1:
        return legal[0]
    chosen = form or forms.best()
    seen = in_hand(view)
    move = _sure_move(seen, chosen) or _think(seen, simulations, chosen, early=True).best()
    return _on_table(view, move)


def learned_table(view: View) -> Move:
    """The move of the table policy, without search."""
    legal = advice.legal(view)
    task = encode.problem(in_hand(view), forms.best())
    g, root, turned = task.start
    task.form.play_card(g, root, turned, task.desk, task.closed)
    if root[position.MOVES] == 0:
        return legal[0]
    return _on_table(view, task.decode(int(task.desk.moves[0])))


def table_game(game: Game) -> Game:
    """The end of the game that `learned_table` plays from here, without a view for each move."""
    task = encode.problem(game, forms.best())
    g, root, turned = task.start
    if g[position.HOLD]:
        turned = 0  # what goes in and out of the cell is two moves
    while turned:
        task.form.play_card(g, root, turned, task.desk, task.closed)
        turned = int(task.form.draw(root, task.stock))
    for move in task.line(int(root[position.MOVES])):
        game = game.play(move)
    while game.moves():
        move = learned_table(game.view())
        game = game.play(move)
        if move.kind == "redeal":
            return table_game(game)
    return game


def random_move(view: View) -> Move:
    """To a foundation when that is possible, else anything, by a chance from the position."""
    legal = advice.legal(view)
    choice = [move for move in legal if move.goes_up] or list(legal)
    return choice[int(seed_rng(_digest(view).hex()).random() * len(choice))]


def first_fit(view: View) -> Move:
    """The first legal move: to a foundation when that is possible, else onto the first pile."""
    return advice.legal(view)[0]


def kings_pile(view: View) -> Move:
    """A pile for the last ranks, and elsewhere sooner cards over later ones when possible."""
    legal = advice.legal(view)
    to_foundations = [move for move in legal if move.goes_up]
    if to_foundations or view.turned is None:
        return (to_foundations or list(legal))[0]
    onto = [move for move in legal if move.source == "S" and move.parks]
    return min(onto, key=lambda move: _disorder(view, move.target)) if onto else legal[0]


BASELINES: dict[str, Strategy] = {
    "random": random_move,
    "first-fit": first_fit,
    "kings-pile": kings_pile,
    "learned-table": learned_table,
}


def _disorder(view: View, name: str) -> tuple[int, int]:
    assert view.turned is not None
    rank, pile = view.turned.rank, view.pile(name)
    lasts = {foundation.last for foundation in view.foundations}
    kings = bool(pile) and pile[0].rank in lasts
    if rank in lasts:
        return (0 if kings else 1 if not pile else 2 + len(pile), 0)
    if not pile:
        return (1, 0)
    times = soonest(view)
    under, over = (times[one - 1] or advice.FAR for one in (pile[-1].rank, rank))
    return (0, under - over) if under >= over else (2 + kings, over - under)


def warm(form: Form) -> None:
    """Compile what advice and play need."""
    view = deal("calculation", 1).view()
    _sure_move(view, form)
    _think(view, 8, form, early=True)


@dataclass(slots=True)
class Thought:
    """A searched tree: what its root says about each action."""

    task: encode.Problem
    tree: nodes.Tree
    simulations: int

    def actions(self) -> list[int]:
        """The root's actions by number; a pile under the card in hand is closed."""
        first, count = int(self.tree.nodes[0]), int(self.tree.nodes[1])
        numbers = range(first, first + count)
        if not self.task.closed:
            return list(numbers)
        return [at for at in numbers if self.numbers(at)[0] < position.SOURCE]

    def numbers(self, at: int) -> tuple[int, int, int, float]:
        """Move, visits, wins and mean value of an action."""
        move, visits, wins = (int(self.tree.acts[nodes.ACTION * at + part]) for part in range(3))
        return move, visits, wins, float(self.tree.sums[at]) / max(1, visits)

    def best(self) -> Move:
        """The action tried most often, the better one where two are equal."""
        at = max(self.actions(), key=lambda one: (self.numbers(one)[1], self.numbers(one)[3]))
        return self.task.decode(self.numbers(at)[0])


def _think(view: View, count: int, form: Form, early: bool) -> Thought:
    task = encode.problem(view, form)
    form.seed_chance(task.desk.chance, int.from_bytes(_digest(view)[:7], "big"))
    tree = _empty_tree(form, count, view.variant.modulus, len(task.desk.moves))
    form.add_node(*task.start, True, tree)
    done = form.think(task.start, task.s, task.stock, task.desk, tree, count, early)
    return Thought(task, tree, int(done))


def _empty_tree(form: Form, count: int, modulus: int, deepest: int) -> nodes.Tree:
    most_nodes, most_actions = count + 2, 12 * count + 400
    return nodes.Tree(
        form.ints(nodes.NODE * most_nodes),
        form.ints(nodes.ACTION * most_actions),
        form.ints((modulus + 1) * most_actions),
        form.reals(most_actions),
        form.reals(most_actions),
        form.ints(deepest),
        form.ints([0, 0, most_nodes, most_actions]),
    )


def _sure_move(view: View, form: Form) -> Move | None:
    """A move that no search can better: a card that only one foundation still needs."""
    task = encode.problem(view, form)
    g, root, turned = task.start
    if not task.closed and form.play_safe_top(g, root, task.desk.moves) == 1:
        return task.decode(int(task.desk.moves[0]))
    if turned:
        move = int(form.forced_turned(g, root, turned))
        return task.decode(move) if move >= 0 else None
    return None


def _chance(thought: Thought, view: View, move: Move) -> Chance:
    wanted = _effect(view, move)
    for at in thought.actions():
        code, visits, wins, _value = thought.numbers(at)
        if _effect(view, _on_table(view, thought.task.decode(code))) == wanted:
            low, high = wilson(wins, visits)
            return Chance(move, wins / max(1, visits), low, high, visits)
    return Chance(move, 0.0, 0.0, 1.0, 0)


def _effect(view: View, move: Move) -> tuple[object, ...]:
    """What a move does, whichever of several equal piles or foundations it names."""
    return move.kind, likeness(view, move.source), likeness(view, move.target)


def likeness(view: View, pile: str) -> object:
    """What tells a pile from others: equal piles are as good as each other, and so foundations."""
    if pile[:1] in ("W", "T"):
        return tuple(card.rank for card in view.pile(pile))
    if pile[:1] == "F":
        at = int(pile[1:]) - 1
        return view.foundations[at].sequence, len(view.laid[at])
    return pile


def simulations(level: str, variant: Variant) -> int:
    """How many simulations a level has for a decision in a game.

    >>> from calclab.variants import get
    >>> [simulations("quick", get(name)) for name in ("calculation", "expert", "giant")]
    [300, 300, 150]
    """
    count = LEVELS[check_level(level)][variant.piles <= encode.FEW_PILES]
    return count // max(1, variant.total // PACK)


def check_level(level: str) -> str:
    """A level's name; raises `ValueError` where there is none."""
    if not isinstance(level, str) or level not in LEVELS:
        raise ValueError(f"{shorten(level)} is no level; there are {', '.join(LEVELS)}")
    return level


def _digest(view: View) -> bytes:
    seen = (
        [(found.base, found.interval, found.length, found.modulus) for found in view.foundations],
        [len(laid) for laid in view.laid],
        [[card.rank for card in pile] for pile in view.piles],
        view.turned.rank if view.turned else 0,
        view.redeals,
        list(view.unseen),
    )
    return hashlib.blake2b(repr(seen).encode(), digest_size=16).digest()
