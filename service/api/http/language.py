"""The language of an answer: the one that the question names, or that its client accepts best."""

from functools import lru_cache
from typing import cast
from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.languages import ENGLISH, LANGUAGES, Language

_SPOKEN = "service.languages_of_the_answer"


def accepted_language(environ: WSGIEnvironment) -> Language:
    """Return the language that a client accepts best, of those that are equal to it the first.

    It is English for one that accepts none of the `LANGUAGES`: an answer in another language is
    better than none (RFC 9110, 12.5.4).
    """
    header: str = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    return _best_match(header) if header else ENGLISH


def note_languages(environ: WSGIEnvironment, *languages: str) -> None:
    """Have the response to a request say which languages it is in."""
    environ[_SPOKEN] = ", ".join(languages)


def language_headers(environ: WSGIEnvironment, status: int) -> list[tuple[str, str]]:
    """Return the headers about the languages of a response; problems are English for all."""
    if _SPOKEN not in environ or status >= 400:
        return []
    return [("Content-Language", environ[_SPOKEN]), ("Vary", "Accept-Language")]


@lru_cache(maxsize=128)  # Browsers send few different headers, and all of them do.
def _best_match(header: str) -> Language:
    # Who prefers de-AT to en is understood as one who prefers de.
    ranges = parse_accept_header(header, LanguageAccept)
    spoken = LanguageAccept([(tag.partition("-")[0], quality) for tag, quality in ranges])
    return cast("Language", spoken.best_match(LANGUAGES) or ENGLISH)
