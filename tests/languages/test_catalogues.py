"""The catalogues as they lie in the project: which messages they translate, and how."""

import re
from gettext import c2py
from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from service.languages import LANGUAGES, catalogue, translations
from tools import messages

PLACEHOLDER = re.compile(r"\{(\w*)\}")
CALL = re.compile(r"(?<![\w.])(?<!def )(?<!function )(?:say|counted)\((?!\))")
SOURCES = [
    path
    for path in sorted((messages.ROOT / "service").rglob("*.*"))
    if path.suffix in (".js", ".py") and CALL.search(path.read_text(encoding="utf-8"))
]
languages = pytest.mark.parametrize("language", LANGUAGES[1:])


def read(language: str) -> Catalog:
    """Return a catalogue as it lies in the project."""
    text = (messages.CATALOGUES / f"{language}.po").read_bytes()
    return read_po(BytesIO(text), locale=language, abort_invalid=True)


def texts(message: Message) -> list[str]:
    """Return the English text of a message, and that of its plural."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def translated(message: Message) -> list[str]:
    """Return the translations of a message, one for each form of a plural."""
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])


def test_the_catalogues_have_the_messages_of_the_sources() -> None:
    """Those that no source says any longer are not in them either: `make messages` writes them."""
    for path, text in messages.catalogues().items():
        assert path.read_text(encoding="utf-8") == text, path.name


@languages
def test_every_message_is_translated_with_its_placeholders(language: str) -> None:
    """Nor is anything left to be looked at."""
    found = read(language)
    assert [message.id for message in found if not all(translated(message))] == []
    for message in found:
        expected = {frozenset(PLACEHOLDER.findall(text)) for text in texts(message)}
        told = {frozenset(PLACEHOLDER.findall(text)) for text in translated(message)}
        assert not message.id or told <= expected, (message.id, message.string)
    assert [error for _, errors in found.check() for error in errors] == []
    assert [message.id for message in found if message.fuzzy] == []
    assert found.obsolete == {}


WRONG = {
    "de": "müssen aus keinem|Reihe verliert|Dienst fehlt|Gabel",
    # In French there is a space before some signs, at which a line must not break.
    "fr": r"service manque|\{length\} alignés|fourchette| [:;?!»]|« ",
    "es": r"[Uu]na fila|se anda|responderla|[Dd]oble amenaza",
    "pt": "^Linha perde|anda-se",
    "zh": r"[a-z]\} \{count\} 步|^\{count\} 步",
}
"""What has been said wrongly: words of another language's grammar, two words for one thing."""
MEANT = {"zh": ["{count} 步无法判断。"]}
"""What looks wrong and is not."""


@languages
def test_a_fault_that_was_mended_does_not_come_back(language: str) -> None:
    found = [text for message in read(language) if message.id for text in translated(message)]
    assert [text for text in found if re.search(WRONG[language], text)] == MEANT.get(language, [])


@languages
def test_buttons_of_the_page_have_different_names(language: str) -> None:
    """Such as Redo, of moves, and Put back, of the form."""
    names = ["Undo", "Redo", "Put back", "Clear", "Try again", "Play again", "New game", "Back"]
    said = {catalogue(language).gettext(name) for name in names}
    assert len(said) == len(names)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_call_of_a_source_is_extracted(source: Path) -> None:
    """Babel passes over what is no literal, and its reader of JavaScript is a simple one."""
    calls = CALL.findall(source.read_text(encoding="utf-8"))
    method = "python" if source.suffix == ".py" else "javascript"
    assert len(extract_from_file(method, source, messages.KEYWORDS)) == len(calls)


def test_the_texts_of_a_page_are_extracted() -> None:
    page = b"""<p title="A hint">Some
        words</p><p translate="no">not <b>these</b></p><b>X</b><br><script>var a;</script>"""
    found = [(line, text) for line, _, text, _ in messages.extract_html(BytesIO(page), *" " * 3)]
    assert found == [(1, "A hint"), (1, "Some words")]


def test_a_sentence_of_a_page_is_in_one_piece() -> None:
    with pytest.raises(ValueError, match="line 1: a text in pieces: to the win"):
        list(messages.extract_html(BytesIO(b"<p>Only <b>2</b> to the win</p>"), *" " * 3))


def test_a_language_without_a_catalogue_gets_one() -> None:
    template = Catalog()
    template.add(("{count} move", "{count} moves"), locations=[("service/web/words.js", 7)])
    text = messages.updated(messages.new("it"), template)
    assert "Language: it" in text
    (message,) = (message for message in read_po(BytesIO(text.encode())) if message.id)
    assert translated(message) == ["", "", ""]
    assert messages.updated(text, template) == text
    assert "move" not in messages.updated(text, Catalog())


@languages
def test_the_page_gets_the_translations_of_what_it_shows(language: str) -> None:
    """A browser has only the category of a number, which must decide the form in the catalogue."""
    form, locale = c2py(read(language).plural_expr), Locale(language)
    numbers = [*range(1000), 10**6, 10**6 + 1]
    pairs = {(locale.plural_form(number), form(number)) for number in numbers}
    assert len(pairs) == len({name for name, _ in pairs})
    found = translations(language, "service/web/")
    assert "About the page" in found
    assert found.keys() < {texts(message)[0] for message in read(language)}
    plurals = [text.keys() for text in found.values() if isinstance(text, dict)]
    assert all(names == locale.plural_form.tags | {"other"} for names in plurals)
