"""Still pictures of the clock as SVG text: for print, and for notebooks without a kernel.

What lives here: `Dial` (one state of a clock) and `clock`. What does not: matplotlib
(``plots.arithmetic``), and the living clock (``widgets.clock``). Rank n lies at the top, where a
clock has its 12 and the ring its 0. Lengths are in units of one pixel at the natural size.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin
from xml.sax.saxutils import escape, quoteattr

from calclab.cards import whole
from calclab.messages import _, ngettext, rank_label
from calclab.modular import cycle, order, wrap
from calclab.svg import FONT, INK, INK_2, INTERVAL_INK, LINE, NEXT, RAISED

SIZE, RING = 440, 186.0
LEAST, MOST = 3, 30


@dataclass(frozen=True, slots=True)
class Dial:
    """A state of the clock: n positions, a base, an interval, the steps taken, an overlay.

    Raises `ValueError` in one line for a number that cannot be.

    >>> Dial(12, 2, steps=6).visited, Dial(12, 2, steps=6).is_closed
    ((2, 4, 6, 8, 10, 12), True)
    """

    modulus: int = 13
    interval: int = 3
    base: int | None = None
    steps: int = 0
    overlay: int | None = None

    def __post_init__(self) -> None:
        _check("n", self.modulus, LEAST, MOST)
        _check_step("interval", self.interval, self.modulus)
        if self.overlay is not None:
            _check_step("overlay", self.overlay, self.modulus)
        if self.base is None:
            object.__setattr__(self, "base", wrap(self.interval, self.modulus))
        _check("base", self.base, 1, self.modulus)
        _check("steps", self.steps, 0, order(self.interval, self.modulus))

    @property
    def sequence(self) -> tuple[int, ...]:
        """The ranks of the whole walk, until it closes."""
        return cycle(self.base or self.modulus, self.interval, self.modulus)

    @property
    def is_closed(self) -> bool:
        """Whether the hand is back at its base."""
        return self.steps == len(self.sequence)

    @property
    def visited(self) -> tuple[int, ...]:
        """The ranks visited so far, the first one is the base."""
        return self.sequence[: self.steps + 1]

    @property
    def position(self) -> int:
        """The rank on which the hand stands."""
        return self.sequence[self.steps % len(self.sequence)]


def sentence(dial: Dial) -> str:
    """What a picture of the clock shows, in one line.

    >>> sentence(Dial(13, 3, steps=2))
    'Clock of 13, step 3 from 3: the hand is on 9; visited 3 6 9'
    """
    text = _("Clock of {n}, step {k} from {base}: the hand is on {at}; visited {row}")
    return text.format(
        n=dial.modulus,
        k=_signed(dial.interval),
        base=rank_label(dial.base or 0),
        at=rank_label(dial.position),
        row=" ".join(map(rank_label, dial.visited)),
    ) + (" " + closing(dial) if dial.is_closed else "")


def closing(dial: Dial) -> str:
    """What it means that the walk has closed: how many ranks it saw, and how many never.

    >>> closing(Dial(12, 2, steps=6))
    'After 6 steps the hand is back at 2; 6 positions are never touched.'
    """
    seen = len(dial.sequence)
    text = ngettext(
        "After {steps} step the hand is back at {base}",
        "After {steps} steps the hand is back at {base}",
        seen,
    ).format(steps=seen, base=rank_label(dial.base or 0))
    missed = dial.modulus - seen
    if not missed:
        return _("{text}; every position is visited.").format(text=text)
    return ngettext(
        "{text}; {count} position is never touched.",
        "{text}; {count} positions are never touched.",
        missed,
    ).format(text=text, count=missed)


def clock(dial: Dial, width: int = SIZE) -> str:
    """A clock as one SVG text; `width` is its size in pixels.

    >>> clock(Dial(5, 2))[:4]
    '<svg'
    """
    shapes = [
        f'<circle cx="220" cy="220" r="{RING:g}" fill="none" stroke="{LINE}" stroke-width="2"/>'
    ]
    colour = INTERVAL_INK[ink_number(dial.interval) - 1]
    if dial.overlay is not None:
        other = Dial(dial.modulus, dial.overlay, dial.base)
        count = min(dial.steps, len(other.sequence))
        shapes += _chords(
            other, count, INTERVAL_INK[(abs(dial.overlay)) % 4], ' stroke-dasharray="7 5"'
        )
    shapes += _chords(dial, dial.steps, colour, "")
    x, y = _point(dial.position, dial.modulus, RING * 0.64)
    shapes.append(
        f'<path d="M220 220L{x:.1f} {y:.1f}" stroke="{INK}" stroke-width="4" '
        f'stroke-linecap="round"/><circle cx="220" cy="220" r="7" fill="{INK}"/>'
    )
    shapes += [_node(dial, rank, colour) for rank in range(1, dial.modulus + 1)]
    text = escape(sentence(dial))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{width}" '
        f'height="{width}" role="img" font-family={quoteattr(FONT)} '
        f'style="max-width:100%;height:auto"><title>{text}</title><desc>{text}</desc>'
        f'<rect width="{SIZE}" height="{SIZE}" rx="12" fill="{RAISED}"/>{"".join(shapes)}</svg>'
    )


def ink_number(interval: int, beside: int | None = None) -> int:
    """Which of the four inks an interval is drawn with; another one beside the first interval."""
    number = (abs(interval) - 1) % 4 + 1
    return number % 4 + 1 if beside is not None and ink_number(beside) == number else number


def node_radius(modulus: int) -> float:
    """The radius of a position: as large as the ring has room for."""
    return min(23.0, RING * sin(pi / modulus) * 0.9)


def _point(rank: int, modulus: int, radius: float = RING) -> tuple[float, float]:
    angle = 2 * pi * rank / modulus
    return 220 + radius * sin(angle), 220 - radius * cos(angle)


def _chords(dial: Dial, count: int, colour: str, dash: str) -> list[str]:
    """The walk so far; the last step is drawn thick, with an arrowhead."""
    ring, room = dial.sequence, node_radius(dial.modulus) + 4
    shapes = []
    for step in range(count):
        start = _point(ring[step], dial.modulus)
        end = _point(ring[(step + 1) % len(ring)], dial.modulus)
        length = hypot(end[0] - start[0], end[1] - start[1]) or 1
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        is_last = step == count - 1 and not dash
        gap = min(room, length / 2 - 1)
        x1, y1 = start[0] + ux * gap, start[1] + uy * gap
        back = gap + (10 if is_last else 0)
        x2, y2 = end[0] - ux * back, end[1] - uy * back
        shapes.append(
            f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" '
            f'stroke-width="{6 if is_last else 3}" stroke-linecap="round"{dash}/>'
        )
        if is_last:
            tip = (end[0] - ux * gap, end[1] - uy * gap)
            left = (x2 - ux * 5 - uy * 9, y2 - uy * 5 + ux * 9)
            right = (x2 - ux * 5 + uy * 9, y2 - uy * 5 - ux * 9)
            shapes.append(
                f'<path d="M{tip[0]:.1f} {tip[1]:.1f}L{left[0]:.1f} {left[1]:.1f}'
                f'L{right[0]:.1f} {right[1]:.1f}Z" fill="{colour}"/>'
            )
    return shapes


def _node(dial: Dial, rank: int, colour: str) -> str:
    x, y = _point(rank, dial.modulus)
    radius = node_radius(dial.modulus)
    fill, stroke, ink = RAISED, f'stroke="{INK_2}" stroke-width="1.5"', INK
    if rank == dial.position:
        fill, stroke = NEXT, ""
    elif rank in dial.visited:
        fill, stroke, ink = colour, "", RAISED
    elif dial.is_closed:
        stroke, ink = f'stroke="{INK_2}" stroke-width="1.5" stroke-dasharray="3 3"', INK_2
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" {stroke}/>'
        f'<text x="{x:.1f}" y="{y:.1f}" dy=".36em" text-anchor="middle" font-weight="700" '
        f'font-size="{radius * 0.86:.1f}" fill="{ink}">{escape(rank_label(rank))}</text>'
    )


def _signed(interval: int) -> str:
    return str(interval).replace("-", "−")


def _check(name: str, value: object, low: int, high: int) -> None:
    if whole(value, low, high) is None:
        raise ValueError(f"{name}: {value!r:.40} is not a whole number from {low} to {high}")


def _check_step(name: str, value: object, modulus: int) -> None:
    _check(name, value, 1 - modulus, modulus - 1)
    if value == 0:
        raise ValueError(f"{name}: 0 never leaves its base; use 1 or more, or a negative number")
