"""Sixteen numbers, worked on at once: processors and LLVM can, Numba cannot."""

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

LANES = 16
WAYS = 4
"""So many sums of the same lanes: to add to one has to wait for what was added before."""

if numba.config.DISABLE_JIT:

    def become_limited_sum(felt, sums, before, one, other, most):
        """Let `felt` be `one` and `other` together, but from 0 to `most`; the `sums` follow.

        `before` becomes what it was. All have shape (LANES,): `felt` and `before` int8, `sums`
        int32, the others int16. The halves of `other` change places. No sum of two may overflow.
        """
        before[:] = felt
        change_to(felt, sums, np.clip(one + np.roll(other, LANES // 2), 0, most).astype(np.int8))

    def change_to(felt, sums, found):
        """Let `felt` be what is `found`; the `sums` follow. All as above."""
        sums += found - felt
        felt[:] = found

    def become_weighted_sums(said, offsets, weights, sums):
        """Let `said` be the `offsets` and all `sums`, together, by their `weights`, added in order.

        `said` and `offsets` have shape (units,), a multiple of LANES, and `weights` (LANES, units),
        all float32; `sums` have (WAYS, LANES), int32.
        """
        said[:] = offsets
        for lane in range(LANES):
            said += weights[lane] * np.float32(sums[:, lane].sum())

else:
    BYTES, SHORTS, LONGS, FLOATS = (
        ir.VectorType(kind, LANES)
        for kind in (ir.IntType(8), ir.IntType(16), ir.IntType(32), ir.FloatType())
    )

    def pointers(context, builder, signature, arguments, *kinds):
        """Where the first arguments, which are arrays, lie, as pointers to these kinds."""
        found = []
        for array, value, kind in zip(signature.args, arguments, kinds, strict=False):
            data = context.make_array(array)(context, builder, value).data
            found.append(builder.bitcast(data, kind.as_pointer()))
        return found

    def follow(builder, felt, sums, found):
        """Let what is felt, whose old values are returned, be `found`, and the sums follow."""
        before = builder.load(felt, align=1)
        change = builder.sext(builder.sub(found, before), LONGS)
        builder.store(builder.add(builder.load(sums, align=4), change), sums, align=4)
        builder.store(found, felt, align=1)
        return before

    @intrinsic
    def become_limited_sum(context, felt, sums, before, one, other, most):
        """The same."""
        places = [(lane + LANES // 2) % LANES for lane in range(LANES)]
        swapped = ir.Constant(ir.VectorType(ir.IntType(32), LANES), places)

        def generate(context, builder, signature, arguments):
            def either(comparison, one, other):
                return builder.select(builder.icmp_signed(comparison, one, other), one, other)

            kinds = BYTES, LONGS, BYTES, SHORTS, SHORTS
            arrays = pointers(context, builder, signature, arguments, *kinds)
            felt, sums, before, one, other = arrays
            other = builder.load(other, align=2)
            other = builder.shuffle_vector(other, other, swapped)
            found = builder.add(builder.load(one, align=2), other)
            limit = cgutils.get_null_value(SHORTS)
            found = either(">", found, limit)
            for lane in range(LANES):
                place = ir.Constant(ir.IntType(32), lane)
                limit = builder.insert_element(limit, arguments[5], place)
            found = either("<", found, limit)
            found = builder.trunc(found, BYTES)
            builder.store(follow(builder, felt, sums, found), before, align=1)
            return context.get_dummy_value()

        return types.none(felt, sums, before, one, other, types.int16), generate

    @intrinsic
    def change_to(context, felt, sums, found):
        """The same."""

        def generate(context, builder, signature, arguments):
            kinds = BYTES, LONGS, BYTES
            felt, sums, found = pointers(context, builder, signature, arguments, *kinds)
            follow(builder, felt, sums, builder.load(found, align=1))
            return context.get_dummy_value()

        return types.none(felt, sums, found), generate

    @intrinsic
    def become_weighted_sums(context, said, offsets, weights, sums):
        """The same."""
        nothing = ir.Constant(FLOATS, ir.Undefined)

        def generate(context, builder, signature, arguments):
            kinds = ir.FloatType(), ir.FloatType(), ir.FloatType(), LONGS
            said, offsets, weights, sums = pointers(context, builder, signature, arguments, *kinds)
            units = context.make_array(signature.args[0])(context, builder, arguments[0]).shape
            units = builder.extract_value(units, 0)
            number = units.type

            def address(array, place):
                return builder.bitcast(builder.gep(array, [place]), FLOATS.as_pointer())

            whole = cgutils.get_null_value(LONGS)
            for way in range(WAYS):
                row = builder.gep(sums, [number(way)])
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
                total = builder.load(address(offsets, unit), align=4)
                for lane, factor in enumerate(factors):
                    place = builder.add(unit, builder.mul(units, number(lane)))
                    row = builder.load(address(weights, place), align=4)
                    total = builder.fadd(total, builder.fmul(row, factor))
                builder.store(total, address(said, unit), align=4)
            return context.get_dummy_value()

        return types.none(said, offsets, weights, sums), generate
