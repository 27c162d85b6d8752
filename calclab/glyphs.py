"""How ranks, suits and the card's back are drawn: strokes in a box 100 units high.

What lives here: path data only, the one source for the browser and for SVG files. What does not:
cards, colours, or any drawing. Every rank is a stroke without a fill around x = 0, from y = 0 to
100, so that it needs no font and looks alike everywhere; suits are filled shapes around (0, 0).
"""

from __future__ import annotations

# label: (half of its width, path)
RANKS: dict[str, tuple[int, str]] = {
    "A": (33, "M-33 100L0 0L33 100M-21 66H21"),
    "0": (28, "M-28 50a28 50 0 1 1 56 0a28 50 0 1 1 -56 0Z"),
    "1": (17, "M-14 16L3 0V100"),
    "2": (30, "M-28 25C-25 9 -14 0 1 0C17 0 28 10 28 26C28 39 20 48 10 59L-29 100H30"),
    "3": (
        29,
        "M-27 17C-22 6 -12 0 0 0C16 0 26 10 26 24C26 38 16 47 0 47H-7"
        "M0 47C18 47 29 58 29 73C29 89 17 100 0 100C-14 100 -25 93 -29 81",
    ),
    "4": (32, "M14 100V0L-32 71H32"),
    "5": (
        29,
        "M25 0H-18L-23 44C-17 38 -9 35 0 35C17 35 29 49 29 67C29 86 17 100 -1 100"
        "C-14 100 -24 93 -28 82",
    ),
    "6": (31, "M15 0L-24.3 49.8M-31 69a31 31 0 1 1 62 0a31 31 0 1 1 -62 0Z"),
    "7": (29, "M-29 0H29L-8 100"),
    "8": (
        30,
        "M-24 24.5a24 24.5 0 1 1 48 0a24 24.5 0 1 1 -48 0Z"
        "M-30 74.5a30 25.5 0 1 1 60 0a30 25.5 0 1 1 -60 0Z",
    ),
    "9": (31, "M-15 100L24.3 50.2M31 31a31 31 0 1 1 -62 0a31 31 0 1 1 62 0Z"),
    "10": (50, "M-50 16L-33 0V100M-8 50a28 50 0 1 1 56 0a28 50 0 1 1 -56 0Z"),
    "J": (26, "M-6 0H24V68C24 89 13 100 -3 100C-17 100 -27 91 -27 76"),
    "Q": (37, "M-37 50a37 50 0 1 1 74 0a37 50 0 1 1 -74 0ZM10 74L40 105"),
    "K": (31, "M-29 0V100M31 0L-27 60M-8 41L33 100"),
    "B": (
        30,
        "M-28 0V100M-28 0H0C16 0 25 10 25 24C25 38 16 48 0 48H-28"
        "M0 48C19 48 30 58 30 74C30 90 19 100 0 100H-28",
    ),
    "D": (33, "M-30 0V100H-10C16 100 33 80 33 50C33 20 16 0 -10 0Z"),
    "V": (32, "M-32 0L0 100L32 0"),
    "W": (46, "M-46 0L-23 100L0 24L23 100L46 0"),
    "R": (31, "M-28 0V100M-28 0H0C18 0 28 11 28 27C28 43 18 54 0 54H-28M2 54L31 100"),
}

SUITS: dict[str, str] = {
    "C": (
        "M0 -12A5.1 5.1 0 0 1 4.2 -4A5.1 5.1 0 1 1 1.2 4.6C1.4 7.6 2.3 10 4.2 11.5H-4.2"
        "C-2.3 10 -1.4 7.6 -1.2 4.6A5.1 5.1 0 1 1 -4.2 -4A5.1 5.1 0 0 1 0 -12Z"
    ),
    "D": (
        "M0 -12C2.2 -7.5 5.2 -3.6 9 0C5.2 3.6 2.2 7.5 0 12"
        "C-2.2 7.5 -5.2 3.6 -9 0C-5.2 -3.6 -2.2 -7.5 0 -12Z"
    ),
    "H": (
        "M0 10C-4 6 -11 1 -11 -4.5C-11 -8.2 -8.4 -10.5 -5.5 -10.5C-3 -10.5 -1 -9 0 -6.8"
        "C1 -9 3 -10.5 5.5 -10.5C8.4 -10.5 11 -8.2 11 -4.5C11 1 4 6 0 10Z"
    ),
    "S": (
        "M0 -12C3.4 -6.5 11 -3.2 11 3C11 6.6 8.3 8.4 5.8 8.4C3.9 8.4 2.1 7.4 1.1 5.6"
        "C1.3 8.3 2.2 10.2 4 11.5H-4C-2.2 10.2 -1.3 8.3 -1.1 5.6C-2.1 7.4 -3.9 8.4 -5.8 8.4"
        "C-8.3 8.4 -11 6.6 -11 3C-11 -3.2 -3.4 -6.5 0 -12Z"
    ),
}

# The back shows thirteen points, joined by fives: the star of a step through all ranks.
# Its box is a card's, 80 by 112.
BACK_STAR = (
    "M40.0 29.0L57.9 76.2L13.2 52.7L62.2 40.7L33.5 82.2L27.5 32.1L65.2 65.6L14.8 65.6"
    "L52.5 32.1L46.5 82.2L17.8 40.7L66.8 52.7L22.1 76.2Z"
)
BACK_POINTS: tuple[tuple[float, float], ...] = (
    (40.0, 29.0),
    (52.5, 32.1),
    (62.2, 40.7),
    (66.8, 52.7),
    (65.2, 65.6),
    (57.9, 76.2),
    (46.5, 82.2),
    (33.5, 82.2),
    (22.1, 76.2),
    (14.8, 65.6),
    (13.2, 52.7),
    (17.8, 40.7),
    (27.5, 32.1),
)

GLYPHS: dict[str, object] = {
    "ranks": RANKS,
    "suits": SUITS,
    "back": {"star": BACK_STAR, "points": BACK_POINTS},
}

_GAP = 24


def strokes(label: str) -> tuple[float, list[tuple[float, str]]]:
    """Half the width of a rank's label, and its strokes as (shift along x, path).

    >>> strokes("Q")[0]
    37
    >>> [shift for shift, path in strokes("14")[1]]
    [-44.0, 29.0]
    """
    if label in RANKS:
        half, path = RANKS[label]
        return half, [(0.0, path)]
    letters = [RANKS[letter] for letter in label]
    whole = sum(2 * half for half, _ in letters) + _GAP * (len(letters) - 1)
    placed, left = [], -whole / 2
    for half, path in letters:
        placed.append((left + half, path))
        left += 2 * half + _GAP
    return whole / 2, placed
