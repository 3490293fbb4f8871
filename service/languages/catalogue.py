"""The catalogues of translated messages, which are read by Babel when they are first asked for."""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGLISH = "en"
"""The language in which the messages are written."""
LANGUAGES = (ENGLISH, "de", "es", "fr", "pt", "zh")
"""The languages, by their codes (RFC 5646), the default one first."""


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the translations into one of the `LANGUAGES`; into English there are none."""
    if language == ENGLISH:
        return NullTranslations()
    with (files("service.languages") / f"{language}.po").open("rb") as source:
        messages = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)
