"""The state of a search for what looks best: where it is, and what it has noted on the way.

All of it lies in arrays, so that a search stops before any node and later goes on from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel

PLIES = 64
"""Moves of the longest variation."""
LEAST_BREADTH, BREADTH_POWER = 3, 1.32
"""How many moves are looked at without any depth left, and which power of it are added: what wins
may look poor, and is found in time only if few of the others are looked at near the leaves."""
KILLERS = 2
FULL_DEPTH_MOVES = 2
"""Moves after these are tried to a smaller depth first, unless they make a threat that leads on."""
PLACES = 64
"""Moves after so many are reduced as the last of them."""

# Columns of a frame: the depth left, the window, the best score and move so far, how many moves
# there are, the next one, how the move under way is asked about, the lower end of the window at
# first, whether the only move is a forced reply, whether a threat has to be met, and the count of
# nodes at which to give up a sequence of threats (0: none is looked for yet); the move that the
# table knows, or -1; how many are listed, and the move under way.
DEPTH, ALPHA, BETA, BEST, MOVE, COUNT, NEXT, STAGE, FLOOR = range(9)
FORCED, DANGER, GIVE_UP, FIRST, LISTED, PLAYED = range(9, 15)
# The evaluation, of the frame before where a reply is forced; whether it is better than two plies
# before; whether some move is expected to be good enough.
STATIC, IMPROVING, CUT = range(15, 18)
# Whether all moves but the first are on trial, whether that has singled the first out, and what is
# kept of window and depth meanwhile.
TRIAL, SINGULAR, KEPT_BETA, KEPT_DEPTH = range(18, 22)
FRAME_COLUMNS = 22

# Stages: the whole window, only whether it is better, the same to a smaller depth, a sequence.
WHOLE, SCOUT, REDUCED, SEQUENCE = range(4)

# Columns of the control row: where the search is, whether a child has just been left, its score
# for the side that moves there, who moves at the root of the search, and counts.
PLY, RETURNING, SCORE, COLOUR, NODES, TABLE_HITS = range(6)
CONTROL_COLUMNS = 6


class Stack(NamedTuple):
    """The state of one search."""

    frames: np.ndarray
    """Shape (PLIES, FRAME_COLUMNS), int64."""
    moves: np.ndarray
    """The moves listed in each frame, shape (PLIES, cells), int64; see `move_lists`."""
    killers: np.ndarray
    """Moves that lately refuted at this ply, shape (PLIES, KILLERS), int64."""
    history: np.ndarray
    """How often, and how deep, a move has refuted, shape (2, cells), int64."""
    control: np.ndarray
    """Shape (CONTROL_COLUMNS,), int64."""
    reductions: np.ndarray
    """By how much less depth a late move is tried first, shape (PLIES, PLACES), int64: by the
    depth left and its place."""
    breadths: np.ndarray
    """How many moves are looked at by the depth left, shape (PLIES,), int64."""


@inlined_kernel
def answer(stack, score):
    """Leave the present frame with a score."""
    stack.control[SCORE] = score
    stack.control[RETURNING] = 1


def new_stack(cells: int) -> Stack:
    """A search of nothing yet, on a board of so many cells."""
    return Stack(
        frames=np.zeros((PLIES, FRAME_COLUMNS), np.int64),
        moves=np.zeros((PLIES, cells), np.int64),
        killers=np.full((PLIES, KILLERS), -1, np.int64),
        history=np.zeros((2, cells), np.int64),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
        reductions=reductions(),
        breadths=LEAST_BREADTH + (np.arange(PLIES) ** BREADTH_POWER).astype(np.int64),
    )


def reductions() -> np.ndarray:
    """The logarithms of depth and place, multiplied."""
    depth, place = np.arange(PLIES)[:, None], np.arange(PLACES)
    found = (np.log(np.maximum(depth, 1)) * np.log(np.maximum(place, 1))).astype(np.int64)
    found[:, :FULL_DEPTH_MOVES] = 0
    return found
