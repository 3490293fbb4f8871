"""`python -m tests.web.screenshots`: pictures of the page on a desktop and a phone."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.live_server import serving
from tests.web.board import Table
from tests.web.browser import launched

FOLDER = Path(__file__).with_name("pictures")
DESKTOP, PHONE = (1280, 800), (390, 844)
GAME = ".O.../..X../O..../...OX/...X."


def main() -> None:
    """Take them all."""
    with serving() as server, launched() as browser:
        for name, size, scheme in (
            ("desktop", DESKTOP, "light"), ("desktop-dark", DESKTOP, "dark"),
            ("phone", PHONE, "light"),
        ):  # fmt: skip
            take(browser, server.url, FOLDER / f"{name}.png", size, scheme)


def take(browser: Browser, url: str, path: Path, size: tuple[int, int], scheme: str) -> None:
    """A picture of an analysed position on a screen."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    table = Table(context.new_page())
    table.open(GAME, k=4, o="master", analysis=1, time=60_000)
    expect(table.field("verdict")).to_have_text(re.compile("moves to the win"))
    table.page.screenshot(path=path)
    context.close()


if __name__ == "__main__":
    main()
