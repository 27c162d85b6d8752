"""The result file of a study: JSON in, checked field by field, and JSON out.

What lives here: `save` and `load`. What does not: what a study can tell (``results``). The
outcomes of a part are one letter a deal, the cards placed two hexadecimal digits a deal, so that
a hundred thousand deals take 300 kB.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import Any, get_args

from calclab.cards import seed_key
from calclab.fields import FieldError, Fields, parse, read_file
from calclab.record import RecordError, write_whole
from calclab.seat import FoulKind, printable
from calclab.study.results import Audit, Fault, Part, Study, StudyError, merge

FORMAT, VERSION = "calclab-study", 1
MOST_BYTES = 1 << 28
KINDS = get_args(FoulKind)


def save(study: Study, path: str | os.PathLike[str]) -> None:
    """Write the file in one step, so that a crash leaves the old or the new one, whole."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "strategy": study.strategy,
        "code": study.code,
        "variant": study.variant,
        "total": study.total,
        "parts": [_part_data(part) for part in study.parts],
    }
    if study.audit is not None:
        data["audit"] = {"deals": study.audit.deals, "wins": study.audit.wins}
    try:
        write_whole(path, json.dumps(data, ensure_ascii=False) + "\n")
    except RecordError as error:
        raise StudyError(str(error)) from None


def load(path: str | os.PathLike[str]) -> Study:
    """Read a result file."""
    try:
        return _study(Fields(parse(read_file(path, MOST_BYTES), MOST_BYTES)))
    except (FieldError, StudyError) as error:
        raise StudyError(f"{path}: {error}") from None


def _part_data(part: Part) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seed": part.seed,
        "from": part.start,
        "outcomes": part.outcomes,
        "placed": bytes(part.placed).hex(),
        "seconds": round(part.seconds, 3),
    }
    if part.faults:
        data["faults"] = [
            {
                "deal": fault.number,
                "kind": fault.kind,
                "text": fault.text,
                "moves": fault.moves,
                "record": fault.record,
            }
            for fault in part.faults
        ]
    return data


def _study(fields: Fields) -> Study:
    fields.expect(FORMAT, VERSION)
    fields.require("strategy", "code", "variant", "total", "parts")
    audit = fields.part("audit") if fields.has("audit") else None
    empty = Study(
        fields.text("strategy"),
        fields.text("code"),
        fields.text("variant"),
        fields.count("total"),
        (),
        Audit(audit.count("deals"), audit.count("wins")) if audit else None,
    )
    if audit and audit.count("wins") > audit.count("deals"):
        raise audit.refuse("wins", f"at most the {audit.count('deals')} deals")
    parts = tuple(_part(one, empty.total) for one in fields.parts("parts"))
    return merge(empty, Study(empty.strategy, empty.code, empty.variant, empty.total, parts))


def _part(fields: Fields, total: int) -> Part:
    fields.require("seed", "from", "outcomes", "placed", "seconds")
    outcomes, seconds = fields.text("outcomes"), fields.seconds("seconds")
    if not outcomes or not set(outcomes) <= set("wlf"):
        raise FieldError(f"{fields.name('outcomes')}: must be a letter w, l or f for each deal")
    try:
        placed = tuple(bytes.fromhex(fields.text("placed")))
    except ValueError:
        placed = ()
    if len(placed) != len(outcomes):
        raise FieldError(f"{fields.name('placed')}: must be two hexadecimal digits for each deal")
    if max(placed) > total:
        raise FieldError(f"{fields.name('placed')}: has {max(placed)} cards of {total}")
    try:
        seed = seed_key(fields.text("seed"))
    except ValueError:
        raise fields.refuse("seed", "a seed") from None
    part = Part(seed, fields.count("from"), outcomes, placed, seconds)
    faults = tuple(_fault(one, part) for one in fields.parts("faults"))
    return replace(part, faults=faults)


def _fault(fields: Fields, part: Part) -> Fault:
    fields.require("deal", "kind", "text", "moves", "record")
    if fields.text("kind") not in KINDS:
        raise fields.refuse("kind", f"one of {', '.join(KINDS)}")
    if not part.start <= fields.count("deal") < part.stop:
        raise fields.refuse("deal", f"one of its part's deals, {part.start} to {part.stop - 1}")
    return Fault(
        part.seed,
        fields.count("deal"),
        fields.text("kind"),
        printable(fields.text("text")),
        fields.count("moves"),
        fields.text("record"),
    )
