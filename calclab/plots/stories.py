"""Pictures of whole games: the story of one, two side by side, and where cards die in many.

What lives here: `read_story` (numbers of a game, move by move) and pictures of them. What does
not: how the games were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from calclab.blockage import completion, dead_cards, deadlock, is_deadlocked, main_blocks
from calclab.game import Game
from calclab.messages import _, ngettext, rank_label
from calclab.plots.paper import (
    INK,
    INKS,
    LINE,
    SOFT,
    WARN,
    Picture,
    count_whole,
    new_axes,
    new_row,
    open_frame,
    readable_on,
)
from calclab.record import Record

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STYLES: tuple[Any, ...] = ("-", "--", "-.", ":")
MARKS = ("", "o")  # the second four foundations of a large game carry dots
AREA, DOTS, PILE = "#f7e3d8", "#d9a58a", "#8b9a9e"
QUICK = 1_500  # positions that the exact test may look at when a story is read


@dataclass(frozen=True, slots=True)
class Story:
    """One number for each position of a game, the deal first.

    `blockages` counts the arrows that a pile map would show.
    `laid` and `heights` have a row for each foundation and pile. `proved` is the first move after
    which the relaxed test proves the loss, `lost` the first after which the exact one does; None
    where it never did. `dead` are (rank, cards on it) of the cards that could never leave at the
    end.
    """

    name: str
    blockages: tuple[int, ...]
    laid: tuple[tuple[int, ...], ...]
    heights: tuple[tuple[int, ...], ...]
    proved: int | None
    lost: int | None
    outcome: str
    dead: tuple[tuple[int, int], ...]


def read_story(record: Record, name: str = "", limit: int = QUICK) -> Story:
    """The numbers of a game up to where its record stands.

    >>> from calclab import deal
    >>> read_story(Record(deal("calculation", seed=7)).play("S-W1")).blockages
    (0, 0)
    """
    games = list(islice(record.games(), record.at + 1))
    proved = next((at for at, game in enumerate(games) if is_deadlocked(game)), None)
    end = games[-1]
    return Story(
        name or record.player or end.variant.id,
        tuple(len(main_blocks(game)) for game in games),
        tuple(zip(*(map(len, game.laid) for game in games), strict=True)),
        tuple(zip(*(map(len, game.piles) for game in games), strict=True)),
        proved,
        _no_return(games, proved, limit),
        end.outcome,
        tuple((spot.card.rank, spot.depth) for spot in dead_cards(end)) if deadlock(end) else (),
    )


def _no_return(games: Sequence[Game], proved: int | None, limit: int) -> int | None:
    """The first position that the exact test proves lost; once lost a game stays lost."""
    if games[-1].is_won:
        return None
    first = proved
    start = len(games) if proved is None else proved
    for at in range(start - 1, -1, -1):
        verdict = completion(games[at], limit)
        if verdict == "lost":
            first = at
        elif verdict == "open":
            break
    return first


def story(record: Record | Story, ax: Axes | None = None) -> Picture:
    """Blockages, the heights of the piles and the foundations' progress over the moves of a game.

    The moment of no return is marked where it is proved. The data are the `Story`.
    """
    told = record if isinstance(record, Story) else read_story(record)
    axes = ax or new_axes(7.2, 3.8)
    _draw(axes, told)
    _words(axes)
    return Picture(axes, told, _in_words(told))


def compare(
    first: Record | Story, second: Record | Story, axes: Sequence[Axes] | None = None
) -> Picture:
    """Two games side by side on one scale. The data are the two `Story`s."""
    pair = tuple(one if isinstance(one, Story) else read_story(one) for one in (first, second))
    if axes is not None and len(axes) != 2:
        raise ValueError(f"{len(axes)} axes for two games; give two")
    drawn = tuple(axes) if axes is not None else new_row(2, 11, 4)
    for one, told in zip(drawn, pair, strict=True):
        _draw(one, told)
    _words(drawn[0])
    high = max(one.get_ylim()[1] for one in drawn)
    for one in drawn:
        one.set_ylim(0, high)
    return Picture(drawn, pair, " | ".join(map(_in_words, pair)))


def _draw(axes: Axes, told: Story) -> None:
    moves = range(len(told.blockages))
    axes.fill_between(
        moves,
        told.blockages,
        step="mid",
        facecolor=AREA,
        edgecolor=DOTS,
        hatch="..",
        linewidth=0.6,
    )
    for heights in told.heights:
        axes.plot(moves, heights, color=PILE, linewidth=0.9)
    for at, line in enumerate(told.laid):
        axes.plot(
            moves,
            line,
            color=INKS[at % len(INKS)],
            linestyle=STYLES[at % 4],
            linewidth=2.2,
            marker=MARKS[at // 4 % 2],
            markersize=3.5,
            markevery=(at, 9),
        )
    axes.set_xlim(0, max(len(moves) - 1, 1) * 1.06)
    tallest = max([14, *told.blockages, *(max(line) for line in told.heights)])
    axes.set_ylim(0, tallest * 1.15)
    for axis in (axes.xaxis, axes.yaxis):
        count_whole(axis)
    _end_labels(axes, told)
    if told.lost is not None:
        _mark_lost(axes, told.lost, len(moves))
    axes.set_title(told.name, color=INK, fontsize=10)
    axes.set_xlabel(_("move"), color=SOFT, loc="right", labelpad=2)
    open_frame(axes, "y")


def _mark_lost(axes: Axes, lost: int, count: int) -> None:
    """The moment of no return: a line with its words on the side that has more room."""
    axes.axvline(lost, color=WARN, linewidth=2, linestyle=(0, (5, 2)))
    left = lost > count / 2
    axes.text(
        lost + (-0.6 if left else 0.6), 0.98, _("lost from move {n}").format(n=lost),
        transform=axes.get_xaxis_transform(), ha="right" if left else "left", va="top",
        color=WARN, weight="bold", fontsize=9,
    )  # fmt: skip


def _end_labels(axes: Axes, told: Story) -> None:
    """Name each foundation at the end of its line; equal heights share one label."""
    ends: dict[int, list[str]] = {}
    for at, line in enumerate(told.laid, start=1):
        ends.setdefault(line[-1], []).append(f"F{at}")
    for height, names in ends.items():
        axes.annotate(
            " ".join(names),
            xy=(len(told.blockages) - 1, height),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            color=INK,
            fontsize=8,
        )


def _words(axes: Axes) -> None:
    """The legend and the name of the upright scale."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    axes.set_ylabel(_("cards"), color=SOFT)
    entries: list[Any] = [
        Line2D([], [], color=INKS[0], linewidth=2, label=_("cards on each foundation (F1, F2 …)")),
        Line2D([], [], color=PILE, linewidth=0.9, label=_("cards on each waste pile")),
        Patch(facecolor=AREA, edgecolor=DOTS, hatch="..", label=_("number of blockages")),
        Line2D([], [], color=WARN, linewidth=2, linestyle="--", label=_("no order wins any more")),
    ]
    axes.legend(
        handles=entries,
        loc="upper left",
        bbox_to_anchor=(0, -0.16),
        ncols=2,
        fontsize=8,
        frameon=False,
        labelcolor=INK,
    )


def _in_words(told: Story) -> str:
    moves = len(told.blockages) - 1
    text = ngettext("{name}: {count} move", "{name}: {count} moves", moves)
    text = text.format(name=told.name, count=moves)
    placed = sum(line[-1] for line in told.laid)
    laid = _("{placed} cards on the foundations, at most {most} blockages").format(
        placed=placed, most=max(told.blockages)
    )
    if told.lost is None:
        return f"{text}, {laid}"
    return f"{text}, {laid}; " + _("lost from move {n}").format(n=told.lost)


def where_cards_die(
    games: Iterable[Record | Story], modulus: int = 13, ax: Axes | None = None
) -> Picture:
    """Rank × depth: how often a card that could never leave had so many cards on it at the end.

    Games that are not proved lost count for nothing. The data are rows by depth, columns by rank.
    """
    told = [one if isinstance(one, Story) else read_story(one, limit=1) for one in games]
    deepest = max([depth for one in told for _rank, depth in one.dead], default=0)
    counts = [[0] * modulus for _row in range(deepest + 1)]
    for one in told:
        for rank, depth in one.dead:
            counts[depth][rank - 1] += 1
    axes = ax or new_axes(6.4, 1.6 + 0.3 * max(deepest + 1, 4))
    _heat(axes, counts)
    axes.set_xticks(range(modulus), [rank_label(rank) for rank in range(1, modulus + 1)])
    axes.set_yticks(range(deepest + 1))
    axes.set_xlabel(_("rank (a number counts its cards; darker is more)"), color=SOFT)
    axes.set_ylabel(_("cards on it at the end"), color=SOFT)
    lost = sum(bool(one.dead) for one in told)
    axes.set_title(
        _("Where cards lay that could never leave ({lost} of {count} games)").format(
            lost=lost, count=len(told)
        ),
        color=INK,
        fontsize=10,
    )
    totals = [sum(column) for column in zip(*counts, strict=True)]
    text = _("Where cards die: {lost} of {count} games").format(lost=lost, count=len(told))
    if any(totals):
        most = rank_label(totals.index(max(totals)) + 1)
        text += "; " + _("most often a {rank}").format(rank=most)
    return Picture(axes, tuple(map(tuple, counts)), text)


def _heat(axes: Axes, counts: list[list[int]]) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    shades = LinearSegmentedColormap.from_list("calclab", ["#ffffff", "#f4c7a1", "#8a3000"])
    most = max(max(row) for row in counts) or 1
    axes.imshow(counts, cmap=shades, vmin=0, vmax=most, aspect="auto")
    for y, row in enumerate(counts):
        for x, count in enumerate(row):
            if count:
                colour = readable_on(shades(count / most))
                axes.text(x, y, str(count), ha="center", va="center", color=colour, fontsize=8)
    axes.tick_params(length=0, colors=SOFT)
    for spine in axes.spines.values():
        spine.set_color(LINE)
