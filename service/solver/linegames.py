"""From boards to the arrays that the kernels search.

A board of up to 64 cells becomes a game once and for all. Of a larger board with up to 64 empty
cells, only these cells and what the lines still lack on them matter. Any other board gets a
counter for each line.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from service.game import Board, Rules, flags_of, geometry
from service.solver.kernels import evaluation
from service.solver.kernels import threat_board as threats
from service.solver.kernels.evaluation import Position
from service.solver.kernels.line_game import CELLS, LineGame
from service.solver.kernels.wide import NOBODY, LineBoard
from service.solver.transposition import keys_of_rules
from service.solver.weights import urgencies, weights

MOST_CELLS = (1 << 16) - 1
"""More would not fit the scores of `kernels.scores`, nor 16 bits."""

_ONE = np.uint64(1)


@lru_cache(maxsize=32)
def whole_board(rules: Rules) -> LineGame:
    """The game of a board of up to 64 cells, with its symmetries."""
    lines = geometry(rules).lines
    masks = _masks(lines, np.arange(rules.cells))
    both = np.stack([masks, masks])
    return _game(rules.cells, both, geometry(rules).symmetries, keys_of_rules(rules))


def empty_cells(board: Board, cells: np.ndarray, keys: np.ndarray) -> LineGame:
    """The game on the given empty cells of a board: player 0 is the side to move.

    `cells` holds all empty cells, ascending, 64 at most; `keys` name the game. The stones on the
    board are in the lines: each is reduced to what it lacks, and a line with an opposing stone is
    gone.
    """
    lines = board.geometry.lines
    places = np.full(board.rules.cells, -1)
    places[cells] = np.arange(cells.size)
    sides = []
    for opposing in (board.opponent, board.own):
        open_lines = lines[~flags_of(opposing, board.rules.cells)[lines].any(axis=1)]
        sides.append(np.unique(_masks(open_lines, places)))
    both = np.zeros((2, max(side.size for side in sides)), np.uint64)
    for side, masks in enumerate(sides):
        both[side, : masks.size] = masks
    return _game(cells.size, both, np.arange(cells.size)[None, :], keys)


def line_board(board: Board) -> LineBoard:
    """The stones and line counters of a board of any size; player 0 is the side to move."""
    if board.rules.cells > MOST_CELLS:
        raise ValueError(f"boards of more than {MOST_CELLS} cells are not supported")
    lines = board.geometry.lines
    own = flags_of(board.own, board.rules.cells)
    opponent = flags_of(board.opponent, board.rules.cells)
    through, through_starts = board.geometry.uses
    return LineBoard(
        owner=(NOBODY - 2 * own - opponent).astype(np.int8),
        counts=np.stack([own[lines].sum(axis=1), opponent[lines].sum(axis=1)]).astype(np.int32),
        lines=lines,
        through=through,
        through_starts=through_starts,
    )


def threat_board(board: Board) -> threats.ThreatBoard:
    """The board of `line_board` with lists of the lines that are nearly complete."""
    counters = line_board(board)
    shape = (2, len(counters.lines))
    filled = threats.ThreatBoard(
        *counters,
        listed=np.zeros((2, threats.LISTS, shape[1]), np.int32),
        sizes=np.zeros((2, threats.LISTS), np.int64),
        places=np.zeros(shape, np.int32),
        hashes=_hashes(board.rules.cells),
        key=np.zeros(1, np.uint64),
    )
    threats.fill(filled)
    return filled


def evaluated(board: Board) -> Position:
    """The stones, line counters and evaluation of a board of any size; player 0 is X."""
    rules = board.rules
    counters = line_board(replace(board, to_move="X"))
    # The stones alone do not tell who moves where any player may have moved first.
    turn = int(board.to_move == "O") ^ (board.empty.bit_count() & 1)
    chance = np.random.default_rng([rules.width, rules.height, rules.row_length, turn])
    position = Position(
        *counters,
        weights=weights(rules.row_length),
        urgencies=urgencies(rules.row_length),
        worth=np.zeros((2, 2), np.int64),
        census=np.zeros((2, 2), np.int64),
        urgency=np.zeros((2, rules.cells), np.int64),
        hashes=_hashes(rules.cells),
        key=chance.integers(0, 1 << 64, 1, np.uint64),
    )
    evaluation.fill(position)
    return position


@lru_cache(maxsize=8)
def _hashes(cells: int) -> np.ndarray:
    """Random words for the stones of either player, shape (2, cells), the same in every run."""
    chance = np.random.default_rng(cells)
    return chance.integers(0, 1 << 64, (2, cells), np.uint64)


def _masks(lines: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Each line as a bitboard of the places of its cells; -1 has no place."""
    where = places[lines]
    words = np.where(where >= 0, _ONE << np.maximum(where, 0).astype(np.uint64), np.uint64(0))
    masks: np.ndarray = np.bitwise_or.reduce(words, axis=1)
    return masks


def _game(cells: int, lines: np.ndarray, symmetries: np.ndarray, keys: np.ndarray) -> LineGame:
    if lines.shape[1] == 0:
        lines = np.zeros((2, 1), np.uint64)
    uses = [[side[side >> np.uint64(cell) & _ONE != 0] for cell in range(cells)] for side in lines]
    starts = np.array([np.cumsum([0] + [use.size for use in side]) for side in uses], np.int64)
    through = np.zeros((2, max(1, int(starts.max()))), np.uint64)
    for side in range(2):
        through[side, : starts[side, -1]] = np.concatenate(uses[side])
    images = np.zeros((len(symmetries), CELLS), np.int64)
    images[:, :cells] = symmetries
    preimages = np.zeros_like(images)
    np.put_along_axis(preimages, images[:, :cells], np.arange(cells)[None, :], axis=1)
    return LineGame(
        cells=cells,
        lines=lines,
        through=through,
        through_starts=starts,
        keys=keys,
        symmetries=_octets(images, cells),
        images=images,
        preimages=preimages,
    )


def _octets(images: np.ndarray, cells: int) -> np.ndarray:
    """Images of every octet of a bitboard under every symmetry; see `kernels.symmetry`."""
    octets = np.zeros((len(images), (cells + 7) // 8, 256), np.uint64)
    values = np.arange(256, dtype=np.uint64)
    for cell in range(cells):
        holds = values >> np.uint64(cell % 8) & _ONE
        octets[:, cell // 8, :] |= holds << images[:, cell, None].astype(np.uint64)
    return octets
