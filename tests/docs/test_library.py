"""The lines of the library's page run, say what is shown, and load nothing of the web."""

import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

import service
from tests.docs.documents import LIBRARY, README, spans
from tests.support.programs import run, run_program
from tests.support.project import ROOT

(TEN_LINES,) = LIBRARY.blocks("python")
WEB = {"click", "flask", "gunicorn", "prometheus_client", "pydantic", "requests", "structlog"}


def loaded_by(program: str) -> set[str]:
    """Return the modules there are after a program that prints nothing."""
    return set(run_program(f"{program}\nimport sys\nprint(*sys.modules)").split())


def printed_by(program: str) -> str:
    """Return what a program prints, in this process, which has loaded all that it imports."""
    with redirect_stdout(StringIO()) as output:
        exec(program, {})
    return output.getvalue()


def test_the_ten_lines_say_what_is_shown() -> None:
    (shown,) = LIBRARY.blocks("text")
    assert len([line for line in TEN_LINES.splitlines() if line]) <= 10
    assert printed_by(TEN_LINES) == shown


def test_the_lines_of_the_readme_say_what_is_shown() -> None:
    (program,) = README.blocks("python")
    assert program.startswith("from service import Board, Budget, Rules, Solver\n")
    assert printed_by(program).strip() == program.rpartition("  # ")[2].strip()


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("", "", "Success"),
        ("seconds=1.0", "second=1.0", 'Unexpected keyword argument "second"'),
        ("analysis.options", "analysis.option", '"Analysis" has no attribute "option"'),
        ('["XXO", "OO.", "X.."], 3', '["XXO", "OO.", "X.."], "3"', 'expected "int"'),
    ],
)
def test_the_ten_lines_have_types(right: str, wrong: str, told: str, tmp_path: Path) -> None:
    assert right in TEN_LINES
    program = tmp_path / "program.py"
    program.write_text(TEN_LINES.replace(right, wrong))
    done = run(sys.executable, "-m", "mypy", "--strict", program, folder=ROOT, MYPYPATH=str(ROOT))
    assert told in done.stdout
    assert (done.returncode == 0) == (right == wrong)


def test_a_program_loads_what_it_uses() -> None:
    assert not {name for name in loaded_by("import service") if name.startswith("service.")}
    rules = loaded_by("from service import parse")
    assert "service.game" in rules
    assert not {"numba", "numpy.random", "service.solver"} & rules
    everything = loaded_by("from service import *")
    assert {"service.solver", "service.players"} <= everything
    assert not {name.split(".")[0] for name in everything} & WEB
    assert "service.api" not in everything


def test_every_name_is_there_and_explained() -> None:
    explained = {name for row in LIBRARY.table("name") for name in spans(row[0])}
    assert explained == set(service.__all__) - {"__version__"}
    assert all(hasattr(service, name) for name in service.__all__)
    assert not hasattr(service, "Solvers")
