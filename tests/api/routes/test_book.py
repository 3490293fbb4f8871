"""What the book knows is answered at once; without it, or with a damaged one, all else goes on."""

import shutil
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from service.api.app import create_app
from service.settings import Settings
from service.solver.book import GAMES
from tests.api.questions import ask
from tests.support.live_server import serving
from tests.support.programs import run
from tests.support.project import ROOT

NAMED = [(8, 4, 4), (9, 4, 4), (8, 7, 5)]
"""What is promised to be known whole."""


def question(shape: tuple[int, int, int]) -> dict[str, Any]:
    width, height, row_length = shape
    return {"board": ["." * width] * height, "row_length": row_length, "node_limit": 1}


@pytest.mark.parametrize("shape", NAMED, ids=str)
def test_every_option_is_answered_where_the_book_knows_them_all(
    base_url: str, shape: tuple[int, int, int]
) -> None:
    """`tests/solver/book` checks what the book says of every game that it lists."""
    response = ask(base_url, **question(shape))
    answer = response.json()
    assert "ETag" in response.headers
    assert answer["search"]["complete"]
    assert answer["search"]["nodes"] == 0
    assert answer["proof"]["method"] == "book"
    values = [option["value"] for option in answer["options"]]
    assert set(values) <= {-1, 0, 1}
    assert values[0] == answer["value"] == max(values)
    assert answer["principal_variation"][0] == answer["best_move"]


def test_no_book_is_read_where_none_is_wanted() -> None:
    client = create_app(Settings.model_construct(book=False)).test_client()
    answer = client.post("/move", json=question(NAMED[0])).get_json()
    assert answer["proof"]["method"] != "book"
    assert answer["search"]["nodes"] > 0


@pytest.mark.thorough
def test_the_service_and_its_commands_run_without_a_damaged_book(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "service", tmp_path / "service")
    book = tmp_path / GAMES.relative_to(ROOT)
    book.write_text(book.read_text().replace("line", "lime", 1))
    log = tmp_path / "log"
    with chdir(tmp_path), serving(log, WORKERS="1") as live:
        answer = ask(live.url, **question(NAMED[0])).json()
    assert answer["proof"]["method"] != "book"
    (told,) = [line for line in log.read_text().splitlines() if "book" in line]
    assert "error" in told.lower()
    assert "Doing without the book" in told
    assert "games.json is damaged" in told
    done = run(sys.executable, "-m", "service", "solve", "3", "3", "3", folder=tmp_path)
    assert "draw" in done.stdout
    assert done.stderr.startswith("Doing without the book: ")
    assert "games.json is damaged: its entries have another SHA-256." in done.stderr
