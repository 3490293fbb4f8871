"""Sixteen whole numbers of 16 bits, worked on at once: processors and LLVM can, Numba cannot."""

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

        All have shape (LANES,): `sums` uint16, the others int16. No sum of two may overflow.
        """
        found = np.clip(one + other, 0, most).astype(np.int16)
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
            found = builder.add(builder.load(one, align=2), builder.load(other, align=2))
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
        first = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)

        def generate(context, builder, signature, arguments):
            arrays = [
                context.make_array(kind)(context, builder, value)
                for kind, value in zip(signature.args, arguments, strict=True)
            ]
            said, offsets, weights, felt = (each.data for each in arrays)
            units = builder.extract_value(arrays[0].shape, 0)

            def load(array, place):
                address = builder.bitcast(builder.gep(array, [place]), floats.as_pointer())
                return builder.load(address, align=4)

            every = []
            for lane in range(LANES):
                one = builder.load(builder.gep(felt, [ir.Constant(ir.IntType(64), lane)]))
                alone = builder.insert_element(
                    ir.Constant(floats, ir.Undefined), one, ir.Constant(ir.IntType(32), 0)
                )
                every.append(builder.shuffle_vector(alone, alone, first))
            step = ir.Constant(units.type, LANES)
            with cgutils.for_range_slice(builder, units.type(0), units, step, inc=True) as (
                unit,
                _,
            ):
                total = load(offsets, unit)
                for lane in range(LANES):
                    row = builder.add(unit, builder.mul(units, units.type(lane)))
                    total = builder.fadd(total, builder.fmul(load(weights, row), every[lane]))
                place = builder.bitcast(builder.gep(said, [unit]), floats.as_pointer())
                builder.store(total, place, align=4)
            return context.get_dummy_value()

        return types.none(said, offsets, weights, felt), generate
