"""A still picture of a review as SVG text: for print, and for notebooks without a kernel.

What lives here: `review`, the curve of a game with its turning points beneath. What does not:
matplotlib (``plots.review``), and the review to play on from (``widgets.review``). Lengths are in
units of one pixel at the natural size.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from calclab.messages import _
from calclab.review import Mistake, Review
from calclab.svg import FONT, INK, INK_2, LINE, RAISED, TABLE

WIDTH, CURVE, ROW = 760.0, 250.0, 46.0
LEFT, RIGHT, TOP, FLOOR = 60.0, 736.0, 88.0, 226.0
ROOM = 100.0  # a part of the curve that is narrower carries no word
BLUE, RUST = "#0072b2", "#a83c00"


def review(found: Review) -> str:
    """The review as one SVG text; what is seen is also said in `<desc>`."""
    turns = found.turning_points
    height = CURVE + ROW * len(turns) + 18
    shapes = [
        _text(20, 32, _("Review"), size=16, ink=INK, weight=650),
        _text(WIDTH - 20, 32, found.summary, anchor="end"),
    ]
    shapes += [*_axes(found), *_end(found), *_curve(found), *_diamonds(found)]
    for number, turn in enumerate(turns):
        shapes += _row(number, turn)
    title = _("Chance to win")
    lines = [found.summary, found.last_text, *(f"{one.number}: {one.title}" for one in turns)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" '
        f'width="{WIDTH:g}" height="{height:g}" role="img" font-family={quoteattr(FONT)} '
        f'style="max-width:100%;height:auto"><title>{escape(title)}</title>'
        f"<desc>{escape(' '.join(filter(None, lines)))}</desc>"
        f'<rect width="{WIDTH:g}" height="{height:g}" rx="12" fill="{TABLE}"/>'
        f'<rect x="14" y="48" width="{WIDTH - 28:g}" height="{CURVE - 52:g}" rx="9" '
        f'fill="{RAISED}"/>{"".join(shapes)}</svg>'
    )


def _x(found: Review, at: int) -> float:
    return LEFT + (RIGHT - LEFT) * at / max(1, len(found.curve) - 1)


def _y(chance: float) -> float:
    return FLOOR - (FLOOR - TOP) * chance


def _axes(found: Review) -> list[str]:
    shapes = []
    for quarter in range(5):
        y = _y(quarter / 4)
        shapes.append(f'<path d="M{LEFT:g} {y:g}H{RIGHT:g}" stroke="{LINE}"/>')
        shapes.append(_text(LEFT - 8, y + 4, f"{25 * quarter} %", anchor="end"))
    last = len(found.curve) - 1
    for at in range(0, last + 1, 10 if last > 20 else 5):
        shapes.append(_text(_x(found, at), FLOOR + 16, str(at), anchor="middle"))
    return shapes


def _end(found: Review) -> list[str]:
    """The last moment when the game could be won, what is proved lost, what is unknown."""
    shapes = []
    if found.end.lost_from is not None:
        x = _x(found, found.end.lost_from)
        shapes.append(
            f'<rect x="{x:g}" y="56" width="{RIGHT - x:g}" height="{FLOOR - 56:g}" fill="{INK}" '
            'opacity=".06"/>'
        )
        if RIGHT - x > ROOM:
            shapes.append(_text((x + RIGHT) / 2, _y(0.625) + 4, _("proved lost"), anchor="middle"))
    if found.unknown is not None:
        shapes += _unknown(found, *found.unknown)
    if found.last_chance is not None and found.last_chance < len(found.curve) - 1:
        x = _x(found, found.last_chance)
        shapes.append(f'<path d="M{x:g} 56V{FLOOR:g}" stroke="{INK}" stroke-dasharray="4 4"/>')
        side, shift = ("end", -8) if x > WIDTH / 2 else ("start", 8)
        text = _("last moment it could be won")
        shapes.append(_text(x + shift, 68, text, anchor=side, ink=INK, weight=650))
    return shapes


def _unknown(found: Review, start: int, stop: int) -> list[str]:
    """A word on the part in which nobody knows, where the curve leaves room for it."""
    left, right = _x(found, start), _x(found, stop)
    curve = found.curve[start : stop + 1]
    free = (y for y in (0.625, 0.875, 0.375) if all(abs(one - y) > 0.1 for one in curve))
    height = next(free, None)
    if height is None or right - left < ROOM:
        return []
    return [_text((left + right) / 2, _y(height) + 4, _("unknown"), anchor="middle")]


def _curve(found: Review) -> list[str]:
    points = [f"{_x(found, at):.1f} {_y(one):.1f}" for at, one in enumerate(found.curve)]
    path = "M" + "L".join(points)
    return [
        f'<path d="{path}V{FLOOR:g}H{LEFT:g}Z" fill="{BLUE}" opacity=".13"/>',
        f'<path d="{path}" fill="none" stroke="{BLUE}" stroke-width="2.5"/>',
    ]


def _diamonds(found: Review) -> list[str]:
    return [
        _diamond(_x(found, one.ply), _y(found.curve[one.ply]), number)
        for number, one in enumerate(found.turning_points, start=1)
    ]


def _diamond(x: float, y: float, number: int) -> str:
    return (
        f'<path d="M{x:.1f} {y - 11:.1f}l11 11l-11 11l-11 -11Z" fill="{RUST}" stroke="{RAISED}" '
        f'stroke-width="2"/>' + _text(x, y + 4, str(number), anchor="middle", ink=RAISED)
    )


def _row(number: int, one: Mistake) -> list[str]:
    y = CURVE + ROW * number + 28
    place = _("move {number}").format(number=one.number)
    return [
        f'<path d="M14 {y - 26:g}H{WIDTH - 14:g}" stroke="{LINE}"/>',
        _diamond(34, y - 3, number + 1),
        _text(56, y - 4, one.title, size=14, ink=INK, weight=650),
        _text(56, y + 12, place),
        _text(228, y + 2, one.fell, size=14, ink=INK),
        _text(340, y + 2, _shortened(one.why), size=13, ink=INK),
    ]


def _shortened(text: str, most: int = 58) -> str:
    """Whole sentences of a reason, as many as have room in one line; else whole words."""
    if len(text) <= most:
        return text
    sentences = text[: most + 1].rpartition(". ")[0]
    if sentences:
        return sentences + "."
    return text[: most - 1].rsplit(" ", 1)[0] + " …"


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 12,
    anchor: str = "start",
    ink: str = INK_2,
    weight: int = 400,
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" '
        f'font-weight="{weight}" fill="{ink}">{escape(text)}</text>'
    )
