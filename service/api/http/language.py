"""The language of an answer: the one that the question names, or that its client accepts best."""

import re
from functools import lru_cache
from wsgiref.types import WSGIEnvironment

from service.languages import ENGLISH, LANGUAGES, Language

_SPOKEN = "service.languages_of_the_answer"
_WEIGHT = r"\s*;\s*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)"
_RANGE = re.compile(rf"(\*|[a-z0-9_-]+)(?:{_WEIGHT})?", re.ASCII | re.IGNORECASE)
"""What a client accepts, and how gladly; one without a weight most gladly."""
_ANYTHING = "*"
_TRADITIONAL = re.compile(r"zh(?!.*-hans)-(.*-)?(hant|tw|hk|mo)(-.*)?")
"""The Chinese that is written otherwise than the catalogue, which who reads it may not like."""


def accepted_language(environ: WSGIEnvironment) -> Language:
    """Return the language that a client accepts best, of those that are equal to it its first.

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
    """Return the language by the lookup of RFC 4647, by which who prefers de-AT prefers de."""
    found = [match for part in header.split(",") if (match := _RANGE.fullmatch(part.strip()))]
    weighed = [(match[1].lower().replace("_", "-"), float(match[2] or 1)) for match in found]
    # What is equal stays in the order of the client.
    ranges = [tag for tag, weight in sorted(weighed, key=lambda each: -each[1]) if weight]
    refused = {tag for tag, weight in weighed if not weight}
    named = {tag.partition("-")[0] for tag, _ in weighed}
    open_to = [each for each in LANGUAGES if each not in refused]
    for tag in [*(each for each in ranges if not _TRADITIONAL.fullmatch(each)), *ranges]:
        for language in open_to:
            if language == tag.partition("-")[0] or (tag == _ANYTHING and language not in named):
                return language
    return ENGLISH
