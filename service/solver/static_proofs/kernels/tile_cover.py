"""Which sets of tiles the lines of a board contain: a tile has a few cells, a set some of these.

`lines` has shape (lines, row length), int32; `needed`, shape (lines,), uint8, holds the sides to be
kept off each line, see `open_lines`, of which `side` is the one in question.
"""

import numpy as np

from service.solver.compiling.kernels.jit import kernel


@kernel
def ask_sets(lines, numbers, needed, side, tiles, places, sets, usable, asked, seen):
    """Fill `asked` with the sets that lie in lines without a usable set.

    Only the lines of these `numbers`, int32, count. `tiles`, shape (cells,), int32, is the
    tile of each cell and `places`, shape (cells,), int64, its place therein. All tiles have the
    same `sets`: words of places, shape (sets,), int64. `usable` and `asked`, shape (tiles,), int64,
    hold a bit for each set of a tile. `seen`, shape (tiles,), int64, is scratch, 0 between calls.
    """
    asked[:] = 0
    for line in numbers:
        if needed[line] & side == 0:
            continue
        for index in range(lines.shape[1]):
            cell = lines[line, index]
            seen[tiles[cell]] |= 1 << places[cell]
        served = False
        for index in range(lines.shape[1]):
            tile = tiles[lines[line, index]]
            if usable[tile] == 0 or (index > 0 and tile == tiles[lines[line, index - 1]]):
                continue
            for number in range(sets.shape[0]):
                if usable[tile] >> number & 1 and sets[number] & ~seen[tile] == 0:
                    served = True
        for index in range(lines.shape[1]):
            tile = tiles[lines[line, index]]
            if not served and seen[tile] != 0:
                for number in range(sets.shape[0]):
                    if sets[number] & ~seen[tile] == 0:
                        asked[tile] |= 1 << number
            seen[tile] = 0


@kernel
def every_line_has_a_set(lines, needed, side, starts, members, begins, first_move):
    """Return whether each line needed against a side has a set, or the `first_move` (-1 for none).

    This check is independent of how the sets were found. Set s has the cells `members[starts[s] :
    starts[s + 1]]`; the sets are in the order of their first cells, and those that begin with a
    cell are `begins[cell]` to `begins[cell + 1] - 1`.
    """
    marks = np.full(begins.shape[0] - 1, -1)
    for line in range(lines.shape[0]):
        if needed[line] & side == 0:
            continue
        served = False
        for index in range(lines.shape[1]):
            marks[lines[line, index]] = line
            served = served or lines[line, index] == first_move
        for index in range(lines.shape[1]):
            cell = lines[line, index]
            for number in range(begins[cell], begins[cell + 1]):
                whole = True
                for place in range(starts[number], starts[number + 1]):
                    whole = whole and marks[members[place]] == line
                served = served or whole
        if not served:
            return False
    return True
