"""Sixteen numbers, worked on at once: processors and LLVM can, Numba cannot."""

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

LANES = 16

if numba.config.DISABLE_JIT:

    def become_limited_sum(felt, sums, one, other, most):
        """Let `felt` be `one` and `other` together, but from 0 to `most`; the `sums` follow.

        All have shape (LANES,): `sums` uint16, the others int16. The halves of `other` change
        places. No sum of two may overflow.
        """
        found = np.clip(one + np.roll(other, LANES // 2), 0, most).astype(np.int16)
        sums += (found - felt).astype(np.uint16)
        felt[:] = found

    def become_weighted_sums(said, offsets, weights, felt):
        """Let `said` be the `offsets` and all that is felt by its `weights`, added up in order.

        `said` and `offsets` have shape (units,), a multiple of LANES, `weights` (LANES, units) and
        `felt` (LANES,); all are float32.
        """
        said[:] = offsets
        for lane in range(LANES):
            said += weights[lane] * felt[lane]

else:

    @intrinsic
    def become_limited_sum(context, felt, sums, one, other, most):
        """The same."""
        lanes = ir.VectorType(ir.IntType(16), LANES)
        places = [(lane + LANES // 2) % LANES for lane in range(LANES)]
        swapped = ir.Constant(ir.VectorType(ir.IntType(32), LANES), places)

        def generate(context, builder, signature, arguments):
            def address(index):
                array = context.make_array(signature.args[index])(
                    context, builder, arguments[index]
                )
                return builder.bitcast(array.data, lanes.as_pointer())

            def either(comparison, one, other):
                return builder.select(builder.icmp_signed(comparison, one, other), one, other)

            felt, sums, one, other = map(address, range(4))
            before, sum_before = (builder.load(each, align=2) for each in (felt, sums))
            other = builder.load(other, align=2)
            other = builder.shuffle_vector(other, other, swapped)
            found = builder.add(builder.load(one, align=2), other)
            limit = cgutils.get_null_value(lanes)
            found = either(">", found, limit)
            for lane in range(LANES):
                place = ir.Constant(ir.IntType(32), lane)
                limit = builder.insert_element(limit, arguments[4], place)
            found = either("<", found, limit)
            builder.store(builder.add(sum_before, builder.sub(found, before)), sums, align=2)
            builder.store(found, felt, align=2)
            return context.get_dummy_value()

        return types.none(felt, sums, one, other, types.int16), generate

    @intrinsic
    def become_weighted_sums(context, said, offsets, weights, felt):
        """The same."""
        floats = ir.VectorType(ir.FloatType(), LANES)
        nothing, first = ir.Constant(floats, ir.Undefined), ir.Constant(ir.IntType(32), 0)
        all_first = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)

        def generate(context, builder, signature, arguments):
            arrays = [
                context.make_array(kind)(context, builder, value)
                for kind, value in zip(signature.args, arguments, strict=True)
            ]
            said, offsets, weights, felt = (each.data for each in arrays)
            units = builder.extract_value(arrays[0].shape, 0)
            number = units.type

            def address(array, place):
                return builder.bitcast(builder.gep(array, [place]), floats.as_pointer())

            def repeated(place):
                alone = builder.load(builder.gep(felt, [place]))
                alone = builder.insert_element(nothing, alone, first)
                return builder.shuffle_vector(alone, alone, all_first)

            factors = [repeated(number(lane)) for lane in range(LANES)]
            chunks = cgutils.for_range_slice(
                builder, number(0), units, number(LANES), inc=True, intp=number
            )
            with chunks as (unit, _):
                total = builder.load(address(offsets, unit), align=4)
                for lane, factor in enumerate(factors):
                    place = builder.add(unit, builder.mul(units, number(lane)))
                    row = builder.load(address(weights, place), align=4)
                    total = builder.fadd(total, builder.fmul(row, factor))
                builder.store(total, address(said, unit), align=4)
            return context.get_dummy_value()

        return types.none(said, offsets, weights, felt), generate
