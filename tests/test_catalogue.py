"""Every text of the package is translated, with the same placeholders, and compiled."""

import ast
import gettext
import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from calclab import messages, rulepages, variants
from calclab.messages import LANGUAGES, speaking
from tests.conftest import ROOT
from tests.wording import long_sentences

LOCALE = ROOT / "calclab" / "locale"
OTHERS = [language for language in LANGUAGES if language != "en"]
PLACEHOLDER = re.compile(r"\{(\w*)\}")


def written(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "calclab.po").open("rb") as file:
        return read_po(file, locale=language)


def texts_of_the_package() -> set[str | tuple[str, ...]]:
    """Every text in `_`, `ngettext` and `marked`."""
    keywords = {**DEFAULT_KEYWORDS, "marked": None}
    found = extract_from_dir(ROOT / "calclab", [("**.py", "python")], keywords=keywords)
    return {text for _name, _line, text, _comments, _context in found}


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def test_there_are_texts_and_languages() -> None:
    assert len(texts_of_the_package()) > 100
    assert OTHERS


def test_no_text_formats_a_number_itself() -> None:
    """`numeral` does it, with the decimal mark of the language."""
    texts = [text for text in texts_of_the_package() if text]
    every = [one for text in texts for one in ([text] if isinstance(text, str) else text)]
    assert [text for text in every if re.search(r"\{\w*:", text)] == []


def test_no_text_holds_the_letter_of_a_court_card() -> None:
    """It is another one in another language: `rank_label` knows it."""
    texts = [text for text in texts_of_the_package() if text]
    assert [text for text in texts if re.search(r"\b[JQK]\b", str(text))] == []


def test_german_texts_write_numbers_with_german_marks() -> None:
    english = re.compile(r"\d\.\d(?!\d\d)|\d,\d{3}\b")
    texts = [str(message.string) for message in written("de") if message.id]
    wrong = [text for text in texts if english.search(text)]
    assert wrong == []


def test_no_sentence_of_a_learner_has_more_than_fifteen_words() -> None:
    """What a study finds is read by those who program it."""
    keywords = {**DEFAULT_KEYWORDS, "marked": None}
    found = extract_from_dir(ROOT / "calclab", [("**.py", "python")], keywords=keywords)
    long = [
        f"{name}, line {line}: {sentence}"
        for name, line, texts, _comments, _context in found
        if not name.startswith("study/")
        for text in ([texts] if isinstance(texts, str) else texts)
        for sentence in long_sentences(text or "")
    ]
    assert long == []


def test_no_text_hides_in_an_f_string() -> None:
    """Babel does not look there, so such a text would stay English."""
    hidden = [
        f"{path.name}, line {call.lineno}"
        for path in (ROOT / "calclab").rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("_", "ngettext", "marked")
        and isinstance(call.args[0], ast.Constant)
    ]
    assert hidden == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_the_package_is_translated(language: str) -> None:
    catalogue = written(language)
    done = {
        message.id
        for message in catalogue
        if message.id and not message.fuzzy and all(pair(message.string))
    }
    assert sorted(texts_of_the_package() - done, key=str) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_placeholders_of_its_text(language: str) -> None:
    for message in written(language):
        for text, translation in zip(pair(message.id), pair(message.string), strict=False):
            if text and translation:
                assert placeholders(translation) == placeholders(text), text
                assert (text[-1:] in ".?:") == (translation[-1:] in ".?:"), text


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    path = LOCALE / language / "LC_MESSAGES" / "calclab.mo"
    fresh = BytesIO()
    write_mo(fresh, written(language))
    fresh.seek(0)
    with path.open("rb") as file:
        assert entries(gettext.GNUTranslations(file)) == entries(gettext.GNUTranslations(fresh))


def entries(compiled: gettext.GNUTranslations) -> dict[object, str]:
    texts: dict[object, str] = dict(compiled._catalog)  # type: ignore[attr-defined]
    texts.pop("", None)
    return texts


def pair(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_of_every_game_can_be_read_in_the_language(language: str) -> None:
    with speaking("en"):
        english = {one.id: (rulepages.summary(one), *rulepages.rules(one)) for one in games()}
    with speaking(language):
        for one in games():
            lines = rulepages.summary(one), *rulepages.rules(one)
            assert len(lines) == len(english[one.id])
            assert not set(lines) & set(english[one.id]), one.id


def games() -> tuple[variants.Variant, ...]:
    return variants.VARIANTS


def test_a_language_without_a_catalogue_would_speak_english() -> None:
    assert messages._catalogue("xx").gettext("Undo") == "Undo"
    assert Path(LOCALE).is_dir()
