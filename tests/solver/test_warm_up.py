"""After the warm-up no question waits for a compiler."""

import shutil
import sys
from pathlib import Path

import pytest

from service.solver.compiling import cache_folder
from tests.support.programs import printed, run_program
from tests.support.project import ROOT

PROGRAM = """
import importlib
import pkgutil
from itertools import product

import service.solver
from service.game import Board, Rules, parse
from service.solver import Budget, Solver
from service.solver.compiling.kernels.jit import Kernel

def compiled():
    modules = pkgutil.walk_packages(service.solver.__path__, "service.solver.")
    names = [each.name for each in modules if ".kernels." in each.name]
    return {
        f"{kernel.py_func.__module__}.{kernel.__name__} {signature}"
        for module in map(importlib.import_module, names)
        for kernel in vars(module).values()
        if isinstance(kernel, Kernel)
        for signature in kernel.signatures
    }

solver = Solver(16)
solver.warm_up()
before = compiled()
for board in (
    *(Board(Rules(*shape)) for shape in (
        (1, 1, 1), (3, 3, 9), (4, 4, 4), (6, 5, 4), (7, 7, 5), (7, 7, 6), (10, 10, 8), (15, 15, 5),
        (15, 15, 9), (50, 50, 5), (50, 50, 9), (80, 1, 3),
    )),
    parse(["XO" * 15, "." * 30, "." * 30], 5),
    Board(Rules(4, 4, 3, gravity=True)), Board(Rules(50, 50, 5, gravity=True)),
    Board(Rules(9, 9, 4, exact=True)),
    Board(Rules(50, 50, 5, misere=True)),
):
    for best_only in (False, True):
        solver.analyse(board, Budget(nodes=20_000, best_only=best_only))
# So many nodes that even proofs beyond 64 cells have their turn, and prove the second.
for row_length, value in ((5, None), (4, 1)):
    analysis = solver.analyse(Board(Rules(9, 9, row_length)), Budget(nodes=600_000, best_only=True))
    assert analysis.assessment.value == value
few = ["XO" * 35 + "." * 10], ["XO." * 3], ["...", "...", "..."]
for rows, row_length in product(few, (3, 8)):
    for seed in (None, 1):
        solver.analyse(parse(rows, row_length), Budget(seed=seed))
print(len(before), sorted(compiled() - before))
"""


def test_warming_up_compiles_all_that_is_ever_used() -> None:
    count, late = run_program(PROGRAM).split(maxsplit=1)
    assert int(count) > 10
    assert late.strip() == "[]"


JOINING = """
from service.game import Board, Rules
from service.solver import Budget, Solver, compile_kernels

def analyse():
    solver.forget()
    board = Board(Rules(9, 9, 4))
    return solver.analyse(board, Budget(nodes=600_000, best_only=True)).assessment.value

solver = Solver(16)
solver.warm_up(wide_words=False)
print(analyse())
compile_kernels(wide_words=True)
print(analyse())
"""


@pytest.mark.thorough
def test_proofs_on_large_boards_join_once_another_process_has_compiled_them(tmp_path: Path) -> None:
    folder = shutil.copytree(cache_folder(), tmp_path / cache_folder().name)
    (folder / "wide_words.done").unlink()
    said = printed(
        sys.executable, "-c", JOINING, PYTHONPATH=str(ROOT), NUMBA_CACHE_DIR=str(tmp_path)
    )
    assert said == "None\n1\n"
