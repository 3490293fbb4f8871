"""The heuristic search where stones fall or a row loses, on boards of any width."""

from typing import Any

import numpy as np

from service.game import Rules
from service.solver.analysis import UNLIMITED
from service.solver.heuristic import HeuristicSearch
from service.solver.heuristic.kernels.state import new_search
from service.solver.lines import WIN
from service.solver.zugzwang.kernels.evaluation import evaluate_options
from service.solver.zugzwang.kernels.search import SEARCH
from service.solver.zugzwang.positions import zugzwang_position

MOST_HEIGHT = 63
"""The most rows whose threats fit the word of a column, with a place above them."""


def has_zugzwang(rules: Rules) -> bool:
    """Return whether a player may have to make a move that hurts, and the search sees it."""
    may_hurt = rules.stacks or rules.misere
    return may_hurt and rules.row_length > 1 and rules.height <= MOST_HEIGHT


class ZugzwangSearch(HeuristicSearch):
    """A heuristic search that leaves no move out but those that lose within two plies.

    So it proves the forced wins and losses that it sees. It takes for granted that no option that
    is open completes a row.
    """

    _kernels = SEARCH
    _reply: "ZugzwangSearch | None" = None
    """The search for the last move of a line of play."""

    def new_search(self) -> Any:
        position = zugzwang_position(self._board)
        return new_search(position, self._table, self._board.rules.cells)

    def extend_line(self, score: int, line: list[int], nodes: int) -> bool:
        board, plies, limit = self._board, WIN - abs(score), self.nodes + nodes
        for cell in line:
            board = board.play(cell)
        while board.status == "in_progress":
            if self._reply is None or self._reply._board != board:
                cells = np.array(board.legal_moves, np.int64)
                bounds = np.full(cells.size, 1 - WIN), np.full(cells.size, WIN - 1)
                self._reply = ZugzwangSearch(board, cells, bounds, self._table)
            reply, least = self._reply, WIN - plies + len(line)
            # If all options but one lose in time, that one is as good as the position, unsearched.
            while not (won := reply.lower.max() >= least) and np.sum(reply.upper > -least) > 1:
                before = reply.nodes
                if reply._ended or self.nodes >= limit:
                    return False
                reply.advance(before + limit - self.nodes)
                self._search.control.nodes += reply.nodes - before
            chosen = int((reply.lower if won else reply.upper).argmax())
            line.append(int(reply._cells[chosen]))
            board = board.play(line[-1])
        return True

    def _evaluate_options(self, search: Any) -> None:
        # What the kernels see of the options is proven.
        self._root = self._root._replace(lower=self.lower, upper=self.upper)
        position, mover = search.position, self._mover
        rows, columns = np.divmod(self._cells, position.width)
        heights = (position.height - 1 - rows).astype(np.uint64)
        rows_made = position.threats[0, mover, columns] >> heights & np.uint64(1) != 0
        if position.misere:
            self.upper[rows_made] = 1 - WIN
        else:
            self.lower[rows_made] = WIN - 1
        if self._most_nodes == UNLIMITED:
            # Nothing else may prove what the only option left is worth.
            self._least_options = 1
        evaluate_options(position, mover, self._cells, self._root.scores)
