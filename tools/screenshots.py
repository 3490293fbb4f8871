"""`make screenshots`: pictures of the page on all kinds of screens, in motion, and as printed."""

import re
from typing import Any

from playwright.sync_api import Browser, expect

from tests.support.live_server import serving
from tests.support.project import ROOT
from tests.web.browser import launched
from tools.moving_picture import moving_picture

FOLDER = ROOT / "tests" / "web" / "pictures"
DESKTOP, TABLET, PHONE, SIDEWAYS = (1280, 800), (820, 1180), (390, 844), (844, 390)
SMALL = (360, 640)
PAPER, SIX = (720, 760), (703, 1031)
SOLVED = "board=5x5&k=4&moves=c4,b5,d1,a3,e2,d2&x=you&o=master&analysis=1&time=60000"
OPEN = "board={size}&k=5&moves=h8,h9,g8,i8,g10&x=you&o=you&analysis=1&time=3000"
FALLING = "board=7x6&k=4&gravity=1&moves=d1,d2,c1,b1,d3,e1,c2,d4&x=you&o=master&o_strength=2"
FINISHED = "board=3x3&k=3&moves=b2,b1,a1,c3,a3,a2,c1&x=you&o=you"
PLAYED = "board=3x3&k=3&x=you&o=you&analysis=1&moves="
MOVES = ("b2", "b1", "a1", "c3", "a3", "a2", "c1")
MOVE_MS, WINDOW = 1500, (760, 620)
SHEET = "puzzle/sheet?game=connect-four&difficulty=medium&date=2026-11-27"
TURN = re.compile("Your move: X")
ENDED = re.compile("(All proven in|Time ran out after)")
SCHEMES = ("light", "dark")
PICTURES = {
    "desktop": (DESKTOP, SOLVED, ENDED),
    "tablet": (TABLET, OPEN.format(size="19x19"), ENDED),
    "phone": (PHONE, OPEN.format(size="15x15"), ENDED),
    "finished": (DESKTOP, FINISHED, re.compile("1 mistake.")),
    "mistake": (PHONE, FINISHED + "&mistake=2", re.compile("Find a move that keeps the draw.")),
    "puzzle": (PHONE, "puzzle=connect-four-medium-2", re.compile(r"to move and win in \d+ moves.")),
    "german": (DESKTOP, SOLVED + "&lang=de", re.compile("Alles bewiesen in")),
    "small": (SMALL, FALLING, TURN),
    "sideways": (SIDEWAYS, FALLING, TURN),
}
"""The screen, what is shown on it, and what is said when all of it is there."""
SEEN = """[...document.images].filter((each) => each.checkVisibility())
    .every(({ naturalWidth }) => naturalWidth > 0)"""
"""Whether all images have come, of which some only do where they are seen."""


def main() -> None:
    """Take them all, in light and dark, and those of what is printed."""
    with serving() as server, launched() as browser:
        for name, (size, link, said) in PICTURES.items():
            for scheme in SCHEMES:
                picture = f"{name}{'-dark' * (scheme == 'dark')}"
                take(browser, f"{server.url}/#{link}", picture, size, said, color_scheme=scheme)
        take_game(browser, f"{server.url}/#{PLAYED}")
        take(browser, f"{server.url}/#{FALLING}", "large", DESKTOP, TURN, press="Large")
        take(browser, f"{server.url}/#{SOLVED}", "paper", PAPER, ENDED, media="print")
        take(browser, f"{server.url}/{SHEET}", "sheet", SIX, re.compile("Solutions"), media="print")


def take(
    browser: Browser,
    url: str,
    name: str,
    size: tuple[int, int],
    said: re.Pattern[str],
    press: str | None = None,
    **media: Any,
) -> None:
    """Take a picture of the page on a screen or on paper, once it says so.

    A switch can be pressed before.
    """
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.emulate_media(**media)
    page.goto(url)
    expect(page.get_by_text(said).first).to_be_attached()
    if press:
        switch = page.get_by_role("button", name=press, exact=True)
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(SEEN)
    page.screenshot(path=FOLDER / f"{name}.png")
    page.close()


def take_game(browser: Browser, url: str) -> None:
    """Take a moving picture of a game, with the values of the moves."""
    page = browser.new_page(viewport={"width": WINDOW[0], "height": WINDOW[1]})
    pictures = []
    for played in range(1, len(MOVES) + 1):
        page.goto("about:blank")
        page.goto(url + ",".join(MOVES[:played]))
        said = ENDED if played < len(MOVES) else re.compile("1 mistake.")
        expect(page.get_by_text(said).first).to_be_attached()
        pictures.append(page.screenshot())
    (FOLDER / "game.png").write_bytes(moving_picture(pictures, MOVE_MS))
    page.close()


if __name__ == "__main__":
    main()
