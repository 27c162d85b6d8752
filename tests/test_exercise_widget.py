"""The exercise widget driven from Python: questions, verdicts, stored outputs, bad input."""

import json
from typing import Any

import pytest

from calclab.lessons import KINDS, PREDICTIONS, exercise, prediction
from calclab.widgets.exercise import Ask


def give(ask: Ask, text: str, n: int = 1, hints: int = 0) -> dict[str, Any]:
    ask._given = {"id": ask._item["id"], "n": n, "text": text, "hints": hints}
    return dict(ask._verdict)


def test_an_answer_from_the_browser_gets_its_verdict() -> None:
    ask = Ask(2, seed="blue 7")
    wrong = give(ask, str(ask.exercise.mistakes[0].answer[0]), 1)
    assert (wrong["right"], wrong["over"]) == (False, False)
    assert wrong["text"] == ask.exercise.mistakes[0].text
    unread = give(ask, "blah", 2)
    assert unread["right"] is None
    right = give(ask, ask.exercise.answer_text, 3)
    assert (right["right"], right["over"], right["n"]) == (True, True, 3)


def test_an_answer_to_a_question_that_is_gone_is_ignored() -> None:
    ask = Ask(2, seed="blue 7")
    old = ask._item["id"]
    ask._wish = {"next": old}
    assert ask._item["id"] == old + 1
    ask._given = {"id": old, "n": 1, "text": "A", "hints": 0}
    assert ask._verdict == {} and ask.verdict is None


def test_the_answer_is_neither_stored_nor_sent_before_it_was_given() -> None:
    for kind in range(1, 26):
        ask = Ask(kind, seed="kept back")
        data, _ = ask._repr_mimebundle_()
        reason = ask.exercise.because
        assert data["text/plain"] == repr(ask)
        assert data["image/svg+xml"].startswith("<svg")
        sent = json.dumps({**ask._item, "hints": ask._item["hints"][:2]}, ensure_ascii=False)
        for text in (data["text/plain"], data["image/svg+xml"], sent):
            assert reason not in text
        assert "answer" not in ask._item


def test_a_prediction_asks_for_one_and_a_wrong_one_is_not_sent_on_to_look_again() -> None:
    ask = Ask("rows")
    for empty in ("", "  ", None):
        assert ask.answer(empty).text == "Type your prediction first."
    foreseen = [mistake.answer for mistake in ask.exercise.mistakes]
    assert (9,) not in foreseen
    verdict = ask.answer("9")
    assert verdict.text == f"The answer is A: {ask.exercise.because}" and verdict.right is False
    assert Ask(2, seed=1).answer("").text == "Type your answer, then check it."


@pytest.mark.parametrize("name", PREDICTIONS)
def test_a_prediction_shows_the_reason_after_the_first_answer(name: str) -> None:
    one = prediction(name)
    assert one.check(one.answer_text).right is True
    right = one.choices[int(one.answer_text) - 1] if one.choices else one.answer_text
    assert right in one.check(one.answer_text).text
    for mistake in one.mistakes:
        ask = Ask(name)
        verdict = ask.answer(mistake.answer)
        assert right in verdict.text.removeprefix(mistake.text).removesuffix(one.because)
        assert verdict.right is False
        assert verdict.text.startswith(mistake.text) and one.because in verdict.text
    ask = Ask(name)
    assert give(ask, "")["right"] is None, "an empty answer commits to nothing"


def test_results_are_handed_on() -> None:
    kept: list[dict[str, Any]] = []

    class Results:
        def add(self, **row: Any) -> None:
            kept.append(row)

    ask = Ask(1, seed=5, results=Results())
    give(ask, ask.exercise.answer_text, hints=2)
    assert [(row["right"], row["hints"]) for row in kept] == [(True, 2)]


def test_the_question_speaks_the_readers_letters() -> None:
    ask = Ask(11, seed=1, letters="AVDR")
    assert "R" in ask._item["labels"] and "shows R" in ask._item["question"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((99,), f"the kinds are 1 to {max(KINDS)}$"),
        (("never",), "there are finished"),
        ((1, "x", 1), "whole number from 2 to 30"),
        ((1, ""), "seed"),
    ],
)
def test_bad_input_gets_one_line(arguments: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words) as error:
        Ask(*arguments)
    assert "\n" not in str(error.value)
    assert exercise(1).question


def test_several_kinds_are_asked_in_turn_with_new_numbers_each_round() -> None:
    ask = Ask((6, 7, 8), seed="in turn")
    first = ask.exercise.question
    asked = [ask.next().exercise.kind for _ in range(5)]
    assert asked == [7, 8, 6, 7, 8]
    assert ask.next().exercise.kind == 6 and ask.exercise.question != first
    with pytest.raises(ValueError, match=f"kinds are 1 to {max(KINDS)}$"):
        Ask((1, 99))
    with pytest.raises(ValueError, match="no kind"):
        Ask(())
