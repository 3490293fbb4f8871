"""The position as a level that does not search looks at it: who would win or lose at once where."""

from service.game import Board, lazy, other
from service.players.open_lines import OpenLines


class View:
    """The wins, losses and forks that the side to move can see, under any rules."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.own = OpenLines(board, board.to_move)
        self.opponent = OpenLines(board, other(board.to_move))
        self.legal: list[int] = board.legal_moves
        """The legal moves, ascending."""

    @property
    def wins(self) -> list[int]:
        """Return the moves that win at once."""
        return [] if self.board.rules.misere else self.own.completing

    @property
    def blocks(self) -> list[int]:
        """Return the legal moves with which the opponent would win at once."""
        return [] if self.board.rules.misere else self.opponent.completing

    @lazy
    def losing(self) -> list[int]:
        """Return the moves that lose at once, or on top of which the opponent wins at once."""
        if self.board.rules.misere:
            return self.own.completing
        return self.opponent.uncovering

    @property
    def sound(self) -> list[int]:
        """Return the legal moves but the losing ones; all of them if there is no other."""
        return without(self.legal, self.losing)

    @property
    def forks(self) -> list[int]:
        """Return the moves that make at least two threats, but for losing ones."""
        if self.board.rules.misere:
            return []
        return [cell for cell in self.own.forks if cell not in self.losing]


def without(cells: list[int], avoided: list[int]) -> list[int]:
    """Return those `cells` that are not to be avoided; all of them if there is no other."""
    out = set(avoided)
    return [cell for cell in cells if cell not in out] or cells
