"""How pattern boards are made of boards."""

from functools import lru_cache

import numpy as np

from service.game import WALL, Board, Rules, flags_of, geometry
from service.solver.lines.encodings import hashes
from service.solver.lines.kernels.lanes import LANES, PARTIAL_SUMS
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    DEAD,
    KINDS,
    POLICY,
    TRAIL_ENTRY,
    Network,
    PatternBoard,
    codes_of,
)
from service.solver.lines.kernels.trail import fill, refresh_accumulator
from service.solver.lines.patterns import (
    content_reach,
    form_tables,
    forms_of,
    kinds_of_forms,
    pattern_classes,
)

BLOCKED = 2
"""The digit of a blocked cell in a content."""
NO_NETWORK = Network(
    policy=np.zeros(0, POLICY),
    feature_weights=np.zeros((0, LANES), np.int16),
    hidden_weights=np.zeros((2, LANES, 0), np.float32),
    hidden_biases=np.zeros(0, np.float32),
    output_weights=np.zeros(0, np.float32),
)
NO_CELL_VALUES = np.zeros(0, np.int64)
LINES = ((0, 1), (1, -1), (1, 0), (1, 1))
"""The step in rows and columns along each line; where two lines would have the same rows, or no row
fits, nothing is on one of them."""
CHANGING = (
    "owner", "key", "contents", "codes", "kinds", "kind_counts", "centrality", "forms",
    "activations", "accumulator", "hidden", "top",
)  # fmt: skip
"""The arrays of a pattern board that stones change, besides the trail."""


def pattern_board(
    board: Board,
    mover: int,
    key: int = 1,
    network: Network = NO_NETWORK,
    cell_values: np.ndarray = NO_CELL_VALUES,
) -> PatternBoard:
    """Return the stones of a board and what further ones would make; `mover` is the player to move.

    Rows have `MOST_ROW_LENGTH` cells at most. `key` is the key of the empty board; for the others
    see `PatternBoard`.
    """
    rules = board.rules
    neighbours, reach, powers, contents = edges(rules)
    table = pattern_classes(rules.row_length, rules.exact)
    classes = table[contents[:, :, 0]]
    walls = flags_of(rules.walls, rules.cells) != 0
    classes[walls] = DEAD
    codes = codes_of(classes).astype(np.int32)
    pair_of, form_of = form_tables()
    of_cells = forms_of(codes)
    kinds = kinds_of_forms()[of_cells]
    # The trail has room for a stone on every cell, and for all that these change.
    entries = int(rules.cells + reach.sum())
    evaluates = network.policy.size > 0
    found = PatternBoard(
        owner=np.where(walls, WALL, NOBODY).astype(np.int8),
        hashes=hashes(rules.cells),
        key=np.array([key], np.uint64),
        neighbours=neighbours,
        powers=powers,
        row_length=rules.row_length,
        contents=contents.copy(),
        classes=table,
        pair_of=pair_of,
        form_of=form_of,
        kind_of=kinds_of_forms(),
        codes=np.stack([codes, codes]),
        kinds=np.stack([kinds, kinds]),
        kind_counts=np.tile(np.bincount(kinds, minlength=KINDS), (2, 1)),
        network=network,
        cell_values=cell_values,
        centrality=np.zeros(1, np.int64),
        forms=np.stack([of_cells, of_cells]),
        activations=np.zeros((rules.cells * evaluates, LANES), np.int8),
        accumulator=np.zeros((PARTIAL_SUMS, LANES), np.int32),
        hidden=np.zeros_like(network.hidden_biases),
        trail=np.empty(entries, TRAIL_ENTRY),
        trail_activations=np.empty((entries * evaluates, LANES), np.int8),
        top=np.zeros(1, np.int64),
    )
    if evaluates:
        refresh_accumulator(found)
    stones = board.contents
    stones[walls] = 0
    fill(found, stones, mover)
    return found


def copy_of(board: PatternBoard) -> PatternBoard:
    """Return a board to play on; the arrays that never change are shared."""
    return board._replace(
        **{name: getattr(board, name).copy() for name in CHANGING},
        trail=_first(board.trail, board.top[0]),
        trail_activations=_first(board.trail_activations, board.top[0]),
    )


def _first(trail: np.ndarray, count: int) -> np.ndarray:
    """Return a trail of the same size with a copy of the first entries; the others are not used."""
    found = np.empty_like(trail)
    found[:count] = trail[:count]
    return found


@lru_cache(maxsize=8)
def edges(rules: Rules) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return `neighbours`, how far lines reach, `powers` and the `contents` of the empty board.

    They are those of `PatternBoard`; lines reach so many cells of a row before and after each cell,
    shape (cells, 4, 2).
    """
    most, neighbours = content_reach(rules), _neighbours(rules)
    # Which place of the table comes next to each of them; the last one stands for the end of lines.
    end, places = neighbours.size, np.arange(8).reshape(4, 2)
    following = np.where(neighbours < 0, end, 8 * neighbours.astype(np.int64) + places)
    ahead, reached = np.append(following, end), np.arange(end)
    reach = np.zeros(neighbours.shape, np.int64)
    for _ in range(most):
        reached = ahead[reached]
        reach += (reached < end).reshape(reach.shape)
    powers = np.zeros((2, most + 1), np.int64)
    # Of the cells before, the nearest is the least significant digit; of those after, the most.
    for distance in range(1, most + 1):
        powers[0, distance] = 3 ** (most - 1 + distance)
        powers[1, distance] = 3 ** (most - distance)
    blocked = np.zeros((2, most + 1), np.int64)
    # By the number of cells on the board; all cells beyond are blocked.
    for there in range(most):
        blocked[:, there] = BLOCKED * powers[:, there + 1 :].sum(axis=1)
    outside = blocked[0, reach[:, :, 0]] + blocked[1, reach[:, :, 1]]
    contents = np.repeat(outside[:, :, None], 2, axis=2).astype(np.int32)
    return neighbours, reach, powers, contents


def _neighbours(rules: Rules) -> np.ndarray:
    """Return the `neighbours` of each cell, as in `PatternBoard`."""
    cells, walls = np.arange(rules.cells), flags_of(rules.walls, rules.cells) != 0
    found = np.full((rules.cells, 4, 2), -1, np.int32)
    for direction in geometry(rules).directions:
        found[:, LINES.index(direction.step)] = direction.walk(cells, np.array([-1, 1]))
    found[walls] = -1
    found[(found >= 0) & walls[found]] = -1
    return found
