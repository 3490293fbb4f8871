"""Operations on the bits of words of 64 or 128 bits, of one or two machine instructions each."""

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.wide_words import wide_word

if numba.config.DISABLE_JIT:

    def count(word):
        """Return the number of set bits."""
        return int(word).bit_count()

    def lowest(word):
        """Return the index of the lowest set bit of a word that is not zero."""
        return (int(word) & -int(word)).bit_length() - 1

    def bit_in(_word, cell):
        """Return the word, as wide as another one, whose only set bit is `cell`."""
        return np.uint64(1 << int(cell))

    def low_half(word):
        """Return the lowest 64 bits of a word."""
        return word

    def high_half(_word):
        """Return the bits above the lowest 64, 0 if there are none."""
        return np.uint64(0)

else:

    def _kept(word):
        """Return the type in which a word is worked on."""
        return word if word == wide_word else types.uint64

    def _cut(builder, value):
        """Return a value of any width as one of 64 bits."""
        return value if value.type.width == 64 else builder.trunc(value, ir.IntType(64))

    @intrinsic
    def count(context, word):
        """Compile `count` as above."""

        def generate(context, builder, signature, arguments):
            return _cut(builder, builder.ctpop(arguments[0]))

        return types.int64(_kept(word)), generate

    @intrinsic
    def lowest(context, word):
        """Compile `lowest` as above."""

        def generate(context, builder, signature, arguments):
            undefined_at_zero = context.get_constant(types.boolean, True)
            return _cut(builder, builder.cttz(arguments[0], undefined_at_zero))

        return types.int64(_kept(word)), generate

    @intrinsic
    def bit_in(context, word, cell):
        """Compile `bit_in` as above."""

        def generate(context, builder, signature, arguments):
            one, place = arguments[0].type(1), arguments[1]
            return builder.shl(one, builder.zext(place, one.type))

        return _kept(word)(_kept(word), types.uint64), generate

    @intrinsic
    def low_half(context, word):
        """Compile `low_half` as above."""

        def generate(context, builder, signature, arguments):
            return _cut(builder, arguments[0])

        return types.uint64(_kept(word)), generate

    @intrinsic
    def high_half(context, word):
        """Compile `high_half` as above."""

        def generate(context, builder, signature, arguments):
            value = arguments[0]
            if value.type.width == 64:
                return value.type(0)
            return _cut(builder, builder.lshr(value, value.type(64)))

        return types.uint64(_kept(word)), generate


@kernel
def bit(cell):
    """Return the word of 64 bits whose only set bit is `cell`."""
    return np.uint64(1) << np.uint64(cell)


@kernel
def nothing(word):
    """Return the word, as wide as another one, that has no set bit."""
    return word & ~word
