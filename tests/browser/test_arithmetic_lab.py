"""Clock and exercises in real JupyterLab: a prediction opens its cell, a step reaches Python."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenNotebook


def test_a_prediction_opens_the_cell_that_waited_for_it(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        "from calclab.widgets import Ask\nask = Ask('finished')\nask",
        "ask.then(lambda: 6 * 7)",
    )
    card = notebook.page.locator(".calclab.exercise")
    expect(card).to_be_visible()
    expect(notebook.page.get_by_text("run this cell again")).to_be_visible()
    card.get_by_role("textbox").fill("yes")
    card.get_by_role("textbox").press("Enter")
    expect(card.locator(".verdict")).to_contain_text("The answer is no")
    assert notebook.python("ask.then(lambda: 6 * 7)") == "42"
    assert notebook.faults == []


def test_an_exercise_is_judged_and_kept_in_the_progress_file(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        "from calclab.progress import Progress\nfrom calclab.widgets import Ask\n"
        "kept = Progress()\nask = Ask((6, 7), 'lab', results=kept)\nask",
    )
    card = notebook.page.locator(".calclab.exercise")
    answer = notebook.python("print(ask.exercise.answer_text)")
    card.get_by_role("textbox").fill(answer)
    card.get_by_role("button", name="Check").click()
    expect(card.locator(".verdict.good")).to_be_visible()
    card.get_by_role("button", name="Next one").click()
    expect(card.locator(".question")).to_contain_text("Which foundation goes")
    kept = notebook.python("print([(row['kind'], row['right']) for row in kept.exercises()])")
    assert kept == "[('exercise-6', True)]"


def test_the_clocks_numbers_and_steps_reach_python_and_come_back(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook("from calclab.widgets import Clock\nclock = Clock(13, 2)\nclock")
    clock = notebook.page.locator(".calclab.clock")
    box = clock.get_by_role("spinbutton", name="Number of positions")
    box.fill("12")
    box.press("Enter")
    expect(clock.locator(".place")).to_have_count(12)
    step = clock.get_by_role("button", name="Step", exact=True)
    for _ in range(6):
        step.click()
    expect(clock.locator(".note")).to_contain_text("6 positions are never touched")
    assert notebook.python("print(clock.modulus, clock.step, clock.position)") == "12 6 2"
    notebook.page.keyboard.press("b")
    assert notebook.page.locator(".jp-Cell").count() == 1, "Lab did not take the key"
    notebook.python("clock.modulus = 7")
    expect(clock.locator(".place")).to_have_count(7)
    assert notebook.faults == []
