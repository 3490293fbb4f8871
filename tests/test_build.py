"""What is kept elsewhere is kept under a build, and a build is all that makes an answer."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.support.programs import printed
from tests.support.project import ROOT

NAMES = """
from service.api.http.etag import Tags
from service.api.schemas import MoveRequest
from service.game import Board, Rules
from service.settings import Settings
from service.sharing.entries import key_of

board = Board(Rules(3, 3, 3))
print(key_of(board, best_only=True))
print(Tags(Settings.model_construct()).tag_of(MoveRequest(board=board.rows, row_length=3), board))
"""


def names_in(folder: Path) -> list[str]:
    """Return the key in the shared cache, and the entity tag, that the service there gives."""
    return printed(sys.executable, "-c", NAMES, folder=folder, PYTHONPATH=str(folder)).split("\n")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a folder with a copy of the service."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(
        ROOT / "service", folder / "service", ignore=shutil.ignore_patterns("__pycache__")
    )
    return folder


def test_a_copy_is_the_same_build(copy: Path) -> None:
    assert names_in(copy) == names_in(ROOT)


@pytest.mark.parametrize(
    ("file", "matters"),
    [
        ("players/levels/master.py", True),
        ("solver/root/root_moves.py", True),
        ("solver/book/games.json", True),
        ("api/schemas/building.py", True),
        ("cli/commands/play.py", False),
        ("web/words.js", False),
    ],
)
def test_a_file_between_question_and_answer_makes_another(
    copy: Path, file: str, matters: bool
) -> None:
    path = copy / "service" / file
    before, names = path.read_bytes(), names_in(copy)
    path.write_bytes(before + b"\n")
    for old, new in zip(names[:2], names_in(copy)[:2], strict=True):
        assert (old != new) == matters
    path.write_bytes(before)
