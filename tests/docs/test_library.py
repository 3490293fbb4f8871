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
WEB = {"click", "flask", "gunicorn", "prometheus_client", "pydantic", "requests"}


def loaded_by(program: str) -> set[str]:
    """Return the modules there are after a program that prints nothing."""
    return set(run_program(f"{program}\nimport sys\nprint(*sys.modules)").split())


def test_the_lines_of_both_pages_say_what_is_shown() -> None:
    (shown,), (readme,) = LIBRARY.blocks("text"), README.blocks("python")
    assert len([line for line in TEN_LINES.splitlines() if line]) <= 10
    assert readme.startswith("from service import Board, Budget, Rules, Solver\n")
    told = readme.rpartition("  # ")[2]
    for program, expected in ((TEN_LINES, shown), (readme, told)):
        # In this process, which has loaded all that it imports.
        with redirect_stdout(StringIO()) as output:
            exec(program, {})
        assert output.getvalue().strip() == expected.strip()


MISTAKES = {
    'Unexpected keyword argument "second"': ("seconds=1.0", "second=1.0"),
    '"Analysis" has no attribute "option"': ("analysis.options", "analysis.option"),
    'expected "int"': ('["XXO", "OO.", "X.."], 3', '["XXO", "OO.", "X.."], "3"'),
}
"""What a checker of types says, and what is right and wrong in the ten lines then."""


@pytest.mark.thorough
def test_the_ten_lines_have_types(tmp_path: Path) -> None:
    programs = [tmp_path / f"program{number}.py" for number in range(len(MISTAKES) + 1)]
    changes = [("", ""), *MISTAKES.values()]
    for program, (right, wrong) in zip(programs, changes, strict=True):
        assert right in TEN_LINES
        program.write_text(TEN_LINES.replace(right, wrong) if right else TEN_LINES)
    done = run(sys.executable, "-m", "mypy", "--strict", *programs, folder=ROOT)
    lines = sorted(line for line in done.stdout.splitlines() if "error:" in line)
    for line, program, told in zip(lines, programs[1:], MISTAKES, strict=True):
        assert program.name in line
        assert told in line


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
