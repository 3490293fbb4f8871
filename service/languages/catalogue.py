"""The catalogues of translated messages, which are read by Babel when they are first asked for."""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Literal, get_args

from babel import Locale
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

Language = Literal["en", "de", "es", "fr", "pt", "zh"]
"""A language, by its code (RFC 5646)."""
ENGLISH: Language = "en"
"""The language in which the messages are written."""
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages, the default one first."""

_NUMBERS = (*range(1000), 10**6)
"""Numbers of every category of CLDR."""


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the translations into one of the `LANGUAGES`; into English there are none."""
    if language == ENGLISH:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, _read(language))
    return GNUTranslations(BytesIO(compiled.getvalue()))


def translations(language: str, *places: str) -> dict[str, str | dict[str, str]]:
    """Return the translations of the messages that files below some places of the project say.

    Those of a message with a plural are by the categories of CLDR, which browsers use.
    """
    texts, category = catalogue(language), Locale(language).plural_form
    examples = {category(number): number for number in _NUMBERS}
    found: dict[str, str | dict[str, str]] = {}
    for message in _read(language):
        if any(file.startswith(places) for file, _ in message.locations):
            if isinstance(message.id, str):
                found[message.id] = texts.gettext(message.id)
            else:
                one, many = message.id
                found[one] = {name: texts.ngettext(one, many, n) for name, n in examples.items()}
    return found


@cache
def _read(language: str) -> Catalog:
    with (files("service.languages") / f"{language}.po").open("rb") as source:
        return read_po(source, locale=language)
