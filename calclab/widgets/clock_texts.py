"""Every word that the clock's browser side shows, in the language that is spoken now."""

from __future__ import annotations

from calclab.exercises.hand import TEXTS
from calclab.messages import _


def texts() -> dict[str, str]:
    """The clock's texts by their keys; `{x}` is filled in by the browser.

    >>> texts()["step"]
    'Step'
    """
    return {
        "title": _("Clock of {n}, step {k}"),
        "ask_title": _("Where does the hand go next?"),
        "ask": _("Step {k}, now at {at}. Choose the next position."),
        "zero": _("position {last} plays 0"),
        "modulus": _("n"),
        "modulus_name": _("Number of positions"),
        "base": _("base"),
        "base_name": _("Base: where the hand starts"),
        "interval": _("step"),
        "interval_name": _("Step: how far the hand goes"),
        "overlay": _("compare"),
        "overlay_name": _("A second step to compare with; 0 for none"),
        "none": _("none"),
        "less": _("{name}: one less"),
        "more": _("{name}: one more"),
        "rewind": _("Back to the start"),
        "back": _("One step back"),
        "step": _("Step"),
        "play": _("Play"),
        "pause": _("Pause"),
        "predict": _("Predict"),
        "explore": _("Explore"),
        "mode": _("What to do"),
        "next": _("{sum} comes next"),
        "right": _("{count} right"),
        "wrong": _("{count} wrong"),
        "go_on": _("Go on"),
        "again": _("Again"),
        "try": _("Try n = {n}"),
        "why": _("Why."),
        "sequence": _("Sequence of step {k}: {row}"),
        "second": _("Sequence of step {k}, dashed: {row}"),
        "position": _("Position {rank}"),
        "visited": _("visited"),
        "here": _("the hand is here"),
        "lead_right": _("Yes, {right}."),
        "lead_wrong": _("{right}, not {clicked}."),
        "done": _("Round again at {base}: {right} right, {wrong} wrong."),
        "hidden": _("not yet known"),
        "gone": _("Python does not answer. If its kernel was restarted, run the cell again."),
        **{f"mistake_{name}": _(text) for name, text in TEXTS.items()},
    }
