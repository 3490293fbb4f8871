"""The browser the page is tested in: the Chromium of the system, told to keep to itself."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
FLAGS = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
MISSING = (
    "The tests of the page need Chromium, and none is on the PATH. "
    "Install it; on Debian: apt-get install chromium"
)


def executable() -> str:
    """Where the browser is; RuntimeError that says what to install if it is missing."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    raise RuntimeError(MISSING)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser without a window and with a new, empty profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser
        browser.close()
