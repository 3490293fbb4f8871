"""Searches where stones fall, and what is published about Connect Four."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from service.game import Board, Rules
from service.solver.gravity import GravityDeepening, GravityPosition, gravity_position
from service.solver.memory import TranspositionTable
from tests.rules.cases import Case, Switches
from tests.support.project import ROOT

UNLIMITED = 1 << 60
FALLING: Switches = (True, "none", False, False)
DATA = ROOT / "tests" / "data"


def connect_four(width: int, height: int) -> Rules:
    """Return the rules of Connect Four on a board of this size."""
    return Rules(width, height, 4, gravity=True)


def position_of(board: Board, table: TranspositionTable) -> GravityPosition:
    """Return the position as the kernels see it."""
    position = gravity_position(board, table)
    assert position is not None
    return position


def deepening_of(
    board: Board, table: TranspositionTable, *, best_only: bool = False, rotation: int = 0
) -> GravityDeepening:
    """Return a deepening of all legal moves, in ascending order, that has not begun."""
    cells = np.array(board.legal_moves, np.int64)
    position = position_of(board, table)
    return GravityDeepening(position, cells, table, best_only=best_only, rotation=rotation)


def solved(board: Board, table: TranspositionTable, *, best_only: bool = False) -> GravityDeepening:
    """Return a deepening of all legal moves that has ended."""
    deepening = deepening_of(board, table, best_only=best_only)
    assert deepening.advance(UNLIMITED)
    return deepening


def score_of_best(board: Board, table: TranspositionTable) -> int:
    """Return the score of a position."""
    deepening = solved(board, table, best_only=True)
    lower, upper = int(deepening.lower.max()), int(deepening.upper.max())
    assert lower == upper
    return lower


def facts(name: str) -> Iterator[list[str]]:
    """Yield the rows of a file of published facts without comments and heading."""
    with (DATA / name).open() as file:
        lines = csv.reader(line for line in file if not line.startswith("#"))
        next(lines)
        yield from lines


class Published(NamedTuple):
    """A position of the public test sets."""

    name: str
    columns: str
    """The columns of the moves, from 1."""
    score: int
    """For the side to move: 22 less the stones of the winner at the end; negative when lost."""

    @property
    def board(self) -> Board:
        """Return the position."""
        board = Board(connect_four(7, 6))
        for column in self.columns:
            board = board.play(
                next(cell for cell in board.legal_moves if cell % 7 == int(column) - 1)
            )
        return board

    @property
    def plies(self) -> int:
        """Return the plies to the end of the game, a draw's with all cells filled."""
        stones, left = len(self.columns), 42 - len(self.columns)
        if self.score == 0:
            return left
        winners = 22 - abs(self.score)
        mover_has = stones // 2 if self.score > 0 else stones - stones // 2
        return 2 * (winners - mover_has) - (self.score > 0)


def published() -> list[Published]:
    """Return the 600 positions."""
    lines = (DATA / "connect_four_7x6.txt").read_text().splitlines()
    rows = (line.split() for line in lines if not line.startswith("#"))
    return [Published(name, columns, int(score)) for name, columns, score in rows]


def mirrored(case: Case) -> Case:
    """Return the reflection of a position, left to right."""
    return replace(case, cells="".join(row[::-1] for row in case.rows))
