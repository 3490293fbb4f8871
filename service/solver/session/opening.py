"""A position of the opening book: its analysis, or the bounds with which a search begins."""

import numpy as np

from service.game import Board
from service.solver.analysis import Analysis, Budget, Cost, Proof
from service.solver.book import UNKNOWN, Entry
from service.solver.root import RootMoves, assess_root, look_at_root


class Opening:
    """The bounds that the book gives for the options of a position."""

    def __init__(self, board: Board, entry: Entry) -> None:
        """Take the bounds from the `entry` of `board`, a game that is not over."""
        self.root: RootMoves = look_at_root(board)
        self._bounds = np.empty((2, self.root.cells.size), np.int64)
        self.lower, self.upper = self._bounds
        self.lower[:], self.upper[:] = UNKNOWN
        self._entry = entry
        entry.tighten(self.root.cells, self.lower, self.upper)

    @property
    def proof(self) -> Proof | None:
        """Return the proof of the value of the position; None if the book does not know it."""
        known = assess_root(self.root.board, self._bounds, 0.0, self.root.empty.size)
        return None if known.value is None else Proof("book", certificate=self._entry.certificate)

    @property
    def first_move(self) -> int | None:
        """Return the best move after which the book has a line of play; None without one."""
        return self._entry.line[0] if self._entry.line else None

    def tighten(self, lower: np.ndarray, upper: np.ndarray) -> None:
        """Tighten the bounds of a search of the same options, both of shape (options,)."""
        np.maximum(lower, self.lower, out=lower)
        np.minimum(upper, self.upper, out=upper)

    def settles(self, *, best_only: bool) -> bool:
        """Return whether it proves every value that is asked for, if not the plies of every win."""
        lower, upper = np.sign(self.lower), np.sign(self.upper)
        return bool(lower.max() == upper.max() if best_only else (lower == upper).all())

    def line(self, cell: int) -> list[int]:
        """Return the line of play that begins with an option; empty if the book has none."""
        first = self.first_move
        for images in self.root.board.symmetries:
            if first is not None and images[first] == cell:
                return [int(images[each]) for each in self._entry.line]
        return []

    def answer(self, budget: Budget) -> Analysis | None:
        """Return the analysis if the book settles every value; else None."""
        if not self.settles(best_only=budget.best_only):
            return None
        root, bounds = self.root, self._bounds
        # With a seed any of equally good options may come first, with or without a line.
        first_move = self.first_move if budget.seed is None else None
        options = root.list_options(bounds, {}, budget.seed, first_move=first_move)
        best = options[0]
        assessment = assess_root(root.board, bounds, best.assessment.score, root.empty.size)
        plies = max(option.assessment.plies_to_end or 0 for option in options)
        cost = Cost(True, None, plies, 0, 0, budget.spent)
        line = self.line(best.cell) or [best.cell]
        return Analysis(root.board, assessment, options, line, self.proof, cost)
