"""A seat for a stranger: what a strategy says is made fit to print, and its chance is its own."""

import random
from pathlib import Path

import pytest

from calclab.game import View, deal
from calclab.moves import Move
from calclab.seat import Seat
from calclab.study import Study, study
from calclab.study.packing import pack


def _half_a_character(view: View) -> Move:
    raise ValueError("\udcff \x1b[31m")


def _cannot_be_shown(view: View) -> object:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    return Odd()


def _in_pictures(view: View) -> Move:
    raise ValueError("\U0001f600" * 500)


def _cannot_say(view: View) -> Move:
    class Mute(Exception):  # noqa: N818 (as a student may call it)
        def __str__(self) -> str:
            raise RuntimeError

    raise Mute


@pytest.mark.parametrize(
    ("strategy", "kind", "said"),
    [
        (_half_a_character, "raised", r"\udcff \x1b[31m"),
        (_cannot_be_shown, "raised", "returned a Odd that cannot be shown"),
        (_cannot_say, "raised", "Mute: a Mute that cannot be shown"),
        (lambda view: "\udcff\x00", "illegal", "is no move"),
        (_in_pictures, "raised", "\U0001f600" * 380),
    ],
)
def test_whatever_a_strategy_says_the_study_goes_on_and_is_kept(
    tmp_path: Path, strategy: object, kind: str, said: str
) -> None:
    file = tmp_path / "study.json"
    found = study(strategy, deals=2, seed=1, workers=1, progress=False, file=file)  # type: ignore[arg-type]
    assert found.faulty == 2
    for fault in found.faults:
        assert fault.kind == kind and said in fault.text and fault.text.isprintable()
    assert Study.load(file) == found


def test_the_clock_of_a_game_that_is_over_blames_no_later_one() -> None:
    seat, view = Seat(pack(lambda view: view.moves()[0]).form, 60), deal(seed=1).view()
    seat.sit(1)
    clock = seat._clock
    assert clock is not None
    assert seat.ask(view) == str(view.moves()[0])
    seat.rise()
    seat.sit(2)
    clock.function()  # it was past its wait when it was cancelled
    assert seat.ask(view) == str(view.moves()[0])
    seat.leave()


def test_numpy_imported_while_it_plays_begins_anew_in_each_game() -> None:
    def chooses(view: View) -> Move:
        import numpy

        moves = view.moves()
        return moves[numpy.random.randint(len(moves))]

    one, two = (study(chooses, deals=6, seed=3, workers=1, progress=False) for _ in range(2))
    assert one == two
    parts = [
        study(chooses, deals=range(at, at + 1), seed=3, workers=1, progress=False, audit=0)
        for at in range(6)
    ]
    assert [one.placed for part in parts for one in part.parts] == [
        (placed,) for part in one.parts for placed in part.placed
    ]


def test_a_strategys_chance_derives_from_what_it_sees_and_tells_nothing_of_the_seed() -> None:
    def shows(view: View) -> Move:
        raise ValueError(f"{view.turned} {random.random()}")

    seen: dict[str, set[str]] = {}  # of `expert` the turned card alone is seen
    for seed in range(6):
        found = study(shows, "expert", deals=10, seed=seed, workers=1, progress=False, audit=0)
        for fault in found.faults:
            card, number = fault.text.split()[1:3]
            seen.setdefault(card, set()).add(number)
    assert sum(map(len, seen.values())) == len(seen) < 60, "one number for each card"
    assert len(set.union(*seen.values())) == len(seen), "and another for another card"
