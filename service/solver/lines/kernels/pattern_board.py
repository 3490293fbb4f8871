"""A board that knows at every moment what a stone of either player would make on each empty cell.

The *content* of a line around a cell is a number, which a stone on the line changes by a constant;
a table gives its *class*, what a stone on the cell makes of the line (see `lines.patterns`). The
classes of the four lines through a cell are its *code* and, whatever their order, its *form*. The
form decides the *kind* of the cell: whether a stone there wins, threatens, or does both at once.

A board with a *network* also keeps the first layer of a small neural network, the *accumulator*, up
to date: the form of every empty cell for either player gives the cell an activation in each of
several *lanes*. The first half of the lanes sees the cell as player 0 does, the second half as
player 1 does.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import at, bare_kernel, inlined_kernel
from service.solver.compiling.kernels.records import record_type

DEAD, FAR = 0, 1
"""The classes of a stone after which no row is possible, and of one after which every row lacks
more stones than a graded one does."""
MOST_LACKING, MOST_WAYS = 4, 4
"""The most stones that a graded row lacks, and the most ways on that are told apart."""
GRADED = (
    (4, False, 4), (4, True, 3), (4, True, 4),
    (3, False, 3), (3, False, 4), (3, True, 2), (3, True, 3), (3, True, 4),
    (2, False, 2), (2, False, 4), (2, True, 1), (2, True, 2),
)  # fmt: skip
"""The graded classes, which follow `FAR`: how many stones the row lacks, whether it is open, and in
how many ways one more stone leads on, at most `MOST_WAYS`. A row is open if with one stone less to
go there can be two cells to complete it on. No line has others: else `pattern_classes` fails."""
ROW = FAR + 1 + len(GRADED)
OPEN, COMPLETES = ROW + 1, ROW + 2
"""The classes of a row that lacks one stone, on one cell (`ROW`) or several, and of a full row."""
CLASSES = COMPLETES + 1
"""The number of classes."""
CLOSED_TWO, OPEN_TWO = FAR + 1 + GRADED.index((2, False, 2)), FAR + 1 + GRADED.index((2, True, 1))
"""The first classes of closed and of open rows that lack two stones."""

NOTHING, THREE, THREES, FOUR, FOUR_THREE, WINNING, FIVE = range(7)
"""The kinds: a stone makes nothing; one or several open rows that lack two stones; a row that lacks
one stone, alone or with an open one that lacks two; rows that lack one stone and cannot all be
stopped; a completed row. They are named after five in a row."""
KINDS = 7
"""The number of kinds."""

CLASS_BITS = 5
"""The bits of a code that hold the class of one line."""
CLASS_MASK = (1 << CLASS_BITS) - 1
"""The bits of one class."""
PAIR_BITS = 2 * CLASS_BITS
"""The bits of a code that hold the classes of two lines."""
PAIR_MASK = (1 << PAIR_BITS) - 1
"""The bits of the first two."""
PAIRS = CLASSES * (CLASSES + 1) // 2
"""The number of pairs of classes, whatever their order."""

MOST_ACTIVATION = 1 << 6
"""The greatest activation of a cell in a lane; the least is 0."""
MOST_FEATURE_WEIGHT = 1 << 14
"""All feature weights are less, so that the sum of two fits 16 bits."""
FAR_FORMS = 5
"""The number of forms, the first ones, of which all lines are dead or far."""

POLICY = record_type(
    ("own", np.int16),  # For a stone of the side to move.
    ("opposing", np.int16),  # For a stone of the opponent, which the move prevents.
)
"""What a form adds to the policy of a cell, in hundredths of a logit."""

TRAIL_ENTRY = record_type(
    ("cell", np.int32),  # The cell.
    ("line", np.int32),  # The line through it that changed; -1: it is the stone's own cell.
    ("changes", np.int32, (2,)),  # By how much the content of the line changed, by player.
    ("codes", np.int32, (2,)),  # The code of the cell before, by player.
    ("forms", np.int32, (2,)),  # The form of the cell before, by player.
)
"""What a cell was before a stone changed it."""


class Network(NamedTuple):
    """The weights of the network and of the policy; those of an untrained one are empty."""

    policy: np.ndarray
    """The policy of each form, shape (forms,), POLICY; 0 for the first form, a dead cell."""
    feature_weights: np.ndarray
    """What the form that player 0 sees adds to the activation of a cell in each lane, before it is
    clipped, shape (forms, LANES), int16; for player 1 the halves are swapped."""
    hidden_weights: np.ndarray
    """The weight of each lane in each hidden unit with either player to move, shape
    (2, LANES, units), float32; the number of units is a multiple of LANES."""
    hidden_biases: np.ndarray
    """The biases of the hidden units, shape (units,), float32."""
    output_weights: np.ndarray
    """The weight of each hidden unit in the output, shape (units,), float32."""


class PatternBoard(NamedTuple):
    """Stones, and what further stones would make."""

    owner: np.ndarray
    """Player 0 or 1, or NOBODY, of each cell, shape (cells,), int8."""
    hashes: np.ndarray
    """A random word for a stone of either player on each cell, shape (2, cells), uint64."""
    key: np.ndarray
    """The XOR of the words of all stones on the board and of a first one, shape (1,), uint64."""
    neighbours: np.ndarray
    """The cells before and after each cell on each of the four lines, which go on over joined
    edges; -1 at the edge and at a wall. The shape is (cells, 4, 2), int32."""
    powers: np.ndarray
    """What a cell before or after counts in a content, by distance, (2, distances), int64."""
    row_length: int
    """The number of cells of a row."""
    contents: np.ndarray
    """The contents of the lines through empty cells by player, shape (cells, 4, 2), int32."""
    classes: np.ndarray
    """The class of each content, uint8."""
    pair_of: np.ndarray
    """The pair that the classes of two lines make, shape (1 << PAIR_BITS,), uint8."""
    form_of: np.ndarray
    """The form that two pairs make, shape (PAIRS, PAIRS), uint16: a fortieth of a table of all
    codes, so that it stays in the cache of a core."""
    kind_of: np.ndarray
    """The kind of each form, shape (forms,), int8."""
    codes: np.ndarray
    """The code of each empty cell for either player, shape (2, cells), int32."""
    kinds: np.ndarray
    """The kind of each empty cell for either player, shape (2, cells), int8; else NOTHING."""
    kind_counts: np.ndarray
    """The number of cells of each kind for either player, shape (2, KINDS), int64."""
    network: Network
    """The network and the policy."""
    cell_values: np.ndarray
    """What a stone on each cell is worth for its place, shape (cells,), int64."""
    centrality: np.ndarray
    """The sum of `cell_values` of player 0's stones, less that of player 1's, shape (1,), int64."""
    forms: np.ndarray
    """The form of each empty cell for either player, shape (2, cells), uint16; else 0."""
    activations: np.ndarray
    """The activation of each cell in each lane, shape (cells, LANES), int8; 0 under a stone. There
    are no cells where there is no network."""
    accumulator: np.ndarray
    """The sums of the activations of all cells, shape (PARTIAL_SUMS, LANES), int32; the partial
    sums of a lane are to be added."""
    hidden: np.ndarray
    """A buffer for the hidden units, shape (units,), float32."""
    trail: np.ndarray
    """What stones have changed, shape (entries,), records of type `TRAIL_ENTRY`; see `trail`."""
    trail_activations: np.ndarray
    """The activations before, shape (entries, LANES), int8."""
    top: np.ndarray
    """The number of entries in the trail, shape (1,), int64."""


def codes_of(classes: np.ndarray) -> np.ndarray:
    """Return the codes of the classes of up to four lines, shape (..., lines), int64, (...)."""
    shifts = CLASS_BITS * np.arange(classes.shape[-1])
    found: np.ndarray = (classes.astype(np.int64) << shifts).sum(axis=-1)
    return found


def classes_of(codes: np.ndarray) -> np.ndarray:
    """Return the classes of four lines in each code, shape (..., 4), of the dtype of the codes."""
    found: np.ndarray = (
        codes[..., None] >> CLASS_BITS * np.arange(4, dtype=codes.dtype) & CLASS_MASK
    )
    return found


@inlined_kernel
def class_in(code, line):
    """Return the class of a line in a code."""
    return code >> CLASS_BITS * line & CLASS_MASK


@inlined_kernel
def with_class(code, line, found):
    """Return a code in which a line has another class; all arguments are int64."""
    shift = CLASS_BITS * line
    return code & ~(CLASS_MASK << shift) | found << shift


@inlined_kernel
def form_with(board, code):
    """Return the form of a code."""
    code = np.int64(code)
    first, second = board.pair_of[at(code & PAIR_MASK)], board.pair_of[at(code >> PAIR_BITS)]
    return board.form_of[at(first), at(second)]


@bare_kernel
def count_from(board, player, kind):
    """Return the number of cells where a stone makes this kind or a better one."""
    count = np.int64(0)
    for each in range(kind, KINDS):
        count += board.kind_counts[player, each]
    return count


@bare_kernel
def first_of_kind(board, player, kind, start=0):
    """Return the first cell of a kind from `start` on, or -1 if there is none."""
    for cell in range(start, board.owner.shape[0]):
        if board.kinds[player, cell] == kind:
            return cell
    return -1


@bare_kernel
def completing_cells(board, player):
    """Return two different cells on which the player completes a row, each -1 if there is none."""
    count = board.kind_counts[player, FIVE]
    first = first_of_kind(board, player, FIVE) if count > 0 else -1
    return first, first_of_kind(board, player, FIVE, first + 1) if count > 1 else -1
