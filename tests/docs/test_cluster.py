"""The example of a hard position as a heap runs as it is shown, and tells the value."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import COMMAND, ENVIRONMENT, SECONDS
from tests.docs.documents import PAGES
from tests.support.project import ROOT

PAGE = PAGES["docs/cluster.md"]
SHOWN = "width=5, height=5, row_length=4"


@pytest.mark.parametrize(
    ("sizes", "row_length", "value"),
    [("width=4, height=3, row_length=3", 3, 1),
     pytest.param(SHOWN, 4, 0, marks=pytest.mark.thorough)],
)  # fmt: skip
def test_the_values_of_the_heap_tell_that_of_the_position(
    sizes: str, row_length: int, value: int, tmp_path: Path
) -> None:
    questions, result = PAGE.blocks("python")
    (command,) = [block for block in PAGE.blocks("sh") if "--seconds 60" in block]
    assert SHOWN in questions
    asked = questions.replace(SHOWN, sizes).replace(
        '"row_length": 4', f'"row_length": {row_length}'
    )
    for program in (
        [sys.executable, "-c", asked],
        [*COMMAND, *command.removeprefix(".venv/bin/python -m service").split()],
        [sys.executable, "-c", result],
    ):
        done = subprocess.run(
            program, cwd=tmp_path, env=ENVIRONMENT | {"PYTHONPATH": str(ROOT)}, check=True,
            timeout=SECONDS, capture_output=True, text=True,
        )  # fmt: skip
    assert done.stdout == f"{value}\n"
