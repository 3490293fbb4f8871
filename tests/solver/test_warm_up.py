"""After the warm-up no question waits for a compiler."""

import shutil
import sys
from pathlib import Path

import pytest

from service.solver.compiling import cache_folder
from tests.support.programs import printed
from tests.support.project import ROOT

PROGRAM = """
import importlib
import pkgutil
import shutil
from itertools import product

import service.solver
from service.game import Board, Rules, parse
from service.solver import Budget, Solver
from service.solver.compiling import cache_folder
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
shutil.rmtree(cache_folder())
for board in (
    *(Board(Rules(*shape)) for shape in (
        (1, 1, 1), (3, 3, 9), (4, 4, 4), (6, 5, 4), (7, 7, 5), (7, 7, 6), (10, 10, 8), (15, 15, 5),
        (15, 15, 9), (50, 50, 5), (50, 50, 9), (80, 1, 3),
    )),
    parse(["XO" * 15, "." * 30, "." * 30], 5),
    Board(Rules(4, 4, 3, gravity=True)), Board(Rules(50, 50, 5, gravity=True)),
    Board(Rules(9, 9, 4, exact=True)), Board(Rules(9, 8, 4, gravity=True)),
    Board(Rules(9, 9, 4, wrap="both")), Board(Rules(9, 9, 4, misere=True)),
    Board(Rules(4, 4, 3, misere=True, gravity=True)), parse(["#...#", "....."], 3),
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


def copy_of_kernels(folder: Path) -> Path:
    """Return a copy of the folder of compiled kernels, in a folder of its own."""
    copy = folder / cache_folder().name
    return copy if copy.exists() else shutil.copytree(cache_folder(), copy)


def run_with_copy(program: str, folder: Path) -> str:
    """Return what a program prints that has only this copy of the compiled kernels."""
    copy_of_kernels(folder)
    return printed(sys.executable, "-c", program, PYTHONPATH=str(ROOT), NUMBA_CACHE_DIR=str(folder))


def test_warming_up_compiles_all_that_is_ever_used(tmp_path: Path) -> None:
    """And loads it: nothing is read from the folder of compiled kernels any more."""
    count, late = run_with_copy(PROGRAM, tmp_path).split(maxsplit=1)
    assert int(count) > 10
    assert late.strip() == "[]"


JOINING = """
import time

from numba.core import event

from service.game import Board, Rules
from service.solver import Budget, Solver, compile_kernels
from service.solver.compiling import cache_folder, is_usable
from service.solver.lines import WIDE_WORDS

def analyse():
    solver.forget()
    board = Board(Rules(9, 9, 4))
    return solver.analyse(board, Budget(nodes=100_000, best_only=True)).assessment.value

def analyse_when_loaded():
    end = time.monotonic() + 600
    while not is_usable(WIDE_WORDS) and time.monotonic() < end:
        time.sleep(0.01)
    return analyse()

solver = Solver(16)
solver.warm_up(wide_words=False)
with event.install_recorder("numba:compile") as recorder:
    print(analyse())
    compile_kernels(wide_words=True)
    for file in cache_folder().glob(DAMAGED):
        file.write_bytes(b"damaged")
    print(analyse_when_loaded())
print(sum(each.is_start for _, each in recorder.buffer), "compiled here")
"""
DAMAGED = "*dfpn.prove-*.kernel"


@pytest.mark.thorough
@pytest.mark.parametrize("damaged", [pytest.param("none", marks=pytest.mark.long), DAMAGED])
def test_proofs_on_large_boards_join_once_another_process_has_compiled_them(
    tmp_path: Path, damaged: str
) -> None:
    """Also if one that is compiled gets lost before it is loaded."""
    folder = copy_of_kernels(tmp_path)
    for file in (folder / "wide_words.done", *folder.glob(DAMAGED)):
        file.unlink()
    said = run_with_copy(f"DAMAGED = {damaged!r}\n{JOINING}", tmp_path)
    assert said == "None\n1\n0 compiled here\n"


STARTING = """
from numba.core import event

from service.solver import Solver

with event.install_recorder("numba:compile") as recorder:
    Solver(16).warm_up()
print(sum(each.is_start for _, each in recorder.buffer), "compiled here")
"""


@pytest.mark.thorough
def test_a_kernel_that_is_damaged_is_compiled_by_another_process(tmp_path: Path) -> None:
    for file in copy_of_kernels(tmp_path).glob("*open_lines.classify-*.kernel"):
        file.write_bytes(file.read_bytes()[:-1])
    assert run_with_copy(STARTING, tmp_path) == "0 compiled here\n"
