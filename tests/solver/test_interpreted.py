"""With `NUMBA_DISABLE_JIT=1` kernels run as plain Python: slowly, and to the same end."""

import json
import sys
from functools import cache
from typing import Any

import pytest

from tests.solver.interpreted import analyses, large_boards
from tests.support.programs import printed, run
from tests.support.project import ROOT

INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
PROGRAM = """
import json
from tests.solver.interpreted import analyses, large_boards
print(json.dumps([list(analyses()), list(large_boards())]))
"""

A_SET_TWICE = """
import numpy as np
from service.solver.proof_number.kernels.leaf_proofs import fork
assert fork(np.array([0b11, 0b110, 0b11000], np.uint64)) == 0b111
fork(np.array([0b11, 0b11], np.uint64))
"""


@cache
def interpreted() -> Any:
    """Return what these two yield in a process without machine code."""
    return json.loads(printed(sys.executable, "-c", PROGRAM, PYTHONPATH=str(ROOT), **INTERPRETED))


@pytest.mark.thorough
def test_the_interpreter_finds_what_machine_code_does() -> None:
    assert interpreted()[0] == list(analyses())


@pytest.mark.thorough
def test_the_interpreter_searches_large_boards_under_every_rule() -> None:
    for (board, options), (_, others) in zip(interpreted()[1], large_boards(), strict=True):
        for (cell, lower, upper), (same, least, most) in zip(options, others, strict=True):
            assert cell == same
            assert max(lower, least) <= min(upper, most), (board, cell)


def test_a_command_works_without_a_compiler() -> None:
    done = run(sys.executable, "-m", "service", "solve", "3", "3", "3", **INTERPRETED)
    assert done.returncode == 0, done.stderr
    assert "draw" in done.stdout
    assert "Warning" not in done.stderr


def test_a_fork_is_not_looked_for_among_sets_that_are_the_same() -> None:
    done = run(sys.executable, "-c", A_SET_TWICE, PYTHONPATH=str(ROOT), **INTERPRETED)
    assert "a set is there twice" in done.stderr
