"""The pages lead somewhere, begin well, and list and cite what there is."""

import re
import tomllib
from typing import Any

import pytest
import yaml

from service import __version__
from tests.docs.documents import PAGES, README
from tests.support.project import ROOT

OURS = re.compile(r"(service|tests|tools|deploy|docs)/[\w./-]+|[a-z-]+\.(ya?ml|toml)")
MOST_LINES = 170
"""The README is read in one sitting."""


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere_and_paths_are_there(name: str) -> None:
    """Paths with a NAME to put in are left out."""
    page = PAGES[name]
    for link in page.links:
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        target = ((ROOT / name).parent / path).resolve() if path else ROOT / name
        assert target.exists(), link
        if anchor:
            assert anchor in PAGES[str(target.relative_to(ROOT))].anchors, link
    paths = [span for span in page.spans if OURS.fullmatch(span) and "NAME" not in span]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_readme_is_short_and_tells_a_newcomer_what_is_easily_missed() -> None:
    assert len(README.text.splitlines()) <= MOST_LINES
    assert README.links[0].endswith(".png")
    commands = README.blocks("sh")[0].splitlines()
    assert [line.split()[:2] for line in commands] == [
        ["git", "clone"], ["make", "run"], ["make", "test"],
    ]  # fmt: skip
    assert "Rows and columns in JSON count from 0" in README.text
    assert set(PAGES) - {"README.md"} <= set(README.links)


def test_each_certificate_is_listed_with_its_claim_and_size() -> None:
    expected = []
    for path in sorted((ROOT / "docs" / "certificates").glob("*.txt")):
        text = path.read_text(encoding="ascii")
        width, height, row_length = re.split("[x-]", path.stem)
        title = f"{width}\N{MULTIPLICATION SIGN}{height} with {row_length}"
        claim = text.splitlines()[4].removeprefix("claim ")
        lines, size = f"{text.count(chr(10)):,}", f"{len(text):,}"
        expected.append([f"[{title}](certificates/{path.name})", claim, lines, size])
    assert PAGES["docs/certificates.md"].table("board") == expected


def test_the_citation_is_of_this_version_of_this_package() -> None:
    citation: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert citation["cff-version"] == "1.2.0"
    assert citation["title"] == project["name"]
    assert str(citation["version"]) == __version__
    assert (citation["license"], citation["authors"]) == (project["license"], project["authors"])
    assert citation["message"]
