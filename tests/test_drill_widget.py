"""The drill from Python, without a browser."""

import json
from pathlib import Path
from typing import Any

import pytest

from calclab.widgets import Drill


def drill(*arguments: Any, **more: Any) -> Drill:
    return Drill(*arguments, **{"progress": ":memory:", "seed": 7, **more})


def test_it_is_driven_from_python() -> None:
    one = drill()
    assert one.question.text == "Foundation +1 shows A. What comes next?"
    assert one.answer("2").right
    assert not one.answer("9").right
    assert str(one.summary()).startswith("2 answers, 1 right.")


def test_its_stored_output_holds_no_question_and_no_answer() -> None:
    one = drill("next")
    data, _metadata = one._repr_mimebundle_()
    before = (data["text/plain"], data["image/svg+xml"])
    one.answer("2")
    after, _metadata = one._repr_mimebundle_()
    assert (after["text/plain"], after["image/svg+xml"]) == before
    assert "shows" not in "".join(before)


def test_what_is_sent_is_plain_data_with_a_verdict_for_each_option() -> None:
    item = json.loads(json.dumps(drill("mixed", modulus=11)._item))
    for slot in item["slots"]:
        assert {str(value) for value, _label in item["options"]} == set(slot["reasons"])


def test_a_stale_or_doubled_answer_is_ignored() -> None:
    one = drill()
    event = {"id": one._item["id"], "values": [2], "seconds": 1.0, "n": 1}
    one._given = event
    one._given = {**event, "n": 2}
    assert len(one.session.given) == 1


@pytest.mark.parametrize("values", [None, [], [99], ["2"], [2, 2], 2])
def test_what_no_browser_would_send_is_shown_and_not_kept(values: Any) -> None:
    one = drill()
    one._given = {"id": one._item["id"], "values": values, "seconds": "x"}
    assert one.session.given == []
    assert one._status["problem"]


def test_a_skipped_question_is_not_kept() -> None:
    one = drill()
    before = one.question.text
    one._wish = {"kind": "skip", "id": one._item["id"]}
    assert one.question.text != before
    assert one.progress.count() == 0


def test_key_speed_is_the_median_of_what_was_measured() -> None:
    one = drill()
    one._wish = {"kind": "speed", "times": [0.5, 0.6, 0.7, 0.8, 0.9]}
    assert one.progress.key_speed == 0.7


def test_answers_go_to_the_data_folder_and_the_path_is_shown(calclab_home: Path) -> None:
    one = Drill(seed=7)
    one.answer("2")
    again = Drill(seed=7)
    assert again.progress.count() == 1
    assert str(calclab_home) in one._status["kept"]


@pytest.mark.parametrize(
    "wrong",
    [{"theme": "pink"}, {"language": "xx"}, {"modulus": 1}, {"mode": "x"}, {"speed": 3}],
)
def test_bad_input_is_refused_in_one_line(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as error:
        drill(**wrong)
    assert "\n" not in str(error.value)


def test_it_speaks_german_with_german_letters() -> None:
    one = drill(language="de")
    assert one._item["labels"][10:] == ["B", "D", "K"]


def test_times_have_the_decimal_mark_of_the_language() -> None:
    for language, mark in (("en", "."), ("de", ",")):
        one = drill(language=language)
        one.answer("2", 1.25)
        one._wish = {"kind": "times"}
        assert [label for _seconds, label in one._panel["bars"]] == [f"1{mark}2"]
        assert all(f"1{mark}2" in line for line in one._panel["lines"])
