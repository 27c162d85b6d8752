"""Still pictures of a position as SVG text: for notebooks without a running kernel, and for print.

What lives here: `board`, and `part` for a small position. What does not: matplotlib (``plots``),
and the living board (``widgets``).
The strokes of the ranks come from ``glyphs``. The text board stands in `<desc>`, so that a picture
can be read aloud. Lengths are in units of one pixel at the picture's natural size.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from calclab.cards import Card
from calclab.game import Cards, Game, Position
from calclab.glyphs import BACK_POINTS, BACK_STAR, SUITS, strokes
from calclab.messages import _, rank_label
from calclab.rulepages import interval_label
from calclab.rules import sum_text
from calclab.text import board as text_board

WIDTH, HEIGHT = 56.0, 78.4
GAP = 18.0
FAN_ROOM, FAN_MOST, FAN_LEAST = 260.0, 22.0, 12.0
TABLE, PANEL, RAISED, LINE = "#e5edeb", "#f5f9f7", "#ffffff", "#c3d0cc"
INK, INK_2, EDGE, BACK_INK, BACK_FILL = "#14232a", "#46575d", "#aebcb8", "#a9d3d6", "#0f4c5c"
NEXT = "#e69f00"
SUIT_INK = {"C": "#33454c", "S": "#33454c", "D": "#b8321c", "H": "#b8321c"}
INTERVAL_INK = ("#005f96", "#00694d", "#a84300", "#8f3f73")
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"


@dataclass(slots=True)
class Sheet:
    """Shapes drawn so far, and how far to the right and down they reach."""

    shapes: list[str]
    right: float = 0.0
    bottom: float = 0.0

    def reach(self, right: float, bottom: float) -> None:
        """Make room up to a point."""
        self.right, self.bottom = max(self.right, right), max(self.bottom, bottom)


def board(game: Game) -> str:
    """The whole table as one SVG text.

    >>> from calclab import deal
    >>> board(deal("calculation", seed=7))[:4]
    '<svg'
    """
    sheet = Sheet([])
    top = _draw_stock_row(sheet, game, 20.0, 20.0)
    if game.variant.rows:
        _draw_grid(sheet, game, 20.0, top)
    elif game.variant.builds:
        top = _draw_foundations(sheet, game, 20.0, 20.0)
        _draw_piles(sheet, game, 20.0, top + 16)
    else:
        right = _draw_piles(sheet, game, 20.0, top)
        _draw_foundations(sheet, game, right + 14, top)
    title = _("{game}: {placed} of {total} placed").format(
        game=_(game.variant.name), placed=game.placed, total=game.total
    )
    return _finished(sheet, title, text_board(game))


def part(position: Position, words: str) -> str:
    """The turned card, the piles and the foundations that are not full; `words` say the same.

    >>> from calclab.blockage.examples import ring
    >>> "F1" in part(ring(), "two piles")
    False
    """
    sheet, left = Sheet([]), 20.0
    if position.turned is not None:
        _draw_fan(sheet, "S", (position.turned,), left, 30.0)
        left += WIDTH + 2 * GAP
    for name in position.pile_names:
        _draw_fan(sheet, name, position.pile(name), left, 30.0)
        left += WIDTH + GAP
    top = 36.0
    for at, need in enumerate(position.needs):
        if need is not None:
            sheet.shapes.append(_text(left + 6, top + 44, f"F{at + 1}", size=13, font_weight="700"))
            _draw_foundation(sheet, position, at, left + 32, top)
            top += HEIGHT + 10
    return _finished(sheet, words, "")


def _finished(sheet: Sheet, title: str, words: str) -> str:
    """The sheet as SVG text, with its title and its description to be read aloud."""
    width, height = sheet.right + 20, sheet.bottom + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" font-family={quoteattr(FONT)} '
        f'style="max-width:100%;height:auto"><title>{escape(title)}</title>'
        f"<desc>{escape(words)}</desc>"
        f'<rect width="{width:g}" height="{height:g}" rx="12" fill="{TABLE}"/>'
        f"{''.join(sheet.shapes)}</svg>"
    )


def card_face(
    card: Card, x: float, y: float, width: float = WIDTH, *, covered: bool = False
) -> str:
    """One card, face up, its upper left corner at (x, y); a covered one shows its corner only."""
    scale = width / 80
    label = rank_label(card.rank)
    half = min(strokes(label)[0], 52) * 0.17
    shapes = [
        f'<rect x="0" y="0" width="80" height="112" rx="7.6" fill="{RAISED}" '
        f'stroke="{EDGE}" stroke-width="{1 / scale:.3g}"/>',
        _rank(label, 7 + max(half, 5), 4.5, 0.17, 15),
        f'<path d="{SUITS[card.suit]}" fill="{SUIT_INK[card.suit]}" '
        f'transform="translate({18 + 2 * max(half, 5):.3g} 13) scale(.62)"/>',
    ]
    if not covered:
        shapes.append(_rank(label, 40, 44, 0.5, 13))
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{"".join(shapes)}</g>'


def _rank(label: str, x: float, y: float, scale: float, stroke: float) -> str:
    """The strokes of a rank, centred on x; three digits or a wide pair are drawn narrower."""
    half, placed = strokes(label)
    squeeze = min(1.0, 60 / half) if scale > 0.3 else min(1.0, 52 / half)
    paths = "".join(
        f'<path d="{path}" transform="translate({shift:g} 0)"/>' if shift else f'<path d="{path}"/>'
        for shift, path in placed
    )
    return (
        f'<g fill="none" stroke="{INK}" stroke-width="{stroke:g}" stroke-linecap="round" '
        f'stroke-linejoin="round" transform="translate({x:g} {y:g}) '
        f'scale({scale * squeeze:g} {scale:g})">{paths}</g>'
    )


def _text(
    x: float, y: float, text: str, *, size: float = 12, anchor: str = "start", **more: str
) -> str:
    extra = "".join(f" {name.replace('_', '-')}={quoteattr(value)}" for name, value in more.items())
    fill = "" if "fill" in more else f' fill="{INK}"'
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{fill}{extra}>'
        f"{escape(text)}</text>"
    )


def _slot(x: float, y: float) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH:g}" height="{HEIGHT:g}" rx="5.3" fill="none" '
        f'stroke="#6f827c" stroke-dasharray="4 3"/>'
    )


def _draw_stock_row(sheet: Sheet, game: Game, x: float, y: float) -> float:
    """Stock, turned card and indicators; the height at which the piles begin."""
    if game.variant.builds:
        return y
    if game.stock:
        sheet.shapes.append(_card_back(x, y))
    else:
        sheet.shapes.append(_slot(x, y))
    sheet.shapes.append(_badge(x + WIDTH - 2, y + HEIGHT - 2, str(game.stock_size), INK, TABLE))
    left = x + WIDTH + GAP + 4
    if game.variant.turns:
        sheet.shapes.append(card_face(game.turned, left, y) if game.turned else _slot(left, y))
        left += WIDTH + GAP
    for card in game.indicators:
        sheet.shapes.append(card_face(card, left, y))
        left += WIDTH + GAP / 2
    sheet.reach(left, y + HEIGHT)
    return y + HEIGHT + 26


def _card_back(x: float, y: float) -> str:
    points = "".join(
        f'<circle cx="{left:g}" cy="{top:g}" r="1.7" fill="{BACK_INK}"/>'
        for left, top in BACK_POINTS
    )
    return (
        f'<g transform="translate({x:g} {y:g}) scale({WIDTH / 80:g})">'
        f'<rect width="80" height="112" rx="7.6" fill="{BACK_FILL}"/>'
        f'<rect x="5" y="5" width="70" height="102" rx="4.5" fill="none" stroke="{BACK_INK}"/>'
        f'<circle cx="40" cy="56" r="32.5" fill="none" stroke="{BACK_INK}" stroke-width=".8"/>'
        f'<path d="{BACK_STAR}" fill="none" stroke="{BACK_INK}" stroke-width=".8"/>{points}</g>'
    )


def _badge(x: float, y: float, text: str, fill: str, ink: str) -> str:
    width = 20 + 7 * (len(text) - 1)
    return (
        f'<rect x="{x - width / 2:g}" y="{y - 10:g}" width="{width}" height="20" rx="10" '
        f'fill="{fill}"/>' + _text(x, y + 4.5, text, anchor="middle", fill=ink, font_weight="700")
    )


def _draw_piles(sheet: Sheet, game: Game, x: float, y: float) -> float:
    """Waste piles, hold cell and columns side by side; where the next thing may stand."""
    for name in game.pile_names:
        _draw_fan(sheet, name, game.pile(name), x, y)
        x += WIDTH + GAP
    return x


def _draw_fan(sheet: Sheet, name: str, cards: Cards, x: float, y: float) -> None:
    sheet.shapes.append(_text(x, y, name, size=11, font_weight="700"))
    if cards:
        height = str(len(cards))
        sheet.shapes.append(_text(x + WIDTH, y, height, size=11, anchor="end", fill=INK_2))
    top = y + 6
    if not cards:
        sheet.shapes.append(_slot(x, top))
    step = min(FAN_MOST, max(FAN_LEAST, (FAN_ROOM - HEIGHT) / max(1, len(cards) - 1)))
    for at, card in enumerate(cards):
        covered = at < len(cards) - 1
        sheet.shapes.append(card_face(card, x, top + at * step, covered=covered))
    sheet.reach(x + WIDTH, top + HEIGHT + step * max(0, len(cards) - 1))


def _draw_foundations(sheet: Sheet, game: Game, x: float, y: float) -> float:
    for at in range(len(game.foundations)):
        _draw_foundation(sheet, game, at, x, y)
        y += HEIGHT + 10
    return y


def _draw_foundation(sheet: Sheet, game: Position, at: int, x: float, y: float) -> None:
    foundation, laid, need = game.foundations[at], game.laid[at], game.needs[at]
    ink = INTERVAL_INK[at % 4]
    width = WIDTH + 40 + 25 * foundation.length
    sheet.shapes.append(
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{HEIGHT:g}" rx="7" fill="{PANEL}"/>'
    )
    sheet.shapes.append(card_face(laid[-1], x, y) if laid else _slot(x, y))
    left = x + WIDTH + 26
    sheet.shapes.append(
        f'<rect x="{left:g}" y="{y + 9:g}" width="34" height="22" rx="6" fill="none" '
        f'stroke="{ink}" stroke-width="1.5"/>'
        + _text(
            left + 17,
            y + 24.5,
            interval_label(foundation.interval),
            size=13,
            anchor="middle",
            fill=ink,
            font_weight="700",
        )
    )
    count = _("{laid} of {length}").format(laid=len(laid), length=foundation.length)
    sheet.shapes.append(_text(x + width - 12, y + 24, count, size=11, anchor="end", fill=INK_2))
    if need is not None:
        start = _("starts with {rank}").format(rank=rank_label(need))
        text = f"{sum_text(foundation, len(laid))} → {rank_label(need)}" if laid else start
        sheet.shapes.append(_text(left + 44, y + 24.5, text, fill=INK_2))
    else:
        sheet.shapes.append(_text(left + 44, y + 24.5, _("full"), fill=INK_2))
    _draw_strip(sheet, game, at, left, y + 42)
    if need is not None:
        sheet.shapes.append(_badge(x + WIDTH + 2, y + HEIGHT - 14, rank_label(need), NEXT, INK))
    sheet.reach(x + width, y + HEIGHT)


def _draw_strip(sheet: Sheet, game: Position, at: int, x: float, y: float) -> None:
    laid = len(game.laid[at])
    ink = INTERVAL_INK[at % 4]
    for place, rank in enumerate(game.foundations[at].sequence):
        left = x + 25 * place
        middle, label = left + 11.5, rank_label(rank)
        if place == laid:
            shape = f'<rect x="{left:g}" y="{y:g}" width="23" height="26" rx="4.5" fill="{NEXT}"/>'
        elif place > laid:
            shape = (
                f'<rect x="{left:g}" y="{y:g}" width="23" height="26" rx="4.5" fill="{RAISED}" '
                f'stroke="{LINE}"/>'
            )
        else:
            shape = (
                f'<rect x="{left - 1:g}" y="{y + 23.5:g}" width="25" height="2.5" fill="{ink}"/>'
            )
        weight = "400" if place < laid - 1 else "700"
        fill = INK if place >= laid - 1 else "#526267"
        sheet.shapes.append(shape)
        sheet.shapes.append(
            _text(middle, y + 17.5, label, anchor="middle", font_weight=weight, fill=fill)
        )


def _draw_grid(sheet: Sheet, game: Game, x: float, y: float) -> None:
    _draw_fan(sheet, "W1", game.pile("W1")[-8:], x, y)
    left = x + WIDTH + 2 * GAP
    for row, wanted in enumerate(game.variant.rows, start=1):
        ranks = " ".join(map(rank_label, wanted))
        sheet.shapes.append(_text(left, y, f"G{row}: {ranks}", size=11, font_weight="700"))
        for column in range(1, 9):
            pile = game.pile(f"G{row}{column}")
            place = left + (column - 1) * (WIDTH + GAP / 2)
            if not pile:
                sheet.shapes.append(_slot(place, y + 8))
            for at, card in enumerate(pile):
                covered = at < len(pile) - 1
                sheet.shapes.append(card_face(card, place, y + 8 + 20 * at, covered=covered))
            sheet.reach(place + WIDTH, y + 8 + HEIGHT + 60)
        y += HEIGHT + 8 + 60 + 22
