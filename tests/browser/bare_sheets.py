"""Sheets written by hand, as Python would send them: for the bare page, without any thinking."""

from typing import Any

LOOK = "Look at 8♣ on W1. A move could bury it."
COMPARE = "Compare W3 and W4. What would the 2 cover there?"
HINT: dict[str, Any] = {
    "kind": "hint", "id": 1, "level": "quick", "step": 1, "look": LOOK, "spots": [["W1", 2]],
    "is_pair": True,
}  # fmt: skip
HINT_2 = {**HINT, "id": 2, "step": 2, "compare": COMPARE, "piles": ["W3", "W4"]}
MOVES: list[dict[str, Any]] = [
    {"move": "S-W4", "card": "2S", "to": "to W4", "on": "on K♥",
     "why": "Covers only Kings, which leave last. The shortest pile."},
    {"move": "S-W3", "card": "2S", "to": "to W3", "on": "on 10♣",
     "why": "The 2 covers 10♣, 5♥ and 6♣, which are wanted sooner."},
    {"move": "S-F3", "card": "2S", "to": "to F3", "on": "on Q♦", "why": "F4 may need it more."},
    {"move": "S-W1", "card": "2S", "to": "to W1", "on": "on Q♠", "why": "Buries both 8s."},
]  # fmt: skip
HINT_3 = {
    **HINT_2, "id": 3, "step": 3, "move": "S-W4", "why": MOVES[0]["why"], "chances": False,
    "equal": ["1 and 2 are equal", "as far as can be told: their intervals overlap."],
    "moves": MOVES,
}  # fmt: skip
HINT_3_LONG = {
    **HINT_3, "id": 31,
    "moves": [*MOVES, *({**MOVES[2], "move": f"S-F{n}", "to": f"to F{n}"} for n in (1, 2))],
}  # fmt: skip
CHANCES = [(0.38, 0.353, 0.4), (0.34, 0.315, 0.362), (1.0, 1.0, 1.0), (0.12, 0.105, 0.15)]
HINT_4 = {
    **HINT_3, "id": 4, "chances": True, "axis": 0.5, "axis_text": "axis 0 to 50 %",
    "moves": [
        {**one, "win": win, "low": low, "high": high, "tried": at != 3,
         "known": "proved won" if win == 1 else "estimated"}
        for at, (one, (win, low, high)) in enumerate(zip(MOVES, CHANCES, strict=True))
    ],
}  # fmt: skip

ASK: dict[str, Any] = {
    "kind": "winnable", "id": 5, "verdict": "",
    "note": "The solver knows the stock. You do not see it.",
}  # fmt: skip
WON = {
    **ASK, "id": 6, "verdict": "won", "title": "Proved: it can be won",
    "text": "A line of 38 moves wins.",
}  # fmt: skip
UNKNOWN = {
    **ASK, "id": 7, "verdict": "unknown", "title": "Unknown", "text": "No answer after 2 seconds.",
    "longer": True,
}  # fmt: skip
SEARCHING = {**ASK, "busy": True, "seconds": 10, "spent": 2.4}
LINE: dict[str, Any] = {
    "kind": "line", "id": 8, "at": 2, "total": 38, "text": "S-F4 (J♥)",
}  # fmt: skip

# The curve of the mock-up, in percent.
CURVE = """
6 6 5 5 4 4 4 4 6 4 4 4 3 3 3 5 7 9 9 11 12 16 16 22 24 26 30 29 24 28 28 29 30 27 34 32 48 46 45
60 60 64 72 66 65 56 56 55 43 43 33 33 32 27 32 30 43 46 0 0 0 0 0 0 0 0
""".split()
TURNS: list[dict[str, Any]] = [
    {"card": "JD", "text": "to F3, not F2", "ply": 57, "before": 1.0, "after": 0.0,
     "why": "F3 also waits for a J. The last one, J♠, lies under 4♦ on W3.",
     "led_to": "Three moves later no card fitted any more."},
    {"card": "10S", "text": "to F2, not F1", "ply": 42, "before": 0.77, "after": 0.66,
     "why": "On F2 it frees Q♠ on W2, and under it 8♥ for F3.", "led_to": ""},
    {"card": "8D", "text": "to F3, not F1", "ply": 38, "before": 0.64, "after": 0.52,
     "why": "F3 leads to J♠ and 4♦ on W3. F1 can take 8♥ from W2 later.", "led_to": ""},
]  # fmt: skip
REVIEW: dict[str, Any] = {
    "kind": "review", "id": 9, "level": "quick",
    "summary": "lost with 43 of 52 placed · 65 moves · 3 mistakes",
    "curve": [int(one) / 100 for one in CURVE], "turns": TURNS,
    "last_chance": 57, "lost_from": 58, "unknown": None, "has_line": True,
    "last_text": "After 57 moves the game could still be won, with the stock known.",
    "luck_text": "A fall without a mark: the cards that came, or losses too small to be sure.",
    "spoken": "Chance to win: 6 % at the start, 0 % at the end.",
}  # fmt: skip
REVIEWING = {"kind": "review", "busy": True, "level": "quick", "done": 20, "total": 66}
RETRY: dict[str, Any] = {
    "kind": "retry", "id": 10, "result": "",
    "task": "You are back at move 58. You played J♦ to F2. Find a better one.",
}  # fmt: skip
TRIED = {**RETRY, "id": 11, "good": False,
         "result": "31 % to win: it costs 12 points. Undo, and try another."}  # fmt: skip
BETTER = {**RETRY, "id": 12, "better": {"move": "S-F3", "card": "JD", "to": "to F3", "on": "on 8♠",
          "why": "F3 also waits for a J."}}  # fmt: skip

ALL = {
    "hint-1": HINT, "hint-2": HINT_2, "hint-3": HINT_3, "hint-long": HINT_3_LONG,
    "hint-4": HINT_4, "ask": ASK, "won": WON, "unknown": UNKNOWN, "searching": SEARCHING,
    "line": LINE, "review": REVIEW, "reviewing": REVIEWING, "retry": RETRY, "tried": TRIED,
    "better": BETTER,
}  # fmt: skip
