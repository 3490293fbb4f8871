"""The files of the pages as they are sent: types, caching, and what they let a browser do."""

import re
from importlib.resources import files

import pytest
import requests
from playwright.sync_api import Response

from service.api.routes import pages
from service.languages import LANGUAGES
from tests.api.questions import check_problem
from tests.web.board import Table

WEB = files("service") / "web"
TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}
PATHS = [
    *("/", "/docs", "/web/levels.js", "/web/languages.js"),
    *(f"/web/languages/{language}.json" for language in LANGUAGES[1:]),
    *(f"/web/{path.name}" for path in sorted(WEB.iterdir(), key=str)),
    *(f"/docs/{name}" for name in pages.SWAGGER_FILES),
]


def kind(path: str) -> str:
    """Return the extension that a file at this address has."""
    return path.rpartition(".")[2] if "." in path else "html"


@pytest.mark.parametrize("path", PATHS)
def test_a_file_has_its_type_its_tag_and_a_policy(base_url: str, path: str) -> None:
    """The policy lets a browser load nothing from elsewhere."""
    response = requests.get(base_url + path, timeout=60)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == TYPES[kind(path)]
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    policy, tag = response.headers["Content-Security-Policy"], response.headers["ETag"]
    for name, value, answer in (
        ("If-None-Match", tag, (304, b"")),
        ("If-None-Match", '"other"', (200, response.content)),
        ("If-Match", '"other"', (200, response.content)),
    ):
        again = requests.get(base_url + path, headers={name: value}, timeout=60)
        assert (again.status_code, again.content) == answer
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    for name, sources in rules.items():
        if name.endswith("-src"):
            assert set(sources.split()) <= {"'none'", "'self'", "data:"}, name


def test_the_page_takes_less_than_160_kilobytes(table: Table) -> None:
    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        # How long an answer is depends on what it says.
        if not response.url.endswith("/move"):
            sizes[response.url] = len(response.body())

    table.page.on("response", weigh)
    table.open()
    names = {url.rpartition("/")[2] for url in sizes}
    assert {"app.js", "board.css", "icon.svg", "limits"} <= names
    assert sum(sizes.values()) < 160_000


@pytest.mark.parametrize(
    "path",
    ["/web/", "/web/nothing.js", "/web/../app.js", "/web/%2e%2e/settings.py",
     "/web/languages/", "/web/languages/en.json", "/web/languages/../app.js",
     "/docs/LICENSE", "/docs/swagger-ui.js", "/index.html"],
)  # fmt: skip
def test_there_are_no_other_files(base_url: str, path: str) -> None:
    request = requests.Request("GET", base_url).prepare()
    request.url = base_url + path
    with requests.Session() as session:
        check_problem(session.send(request, timeout=60), 404, "not_found")


def test_a_slash_more_leads_to_the_contract(base_url: str) -> None:
    answer = requests.get(f"{base_url}/docs/", timeout=60)
    assert (answer.status_code, answer.url) == (200, f"{base_url}/docs")
    assert [each.status_code for each in answer.history] == [308]


def test_no_file_names_another_place() -> None:
    for path in WEB.iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"(https?:)?//[\w-]+\.", text), path.name
        assert not re.search(r"<[^>]+\s(on\w+|style)=|<style|javascript:", text), path.name
