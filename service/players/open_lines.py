"""The lines that a player can still complete, and the threats that can be made on them."""

import numpy as np

from service.game import Board, Player, cells_of, flags_of, lazy
from service.players.rows import closed_to


class OpenLines:
    """The open lines of a player: those that the player can still complete.

    Where there are too many lines to list them, only those that lack one or two stones are there.
    """

    def __init__(self, board: Board, player: Player) -> None:
        self._board, self._cells = board, board.rules.cells
        lines, flanks = _lines_of(board, player)
        closed = np.logical_or.reduce(
            flags_of(closed_to(board, player), self._cells)[lines], axis=1
        )
        if board.rules.exact:
            # The flag that is too many answers for flanks that are not there.
            own = flags_of(board.stones(player), self._cells + 1)
            closed |= np.logical_or.reduce(own[flanks], axis=1)
        self._own = flags_of(board.stones(player), self._cells)
        self._flanks: np.ndarray = flanks[~closed]
        self.lines: np.ndarray = lines[~closed]
        """The cells of each line, shape (open lines, row length)."""
        self.stones: np.ndarray = self._own[self.lines].sum(axis=1, dtype=np.int64)
        """How many stones the player has on each line, shape (open lines,)."""

    def empty_cells(self, missing: int) -> np.ndarray:
        """Return the empty cells of lines that lack `missing` stones, shape (lines, missing)."""
        lines = self.lines[self.stones == self.lines.shape[1] - missing]
        return np.extract(self._own[lines] == 0, lines).reshape(-1, missing)

    @lazy
    def _playable(self) -> np.ndarray:
        """Return whether a stone may be placed on each cell now, shape (cells,), bool."""
        return flags_of(self._board.playable, self._cells).astype(np.bool_)

    @lazy
    def _uncovered(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the moves on top of which the player completes a line next, and these cells.

        The shapes are (moves, 2) and (moves,): the second array says whether that holds as well if
        the player makes the move, which may make a longer run. Stones have to fall.
        """
        rules = self._board.rules
        (tops,) = self.empty_cells(1).T.astype(np.int64)
        moves = tops + rules.width
        fits = moves < rules.cells
        fits[fits] = self._playable[moves[fits]]
        is_own = np.ones_like(fits)
        if rules.exact:
            flanks = self._flanks[self.stones == self.lines.shape[1] - 1]
            is_own = np.logical_and.reduce(flanks != moves[:, None], axis=1)
        return np.stack([moves, tops], axis=1)[fits], is_own[fits]

    @lazy
    def completing(self) -> list[int]:
        """Return the cells where a stone may be placed now and completes a line, ascending."""
        cells = self.empty_cells(1)
        if self._board.rules.gravity:
            cells = cells[self._playable[cells]]
        return [int(cell) for cell in np.unique(cells)]

    @property
    def uncovering(self) -> list[int]:
        """Return the moves of the opponent on top of which the player completes a line, ascending.

        There are none unless stones fall.
        """
        if not self._board.rules.gravity:
            return []
        return [int(move) for move in np.unique(self._uncovered[0][:, 0])]

    @lazy
    def pairs(self) -> np.ndarray:
        """Return moves that make a threat, each with the threatened cell, shape (threats, 2)."""
        one, two = self.empty_cells(2).T.astype(np.int64)
        codes = np.concatenate([one * self._cells + two, two * self._cells + one])
        if self._board.rules.gravity:
            moves, cells = np.divmod(codes, self._cells)
            follows = self._playable[cells] | (cells == moves - self._board.rules.width)
            codes = codes[self._playable[moves] & follows]
            uncovered, is_own = self._uncovered
            codes = np.concatenate([codes, uncovered[is_own] @ (self._cells, 1)])
        return np.stack(np.divmod(np.unique(codes), self._cells), axis=1)

    @lazy
    def threats(self) -> dict[int, set[int]]:
        """Return for each move that makes a threat the cells that would complete a line next."""
        by_move: dict[int, set[int]] = {}
        for move, threat in self.pairs.tolist():
            by_move.setdefault(move, set()).add(threat)
        return by_move

    @property
    def forks(self) -> list[int]:
        """Return the cells where one stone makes at least two threats, ascending."""
        return sorted(move for move, threats in self.threats.items() if len(threats) > 1)


def _lines_of(board: Board, player: Player) -> tuple[np.ndarray, np.ndarray]:
    """Return the lines that count and the cells beside them, as `Geometry` has them.

    Of lines that are not listed these are the ones that lack one or two stones, one for each cell
    or two that are lacking. So they are hardly more than the board has cells.
    """
    rules, geometry = board.rules, board.geometry
    if geometry.lists_lines:
        return geometry.lines, geometry.flanks
    missing = 1 - flags_of(board.stones(player), rules.cells + 1).astype(np.int64)
    # The sums of one or two numbers and of their squares tell them.
    values = missing[:-1] * np.arange(rules.cells) ** np.arange(3)[:, None]
    lines, flanks = [], []
    for direction in geometry.directions:
        starts = cells_of(direction.starts, rules.cells)
        sums = direction.sums(values)[:, starts]
        lacks_few = (sums[0] == 1) | (sums[0] == 2)
        lacks_few &= np.logical_and.reduce(missing[direction.flanks(starts)] == 1, axis=1)
        _, first = np.unique(sums[1:, lacks_few], axis=1, return_index=True)
        starts = starts[lacks_few][first]
        lines.append(np.sort(direction.walk(starts, np.arange(rules.row_length)), axis=1))
        flanks.append(direction.flanks(starts))
    return np.concatenate(lines), np.concatenate(flanks)


def leaves_no_fork(board: Board, cell: int) -> bool:
    """Return whether after a move the opponent can neither complete a line nor make two threats."""
    after = board.play(cell)
    lines = OpenLines(after, after.to_move)
    return not lines.completing and not lines.forks
