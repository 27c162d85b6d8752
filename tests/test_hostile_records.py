"""Broken record files: each is refused with exactly one short line, and nothing else happens.

Most are golden files with one thing broken: a wrong type at any place of the file, a card too many
or too few, a move that is not there. The rest are bytes that were never a record. A file that is
refused gives a `RecordError` and never another exception; most name the place.
"""

from __future__ import annotations

import copy
import json
import random
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calclab.record import Record, RecordError
from tests.test_golden import FILES, read

LONGEST = 400
SMALL = "calculation-modulus-5.json"
WRONG: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    99,
    10**400,
    1.5,
    1e308,
    "",
    "x",
    "\ud800",
    "\u2028",
    "a" * 5000,
    "5C\n",
    [],
    [[]],
    [None],
    [True],
    ["5C"],
    {},
    {"a": 1},
    [[[["5C"]]]],
]


def refused(text: str | bytes) -> str:
    """The one line of a file that must be refused."""
    with pytest.raises(RecordError) as caught:
        Record.loads(text, "hostile.json")
    line = str(caught.value)
    assert 0 < len(line) <= LONGEST, line
    assert line.splitlines() == [line]
    assert line.isprintable(), line
    assert line.startswith("hostile.json")
    return line


def harmless(text: str | bytes) -> bool:
    """Whether a file loads and can be written again, or is refused in one line."""
    try:
        Record.loads(text).dumps()
    except RecordError as error:
        line = str(error)
        return 0 < len(line) <= LONGEST and line.splitlines() == [line]
    return True


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a JSON value: keys and the first, middle and last of a list."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for at in sorted({0, len(value) // 2, len(value) - 1} & set(range(len(value)))):
            yield from places(value[at], (*path, at))


def put(record: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(record)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


# ---- wrong types everywhere


@pytest.mark.parametrize("name", [SMALL, "custom-mixed.json", "redeal-2-reshuffled-twice.json"])
def test_a_wrong_value_at_any_place_is_refused_or_harmless(name: str) -> None:
    record = read(name)
    tried = 0
    for path in places(record):
        for wrong in WRONG:
            assert harmless(json.dumps(put(record, path, wrong)))
            tried += 1
    assert tried > 300


REQUIRED = ["format", "version", "variant", "deal", "moves"]
ANY_TYPE: dict[str, list[Any]] = {
    "format": [None, 1, "", "calclab", ["calclab-record"]],
    "version": [None, 0, 2, 1.0, "1", True, [1], 10**30],
    "variant": [None, 1, True, [], {}, "", "race", "chess", "Calculation", "four-kings"],
    "piles": ["4", 4.0, True, 0, 9, -1, 10**30, [4]],
    "modulus": ["13", 13.0, True, 4, 31, 12, 0, -13, 10**30, [13]],
    "seed": [True, 1.5, [7], {}],
    "intervals": ["1234", [1, 2, 3], [1, 2, 3, True], [1.0, 2, 3, 4], 1234, {"1": 1}],
    "player": [1, True, [], {}],
    "created": [1, True, [], {}],
    "deal": [None, [], "", 1, True, {}],
    "moves": [None, {}, "S-W1", 1, True, [1], [None], [["S-W1"]], [True]],
    "reshuffles": [1, "x", True, {"a": []}, [1], [["5C"]], [[1]], [None]],
    "rules": [{"bases": [1]}, [1], "x", 1, True],
}
CASES = [(key, at) for key, values in ANY_TYPE.items() for at in range(len(values))]


@pytest.mark.parametrize(("key", "at"), CASES)
def test_a_field_of_the_wrong_kind_is_refused_by_its_name(key: str, at: int) -> None:
    line = refused(json.dumps(read("calculation-won.json") | {key: ANY_TYPE[key][at]}))
    assert key in line


@pytest.mark.parametrize("key", REQUIRED)
def test_a_missing_field_is_named(key: str) -> None:
    record = read("calculation-won.json")
    del record[key]
    assert key in refused(json.dumps(record))


CUSTOM_WRONG: dict[str, list[Any]] = {
    "bases": [None, [], [1, 2, 3], [1, 2, 3, 14], [1, 2, 3, True], "1234", [1, 2, 3, -1]],
    "intervals": [None, [], [1, 2, 3], [0, 1, 2, 3], [1, 2, 3, 1.5], 7, [13, 1, 1, 1]],
    "lengths": [[], [13], [14, 13, 13, 13], [0, 13, 13, 13], ["13"] * 4, [13, 13, 13, True]],
    "piles": [0, 9, True, "4", 1.5, 10**20],
    "hold": [2, -1, "yes", 0.5, []],
    "redeals": [-1, True, "1", 10**20, 1.5],
    "starters": ["yes", 2, []],
    "decks": [0, True, "1", 10**9, -1, 1.5],
    "modulus": [4, 31, True, "13", 12, 13.0, 10**20],
}
CUSTOM_CASES = [(key, at) for key, values in CUSTOM_WRONG.items() for at in range(len(values))]


@pytest.mark.parametrize(("key", "at"), CUSTOM_CASES)
def test_custom_rules_of_the_wrong_kind_are_refused(key: str, at: int) -> None:
    record = read("custom-mixed.json")
    record["rules"][key] = CUSTOM_WRONG[key][at]
    assert "rules" in refused(json.dumps(record)) or key in refused(json.dumps(record))


# ---- cards


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("harm", ["lost", "doubled", "swapped for a copy", "one more", "foreign"])
def test_a_card_too_many_or_too_few_is_refused(name: str, harm: str) -> None:
    record = read(name)
    deal = record["deal"]
    cards = deal["S"] if deal.get("S") else deal["T"][0]
    rng = random.Random(f"{name} {harm}")
    at = rng.randrange(len(cards))
    if harm == "lost":
        del cards[at]
    elif harm == "doubled":
        cards.insert(at, cards[at])
    elif harm == "swapped for a copy":
        cards[at] = next(card for card in cards if card != cards[at])
    elif harm == "one more":
        cards.append("AS")
    else:
        cards[at] = "30S" if record.get("modulus") != 30 else "31S"
    assert refused(json.dumps(record))


BAD_CARDS = ["", "5", "C", "5X", "0C", "1C", "01C", "T5", "10", "-3C", "5CC", "14C", "5♣", "5c ", 5]
BAD_CARDS += [None, True, ["5C"], {"rank": 5}, "5C\n", "\ud800", "５C", "AC" * 3000, 1e400]


@pytest.mark.parametrize("at", range(len(BAD_CARDS)))
def test_what_is_no_card_is_refused_with_its_place(at: int) -> None:
    record = read("calculation-won.json")
    record["deal"]["S"][7] = BAD_CARDS[at]
    assert refused(json.dumps(record))
    record = read("calculation-won.json")
    record["deal"]["F"][2] = [BAD_CARDS[at]]
    assert refused(json.dumps(record))


@pytest.mark.parametrize("name", ["calculation-won.json", "musical-won.json", "giant-won.json"])
def test_starters_that_are_not_the_games_are_refused(name: str) -> None:
    record = read(name)
    starters = record["deal"]["F"]
    starters[0], starters[1] = starters[1], starters[0]
    assert refused(json.dumps(record))
    for wrong in ([], starters[:3], [*starters, []], [[], *starters[1:]], [starters[0] * 2]):
        record["deal"]["F"] = wrong
        assert refused(json.dumps(record))


UNUSED = {
    "T": [["5C"]],
    "G": {"G11": ["5C"]},
    "I": ["AC", "2D", "3H", "4S"],
}


@pytest.mark.parametrize("key", UNUSED)
@pytest.mark.parametrize("name", ["calculation-won.json", "expert-open.json", "reverse-won.json"])
def test_piles_that_the_game_does_not_use_must_be_empty(name: str, key: str) -> None:
    record = read(name)
    record["deal"][key] = UNUSED[key]
    assert f"deal.{key}" in refused(json.dumps(record))


@pytest.mark.parametrize("name", ["one234-won.json", "appreciate-won.json"])
def test_a_stock_where_none_is_used_must_be_empty(name: str) -> None:
    record = read(name)
    record["deal"]["S"] = [record["deal"]["T"][0].pop()]
    assert refused(json.dumps(record))


@pytest.mark.parametrize("harm", ["missing", "unknown", "two cards", "none", "text", "list"])
def test_a_grid_with_other_piles_than_the_games_is_refused(harm: str) -> None:
    record = read("devils-grip-won.json")
    grid = record["deal"]["G"]
    card = grid["G11"][0]
    if harm == "missing":
        del grid["G11"]
    elif harm == "unknown":
        grid["G41"] = grid.pop("G11")
    elif harm == "two cards":
        grid["G12"].append(grid.pop("G11")[0])
    elif harm == "none":
        grid["G11"] = []
    elif harm == "text":
        grid["G11"] = card
    else:
        record["deal"]["G"] = list(grid.values())
    assert "deal.G" in refused(json.dumps(record))


# ---- moves


BAD_MOVES: list[Any] = ["", " ", "S", "S-", "-F1", "S-F", "S-F0", "S-F99", "W1-W2", "hello"]
BAD_MOVES += ["S-F1-F2", "deal", "redeal", "G11xG21", "G11-G12", "T1-F1", "H-F1", "F1-W1", "W0-F1"]
BAD_MOVES += ["S-H", "S-W5", "W5-F1", "S-Ｗ1", "S-W١", "\ud800", "x" * 100000, 1, None]
BAD_MOVES += [True, [], {}, ["S-W1"], "S-S", "W1-W1", "F1-F1", "undo", "S-W1;S-W2", 10**50]


@pytest.mark.parametrize("at", range(len(BAD_MOVES)))
def test_a_move_that_cannot_be_read_or_played_is_refused_with_its_number(at: int) -> None:
    record = read("calculation-won.json")
    record["moves"].insert(5, BAD_MOVES[at])
    line = refused(json.dumps(record))
    assert "move" in line or "surrogate" in line


@pytest.mark.parametrize("name", FILES)
def test_a_move_after_the_end_or_of_another_game_is_refused(name: str) -> None:
    record = read(name)
    for move in ("S-F9", "F1-S", "W9-F1", "T1-W1", "deal deal"):
        record["moves"] = [*read(name)["moves"], move]
        line = refused(json.dumps(record))
        assert f"move {len(record['moves'])}" in line


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith("-won.json")])
def test_nothing_can_be_played_after_a_win(name: str) -> None:
    record = read(name)
    for move in ("S-W1", "deal", "redeal", "W1-F1", "G11xG21"):
        changed = record | {"moves": [*record["moves"], move]}
        assert f"move {len(changed['moves'])}" in refused(json.dumps(changed))


# ---- bytes that are no record

NOT_A_RECORD: dict[str, bytes] = {
    "empty": b"",
    "spaces": b"  \n ",
    "binary": bytes(range(256)) * 8,
    "zeros": b"\0" * 1000,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(64),
    "UTF-16": '{"format": "calclab-record"}'.encode("utf-16"),
    "a lone BOM": b"\xef\xbb\xbf",
    "cut": b'{"format": "calclab-record", "version": 1, "deal": {"S": ["5C", "2',
    "a list": b"[]",
    "a number": b"1",
    "a text": b'"calclab-record"',
    "null": b"null",
    "NaN": b'{"format": "calclab-record", "version": NaN}',
    "infinity": b'{"format": "calclab-record", "version": 1, "seed": Infinity}',
    "deep lists": b"[" * 100_000,
    "deep closed lists": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "a long number": b'{"format": "calclab-record", "version": ' + b"9" * 100_000 + b"}",
    "a lone surrogate": b'{"format": "calclab-record", "version": 1, "player": "\\ud83c"}',
    "half a character": b'{"player": "\xf0\x9f"}',
    "comments": b'// a record\n{"format": "calclab-record"}',
    "two records": b"{}{}",
    "too large": b'{"player": "' + b"a" * (1 << 20) + b'"}',
    "spaces too many": b"{}" + b" " * (1 << 20),
}


@pytest.mark.parametrize("name", NOT_A_RECORD)
def test_bytes_that_are_no_record_are_refused(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert refused(NOT_A_RECORD[name])


def test_a_record_of_one_mebibyte_loads_and_one_byte_more_is_refused() -> None:
    text = json.dumps(read("calculation-won.json") | {"note": ""})
    most = 1 << 20
    full = text.replace('"note": ""', f'"note": "{"n" * (most - len(text))}"')
    assert len(full) == most
    assert Record.loads(full).game.outcome == "won"
    assert "1 MiB" in refused(full + " ")


def test_a_byte_order_mark_before_a_record_is_forgiven_or_refused_in_one_line() -> None:
    text = json.dumps(read("calculation-won.json"))
    assert harmless(b"\xef\xbb\xbf" + text.encode())
    assert harmless("\ufeff" + text)


def test_a_key_that_is_written_twice_gives_no_traceback() -> None:
    text = json.dumps(read("calculation-won.json"))
    assert harmless(text[:-1] + ', "variant": "giant"}')
    assert harmless(text[:-1] + ', "moves": []}')


@pytest.mark.parametrize("depth", [10, 400, 3000, 50_000])
def test_deep_nesting_in_an_unknown_field_is_kept_or_refused(depth: int) -> None:
    text = json.dumps(read(SMALL))
    assert harmless(text[:-1] + ', "note": ' + "[" * depth + "]" * depth + "}")


def test_hundreds_of_thousands_of_moves_are_refused_in_one_line() -> None:
    record = read("devils-grip-open.json")
    record["moves"] = ["G11-G12"] * 60_000
    assert refused(json.dumps(record))


@pytest.mark.parametrize("field", ["calclab", "undo", "name"])
@pytest.mark.parametrize("at", range(len(WRONG)))
def test_fields_of_our_own_and_unknown_ones_never_give_a_traceback(field: str, at: int) -> None:
    assert harmless(json.dumps(read(SMALL) | {field: WRONG[at]}))


@pytest.mark.parametrize("at", range(len(WRONG)))
def test_a_broken_tree_of_branches_never_gives_a_traceback(at: int) -> None:
    record = Record.loads(json.dumps(read(SMALL)))
    record.go(3)
    record.play(record.game.moves()[-1])
    data = json.loads(record.dumps())
    for path in places(data["calclab"]):
        assert harmless(json.dumps(put(data, ("calclab", *path), WRONG[at])))


# ---- any JSON at all

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON_VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(FILES),
    at=st.integers(0, 10_000),
    value=JSON_VALUES,
    remove=st.booleans(),
)
def test_any_value_at_any_place_is_refused_in_one_line_or_harmless(
    name: str, at: int, value: Any, remove: bool
) -> None:
    record = read(name)
    paths = list(places(record))
    path = paths[at % len(paths)]
    changed = put(record, path, value)
    if remove:
        inner = changed
        for key in path[:-1]:
            inner = inner[key]
        del inner[path[-1]]
    assert harmless(json.dumps(changed))


@settings(max_examples=150, deadline=None)
@given(name=st.sampled_from(FILES), data=st.data())
def test_any_damaged_byte_is_refused_in_one_line_or_harmless(name: str, data: Any) -> None:
    raw = bytearray(json.dumps(read(name)).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at] = data.draw(st.integers(0, 255))
    assert harmless(bytes(raw))


@settings(max_examples=60, deadline=None)
@given(raw=st.binary(max_size=300))
def test_any_bytes_are_refused(raw: bytes) -> None:
    assert refused(raw)


@pytest.mark.parametrize("name", ["", "a" * 5000, "x\ny.json", "\x1b[31m.json", "\ud800"])
def test_the_name_of_the_file_is_shortened_and_kept_on_one_line(name: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.loads("{}", name)
    line = str(caught.value)
    assert len(line) <= LONGEST and line.splitlines() == [line]
