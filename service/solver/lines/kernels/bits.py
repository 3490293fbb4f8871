"""Single bits and counts of 64-bit words, as one machine instruction each."""

from __future__ import annotations

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic

from service.solver.lines.kernels.jit import kernel

if numba.config.DISABLE_JIT:

    def count(word):
        """Number of set bits."""
        return int(word).bit_count()

    def lowest(word):
        """Index of the lowest set bit of a word that is not zero."""
        return (int(word) & -int(word)).bit_length() - 1

else:

    @intrinsic
    def _population(context, word):
        def generate(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), generate

    @intrinsic
    def _trailing_zeros(context, word):
        def generate(context, builder, signature, arguments):
            undefined_at_zero = context.get_constant(types.boolean, True)
            return builder.cttz(arguments[0], undefined_at_zero)

        return types.uint64(types.uint64), generate

    @kernel
    def count(word):
        """Number of set bits."""
        return np.int64(_population(word))

    @kernel
    def lowest(word):
        """Index of the lowest set bit of a word that is not zero."""
        return np.int64(_trailing_zeros(word))


@kernel
def bit(cell):
    """The word whose only set bit is `cell`."""
    return np.uint64(1) << np.uint64(cell)
