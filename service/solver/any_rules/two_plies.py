"""What the next two plies prove, on boards of any size under any rules."""

from collections.abc import Sequence

import numpy as np

from service.game import Board, bits, cells_of, flags_of
from service.solver.alpha_beta import Deepening, new_options
from service.solver.alpha_beta.kernels.state import CONTROL
from service.solver.lines import WIN


class TwoPlyDeepening(Deepening):
    """The options that complete a row, and those after which the next move can or must.

    For all others there are bounds: nobody has a row before the stones that a line lacks can be
    placed, and never without an open line.
    """

    def __init__(self, board: Board, cells: np.ndarray, *, best_only: bool) -> None:
        """Take the options `cells`, int64, of a game that is not over."""
        super().__init__(new_options(cells, best_only=best_only), np.zeros(1, CONTROL))
        self._board = board
        # At once, since others take for granted that what wins at once is known.
        self._look_ahead()

    def advance(self, node_limit: int) -> bool:
        """Count the options, of which all is known already, whatever the limit; return True."""
        self._nodes[:] = self.options.cells.size
        self.options.iteration["depth"] = 3
        return True

    def _look_ahead(self) -> None:
        """Fill in the bounds on all options."""
        rules, cells, size = self._board.rules, self.options.cells, self._board.rules.cells
        own_rows, own_soonest = _outlook(self._board, self._board.own, first_ply=1)
        rows, soonest = _outlook(self._board, self._board.opponent, first_ply=2)
        reachable = np.append(flags_of(self._board.reachable, size), 0)
        opened = cells - rules.width if rules.gravity else np.full(cells.size, size)
        opened[(opened < 0) | (reachable[opened] == 0)] = size
        playable = np.array(bits(self._board.playable), np.int64)
        replies = playable.size - 1 + (opened < size)
        completing = np.count_nonzero(rows[playable]) - rows[cells] + rows[opened]
        answered = (completing == replies) & (replies > 0) if rules.misere else completing > 0
        # With misère play, whoever completes a row loses as soon as else it would win.
        sign = -1 if rules.misere else 1
        ends = own_rows[cells]
        remaining = np.count_nonzero(reachable)
        later = [
            WIN - max(plies, ply) if plies <= remaining else 0
            for plies, ply in ((own_soonest, 3), (soonest, 4))
        ]
        least, most = sorted((sign * later[0], -sign * later[1]))
        conditions = [ends, answered]
        known = [np.array(sign * (WIN - 1)), np.array(-sign * (WIN - 2))]
        self.lower[:] = np.select(conditions, known, least)
        self.upper[:] = np.select(conditions, known, most)

    def extend_line(self, score: int, proven: Sequence[int], line: list[int], nodes: int) -> bool:
        """Extend the line by what two plies tell, which takes no nodes; see `Deepening`."""
        board = self._board
        for cell in line:
            board = board.play(cell)
        if abs(score) == WIN - 2 and len(line) == 1:
            rows, _ = _outlook(board, board.own, first_ply=1)
            line.append(next(cell for cell in bits(board.playable) if rows[cell]))
            return True
        option = self.options.cells == self._board.classes[line[0]]
        if not (self.lower[option].any() or self.upper[option].any()):
            # It is not only proven drawn: nobody can complete a row, whatever the moves.
            occupied = board.occupied
            while left := bits(board.rules.playable_cells(occupied)):
                line += left
                occupied |= sum(1 << cell for cell in left)
            return True
        return abs(score) == WIN - 1


def _outlook(board: Board, stones: int, *, first_ply: int) -> tuple[np.ndarray, int]:
    """Return where a player completes a row with one stone, and how soon the player can have one.

    The player has these `stones` and makes the next move or the one after, the `first_ply`. The
    cells are bool, shape (cells + 1,): the last item stands for no cell. The plies are `WIN` if
    the player never gets a row. Lines are not listed, since there may be too many of them.
    """
    size, length = board.rules.cells, board.rules.row_length
    own = flags_of(stones, size + 1).astype(np.int64)
    room = own | flags_of(board.reachable, size + 1)
    # Of a line that lacks one stone the last sum is the cell.
    values = np.stack([room, own, (room - own) * np.arange(size + 1)])[:, :-1]
    rows, soonest = np.zeros(size + 1, bool), WIN
    for direction in board.geometry.directions:
        starts = cells_of(direction.starts, size)
        fillable, stones_there, lacked = direction.sums(values)[:, starts]
        is_open = (fillable == length) & ~own[direction.flanks(starts)].any(axis=1)
        lacking = length - stones_there[is_open]
        rows[lacked[is_open][lacking == 1]] = True
        soonest = min(soonest, first_ply + 2 * int(lacking.min(initial=WIN) - 1))
    return rows, soonest
