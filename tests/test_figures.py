"""Shipped figures: what the files say is what is shown, and a small remake says the same."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from calclab import coach, deal, solver
from calclab.coach import strategy
from calclab.figures import CLAIMS, Figure, FigureError, Sample, ascending, beside_claims, figure
from calclab.figures.__main__ import main
from calclab.figures.claims import Claim
from calclab.figures.plan import ASCENDING, PLAN, SEED, Measure
from calclab.figures.remake import remake
from calclab.figures.shipped import SHIPPED, names
from calclab.plots.rates import claims_chart, rates
from calclab.study.packing import own_code
from calclab.variants import VARIANTS, get
from tests.conftest import ROOT

DAY = "2026-11-30"
KINGS = Measure("kings", get("easy-6"), "kings-pile", 9)
SOLVED = Measure("solved", get("one234"), "solver", 6, 20_000)


def raw(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))
    return data


def percent(wins: int, deals: int) -> str:
    """A rate as it is shown: never 100 % where a deal was not won."""
    texts = (f"{100 * (wins / deals):.{digits}f}" for digits in range(1, 9))
    return next(text for text in texts if wins == deals or float(text) < 100) + " %"


def told(outcomes: str, player: str = "strong") -> Figure:
    """A figure made by hand."""
    return Figure("hand", "calculation", player, 0, "x", outcomes, 0, 0.5, "code", "make", DAY, "1")


def test_every_planned_figure_is_shipped_and_no_other() -> None:
    assert sorted(measure.name for measure in PLAN) == list(names())
    assert len(set(names())) == len(PLAN) >= 15


@pytest.mark.parametrize("measure", PLAN, ids=lambda measure: measure.name)
def test_a_shipped_figure_was_made_as_the_plan_says_and_names_its_command(measure: Measure) -> None:
    found = figure(measure.name)
    assert (found.game, found.player, found.effort) == (
        measure.game,
        measure.player,
        measure.effort,
    )
    assert found.seed == SEED and 0 < found.deals <= measure.deals
    fewer = "" if found.deals == measure.deals else f" --deals {found.deals}"
    assert found.command == f"python -m calclab.figures --only {measure.name}{fewer}"
    table = dict(found.rows())
    assert table["made with"] == found.command
    assert found.date in table["made on"] and found.calclab in table["made on"]


@pytest.mark.parametrize("name", names())
def test_what_is_shown_is_counted_from_the_file(name: str) -> None:
    data, found = raw(name), figure(name)
    letters = list(data["outcomes"])
    assert found.deals == len(letters)
    assert found.wins == sum(letter == "w" for letter in letters)
    assert found.lost == sum(letter == "l" for letter in letters)
    shown = dict(found.rows())
    assert shown["deals"] == f"{len(letters):,}"
    assert shown["won"].split()[0] == f"{found.wins:,}"
    assert percent(found.wins, len(letters)) in shown["won"]
    if data["player"] == "solver":
        assert found.sees_stock and shown["stock"] == "visible"
        assert found.unknown == letters.count("u")
        assert found.wins + found.lost + found.unknown == found.deals
    else:
        assert shown["stock"] == "hidden" and "u" not in letters


def test_every_claim_stands_beside_figures_of_its_game() -> None:
    rows = iter(beside_claims().rows())
    for claim in CLAIMS:
        assert claim.game in {variant.id for variant in VARIANTS}
        assert 0 < claim.low <= claim.high <= 1
        for at, name in enumerate(claim.figures):
            data, row = raw(name), next(rows)
            assert data["game"] == claim.game
            assert row[0] == (claim.text if at == 0 else "")
            assert row[4:6] == (name, f"{len(data['outcomes']):,}")
            assert row[6].startswith(
                percent(data["outcomes"].count("w"), int(row[5].replace(",", "")))
            )
    assert next(rows, None) is None


def test_the_table_reads_as_text_and_as_html() -> None:
    table = beside_claims(CLAIMS[:2])
    assert str(table).splitlines()[0].startswith("claim")
    assert table._repr_html_().count("<tr>") == 1 + len(table.rows())


@pytest.mark.parametrize(
    ("outcomes", "player", "claimed", "verdict"),
    [
        ("w" * 95 + "l" * 5, "strong", (0.2, 0.2), "wins more"),
        ("w" * 5 + "l" * 95, "strong", (0.2, 0.2), "wins fewer"),
        ("w" * 2 + "l" * 8, "strong", (0.3, 0.3), "not told apart"),
        ("w" * 85 + "l" * 15, "strong", (0.8, 1.0), "not told apart"),
        ("w" * 99 + "l", "strong", (0.8, 1.0), "agrees"),
        ("w" * 5 + "u" * 95, "solver", (0.5, 0.5), "not told apart; 95 unknown"),
        ("w" * 5 + "l" * 95, "solver", (0.5, 0.5), "wins fewer"),
        ("w" * 99 + "u", "solver", (1.0, 1.0), "not told apart; 1 unknown"),
        ("w" * 60 + "u" * 40, "solver", (0.2, 0.2), "wins more"),
    ],
)
def test_a_figure_speaks_against_a_claim_only_where_its_interval_can(
    outcomes: str, player: str, claimed: tuple[float, float], verdict: str
) -> None:
    claim = Claim("words", "calculation", *claimed, ())
    assert claim.verdict(told(outcomes, player)) == verdict


def test_a_remade_figure_is_the_same_and_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    for measure in (KINGS, SOLVED):
        folders = [tmp_path / measure.name / part for part in ("whole", "parts")]
        for folder in folders:
            folder.mkdir(parents=True)
        whole = remake(measure, folders[0], DAY)
        assert whole.deals == measure.deals
        begun = remake(measure, folders[1], DAY, deals=4)
        assert begun.outcomes == whole.outcomes[:4]
        assert begun.command.endswith(f"--only {measure.name} --deals 4")
        assert remake(measure, folders[1], "2027-01-01") == whole
        assert Figure.load(folders[1] / f"{measure.name}.json") == whole


def test_a_remade_figure_says_what_playing_the_deals_says(tmp_path: Path) -> None:
    player = strategy("kings-pile")
    outcomes = ""
    for number in range(KINGS.deals):
        game = deal("easy-6", seed=f"{SEED}/{number}")
        assert game == KINGS.deal(number)
        while game.moves():
            game = game.play(player(game.view()))
        outcomes += "w" if game.is_won else "l"
    assert remake(KINGS, tmp_path, DAY).outcomes == outcomes


def test_the_first_deals_of_shipped_figures_can_be_made_again(tmp_path: Path) -> None:
    by_name = {measure.name: measure for measure in PLAN}
    for name, deals in (("calculation-kings-pile", 20), ("calculation-random", 20)):
        assert remake(by_name[name], tmp_path, DAY, deals).outcomes == figure(name).outcomes[:deals]
    measure, shipped = by_name["calculation-solver"], figure("calculation-solver")
    for number in range(3):
        assert shipped.outcomes[number] == "w"
        found = solver.solve(measure.deal(number), nodes=measure.effort, seconds=600)
        assert found.verdict == "won" and len(found.moves) >= 48


def test_a_file_of_another_measurement_is_not_gone_on_with(tmp_path: Path) -> None:
    remake(KINGS, tmp_path, DAY, deals=2)
    for other in (replace(KINGS, player="random"), replace(KINGS, variant=get("easy-5"))):
        with pytest.raises(FigureError, match="in another way") as error:
            remake(other, tmp_path, DAY, deals=4)
        assert "\n" not in str(error.value)
    with pytest.raises(FigureError, match="holds 2 deals"):
        remake(KINGS, tmp_path, DAY, deals=1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "calclab-study"}, 'must be "calclab-figure"'),
        ({"version": 2}, "the version that this calclab reads"),
        ({"outcomes": "wux"}, "w, l or f"),
        ({"outcomes": None}, "outcomes: is null"),
        ({"seconds": "1"}, "a number from 0 on"),
        ({"seconds": 10**400}, "a number from 0 on"),
        ({"nodes": -1}, "a whole number from 0 on"),
        ({"effort": True}, "a whole number"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    path = tmp_path / "broken.json"
    told("wl").save(path)
    assert Figure.load(path) == told("wl")
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | change))
    with pytest.raises(FigureError, match=words) as error:
        Figure.load(path)
    assert "\n" not in str(error.value) and "broken.json" in str(error.value)


def test_a_field_that_is_missing_and_a_file_that_is_not_there_are_named(tmp_path: Path) -> None:
    path = tmp_path / "short.json"
    path.write_text('{"format": "calclab-figure", "version": 1}')
    with pytest.raises(FigureError, match="name: is missing"):
        Figure.load(path)
    with pytest.raises(FigureError, match="does not exist"):
        Figure.load(tmp_path / "never.json")
    with pytest.raises(FigureError, match="there are ascending-solver, broken-intervals-strong"):
        figure("never")


@pytest.fixture
def new_marks() -> Iterator[None]:
    """Marks that are not remembered from one version of the code to the next."""
    own_code.cache_clear()
    yield
    own_code.cache_clear()


@pytest.mark.usefixtures("new_marks")
@pytest.mark.parametrize(
    ("file", "stopped"),
    [
        ("solver/piles.py", [SOLVED]),
        ("blockage/deadlock.py", [SOLVED, KINGS]),
        ("search/complete.py", [SOLVED, KINGS]),
        ("coach.py", [SOLVED, KINGS]),
    ],
)
def test_a_figure_stops_where_the_code_of_its_player_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, stopped: list[Measure]
) -> None:
    for measure in (SOLVED, KINGS):
        remake(measure, tmp_path, DAY, deals=1)
    house = tmp_path / "calclab"
    shutil.copytree(ROOT / "calclab", house, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(coach, "__file__", str(house / "coach.py"))
    assert [remake(one, tmp_path, DAY, deals=2).deals for one in (SOLVED, KINGS)] == [2, 2]
    with (house / file).open("a", encoding="utf-8") as text:
        text.write("# another version\n")
    own_code.cache_clear()
    for measure in (SOLVED, KINGS):
        if measure in stopped:
            with pytest.raises(FigureError, match="other code"):
                remake(measure, tmp_path, DAY, deals=3)
        else:
            assert remake(measure, tmp_path, DAY, deals=3).deals == 3


def test_a_part_is_counted_alone() -> None:
    made = told("wwlwllll")
    assert [made.part(0, 4), made.part(4, 8)] == [Sample(3, 4), Sample(0, 4)]
    assert made.part(6, 20) == Sample(0, 2)


def test_the_ascending_stock_is_a_whole_pack_in_order() -> None:
    game = ascending()
    assert game.turned is not None
    ranks = [card.rank for card in (game.turned, *game.stock)]
    assert ranks == sorted(ranks) and len(ranks) == 48
    every = {card for cards in game.laid for card in cards} | {game.turned, *game.stock}
    assert len(every) == 52 and [cards[0].rank for cards in game.laid] == [1, 2, 3, 4]
    (measure,) = (one for one in PLAN if one.game == ASCENDING)
    assert measure.deal(0) == game


def test_the_command_makes_what_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    asked = ["--out", str(folder), "--only", "calculation-random", "--deals", "3"]
    assert main(asked) == 0
    assert capsys.readouterr().out.startswith("Figure calculation-random: 0 of 3 won")
    assert names(folder) == ("calculation-random",)
    assert figure("calculation-random", folder).outcomes == "lll"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--only", "never"], "never is no figure; there are calculation-solver"),
        (["--deals", "0"], "--deals 0: must be a whole number from 1 on"),
    ],
)
def test_a_wrong_wish_gets_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["--out", str(tmp_path), *arguments]) == 1
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_unknown_deals_reach_up_in_every_table_and_no_share_is_rounded_to_all() -> None:
    found = figure("calculation-solver")
    assert found.unknown == 1 and found.won_text in str(found) and found.won_text in repr(found)
    assert found.won_text in str(beside_claims()) and "100.000], 1 unknown" in found.won_text
    assert "--only FIGURE" in beside_claims()._repr_html_()
    chart = claims_chart()
    assert "every game is winnable: solver 99.995 %" in chart.text
    assert rates({"solver": found}).text == "Games won: solver 99.995 %"
