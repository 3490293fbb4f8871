"""A position of the opening book: the bounds with which a search begins, and a line of play."""

import numpy as np

from service.game import Board
from service.solver.analysis import Proof
from service.solver.book import Entry
from service.solver.root import RootMoves, assess_root, look_at_root


class Opening:
    """What the book says of a position."""

    def __init__(self, board: Board, entry: Entry) -> None:
        """Take the `entry` of `board`, a game that is not over."""
        self.root: RootMoves = look_at_root(board)
        self._entry = entry
        self.proven = entry.proven(self.root.cells)
        """The bounds that the book gives."""

    @property
    def proof(self) -> Proof | None:
        """Return the proof of the value of the position; None if the book does not know it."""
        root = self.root
        value = assess_root(root.board, self.proven.snapshot(), 0.0, root.empty.size).value
        return None if value is None else Proof("book", certificate=self._entry.certificate)

    @property
    def first_move(self) -> int | None:
        """Return the best move after which the book has a line of play; None without one."""
        return self._entry.line[0] if self._entry.line else None

    def settles(self, *, best_only: bool) -> bool:
        """Return whether it proves every value that is asked for, if not the plies of every win."""
        lower, upper = np.sign(self.proven.snapshot())
        return bool(lower.max() == upper.max() if best_only else (lower == upper).all())

    def line(self, cell: int, lower: int) -> list[int]:
        """Return the line of play that begins with an option; empty if the book has none.

        It has none either if the proven `lower` bound of the option is not the book's.
        """
        root, first = self.root, self.first_move
        if self.proven.lower[root.cells == root.classes[cell]] != lower:
            return []
        for images in root.board.symmetries:
            if first is not None and images[first] == cell:
                return [int(images[move]) for move in self._entry.line]
        return []
