"""Reading what is written for people: fenced blocks, code spans, tables, headings and links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tests.support.project import ROOT

FENCE = re.compile(r"^```(\w+)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"`([^`]+)`")
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")

Row = list[str]


@dataclass(frozen=True)
class Page:
    """A document, or a part of one."""

    name: str
    """The path of the document in the repository."""
    text: str

    def blocks(self, language: str) -> list[str]:
        """Return the fenced blocks of a language, in order."""
        return [body for found, body in FENCE.findall(self.text) if found == language]

    def block(self, language: str, having: str) -> str:
        """Return the one fenced block of a language that has this part."""
        (found,) = [block for block in self.blocks(language) if having in block]
        return found

    def commands(self) -> list[str]:
        """Return whatever may be a command: code spans, and the lines of blocks of the shell."""
        return [*self.spans, *"".join(self.blocks("sh")).splitlines()]

    @cached_property
    def prose(self) -> str:
        """Return all but the fenced blocks."""
        return FENCE.sub("", self.text)

    @cached_property
    def spans(self) -> set[str]:
        """Return the code spans, each on one line."""
        return spans(self.prose)

    @cached_property
    def links(self) -> list[str]:
        """Return the targets of all links and pictures."""
        return LINK.findall(self.prose)

    @cached_property
    def headings(self) -> list[str]:
        """Return all headings, in order."""
        return [title for _, title in HEADING.findall(self.prose)]

    @cached_property
    def anchors(self) -> set[str]:
        """Return what a link into the document may name, as GitHub makes it of headings."""
        lowered = (re.sub(r"[^\w\- ]", "", title.lower()) for title in self.headings)
        return {title.replace(" ", "-") for title in lowered}

    def table(self, first_column: str) -> list[Row]:
        """Return the rows, without the header, of the one table whose first column has a title."""
        (found,) = [rows for rows in self._tables() if rows[0][0] == first_column]
        return found[2:]

    def has_table(self, first_column: str) -> bool:
        """Return whether there is such a table."""
        return any(rows[0][0] == first_column for rows in self._tables())

    def _tables(self) -> Iterator[list[Row]]:
        for found in re.findall(r"(?:^\|.*\|\n)+", self.prose, re.MULTILINE):
            yield [[cell.strip() for cell in row[1:-1].split("|")] for row in found.splitlines()]

    def sections(self) -> Iterator["Page"]:
        """Yield the parts that a heading begins, each up to the next heading."""
        # A line that begins with a hash in a block is a comment.
        starts = [each.start() for each in HEADING.finditer(_blanked(self.text))]
        for start, end in zip(starts, [*starts[1:], len(self.text)], strict=True):
            yield Page(self.name, self.text[start:end])


def spans(text: str) -> set[str]:
    """Return what stands between backticks, each on one line."""
    return {" ".join(each.split()) for each in SPAN.findall(text)}


def _blanked(text: str) -> str:
    """Return the text with blanks in its fenced blocks, every other character where it was."""
    return FENCE.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)


PAGES = {
    name: Page(name, (ROOT / name).read_text(encoding="utf-8"))
    for name in (
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))),
    )
}
README, CONTRIBUTING = PAGES["README.md"], PAGES["CONTRIBUTING.md"]
CONTRACT, OPERATING = PAGES["docs/contract.md"], PAGES["docs/operating.md"]
DEPLOYING = PAGES["docs/deploying.md"]
PLAYING, LIBRARY = PAGES["docs/playing.md"], PAGES["docs/library.md"]
ARCHITECTURE, GLOSSARY = PAGES["docs/architecture.md"], PAGES["docs/glossary.md"]
