"""The heuristic search where stones fall or a row loses, on boards of any width."""

from typing import Any

import numpy as np

from service.game import Board, Rules, flags_of
from service.solver.analysis import Extension
from service.solver.gravity.kernels import judged, judging
from service.solver.heuristic import HeuristicSearch, game_key
from service.solver.heuristic.kernels.state import CONTROL, PLIES, RootOptions, reductions
from service.solver.lines import WIN, hashes

MOST_HEIGHT = 63
"""The most rows whose threats fit the word of a column, with a place above them."""
EMPTY, OF_X, OF_O, NEVER = range(4)
"""The contents of a cell: `NEVER` if no stone can get there any more."""


def can_judge_columns(rules: Rules) -> bool:
    """Return whether the search is of use under these rules."""
    falls = rules.stacks and rules.is_flat and not rules.exact
    return (falls or rules.misere) and rules.row_length > 1 and rules.height <= MOST_HEIGHT


class ColumnJudge(HeuristicSearch):
    """A heuristic search that leaves no move out but those that lose at once.

    Where longer runs are no rows it takes them for rows. That may mislead it, but proves nothing.
    """

    def new_search(self) -> Any:
        position, options = judged_position(self._board), self._cells.size
        moves = position.width if position.falls else self._board.rules.cells
        return judging.JudgingSearch(
            position=position,
            table=self._table,
            control=np.zeros(1, CONTROL)[0],
            frames=np.zeros(PLIES, judging.NODE),
            moves=np.zeros((PLIES, moves), np.int64),
            priorities=np.zeros((PLIES, moves), np.int64),
            history=np.zeros(position.hashes.shape, np.int64),
            reductions=reductions(),
            proven=np.repeat([[1 - WIN], [WIN - 1]], options, axis=1),
        )

    def continue_iteration(self, search: Any, root: RootOptions, node_limit: int) -> bool:
        return bool(judging.continue_iteration(search, root, self._mover, node_limit))

    def _evaluate_options(self, search: Any) -> None:
        judged.evaluate_options(search.position, self._mover, self._cells, self._root.scores)


class GravityJudge(ColumnJudge):
    """The search where stones fall and a row wins; it proves the forced wins that it sees."""

    def continue_iteration(self, search: Any, root: RootOptions, node_limit: int) -> bool:
        ended = super().continue_iteration(search, root, node_limit)
        if root is self._root:
            np.maximum(self.lower, search.proven[0], out=self.lower)
            np.minimum(self.upper, search.proven[1], out=self.upper)
        return ended

    def extend_line(self, score: int, line: list[int]) -> Extension:
        board, plies = self._board, WIN - abs(score)
        for cell in line:
            board = board.play(cell)
        while board.status == "in_progress":
            cells = np.array(board.legal_moves, np.int64)
            bounds = np.full(cells.size, 1 - WIN), np.full(cells.size, WIN - 1)
            reply, least = GravityJudge(board, cells, bounds, self._table), WIN - plies + len(line)
            won = ended = False
            # If all options but one lose in time, that one is as good as the position, unsearched.
            while not won and np.count_nonzero(reply.upper > -least) > 1:
                if ended:
                    return False
                nodes, before = (yield), reply.nodes
                ended = reply.advance(before + nodes)
                self._search.control.nodes += reply.nodes - before
                won = bool(reply.lower.max() >= least)
            chosen = int((reply.lower if won else reply.upper).argmax())
            line.append(int(cells[chosen]))
            board = board.play(line[-1])
        return True

    def _evaluate_options(self, search: Any) -> None:
        position, mover = search.position, self._mover
        rows, columns = np.divmod(self._cells, position.width)
        heights = (position.height - 1 - rows).astype(np.uint64)
        wins = position.threats[0, mover, columns] >> heights & np.uint64(1) != 0
        self.lower[wins] = WIN - 1
        super()._evaluate_options(search)


def judged_position(board: Board) -> judged.JudgedPosition:
    """Return a position of a game that is not over, as the kernels see it."""
    rules, (width, height, length) = board.rules, board.rules.shape
    owner = np.full(rules.cells, NEVER, np.int64)
    for content, cells in ((EMPTY, board.reachable), (OF_X, board.x), (OF_O, board.o)):
        owner[flags_of(cells, rules.cells) != 0] = content
    # Lines that somebody can complete, their codes and the cells that they lack.
    on_lines, counted = owner[board.geometry.lines], min(length, judged.MOST_COUNTED)
    x, o = (on_lines == OF_X).sum(axis=1), (on_lines == OF_O).sum(axis=1)
    is_open = (on_lines != NEVER).all(axis=1) & ((x == 0) | (o == 0))
    cells = board.geometry.lines[is_open].astype(np.int64)
    is_vertical = cells[:, -1] - cells[:, 0] == width * (length - 1)
    shape = (2, counted + 1, counted + 1)
    stones = (np.maximum(each[is_open] - (length - counted), 0) for each in (o, x))
    codes = np.ravel_multi_index((is_vertical, *stones), shape)
    empty = owner[cells] == EMPTY
    lacking = np.bitwise_xor.reduce(np.where(empty, cells, 0), axis=1)
    uses = np.flatnonzero(empty)
    uses = uses[np.argsort(cells.reshape(-1)[uses], kind="stable")]
    counts = np.bincount(cells.reshape(-1)[uses], minlength=rules.cells)
    # What codes mean, by direction, stones of O and stones of X.
    worths, threat_of = np.zeros(shape, np.int64), np.full(shape, judged.NOBODY, np.int8)
    of_lines = judged.LINES_OF_MISERE if rules.misere else judged.LINES
    for missing, worth in enumerate(of_lines[: length - 1], 1):
        directions = slice(1 + rules.misere)
        worths[directions, 0, counted - missing] = worth
        worths[directions, counted - missing, 0] = -worth
    threat_of[:, 0, counted - 1], threat_of[:, counted - 1, 0] = 0, 1
    threats, balance = np.zeros((PLIES + 1, 2, width), np.uint64), np.zeros(PLIES + 1, np.int64)
    bits_of_rows = np.uint64(1) << np.arange(height, dtype=np.uint64)[::-1, None]
    for player in range(2):
        row, column = np.divmod(lacking[threat_of.flat[codes] == player], width)
        bits = np.uint64(1) << (height - 1 - row).astype(np.uint64)
        np.bitwise_or.at(threats[0, player], column, bits)
    balance[0] = worths.flat[codes].sum()
    return judged.JudgedPosition(
        width=width,
        height=height,
        falls=rules.stacks,
        misere=rules.misere,
        room=((owner == EMPTY).reshape(height, width) * bits_of_rows).sum(axis=0, dtype=np.uint64),
        lines=lacking << judged.CODE_BITS | codes,
        through=(uses // length).astype(np.int32),
        through_starts=np.concatenate([[0], np.cumsum(counts)]),
        steps=np.array([1, counted + 1]),
        worths=worths.reshape(-1),
        threat_of=threat_of.reshape(-1),
        threats=threats,
        balance=balance,
        hashes=hashes(rules.cells),
        key=_key(board, owner),
    )


def _key(board: Board, owner: np.ndarray) -> np.ndarray:
    """Return the hash of a position, shape (1,), uint64."""
    words = np.array([game_key(board)], np.uint64)
    for stones, of_player in zip((OF_X, OF_O), hashes(board.rules.cells), strict=True):
        words ^= np.bitwise_xor.reduce(of_player[owner == stones], initial=np.uint64(0))
    return words
