"""The examples of heaps run as they are shown, and what they tell is true."""

import csv
import sys
from pathlib import Path

import pytest

from tests.cli.commands import COMMAND, SETTINGS
from tests.docs.documents import PAGES, Page
from tests.rules.cases import Case
from tests.support.programs import printed
from tests.support.project import ROOT
from tests.support.reference import Variant
from tests.support.sampling import samples

CONNECT_FOUR = Variant(7, 6, 4, gravity=True)
FEW_LEFT = 13
SHOWN = ("width=5, height=5, row_length=4", '"row_length": 4')
SMALL = ("width=4, height=3, row_length=3", '"row_length": 3')


def run_example(page: Page, folder: Path, changes: dict[str, str]) -> str:
    """Return what the programs of a page print last, with its first one changed so."""
    questions, result = page.blocks("python")
    for shown, changed in changes.items():
        assert shown in questions
        questions = questions.replace(shown, changed)
    command = page.block("sh", "--seconds 60").removeprefix(".venv/bin/python -m service").split()
    python = (sys.executable, "-c")
    for program in ((*python, questions), (*COMMAND, *command), (*python, result)):
        said = printed(*program, folder=folder, PYTHONPATH=str(ROOT), **SETTINGS)
    return said


@pytest.mark.parametrize(
    ("sizes", "value"), [(SMALL, 1), pytest.param(SHOWN, 0, marks=pytest.mark.thorough)]
)
def test_the_values_of_the_heap_tell_that_of_the_position(
    sizes: tuple[str, str], value: int, tmp_path: Path
) -> None:
    changes = dict(zip(SHOWN, sizes, strict=True))
    assert run_example(PAGES["docs/cluster.md"], tmp_path, changes) == f"{value}\n"


@pytest.mark.thorough
def test_the_example_makes_a_table_of_exact_values(tmp_path: Path) -> None:
    count = samples(300, 60)
    run_example(PAGES["docs/heaps.md"], tmp_path, {"10_000": str(count)})
    with (tmp_path / "table.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["position", "to_move", "value", "plies", *"abcdefg"]
    assert len(rows) == count
    assert {value for _, _, value, *_ in rows} <= {"-1", "0", "1"}
    checked = [row for row in rows if row[0].count(".") <= FEW_LEFT]
    assert len(checked) > 3
    for position, to_move, value, plies, *columns in checked:
        case = Case(CONNECT_FOUR, position.replace("/", ""), "X" if to_move == "X" else "O")
        expected = {cell % 7: f"{won} in {end}" for cell, (won, end) in case.expected.items()}
        assert columns == [expected.get(column, "") for column in range(7)], position
        assert f"{value} in {plies}" in columns
