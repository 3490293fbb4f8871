"""Boards that know what stones would make, and what the edges make of their lines."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from service.game import Board, Rules
from service.solver.lines.encodings import hashes
from service.solver.lines.kernels.lanes import LANES, WAYS
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    CLASS_BITS,
    DEAD,
    FAR,
    KINDS,
    Network,
    PatternBoard,
)
from service.solver.lines.kernels.trail import COLUMNS, feel_all, fill
from service.solver.lines.patterns import MOST_ROW_LENGTH, forms, kinds_of_forms, pattern_classes

BLOCKED = 2
NOTHING_LEARNT = Network(
    promises=np.zeros((0, 2), np.int16),
    parts=np.zeros((0, LANES), np.int16),
    hidden=np.zeros((2, LANES, 0), np.float32),
    offsets=np.zeros(0, np.float32),
    outputs=np.zeros(0, np.float32),
)
NOT_CENTRAL = np.zeros(0, np.int64)


def pattern_board(
    board: Board,
    mover: int,
    word: int = 1,
    network: Network = NOTHING_LEARNT,
    central: np.ndarray = NOT_CENTRAL,
) -> PatternBoard:
    """The stones of a board and what is known of its cells; `mover` is the player to move.

    `word` is the key of the empty board; for the others see `PatternBoard`.
    """
    rules = board.rules
    reach, powers, contents = edges(rules)
    if rules.row_length <= MOST_ROW_LENGTH:
        table = pattern_classes(rules.row_length)
        classes = table[contents[:, :, 0]]
    else:
        table = np.zeros(0, np.uint8)
        classes = np.where(reach.sum(axis=2) >= rules.row_length - 1, FAR, DEAD)
    codes = (classes.astype(np.int32) << CLASS_BITS * np.arange(4)).sum(axis=1, dtype=np.int32)
    _, form_of = forms()
    of_cells = form_of[codes]
    kinds = kinds_of_forms()[of_cells]
    # Of every cell on which a stone may come, and of all that it changes.
    entries = int(rules.cells + reach.sum())
    found = PatternBoard(
        owner=np.full(rules.cells, NOBODY, np.int8),
        hashes=hashes(rules.cells),
        key=np.array([word], np.uint64),
        steps=np.array([1, rules.width - 1, rules.width, rules.width + 1]),
        reach=reach,
        powers=powers,
        contents=contents.copy(),
        classes=table,
        form_of=form_of,
        kind_of=kinds_of_forms(),
        codes=np.stack([codes, codes]),
        kinds=np.stack([kinds, kinds]),
        census=np.tile(np.bincount(kinds, minlength=KINDS), (2, 1)),
        network=network,
        central=central,
        centrality=np.zeros(1, np.int64),
        forms=np.stack([of_cells, of_cells]),
        felt=np.zeros((0, LANES), np.int8),
        sums=np.zeros((WAYS, LANES), np.int32),
        said=np.zeros_like(network.offsets),
        trail=np.empty((entries, COLUMNS), np.int32),
        trail_felt=np.empty((0, LANES), np.int8),
        top=np.zeros(1, np.int64),
    )
    if network.promises.size:
        found = found._replace(
            felt=np.zeros((rules.cells, LANES), np.int8),
            trail_felt=np.empty((entries, LANES), np.int8),
        )
        feel_all(found)
    fill(found, board.contents, mover)
    return found


def copy_of(board: PatternBoard) -> PatternBoard:
    """A board to play on; what never changes is shared."""
    return board._replace(
        owner=board.owner.copy(),
        key=board.key.copy(),
        contents=board.contents.copy(),
        codes=board.codes.copy(),
        kinds=board.kinds.copy(),
        census=board.census.copy(),
        centrality=board.centrality.copy(),
        forms=board.forms.copy(),
        felt=board.felt.copy(),
        sums=board.sums.copy(),
        said=board.said.copy(),
        trail=_first(board.trail, board.top[0]),
        trail_felt=_first(board.trail_felt, board.top[0]),
        top=board.top.copy(),
    )


def _first(trail: np.ndarray, count: int) -> np.ndarray:
    """As much room as a trail has, with a copy of its first entries: most of it is never used."""
    found = np.empty_like(trail)
    found[:count] = trail[:count]
    return found


@lru_cache(maxsize=8)
def edges(rules: Rules) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """`reach`, `powers` and, of the empty board, `contents`; see `PatternBoard`.

    Where there is no table, contents count nothing.
    """
    most = rules.row_length - 1
    row, column = np.divmod(np.arange(rules.cells), rules.width)
    left, right = column, rules.width - 1 - column
    up, down = row, rules.height - 1 - row
    before = [left, np.minimum(up, right), up, np.minimum(up, left)]
    after = [right, np.minimum(down, left), down, np.minimum(down, right)]
    reach = np.minimum(np.stack([np.stack(before, 1), np.stack(after, 1)], 2), most)
    powers = np.zeros((2, rules.row_length), np.int64)
    if rules.row_length > MOST_ROW_LENGTH:
        return reach, powers, np.zeros((rules.cells, 4, 2), np.int32)
    # The cell next before counts least of those before, that next after most of those after.
    for distance in range(1, rules.row_length):
        powers[0, distance] = 3 ** (most - 1 + distance)
        powers[1, distance] = 3 ** (most - distance)
    blocked = np.zeros((2, rules.row_length), np.int64)
    # By how many cells there are: all further ones are off the board.
    for there in range(most):
        blocked[:, there] = BLOCKED * powers[:, there + 1 :].sum(axis=1)
    outside = blocked[0, reach[:, :, 0]] + blocked[1, reach[:, :, 1]]
    contents = np.repeat(outside[:, :, None], 2, axis=2).astype(np.int32)
    return reach, powers, contents
