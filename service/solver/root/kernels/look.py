"""A first look at the options of a position: their classes, and which is most promising."""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.move_list import insert_move
from service.solver.root.kernels.estimate import estimate


@kernel
def classify(symmetries, contents, classes):
    """Fill `classes`, shape (cells,), with the lowest cell to which a symmetry maps each cell.

    Only the symmetries of the position count. As `Board.classes`, without Python.
    """
    cells = contents.shape[0]
    classes[:] = symmetries[0]
    for number in range(1, symmetries.shape[0]):
        images = symmetries[number]
        kept = 0
        while kept < cells and contents[images[kept]] == contents[kept]:
            kept += 1
        if kept == cells:
            classes[:] = np.minimum(classes, images)


@kernel
def list_classes(promise, classes, moves, options):
    """List one move of each class, by its number among the `moves`, by falling promise.

    Return how many `options`, shape (moves,), are listed.
    """
    weights = promise[moves]
    classed = 0
    for index in range(moves.shape[0]):
        if classes[moves[index]] == moves[index]:
            classed = insert_move(options, classed, index, weights)
    return classed


@kernel
def look(lines, symmetries, contents, moves, misere, scores, classes, options):
    """Fill `scores` with estimates, `classes` and `options`; return how many options are listed.

    `lines` and `contents` are those of `estimate`, `symmetries` those of the empty board, and
    `moves` are ascending, int64. Where a row loses, what would else be good is bad. See `classify`
    and `list_classes`.
    """
    estimate(lines, contents, scores)
    if misere:
        scores[:] = 0.0 - scores  # There is no -0.0 in an answer.
    classify(symmetries, contents, classes)
    return list_classes(scores, classes, moves, options)
