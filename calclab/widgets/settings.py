"""The settings of the widgets: what may be chosen, and what is kept of a choice that cannot be.

What lives here: the names, the allowed values and the defaults, and what a widget begins with. What
does not: where settings are remembered (``shelf``), how they look (the style sheets).
"""

from __future__ import annotations

from typing import Any

from calclab.cards import shorten
from calclab.messages import LANGUAGES, LETTERS, LETTERS_OF_LANGUAGE, Voice

CHOICES: dict[str, tuple[Any, ...]] = {
    "language": tuple(LANGUAGES),
    "letters": tuple(LETTERS),
    "theme": ("auto", "light", "dark", "contrast"),
    "size": ("auto", "small", "medium", "large", "projector"),
    "strips": (True, False),
    "timer": (True, False),
    "unseen": (False, True),
    "coming": (0, 1, 5, -1),
    "level": ("quick", "instant", "strong", "deep"),
    "blockages": (False, True),
    "tint": (True, False),
    "arrows": (True, False),
    "warn": (False, True),
    "loss": (True, False),
}
DEFAULTS: dict[str, Any] = {name: values[0] for name, values in CHOICES.items()}


def checked(settings: dict[str, Any], before: dict[str, Any] | None = None) -> dict[str, Any]:
    """The settings with every value that cannot be replaced by the one before, or the default.

    A new language brings its own card letters, unless letters are chosen with it.

    >>> checked({"theme": "dark", "size": 7})["size"]
    'auto'
    """
    base = {**DEFAULTS, **(before or {})}
    result = {
        name: settings[name] if _allowed(name, settings.get(name)) else base[name]
        for name in CHOICES
    }
    language = result["language"]
    same_letters = settings.get("letters", base["letters"]) == base["letters"]
    if language != base["language"] and same_letters:
        result["letters"] = LETTERS_OF_LANGUAGE[language]
    return result


def require(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings, unless one is unknown or cannot be; then a `ValueError` says what can be."""
    for name, value in settings.items():
        if name not in CHOICES:
            raise ValueError(f"{name} is no setting; the settings are {', '.join(CHOICES)}")
        if not _allowed(name, value):
            choices = ", ".join(map(repr, CHOICES[name]))
            raise ValueError(f"{name}: {shorten(value)} cannot be chosen; there are {choices}")
    return settings


def begin(
    given: dict[str, Any], remembered: dict[str, Any], asked: Voice | None = None
) -> dict[str, Any]:
    """What a widget begins with: what its cell says, else the voice asked for, else what is kept.

    Raises `ValueError` for what cannot be chosen.

    >>> begin({"size": "large"}, {"size": "small", "theme": "dark"})["theme"]
    'dark'
    >>> begin({}, {"language": "de"}, Voice("en"))["language"]
    'en'
    """
    base = checked(remembered)
    if asked is not None:
        base |= {"language": asked.language, "letters": asked.letters}
    return checked(require(given), base)


def _allowed(name: str, value: object) -> bool:
    return any(value == choice and type(value) is type(choice) for choice in CHOICES[name])
