"""Overlays written by hand for the position of `bare_states`, as Python would send them."""

from typing import Any

from tests.browser.bare_states import STATE

WHEN = {
    "W1": [7, 1, 1, 2, 3],
    "W2": [2, 3, 4, 2, 4, 4, 4],
    "W3": [3, 2, 1, 2],
    "W4": [7, 3, 7, 7],
}
SUMMARY = ["4 blockages.", "Q♠ lies on 8♣ on W1."]
WARNING = "2♠ would cover Q♠, the last Q at hand; none is unseen."


def overlay(**changes: Any) -> dict[str, Any]:
    """The overlay of the standard position; W4 has two dead cards at its bottom."""
    return {
        "serial": STATE["serial"],
        "n": STATE["n"],
        "piles": {
            name: {
                "when": when,
                "dead": 2 if name == "W4" else 0,
                "notes": [[f"{card} on {name}.", f"Reason {card}."] for card in STATE[name]],
            }
            for name, when in WHEN.items()
        },
        "arrows": [["W1", 4, 2], ["W2", 6, 0], ["W3", 3, 2]],
        "blocks": [
            ["W1", 4, 2], ["W1", 4, 1], ["W1", 3, 1], ["W1", 3, 2], ["W1", 4, 3],
            ["W2", 6, 0], ["W3", 3, 2],
        ],
        "summary": SUMMARY,
        "warnings": {"S-W1": WARNING},
        "loss": None,
        **changes,
    }  # fmt: skip


LOSS: dict[str, Any] = {
    "title": "No order of the cards still to come can win this any more",
    "text": "Proved with 15 cards still to come. Before move 31, nothing was proved.",
    "since": 31,
    "back": 30,
    "steps": [
        {"n": 1, "text": "F2 needs 8. The 8♠ and 8♣ lie under the Q♠ on W1.",
         "foundations": ["F2"], "cards": [["W1", 1], ["W1", 2], ["W1", 4]]},
        {"n": 2, "text": "The Q♠ can go only to F2. F2 takes it only after its 8.",
         "foundations": ["F2"], "cards": [["W1", 4]]},
        {"n": 3, "text": "F1 needs 5. The 5♥ lies under the 10♣ on W3.",
         "foundations": ["F1"], "cards": [["W3", 2], ["W3", 3]]},
    ],
    "stops": {"F1": 5, "F2": 8},
}  # fmt: skip

TRIED: dict[str, Any] = {
    **LOSS,
    "text": "Every way to finish was tried, and none wins. No short proof was found.",
    "steps": [],
    "stops": {},
}
