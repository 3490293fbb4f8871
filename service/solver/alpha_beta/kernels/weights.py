"""Counters that order moves, one for each cell: a bit of each lies in a word, a *plane*."""

from service.solver.compiling.kernels.jit import bare_kernel

PLANES = 8
"""The bits of a counter."""


@bare_kernel
def add_weight(planes, cells, plane):
    """Add 2**plane to the counter of each of `cells`.

    Counters saturate.
    """
    for index in range(plane, PLANES):
        carry = planes[index] & cells
        planes[index] ^= cells
        cells = carry
        if cells == 0:
            return
    for index in range(PLANES):
        planes[index] |= cells


@bare_kernel
def heaviest(planes, cells, lightest):
    """Return the cells with the largest counter among `cells`, or with the smallest."""
    for index in range(PLANES - 1, -1, -1):
        heavy = cells & (~planes[index] if lightest else planes[index])
        if heavy != 0:
            cells = heavy
    return cells
