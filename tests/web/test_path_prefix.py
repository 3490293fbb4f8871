"""Behind a proxy that gives it a path of a host, as docs/deploying.md has it, all pages work."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from tests.docs.documents import PAGES
from tests.support.live_server import LiveServer
from tests.support.nginx import running_nginx
from tests.support.ports import free_port
from tests.web.board import Table
from tools.clients import GO, run

PREFIX = "/api/kinarow"
CONFIGURATION = """
daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    server {
        listen 127.0.0.1:PORT;
LOCATION
    }
}
"""


@pytest.fixture(scope="module")
def prefixed(server: LiveServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Provide the address of an nginx that hands on what is asked under the prefix."""
    (location,) = PAGES["docs/deploying.md"].blocks("nginx")
    assert "http://127.0.0.1:8000/" in location
    port = free_port()
    configuration = CONFIGURATION.replace("PORT", str(port)).replace(
        "LOCATION", location.replace("127.0.0.1:8000", f"{server.host}:{server.port}")
    )
    with running_nginx(configuration, tmp_path_factory.mktemp("nginx"), port):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def prefixed_page(page: Page, browser: Browser, prefixed: str) -> Iterator[Page]:
    """Provide a page that must ask nothing outside of the prefix."""
    context, elsewhere = browser.new_context(base_url=prefixed), list[str]()
    context.on("request", lambda request: elsewhere.append(request.url))
    yield context.new_page()
    context.close()
    allowed = (f"{prefixed}{PREFIX}/", f"{prefixed}{PREFIX}", "data:")
    assert [url for url in elsewhere if not url.startswith(allowed)] == []


def test_a_question_is_answered(prefixed: str) -> None:
    question = {"board": ["XX.", "OO.", "..."], "row_length": 3}
    answer = requests.post(f"{prefixed}{PREFIX}/move", json=question, timeout=60)
    assert answer.json()["best_move"]["name"] == "c3"


@pytest.mark.thorough
def test_a_client_that_is_generated_there_asks_there(prefixed: str, tmp_path: Path) -> None:
    generator = GO.with_name("openapi-generator-cli")
    contract = f"{prefixed}{PREFIX}/openapi-3.0.yaml"
    run(generator, "generate", "--generator-name", "go", "--input-spec", contract,
        "--output", tmp_path)  # fmt: skip
    assert f'URL: "{prefixed}{PREFIX}"' in (tmp_path / "configuration.go").read_text()


@pytest.mark.parametrize("path", [PREFIX, pytest.param(f"{PREFIX}/", marks=pytest.mark.thorough)])
def test_the_page_plays(prefixed_page: Page, path: str) -> None:
    prefixed_page.goto(path)
    with prefixed_page.expect_response(f"**{PREFIX}/move") as asked:
        Table(prefixed_page).play((1, 1))
    assert asked.value.status == 200
    # What keeps the page for later keeps to the path as well.
    scope = prefixed_page.wait_for_function(
        "() => navigator.serviceWorker.ready.then(({ scope }) => scope)"
    )
    assert prefixed_page.url.partition("#")[0] == scope.json_value()


@pytest.mark.thorough
@pytest.mark.parametrize("path", [f"{PREFIX}/docs", f"{PREFIX}/docs/"])
def test_the_contract_is_tried(prefixed_page: Page, path: str) -> None:
    prefixed_page.goto(f"{path}#/play/findBestMove")
    form = prefixed_page.locator("#operations-play-findBestMove")
    form.locator("textarea").fill(json.dumps({"board": ["XX.", "OO.", "..."], "row_length": 3}))
    with prefixed_page.expect_response(f"**{PREFIX}/move") as asked:
        form.get_by_role("button", name="Execute").press("Enter")
    assert asked.value.status == 200
    expect(form.locator(".curl-command")).to_contain_text(f"{PREFIX}/move")
