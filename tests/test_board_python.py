"""The board without a browser: events as messages, what Python answers, what is kept."""

import json
import random
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calclab import Record, deal, variants
from calclab.game import IllegalMove
from calclab.harmless import harmless
from calclab.messages import speaking
from calclab.moves import NotationError
from calclab.packs import pack
from calclab.shelf import Shelf
from calclab.widgets import Board, state

pytestmark = pytest.mark.usefixtures("calclab_home")
IDS = [variant.id for variant in variants.VARIANTS]


def send(board: Board, kind: str, **content: Any) -> None:
    """Send an event as the browser does, made at the moment that the board shows now."""
    moment = {"serial": board._state["serial"], "n": board._state["n"], "seconds": 0}
    board._handle_custom_msg({"type": kind, **moment, **content}, [])


def message(board: Board) -> str:
    return str(board._message.get("text", ""))


# whole games


@pytest.mark.parametrize("variant", IDS)
def test_a_whole_game_is_played_by_the_names_that_the_board_offers(variant: str) -> None:
    board = Board(variant, seed=7)
    rng = random.Random(1)
    for _ in range(60):
        if not board._moves:
            break
        name = rng.choice(sorted(board._moves))
        expected = {**board._state, **board._moves[name]["patch"]}
        send(board, "play", move=name)
        if name != "redeal" or not board.game.variant.reshuffles:
            assert board._state == expected
    assert board.record.at == board._state["n"] > 0
    assert message(board) == ""


@given(variant=st.sampled_from(IDS), seed=st.integers(0, 999), chooser=st.randoms())
@settings(max_examples=60)
def test_every_listed_move_leads_where_its_patch_says(
    variant: str, seed: int, chooser: random.Random
) -> None:
    record = Record(deal(variant, seed=seed))
    sitting = state.Sitting(serial=3, coming=chooser.choice([0, 1, 5, -1]))
    for _ in range(chooser.randrange(60)):
        legal = record.game.moves()
        if not legal:
            break
        record.play(chooser.choice(legal))
    now = state.state(record.game, sitting, n=record.at, last=state.last_of(record))
    listed = state.moves(record.game, now, sitting)
    assert sorted(listed) == sorted(map(str, record.game.moves()))
    for name, told in listed.items():
        after = Record(record.game).play(name)
        last = state.last_move(record.at + 1, after.moves[0], after.line()[0].card)
        truth = state.state(after.game, sitting, n=record.at + 1, last=last)
        if name != "redeal" or not record.variant.reshuffles:
            assert {**now, **told["patch"]} == truth
        assert told["patch"] == {
            key: value for key, value in told["patch"].items() if now.get(key) != value
        }
    json.dumps([now, listed])


def test_all_that_the_browser_is_told_is_plain_data() -> None:
    for variant in IDS:
        board = Board(variant, seed="blue whale", coming=5)
        for name in ("_table", "_state", "_moves", "_line", "_settings", "_texts", "_clock"):
            told = getattr(board, name)
            assert json.loads(json.dumps(told)) == told


def test_hidden_stock_cards_are_not_told() -> None:
    game = deal("calculation", seed=7)
    told = state.state(game, state.Sitting())
    assert told["coming"] == []
    assert told["stock"] == 47
    for coming, count in ((1, 1), (5, 5), (-1, 47)):
        shown = state.state(game, state.Sitting(coming=coming))["coming"]
        assert shown == [str(card) for card in game.stock[:count]]


# events


def test_a_doubled_click_plays_once() -> None:
    board = Board("calculation", seed=7)
    moment = {"serial": board._state["serial"], "n": 0, "seconds": 1}
    for _ in range(2):
        board._handle_custom_msg({"type": "play", "move": "S-W1", **moment}, [])
    assert board.record.at == 1


def test_of_events_on_many_threads_at_one_moment_one_is_played() -> None:
    board = Board("calculation", seed=7)
    for number in range(10):
        content = {"type": "play", "serial": board._state["serial"], "n": number, "seconds": 0}
        start = threading.Barrier(8)

        def click(pile: int, content: dict[str, Any] = content, start: Any = start) -> None:
            start.wait()
            board._handle_custom_msg({**content, "move": f"S-W{pile % 4 + 1}"}, [])

        clicks = [threading.Thread(target=click, args=(pile,)) for pile in range(8)]
        for thread in clicks:
            thread.start()
        for thread in clicks:
            thread.join()
        assert board.record.at == board._state["n"] == number + 1
    assert Record.loads(board.record.dumps()).game == board.game
    assert message(board) == ""


@pytest.mark.parametrize("kind", ["undo", "redo", "finish", "play"])
def test_an_event_of_another_moment_is_ignored(kind: str) -> None:
    board = Board("calculation", seed=7)
    board.play("S-W1").play("S-W2").undo()
    before = board._state
    send(board, kind, n=0, move="S-W1")
    send(board, kind, serial=0, move="S-W1")
    assert board._state == before
    assert message(board) == ""


@pytest.mark.parametrize("kind", ["new", "restart", "go", "branch", "give_up"])
def test_an_event_of_an_earlier_deal_is_ignored(kind: str) -> None:
    board = Board("calculation", seed=7)
    board.play("S-W1")
    before = board._state
    send(board, kind, serial=0, at=0, id=0)
    assert board._state == before


def test_an_illegal_move_is_answered_with_the_sentence_of_the_rules() -> None:
    board = Board("calculation", seed=7)
    for _ in range(2):
        before = board._refusal.get("id", 0)
        send(board, "play", move="W1-F1")
        assert board._refusal["text"] == board.game.why_not("W1-F1")
        assert board._refusal["target"] == "F1"
        assert board._refusal["id"] > before
    assert board.record.at == 0


@pytest.mark.parametrize(
    "content",
    [
        {"type": "dance"},
        {"type": "_event_play"},
        {},
        {"type": "play", "move": "nonsense"},
        {"type": "play", "move": 7},
        {"type": "play"},
        {"type": "go", "at": 99},
        {"type": "go", "at": "1"},
        {"type": "branch", "id": 99},
        {"type": "branch", "id": None},
        {"type": "new", "variant": "chess"},
        {"type": "new", "variant": "calculation", "modulus": 12},
        {"type": "new", "variant": ["calculation"]},
        {"type": "new", "variant": "musical", "piles": 3},
        {"type": "new", "variant": "musical", "grade": 3},
        {"type": "new", "variant": "expert", "grade": 6},
        {"type": "new", "variant": "expert", "grade": ["today"]},
        {"type": "new", "variant": "expert", "grade": True},
        {"type": "new", "variant": "expert", "grade": "5"},
        {"type": "new", "variant": "giant", "grade": "today"},
        {"type": "load", "name": "x.json", "text": "{"},
        {"type": "load", "name": "x.json"},
    ],
)
def test_what_cannot_be_done_is_said_in_one_line_and_changes_nothing(
    content: dict[str, Any],
) -> None:
    board = Board("calculation", seed=7)
    board.play("S-W1")
    before, table = board._state, board._table
    send(board, content.pop("type", None), **content)
    assert board._message["tone"] == "error"
    assert message(board)
    assert "\n" not in message(board)
    assert (board._state, board._table) == (before, table)


def test_an_event_that_is_no_event_is_said_too() -> None:
    board = Board("calculation", seed=7)
    board._handle_custom_msg("play", [])  # type: ignore[arg-type]
    assert "no event" in message(board)


def test_undo_redo_restart_and_branches_by_events() -> None:
    board = Board("calculation", seed=7)
    for move in ("S-W1", "S-W2", "S-W3"):
        send(board, "play", move=move)
    send(board, "undo")
    assert (board.record.at, board._state["can_redo"]) == (2, True)
    send(board, "redo")
    send(board, "restart")
    assert (board.record.at, board._state["can_undo"]) == (0, False)
    send(board, "go", at=2)
    send(board, "play", move="S-W4")
    assert [step["text"][:4] for step in board._line["moves"]] == ["S-W1", "S-W2", "S-W4"]
    (branch,) = board._line["branches"]
    assert branch["at"] == 2
    send(board, "branch", id=branch["id"])
    assert [str(move) for move in board.record.moves] == ["S-W1", "S-W2", "S-W3"]


def test_undo_at_the_deal_and_redo_at_the_end_do_nothing() -> None:
    board = Board("calculation", seed=7)
    send(board, "undo")
    send(board, "redo")
    assert board.record.at == 0
    assert message(board) == ""


def test_a_new_deal_has_a_new_serial_and_the_wanted_numbers() -> None:
    board = Board("calculation", seed=7)
    serial = board._state["serial"]
    send(board, "new", variant="easy-5", seed="blue whale", piles=6, modulus=None)
    assert board._table["serial"] == board._state["serial"] > serial
    assert board.game == deal("easy-5", seed="blue whale", piles=6)
    send(board, "new", variant=None, seed=None)
    assert board.game.variant.id == "easy-5"


def test_a_graded_deal_and_todays_are_dealt_on_request() -> None:
    board = Board(seed=1)
    send(board, "new", variant="expert", grade=5)
    assert board.record.start in [one.game for one in pack("expert", 5)]
    send(board, "new", variant="three-piles", grade="today")
    assert board.record.start in [one.game for one in pack("three-piles")]


def test_a_custom_game_is_dealt_again_as_it_is() -> None:
    own = variants.calculation(bases=(1, 2), intervals=(1, 2), piles=2, modulus=7)
    board = Board(own, seed=3)
    send(board, "new", variant="custom", seed=3)
    assert board.game == deal(own, seed=3)


def test_a_record_goes_out_and_comes_back() -> None:
    board, other = Board("hold-cell", seed=7), Board()
    board.play("S-H").play("S-W1").undo()
    send(board, "save")
    assert board._download["name"] == "hold-cell-7.json"
    send(other, "load", name="hold-cell-7.json", text=board._download["text"])
    assert other.record.main_line == board.record.main_line
    assert other.game == board.game


def test_a_refused_file_leaves_the_game_as_it_was() -> None:
    board = Board("calculation", seed=7)
    board.play("S-W1")
    text = board.record.dumps().replace('"S-W1"', '"W1-F1"')
    send(board, "load", name="mail.json", text=text)
    assert message(board).startswith("mail.json: ")
    assert board.record.at == 1


def test_a_redeal_whose_order_nobody_knows_is_refused_in_words() -> None:
    game = deal("redeal-1", seed=7)
    record = Record.loads(Record(game).dumps().replace('"seed": 7,', ""))
    board = Board(record)
    while board._state["S"]:
        send(board, "play", move="S-W1")
    send(board, "play", move="redeal")
    assert "order" in board._refusal["text"]
    assert board.game.redeals == 1


# finish


def test_finish_plays_one_harmless_card_at_a_time_and_wins() -> None:
    board = Board(nearly_won())
    placed = board.game.placed
    while board._state["finish"]:
        send(board, "finish")
        assert board.game.placed == placed + 1
        placed += 1
    assert board.game.outcome == "won"


def nearly_won() -> Record:
    """A small game at the first moment from which harmless moves alone win it."""
    for seed in range(1000):
        record = Record(deal("calculation", seed=seed, piles=8, modulus=5))
        while record.game.moves():
            game = record.game
            while (move := harmless(game)) is not None:
                game = game.play(move)
            if game.outcome == "won":
                return record
            record.play(record.game.moves()[0])
    raise AssertionError("no small game is won by its first moves")


def _best(game: Any, depth: int = 10**6) -> int:
    """The most cards that can be placed: a slow search of all ways to go on."""
    best, waiting, seen = 0, [game], set()
    while waiting:
        here = waiting.pop()
        key = (here.laid, tuple(sorted(here.piles, key=str)), here.turned, here.stock, here.redeals)
        if key in seen:
            continue
        seen.add(key)
        best = max(best, here.placed)
        waiting += [here.play(move) for move in here.moves()]
        assert len(seen) < depth
    return best


@given(seed=st.integers(0, 10_000), piles=st.integers(1, 3), chooser=st.randoms())
@settings(max_examples=40)
def test_a_harmless_move_never_costs_a_card_in_the_end(
    seed: int, piles: int, chooser: random.Random
) -> None:
    game = deal("calculation", seed=seed, piles=piles, modulus=5)
    while game.stock_size > 4 and game.moves():
        game = game.play(chooser.choice(game.moves()))
    for _ in range(10):
        move = harmless(game)
        if move is not None:
            assert _best(game.play(move)) == _best(game)
        if not game.moves():
            return
        game = game.play(move or chooser.choice(game.moves()))


def test_finish_is_not_offered_where_a_pile_may_still_be_built_on() -> None:
    for variant in ("appreciate", "devils-grip", "redeal-1"):
        game = deal(variant, seed=5)
        for _ in range(200):
            assert harmless(game) is None or (variant == "redeal-1" and not game.redeals)
            if not game.moves():
                break
            game = game.play(game.moves()[0])


# from Python


def test_python_plays_undoes_and_goes_as_the_player_does() -> None:
    board = Board("calculation", seed=7)
    assert board.play("S-W1").play("s w2").undo().redo().go(1).record.at == 1
    assert board._state["n"] == 1
    with pytest.raises(IllegalMove, match="W2 is empty"):
        board.play("W2-F1")
    with pytest.raises(NotationError):
        board.play("somewhere")
    with pytest.raises(ValueError, match="not within"):
        board.go(9)


def test_a_board_takes_a_name_a_variant_a_game_or_a_record() -> None:
    game = deal("expert", seed=5).play("S-W1")
    assert Board(game).game == game
    record = Record(game).play("S-W2")
    assert Board(record).record is record
    assert Board(variants.get("expert"), 5).game == deal("expert", seed=5)
    assert Board("calculation", pysol=100000).game == deal("calculation", pysol=100000)
    assert Board("calculation", seed=1, piles=2, modulus=7).game.variant.piles == 2
    for wrong in (7, object(), ["calculation"]):
        with pytest.raises(ValueError, match="is not the name of a game"):
            Board(wrong)  # type: ignore[arg-type]


def test_a_callback_hears_each_move_and_can_be_stopped() -> None:
    board = Board("calculation", seed=7)
    heard: list[str] = []
    stop = board.on_move(lambda move, game: heard.append(f"{move} {game.placed}"))
    send(board, "play", move="S-W1")
    board.play("S-W2")
    stop()
    board.play("S-W3")
    assert heard == ["S-W1 4", "S-W2 4"]


def test_a_failing_callback_is_shown_and_the_game_goes_on() -> None:
    board = Board("calculation", seed=7)

    def fail(move: object, game: object) -> None:
        raise ZeroDivisionError("one by\nnothing")

    board.on_move(fail)
    send(board, "play", move="S-W1")
    assert board.record.at == 1
    assert "ZeroDivisionError: one by nothing" in message(board)
    assert board._message["tone"] == "error"


def test_a_callback_may_play_a_move_itself() -> None:
    board = Board("calculation", seed=7)
    board.on_move(lambda move, game: str(move) == "S-W1" and board.play("S-W2"))
    board.play("S-W1")
    assert board.record.at == 2


def test_a_board_shows_itself_the_same_way_each_time() -> None:
    board = Board("calculation", seed=7)
    words = "Board(calculation, seed 7): move 0, 4 of 52 placed. Run this cell to play."
    assert repr(board) == words
    data, _metadata = board._repr_mimebundle_()
    assert data["text/plain"] == words
    assert data["image/svg+xml"].startswith("<svg")
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == board.model_id
    again, _metadata = Board("calculation", seed=7)._repr_mimebundle_()
    assert again["image/svg+xml"] == data["image/svg+xml"]


def test_two_boards_know_nothing_of_each_other() -> None:
    one, two = Board("calculation", seed=7), Board("calculation", seed=7)
    one.play("S-W1")
    assert (one.record.at, two.record.at) == (1, 0)
    assert one.name != two.name


def test_a_move_sends_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board("calculation", seed=7)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(board, "_send", lambda message, **_buffers: sent.append(message))
    send(board, "play", move="S-W1", seconds=3)
    (update,) = sent
    assert set(update["state"]) == {"_state", "_moves", "_line", "_clock"}


# kept


def test_a_game_goes_on_after_a_crash() -> None:
    board = Board("calculation", seed=7, name="mine")
    for move in ("S-W1", "S-W2", "S-W3"):
        send(board, "play", move=move, seconds=12.3)
    send(board, "undo")
    del board
    again = Board.resume()
    assert (again.name, again.record.at, len(again.record.main_line)) == ("mine", 2, 3)
    assert again._clock["seconds"] == 12.3
    again.play("S-W1")
    assert Board.resume(name="mine").record.at == 3
    assert Board(name="mine").record.at == 3
    assert Board("calculation", seed=7, name="mine").record.at == 3
    assert Board("calculation", seed=8, name="mine").record.at == 0


def test_without_a_kept_game_resume_deals_the_one_that_is_asked_for() -> None:
    board = Board.resume(name="lesson", variant="easy-5", seed=3, coming=5)
    assert board.game == deal("easy-5", seed=3)
    assert len(board._state["coming"]) == 5
    assert Board.resume().record.at == 0


def test_a_game_that_is_only_looked_at_is_not_kept(calclab_home: Path) -> None:
    Board("calculation", seed=7)
    assert not (calclab_home / "games").exists()


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_two_boards_of_one_name_keep_both_games(calclab_home: Path, moves: int) -> None:
    first, second = (Board.resume(name="same", seed=60) for _ in range(2))
    said = []
    for _ in range(moves):
        first.play("S-W1")
        second.play("S-W2")
        said.append(message(second))
    assert (first.name, second.name) == ("same", "same 2")
    assert said[0] == "Another board plays same. This game is now kept as same 2."
    assert not any(said[1:]) and not message(first)
    for board in (first, second):
        kept = Board.resume(name=board.name)
        assert kept.record.main_line == board.record.main_line
    assert not list(calclab_home.rglob("*.aside"))


def test_two_boards_of_one_name_and_two_deals_keep_both_games(calclab_home: Path) -> None:
    boards = [Board("calculation", seed=seed, name="same") for seed in (1, 2)]
    for _ in range(3):
        for board in boards:
            board.play("S-W1")
    assert len({board.name for board in boards}) == 2
    for board in boards:
        assert Board.resume(name=board.name).game == board.game


def test_a_cell_that_is_run_again_goes_on_under_its_name(calclab_home: Path) -> None:
    for count in (1, 2, 3):
        board = Board("calculation", seed=60, name="same").play("S-W1")
        assert (board.name, board.record.at, message(board)) == ("same", count, "")


def test_a_damaged_autosave_is_named_and_a_new_game_is_dealt(calclab_home: Path) -> None:
    Board("calculation", seed=7, name="mine").play("S-W1")
    (path,) = (calclab_home / "games").iterdir()
    path.write_text(path.read_text()[:100])
    board = Board.resume(name="mine", seed=9)
    assert board.game == deal("calculation", seed=9)
    assert ".aside" in message(board)
    board.play("S-W1")
    assert Board.resume(name="mine").record.start.seed == 9


def test_on_a_folder_that_cannot_be_written_one_line_is_said_and_play_goes_on(
    calclab_home: Path,
) -> None:
    calclab_home.write_text("")
    board = Board("calculation", seed=7)
    send(board, "play", move="S-W1")
    assert "memory" in message(board)
    send(board, "play", move="S-W2")
    assert message(board) == ""
    assert board.record.at == 2


def test_settings_chosen_in_the_browser_are_remembered_and_arguments_are_not() -> None:
    board = Board("calculation", seed=7, size="large")
    board._settings = {**board._settings, "theme": "dark"}
    other = Board("calculation", seed=7)
    assert (other._settings["theme"], other._settings["size"]) == ("dark", "auto")


def test_a_new_language_is_remembered_with_its_letters() -> None:
    board = Board("calculation", seed=7)
    board._settings = {**board._settings, "language": "de"}
    other = Board("calculation", seed=7)
    assert (other._settings["language"], other._settings["letters"]) == ("de", "ABDK")
    other._settings = {**other._settings, "letters": "AWDK"}
    other._settings = {**other._settings, "theme": "dark"}
    third = Board("calculation", seed=7)._settings
    assert (third["language"], third["letters"], third["theme"]) == ("de", "AWDK", "dark")


def test_a_setting_that_cannot_be_is_not_taken() -> None:
    board = Board("calculation", seed=7)
    before = board._settings
    board._settings = {**before, "theme": "pink", "coming": 3, "size": "small"}
    assert board._settings == {**before, "size": "small"}
    with pytest.raises(ValueError, match="'pink' cannot be chosen; there are 'auto', 'light'"):
        Board(theme="pink")
    with pytest.raises(ValueError, match="colour is no setting"):
        Board(colour="red")


def test_the_visible_stock_follows_the_setting_at_once() -> None:
    board = Board("calculation", seed=7)
    board._settings = {**board._settings, "coming": -1}
    assert len(board._state["coming"]) == 47
    name = "S-W1"
    assert len(board._moves[name]["patch"]["coming"]) == 46


# statistics


def results() -> list[Any]:
    return list(Shelf().results())


def test_a_finished_game_is_counted_by_its_kind() -> None:
    board = Board(nearly_won())
    while board._state["finish"]:
        send(board, "finish", seconds=30)
    (won,) = results()
    assert (won.outcome, won.kind, won.seconds) == ("won", (False, False, False), 30)
    open_board = Board(nearly_won(), coming=-1)
    send(open_board, "undo")
    send(open_board, "redo")
    while open_board._state["finish"]:
        send(open_board, "finish")
    assert [one.kind for one in results()] == [(False, False, False), (True, False, True)]


def test_a_game_that_was_given_up_is_counted_once_and_can_be_looked_at() -> None:
    board = Board("calculation", seed=7)
    board.play("S-W1")
    for _ in range(2):
        send(board, "give_up")
    send(board, "undo")
    send(board, "play", move="S-W2")
    (one,) = results()
    assert (one.outcome, one.moves) == ("given up", 1)
    assert board._state["over"]["title"] == "Given up"
    assert board._clock["running"] is False
    assert Board.resume()._state["over"]["title"] == "Given up"


def test_the_panel_of_statistics_has_a_row_for_each_kind() -> None:
    for move in ("S-W1", "S-W2"):
        board = Board("calculation", seed=7)
        board.play(move)
        send(board, "give_up")
    send(board, "statistics")
    panel = board._panel
    assert panel["kind"] == "statistics"
    assert [len(row) for row in panel["rows"]] == [len(panel["columns"])]
    assert panel["rows"][0][:4] == ["Calculation", "nothing", "–", "2"]
    assert panel["rows"][0][-1] == "4.0"
    german = Board("calculation", seed=7, language="de")
    send(german, "statistics")
    assert german._panel["rows"][0][-1] == "4,0"


# language


def test_two_boards_speak_two_languages() -> None:
    german = Board("calculation", seed=7, language="de")
    english = Board("calculation", seed=7)
    assert german._settings["letters"] == "ABDK"
    assert german._texts["labels"][11] == "D"
    assert english._texts["labels"][11] == "Q"
    assert german._texts["undo"] == "Zurück"
    assert english._texts["undo"] == "Undo"
    send(german, "play", move="W1-F1")
    with speaking("de"):
        assert german._refusal["text"] == german.game.why_not("W1-F1") == "W1 ist leer"


def test_a_new_language_is_spoken_at_once() -> None:
    board = Board("calculation", seed=7)
    english = board._table["rules"]["lines"][0]
    board._settings = {**board._settings, "language": "de"}
    assert board._texts["new"] == "Neu"
    assert board._settings["letters"] == "ABDK"
    assert board._table["rules"]["lines"][0] != english
    assert "Talon" in board._state["spoken"]


def test_an_open_game_that_is_left_for_another_comes_back_by_undo(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    board = Board("calculation", seed=7, name="kept", shelf=shelf).play("S-W1").play("S-W2")
    left = board.record
    board.new("expert", seed=3)
    assert board._state["can_undo"] and "Undo" in board._message["text"]
    assert Board.resume("kept before", shelf=Shelf(tmp_path)).game == left.game
    board.undo()
    assert board.record is left
    board.new("expert", seed=3).play("S-W2").undo()
    newer = board.record
    board.undo()
    assert board.record is left
    board.go(0).undo()
    assert board.record is newer
