"""Questions about a position, and ten practice deals with an open stock.

What lives here: `Question` (a text, how an answer is judged, a hint for a wrong one), makers that
compute a question from a game, whole games as a player plays them, and `PRACTICE`. What does not:
the lessons' exercises (``lessons``). Answers are computed from the game when they are asked for,
never written down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from calclab.cards import parse_rank, shorten
from calclab.game import Game, View, deal
from calclab.messages import LETTERS, _, card_label, marked, ngettext, rank_label
from calclab.moves import Move
from calclab.record import Record
from calclab.rules import sum_text

Kind = Literal["number", "rank", "move", "moves"]
Answer = int | str | tuple[str, ...] | list[str] | None


@dataclass(frozen=True, slots=True)
class Question:
    """One question; `check` answers with a sentence and gives nothing away before it is right."""

    text: str
    kind: Kind
    answer: int | str | frozenset[str]
    hint: str
    why: str

    def check(self, answer: Answer) -> str:
        """What to say to an answer: ask for one, read it, and say why it is right or where to look.

        >>> needs(deal("calculation", seed=7), 2).check(4)
        'Yes: 2 + 2 = 4.'
        """
        if answer is None or (answer == "" and self.kind != "moves"):
            return _("Predict first: write your answer in place of None.")
        try:
            given = self._read(answer)
        except (ValueError, TypeError):
            wish = {
                "number": _("a whole number"),
                "rank": _("a rank, like 7 or {queen}").format(queen=rank_label(12)),
                "move": _("a move, like S-W1"),
                "moves": _("a list of moves, like ['S-W1', 'W2-F3']"),
            }
            return _("{answer} cannot be read here; write {wish}.").format(
                answer=shorten(answer), wish=wish[self.kind]
            )
        if given == self.answer:
            return _("Yes: {why}").format(why=self.why)
        return _("Not yet. {hint}").format(hint=self.hint)

    def _read(self, answer: Answer) -> int | str | frozenset[str]:
        if self.kind == "moves":
            names = answer.replace(",", " ").split() if isinstance(answer, str) else answer
            if not isinstance(names, list | tuple):
                raise TypeError(answer)
            return frozenset(str(Move.parse(name)) for name in names)
        if self.kind == "move":
            return str(Move.parse(str(answer)))
        if isinstance(answer, bool) or not isinstance(answer, int | str):
            raise TypeError(answer)
        return _read_rank(answer) if self.kind == "rank" else int(answer)

    def _repr_markdown_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


def _read_rank(answer: int | str) -> int:
    """A rank in the card letters of any language: no letter means two ranks."""
    letter = str(answer).strip().upper()
    for letters in LETTERS.values():
        for rank, name in letters.items():
            if name == letter:
                return rank
    return parse_rank(answer)


def needs(game: Game, number: int) -> Question:
    """What does foundation `number` (from 1) need?"""
    foundation, laid = game.foundations[number - 1], game.laid[number - 1]
    need = game.needs[number - 1]
    if need is None or not laid:
        raise ValueError(f"foundation {number} is empty or full; ask about another one")
    up = _("F{number} shows {top} and goes up by {step}. Count on from there.")
    down = _("F{number} shows {top} and goes down by {step}. Count down from there.")
    hint = up if foundation.interval > 0 else down
    return Question(
        _("What does F{number} need?").format(number=number),
        "rank",
        need,
        hint.format(number=number, top=rank_label(laid[-1].rank), step=abs(foundation.interval)),
        f"{sum_text(foundation, len(laid))} = {rank_label(need)}.",
    )


def legal_moves(game: Game) -> Question:
    """Which moves are legal now?"""
    moves = game.moves()
    names = ", ".join(map(str, moves)) or _("none")
    return Question(
        _("Which moves are legal now? Write all of them."),
        "moves",
        frozenset(map(str, moves)),
        _("Look at the turned card and at the top of each pile: {count} moves in all.").format(
            count=len(moves)
        ),
        names + ".",
    )


def moves_to_foundations(game: Game) -> Question:
    """Which cards can go to a foundation now?"""
    moves = [str(move) for move in game.moves() if move.goes_up]
    wanted = ", ".join(rank_label(need) for need in game.needs if need is not None)
    return Question(
        _("Which moves to a foundation are legal now?"),
        "moves",
        frozenset(moves),
        _("The foundations need {ranks}. Which of these lie open?").format(ranks=wanted),
        (", ".join(moves) or _("none")) + ".",
    )


def turns_until(game: Game, rank: int) -> Question:
    """In how many cards does a rank come from the stock? 1 is the next one."""
    turns = [at for at, card in enumerate(game.stock, start=1) if card.rank == rank]
    if not turns:
        raise ValueError(f"no card of rank {rank} is in the stock; ask about another rank")
    label = rank_label(rank)
    return Question(
        _("In how many cards does the next {rank} come?").format(rank=label),
        "number",
        turns[0],
        _("Count the ribbon from its left end; its first card is 1."),
        _("the first {rank} is card {turn} of the ribbon.").format(rank=label, turn=turns[0]),
    )


def first_that_fits(game: Game) -> Question:
    """Which stock card is the first that a foundation needs as things lie now?"""
    needed = set(game.needs)
    turn = next((at for at, card in enumerate(game.stock, 1) if card.rank in needed), None)
    if turn is None:
        raise ValueError("no card of the stock fits now; ask about another deal")
    return Question(
        _("Count from the left end of the ribbon. Which number has the first card that fits?"),
        "number",
        turn,
        _("The foundations need {ranks}. Walk along the ribbon.").format(
            ranks=", ".join(rank_label(need) for need in game.needs if need is not None)
        ),
        _("card {turn}, {card}.").format(turn=turn, card=card_label(game.stock[turn - 1])),
    )


def placed_eagerly(game: Game, cards: int) -> Question:
    """How many of the next cards go up if each goes to a foundation whenever it fits?"""
    placed = _play_eagerly(game, cards).placed - game.placed
    return Question(
        _(
            "Take the turned card and the next, {count} in all. Each goes up if it fits when it is "
            "turned, and is parked otherwise; parked cards stay. How many go up?"
        ).format(count=cards),
        "number",
        placed,
        _("Each card that goes up changes what its foundation needs. Say the needs aloud."),
        ngettext("{count} card goes up.", "{count} cards go up.", placed).format(count=placed),
    )


def most_placed(game: Game, cards: int) -> Question:
    """How many cards can lie on the foundations after the next cards, at best?"""
    most = _most_placed(game, cards)
    return Question(
        _(
            "Take the turned card and the next, {count} in all. Play as well as you can. "
            "How many can go up?"
        ).format(count=cards),
        "number",
        most - game.placed,
        _("A parked card may go up later. Which one must stay on top until then?"),
        ngettext("{count} card can go up.", "{count} cards can go up.", most - game.placed).format(
            count=most - game.placed
        ),
    )


def wanted_last(game: Game, cards: int) -> Question:
    """Which of the next cards is wanted last of all? It belongs lowest."""
    ranks = [card.rank for card in (game.turned, *game.stock)[:cards] if card]
    waits = {rank: soonest(game, rank) for rank in ranks}
    latest = max(waits, key=lambda rank: waits[rank])
    if sorted(waits.values())[-2:] == [waits[latest]] * 2:
        raise ValueError("two ranks are wanted equally late; ask about another deal")
    return Question(
        _("Of the turned card and the next {count}, which rank is wanted last?").format(
            count=cards - 1
        ),
        "rank",
        latest,
        _("For each rank, find the strip where it comes soonest. Which has the longest way?"),
        _("{rank} is wanted in {count} cards at the soonest, later than the others.").format(
            rank=rank_label(latest), count=waits[latest]
        ),
    )


def copies_within(game: Game, rank: int, cards: int) -> Question:
    """How many copies of a rank come within the next cards?"""
    count = sum(card.rank == rank for card in game.stock[:cards])
    label = rank_label(rank)
    return Question(
        _("How many {rank} are among the first {count} on the ribbon?").format(
            rank=label, count=cards
        ),
        "number",
        count,
        _("Use Find a rank: it lights all copies."),
        ngettext("there is {count}.", "there are {count}.", count).format(count=count),
    )


def soonest(game: Game, rank: int) -> int:
    """Cards until some foundation can want the rank; 1 is now, one more than the modulus: never."""
    waits = [
        foundation.distance(rank, len(laid))
        for foundation, laid in zip(game.foundations, game.laid, strict=True)
    ]
    return min((wait for wait in waits if wait), default=game.variant.modulus + 1)


def played(start: Game, player: Callable[[View], Move]) -> Record:
    """The game as a player plays it who sees only the view, to the end.

    >>> played(deal("calculation", seed=7), lambda view: view.moves()[0]).game.outcome
    'lost'
    """
    record = Record(start)
    while record.game.moves():
        record.play(player(record.game.view()))
    return record


def position(seed: int, moves: int = 14) -> Game:
    """A position of the standard game after some moves without a plan; the same for a seed."""
    game = deal("calculation", seed=seed)
    for step in range(moves):
        choices = game.moves()
        game = game.play(choices[(seed + step) % len(choices)])
    return game


@dataclass(frozen=True, slots=True)
class Practice:
    """One practice deal: its number from 1, its seed, what to notice, how its question is made."""

    number: int
    seed: int
    aim: str
    ask: Callable[[Game], Question]

    @property
    def game(self) -> Game:
        """The deal."""
        return deal("calculation", seed=self.seed)

    @property
    def question(self) -> Question:
        """The question to answer before playing."""
        return self.ask(self.game)


PRACTICE: tuple[Practice, ...] = (
    Practice(1, 13, marked("See what fits."), first_that_fits),
    Practice(2, 24, marked("Find a rank and wait for it."), lambda game: turns_until(game, 5)),
    Practice(3, 41, marked("Count the Kings early."), lambda game: copies_within(game, 13, 20)),
    Practice(4, 50, marked("Needs change while you play."), lambda game: placed_eagerly(game, 10)),
    Practice(5, 56, marked("What waits longest lies lowest."), lambda game: wanted_last(game, 4)),
    Practice(6, 67, marked("A parked card may go up later."), lambda game: most_placed(game, 5)),
    Practice(7, 78, marked("Know the card you cover."), lambda game: wanted_last(game, 6)),
    Practice(8, 91, marked("Plan seven cards ahead."), lambda game: most_placed(game, 7)),
    Practice(9, 103, marked("Let one foundation run."), lambda game: placed_eagerly(game, 24)),
    Practice(10, 110, marked("The whole deal, by plan."), lambda game: copies_within(game, 12, 24)),
)


def _play_eagerly(game: Game, cards: int) -> Game:
    for _turn in range(cards):
        moves = [move for move in game.moves() if move.source == "S"]
        game = game.play(moves[0])
    return game


def _most_placed(game: Game, cards: int) -> int:
    """The most cards that can lie on the foundations once `cards` cards have been turned."""
    last = len(game.stock) - cards
    best, waiting, seen = game.placed, [game], set()
    while waiting:
        position = waiting.pop()
        best = max(best, position.placed)
        for move in position.moves():
            if move.source != "S" or len(position.stock) > last:
                after = position.play(move)
                alike = (len(after.stock), tuple(map(len, after.laid)), frozenset(after.piles))
                if alike not in seen:
                    seen.add(alike)
                    waiting.append(after)
    return best
