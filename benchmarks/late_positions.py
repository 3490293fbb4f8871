"""Positions with few empty cells on boards of any size: all of them must be solved at once."""

from benchmarks.measure import timed
from benchmarks.report import milliseconds, ratio, table
from service.solver import Budget, Solver
from tests.support.positions import random_positions

FEW = 12
TARGET_SECONDS = 0.05
LONGEST_SECONDS = 10.0
POSITIONS = 40
SHAPES = [
    (4, 3, 3), (5, 5, 4), (6, 6, 5), (7, 7, 4), (8, 8, 5), (9, 9, 5), (12, 12, 6), (19, 19, 5),
    (50, 50, 9),
]  # fmt: skip


def run() -> None:
    """Print the slowest of many positions with `FEW` empty cells, per shape."""
    solver = Solver()
    solver.warm_up()
    rows = []
    for shape in SHAPES:
        runs = [
            timed(solver, each.board, Budget(seconds=LONGEST_SECONDS))
            for each in random_positions(shape, (FEW, FEW), POSITIONS, seed=1)
        ]
        slowest, analysis = max(runs, key=lambda each: each[0])
        left_open = sum(not answer.search.complete for _, answer in runs)
        rows.append(
            [
                "{}x{}, {}".format(*shape),
                f"{left_open}",
                milliseconds(slowest),
                f"{analysis.search.nodes}",
                ratio(slowest / TARGET_SECONDS),
            ]
        )
    header = ["board", "left open", "slowest", "nodes", "time / target"]
    table(f"{POSITIONS} random positions with {FEW} empty cells, all options", header, rows)
