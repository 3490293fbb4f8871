"""With `NUMBA_DISABLE_JIT=1` kernels run as plain Python: slowly, and to the same end."""

import sys

from tests.support.programs import printed, run
from tests.support.project import ROOT

ANALYSES = """
from dataclasses import replace

from service.game import Board, Rules, parse
from service.solver import Budget, Solver

solver = Solver(1)
for board in (
    Board(Rules(3, 3, 3)),
    Board(Rules(4, 3, 3)),
    parse(["XOXOXOXOX", *["." * 9] * 7], 4),
    Board(Rules(9, 9, 5)),
    Board(Rules(5, 4, 4)),
    Board(Rules(14, 14, 8)),
    Board(Rules(6, 4, 4, gravity=True)),
    parse(["X........", ".........", "...OO....", *["........."] * 5, "........X"], 4),
):
    few = board.rules.cells == 9  # Which is for the endgame, but not within a limit of nodes.
    analysis = solver.analyse(board, Budget(nodes=None if few else 1_000))
    print(repr(replace(analysis, search=replace(analysis.search, seconds=0.0))))
"""
"""Every engine has its turn in one of them, on boards of one word, two, and as cells."""
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}


def test_the_interpreter_finds_what_machine_code_does() -> None:
    command = (sys.executable, "-c", ANALYSES)
    interpreted = printed(*command, PYTHONPATH=str(ROOT), **INTERPRETED)
    assert interpreted == printed(*command, PYTHONPATH=str(ROOT))
    assert interpreted.count("Analysis(") == 8


def test_a_command_works_without_a_compiler() -> None:
    done = run(sys.executable, "-m", "service", "solve", "3", "3", "3", **INTERPRETED)
    assert done.returncode == 0, done.stderr
    assert "draw" in done.stdout
    assert "Warning" not in done.stderr
