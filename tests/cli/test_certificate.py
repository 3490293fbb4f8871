"""`solve --certificate`: a file for others to check, or the reason why there is none."""

import json
import signal
import sys
from functools import partial
from pathlib import Path

import click
import pytest

from service.game import Board, Rules
from service.research.certificates import certificate
from service.research.long_search.files import CertificateFile
from service.research.long_search.search_observer import SearchObserver
from service.solver import Budget, Solver
from tests.cli.commands import OPEN, SECONDS, invoke, start
from tests.support.programs import printed
from tests.support.project import ROOT

CHECKER = ROOT / "tools" / "check_certificate.py"


def checked(path: Path) -> str:
    """Return what the checker says of a file that it accepts."""
    return printed(sys.executable, "-I", CHECKER, path)


@pytest.mark.parametrize(
    ("arguments", "claim"),
    [
        (["4", "4", "4"], "draw; 4x4, 4 in a row, X to move at ..../..../..../....; "),
        (["3", "--board", "XX./OO./X.."], "O wins within 1; 3x3, 3 in a row, O to move at XX./"),
        (["3", "--board", "X../.O./X.O", "--to-move", "O"], "draw; 3x3, 3 in a row, O to move"),
        (["20", "20", "9", "--best"], "draw; 20x20, 9 in a row, X to move at "),
    ],
)
def test_what_is_proven_is_written_for_others_to_check(
    tmp_path: Path, arguments: list[str], claim: str
) -> None:
    path = tmp_path / "proof.txt"
    path.write_text("what was there before")
    done = invoke("solve", *arguments, "--json", "--certificate", str(path))
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["value"] is not None
    assert done.stderr == f"{path}: a certificate of {path.stat().st_size:,} bytes.\n"
    assert checked(path).startswith(f"PROVEN: {claim}")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([*OPEN, "--nodes", "1000"], "the value is not proven"),
        (["3", "--board", "XXX/OO./..."], "the game is over"),
    ],
)
def test_without_a_proof_the_answer_comes_all_the_same(
    tmp_path: Path, arguments: list[str], reason: str
) -> None:
    path = tmp_path / "proof.txt"
    path.write_text("what was there before")
    done = invoke("solve", *arguments, "--certificate", str(path))
    assert (done.exit_code, done.stderr) == (1, f"Error: No certificate: {reason}.\n")
    assert path.read_text() == "what was there before"
    assert done.stdout


@pytest.mark.parametrize(
    ("seconds", "stopped", "reason"),
    [(None, True, "it was interrupted"), (1e-9, False, "the time is over")],
)
def test_it_takes_no_longer_than_it_may(
    tmp_path: Path, seconds: float | None, stopped: bool, reason: str
) -> None:
    solver, observer, path = Solver(4), SearchObserver(), tmp_path / "proof.txt"
    analysis = solver.analyse(Board(Rules(5, 4, 4)), Budget(best_only=True), observer)
    observer.stopped = stopped
    with pytest.raises(click.ClickException, match=f"No certificate: {reason}"):
        CertificateFile(path).write(
            partial(certificate, analysis, solver.table), Budget(seconds=seconds), observer
        )
    assert not path.exists()


@pytest.mark.thorough
def test_a_signal_ends_the_work_on_it(tmp_path: Path) -> None:
    """Finding the certificate begins after the answer is printed, and takes much longer."""
    path = tmp_path / "proof.txt"
    process = start("solve", "7", "4", "4", "--best", "--certificate", str(path))
    assert process.stdout
    while not process.stdout.readline().startswith("Known from the book"):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (1, "Error: No certificate: it was interrupted.\n")
    assert not path.exists()
