"""The layers of the network as vector instructions (SIMD), which LLVM has and numba does not offer.

A vector has `LANES` numbers, one for each lane of the accumulator. Without numba the functions are
written with NumPy; see there for what the compiled ones do.
"""

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

LANES = 16
"""The number of lanes."""
PARTIAL_SUMS = 4
"""The number of partial sums of each lane: an addition to one need not wait for those to others."""

if numba.config.DISABLE_JIT:

    def add_activations(activations, sums, before, first, second, most):
        """Set the activations of a cell to `first + second`, clipped to 0 and `most`.

        The old activations are copied to `before`, and their change is added to `sums`. All arrays
        have shape (LANES,): `activations` and `before` int8, `sums` int32, `first` and `second`,
        the feature weights of either player's form, int16. The halves of `second` are swapped. No
        sum of two weights may overflow.
        """
        before[:] = activations
        clipped = np.clip(first + np.roll(second, LANES // 2), 0, most)
        set_activations(activations, sums, clipped.astype(np.int8))

    def set_activations(activations, sums, found):
        """Set the activations of a cell to `found`, int8, and add the change to `sums`."""
        sums += found - activations
        activations[:] = found

    def compute_hidden_layer(hidden, biases, weights, accumulator):
        """Set the hidden units to the biases plus the weighted lanes, added lane by lane in order.

        `hidden` and `biases` have shape (units,), a multiple of LANES, and `weights` has shape
        (LANES, units), all float32; `accumulator` has shape (PARTIAL_SUMS, LANES), int32.
        """
        hidden[:] = biases
        for lane in range(LANES):
            hidden += weights[lane] * np.float32(accumulator[:, lane].sum())

else:
    BYTES, SHORTS, LONGS, FLOATS = (
        ir.VectorType(kind, LANES)
        for kind in (ir.IntType(8), ir.IntType(16), ir.IntType(32), ir.FloatType())
    )

    def pointers(context, builder, signature, arguments, *kinds):
        """Return pointers of these types to the data of the first arguments, which are arrays."""
        found = []
        for array, value, kind in zip(signature.args, arguments, kinds, strict=False):
            data = context.make_array(array)(context, builder, value).data
            found.append(builder.bitcast(data, kind.as_pointer()))
        return found

    def replace(builder, activations, sums, found):
        """Set activations to `found`, add the change to the sums, and return the old ones."""
        before = builder.load(activations, align=1)
        change = builder.sext(builder.sub(found, before), LONGS)
        builder.store(builder.add(builder.load(sums, align=4), change), sums, align=4)
        builder.store(found, activations, align=1)
        return before

    @intrinsic
    def add_activations(context, activations, sums, before, first, second, most):
        """Compile `add_activations` as above."""
        places = [(lane + LANES // 2) % LANES for lane in range(LANES)]
        swapped = ir.Constant(ir.VectorType(ir.IntType(32), LANES), places)

        def generate(context, builder, signature, arguments):
            def choose(comparison, one, other):
                return builder.select(builder.icmp_signed(comparison, one, other), one, other)

            kinds = BYTES, LONGS, BYTES, SHORTS, SHORTS
            arrays = pointers(context, builder, signature, arguments, *kinds)
            activations, sums, before, first, second = arrays
            second = builder.load(second, align=2)
            second = builder.shuffle_vector(second, second, swapped)
            found = builder.add(builder.load(first, align=2), second)
            limit = cgutils.get_null_value(SHORTS)
            found = choose(">", found, limit)
            for lane in range(LANES):
                place = ir.Constant(ir.IntType(32), lane)
                limit = builder.insert_element(limit, arguments[5], place)
            found = choose("<", found, limit)
            found = builder.trunc(found, BYTES)
            builder.store(replace(builder, activations, sums, found), before, align=1)
            return context.get_dummy_value()

        return types.none(activations, sums, before, first, second, types.int16), generate

    @intrinsic
    def set_activations(context, activations, sums, found):
        """Compile `set_activations` as above."""

        def generate(context, builder, signature, arguments):
            kinds = BYTES, LONGS, BYTES
            activations, sums, found = pointers(context, builder, signature, arguments, *kinds)
            replace(builder, activations, sums, builder.load(found, align=1))
            return context.get_dummy_value()

        return types.none(activations, sums, found), generate

    @intrinsic
    def compute_hidden_layer(context, hidden, biases, weights, accumulator):
        """Compile `compute_hidden_layer` as above."""
        nothing = ir.Constant(FLOATS, ir.Undefined)

        def generate(context, builder, signature, arguments):
            kinds = ir.FloatType(), ir.FloatType(), ir.FloatType(), LONGS
            arrays = pointers(context, builder, signature, arguments, *kinds)
            hidden, biases, weights, accumulator = arrays
            units = context.make_array(signature.args[0])(context, builder, arguments[0]).shape
            units = builder.extract_value(units, 0)
            number = units.type

            def address(array, place):
                return builder.bitcast(builder.gep(array, [place]), FLOATS.as_pointer())

            whole = cgutils.get_null_value(LONGS)
            for partial_sum in range(PARTIAL_SUMS):
                row = builder.gep(accumulator, [number(partial_sum)])
                whole = builder.add(whole, builder.load(row, align=4))
            whole = builder.sitofp(whole, FLOATS)
            factors = [
                builder.shuffle_vector(whole, nothing, ir.Constant(LONGS, [lane] * LANES))
                for lane in range(LANES)
            ]
            chunks = cgutils.for_range_slice(
                builder, number(0), units, number(LANES), inc=True, intp=number
            )
            with chunks as (unit, _):
                total = builder.load(address(biases, unit), align=4)
                for lane, factor in enumerate(factors):
                    place = builder.add(unit, builder.mul(units, number(lane)))
                    row = builder.load(address(weights, place), align=4)
                    total = builder.fadd(total, builder.fmul(row, factor))
                builder.store(total, address(hidden, unit), align=4)
            return context.get_dummy_value()

        return types.none(hidden, biases, weights, accumulator), generate
