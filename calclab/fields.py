"""The fields of a JSON object, read one by one, each refused by its place in the file.

What lives here: `read_file`, `parse` (bytes to an object) and `Fields` (typed access). What does
not: what the fields mean (``recordfile``). Every refusal is a `FieldError` of one line: place,
what was there, what would be right.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from calclab.cards import Card, CardError, shorten

MOST_BYTES = 1 << 20
MOST = 10**15  # nothing that is counted or timed is more; sums stay numbers


class FieldError(ValueError):
    """A field that is missing or holds something else than it must."""


def as_path(path: str | os.PathLike[str]) -> Path:
    """A path as a caller gave it; raises `FieldError` for what names no file."""
    try:
        return Path(path)
    except TypeError:
        raise FieldError("is no file name; it must be a text or a path") from None


def read_file(path: str | os.PathLike[str], most: int = MOST_BYTES) -> bytes:
    """The bytes of an ordinary file, at most one more than `most`; a pipe would never end."""
    place = as_path(path)
    try:
        if place.is_file():
            with place.open("rb") as file:
                return file.read(most + 1)
        reason = "is no file" if place.exists() else "does not exist"
    except (OSError, ValueError) as error:
        reason = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    raise FieldError(reason)


def parse(text: str | bytes, most: int = MOST_BYTES) -> dict[str, Any]:
    """The object in a JSON text of at most 1 MiB, or `most`; its strings are plain Unicode.

    >>> parse('{"a": 1}')
    {'a': 1}
    """
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > most:
        raise FieldError(f"the file is larger than {most >> 20} MiB ({most} bytes)")
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        data = json.loads(decoded, parse_constant=_refuse_constant)
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise FieldError(f"byte {error.start}: is not UTF-8 text") from None
    except UnicodeEncodeError:
        raise FieldError("the text holds half a character (a lone surrogate)") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise FieldError(f"{place}: is not JSON: {error.msg}") from None
    except RecursionError:
        raise FieldError("the file is nested too deeply") from None
    except FieldError:
        raise
    except ValueError:
        raise FieldError("a number is too long to read") from None
    if not isinstance(data, dict):
        raise FieldError(f"must be an object {{…}}, not {shown(data)}")
    return data


def shown(value: object) -> str:
    """A short form of a JSON value as the file writes it."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:39] + "…"


class Fields:
    """An object of the file and the place where it stands; each method reads one field."""

    def __init__(self, data: dict[str, Any], place: str = "") -> None:
        self.data = data
        self.place = place

    def name(self, key: str) -> str:
        """The place of a field, for messages."""
        return f"{self.place}.{key}" if self.place else key

    def has(self, key: str) -> bool:
        """Whether the field is there; one that holds null is, and is refused when it is read."""
        return key in self.data

    def require(self, *keys: str) -> None:
        """Refuse an object that lacks one of the fields."""
        for key in keys:
            if key not in self.data:
                raise FieldError(f"{self.name(key)}: is missing")

    def expect(self, form: str, version: int) -> None:
        """Refuse a file of another format or version."""
        if self.data.get("format") != form:
            raise self.refuse("format", f'"{form}"')
        if self.number("version") != version:
            raise self.refuse("version", f"{version}, the version that this calclab reads")

    def refuse(self, key: str, wish: str) -> FieldError:
        """The refusal of a field: what it is, and what it must be."""
        if key not in self.data:
            return FieldError(f"{self.name(key)}: is missing; it must be {wish}")
        return FieldError(f"{self.name(key)}: is {shown(self.data[key])}; it must be {wish}")

    def number(self, key: str) -> int | None:
        """A whole number; None where the field is missing."""
        if key not in self.data:
            return None
        value = self.data[key]
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(key, "a whole number")
        return value

    def count(self, key: str) -> int:
        """A whole number from 0 on; it has to be there."""
        number = self.number(key)
        if number is None or not 0 <= number <= MOST:
            raise self.refuse(key, f"a whole number from 0 on, at most {MOST}")
        return number

    def seconds(self, key: str) -> float:
        """A time, whole or not, from 0 on; it has to be there."""
        value = self.data.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST:
            raise self.refuse(key, f"a number from 0 on, at most {MOST}")
        return float(value)

    def text(self, key: str) -> str:
        """A text; empty where the field is missing."""
        value = self.data.get(key, "")
        if not isinstance(value, str):
            raise self.refuse(key, "a text")
        return value

    def flag(self, key: str, missing: bool) -> bool:
        """True or false."""
        value = self.data.get(key, missing)
        if not isinstance(value, bool):
            raise self.refuse(key, "true or false")
        return value

    def part(self, key: str) -> Fields:
        """An object; empty where the field is missing."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.refuse(key, "an object {…}")
        return Fields(value, self.name(key))

    def items(self, key: str) -> list[Any]:
        """A list; empty where the field is missing."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.refuse(key, "a list […]")
        return value

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        for at, value in enumerate(self.items(key)):
            if isinstance(value, bool) or not isinstance(value, int):
                raise FieldError(
                    f"{self.name(key)}[{at}]: is {shown(value)}; it must be a whole number"
                )
        return tuple(self.items(key))

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        for at, value in enumerate(self.items(key)):
            if not isinstance(value, str):
                raise FieldError(f"{self.name(key)}[{at}]: is {shown(value)}; it must be a text")
        return self.items(key)

    def parts(self, key: str) -> list[Fields]:
        """A list of objects."""
        found = []
        for at, value in enumerate(self.items(key)):
            place = f"{self.name(key)}[{at}]"
            if not isinstance(value, dict):
                raise FieldError(f"{place}: is {shown(value)}; it must be an object {{…}}")
            found.append(Fields(value, place))
        return found

    def cards(self, key: str) -> tuple[Card, ...]:
        """A list of cards."""
        return read_cards(self.items(key), self.name(key))

    def groups(self, key: str) -> tuple[tuple[Card, ...], ...]:
        """A list of lists of cards."""
        return tuple(
            read_cards(value, f"{self.name(key)}[{at}]") for at, value in enumerate(self.items(key))
        )


def read_cards(value: object, place: str) -> tuple[Card, ...]:
    """The cards of a list of names."""
    if not isinstance(value, list):
        raise FieldError(f"{place}: is {shown(value)}; it must be a list of cards")
    cards = []
    for at, name in enumerate(value):
        try:
            cards.append(Card.parse(name))
        except CardError as error:
            raise FieldError(f"{place}[{at}]: {error}") from None
    return tuple(cards)


def _refuse_constant(word: str) -> None:
    raise FieldError(f"{shorten(word)} is no number of JSON")
