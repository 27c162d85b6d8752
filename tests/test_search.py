"""The inner engine, solver and coach: held to the engine, to brute force, and to each other."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from importlib.util import find_spec

import pytest

from calclab import coach, solver, train
from calclab.cards import Card
from calclab.game import Game, View, deal
from calclab.moves import REDEAL, Move
from calclab.search import complete, encode, forms, gradient, policy, position, redeals
from calclab.variants import calculation
from tests.endings import can_be_won, ending

PLAIN = forms.plain()
SEARCHED = (
    "calculation three-piles expert hold-cell giant reverse broken-intervals sir-tommy".split()
)
NUMBA = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")


def late(seed: int, piles: int, cards: int, hold: bool = False) -> Game:
    """A late position of a game with so many piles, of which up to half the cards lie on them."""
    game = calculation(piles=piles, hold=int(hold))
    return ending(game, seed, cards, on_piles=range(cards // 2 + 1))


def number(move: Move, piles: int) -> int:
    """A move as the kernels write it."""
    if move.kind == "redeal":
        return position.REDEAL

    def at(pile: str) -> int:
        return piles if pile == "H" else int(pile[1:]) - 1

    source = 0 if move.source == "S" else 1 + at(move.source)
    target = at(move.target) + (0 if move.target[0] == "F" else position.ON_PILE)
    return position.SOURCE * source + target


@pytest.mark.parametrize("variant", SEARCHED)
def test_the_inner_engine_follows_the_engine_through_random_games(variant: str) -> None:
    for seed in range(4):
        chance = random.Random(seed)
        game = deal(variant, seed)
        task = encode.problem(game, PLAIN)
        g, root, hand = task.start
        state = list(root)
        while game.moves():
            move = chance.choice(game.moves())
            code = number(move, game.variant.piles)
            assert task.decode(code) == move
            PLAIN.step(g, state, hand, code)
            hand = PLAIN.draw(state, task.stock) if move.source == "S" else hand
            game = game.play(move)
            again = encode.problem(game, PLAIN).start
            assert hand == again.turned
            assert state[position.PLACED] == game.placed
            used = slice(position.LAID, position.PILE)
            assert state[used] == again.root[used]
            for p, pile in enumerate(game.piles):
                at = position.PILE + position.STRIDE * p
                assert state[at : at + len(pile)] == [card.rank for card in pile]


@pytest.mark.parametrize("variant", [*SEARCHED, "modulus-17"])
def test_a_score_is_the_sum_of_the_features_that_learning_sees(variant: str) -> None:
    compared = 0
    for seed in range(3):
        chance = random.Random(seed)
        game = deal(calculation(modulus=17, piles=5) if variant == "modulus-17" else variant, seed)
        cells = [0] * gradient.MOST_CELLS
        while game.moves():
            task = encode.problem(game, PLAIN)
            (g, root, turned), options, table = task.start, task.desk.options, task.desk.table
            for rank in (turned, 0):
                if rank:
                    PLAIN.turned_options(g, root, rank, options)
                else:
                    PLAIN.top_options(g, root, False, options)
                PLAIN.score(g, root, rank, options, table)
                for option in range(options[0]):
                    if rank:
                        PLAIN.relate(g, root, rank)
                    end = PLAIN.option_features(g, root, rank, options, option, cells, 0)
                    listed = sum(table[cell] for cell in cells[:end])
                    assert options[policy.SCORE + option] == listed, (seed, option)
                    compared += 1
            game = game.play(chance.choice(game.moves()))
    assert compared > 100


@pytest.mark.parametrize("variant", SEARCHED)
def test_the_nearest_copy_of_a_rank_is_where_the_piles_show_it(variant: str) -> None:
    places: set[int] = set()
    for seed in range(3):
        chance = random.Random(seed)
        game = deal(variant, seed)
        while game.moves():
            g, root, _turned = encode.problem(game, PLAIN).start
            for rank in range(1, game.variant.modulus + 1):
                depths = [
                    pile[::-1].index(rank)
                    for pile in ([card.rank for card in cards] for cards in game.piles)
                    if rank in pile[-3:]
                ]
                unseen = 3 if game.view().unseen[rank - 1] else 4
                where = min(depths, default=unseen)
                assert PLAIN.where_next(g, root, rank) == where, (seed, rank)
                places.add(where)
            game = game.play(chance.choice(game.moves()))
    assert places == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("hold", [False, True])
def test_complete_search_agrees_with_brute_force_on_endings(hold: bool) -> None:
    verdicts: Counter[bool] = Counter()
    for seed in range(160):
        game = late(seed, piles=1 + seed % 2, cards=6 + seed % 3, hold=hold)
        found = solver.solve(game, seconds=60, form=PLAIN)
        assert found.verdict == ("won" if can_be_won(game) else "lost"), seed
        verdicts[found.verdict == "won"] += 1
    assert min(verdicts.values()) > 10


def test_complete_search_alone_agrees_with_brute_force() -> None:
    for seed in range(200, 320):
        game = late(seed, piles=1 + seed % 3, cards=6)
        task = encode.problem(game, PLAIN)
        supply = redeals.Supply(task.stock, [], [])
        proof = complete.Proof(
            table=task.desk.table,
            options=task.desk.options,
            moves=task.desk.moves,
            plan=[0] * (complete.WIDTH * 60),
            lost=[0] * 4096,
            budget=[0, 10**6, 0],
        )
        verdict = PLAIN.prove(task.start, task.s, supply, proof)
        assert (verdict == complete.WON) == can_be_won(game)


def test_a_position_called_dead_is_lost() -> None:
    dead = 0
    for seed in range(400, 600):
        game = late(seed, piles=1 + seed % 2, cards=7)
        task = encode.problem(game, PLAIN)
        if PLAIN.is_dead(*task.start):
            dead += 1
            assert not can_be_won(game)
    assert dead > 10


def test_holding_back_a_card_wins_where_eager_play_loses() -> None:
    start = deal("calculation", 1, piles=1)
    laid = tuple(
        tuple(Card(rank, "C") for rank in found.sequence[:count])
        for found, count in zip(start.foundations, (10, 11, 12, 13), strict=True)
    )
    stock = tuple(Card(rank, "D") for rank in (12, 13, 13, 11, 11))
    game = replace(start, laid=laid, turned=Card(13, "D"), stock=stock)
    assert solver.solve(game, form=PLAIN).verdict == "won"
    assert not can_be_won(game.play("S-F3"))


@pytest.mark.parametrize("variant", [*SEARCHED, "redeal-1", "easy-5", "no-starters"])
def test_every_line_is_complete_and_wins(variant: str) -> None:
    for seed in range(2):
        game = deal(variant, seed)
        found = solver.solve(game, seconds=2, nodes=4_000, form=PLAIN)
        assert found.verdict in ("won", "unknown")
        for move in found.moves:
            game = game.play(move)
        assert game.is_won == (found.verdict == "won")


def one234_can_be_won(game: Game) -> bool:
    """Every order of plays, on heights and laid cards only."""
    sequences = [found.sequence for found in game.foundations]
    columns = [[card.rank for card in pile] for pile in game.piles]

    @cache
    def won(heights: tuple[int, ...], laid: tuple[int, ...]) -> bool:
        if not any(heights):
            return True
        for at, height in enumerate(heights):
            for k, count in enumerate(laid):
                fits = height and count < 13 and columns[at][height - 1] == sequences[k][count]
                if fits and won(
                    (*heights[:at], height - 1, *heights[at + 1 :]),
                    (*laid[:k], count + 1, *laid[k + 1 :]),
                ):
                    return True
        return False

    return won(tuple(map(len, columns)), tuple(map(len, game.laid)))


def test_one234_is_settled_and_agrees_with_trying_every_move() -> None:
    for seed in range(40):
        game = deal("one234", seed)
        found = solver.solve(game, seconds=60, form=PLAIN)
        assert found.verdict == ("won" if one234_can_be_won(game) else "lost")


def test_a_search_keeps_its_limit_of_nodes() -> None:
    found = solver.solve(deal("three-piles", 3, piles=1), seconds=60, nodes=50, form=PLAIN)
    assert found.verdict == "unknown"
    assert found.nodes <= 60
    assert "gave up" in found.reason


@pytest.mark.parametrize("variant", ["calculation", "expert", "redeal-1", "hold-cell"])
def test_advice_does_not_depend_on_the_order_of_the_stock(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALCLAB_FORM", "plain")
    game = deal(variant, 5)
    other = replace(game, stock=tuple(reversed(game.stock)), seed=99)
    first, second = (coach.advise(one.view(), "instant") for one in (game, other))
    assert first == second
    assert {one.move for one in first.chances} == set(game.moves())
    assert all(one.low <= one.win <= one.high for one in first.chances)


@pytest.mark.parametrize("name", [*coach.BASELINES, "instant"])
@pytest.mark.parametrize("variant", ["calculation", "hold-cell", "redeal-1", "sir-tommy"])
def test_every_strategy_plays_a_game_to_its_end(
    name: str, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALCLAB_FORM", "plain")
    monkeypatch.setitem(coach.LEVELS, "instant", (4, 4))
    game, play = deal(variant, 3), coach.strategy(name)
    for _move in range(600):
        if game.outcome != "open":
            return
        game = game.play(play(game.view()))
    pytest.fail(f"{name} never ends {variant}")


def test_a_redeal_is_among_the_moves_that_are_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALCLAB_FORM", "plain")
    game = deal("redeal-1", 3)
    while game.turned:
        game = game.play("S-W1")
    advice = coach.advise(game.view(), "instant")
    assert REDEAL in [one.move for one in advice.chances]


@pytest.mark.parametrize("name", coach.names())
def test_a_player_of_a_finished_game_says_that_no_move_is_left(name: str) -> None:
    lost = deal(seed=1)
    while lost.moves():
        lost = lost.play(lost.moves()[-1])
    won = deal("easy-6", seed=1)
    for move in solver.solve(won, form=PLAIN).moves:
        won = won.play(move)
    for game in (lost, won):
        with pytest.raises(ValueError, match=f"^the game is {game.outcome}; no move is left$"):
            coach.strategy(name)(game.view())
    assert {lost.outcome, won.outcome} == {"lost", "won"}


def test_unknown_names_are_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match="no strategy; there are random"):
        coach.strategy("genius")
    with pytest.raises(ValueError, match="no level"):
        coach.advise(deal(seed=1).view(), "best")


@NUMBA
@pytest.mark.parametrize("variant", ["calculation", "expert", "hold-cell", "giant"])
def test_both_forms_give_the_same_answers(variant: str) -> None:
    game = deal(variant, 11)
    first, second = (
        solver.solve(game, seconds=60, nodes=40, form=form) for form in (PLAIN, forms.compiled())
    )
    assert (first.verdict, first.moves) == (second.verdict, second.moves)
    view: View = game.view()
    thoughts = [coach._think(view, 60, form, False) for form in (PLAIN, forms.compiled())]
    one, two = ([thought.numbers(at) for at in thought.actions()] for thought in thoughts)
    assert one == two


class Forward(list[int]):
    """A list that cannot be read or written from its end."""

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        assert place >= 0
        return super().__getitem__(place)

    def __setitem__(self, place, value):  # type: ignore[no-untyped-def]
        assert place >= 0
        super().__setitem__(place, value)


class ForwardForm(forms.Form):
    """Plain Python whose lists have no end to count from, which the compiled form relies on."""

    def ints(self, values: int | list[int]) -> Forward:
        return Forward(super().ints(values))

    def reals(self, values: int | list[float]) -> Forward:
        return Forward(super().reals(values))


def test_what_is_kept_for_a_form_is_made_of_its_own_lists() -> None:
    for form in (PLAIN, ForwardForm("plain", PLAIN.kernels)):
        one, two = (encode.problem(deal("expert", 1), form) for _time in range(2))
        assert one.start.g is two.start.g
        assert one.desk.table is two.desk.table
        assert one.desk.noise is two.desk.noise
        assert {type(one.start.g), *map(type, one.desk)} == {type(form.ints(1))}


@pytest.mark.parametrize(
    "variant",
    "calculation expert hold-cell redeal-2 giant sir-tommy musical one234 appreciate devils-grip"
    " broken-intervals".split(),
)
def test_no_kernel_counts_from_the_end_of_a_list(variant: str) -> None:
    form = ForwardForm("plain", PLAIN.kernels)
    with pytest.raises(AssertionError):  # whatever is asked of these lists from their end
        form.ints(2)[-1]
    for seed in range(3):
        game = deal(variant, seed, piles=1) if variant == "calculation" else deal(variant, seed)
        solver.solve(game, seconds=60, nodes=300, form=form)
        if coach.plays(game.variant):
            coach._think(coach.in_hand(game.view()), 40, form, False)


def test_the_longest_game_there_is_finds_room_in_every_list() -> None:
    """Four packs of 29 ranks, dealt again 99 times, move some two thousand times in a roll-out."""
    variant = calculation(
        (1, 2, 3, 4) * 2, (1, 2, 3, 4) * 2, modulus=29, decks=4, redeals=99, piles=2, hold=1
    )
    game = deal(variant, 1)
    assert coach.searched_move(game.view(), 2, form=PLAIN) in game.moves()


@pytest.mark.parametrize("variant", ["calculation", "hold-cell"])
def test_no_kernel_of_the_training_counts_from_the_end_of_a_list(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "BATCH", 8)
    trainer = train.Trainer(1, ForwardForm("plain", PLAIN.kernels))
    assert 0 <= trainer.batch(variant, 0.01) <= 1


@pytest.mark.parametrize(
    "variant", ["calculation", "expert", "hold-cell", "redeal-2", "giant", "sir-tommy"]
)
def test_a_whole_game_by_the_table_ends_as_move_by_move(variant: str) -> None:
    for seed in range(6):
        game = deal(variant, seed)
        end = coach.table_game(game)
        while game.moves():
            game = game.play(coach.learned_table(game.view()))
        assert end == game


@pytest.mark.parametrize("player", ["learned-table", "instant"])
def test_the_coach_plays_musical_in_its_own_words(player: str) -> None:
    play = coach.strategy(player)
    for seed in range(12):
        game = deal("musical", seed)
        while game.moves():
            game = game.play(play(game.view()))  # an illegal move raises
            if game.moves():
                advice = coach.advise(game.view(), "instant", form=PLAIN if seed == 0 else None)
                assert sorted(map(str, game.moves())) == sorted(
                    str(one.move) for one in advice.chances
                )
        assert game.placed > 20


@pytest.mark.parametrize("variant", ["musical", "redeal-1"])
def test_a_redeal_of_an_unseen_stock_keeps_the_order_where_the_game_does(variant: str) -> None:
    kept = Counter[bool]()
    for seed in range(6):
        game = deal(variant, seed)
        while "redeal" not in [move.kind for move in game.moves()]:
            moves = game.moves()
            game = game.play(moves[seed % len(moves)])
        after = game.play(REDEAL)
        task = encode.problem(coach.in_hand(game.view()), PLAIN)
        root, stock = task.start.root, task.stock
        if task.start.turned:  # the top of the one pile is in hand
            PLAIN.push(root, 0, task.start.turned)
        PLAIN.gather(task.start.g, root, stock, task.desk.chance)
        found = [int(stock[at]) for at in range(int(root[position.SIZE]))]
        wanted = [card.rank for card in (*filter(None, [after.turned]), *after.stock)]
        assert sorted(found) == sorted(wanted)
        kept[found == wanted] += 1
    assert kept[True] == (6 if variant == "musical" else 0)


def test_equal_columns_and_equal_foundations_share_one_chance() -> None:
    own = calculation((1, 1), (-1, 12))
    game = deal(own, 3)
    while not {"S-F1", "S-F2"} <= {str(move) for move in game.moves()}:
        game = game.play(game.moves()[-1])
    chances = {str(one.move): one for one in coach.advise(game, "instant", form=PLAIN).chances}
    assert chances["S-F1"].tries == chances["S-F2"].tries > 0
