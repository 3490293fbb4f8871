"""The largest solved game: how many moves this solver plays before it proves that it wins.

The first player wins at five in a row on 15x15 (Allis, 1994). The solver plays both sides from the
empty board, the second with the best defence it finds, until the win of the first is proven.
"""

from __future__ import annotations

import time

from service.game import Board, Rules
from service.solver import Budget, Solver
from tests.benchmarks.report import duration, table

RULES = Rules(15, 15, 5)
SECONDS_A_MOVE = [0.1, 1.0, 10.0]


def run() -> None:
    """Print, for each time a move, when and with how many plies to go the win is proven."""
    solver = Solver(256, threads=2)
    solver.warm_up()
    rows = []
    for seconds in SECONDS_A_MOVE:
        solver.forget()
        started = time.perf_counter()
        board, plies, value = Board(RULES), 0, None
        to_go: int | None = None
        while board.status == "in_progress":
            analysis = solver.analyse(board, Budget(seconds=seconds, best_only=True))
            value, to_go = analysis.assessment.value, analysis.assessment.plies_to_end
            if value is not None:
                break
            board = board.play(analysis.options[0].cell)
            plies += 1
        found = {1: f"{board.to_move} wins", -1: f"{board.to_move} loses", 0: "draw"}
        rows.append(
            [
                duration(seconds),
                f"{plies}",
                "nothing" if value is None else found[value],
                "" if to_go is None else f"{to_go}",
                duration(time.perf_counter() - started),
            ]
        )
    title = f"From the empty {RULES.width}x{RULES.height}, {RULES.row_length}, against itself"
    table(title, ["time a move", "plies played", "proven then", "plies to go", "time in all"], rows)
