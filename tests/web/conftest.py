"""One browser for all tests, and for each test a page that must not complain nor look elsewhere."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request

from tests.web.board import Table
from tests.web.browser import PATIENCE_MS, launched


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Provide Chromium."""
    with launched() as chromium:
        yield chromium


@pytest.fixture
def complaints() -> list[str]:
    """Provide what the browser has complained of; a test that provokes it takes it off the list."""
    return []


@pytest.fixture
def page(browser: Browser, base_url: str, complaints: list[str]) -> Iterator[Page]:
    """Provide a page with a clean profile, and check that it complains of nothing afterwards."""

    def watch(request: Request) -> None:
        if not re.match(rf"(data:|{re.escape(base_url)}/)", request.url):
            complaints.append(f"asks {request.url}")

    def listen(line: ConsoleMessage) -> None:
        if line.type in ("error", "warning"):
            complaints.append(line.text)

    context = browser.new_context(base_url=base_url)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base_url)
    context.on("request", watch)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("console", listen)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def table(page: Page) -> Table:
    """Provide the page to play on, not opened yet."""
    return Table(page)
