"""Writes the catalogues, `service/languages/LANGUAGE.po`: each has every message of the sources.

Babel extracts the messages of Python and JavaScript, from `say("…")` and `counted("…", "…")`, and
an extractor of ours the texts of the page. Translations stay; what no source says any longer goes,
and a language of `LANGUAGES` without a catalogue gets one. Nothing depends on the time or on the
numbers of lines, so that a test can compare the files with what this would write.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from service.languages import LANGUAGES

ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "service" / "languages"
KEYWORDS = {"say": None, "counted": (1, 2)}
"""The functions whose arguments are messages: the first one, or the first and its plural."""
ATTRIBUTES = ("alt", "aria-label", "data-does", "placeholder", "title")
"""The attributes of HTML that are read by people."""
VOID = ("br", "img", "input", "link", "meta")
"""The elements of the page that have no end tag."""
HEADER = r"""# Translations of the messages of k-in-a-row.
msgid ""
msgstr ""
"Project-Id-Version: k-in-a-row\n"
"Language: LANGUAGE\n"
"Plural-Forms: PLURALS\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"""


class Texts(HTMLParser):
    """The texts of a page that people read, with their lines; raises ValueError for one in pieces.

    A sentence cannot be translated if an element within it cuts it. What has the attribute
    `translate="no"` is left out, as are texts without a word, such as `X`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self._kept = 0
        self._texts = [0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the attributes, and whether what is in the element is translated."""
        is_kept = self._kept or ("translate", "no") in attrs or tag in ("script", "noscript")
        for name, value in attrs:
            if name in ATTRIBUTES and not is_kept:
                self._note(value or "")
        if tag not in VOID:
            self._kept += bool(is_kept)
            self._texts.append(0)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Pass over an element of a drawing."""

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._kept = max(self._kept - 1, 0)
        self._texts.pop()

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if not self._kept and self._note(data):
            self._texts[-1] += 1
            if self._texts[-1] > 1:
                raise ValueError(f"line {self.getpos()[0]}: a text in pieces: {data.strip()}")

    def _note(self, text: str) -> bool:
        """Note a text if there is a word in it, and return whether there is."""
        has_word = bool(re.search(r"[^\W\d_]{2}", text))
        if has_word:
            self.found.append((self.getpos()[0], " ".join(text.split())))
        return has_word


def extract_html(
    source: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the messages of a page, as Babel asks of its extractors."""
    texts = Texts()
    texts.feed(source.read().decode())
    for line, text in texts.found:
        yield line, "say", text, []


METHODS: list[tuple[str, Any]] = [
    ("service/web/index.html", extract_html),
    ("service/**.js", "javascript"),
    ("service/**.py", "python"),
]


def extracted() -> Catalog:
    """Return all messages of the sources, with the files that say them."""
    messages = Catalog()
    for file, line, message, _, _ in extract_from_dir(ROOT, METHODS, keywords=KEYWORDS):
        messages.add(message, locations=[(file, line)])
    return messages


def catalogues() -> dict[Path, str]:
    """Return each catalogue as it is to be, by its path."""
    template = extracted()
    return {
        path: updated(path.read_text("utf-8") if path.exists() else new(path.stem), template)
        for path in (CATALOGUES / f"{language}.po" for language in LANGUAGES[1:])
    }


def new(language: str) -> str:
    """Return a catalogue of no message."""
    plurals = Catalog(locale=language).plural_forms
    return HEADER.replace("LANGUAGE", language).replace("PLURALS", plurals)


def updated(text: str, template: Catalog) -> str:
    """Return a catalogue with the messages of a template, below its header as it is."""
    header, _, _ = text.partition("\n\n")
    catalogue = read_po(BytesIO(text.encode()))
    catalogue.update(template, no_fuzzy_matching=True)
    body = BytesIO()
    write_po(
        body, catalogue, width=0, omit_header=True, sort_output=True, ignore_obsolete=True,
        include_lineno=False,
    )  # fmt: skip
    return f"{header.rstrip()}\n\n{body.getvalue().decode().strip()}\n"


if __name__ == "__main__":
    for path, text in catalogues().items():
        path.write_text(text, encoding="utf-8")
