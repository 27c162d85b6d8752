"""What is read off a position: distances, whereabouts, runs, and the relation of blocking."""

import random
from dataclasses import replace

import pytest

from calclab import deal, variants
from calclab.blockage import (
    blocks,
    dead_cards,
    deadlock,
    distances,
    last_copies,
    readings,
    room,
    soonest,
    warning,
    whereabouts,
)
from calclab.blockage.examples import position, ring
from calclab.cards import Card
from calclab.game import Game
from calclab.messages import speaking

NAMES = [variant.id for variant in variants.VARIANTS]


def some_games(name: str, count: int = 3) -> list[Game]:
    """Positions from random play, one every few moves."""
    found = []
    for seed in range(count):
        rng, game = random.Random(f"{name}:{seed}"), deal(name, seed=seed)
        for number in range(45):
            moves = game.moves()
            if not moves:
                break
            game = game.play(rng.choice(moves))
            if number % 7 == 0:
                found.append(game)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_distances_count_the_plays_until_a_rank_is_laid(name: str) -> None:
    for game in some_games(name):
        times = soonest(game)
        for rank in range(1, game.variant.modulus + 1):
            slow = tuple(
                found.sequence.index(rank) + 1 - len(laid)
                if rank in found.sequence[len(laid) :]
                else None
                for found, laid in zip(game.foundations, game.laid, strict=True)
            )
            assert distances(game, rank) == slow
            assert times[rank - 1] == min((one for one in slow if one), default=None)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "devils-grip"])
def test_every_copy_of_a_rank_is_somewhere(name: str) -> None:
    for game in some_games(name):
        for rank in range(1, game.variant.modulus + 1):
            laid = sum(card.rank == rank for cards in game.laid for card in cards)
            shown = sum(card.rank == rank for card in game.indicators)
            copies = sum(card.rank == rank for card in game.variant.pack)
            assert whereabouts(game, rank).left + laid + shown == copies


@pytest.mark.parametrize("name", NAMES)
def test_a_block_is_a_card_over_one_wanted_sooner(name: str) -> None:
    for game in some_games(name):
        times = [99 if time is None else time for time in soonest(game)]
        slow = {
            (pile, under, over)
            for pile, cards in zip(game.pile_names, game.piles, strict=True)
            if game.foundations and pile != "H" and not game.redeals
            for over in range(len(cards))
            for under in range(over)
            if times[cards[under].rank - 1] < times[cards[over].rank - 1]
        }
        found = blocks(game)
        told = {(one.blocked.pile, one.blocked.index, one.blocker.index) for one in found}
        assert told == slow and len(found) == len(slow)
        assert sum(reading.inversions for reading in readings(game)) == len(slow)
        for one in found:
            assert (
                one.distance == distances(game, one.blocked.card.rank)[int(one.foundation[1:]) - 1]
            )
            assert one.sentence.endswith(".")
        chiefs = [(one.blocked.pile, one.blocked.index) for one in found if one.chief]
        assert len(chiefs) == len(set(chiefs)) == len({pair[:2] for pair in slow})


def test_the_order_of_the_stock_is_never_used() -> None:
    for name in NAMES:
        for game in some_games(name, count=1):
            other = replace(game, stock=game.stock[::-1])
            for read in (blocks, readings, soonest, last_copies):
                assert read(game) == read(other) == read(game.view())
            for rank in (1, 4, 9):
                assert whereabouts(game, rank) == whereabouts(game.view(), rank)


def test_a_redeal_left_means_that_nothing_on_the_waste_blocks() -> None:
    game = next(game for game in some_games("redeal-1") if any(game.piles) and game.redeals)
    assert blocks(game) == () and readings(game) == () and deadlock(game) is None
    assert dead_cards(game) == ()


def test_a_reverse_run_is_taken_off_by_one_foundation() -> None:
    found = position((5, 6, 9, 8), (("9C", "8C", "7C", "6C", "KC"),))
    (reading,) = readings(found)
    run = next(run for run in reading.runs if run.foundation == "F1")
    assert (run.low, run.high) == (0, 3)
    assert reading.depths == (4, 3, 2, 1, 0)


def test_the_last_copy_is_told_before_it_is_covered() -> None:
    stuck = position((None, None, 11, None), (("4C",),))
    assert [str(spot.card) for spot in last_copies(stuck)] == ["4C"]
    assert warning(stuck, "S", "W1") is None
    open_one = replace(position((None, 7, 1, None), ((), ("9C",))), turned=ring().piles[0][1])
    assert warning(open_one, "S", "W1") is None
    text = warning(open_one, "S", "W2")
    assert text is not None and "10♦" in text


def test_the_proof_of_the_ring_is_four_sentences_with_its_cards() -> None:
    proof = deadlock(ring())
    assert proof is not None
    assert [entry.foundation for entry in proof.stuck] == ["F2", "F3"]
    assert [str(stopper.spot.card) for stopper in proof.stoppers] == ["10D", "JD"]
    assert len(proof.sentences) == 4
    with speaking("de"):
        assert "B♦" in proof.sentences[2]


def test_two_places_for_three_cards_are_said_to_be_too_few() -> None:
    found = position((2, 8, 12, 8), (("8H", "8C", "10H", "10C", "10D"),))
    proof = deadlock(found)
    assert proof is not None
    stopper = proof.stoppers[0]
    assert len(stopper.above) == len(stopper.takers) == 2
    assert "3 cards of rank 10 lie there on W1" in " ".join(proof.sentences)


def test_the_sentences_of_a_proof_are_short() -> None:
    found = 0
    for seed in range(60):
        rng, game = random.Random(seed), deal("calculation", seed=seed)
        while game.outcome == "open" and (proof := deadlock(game)) is None:
            game = game.play(rng.choice(game.moves()))
        if proof is not None:
            found += 1
            for text in proof.sentences:
                for sentence in text.rstrip(".").split(". "):
                    assert len(sentence.split()) <= 15 or "may still take" in sentence, sentence
    assert found > 40


@pytest.mark.parametrize("name", ["calculation", "three-piles", "reverse", "giant"])
def test_a_pile_has_room_for_the_ranks_that_block_no_free_card(name: str) -> None:
    for game in some_games(name):
        before = {(one.blocked.pile, one.blocked.index) for one in blocks(game)}
        for pile, ranks in room(game).items():
            at = game.variant.pile_index[pile]
            for rank in range(1, game.variant.modulus + 1):
                laid = (*game.piles[at], Card(rank, "S"))
                piles = (*game.piles[:at], laid, *game.piles[at + 1 :])
                after = blocks(replace(game, piles=piles))
                new = {(one.blocked.pile, one.blocked.index) for one in after} - before
                assert (rank in ranks) == (not new), (pile, rank)
