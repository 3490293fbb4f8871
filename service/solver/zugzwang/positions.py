"""Positions as the kernels of the search take them."""

from typing import NamedTuple

import numpy as np

from service.game import Board, flags_of
from service.solver.heuristic import game_key
from service.solver.heuristic.kernels.state import PLIES
from service.solver.lines import hashes
from service.solver.zugzwang.kernels.evaluation import LINES, LINES_OF_MISERE
from service.solver.zugzwang.kernels.position import (
    CODE_BITS,
    MOST_COUNTED,
    NOBODY,
    ZugzwangPosition,
)

OF_X, OF_O, EMPTY, NEVER = range(4)
"""The contents of a cell: `NEVER` if no stone can get there any more."""


class OpenLines(NamedTuple):
    """The lines that somebody can complete; with exact rows, once for each player who can."""

    cells: np.ndarray
    """The cells of each line, shape (lines, row_length), int64."""
    flanks: np.ndarray
    """The cells beside it where its owner must get no stone, or -1; shape (lines, 2), int64."""
    stones: np.ndarray
    """The stones of X and of O on it, shape (2, lines)."""
    owners: np.ndarray
    """With exact rows, the player whose line it is, else 0; shape (lines,)."""


def zugzwang_position(board: Board) -> ZugzwangPosition:
    """Return a position of a game that is not over, as the kernels see it."""
    rules, (width, height, length) = board.rules, board.rules.shape
    contents = np.full(rules.cells, NEVER, np.int64)
    for content, cells in ((EMPTY, board.reachable), (OF_X, board.x), (OF_O, board.o)):
        contents[flags_of(cells, rules.cells) != 0] = content
    lines, counted = _open_lines(board, contents), min(length, MOST_COUNTED)
    worths, threat_of = _meanings(board, counted)
    is_vertical = (lines.cells % width == lines.cells[:, :1] % width).all(axis=1)
    x, o = np.maximum(lines.stones - (length - counted), 0)
    codes = np.ravel_multi_index((lines.owners, is_vertical.astype(np.int64), o, x), worths.shape)
    is_empty = contents[lines.cells] == EMPTY
    lacking = np.bitwise_xor.reduce(np.where(is_empty, lines.cells, 0), axis=1)
    on, _ = np.nonzero(is_empty)
    through, through_starts = _uses(lines.cells[is_empty], on, rules.cells)
    at, _ = can_stop = np.nonzero(np.append(contents, NEVER)[lines.flanks] == EMPTY)
    stopping = lines.owners[at] * rules.cells + lines.flanks[can_stop]
    beside, beside_starts = _uses(stopping, at, 2 * rules.cells)
    threats, balance = np.zeros((PLIES + 1, 2, width), np.uint64), np.zeros(PLIES + 1, np.int64)
    bits_of_rows = np.uint64(1) << np.arange(height, dtype=np.uint64)[::-1, None]
    for player in (OF_X, OF_O):
        row, column = np.divmod(lacking[threat_of.flat[codes] == player], width)
        bits = np.uint64(1) << (height - 1 - row).astype(np.uint64)
        np.bitwise_or.at(threats[0, player], column, bits)
    balance[0] = worths.flat[codes].sum()
    room = (contents == EMPTY).reshape(height, width) * bits_of_rows
    return ZugzwangPosition(
        width=width,
        height=height,
        falls=rules.stacks,
        misere=rules.misere,
        room=room.sum(axis=0, dtype=np.uint64),
        lines=lacking << CODE_BITS | codes,
        through=through,
        through_starts=through_starts,
        beside=beside,
        beside_starts=beside_starts,
        steps=np.array([1, worths.shape[-1]]),
        worths=worths.reshape(-1),
        threat_of=threat_of.reshape(-1),
        placed=np.zeros(1, np.int64),
        threats=threats,
        balance=balance,
        hashes=hashes(rules.cells),
        key=_key(board, contents),
    )


def _open_lines(board: Board, contents: np.ndarray) -> OpenLines:
    """Return the lines that somebody can complete."""
    cells, flanks = board.geometry.lines.astype(np.int64), board.geometry.flanks.astype(np.int64)
    on_lines, beside = contents[cells], np.append(contents, NEVER)[flanks]
    stones = np.stack([(on_lines == player).sum(axis=1) for player in (OF_X, OF_O)])
    is_open = (on_lines != NEVER).all(axis=1) & (stones[::-1] == 0)
    is_open &= np.stack([(beside != player).all(axis=1) for player in (OF_X, OF_O)])
    if not board.rules.exact:
        is_open = is_open.any(axis=0, keepdims=True)
    owners, index = np.nonzero(is_open)
    return OpenLines(cells[index], flanks[index], stones[:, index], owners)


def _uses(cells: np.ndarray, lines: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the lines that use each of so many cells, and where those of each cell begin."""
    order = np.argsort(cells, kind="stable")
    counts = np.bincount(cells, minlength=size)
    return lines[order].astype(np.int32), np.concatenate([[0], np.cumsum(counts)])


def _meanings(board: Board, counted: int) -> tuple[np.ndarray, np.ndarray]:
    """Return what a line is worth to X, and whose threat the cell is that it lacks, by its code.

    The shape is (owners, directions, stones of O, stones of X).
    """
    rules = board.rules
    # Stones beside a line count as well.
    most = counted + (3 if rules.exact else 1)
    shape = (1 + rules.exact, 2, most, most)
    worths, threat_of = np.zeros(shape, np.int64), np.full(shape, NOBODY, np.int8)
    # Where a row wins, a vertical line is stopped at once.
    directions = slice(1 + rules.misere)
    for missing, worth in enumerate(
        (LINES_OF_MISERE if rules.misere else LINES)[: rules.row_length - 1], 1
    ):
        worths[0, directions, 0, counted - missing] = worth
        worths[-1, directions, counted - missing, 0] = -worth
    threat_of[0, :, 0, counted - 1], threat_of[-1, :, counted - 1, 0] = OF_X, OF_O
    return worths, threat_of


def _key(board: Board, contents: np.ndarray) -> np.ndarray:
    """Return the hash of a position, shape (1,), uint64."""
    words = np.array([game_key(board)], np.uint64)
    for player, of_player in zip((OF_X, OF_O), hashes(board.rules.cells), strict=True):
        words ^= np.bitwise_xor.reduce(of_player[contents == player], initial=np.uint64(0))
    return words
