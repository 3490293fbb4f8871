"""The solver against its targets: a cold table, kernels compiled, the best of a few runs."""

from __future__ import annotations

import time
from dataclasses import dataclass

from service.game import Board, Rules
from service.solver import Analysis, Budget, Solver
from tests.benchmarks.report import milliseconds, ratio, table
from tests.positions import random_positions
from tests.solver.checks import board_of

RUNS = 3
LONGEST_SECONDS = 60.0
"""A position that is not solved by then is reported as open."""

FEW = 12
FEW_SECONDS = 0.05
POSITIONS = 40
LATE_SHAPES = [
    (4, 3, 3), (5, 5, 4), (6, 6, 5), (7, 7, 4), (8, 8, 5), (9, 9, 5), (12, 12, 6), (19, 19, 5),
    (50, 50, 9),
]  # fmt: skip


@dataclass(frozen=True)
class Target:
    """The empty board of some rules: what must be known of it, and within what time."""

    rules: Rules
    value: int
    seconds: float
    plies: int | None = None
    best_only: bool = False


TARGETS = [
    Target(Rules(3, 3, 3), 0, 0.001),
    Target(Rules(4, 4, 4), 0, 0.050),
    Target(Rules(6, 4, 4), 0, 0.5),
    Target(Rules(7, 4, 4), 0, 3.0, best_only=True),
    Target(Rules(6, 6, 5), 0, 0.1),
    Target(Rules(8, 6, 5), 0, 2.0, best_only=True),
    Target(Rules(7, 7, 5), 0, 2.5, best_only=True),
    Target(Rules(6, 5, 4), 1, 1.0, 11, best_only=True),
    Target(Rules(6, 6, 4), 1, 5.0, 11, best_only=True),
    Target(Rules(7, 5, 4), 1, 5.0, 11, best_only=True),
    Target(Rules(7, 7, 4), 1, 5.0, 11, best_only=True),
    Target(Rules(8, 8, 4), 1, 5.0, 11, best_only=True),
]


def timed(solver: Solver, board: Board, best_only: bool) -> tuple[float, Analysis]:
    """Seconds that one analysis takes on a cold table, and its answer."""
    solver.forget()
    budget = Budget(seconds=LONGEST_SECONDS, best_only=best_only)
    started = time.perf_counter()
    analysis = solver.analyse(board, budget)
    return time.perf_counter() - started, analysis


def run() -> None:
    """Print the targets, and the slowest of many positions with few empty cells."""
    solver = Solver()
    solver.warm_up()
    rows = []
    for target in TARGETS:
        board = Board(target.rules)
        runs = [timed(solver, board, target.best_only) for _ in range(RUNS)]
        seconds, analysis = min(runs, key=lambda each: each[0])
        said = analysis.assessment
        answer = "open" if said.value is None else f"{said.value} in {said.plies_to_end}"
        if said.value is not None and (said.value, said.plies_to_end) != (
            target.value,
            target.plies or target.rules.cells,
        ):
            answer += " WRONG"
        rules = target.rules
        rows.append(
            [
                f"{rules.width}x{rules.height}, {rules.row_length}",
                "best option" if target.best_only else "all options",
                answer,
                milliseconds(seconds),
                f"{analysis.search.nodes}",
                f"{analysis.search.nodes / seconds:.3g}",
                ratio(seconds / target.seconds),
            ]
        )
    header = ["empty board", "asked", "value", "time", "nodes", "nodes/s", "time / target"]
    table("Solver, cold table", header, rows)
    few_empty_cells(solver)


def few_empty_cells(solver: Solver) -> None:
    """Print the slowest of many positions with `FEW` empty cells, per shape."""
    rows = []
    for shape in LATE_SHAPES:
        positions = random_positions(shape, (FEW, FEW), POSITIONS, seed=1)
        runs = [
            timed(solver, board_of(each.game, each.cells, each.to_move), best_only=False)
            for each in positions
        ]
        slowest, analysis = max(runs, key=lambda each: each[0])
        left_open = sum(not answer.search.complete for _, answer in runs)
        rows.append(
            [
                "{}x{}, {}".format(*shape),
                f"{left_open}",
                milliseconds(slowest),
                f"{analysis.search.nodes}",
                ratio(slowest / FEW_SECONDS),
            ]
        )
    header = ["board", "left open", "slowest", "nodes", "time / target"]
    table(f"{POSITIONS} random positions with {FEW} empty cells, all options", header, rows)
