"""How a child's bounds go up to its parent, with scores as `lines.kernels.scores` has them.

A node narrows `lower` and `upper` until both lie on one side of its target.
"""

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.scores import of_parent, sharpen_lower, sharpen_upper


@bare_kernel
def back_up(frame, control, exhausted):
    """Take a child's bounds into its parent's frame; return whether the parent is decided.

    `exhausted` says that no move is left to search after this one.
    """
    lower = of_parent(control.returned_upper)
    frame.moves_upper = max(frame.moves_upper, of_parent(control.returned_lower))
    frame.lower = max(frame.lower, lower)
    if exhausted:
        frame.upper = min(frame.upper, frame.moves_upper)
    # A beta cut-off, or all moves fail low.
    return frame.lower >= frame.target or exhausted


@bare_kernel
def return_bounds(frame, control):
    """Hand the bounds of a decided node to its parent."""
    control.returned_lower = sharpen_lower(frame.lower, frame.remaining)
    control.returned_upper = sharpen_upper(frame.upper, frame.remaining)
