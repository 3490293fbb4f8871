"""Every link between the documents leads somewhere, and every path they name is there."""

import re

import pytest

from tests.docs.documents import PAGES, README, ROOT

OURS = re.compile(r"(service|tests|deploy|docs)/[\w./-]+|[a-z-]+\.(ya?ml|toml)")


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    page = PAGES[name]
    for link in page.links:
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        target = ((ROOT / name).parent / path).resolve() if path else ROOT / name
        assert target.exists(), link
        if anchor:
            assert anchor in PAGES[str(target.relative_to(ROOT))].anchors, link


@pytest.mark.parametrize("name", PAGES)
def test_paths_are_there(name: str) -> None:
    """But for those with a NAME to put in."""
    for span in PAGES[name].spans:
        if OURS.fullmatch(span) and "NAME" not in span:
            assert (ROOT / span).exists(), span


def test_every_page_is_linked_from_the_readme() -> None:
    assert set(PAGES) - {"README.md"} <= set(README.links)


def test_the_reader_of_headings_makes_anchors() -> None:
    assert "a-question-and-its-answer" in README.anchors
    assert "How to add a level".lower().replace(" ", "-") in PAGES["CONTRIBUTING.md"].anchors
