"""With `NUMBA_DISABLE_JIT=1` kernels run as plain Python: slowly, and to the same end."""

import json
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


LARGE = """
import json
from itertools import product

from service.game import Board, Rules, parse
from service.solver import Budget, Solver

solver, found = Solver(1), []
full = ["." * 9, *("".join("XO"[(column // 2 + row) % 2] for column in range(9))
                   for row in range(8))]
for gravity, wrap, exact, misere in product((False, True), ("none", "both"), *[(False, True)] * 2):
    rules = dict(gravity=gravity, wrap=wrap, exact=exact, misere=misere)
    for board in (
        Board(Rules(9, 9, 5, **rules)),
        Board(Rules(8, 8, 4, **rules)),
        Board(Rules(11, 9, 5, walls=1 << 50, **rules)),
        parse(full, 5, to_move="X", any_position=True, **rules),
    ):
        analysis = solver.analyse(board, Budget(nodes=60))
        bounds = {each.cell: each.assessment.bounds for each in analysis.options}
        found.append((repr(board), sorted(bounds.items())))
print(json.dumps(found))
"""
"""Boards of more than 64 cells, or whose positions have more places; one has few empty cells."""


def test_the_interpreter_searches_large_boards_under_every_rule() -> None:
    """Other engines than those of machine code may search them, for want of wide words."""
    command = (sys.executable, "-c", LARGE)
    interpreted = json.loads(printed(*command, PYTHONPATH=str(ROOT), **INTERPRETED))
    compiled = json.loads(printed(*command, PYTHONPATH=str(ROOT)))
    for (board, options), (_, others) in zip(interpreted, compiled, strict=True):
        for (cell, (lower, upper)), (same, (least, most)) in zip(options, others, strict=True):
            assert cell == same
            assert max(lower, least) <= min(upper, most), (board, cell)


def test_a_command_works_without_a_compiler() -> None:
    done = run(sys.executable, "-m", "service", "solve", "3", "3", "3", **INTERPRETED)
    assert done.returncode == 0, done.stderr
    assert "draw" in done.stdout
    assert "Warning" not in done.stderr
