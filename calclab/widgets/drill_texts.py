"""The fixed texts of the drill, in the language that is spoken now.

What lives here: words on buttons and regions. What does not: questions and verdicts (``asking``).
"""

from __future__ import annotations

from calclab.messages import _


def mode_name(mode: str) -> str:
    """What a mode asks, for a title.

    >>> mode_name("next")
    'Drill: what comes next?'
    """
    return {
        "next": _("Drill: what comes next?"),
        "previous": _("Drill: what lies below?"),
        "nth": _("Drill: which rank is card n?"),
        "until": _("Drill: how many cards until …?"),
        "gap": _("Drill: fill the gap"),
        "needs": _("Drill: what do the foundations need?"),
        "fits": _("Drill: where does the card fit?"),
        "mixed": _("Drill: all kinds of questions"),
    }[mode]


def texts() -> dict[str, str]:
    """The texts by the names that the browser's side uses."""
    return {
        "drill": _("Recall drill"),
        "answer": _("Your answer"),
        "how": _("Type it, click it or tap it."),
        "enter": _("{typed} … press Enter, or type on."),
        "unknown": _("{typed} is no answer here."),
        "skip": _("skip"),
        "next": _("Next"),
        "count": _("{n} of {limit}"),
        "know": _("you know {known} of {total}"),
        "progress": _("{right} right, {wrong} to look at again, of {limit}"),
        "stop": _("Stop here"),
        "again": _("Another session"),
        "go_on": _("Go on"),
        "done": _("Done for now"),
        "practise": _("Practise next"),
        "map": _("Recall map"),
        "times": _("My times"),
        "speed": _("Measure my key speed"),
        "press": _("Press {key}"),
        "measured": _("Thank you. Answers are now compared with your own speed."),
        "keys": _("Answers to choose from"),
        "sequence": _("Sequence of the foundation"),
        "not_asked": _("not asked yet"),
        "close": _("Close"),
        "gone": _("Python does not answer. If its kernel was restarted, run the cell again."),
        "seconds": _("{seconds} s"),
    }
