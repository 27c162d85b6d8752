"""Pictures of one position: the pile map and the needs chart.

What lives here: `pile_map` (what lies on what) and `needs_chart` (where the next cards are). What
does not: the readings themselves (``blockage``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calclab.blockage import Block, Whereabouts, dead_cards, main_blocks, soonest, whereabouts
from calclab.blockage.table import blocking_piles
from calclab.cards import Card
from calclab.game import Position
from calclab.messages import _, card_label, ngettext, rank_label
from calclab.plots.paper import (
    INK,
    INKS,
    SOFT,
    TINTS,
    WARN,
    Picture,
    cell,
    distance_key,
    frame,
    key,
    new_axes,
    short,
    tint,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

AHEAD = 6


def pile_map(position: Position, ax: Axes | None = None) -> Picture:
    """Piles as columns of cells, tinted by how soon each card is wanted, with arrows of blockages.

    An arrow goes from a card to the most urgent card that it blocks. The data are the `Block`s
    drawn. With a redeal left nothing blocks and the map says so.

    >>> from calclab.blockage.examples import ring
    >>> pile_map(ring()).text
    'Pile map: 2 blockages on 2 piles; 4 cards can never leave'
    """
    piles = blocking_piles(position)
    dead = {(spot.pile, spot.index) for spot in dead_cards(position)}
    tallest = max([len(cards) for _name, cards in piles], default=0)
    axes = ax or new_axes(1.5 + 1.25 * len(piles), 1.5 + 0.36 * max(tallest, 4))
    times = soonest(position)
    for x, (name, cards) in enumerate(piles):
        axes.text(x, tallest, f"{name}  ({len(cards)})", ha="center", color=SOFT, fontsize=9)
        for index, card in enumerate(cards):
            gone = (name, index) in dead
            _card(axes, x, tallest - 1 - index, card, times[card.rank - 1], gone)
        if cards:
            low = tallest - 1 - len(cards) + 0.4
            axes.text(x, low, _("top"), ha="center", va="center", color=SOFT, fontsize=8)
    drawn = main_blocks(position)
    columns = {name: x for x, (name, _cards) in enumerate(piles)}
    for block in drawn:
        _arrow(axes, columns[block.blocked.pile], tallest, block)
    axes.set_xlim(-0.6, max(len(piles), 1) - 0.2)
    axes.set_ylim(-0.9, tallest + 0.7)
    axes.set_axis_off()
    axes.set_title(_("What lies on what: only a pile's top can leave"), color=INK, fontsize=10)
    key(axes, distance_key(), 3, _arrow_key())
    return Picture(axes, drawn, _map_text(position, len(drawn), len(piles), len(dead)))


def _map_text(position: Position, count: int, piles: int, dead: int) -> str:
    if position.redeals and not piles:
        return _("Pile map: nothing blocks for good, since the waste can still be gathered")
    text = ngettext(
        "Pile map: {count} blockage on {piles} piles",
        "Pile map: {count} blockages on {piles} piles",
        count,
    ).format(count=count, piles=piles)
    if not dead:
        return text
    more = ngettext("{count} card can never leave", "{count} cards can never leave", dead)
    return f"{text}; {more.format(count=dead)}"


def _card(axes: Axes, x: int, y: int, card: Card, time: int | None, gone: bool) -> None:
    fill = TINTS[-1] if gone else tint(time)
    thick = 1.8 if fill == TINTS[0] else 0.8
    cell(axes, x, y, fill, width=0.7, hatch=_hatch(gone), edge=frame(fill), line=thick)
    axes.text(x - 0.3, y, card_label(card), va="center", color=INK, weight="bold", **_plate(gone))
    words = "×" if gone else short(time)
    axes.text(x + 0.31, y, words, va="center", ha="right", color=INK, fontsize=7.5, **_plate(gone))


def _arrow_key() -> list[Any]:
    from matplotlib.lines import Line2D

    style: dict[str, Any] = {"color": WARN, "marker": ">", "markersize": 4, "markevery": [1]}
    return [
        Line2D([], [], linewidth=2.2, label=_("blocks a card wanted now"), **style),
        Line2D(
            [], [], linewidth=1.1, linestyle="--", label=_("blocks a card wanted sooner"), **style
        ),
    ]


def _hatch(gone: bool) -> str | None:
    return "////" if gone else None


def _plate(gone: bool) -> dict[str, Any]:
    """A quiet ground under words on hatching."""
    return {"bbox": {"facecolor": TINTS[-1], "edgecolor": "none", "pad": 0.8}} if gone else {}


def _arrow(axes: Axes, x: int, tallest: int, block: Block) -> None:
    start, end = tallest - 1 - block.blocker.index, tallest - 1 - block.blocked.index
    urgent = block.distance == 1
    axes.annotate(
        "",
        xy=(x + 0.36, end),
        xytext=(x + 0.36, start),
        arrowprops={
            "arrowstyle": "-|>",
            "color": WARN,
            "linewidth": 2.2 if urgent else 1.1,
            "linestyle": "-" if urgent else (0, (2, 2)),
            "connectionstyle": f"arc3,rad={0.5 if end - start < 3 else 0.22}",
            "shrinkA": 0,
            "shrinkB": 0,
        },
    )


def needs_chart(position: Position, ax: Axes | None = None, ahead: int = AHEAD) -> Picture:
    """For each foundation the next ranks, and under each where its copies are.

    The data are (foundation, its next `Whereabouts`), one for each foundation that is not full.

    >>> from calclab.blockage.examples import ring
    >>> needs_chart(ring()).text
    'Needs chart: F2 needs 9, buried; F3 needs 4, buried'
    """
    rows = [
        (
            f"F{at}",
            tuple(whereabouts(position, rank) for rank in found.sequence[len(laid) :][:ahead]),
        )
        for at, (found, laid) in enumerate(
            zip(position.foundations, position.laid, strict=True), start=1
        )
        if len(laid) < found.length
    ]
    axes = ax or new_axes(1.2 + 1.25 * ahead, 1.5 + 0.95 * max(len(rows), 1))
    for line, (name, places) in enumerate(rows):
        colour = INKS[(int(name[1:]) - 1) % len(INKS)]
        axes.text(-0.75, -line, name, color=colour, weight="bold", va="center", fontsize=12)
        for x, place in enumerate(places):
            _place(axes, x, -line, place)
    for x in range(ahead):
        axes.text(x, 0.52, _ahead(x), ha="center", va="bottom", color=SOFT, fontsize=8)
    axes.set_xlim(-1, ahead - 0.4)
    axes.set_ylim(-max(len(rows), 1) + 0.4, 0.8)
    axes.set_axis_off()
    axes.set_title(_("What each foundation takes next, and where it is"), color=INK, fontsize=10)
    key(axes, _needs_key(), 4)
    return Picture(axes, tuple(rows), _needs_text(rows))


def _needs_text(rows: list[tuple[str, tuple[Whereabouts, ...]]]) -> str:
    told = "; ".join(
        _("{name} needs {rank}, {where}").format(
            name=name, rank=rank_label(places[0].rank), where=_in_words(places[0])
        )
        for name, places in rows
    )
    return _("Needs chart: {told}").format(told=told or _("every foundation is full"))


def _place(axes: Axes, x: int, y: int, place: Whereabouts) -> None:
    """The cell of a rank: the rank, and below it where its copies are."""
    fill, hatch, words = _state(place)
    thick = 2.4 if x == 0 else 1.2
    cell(axes, x, y, fill, width=0.9, height=0.86, hatch=hatch, edge=frame(fill), line=thick)
    look: dict[str, Any] = {"ha": "center", "va": "center", "color": INK, **_ground(fill, hatch)}
    axes.text(x, y + 0.16, rank_label(place.rank), weight="bold", fontsize=13, **look)
    axes.text(x, y - 0.24, words, fontsize=7.5, **look)


def _ahead(place: int) -> str:
    return _("next") if not place else _("then")


def _needs_key() -> list[tuple[str, str, str | None]]:
    return [
        (_("at hand (top, turned, held)"), TINTS[0], None),
        (_("among the unseen"), TINTS[1], ".."),
        (_("only under other cards"), TINTS[3], "\\\\"),
        (_("none left"), TINTS[4], "xx"),
    ]


def _state(place: Whereabouts) -> tuple[str, str | None, str]:
    """Colour, hatching and words for where a rank is; the best place decides."""
    number = 0 if place.at_hand else 1 if place.unseen else 2 if place.spots else 3
    _words, fill, hatch = _needs_key()[number]
    tops = [spot.pile for spot in place.spots if not spot.depth]
    hands = [name for name, here in (("S", place.turned), ("H", place.held)) if here]
    if number == 0:
        return fill, hatch, " ".join(dict.fromkeys(hands + tops))
    if number == 1:
        return fill, hatch, _("{count} unseen").format(count=place.unseen)
    if number == 2:
        spot = min(place.spots, key=lambda one: one.depth)
        return fill, hatch, _("{pile}, under {count}").format(pile=spot.pile, count=spot.depth)
    return fill, hatch, _("none")


def _ground(fill: str, hatch: str | None) -> dict[str, Any]:
    return {"bbox": {"facecolor": fill, "edgecolor": "none", "pad": 1.0}} if hatch else {}


def _in_words(place: Whereabouts) -> str:
    if place.at_hand:
        return _("at hand")
    if place.unseen:
        return _("{count} unseen").format(count=place.unseen)
    return _("buried") if place.spots else _("none left")
