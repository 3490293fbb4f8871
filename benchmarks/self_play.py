"""The largest solved game: how many moves this solver plays before it proves that it wins.

The first player wins at five in a row on 15x15 (Allis, 1994). The solver plays both sides from the
empty board, the second with the best defence it finds, until the win of the first is proven, and
then tries to prove it from earlier positions of that game, with more time for each; then it plays
from openings of five stones, which shows how many wins are proven from the sixth ply on, and how
early.
"""

import random
import time
from typing import NamedTuple

from benchmarks.report import duration, table
from benchmarks.tune import MOST_STONES, opening
from service.game import Board, Rules
from service.solver import Budget, Solver

RULES = Rules(15, 15, 5)
SECONDS_A_MOVE = [0.1, 1.0, 10.0]
TIMES_LONGER = 10
"""For each position before the one that is proven in play."""
OPENINGS, STONES = 30, 5
NODES_A_MOVE = [30_000, 300_000]
"""From openings, so that the same are proven on every machine: some 0.05 and 0.5 s."""
WITHIN = [0, 4, 10, 20]
"""Plies after the opening."""


class Proven(NamedTuple):
    """When a game was first known to be won."""

    to_move: str
    value: int | None
    """For the side to move then; None where the board was full before."""
    to_go: int | None
    boards: list[Board]
    """From where it began up to then, by the end of the game at the latest."""

    @property
    def plies(self) -> int:
        """Return the number of plies that were played until then."""
        return len(self.boards) - 1


def start(rules: Rules, stones: int, number: int) -> Board:
    """Return a seeded opening of so many stones."""
    chance = random.Random(f"self-play {number}")
    while True:
        board = opening(rules, chance, max(stones, MOST_STONES))
        if (board.x | board.o).bit_count() == stones:
            return board


def play_until_proven(
    solver: Solver, board: Board, seconds: float | None = None, nodes: int | None = None
) -> Proven:
    """Play both sides until the value is proven."""
    solver.forget()
    boards = [board]
    while board.status == "in_progress":
        analysis = solver.analyse(board, Budget(seconds=seconds, nodes=nodes, best_only=True))
        known = analysis.assessment
        if known.value is not None:
            return Proven(board.to_move, known.value, known.plies_to_end, boards)
        board = board.play(analysis.options[0].cell)
        boards.append(board)
    return Proven(board.to_move, None, None, boards)


def earliest(solver: Solver, proven: Proven, seconds: float) -> int:
    """Return from which ply on every position of the game is proven, with so long for each."""
    for plies in range(proven.plies - 1, -1, -1):
        budget = Budget(seconds=seconds, best_only=True)
        if solver.analyse(proven.boards[plies], budget).assessment.value is None:
            return plies + 1
    return 0


def from_the_empty_board(solver: Solver) -> None:
    """Print, for each time a move, when and with how many plies to go the win is proven."""
    rows = []
    for seconds in SECONDS_A_MOVE:
        started = time.perf_counter()
        proven = play_until_proven(solver, Board(RULES), seconds)
        played = time.perf_counter() - started
        found = {1: f"{proven.to_move} wins", -1: f"{proven.to_move} loses", 0: "draw"}
        rows.append(
            [
                duration(seconds),
                f"{proven.plies}",
                "nothing" if proven.value is None else found[proven.value],
                "" if proven.to_go is None else f"{proven.to_go}",
                duration(played),
                f"{earliest(solver, proven, TIMES_LONGER * seconds)}",
            ]
        )
    title = f"From the empty {RULES.width}x{RULES.height}, {RULES.row_length}, against itself"
    header = ["time a move", "plies played", "proven then", "plies to go", "time in all"]
    table(title, [*header, f"proven from, in {TIMES_LONGER} times as long"], rows)


def from_openings(solver: Solver) -> None:
    """Print, for each limit a move, which share of the won openings is proven how early."""
    rows = []
    for nodes in NODES_A_MOVE:
        found = [
            play_until_proven(solver, start(RULES, STONES, each), nodes=nodes)
            for each in range(OPENINGS)
        ]
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
