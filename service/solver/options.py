"""The options of a position: which of them are alike, and their order from best to worst."""

from __future__ import annotations

import numpy as np

from service.game import Board, flags_of
from service.solver.analysis import Assessment, Option
from service.solver.assessments import assess
from service.solver.kernels.estimate import estimate


def representatives(board: Board) -> np.ndarray:
    """The lowest cell that a symmetry of the position maps each empty cell to, -1 elsewhere."""
    cells = board.rules.cells
    content = flags_of(board.own, cells) + 2 * flags_of(board.opponent, cells)
    images = board.geometry.symmetries
    keeps = (content[images] == content).all(axis=1)
    lowest: np.ndarray = np.where(content == 0, images[keeps].min(axis=0), -1)
    return lowest


def estimates(board: Board) -> tuple[np.ndarray, int]:
    """An estimate in (-1, 1) of every empty cell, and how many lines are open to somebody."""
    cells = board.rules.cells
    scores = np.zeros(cells)
    own, opponent = flags_of(board.own, cells), flags_of(board.opponent, cells)
    open_lines = estimate(board.geometry.lines, own, opponent, scores)
    return scores, int(open_lines)


def list_options(
    board: Board, classes: np.ndarray, bounds: dict[int, tuple[int, int]], scores: np.ndarray
) -> list[Option]:
    """Every legal move, best first; among equals the best estimate, then the nearest the middle.

    `classes` holds the representative of each cell, `bounds` those of the representatives.
    """
    remaining = board.empty.bit_count()
    known = {
        cell: assess(lower, upper, float(scores[cell]), remaining)
        for cell, (lower, upper) in bounds.items()
    }
    keys = {
        cell: (*rank(assessment), -float(scores[cell]), _off_centre(board, cell), cell)
        for cell, assessment in known.items()
    }
    class_of = classes.tolist()
    listed = sorted(np.flatnonzero(classes >= 0).tolist(), key=lambda cell: keys[class_of[cell]])
    options = []
    first_listed: dict[int, int] = {}
    for cell in listed:
        alike = class_of[cell]
        options.append(Option(cell, known[alike], first_listed.get(alike)))
        first_listed.setdefault(alike, cell)
    return options


def rank(assessment: Assessment) -> tuple[int, float]:
    """Sorts options best first.

    Proven wins, the fastest first; then what does not lose, then the unknown, by score; then
    proven losses, the slowest first.
    """
    plies = assessment.plies_to_end or 0
    if assessment.value == 1:
        return 0, plies
    if assessment.value == -1:
        return 3, -plies
    return 1 if assessment.bounds.lower == 0 else 2, -assessment.score


def _off_centre(board: Board, cell: int) -> int:
    """Squared distance to the middle of the board, in half cells."""
    row, column = divmod(cell, board.rules.width)
    right, down = 2 * column - board.rules.width + 1, 2 * row - board.rules.height + 1
    return right * right + down * down
