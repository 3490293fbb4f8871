"""Forced wins by threats against their target: planted wins, and positions of played games."""

import random
import time

import numpy as np

from benchmarks.report import milliseconds, ratio, table
from service.game import Board, Rules
from service.solver import Budget, Solver
from service.solver.root import look_at_root
from tests.support.plants import PLANTS, planted

SHAPES = [(15, 15, 5), (19, 19, 5), (15, 15, 4), (20, 20, 6), (30, 10, 5), (50, 50, 5)]
TARGET_SECONDS = 0.2
LONG_SECONDS = 2.0
"""A win that is found within this time exists."""
PLANTED = 5
PLAYED = 60
LEAST_PLIES = 5
"""Shorter wins are no test."""


def played(shape: tuple[int, int, int], seed: int) -> Board | None:
    """Return a position of a game of natural but careless moves; None where the game has ended."""
    chance = random.Random(f"{shape} {seed}")
    board = Board(Rules(*shape)).play(shape[1] // 2 * shape[0] + shape[0] // 2)
    for _ in range(chance.randint(4, 9) if shape[2] == 4 else chance.randint(9, 26)):
        contents = board.contents
        scores = look_at_root(board).scores
        order = [cell for cell in np.argsort(-scores).tolist() if contents[cell] == 0]
        board = board.play(order[min(int(chance.expovariate(0.25)), len(order) - 1)])
        if board.status != "in_progress":
            return None
    return board


def boards(shape: tuple[int, int, int]) -> list[Board]:
    """Return planted wins, then positions of play, some of them won by force."""
    sample = [planted(shape, kind, seed) for kind in PLANTS for seed in range(PLANTED)]
    found = [each.board for each in sample if each]
    return found + [board for seed in range(PLAYED) if (board := played(shape, seed)) is not None]


def run() -> None:
    """Print, per shape, how long it takes until a forced win is known."""
    solver = Solver(16)
    solver.warm_up()
    rows = []
    for shape in SHAPES:
        seconds, plies = [], []
        for board in boards(shape):
            solver.forget()
            started = time.perf_counter()
            budget = Budget(seconds=LONG_SECONDS, best_only=True)
            known = solver.analyse(board, budget).assessment
            if known.value == 1 and (known.plies_to_end or 0) >= LEAST_PLIES:
                seconds.append(time.perf_counter() - started)
                plies.append(known.plies_to_end or 0)
        seconds.sort()
        slowest = seconds[-1]
        rows.append(
            [
                "{}x{}, {}".format(*shape),
                f"{len(seconds)}",
                f"{max(plies)}",
                f"{sum(each > TARGET_SECONDS for each in seconds)}",
                milliseconds(seconds[len(seconds) // 2]),
                milliseconds(slowest),
                ratio(slowest / TARGET_SECONDS),
            ]
        )
    header = ["board", "wins", "longest", "late", "median", "slowest", "slowest / target"]
    table("Forced wins by threats, best option", header, rows)
