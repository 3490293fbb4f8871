"""What the search on line counters keeps."""

from typing import NamedTuple

import numpy as np

from service.solver.lines.kernels.line_board import LineBoard


class CounterSearch(NamedTuple):
    """A search on a board of any size."""

    board: LineBoard
    """The position at the present node."""
    weights: np.ndarray
    """How promising each cell is, 0 for those left out, shape (plies + 1, cells), int32. There are
    as many plies as moves in the longest game; the last row is that of a reply."""
    frames: np.ndarray
    """A frame for each ply, shape (plies,), NODE."""
    control: np.ndarray
    """Shape (1,), CONTROL."""
