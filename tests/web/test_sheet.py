"""The sheet of puzzles on paper: two pages, nothing clipped, and without faults for axe-core."""

import re

import pytest
from playwright.sync_api import Page

from service.api.routes.sheet import SIZE
from service.languages import LANGUAGES
from service.puzzles import DIFFICULTIES, GAMES, count
from tests.support.sampling import chance_of
from tests.web.test_accessibility import serious_faults

PRINTABLE = {"A4": (703, 1031), "Letter": (725, 965)}
"""The pixels of a page within its margins, by its format."""
LARGER = ((844, 390), (1366, 768))
"""Screens larger than the smallest."""


@pytest.mark.parametrize(
    "game",
    [
        game if game == "connect-four" else pytest.param(game, marks=pytest.mark.thorough)
        for game in GAMES
    ],
)
def test_the_puzzles_take_one_page_and_the_solutions_another(page: Page, game: str) -> None:
    chance = chance_of(game)
    difficulty, language = chance.choice(DIFFICULTIES), chance.choice(LANGUAGES)
    page.goto(f"/puzzle/sheet?game={game}&difficulty={difficulty}&date=2026-11-27&lang={language}")
    for paper, (width, height) in PRINTABLE.items():
        pages = re.findall(rb"/Type /Page\b(?!s)", page.pdf(format=paper))
        # The heading of the solutions begins a page.
        assert len(pages) == 2
        page.emulate_media(media="print")
        page.set_viewport_size({"width": width, "height": height})
        boxes = [each.bounding_box() for each in page.locator("svg, b, p, h1").all()]
        assert all(each and each["x"] >= 0 for each in boxes)
        assert max(each["x"] + each["width"] for each in boxes if each) <= width
        boards = [each.bounding_box() for each in page.locator("svg").all()]
        assert len(boards) == min(SIZE, count(game, difficulty))
        # Below the boards are lines for the answers.
        listed = page.locator(".puzzles").bounding_box()
        assert listed
        assert 0.85 * height <= listed["y"] + listed["height"] <= height
        page.emulate_media(media="null")


@pytest.mark.parametrize(
    "size",
    [(320, 568), *(pytest.param(each, marks=pytest.mark.thorough) for each in LARGER)],
    ids=str,
)
def test_the_sheet_on_a_screen(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/puzzle/sheet?game=connect-four")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert serious_faults(page) == []
