"""One test for each clause of the rulebook; a docstring names the section and the clause.

Positions are small records: the cards that matter come first in the stock, the rest of the pack
follows in order. Nothing here is shuffled.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from calclab import variants
from calclab.game import Game, IllegalMove
from calclab.record import Record, RecordError
from tests.oracle import GRIP_CELLS, NAMES, SUITS

SEQUENCES = {
    "calculation": [
        "A 2 3 4 5 6 7 8 9 10 J Q K",
        "2 4 6 8 10 Q A 3 5 7 9 J K",
        "3 6 9 Q 2 5 8 J A 4 7 10 K",
        "4 8 Q 3 7 J 2 6 10 A 5 9 K",
    ],
    "reverse": [
        "K Q J 10 9 8 7 6 5 4 3 2 A",
        "K J 9 7 5 3 A Q 10 8 6 4 2",
        "K 10 7 4 A J 8 5 2 Q 9 6 3",
        "K 9 5 A 10 6 2 J 7 3 Q 8 4",
    ],
    "sir-tommy": ["A 2 3 4 5 6 7 8 9 10 J Q K"] * 4,
    "musical": [
        "2 3 4 5 6 7 8 9 10 J Q K",
        "4 6 8 10 Q A 3 5 7 9 J K",
        "6 9 Q 2 5 8 J A 4 7 10 K",
        "8 Q 3 7 J 2 6 10 A 5 9 K",
    ],
}
STARTERS = {"reverse": "KC KD KH KS", "musical": "2S 4C 6D 8H", "hopscotch": "AC 2C 3C 4C"}
BARE = ("no-starters", "expert", "sir-tommy")


def record(
    variant: str,
    stock: str = "",
    moves: str = "",
    *,
    starters: str | None = None,
    columns: list[str] | None = None,
    grid: dict[str, str] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """A record whose deal begins with these cards; the rest of the pack follows in order."""
    modulus, decks = fields.get("modulus", 13), 2 if variant in ("giant", "devils-grip") else 1
    rest = [rank + suit for rank in NAMES[:modulus] for suit in SUITS] * decks
    if variant == "devils-grip":
        rest = [card for card in rest if card[0] != "A"]

    def take(names: str) -> list[str]:
        for name in names.split():
            rest.remove(name)
        return names.split()

    deal: dict[str, Any] = {}
    if variant == "musical":
        deal["I"] = take("AC 2D 3H 4S")
    if variant not in BARE and variant != "devils-grip":
        default = STARTERS.get(variant, "AC 2D 3H 4S")
        if variant == "giant":
            default = "AC 2D 3H 4S 5C 6D 7H 8S"
        deal["F"] = [[card] for card in take(starters or default)]
    if variant in ("one234", "appreciate"):
        known = [take(column) for column in columns or []]
        deal["T"] = [column + [rest.pop(0) for _ in range(6 - len(column))] for column in known]
        deal["T"] += [[rest.pop(0) for _ in range(6)] for _ in range(8 - len(known))]
    else:
        first = take(stock)
        if variant == "devils-grip":
            named = {cell: take(card) for cell, card in (grid or {}).items()}
            deal["G"] = {cell: named.get(cell) or [rest.pop(0)] for cell in GRIP_CELLS}
        deal["S"] = first + rest
    head = {"format": "calclab-record", "version": 1, "variant": variant}
    return head | {"deal": deal, "moves": moves.split()} | fields


def play(variant: str, stock: str = "", moves: str = "", **options: Any) -> Game:
    return Record.loads(json.dumps(record(variant, stock, moves, **options))).game


def names(game: Game) -> list[str]:
    return sorted(str(move) for move in game.moves())


def text(cards: Any) -> str:
    return " ".join(str(card) for card in cards)


def refusal(variant: str, stock: str = "", moves: str = "", **options: Any) -> str:
    with pytest.raises(RecordError) as caught:
        play(variant, stock, moves, **options)
    return str(caught.value)


# ---- the standard game


@pytest.mark.parametrize("variant", SEQUENCES)
def test_foundations_have_the_sequences_that_the_rulebook_prints(variant: str) -> None:
    """Standard game 1, `reverse`, `sir-tommy`, `musical`: the printed sequences."""
    found = [[NAMES[rank - 1] for rank in f.sequence] for f in play(variant).foundations]
    assert found == [line.split() for line in SEQUENCES[variant]]


def test_the_starters_may_have_any_suit() -> None:
    """Standard game 1: an A, a 2, a 3 and a 4; suits ignored."""
    game = play("calculation", "5H", starters="AS 2S 3S 4S")
    assert [text(laid) for laid in game.laid] == ["AS", "2S", "3S", "4S"]


def test_the_next_stock_card_is_turned_as_soon_as_the_last_one_was_placed() -> None:
    """Standard game 2: always turned up at once; 48 cards are the stock."""
    game = play("calculation", "5C 9D 9H")
    assert (str(game.turned), text(game.stock[:2]), len(game.stock)) == ("5C", "9D 9H", 47)
    assert str(game.play("S-W1").turned) == "9D"


def test_the_turned_card_goes_to_a_foundation_that_needs_it_or_onto_any_waste_pile() -> None:
    """Standard game 3; several empty piles are each a legal move."""
    assert names(play("calculation", "6C")) == ["S-F3", "S-W1", "S-W2", "S-W3", "S-W4"]
    assert names(play("calculation", "5C")) == ["S-W1", "S-W2", "S-W3", "S-W4"]


def test_waste_tops_may_leave_while_the_turned_card_waits() -> None:
    """Standard game 3: tops of waste piles may go to foundations while it waits."""
    game = play("calculation", "3C 2C 5H", "S-W1 S-F1")
    assert "W1-F1" in names(game)
    assert str(game.play("W1-F1").turned) == "5H"


def test_a_needed_rank_may_be_parked() -> None:
    """Standard game, last lines: a player is never forced to play to a foundation."""
    assert text(play("calculation", "2C", "S-W4").pile("W4")) == "2C"


def test_where_two_foundations_need_the_rank_the_player_chooses() -> None:
    """Standard game, last lines."""
    game = play("calculation", "2C 3C 4C 8C", "S-F1 S-F1")
    assert [name for name in names(game) if name.startswith("S-F")] == ["S-F1", "S-F2"]


def test_only_the_top_of_a_waste_pile_can_leave() -> None:
    """Words: only its top card can leave, and only to a foundation."""
    game = play("calculation", "2C 9C", "S-W1 S-W1")
    assert game.why_not("W1-F1") == "F1 needs 2 (A + 1); the top of W1 is 9♣"


def test_no_card_moves_between_waste_piles() -> None:
    """Standard game 4."""
    reason = play("calculation", "9C 8C", "S-W1 S-W2").why_not("W1-W3")
    assert reason == "a card on a waste pile goes only to a foundation"


def test_no_card_leaves_a_foundation() -> None:
    """Standard game 4."""
    game = play("calculation")
    assert game.why_not("F1-W1") == game.why_not("F1-F2") == "no card ever leaves a foundation"


def test_a_full_foundation_takes_nothing_more() -> None:
    """Standard game 4: after a King nothing follows."""
    ranks = SEQUENCES["calculation"][0].split()[1:]
    stock = " ".join(rank + ("S" if rank != "4" else "C") for rank in ranks)
    game = play("calculation", stock + " AD", " ".join(["S-F1"] * 12))
    assert game.needs[0] is None
    assert game.why_not("S-F1") == "F1 is full: all its 13 cards are laid"


def test_no_redeal_in_the_standard_game() -> None:
    """Standard game 5."""
    assert play("calculation").why_not("redeal") == "this game has no redeal"


def lost_game(variant: str, **options: Any) -> Game:
    """All cards on the first waste pile, with none to leave."""
    deal = record(variant, **options)
    stock = deal["deal"]["S"]
    stock.sort(key=lambda card: card[:-1] != "K", reverse=True)
    deal["moves"] = ["S-W1"] * len(stock)
    return Record.loads(json.dumps(deal)).game


def test_lost_when_the_stock_is_out_and_no_waste_top_fits() -> None:
    """Standard game 5 and Scores."""
    game = lost_game("calculation")
    assert (game.outcome, game.placed, names(game)) == ("lost", 4, [])


def test_a_game_is_open_while_a_move_is_left() -> None:
    """Scores: else `open`, also where the game is proved lost."""
    game = play("calculation", "KC KD KH KS 2C", "S-W1 S-W1 S-W1 S-W1")
    assert game.outcome == "open"


def test_won_when_every_foundation_is_full_and_no_move_is_left() -> None:
    """Standard game 5: won, all 52 on the foundations."""
    stock: list[str] = []
    moves: list[str] = []
    rest = record("calculation")["deal"]["S"]
    for number, line in enumerate(SEQUENCES["calculation"], start=1):
        for rank in line.split()[1:]:
            stock.append(next(card for card in rest if card[:-1] == rank))
            rest.remove(stock[-1])
            moves.append(f"S-F{number}")
    game = play("calculation", " ".join(stock), " ".join(moves))
    assert (game.outcome, game.placed, names(game)) == ("won", 52, [])


# ---- refusals


def test_the_refusal_says_what_is_needed_and_what_is_there() -> None:
    """Record file and the house: `F2 needs 8 (6 + 2); the turned card is 9♠`."""
    game = play("calculation", "4C 6C 9S", "S-F2 S-F2")
    assert game.why_not("S-F2") == "F2 needs 8 (6 + 2); the turned card is 9♠"
    with pytest.raises(IllegalMove, match=r"F2 needs 8 \(6 \+ 2\); the turned card is 9♠"):
        game.play("S-F2")


def test_a_record_with_an_illegal_move_names_its_number_and_the_reason() -> None:
    """Record file: `move 17 'W1-F2': F2 needs 8 (6 + 2); the top of W1 is 9♠`."""
    line = refusal("calculation", "4C 6C 9S", "S-F2 S-F2 S-W1 W1-F2")
    assert line.endswith("move 4 'W1-F2': F2 needs 8 (6 + 2); the top of W1 is 9♠")


def test_names_may_be_written_carelessly() -> None:
    """Pile and move names: `SF2` or `w1 f4` is understood."""
    game = play("calculation", "2C 5H")
    assert game.play("SF1") == game.play("s-f1") == game.play("s f1") == game.play("S-F1")


# ---- the same engine with other numbers


@pytest.mark.parametrize(
    ("variant", "piles", "stock"),
    [
        ("calculation", 4, 48),
        ("hopscotch", 4, 48),
        ("hold-cell", 4, 48),
        ("three-piles", 3, 48),
        ("no-starters", 4, 52),
        ("expert", 3, 52),
        ("easy-5", 5, 48),
        ("easy-6", 6, 48),
        ("giant", 4, 96),
        ("reverse", 4, 48),
        ("redeal-1", 4, 48),
        ("redeal-2", 4, 48),
        ("sir-tommy", 4, 52),
    ],
)
def test_each_game_has_its_piles_and_its_stock(variant: str, piles: int, stock: int) -> None:
    """The same engine with other numbers: the table."""
    game = play(variant)
    assert sum(name[0] == "W" for name in game.pile_names) == piles
    assert game.stock_size + 1 == stock or game.stock_size == stock
    assert len(game.stock) + 1 == stock


@pytest.mark.parametrize("piles", range(1, 9))
def test_any_game_of_the_table_takes_one_to_eight_piles(piles: int) -> None:
    """The same engine: takes `piles=1..8`."""
    game = play("giant", piles=piles)
    assert len([name for name in names(game) if name[:3] == "S-W"]) == piles


@pytest.mark.parametrize("piles", [0, 9, -1])
def test_other_numbers_of_piles_are_refused(piles: int) -> None:
    """The same engine: takes `piles=1..8`."""
    assert "piles" in refusal("calculation", piles=piles)


def test_hopscotch_wants_clubs() -> None:
    """`hopscotch`: the four starters are clubs."""
    assert "AD" in refusal("hopscotch", starters="AD 2C 3C 4C")


def test_the_hold_cell_takes_one_turned_card() -> None:
    """`hold-cell`: the turned card may go there when it is empty."""
    game = play("hold-cell", "9C 8C", "S-H")
    assert text(game.pile("H")) == "9C"
    assert game.why_not("S-H") == "the hold cell is taken by 9♣"


def test_a_held_card_goes_to_a_foundation_or_a_waste_pile_while_the_stock_goes_on() -> None:
    """`hold-cell`: from there later to a foundation or a waste pile."""
    game = play("hold-cell", "2C 9C 8C", "S-H S-W1")
    held = [name for name in names(game) if name[0] == "H"]
    assert held == ["H-F1", "H-W1", "H-W2", "H-W3", "H-W4"]
    assert game.play("H-F1").play("S-H").outcome == "open"


def test_a_waste_card_never_goes_to_the_hold_cell() -> None:
    """`hold-cell`: only the turned card may go there."""
    assert play("hold-cell", "9C 8C", "S-W1").why_not("W1-H")


def test_a_held_card_keeps_a_game_open() -> None:
    """Scores: `H-W1` is a move."""
    deal = record("hold-cell")
    deal["deal"]["S"].sort(key=lambda card: card[:-1] != "K", reverse=True)
    deal["moves"] = ["S-H", *["S-W1"] * 47]
    game = Record.loads(json.dumps(deal)).game
    assert (game.outcome, game.play("H-W2").outcome) == ("open", "lost")


def test_without_starters_a_foundation_first_takes_its_base() -> None:
    """`no-starters`: a foundation first takes its base (A, 2, 3, 4)."""
    game = play("no-starters", "3C 2C")
    assert list(game.needs) == [1, 2, 3, 4]
    assert "S-F3" in names(game)
    assert game.why_not("S-F1") == "F1 starts with A; the turned card is 3♣"


def test_broken_intervals_start_with_any_cards_and_intervals() -> None:
    """`broken-intervals`: whatever they are; 13 each; ends on base − interval; equal ones too."""
    game = play("broken-intervals", starters="9C 9D KH 4S", intervals=[6, 6, 1, 3])
    assert [f.sequence[:3] for f in game.foundations[:3]] == [(9, 2, 8), (9, 2, 8), (13, 1, 2)]
    assert [f.last for f in game.foundations] == [3, 3, 12, 1]
    assert all(len(f.sequence) == 13 for f in game.foundations)


@pytest.mark.parametrize("intervals", [None, [1, 2, 3], [1, 2, 3, 7], [0, 1, 2, 3], [1, 2, 3, -4]])
def test_broken_intervals_need_four_rolls_of_a_die(intervals: Any) -> None:
    """`broken-intervals`: a six-sided die; Record file: needed where they are random."""
    assert "intervals" in refusal("broken-intervals", intervals=intervals)


def test_giant_builds_eight_foundations_from_two_decks() -> None:
    """`giant`: base and interval 1..8, starters dealt, 104 cards."""
    game = play("giant", "10D")
    assert [(f.base, f.interval) for f in game.foundations] == [(n, n) for n in range(1, 9)]
    assert (game.total, game.placed, "S-F5" in names(game)) == (104, 8, True)


def test_reverse_builds_down_from_kings() -> None:
    """`reverse`: K Q J … · K J 9 … · K 10 7 … · K 9 5 …"""
    assert list(play("reverse").needs) == [12, 11, 10, 9]
    assert play("reverse", "3C").why_not("S-F3") == "F3 needs 10 (K − 3); the turned card is 3♣"


def test_redeal_is_legal_only_when_the_stock_is_out() -> None:
    """`redeal-1`: legal when stock and turned card are gone and a redeal is left."""
    start = play("redeal-1")
    assert start.why_not("redeal") == "a redeal needs an empty stock; 48 cards are still to come"
    game = lost_game("redeal-1", seed=3)
    assert (game.outcome, names(game)) == ("open", ["redeal"])
    again = game.play("redeal")
    assert again.turned is not None
    assert sorted(map(str, [again.turned, *again.stock])) == sorted(map(str, game.pile("W1")))
    assert again.pile("W1") == ()
    for _ in range(48):
        again = again.play("S-W1")
    assert again.why_not("redeal") == "no redeal is left"
    assert "redeal" not in names(again)


def test_redeal_2_may_be_gathered_twice() -> None:
    """`redeal-2`: once or twice."""
    assert (play("redeal-1").redeals, play("redeal-2").redeals) == (1, 2)


def test_a_redeal_without_seed_or_order_is_refused_at_that_move() -> None:
    """`redeal-1`: a record with neither seed nor order is refused at that move."""
    deal = record("redeal-1")
    deal["deal"]["S"].sort(key=lambda card: card[:-1] != "K", reverse=True)
    deal["moves"] = ["S-W1"] * 48 + ["redeal"]
    with pytest.raises(RecordError, match="move 49 'redeal'"):
        Record.loads(json.dumps(deal))
    deal["reshuffles"] = [deal["deal"]["S"][::-1]]
    game = Record.loads(json.dumps(deal)).game
    assert str(game.turned) == deal["deal"]["S"][-1]


@pytest.mark.parametrize("change", ["missing", "double", "foreign"])
def test_a_reshuffle_holds_exactly_the_gathered_cards(change: str) -> None:
    """Record file: each the new stock, first turned first."""
    deal = record("redeal-1")
    deal["deal"]["S"].sort(key=lambda card: card[:-1] != "K", reverse=True)
    order = list(deal["deal"]["S"])
    order = {"missing": order[1:], "double": [order[1], *order[1:]], "foreign": ["AC", *order[1:]]}[
        change
    ]
    deal |= {"moves": ["S-W1"] * 48 + ["redeal"], "reshuffles": [order]}
    with pytest.raises(RecordError, match="reshuffles"):
        Record.loads(json.dumps(deal))


def test_a_view_never_holds_the_seed_or_the_order() -> None:
    """`redeal-1`: a `View` never holds the seed; words of the house: counts, no order."""
    view = play("redeal-1", "5C", seed="blue whale").view()
    assert not hasattr(view, "seed") and not hasattr(view, "stock")
    assert "blue whale" not in repr(view)
    assert sum(view.unseen) == 47


def test_every_ace_may_start_any_foundation_of_sir_tommy() -> None:
    """`sir-tommy` and the last line of the section: equal targets are all legal."""
    assert [n for n in names(play("sir-tommy", "AS")) if "F" in n] == [
        f"S-F{k}" for k in range(1, 5)
    ]


def test_every_exact_id_wins_over_an_alias() -> None:
    """Standard game: an exact id always wins over an alias."""
    assert variants.get("hopscotch").id == "hopscotch"
    assert variants.get("broken-intervals").id == "broken-intervals"
    assert variants.get("Betsy Ross").id == "musical"
    assert variants.get("Senior Calculation").id == "giant"


def test_a_name_that_fits_several_games_is_refused_with_their_list() -> None:
    """Standard game: a name that is no id and fits several games is refused with their list."""
    with pytest.raises(ValueError) as caught:
        variants.get("Four Kings")
    assert "calculation" in str(caught.value) and "musical" in str(caught.value)


# ---- other moduli


@pytest.mark.parametrize("modulus", [5, 7, 11, 13, 17, 29])
def test_calculation_modulo_n_visits_every_rank_once_and_ends_on_the_last(modulus: int) -> None:
    """Other moduli: 4n cards, each foundation ends on rank n."""
    game = play("calculation", modulus=modulus)
    assert game.total == 4 * modulus
    for foundation in game.foundations:
        assert sorted(foundation.sequence) == list(range(1, modulus + 1))
        assert foundation.last == modulus


def test_ranks_above_13_are_digits() -> None:
    """Other moduli: `14C`."""
    assert str(play("calculation", "14C", modulus=17).turned) == "14C"


@pytest.mark.parametrize(
    ("variant", "modulus", "says"),
    [
        ("calculation", 12, "interval 2 and modulus 12 share the factor 2: 2 4 6 8 10 12"),
        ("calculation", 9, "interval 3 and modulus 9 share the factor 3: 3 6 9 and back to 3"),
        ("giant", 7, "7"),
        ("calculation", 4, "modulus"),
        ("calculation", 31, "modulus"),
    ],
)
def test_an_impossible_modulus_is_refused_with_the_arithmetic(
    variant: str, modulus: int, says: str
) -> None:
    """Other moduli: the message shows the short cycle and the gcd."""
    with pytest.raises(ValueError) as caught:
        variants.get(variant, modulus=modulus)
    assert says in str(caught.value)
    assert modulus > 30 or says in refusal(variant, modulus=modulus, starters="AC 2D 3H 4S")


@pytest.mark.parametrize("variant", ["musical", "one234", "appreciate", "devils-grip"])
def test_games_outside_the_table_take_no_other_modulus(variant: str) -> None:
    """`musical`: no `modulus`; the other games are not in the table."""
    with pytest.raises(ValueError, match="modulus"):
        variants.get(variant, modulus=11)


# ---- musical


def test_musical_deals_one_card_at_a_time_onto_its_single_waste_pile() -> None:
    """`musical`: the move `deal` turns one stock card onto the single waste pile."""
    game = play("musical", "9C 3C")
    assert (names(game), game.total, game.placed, len(game.stock)) == (["deal"], 48, 4, 44)
    game = game.play("deal").play("deal")
    assert text(game.pile("W1")) == "9C 3C"
    assert names(game) == ["W1-F1", "deal"]
    assert "S" not in [name[0] for name in names(game)]


def test_musical_turns_its_waste_over_twice_in_the_same_order() -> None:
    """`musical`: the card dealt first is dealt first again; two redeals, three passes."""
    game = play("musical")
    order = game.stock
    for redeals in (2, 1):
        assert game.redeals == redeals
        for _ in range(44):
            assert game.why_not("redeal")
            game = game.play("deal")
        game = game.play("redeal")
        assert (game.stock, game.pile("W1")) == (order, ())
    for _ in range(44):
        game = game.play("deal")
    assert game.why_not("redeal") == "no redeal is left"


@pytest.mark.parametrize("field", ["piles", "modulus"])
def test_musical_takes_no_piles_and_no_modulus(field: str) -> None:
    """`musical`: no `piles`, no `modulus`."""
    assert field in refusal("musical", **{field: 3 if field == "piles" else 11})


def test_musical_needs_its_indicators() -> None:
    """Record file: `I` is flat and required for `musical`."""
    deal = record("musical")
    deal["deal"]["S"] += deal["deal"].pop("I")
    with pytest.raises(RecordError, match=r"deal\.I"):
        Record.loads(json.dumps(deal))


# ---- one234 and appreciate

COLUMNS = ["9C 9D 9H 9S 10C 5C", "10D 10H 10S JC JD 6C", "JH JS QC QD QH 7C"]


def test_one234_plays_column_tops_to_foundations_and_nothing_else() -> None:
    """`one234`: a column's top card may go to a foundation; nothing else."""
    game = play("one234", columns=COLUMNS, starters="4C 4D 4H 4S")
    assert names(game)[:3] == ["T1-F1", "T2-F2", "T3-F3"]
    assert all("-F" in name for name in names(game))
    assert game.why_not("T1-T2") == "a card on a column goes only to a foundation"
    assert [f.last for f in game.foundations] == [3, 2, 1, 13]


def test_an_empty_column_of_one234_stays_empty() -> None:
    """`one234`: an empty column stays empty."""
    column = "10D 9C 8H 7S 6D 5C"
    moves = " ".join(["T1-F1"] * 6)
    game = play("one234", moves=moves, columns=[column], starters="4C 4D 4H 4S")
    assert game.pile("T1") == ()
    assert not [name for name in names(game) if name.endswith("T1")]


def test_appreciate_builds_columns_down_by_their_interval_with_wrapping() -> None:
    """`appreciate`: columns 1–2 by 1, 3–4 by 2, 5–6 by 3, 7–8 by 4, any suit, A then K."""
    columns = [
        "9C 9D 9H 9S 10C AC",
        "10D 10H 10S JC JD KD",
        "JH JS QC QD QH AD",
        "2C 2D 2H 2S 3C QS",
        "5C 5D 5H 5S 6C AH",
        "6D 6H 6S 7C 7D 8C",
        "7H 7S 8D 8H 3D AS",
    ]
    game = play("appreciate", columns=columns, starters="4C 4D 4H 4S")
    between = [name for name in names(game) if "-T" in name]
    assert "T2-T1" in between and "T4-T3" in between
    assert "T2-T3" not in between
    wanted = {"T1": 13, "T3": 12, "T5": 11, "T7": 10}
    for target, rank in wanted.items():
        for source in (f"T{n}" for n in range(1, 9)):
            fits = source != target and game.pile(source)[-1].rank == rank
            assert (f"{source}-{target}" in between) == fits


def test_an_empty_column_of_appreciate_takes_only_the_last_rank_of_its_foundation() -> None:
    """`appreciate`: an empty column takes only the last rank of the same interval's foundation."""
    columns = ["10D 9C 8H 7S 6D 5C", "10H 10S JC JD 2D 3D", "JH JS QC QD QH 2H"]
    moves = " ".join(["T1-F1"] * 6)
    game = play("appreciate", moves=moves, columns=columns, starters="4C 4D 4H 4S")
    assert [name for name in names(game) if name.endswith("T1")] == ["T2-T1"]
    assert "3" in str(game.why_not("T3-T1"))


# ---- devils-grip

GRID = {"G11": "2C", "G12": "5C", "G13": "3D", "G21": "2H", "G22": "6D", "G31": "KS"}


def grip(stock: str = "9C 8C 8D 10H", moves: str = "", **grid: str) -> Game:
    return play("devils-grip", stock, moves, grid=GRID | grid)


def test_devils_grip_deals_96_cards_without_aces() -> None:
    """`devils-grip`: a grid of 24, 72 in the stock, nothing on the waste at the start."""
    game = grip()
    assert (len(game.stock), game.pile("W1"), game.placed) == (72, (), 0)


def test_a_stack_needs_the_same_suit_and_a_rank_three_higher_in_any_row() -> None:
    """`devils-grip`: Stack."""
    game = grip()
    assert "G12-G11" in names(game) and "G22-G13" in names(game)
    assert game.why_not("G22-G11") and game.why_not("G12-G21")


def test_a_stack_takes_the_cards_from_the_fitting_one_upward() -> None:
    """`devils-grip`: the top cards of a grid pile, from the fitting card upward."""
    game = grip("9C 8C 8D 10H", "G12-G11", G23="2C", G24="8C")
    game = game.play("G24-G11")
    assert text(game.pile("G11")) == "2C 5C 8C"
    game = game.play("G11-G23")
    assert (text(game.pile("G11")), text(game.pile("G23"))) == ("2C", "2C 5C 8C")


def test_a_grid_space_is_filled_at_once_with_the_next_stock_card() -> None:
    """`devils-grip`: filled at once with the next stock card."""
    game = grip("9C 8C", "G12-G11")
    assert (text(game.pile("G12")), len(game.stock)) == ("9C", 71)


def test_a_grid_space_takes_the_top_of_the_waste_when_the_stock_is_out() -> None:
    """`devils-grip`: or with the waste's top when the stock is out."""
    game = grip("9C", " ".join(["deal"] * 24))
    top = game.pile("W1")[-1]
    game = game.play("G12-G11")
    assert (game.pile("G12"), len(game.pile("W1"))) == ((top,), 71)


def test_the_top_of_the_waste_may_be_stacked() -> None:
    """`devils-grip`: the waste's top may do so too."""
    game = grip("9C 8D 5H", "deal")
    assert game.why_not("W1-G11") and "W1-G21" in names(game)
    assert text(game.play("W1-G21").pile("G21")) == "2H 5H"


def test_whole_piles_swap_when_one_becomes_the_base_of_its_row() -> None:
    """`devils-grip`: Swap."""
    game = grip(moves="G12-G11")
    assert "G11xG22" not in names(game)
    assert "G13xG21" in names(game)
    swapped = game.play("G13xG21")
    assert (text(swapped.pile("G13")), text(swapped.pile("G21"))) == ("2H", "3D")
    assert grip(G14="3C").why_not("G13xG14")
    assert grip(G23="3C").why_not("G13xG23")


def test_a_swap_is_written_with_the_smaller_name_first() -> None:
    """Pile and move names: a swap is `G12xG25` with the smaller name first."""
    assert grip().play("G21xG13") == grip().play("G13xG21")


def test_devils_grip_deals_three_cards_or_what_is_left() -> None:
    """`devils-grip`: `deal` turns three stock cards (or what is left) onto the waste."""
    assert text(grip("9C 8C 8D 10H", "deal").pile("W1")) == "9C 8C 8D"
    game = grip("9C", "G12-G11 " + " ".join(["deal"] * 23))
    assert len(game.stock) == 2
    assert (len(game.play("deal").stock), len(game.play("deal").pile("W1"))) == (0, 71)


def test_devils_grip_turns_its_waste_over_without_limit() -> None:
    """`devils-grip`: when the stock is out and the waste is not empty; no limit; never lost."""
    game = grip()
    order = game.stock
    for _ in range(4):
        assert game.why_not("redeal")
        for _ in range(24):
            game = game.play("deal")
        assert game.why_not("deal") and game.outcome == "open"
        game = game.play("redeal")
        assert game.stock == order


# ---- scores


def test_placed_counts_starters_but_not_indicators() -> None:
    """Scores: at most 52; `musical` 48, `giant` 104, modulus n 4n; `devils-grip` 0."""
    wanted = {"calculation": (4, 52), "musical": (4, 48), "giant": (8, 104), "expert": (0, 52)}
    for variant, numbers in wanted.items():
        game = play(variant)
        assert (game.placed, game.total) == numbers


def test_direct_counts_the_moves_from_the_turned_card_to_a_foundation() -> None:
    """Scores: the number of `S-F…` moves; `H-F` does not count."""
    deal = record("hold-cell", "2C 3C 4C 9C", "S-H H-F1 S-F1 S-W1 W1-F1")
    assert Record.loads(json.dumps(deal)).direct == 1


# ---- record file


def test_the_fields_that_may_be_missing_may_be_missing() -> None:
    """Record file: `seed`, `piles`, `modulus`, `intervals`, `player`, `created` may be missing."""
    full = record("calculation", "5C", "S-W1", seed=7, piles=4, modulus=13)
    full |= {"intervals": [1, 2, 3, 4], "player": "", "created": "2026-11-30T10:00:00Z"}
    game = Record.loads(json.dumps(full)).game
    for key in ("seed", "piles", "modulus", "intervals", "player", "created"):
        fewer = {name: value for name, value in full.items() if name != key}
        assert Record.loads(json.dumps(fewer)).game.piles == game.piles


def test_unused_piles_of_a_deal_may_be_missing_or_empty() -> None:
    """Record file: keys of `deal` that a game does not use may be missing or empty."""
    deal = record("calculation", "5C")
    deal["deal"] |= {"T": [], "G": {}, "I": []}
    assert str(Record.loads(json.dumps(deal)).game.turned) == "5C"
    bare = record("no-starters", "5C")
    bare["deal"]["F"] = [[], [], [], []]
    assert Record.loads(json.dumps(bare)).game.placed == 0


@pytest.mark.parametrize(
    ("variant", "intervals"),
    [
        ("calculation", [1, 2, 3, 5]),
        ("reverse", [1, 2, 3, 4]),
        ("musical", [1, 2, 3]),
        ("one234", [4, 3, 2, 1]),
    ],
)
def test_intervals_that_contradict_a_fixed_game_are_refused(variant: str, intervals: Any) -> None:
    """Record file: a value that contradicts a fixed game is refused."""
    assert "intervals" in refusal(variant, intervals=intervals)


def test_reverse_states_signed_intervals() -> None:
    """Record file: signed steps by foundation (`reverse`: −1 −2 −3 −4)."""
    assert play("reverse", intervals=[-1, -2, -3, -4]).outcome == "open"


@pytest.mark.parametrize("seed", [7, -3, "blue whale", "7", 10**15])
def test_a_seed_is_an_integer_or_a_text(seed: Any) -> None:
    """Record file: `seed` (integer or text)."""
    assert play("calculation", seed=seed).seed == seed


@pytest.mark.parametrize("field", ["seed", "piles", "modulus", "version"])
def test_true_is_not_a_number(field: str) -> None:
    """Record file: `true` is not a number."""
    deal = record("calculation") | {field: True}
    with pytest.raises(RecordError, match=field):
        Record.loads(json.dumps(deal))


@pytest.mark.parametrize("alias", ["Calculation", "four-kings", "La Plus Belle", "numerica", ""])
def test_a_record_names_its_variant_by_id_never_by_alias(alias: str) -> None:
    """Record file: `variant` is an id, never an alias."""
    deal = record("calculation") | {"variant": alias}
    with pytest.raises(RecordError, match="variant"):
        Record.loads(json.dumps(deal))


def test_a_custom_game_with_the_rules_of_calculation_stays_custom() -> None:
    """Record file: a custom game is `"variant": "custom"` with `"rules"`."""
    rules = {"bases": [1, 2, 3, 4], "intervals": [1, 2, 3, 4], "lengths": [13] * 4}
    rules |= {"piles": 4, "hold": 0, "redeals": 0, "starters": True, "decks": 1, "modulus": 13}
    deal = record("calculation", "2C", "S-F1") | {"variant": "custom", "rules": rules}
    loaded = Record.loads(json.dumps(deal))
    written = json.loads(loaded.dumps())
    assert (loaded.variant.id, written["variant"], written["rules"]) == ("custom", "custom", rules)
    assert Record.loads(loaded.dumps()).game == loaded.game


def test_an_impossible_custom_game_is_refused_with_the_arithmetic() -> None:
    """Record file and other moduli: `interval 2 and modulus 12 share the factor 2: …`."""
    deal = record("calculation")
    rules = {"bases": [1, 2, 3, 4], "intervals": [1, 2, 3, 4], "lengths": [12] * 4}
    rules |= {"piles": 4, "hold": 0, "redeals": 0, "starters": True, "decks": 1, "modulus": 12}
    with pytest.raises(RecordError, match="interval 2 and modulus 12 share the factor 2: 2 4 6"):
        Record.loads(json.dumps(deal | {"variant": "custom", "rules": rules}))
