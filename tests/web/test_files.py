"""The files of the pages as they are sent: types, caching, and what they let a browser do."""

import re
import shutil
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

import pytest
import requests
from flask import Flask

from service.api.routes import pages
from service.languages import LANGUAGES
from service.settings import Settings
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
    *("/", "/docs", "/web/levels.js", "/web/languages.js", "/web/limits.js"),
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


def test_the_page_comes_in_few_pieces_and_once(table: Table) -> None:
    """The second time a browser asks for nothing but the page itself."""

    def arrived() -> dict[str, int]:
        entries = table.page.evaluate(
            "performance.getEntries().map(({ name, transferSize }) => [name, transferSize])"
        )
        sizes = {name.partition("#")[0].rpartition("/")[2]: size for name, size in entries if size}
        # How long an answer is depends on what it says.
        return {name: size for name, size in sizes.items() if name != "move"}

    table.open()
    pieces = arrived()
    assert set(pieces) == {"", "page.css", "app.js", "start.js", "icon.svg"}
    assert sum(pieces.values()) < 56_000
    table.open()
    assert set(arrived()) == {""}


@pytest.fixture
def version_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], str]:
    """Provide what tells which version the page names if its files are those of a folder."""

    def version(folder: Path) -> str:
        monkeypatch.setattr(pages, "WEB", folder)
        app = Flask(__name__)
        app.register_blueprint(pages.page_routes(Settings()))
        named = re.findall(r'"web/(\w+)/', app.test_client().get("/").text)
        assert len(set(named)) == 1
        return str(named[0])

    return version


def test_a_version_is_that_of_the_contents(
    base_url: str, version_of: Callable[[Path], str], tmp_path: Path
) -> None:
    """Only what is asked for by the version on the page may be kept."""
    folder = tmp_path / "web"
    with as_file(WEB) as original:
        shutil.copytree(original, folder)
    version = version_of(folder)
    for path, caching in (
        (f"{version}/app.js", pages.KEEP),
        (f"{version}/languages/de.json", pages.KEEP),
        (f"{version[::-1]}/app.js", pages.ASK_EACH_TIME),
    ):
        response = requests.get(f"{base_url}/web/{path}", timeout=60)
        assert (response.status_code, response.headers["Cache-Control"]) == (200, caching)
    with (folder / "board.css").open("a") as file:
        file.write("/* A change. */")
    assert version_of(folder) != version


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_a_file_is_compressed_for_whoever_accepts_that(base_url: str, coding: str) -> None:
    answers = [
        requests.get(f"{base_url}/web/app.js", headers={"Accept-Encoding": accepted}, timeout=60)
        for accepted in (coding, "identity")
    ]
    asked, plain = answers
    assert asked.headers.get("Content-Encoding", "identity") == coding
    assert "Accept-Encoding" in asked.headers["Vary"]
    assert asked.content == plain.content
    assert (asked.headers["ETag"] == plain.headers["ETag"]) == (coding == "identity")


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
