"""What the lines of a position say: who can complete a row where, and how soon."""

import numpy as np

from service.solver.alpha_beta.kernels.line_bounds import urgency
from service.solver.alpha_beta.kernels.weights import add_weight
from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import count, nothing
from service.solver.lines.kernels.potential import FAR, UNIT, line_potential


@bare_kernel
def above(game, places):
    """Return the places that open when these are filled."""
    return places << np.uint64(1) & game.stacked


@bare_kernel
def below(game, places):
    """Return the places that open these when they are filled."""
    return (places & game.stacked) >> np.uint64(1)


@bare_kernel
def playable(game, empty):
    """Return the places where a stone may go now; `empty` holds all that moves can still fill."""
    return empty & ~above(game, empty)


@bare_kernel
def scan_lines(game, colour, own, empty, horizon, planes):
    """Read the lines of one player, who has the stones `own`, and weigh the places they lack.

    Lines that lack more stones than the `horizon` are not weighed. Returns
    - what names the player's stones: the union of all lines without a stone of the other player,
      and of the own stones beside them (with the empty places it tells just these lines and stones,
      and no other stone matters);
    - the places of the lines within the horizon on which a row can still be made;
    - the places beside these lines, where an own stone would undo the row;
    - the places that complete a row;
    - the fewest stones that a row lacks, `FAR` if there can be none;
    - the potential of all lines, which says nothing where an own stone more may hurt.
    """
    named, live, beside, done = nothing(own), nothing(own), nothing(own), nothing(own)
    fewest = FAR
    potential = np.int64(0) if game.is_free else UNIT
    room = own | empty
    lines, flanks = game.lines[colour], game.flanks[colour]
    for index in range(lines.shape[0]):
        line = lines[index]
        if line & ~room != 0 or line == 0:
            continue
        undone = flanks[index] & own
        named |= line | undone
        if undone != 0:
            continue
        lacking = line & empty
        missing = count(lacking)
        if missing == 1:
            done |= lacking
        fewest = min(fewest, missing)
        potential += line_potential(missing)
        if missing <= horizon:
            live |= line
            beside |= flanks[index]
            add_weight(planes, lacking, urgency(missing))
    return named, live, beside, done, fewest, potential
