"""What is published about Connect Four."""

from typing import NamedTuple

from service.game import Board, Rules
from tests.support.facts import DATA


def connect_four(width: int, height: int) -> Rules:
    """Return the rules of Connect Four on a board of this size."""
    return Rules(width, height, 4, gravity=True)


def board_after(columns: str) -> Board:
    """Return the 7x6 board after moves, given by their columns from 1."""
    board = Board(connect_four(7, 6))
    for column in columns:
        board = board.play(next(cell for cell in board.legal_moves if cell % 7 == int(column) - 1))
    return board


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
        return board_after(self.columns)

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
