"""The largest solved game: how many moves this solver plays before it proves that it wins.

The first player wins at five in a row on 15x15 (Allis, 1994). The solver plays both sides from the
empty board, the second with the best defence it finds, until the win of the first is proven; then
from openings of five stones, which shows how many wins are proven from the sixth ply on, and how
early.
"""

from __future__ import annotations

import random
import time
from typing import NamedTuple

from service.game import Board, Rules
from service.solver import Budget, Solver
from tests.benchmarks.report import duration, table
from tests.benchmarks.tune import opening

RULES = Rules(15, 15, 5)
SECONDS_A_MOVE = [0.1, 1.0, 10.0]
OPENINGS, STONES = 30, 5
NODES_A_MOVE = [30_000, 300_000]
"""From openings, so that the same are proven on every machine: some 0.05 and 0.5 s."""
WITHIN = [0, 4, 10, 20]
"""Plies after the opening."""


class Proven(NamedTuple):
    """When a game was first known to be won."""

    plies: int
    """Played from where it began, by the end of the game at the latest."""
    to_move: str
    value: int | None
    """For the side to move then; None where the board was full before."""
    to_go: int | None


def start(number: int) -> Board:
    """A seeded opening."""
    chance = random.Random(f"self-play {number}")
    while True:
        board = opening(RULES, chance)
        if (board.x | board.o).bit_count() == STONES:
            return board


def play_until_proven(
    solver: Solver, board: Board, seconds: float | None = None, nodes: int | None = None
) -> Proven:
    """Play both sides until the value is proven."""
    solver.forget()
    plies = 0
    while board.status == "in_progress":
        analysis = solver.analyse(board, Budget(seconds=seconds, nodes=nodes, best_only=True))
        known = analysis.assessment
        if known.value is not None:
            return Proven(plies, board.to_move, known.value, known.plies_to_end)
        board = board.play(analysis.options[0].cell)
        plies += 1
    return Proven(plies, board.to_move, None, None)


def from_the_empty_board(solver: Solver) -> None:
    """Print, for each time a move, when and with how many plies to go the win is proven."""
    rows = []
    for seconds in SECONDS_A_MOVE:
        started = time.perf_counter()
        proven = play_until_proven(solver, Board(RULES), seconds)
        found = {1: f"{proven.to_move} wins", -1: f"{proven.to_move} loses", 0: "draw"}
        rows.append(
            [
                duration(seconds),
                f"{proven.plies}",
                "nothing" if proven.value is None else found[proven.value],
                "" if proven.to_go is None else f"{proven.to_go}",
                duration(time.perf_counter() - started),
            ]
        )
    title = f"From the empty {RULES.width}x{RULES.height}, {RULES.row_length}, against itself"
    table(title, ["time a move", "plies played", "proven then", "plies to go", "time in all"], rows)


def from_openings(solver: Solver) -> None:
    """Print, for each limit a move, which share of the won openings is proven how early."""
    rows = []
    for nodes in NODES_A_MOVE:
        found = [play_until_proven(solver, start(each), nodes=nodes) for each in range(OPENINGS)]
        won = sorted(each.plies for each in found if each.value in (1, -1))
        shares = [sum(plies <= most for plies in won) / max(len(won), 1) for most in WITHIN]
        rows.append(
            [
                f"{nodes}",
                f"{len(won)}",
                *[f"{share:.0%}" for share in shares],
                f"{won[len(won) // 2]}" if won else "",
            ]
        )
    header = ["nodes a move", "won", "at once", *[f"by {most} plies" for most in WITHIN[1:]]]
    title = f"From {OPENINGS} openings of {STONES} stones, against itself: wins proven"
    table(title, [*header, "median plies"], rows)


def run() -> None:
    """Print both."""
    solver = Solver(256, threads=2)
    solver.warm_up()
    from_the_empty_board(solver)
    from_openings(solver)
