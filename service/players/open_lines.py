"""The lines that a player can still complete, and the threats that can be made on them."""

import numpy as np

from service.game import Board, Player, flags_of, lazy, other


class OpenLines:
    """The open lines of a player: those without a stone of the opponent."""

    def __init__(self, board: Board, player: Player) -> None:
        cells, lines = board.rules.cells, board.geometry.lines
        opponent = flags_of(board.stones(other(player)), cells)
        self._own = flags_of(board.stones(player), cells)
        self._cells = cells
        self.lines: np.ndarray = lines[~opponent[lines].any(axis=1)]
        """The cells of each line, shape (open lines, row length)."""
        self.stones: np.ndarray = self._own[self.lines].sum(axis=1, dtype=np.int64)
        """How many stones the player has on each line, shape (open lines,)."""

    def empty_cells(self, missing: int) -> np.ndarray:
        """Return the empty cells of lines that lack `missing` stones, shape (lines, missing)."""
        lines = self.lines[self.stones == self.lines.shape[1] - missing]
        found: np.ndarray = lines[self._own[lines] == 0].reshape(-1, missing)
        return found

    @lazy
    def completing(self) -> list[int]:
        """Return the cells where a stone completes a line, ascending."""
        found: list[int] = np.unique(self.empty_cells(1)).tolist()
        return found

    @lazy
    def pairs(self) -> np.ndarray:
        """Return moves that make a threat, each with the threatened cell, shape (threats, 2)."""
        one, other = self.empty_cells(2).T.astype(np.int64)
        codes = np.unique(np.concatenate([one * self._cells + other, other * self._cells + one]))
        return np.stack(np.divmod(codes, self._cells), axis=1)

    @lazy
    def threats(self) -> dict[int, set[int]]:
        """Return for each move that makes a threat the cells that would complete a line next."""
        found: dict[int, set[int]] = {}
        for move, threat in self.pairs.tolist():
            found.setdefault(move, set()).add(threat)
        return found

    @property
    def forks(self) -> list[int]:
        """Return the cells where one stone makes at least two threats, ascending."""
        return sorted(move for move, threats in self.threats.items() if len(threats) > 1)
