"""What the book knows is answered at once; without it, or with a damaged one, all else goes on."""

from __future__ import annotations

import json
import re
import shutil
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
import requests

from service.api.app import create_app
from service.game import Board, Rules
from service.settings import Settings
from service.solver import Book
from service.solver.book.book import SHIPPED
from service.solver.session import Opening
from tests.packaging.project import ROOT
from tests.support.live_server import serving
from tests.support.programs import run
from tests.support.waiting import PATIENCE_SECONDS

BOOK = Book.read()
GAMES = [
    Rules(*map(int, re.findall(r"\d+", game["game"])))
    for game in json.loads(SHIPPED.read_text())["games"]
]


def whole(rules: Rules) -> bool:
    """Whether the book knows the value of every option."""
    entry = BOOK.find(Board(rules))
    return entry is not None and Opening(Board(rules), entry).settles(best_only=False)


WHOLE = [rules for rules in GAMES if whole(rules)]
PARTLY = [rules for rules in GAMES if rules not in WHOLE]
NAMED = [Rules(8, 4, 4), Rules(9, 4, 4), Rules(8, 7, 5)]
"""What is promised to be known whole."""


def question(shape: tuple[int, ...], **fields: Any) -> dict[str, Any]:
    width, height, row_length = shape
    return {"board": ["." * width] * height, "row_length": row_length, **fields}


def ask(url: str, shape: tuple[int, ...], **fields: Any) -> requests.Response:
    return requests.post(f"{url}/move", json=question(shape, **fields), timeout=PATIENCE_SECONDS)


@pytest.mark.parametrize("shape", GAMES, ids=str)
def test_the_empty_board_is_answered_without_a_search(
    base_url: str, shape: tuple[int, ...]
) -> None:
    width, height, row_length = shape
    for turned in (shape, (height, width, row_length)):
        for _ in range(2):
            answer = ask(base_url, turned, evaluate="best", node_limit=1).json()
            assert answer["search"]["complete"]
            assert answer["search"]["nodes"] == 0
            assert answer["value"] is not None
            assert answer["proof"]["method"] == "book"
            best = answer["options"][0]
            assert best["name"] == answer["best_move"]["name"]
            assert best["value"] == answer["value"]
            assert answer["principal_variation"][0] == answer["best_move"]


@pytest.mark.parametrize("shape", dict.fromkeys([*NAMED, *WHOLE]), ids=str)
def test_every_option_is_answered_where_the_book_knows_them_all(
    base_url: str, shape: tuple[int, ...]
) -> None:
    answer = ask(base_url, shape, evaluate="all", node_limit=1).json()
    assert answer["search"]["complete"]
    assert answer["search"]["nodes"] == 0
    assert answer["proof"]["method"] == "book"
    values = [option["value"] for option in answer["options"]]
    assert set(values) <= {-1, 0, 1}
    assert values[0] == answer["value"] == max(values)


@pytest.mark.parametrize("shape", PARTLY[:1], ids=str)
def test_of_another_game_the_search_goes_on_within_its_limit(
    base_url: str, shape: tuple[int, ...]
) -> None:
    """The same question gets the same answer."""
    first, second = (ask(base_url, shape, evaluate="all", node_limit=5000).json() for _ in range(2))
    assert first["value"] is not None
    assert first["proof"]["method"] == "book"
    assert first["search"]["nodes"] > 0
    assert not first["search"]["complete"]
    for answer in (first, second):
        answer["search"].pop("time_ms")
        answer["search"].pop("table_hits")
    assert first["options"][0] == second["options"][0]


def test_an_answer_of_the_book_may_be_kept(base_url: str) -> None:
    first = ask(base_url, WHOLE[0])
    tag = first.headers["ETag"]
    width, height, row_length = WHOLE[0]
    rows = ["." * width] * height
    again = requests.post(
        f"{base_url}/move",
        json={"board": rows, "row_length": row_length},
        headers={"If-None-Match": tag},
        timeout=PATIENCE_SECONDS,
    )
    assert again.status_code == 304
    link = f"{base_url}/move?board={'/'.join(rows)}&row_length={row_length}"
    assert requests.get(link, timeout=PATIENCE_SECONDS).json()["proof"]["method"] == "book"


def test_no_book_is_read_where_none_is_wanted() -> None:
    client = create_app(Settings.model_construct(book=False)).test_client()
    answer = client.post("/move", json=question(NAMED[0], node_limit=1)).get_json()
    assert answer["proof"]["method"] != "book"
    assert answer["search"]["nodes"] > 0


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a service whose book is damaged."""
    folder = tmp_path_factory.mktemp("damaged")
    shutil.copytree(ROOT / "service", folder / "service")
    book = folder / SHIPPED.relative_to(ROOT)
    book.write_text(book.read_text().replace("line", "lime", 1))
    return folder


def test_the_service_runs_without_a_damaged_book(damaged: Path) -> None:
    log = damaged / "log"
    with chdir(damaged), serving(log, WORKERS="1") as live:
        answer = ask(live.url, NAMED[0], node_limit=1).json()
    assert answer["proof"]["method"] != "book"
    (told,) = [line for line in log.read_text().splitlines() if "book" in line]
    assert "error" in told.lower()
    assert "Doing without the book" in told
    assert "games.json is damaged" in told


def test_commands_run_without_a_damaged_book(damaged: Path) -> None:
    done = run(sys.executable, "-m", "service", "solve", "3", "3", "3", folder=damaged)
    assert "draw" in done.stdout
    assert done.stderr.startswith("Doing without the book: ")
    assert "games.json is damaged: its entries have another SHA-256." in done.stderr
