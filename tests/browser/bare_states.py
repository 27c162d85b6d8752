"""Positions written by hand, as Python would send them: for the bare page, without any rules."""

from typing import Any

ACES = {
    "F1": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
    "F2": ["2", "4", "6", "8", "10", "Q", "A", "3", "5", "7", "9", "J", "K"],
    "F3": ["3", "6", "9", "Q", "2", "5", "8", "J", "A", "4", "7", "10", "K"],
    "F4": ["4", "8", "Q", "3", "7", "J", "2", "6", "10", "A", "5", "9", "K"],
}
NUMBERS = {"A": 1, "J": 11, "Q": 12, "K": 13}


def ranks(labels: list[str]) -> list[int]:
    return [NUMBERS.get(label) or int(label) for label in labels]


GAMES = [
    {"id": "calculation", "title": "Calculation", "summary": "Four piles.", "piles": True,
     "modulus": True, "grades": [1, 2, 3, 4, 5]},
    {"id": "musical", "title": "Musical", "summary": "One pile.", "piles": False,
     "modulus": False},
]  # fmt: skip

TABLE: dict[str, Any] = {
    "serial": 1,
    "variant": "calculation",
    "title": "Calculation",
    "seed": "blue whale",
    "modulus": 13,
    "has_stock": True,
    "has_turned": True,
    "coached": True,
    "stock_move": None,
    "foundations": [
        {"name": name, "chip": f"+{k}", "colour": k, "sequence": ranks(ACES[name])}
        for k, name in enumerate(ACES, start=1)
    ],
    "piles": [
        {"name": f"W{k}", "kind": "waste", "label": f"Waste pile {k}", "note": ""}
        for k in range(1, 5)
    ],
    "indicators": [],
    "rules": {"title": "Calculation", "lines": ["A, 2, 3 and 4 start.", "Suits do not matter."]},
    "games": GAMES,
}

STATE: dict[str, Any] = {
    "serial": 1,
    "n": 35,
    "S": ["2S"],
    "W1": ["KS", "8S", "8C", "10S", "QS"],
    "W2": ["10H", "7C", "JD", "10D", "AH", "AS", "AC"],
    "W3": ["7H", "6C", "5H", "10C"],
    "W4": ["KC", "QH", "KD", "KH"],
    "F1": ["AD", "2C", "3H", "4S"],
    "F2": ["2H", "4D", "6D"],
    "F3": ["3D", "6S", "9S", "QD"],
    "F4": ["4C", "8D", "QC", "3S", "7D", "JH"],
    "stock": 14,
    "coming": [
        "6H", "9D", "9C", "JC", "4H", "2D", "5S", "3C", "5D", "5C", "8H", "JS", "7S", "9H"
    ],
    "needs": {
        "F1": {"rank": 5, "sum": "4 + 1 = 5", "count": "4 of 13"},
        "F2": {"rank": 8, "sum": "6 + 2 = 8", "count": "3 of 13"},
        "F3": {"rank": 2, "sum": "Q + 3 = 15 → 2", "count": "4 of 13"},
        "F4": {"rank": 2, "sum": "J + 4 = 15 → 2", "count": "6 of 13"},
    },
    "placed": 17,
    "total": 52,
    "status": {"lead": "2♠ turned.", "text": "F3 (Q + 3) and F4 (J + 4) both take it."},
    "last": {"n": 35, "move": "S-F4", "text": "S-F4 (J♥)", "to": "F4"},
    "outcome": "open",
    "over": None,
    "can_undo": True,
    "can_redo": False,
    "redeals": None,
    "unseen": {str(rank): count for rank, count in enumerate(
        [0, 1, 1, 1, 3, 1, 1, 1, 3, 0, 2, 0, 0], start=1)},
    "finish": 0,
    "spoken": "Move 35. Turned 2♠. W1 has 5 cards, top Q♠.",
}  # fmt: skip


def after(
    target: str, state: dict[str, Any] | None = None, source: str = "S", turned: bool = True
) -> dict[str, Any]:
    """What moving a pile's top card changes; the sentences are short on purpose."""
    state = state or STATE
    card = state[source][-1]
    n = state["n"] + 1
    patch: dict[str, Any] = {
        "n": n,
        source: state[source][:-1],
        target: [*state[target], card],
        "last": {"n": n, "move": f"{source}-{target}", "text": f"{source}-{target}", "to": target},
        "status": {"lead": f"After {source}-{target}.", "text": ""},
    }
    if source == "S" and turned:
        patch |= {"S": state["coming"][:1], "coming": state["coming"][1:]}
        patch |= {"stock": state["stock"] - 1}
    if target.startswith("F"):
        patch["placed"] = state["placed"] + 1
    return patch


def moves_to(
    targets: list[str], state: dict[str, Any] | None = None, source: str = "S"
) -> dict[str, Any]:
    """Listed moves of one pile's top card, each with what it changes."""
    return {
        f"{source}-{target}": {
            "from": source,
            "to": target,
            "kind": "move",
            "label": f"to {target}",
            "patch": after(target, state, source),
        }
        for target in targets
    }


MOVES = moves_to(["F3", "F4", "W1", "W2", "W3", "W4"])
