"""What is kept elsewhere is kept under a build, and a build is all that makes an answer."""

import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from service.build import APART
from tests.support.programs import printed
from tests.support.project import ROOT

NAMES = """
from service.api.http.etag import Tags
from service.questions.schemas import MoveRequest
from service.game import Board, Rules
from service.settings import Settings
from service.sharing.entries import key_of

board = Board(Rules(3, 3, 3))
print(key_of(board, best_only=True))
print(Tags(Settings.model_construct()).tag_of(MoveRequest(board=board.rows, row_length=3), board))
"""


def names_in(folder: Path) -> list[str]:
    """Return the key in the shared cache, and the entity tag, that the service there gives."""
    return printed(sys.executable, "-c", NAMES, folder=folder, PYTHONPATH=str(folder)).splitlines()


def test_only_what_an_answer_cannot_come_from_is_left_out() -> None:
    """The doors beside the API and above it in the layers of `make lint`, and the page."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    floors = project["tool"]["importlinter"]["contracts"][0]["layers"]
    doors = {each for layer in floors[: floors.index("questions")] for each in layer.split(" | ")}
    assert doors - {"api"} | {"web"} == APART


@pytest.mark.thorough
def test_files_between_question_and_answer_make_another(tmp_path: Path) -> None:
    """In a copy those are changed first that do not matter, then each of those that do."""
    copy, ignored = tmp_path / "service", shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "service", copy, ignore=ignored)
    names = names_in(ROOT)
    for file in ("agents/tools.py", "cli/commands/play.py", "web/words.js"):
        with (copy / file).open("ab") as changed:
            changed.write(b"\n")
    assert names_in(tmp_path) == names
    for file in (
        "players/levels/master.py",
        "solver/root/root_moves.py",
        "solver/book/games.json",
        "questions/schemas/building.py",
        "api/routes/templates/sheet.css",
        "languages/de.po",
        "puzzles/puzzles.json",
        "settings.py",
    ):
        with (copy / file).open("ab") as changed:
            changed.write(b"\n")
        before, names = names, names_in(tmp_path)
        assert all(old != new for old, new in zip(before, names, strict=True))
