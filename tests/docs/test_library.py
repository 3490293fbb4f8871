"""The lines of the library's page run, say what is shown, and load nothing of the web."""

from __future__ import annotations

import service
from tests.docs.documents import LIBRARY, spans
from tests.programs import run_program

WEB = {"click", "flask", "gunicorn", "prometheus_client", "pydantic", "requests", "structlog"}


def loaded_by(program: str) -> set[str]:
    """The modules there are after a program that prints nothing."""
    return set(run_program(f"{program}\nimport sys\nprint(*sys.modules)").split())


def test_the_ten_lines_say_what_is_shown() -> None:
    (program,) = LIBRARY.blocks("python")
    (shown,) = LIBRARY.blocks("text")
    assert len([line for line in program.splitlines() if line]) <= 10
    assert run_program(program) == shown


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
