"""Folk advice as rules: each on a table small enough to read, and players made of them."""

import re

import pytest

from calclab import advice, coach, deal
from calclab.advice import go_up, kings_below, kings_only, never_six, player, prefer, reverse_order
from calclab.blockage import examples
from calclab.game import Game, View
from calclab.messages import speaking
from calclab.moves import Move

W1, W2, W3 = Move.parse("S-W1"), Move.parse("S-W2"), Move.parse("S-W3")


def turned(view: View, rank: int) -> View:
    """The view with an unseen card of a rank turned."""
    game = view.variant
    piles = [list(pile) for pile in view.piles]
    seen = {card for pile in (*view.piles, *view.laid) for card in pile}
    card = next(card for card in game.pack if card.rank == rank and card not in seen)
    return examples.laid_out(game, [len(laid) for laid in view.laid], piles, card)


def wins(game: Game) -> bool:
    """Whether some line wins, by trying every one."""
    return game.is_won or any(wins(game.play(move)) for move in game.moves())


def test_a_rule_that_tells_two_moves_apart_decides_before_later_rules() -> None:
    views = (deal("calculation", seed=seed).view() for seed in range(99))
    view = next(one for one in views if one.turned and one.turned.rank in one.needs)

    def never_up(view: View, move: Move) -> float:
        return move.goes_up

    up = [move for move in view.moves() if move.goes_up]
    assert player(go_up, never_up)(view) in up
    assert player(never_up, go_up)(view) not in up


def test_the_same_view_gets_the_same_move_and_chance_is_not_always_the_first() -> None:
    views = [deal("calculation", seed=seed).view() for seed in range(20)]
    play = player()
    moves = [play(view) for view in views]
    assert moves == [play(view) for view in views]
    assert any(move != view.moves()[0] for move, view in zip(moves, views, strict=True))


def test_reverse_order_covers_what_is_wanted_later_and_buries_nothing_if_it_can() -> None:
    # only F3 is left, on J: it takes A, 4, 7, 10, K in this order
    view = turned(examples.position((None, None, 11, None), (("10C",), ("4H",), ())), 7)
    costs = [reverse_order(view, move) for move in (W1, W3, W2)]
    assert costs == sorted(costs) and len(set(costs)) == 3


def test_who_knows_no_card_ahead_cannot_tell_the_piles_apart() -> None:
    view = turned(examples.position((None, None, 11, None), (("10C",), ("4H",), ())), 7)
    knows_one = advice.knowing(1)
    assert len({knows_one(view, move) for move in (W1, W2, W3)}) == 1
    knows_all = advice.knowing(12)
    assert [knows_all(view, m) for m in (W1, W2)] == [reverse_order(view, m) for m in (W1, W2)]


def test_a_king_goes_below_and_the_kings_pile_takes_nothing_else() -> None:
    view = turned(examples.position((None, 9, 11, None), (("10C",), ("KH",), ())), 13)
    assert [kings_below(view, move) for move in (W1, W2, W3)] == [1, 0, 0]
    assert [kings_only(view, move) for move in (W1, W2, W3)] == [1, 1, 0]
    seven = turned(examples.position((None, 9, 11, None), (("10C",), ("KH",), ())), 7)
    assert [kings_only(seven, move) for move in (W1, W2, W3)] == [0, 0, 1]


def test_a_sixth_card_is_refused_while_another_pile_is_lower() -> None:
    tall = ("10C", "10D", "7C", "7D", "4C")
    view = turned(examples.position((9, 9, 11, 8), (tall, ("KH",))), 12)
    assert [never_six(view, move) for move in (W1, W2)] == [1, 0]


def test_a_card_that_fits_twice_goes_where_it_is_preferred() -> None:
    view = turned(examples.position((7, 6, 5, 12), ((), (), (), ())), 8)
    assert {str(move) for move in view.moves()} >= {"S-F1", "S-F2", "S-F3"}
    assert str(player(prefer(3), go_up)(view)) == "S-F3"
    assert str(player(prefer(2), go_up)(view)) == "S-F2"


def test_a_saying_names_its_ranks_in_the_letters_of_the_reader() -> None:
    (saying,) = (one for one in advice.SAYINGS if one.rule is advice.early_and_late)
    assert saying.text == "6, 8, Q early; 10, J, K late."
    with speaking("de", "AWDK"):
        assert saying.text == "6, 8, D früh; 10, W, K spät."
    with speaking("en", "AVDR"):
        for one in advice.SAYINGS:
            assert not re.search(r"\b[JQK]\b", one.text)


@pytest.mark.parametrize("game_name", ["calculation", "redeal-1", "musical", "hold-cell"])
@pytest.mark.parametrize("name", advice.PLAYERS)
def test_every_player_of_advice_is_known_by_name_and_plays_every_game(
    name: str, game_name: str
) -> None:
    game, play = deal(game_name, seed=5), coach.strategy(name)
    while game.moves():
        game = game.play(play(game.view()))
    assert game.outcome in ("won", "lost")


def test_playing_up_whatever_fits_is_not_always_right() -> None:
    game = examples.king_to_hold()
    assert [len(laid) for laid in game.laid] == [10, 11, 12, 13]
    ranks = [card.rank for card in (game.turned, *game.stock) if card]
    assert ranks == [13, 12, 13, 13, 11, 11]
    assert {str(move): wins(game.play(move)) for move in game.moves()} == {
        "S-F3": False,
        "S-W1": True,
    }
