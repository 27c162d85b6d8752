"""The solver held to brute force on small endings of every kind of game, and to its limits."""

import _thread
import random
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import pytest

from calclab import solver, variants
from calclab.cards import Card
from calclab.game import Game, deal
from calclab.moves import REDEAL
from calclab.search import forms
from calclab.solver import columns, grid, piles, search
from calclab.variants import Variant
from tests.benchmarks.coach import new_game
from tests.benchmarks.solver import LIMITED, kind_of, stubborn
from tests.endings import can_be_won, ending

PLAIN = forms.plain()
FORMS = [
    "plain",
    pytest.param(
        "compiled",
        marks=pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed"),
    ),
]


def musical(seed: int) -> Game:
    game = ending(variants.get("musical"), seed, 7 + seed % 3, seed % 3, on_piles=range(6))
    return game


def appreciate(seed: int) -> Game:
    """Some cards on two or three columns, the other columns empty."""
    chance = random.Random(seed)
    start = deal("appreciate", seed)
    tally, rest = [13] * 4, []
    while len(rest) < 9 + seed % 4:
        k = chance.randrange(4)
        tally[k] -= 1
        rest.append(Card(start.foundations[k].sequence[tally[k]], "D"))
    laid = tuple(
        tuple(Card(rank, "C") for rank in found.sequence[:count])
        for found, count in zip(start.foundations, tally, strict=True)
    )
    chance.shuffle(rest)
    used = chance.sample(range(8), 2 + seed % 2)
    heaps: list[list[Card]] = [[] for _column in range(8)]
    for at, card in enumerate(rest):
        heaps[used[at % len(used)]].append(card)
    return replace(start, laid=laid, piles=tuple(map(tuple, heaps)))


def devils_grip(seed: int) -> Game:
    """All runs finished but a few, whose cards lie about by chance."""
    chance = random.Random(seed)
    start = deal("devils-grip", seed)
    rows = start.variant.rows
    piles = [tuple(Card(rank, "CDHS"[at % 4]) for rank in rows[at // 8]) for at in range(24)]
    broken = chance.sample(range(24), 3)
    if seed % 2:
        broken[1] = broken[0] // 8 * 8 + (broken[0] + 4) % 8
    cards = [card for at in set(broken) for card in piles[at]]
    chance.shuffle(cards)
    for at in set(broken):
        piles[at] = (cards.pop(),)
    waste = tuple(cards[: 3 * (seed % 3)])
    return replace(start, piles=(waste, *piles), stock=tuple(cards[3 * (seed % 3) :]))


def twins(**rules: int) -> Variant:
    """Two equal foundations and one pile, on which many endings are lost in spite of redeals."""
    return variants.calculation((1, 1), (1, 1), piles=1, **rules)


KINDS = {
    "hold cell": lambda seed: ending(
        variants.calculation(piles=1, hold=1), seed, 6 + seed % 2, on_piles=range(5)
    ),
    "redeal": lambda seed: ending(
        twins(redeals=1), seed, 9 + seed % 3, redeals=1, on_piles=range(7)
    ),
    "two redeals": lambda seed: ending(
        twins(redeals=2), seed, 12 + seed % 2, redeals=1 + seed % 2, on_piles=range(7)
    ),
    "redeal and hold cell": lambda seed: ending(
        twins(redeals=1, hold=1), seed, 9 + seed % 2, redeals=1, on_piles=range(7)
    ),
    "redeals, four foundations": lambda seed: ending(
        variants.calculation(piles=1, redeals=2), seed, 5 + seed % 2, redeals=1 + seed % 2
    ),
    "modulus 7": lambda seed: ending(
        variants.calculation(piles=1, modulus=7), seed, 6 + seed % 3, on_piles=range(6)
    ),
    "modulus 17, a step down": lambda seed: ending(
        variants.calculation((1, 5, 9), (3, -2, 8), piles=1 + seed % 2, modulus=17), seed, 7
    ),
    "eight foundations": lambda seed: ending(
        variants.get("giant", piles=1), seed, 7, on_piles=range(7)
    ),
    "equal foundations": lambda seed: ending(
        variants.get("sir-tommy", piles=1 + seed % 2), seed, 7, on_piles=range(6)
    ),
    "musical": musical,
    "appreciate": appreciate,
    "devils-grip": devils_grip,
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_solver_agrees_with_brute_force_on_small_endings(kind: str) -> None:
    verdicts: Counter[bool] = Counter()
    for seed in range(30):
        game = KINDS[kind](seed)
        found = solver.solve(game, seconds=60, form=PLAIN)
        assert found.verdict == ("won" if can_be_won(game) else "lost"), (kind, seed)
        verdicts[found.verdict == "won"] += 1
    assert verdicts[True] > 1
    assert verdicts[False] > 1 or "redeal" in kind, verdicts


STUBBORN = ["three-piles/piles=2", "redeal-2/piles=1", "musical", "devils-grip"]
ALL = [variant.id for variant in variants.VARIANTS]


@pytest.mark.parametrize("variant", ALL)
def test_every_game_gets_an_answer_whose_line_wins(variant: str) -> None:
    for seed in range(1):
        game = deal(variant, seed)
        found = solver.solve(game, seconds=60, nodes=1_000, form=PLAIN)
        assert search.replay(game, found.moves).is_won == (found.verdict == "won")
        assert bool(found.moves) == (found.verdict == "won")
        assert found.reason


@pytest.mark.parametrize("variant", ["calculation", "musical", "appreciate", "devils-grip"])
def test_a_line_goes_on_from_the_middle_of_a_game(variant: str) -> None:
    game = deal(variant, 1 if variant == "musical" else 2)
    line = solver.solve(game, seconds=60, form=PLAIN).moves
    assert line
    here = search.replay(game, line[:20])
    onward = solver.solve(here, seconds=60, form=PLAIN)
    assert onward.verdict == "won"
    assert search.replay(here, onward.moves).is_won
    assert solver.solve(search.replay(game, line), form=PLAIN).moves == ()


def test_a_deadlock_is_given_as_the_reason() -> None:
    reasons = Counter()
    for seed in range(60):
        game = ending(variants.calculation(piles=1), seed, 7, on_piles=range(7))
        found = solver.solve(game, form=PLAIN)
        reasons[found.nodes == 0 and "lies under" in found.reason] += found.verdict == "lost"
    assert min(reasons[True], reasons[False]) > 0


def test_a_game_that_is_over_is_judged_at_once() -> None:
    game = deal("calculation", 1, piles=1)
    while game.moves():
        game = game.play(game.moves()[-1])
    found = solver.solve(game)
    assert (found.verdict, found.nodes, found.reason) == ("lost", 0, "no move is left")


def test_an_unknown_order_of_a_redeal_is_never_called_lost() -> None:
    made = KINDS["redeals, four foundations"]
    games = [replace(made(seed), seed=None, redeals=1) for seed in range(60)]
    told = Counter()
    for game in games:
        found = solver.solve(game, seconds=60, form=PLAIN)
        assert REDEAL not in found.moves
        wins = can_be_won(replace(game, redeals=0))
        assert found.verdict == ("won" if wins else "unknown")
        told[wins] += 1
    assert min(told.values()) > 2


def test_a_line_that_does_not_win_is_a_fault_where_no_order_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = deal("redeal-1", 1)
    line = game.moves()[:1]
    monkeypatch.setattr(piles, "decide", lambda *_asked: search.Answer("won", "", line))
    with pytest.raises(AssertionError, match="does not win"):
        solver.solve(game, form=PLAIN)
    written = replace(game, orders=((Card(1, "C"),),))
    assert solver.solve(written, form=PLAIN).verdict == "unknown"


def test_written_orders_of_redeals_go_before_the_seed() -> None:
    for seed in range(60):
        game = KINDS["redeals, four foundations"](seed)
        if not game.piles[0] or can_be_won(replace(game, redeals=0)):
            continue
        rest = tuple(card for pile in game.piles for card in pile) + game.stock
        rest += (game.turned,) if game.turned else ()
        game = replace(game, orders=(tuple(reversed(rest)),))
        found = solver.solve(game, seconds=60, form=PLAIN)
        assert found.verdict != "lost"
        assert search.replay(game, found.moves).is_won == (found.verdict == "won")


def test_a_written_order_is_followed_where_the_redeal_is_the_only_move() -> None:
    told = Counter()
    for seed in range(120):
        game = replace(KINDS["redeals, four foundations"](seed), seed=None, redeals=1)
        while game.moves() and REDEAL not in game.moves():
            game = game.play(game.moves()[-1])
        gathered = [card for pile in game.piles for card in pile]
        game = replace(game, orders=(tuple(random.Random(seed).sample(gathered, len(gathered))),))
        if game.moves() == (REDEAL,):
            found = solver.solve(game, seconds=60, form=PLAIN)
            wins = can_be_won(game.play(REDEAL))
            told[wins] += 1
            assert found.verdict == ("won" if wins else "lost")
            if found.verdict == "won":
                assert found.moves[0] == REDEAL and search.replay(game, found.moves).is_won
    assert told[True] > 2


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        *(("seconds", wrong) for wrong in (None, "2", -1, float("nan"), True)),
        *(("nodes", wrong) for wrong in ("3", 1.5, 0, -5, True)),
    ],
)
def test_a_limit_that_is_none_is_refused_in_one_line(limit: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{limit}: .* must be a .*number from [01] on"):
        solver.solve(deal("easy-6", seed=7), form=PLAIN, **{limit: value})


@pytest.mark.parametrize("variant", [*STUBBORN, "appreciate"])
def test_limits_are_kept(variant: str) -> None:
    game = new_game(variant, 3) if variant == "appreciate" else stubborn(variant, 3)
    few = solver.solve(game, seconds=60, nodes=50, form=PLAIN)
    assert few.verdict == "unknown"
    assert few.nodes <= 100
    assert "gave up after" in few.reason
    none = solver.solve(game, seconds=0, form=PLAIN)
    assert (none.verdict, none.nodes) == ("unknown", 0)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("variant", STUBBORN)
def test_progress_is_told_and_can_end_the_search(variant: str, form: str) -> None:
    game = stubborn(variant, 3)
    told: list[tuple[int, float]] = []

    def progress(nodes: int, seconds: float) -> None:
        told.append((nodes, seconds))
        if len(told) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solve(game, seconds=600, form=getattr(forms, form)(), progress=progress)
    assert told[0] < told[1]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("variant", LIMITED)
def test_the_clock_is_read_every_few_positions(
    variant: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by one second when it is read."""
    counts: list[int] = []

    def spent(hunt: search.Search) -> float:
        counts.append(hunt.nodes)
        return float(len(counts))

    monkeypatch.setattr(search.Search, "spent", property(spent))
    game = stubborn(variant, 3)
    hunt = search.Search(getattr(forms, form)(), 30)
    answer = kind_of(game).decide(game, hunt)
    assert max(two - one for one, two in pairwise([*counts, hunt.nodes])) <= 250
    assert len(counts) == 30 if answer.verdict == "unknown" else len(counts) < 30


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("variant", STUBBORN)
def test_an_interrupt_gets_through(variant: str, form: str) -> None:
    hand = threading.Thread(target=_thread.interrupt_main)

    def progress(_nodes: int, _seconds: float) -> None:
        if hand.ident is None:
            hand.start()

    with pytest.raises(KeyboardInterrupt):
        solver.solve(stubborn(variant, 3), 600, form=getattr(forms, form)(), progress=progress)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("variant", [*STUBBORN, "appreciate"])
def test_the_lists_of_a_long_search_take_half_a_gigabyte_at_most(variant: str, form: str) -> None:
    bytes_each = 40 if form == "plain" else 8  # a large number of Python's, and its place in a list
    held = []

    class Measured(forms.Form):
        def ints(self, values: int | list[int]) -> Any:
            found = super().ints(values)
            held.append(bytes_each * len(found))
            return found

    def stop(nodes: int, _seconds: float) -> None:
        if nodes > 1_500:
            raise TimeoutError

    base = getattr(forms, form)()
    game = stubborn(variant, 3)
    with suppress(TimeoutError):
        hunt = search.Search(Measured(base.name, base.kernels), 600, progress=stop)
        kind_of(game).decide(game, hunt)
    assert sum(held) < 500_000_000


@pytest.mark.parametrize("seconds", [0.01, 600.0])
def test_a_search_of_so_many_positions_has_the_same_room_in_both_forms(seconds: float) -> None:
    """The room decides what a search forgets, and when it gives up."""

    class Listed(forms.Form):
        def ints(self, values: int | list[int]) -> Any:
            return PLAIN.ints(values)

    room = set()
    for name in ("plain", "numba"):
        form = Listed(name, PLAIN.kernels)
        hunt = piles._Hunt(stubborn("redeal-2/piles=1", 3), search.Search(form, seconds, 3_000))
        hunt.prove(1)
        wide = columns._Hunt(new_game("appreciate", 3), search.Search(form, seconds, 3_000))
        *_lists, proof = hunt.proof
        room.add((len(proof.lost), len(wide.archive.records), len(wide.archive.seen)))
    assert len(room) == 1
    assert min(room.pop()) > 3_000


def test_plain_python_answers_while_the_compiled_form_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []

    def best(wait: bool = True) -> forms.Form:
        asked.append(wait)
        return PLAIN

    monkeypatch.setattr(forms, "best", best)
    assert solver.solve(deal("calculation", 7), wait=False).verdict == "won"
    assert solver.solve(deal("calculation", 7)).verdict == "won"
    assert asked == [False, True]


def test_a_proof_on_the_grid_looks_at_all_that_can_be_reached() -> None:
    for seed in range(6):
        game = devils_grip(seed)
        lost = any(grid.proof_of(grid.grid_of(game)))
        assert lost == (not can_be_won(game))


def test_the_clock_of_a_search_stops_it() -> None:
    assert not search.Search(PLAIN, 600).is_over()
    assert search.Search(PLAIN, 0).is_over()
