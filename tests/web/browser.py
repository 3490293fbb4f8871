"""The browser the page is tested in: Chromium with its own fonts alone, told to keep to itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.programs import CHROMIUM, LIBRARIES, program

FLAGS = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # Tests open one page after the other.
    "--renderer-process-limit=1",
]  # fmt: skip
FONTS = {
    "FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf")),
    "XDG_DATA_HOME": str(CHROMIUM / "fonts"),
}

PATIENCE_MS = 60_000
"""How long to wait for what is expected: no machine is too slow, only a fault takes longer."""

expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def launched() -> Iterator[Browser]:
    """Provide a browser without a window and with a new, empty profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program("chromium"), args=FLAGS, env={**LIBRARIES, **FONTS}
        )
        yield browser
        browser.close()
