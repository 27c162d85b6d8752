"""Run a study: which deals are missing, the result file, the audit.

What lives here: `study`. What does not: playing (``playing``), handing out (``hands``), the result
(``results``). The file is written whole while the study runs, so that a study that was killed goes
on with the deals that are not in it.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import TIMEOUT_MAX

from calclab.bars import Progress, telling, write_line
from calclab.cards import seed_key, shorten, whole
from calclab.coach import LEVELS, Strategy, plays
from calclab.fields import FieldError, as_path
from calclab.messages import _
from calclab.study.hands import Hands
from calclab.study.packing import Packed, pack
from calclab.study.playing import Task
from calclab.study.results import (
    MOST_FAULTS,
    Audit,
    Part,
    Study,
    StudyError,
    first_faults,
)
from calclab.variants import VARIANTS, Variant, VariantError, get

File = str | os.PathLike[str]
SAVE_SECONDS = 1.0
MOST_DEALS = 10**9  # a study keeps three letters of each
ANOTHER = "give this one another file name"


def study(
    strategy: Strategy | str,
    variant: str | Variant = "calculation",
    deals: int | range = 1_000,
    seed: int | str | None = None,
    *,
    name: str | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    file: File | None = None,
    limit: float = 60.0,
    audit: int | None = None,
    progress: bool | Progress = True,
) -> Study:
    """Play many deals with a strategy, a name or a function of a `View` that returns a `Move`.

    The same seed gives the same result with any number of `workers` and any `executor`; a range of
    deals plays those numbers of the seed. Without a seed a secret one is drawn. A function gets a
    fresh copy for each game, in another process: lists and counters outside stay as they are, and
    nothing that it prints is shown. Only what it changes in installed packages can last until a
    later game of the same worker; one that does so has no result to count on.

    A game is faulty when the function raises an error, names an illegal move, or needs more than
    `limit` seconds. It counts as not won, and the study goes on. `result.faults` holds the first
    ten; `Board(result.faults[0].game)`, from `calclab.widgets`, shows where the first happened.

    With `file="mine.json"` the result is kept while it grows: after a stop the same call goes on,
    and with more deals it plays the new ones only. A file is for one strategy in one game; give a
    changed strategy another file. `Study.load` reads one, `merge` joins the studies of several.

    The other process is shown views only: neither the order of the stock nor the seed is in it. A
    function that deals this seed's games again, because it was told the seed, is found out
    afterwards: `audit` more games are played on secret deals (by itself a tenth of the deals, 10 to
    100; none without a seed or without a win), and `suspicion` says when it wins far less there.

    Raises `ValueError`, mostly a `StudyError`, in one line: what is wrong, what would be right.

    >>> study("first-fit", deals=20, seed=7, workers=1, progress=False).deals
    20
    """
    packed = pack(strategy, name)
    chosen = get(variant)
    if executor is not None and not isinstance(executor, Executor):
        raise StudyError(f"executor: {shorten(executor)} is no Executor of concurrent.futures")
    _check_player(strategy, chosen)
    wanted, key = _wanted(deals), _key(seed, file)
    task = Task(packed.form, chosen, _positive("limit", limit))
    if _whole("audit", audit, least=0) is None and isinstance(key, Secret):
        audit = 0
    kept = _begin(packed, chosen, file)
    gaps = kept.gaps(key, wanted)
    hands = Hands(executor, _whole("workers", workers), len(wanted))
    keeper = _Keeper(key, wanted, file, kept)
    with telling(progress, sum(map(len, gaps)), _("deals")) as more, _stopping(hands, keeper):
        _gather(hands.play(task, key, gaps), keeper, _Teller(packed.name, more, progress is False))
        result = _with_faults(keeper.wanted, task, hands)
        if games := _audit_games(result, packed, audit):
            result = replace(result, audit=_audit(task, games, hands))
            keeper.kept = replace(keeper.kept, audit=result.audit)
            keeper.save()
    return result


def _check_player(strategy: Strategy | str, variant: Variant) -> None:
    """Refuse a player that searches or knows the table where the coach does not play the game."""
    if strategy in (*LEVELS, "learned-table") and not plays(variant):
        raise StudyError(f"{strategy} does not play {variant.id}; first-fit plays every game")


def _wanted(deals: int | range) -> range:
    """The numbers of the deals."""
    wanted = deals if isinstance(deals, range) else range(_whole("deals", deals) or 0)
    if wanted.step != 1 or wanted.start < 0 or not wanted:
        raise StudyError(f"deals: {deals!r} is no number from 1 on and no range of deal numbers")
    if wanted.stop - wanted.start > MOST_DEALS:
        raise StudyError(f"deals: {shorten(deals)} are more than {MOST_DEALS:,} deals")
    return wanted


def _whole(what: str, number: int | None, least: int = 1) -> int | None:
    if number is not None and whole(number, least) is None:
        raise StudyError(f"{what}: {shorten(number)} is not a whole number from {least} on")
    return whole(number)


def _positive(what: str, number: float) -> float:
    if isinstance(number, bool) or not isinstance(number, int | float) or not number > 0:
        raise StudyError(f"{what}: {shorten(number)} is not a number above 0")
    return float(min(number, TIMEOUT_MAX))


def _key(seed: int | str | None, file: File | None) -> str:
    """The seed as text; a secret one where none is given."""
    if isinstance(seed, Secret):
        return seed
    if seed is not None:
        return seed_key(seed)
    if file is not None:
        raise StudyError("seed: a study with a file needs a seed, so that it can go on")
    return secret_seed()


class Stopped(KeyboardInterrupt):
    """An interrupt of a study, with what is kept of it; a notebook shows that line alone."""

    def _render_traceback_(self) -> list[str]:
        return [f"Stopped: {self}"]


class Secret(str):
    """A seed that nobody could know beforehand: a study of its deals needs no audit."""


def secret_seed() -> Secret:
    """A new secret seed."""
    return Secret(secrets.token_hex(12))


def _with_faults(result: Study, task: Task, hands: Hands) -> Study:
    """The first faults of these deals; a file keeps only its own first, so play the rest again."""
    (part,) = result.parts
    faulty = [number for number, one in enumerate(part.outcomes, part.start) if one == "f"]
    lost = {*faulty[:MOST_FAULTS]} - {one.number for one in part.faults}
    if not lost:
        return result
    again = hands.play(task, part.seed, [range(number, number + 1) for number in sorted(lost)])
    faults = first_faults([part, *again])
    return replace(result, parts=(replace(part, faults=faults),))


def _audit_games(result: Study, packed: Packed, audit: int | None) -> int:
    """How many games on secret deals are still to be played."""
    if isinstance(packed.form, str) or result.wins == 0:
        return 0
    games = min(100, max(10, result.deals // 10)) if audit is None else audit
    return games if result.audit is None or result.audit.deals < games else 0


def _audit(task: Task, games: int, hands: Hands) -> Audit:
    """Play on deals that nobody can know: their seed is drawn now, and thrown away."""
    parts = list(hands.play(task, secret_seed(), [range(games)]))
    wins = sum(part.outcomes.count("w") for part in parts)
    return Audit(games, wins)


@contextmanager
def _stopping(hands: Hands, keeper: _Keeper) -> Iterator[None]:
    """End our own workers when the study is interrupted; otherwise they wait for the next one."""
    try:
        yield
    except KeyboardInterrupt:
        hands.stop()
        raise Stopped(keeper.note) from None
    except BaseException:
        hands.stop()
        raise


@dataclass(slots=True)
class _Keeper:
    """The deals that are asked for, what is known so far, and the file that keeps it."""

    seed: str
    deals: range
    file: File | None
    kept: Study

    @property
    def wanted(self) -> Study:
        """What is known of the deals that are asked for."""
        return self.kept.only(self.seed, self.deals)

    def save(self) -> None:
        """Write the file, where there is one."""
        if self.file is not None:
            _save(self.kept, self.file)

    @property
    def note(self) -> str:
        """What remains of a study that was interrupted."""
        done = f"{self.wanted.deals} of {len(self.deals)} deals"
        if self.file is None:
            return f'{done} were played, and none is kept; with file="NAME.json" they would be'
        return f"{done} are kept in {self.file}; the same call goes on from there"


class _Teller:
    """Tells how far the study is, and of each kind of fault the first, as soon as it is known."""

    def __init__(self, name: str, more: Callable[[int], object], is_silent: bool) -> None:
        self._name, self._more, self._is_silent = name, more, is_silent
        self._kinds: set[str] = set()

    def __call__(self, part: Part) -> None:
        self._more(len(part.outcomes))
        for fault in part.faults:
            if fault.kind not in self._kinds and not self._is_silent:
                self._kinds.add(fault.kind)
                deal = f"{fault.seed}/{fault.number}"
                write_line(f"{self._name}, deal {deal}: {fault.text}; the study goes on")


def _gather(parts: Iterator[Part], keeper: _Keeper, teller: _Teller) -> None:
    """Add what comes in, and write the file now and then and whatever happens."""
    saved = float("-inf")
    try:
        for part in parts:
            keeper.kept = keeper.kept.with_part(part)
            teller(part)
            if time.monotonic() > saved + SAVE_SECONDS:
                keeper.save()
                saved = time.monotonic()
    finally:
        keeper.save()


def _begin(packed: Packed, variant: Variant, file: File | None) -> Study:
    """What the file holds already, or nothing yet."""
    empty = Study(packed.name, packed.code, variant_name(variant), variant.total, ())
    return empty if file is None else replace(_held(empty, file), total=variant.total)


def _save(kept: Study, file: File) -> None:
    """Write the file; what another study of the strategy has put into it meanwhile stays."""
    held = _held(kept, file)
    for part in held.parts:
        for gap in kept.gaps(part.seed, range(part.start, part.stop)):
            kept = kept.with_part(part.cut(gap.start, gap.stop))
    replace(kept, audit=kept.audit or held.audit).save(file)


def _held(wanted: Study, file: File) -> Study:
    """What the file holds of this strategy, or what is wanted where there is no file yet."""
    try:
        if not as_path(file).exists():
            return wanted
    except (FieldError, OSError) as error:
        raise StudyError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    held = Study.load(file)
    for what, one, other in (
        ("of", held.strategy, wanted.strategy),
        ("in", held.variant, wanted.variant),
    ):
        if one != other:
            raise StudyError(f"{file}: holds a study {what} {one}, not {other}; {ANOTHER}")
    if held.code != wanted.code:
        raise StudyError(f"{file}: holds games of another version of {held.strategy}; {ANOTHER}")
    return held


def variant_name(variant: Variant) -> str:
    """A game in a word, with what sets it apart from the game of that id.

    >>> variant_name(get("calculation", piles=5))
    'calculation (5 piles)'
    """
    if variant in VARIANTS:
        return variant.id
    try:
        if variant == get(variant.id, variant.piles, variant.modulus):
            usual = get(variant.id)
            piles = f"{variant.piles} pile{'s' * (variant.piles != 1)}"
            notes = [piles] * (variant.piles != usual.piles)
            notes += [f"modulus {variant.modulus}"] * (variant.modulus != usual.modulus)
            return f"{variant.id} ({', '.join(notes)})"
    except VariantError:
        pass  # a game of one's own
    rules = (variant.bases, variant.intervals, variant.lengths, variant.piles, *variant.extras)
    return f"{variant.id} {rules}"
