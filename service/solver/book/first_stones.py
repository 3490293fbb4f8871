"""The positions of Connect Four with few stones, each with its score."""

from collections.abc import Iterator, Mapping

from service.game import CONNECT_FOUR, Board, Player
from service.solver.book.entry import Entry
from service.solver.lines.kernels.scores import WIN

_MARKS = str.maketrans("012", ".XO")


class FirstStones:
    """What is proven about positions of Connect Four with few stones."""

    def __init__(self, scores: Mapping[str, int]) -> None:
        """Take the scores of the side to move in positions, by their names."""
        self.scores = scores

    def find(self, board: Board) -> Entry | None:
        """Return the entry of a position; None unless the score of every option is known."""
        known = board.rules == CONNECT_FOUR and name_position(board) in self.scores
        if not known or not (options := self.options(board)):
            return None
        bounds = {cell: (score, score) for cell, score in options.items()}
        return Entry(board, bounds, tuple(self._line(board)))

    def options(self, board: Board) -> dict[int, int]:
        """Return the score of every option; empty if one is not known, or the game is over."""
        scores = {}
        for cell in board.legal_moves:
            score = self._score_after(board, cell)
            if score is None:
                return {}
            scores[cell] = score
        return scores

    def _score_after(self, board: Board, cell: int) -> int | None:
        """Return the score of a move, for the player who makes it; None if it is not known."""
        after = board.play(cell)
        if after.status == "in_progress":
            score = self.scores.get(name_position(after))
        else:
            score = 0 if after.winner is None else -WIN
        # One ply more passes until the end.
        return None if score is None else (score > 0) - (score < 0) - score

    def _line(self, board: Board) -> Iterator[int]:
        """Yield best moves, of equal ones that next to the middle, as far as they are known."""
        off_centre = board.geometry.off_centre
        while (score := self.scores.get(name_position(board))) is not None:
            for cell in sorted(board.legal_moves, key=off_centre.__getitem__):
                if self._score_after(board, cell) == score:
                    yield cell
                    board = board.play(cell)
                    break
            else:
                return


def read_position(name: str) -> Board:
    """Return the position of a name, in which X has moved first."""
    width, height = CONNECT_FOUR.width, CONNECT_FOUR.height
    stones = {"X": 0, "O": 0}
    for left, column in enumerate(name.split("/")):
        for row, player in enumerate(column):
            stones[player] |= 1 << (height - 1 - row) * width + left
    to_move: Player = "O" if sum(stones.values()).bit_count() % 2 else "X"
    return Board(CONNECT_FOUR, stones["X"], stones["O"], to_move)


def name_position(board: Board) -> str:
    """Return the name that a position and its reflection share, whoever moved first.

    It has the columns from left to right, each from the bottom upwards, as in `//XO/X///`. `X` is
    the player who moved first.
    """
    sides = board.own, board.opponent
    digits = board.digits(*(sides if sum(sides).bit_count() % 2 == 0 else sides[::-1]))
    marks, width = digits.translate(_MARKS), board.rules.width
    columns = [marks[len(marks) - width + left :: -width].rstrip(".") for left in range(width)]
    return "/".join(min(columns, columns[::-1]))
