"""The example of a heap runs as it is shown, and its table is true."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import COMMAND, ENVIRONMENT, SECONDS
from tests.docs.documents import PAGES
from tests.rules.cases import Case
from tests.support.project import ROOT
from tests.support.reference import Variant
from tests.support.sampling import samples

PAGE = PAGES["docs/heaps.md"]
CONNECT_FOUR = Variant(7, 6, 4, gravity=True)
FEW_LEFT = 13


@pytest.mark.thorough
def test_the_example_makes_a_table_of_exact_values(tmp_path: Path) -> None:
    questions, table = PAGE.blocks("python")
    (command,) = [block for block in PAGE.blocks("sh") if "--seconds 60" in block]
    shown = command.removeprefix(".venv/bin/python -m service").split()
    assert "10_000" in questions
    count = samples(300, 60)
    for program in (
        [sys.executable, "-c", questions.replace("10_000", str(count))],
        [*COMMAND, *shown],
        [sys.executable, "-c", table],
    ):
        subprocess.run(
            program, cwd=tmp_path, env=ENVIRONMENT | {"PYTHONPATH": str(ROOT)}, check=True,
            timeout=SECONDS,
        )  # fmt: skip
    with (tmp_path / "table.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["position", "to_move", "value", "plies", *"abcdefg"]
    assert len(rows) == count
    checked = 0
    for position, to_move, value, plies, *columns in rows:
        assert value in {"-1", "0", "1"}
        cells = position.replace("/", "")
        if cells.count(".") > FEW_LEFT:
            continue
        case = Case(CONNECT_FOUR, cells, "X" if to_move == "X" else "O")
        expected = {cell % 7: f"{won} in {end}" for cell, (won, end) in case.expected.items()}
        assert columns == [expected.get(column, "") for column in range(7)], position
        assert f"{value} in {plies}" in columns
        checked += 1
    assert checked > 3
