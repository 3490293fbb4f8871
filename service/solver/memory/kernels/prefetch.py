"""Asks for a row of a table before it is needed, so that nobody has to wait for it."""

from __future__ import annotations

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

if numba.config.DISABLE_JIT:

    def prefetch(table, row):
        """Have a row, uint64, of an array of two dimensions fetched from memory."""

else:

    @intrinsic
    def prefetch(context, table, row):
        """The same."""
        read, keep, data = (ir.Constant(ir.IntType(32), value) for value in (0, 3, 1))

        def generate(context, builder, signature, arguments):
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            offset = builder.mul(arguments[1], builder.extract_value(array.strides, 0))
            byte = ir.IntType(8).as_pointer()
            address = builder.gep(builder.bitcast(array.data, byte), [offset])
            kind = ir.FunctionType(ir.VoidType(), [byte, *[ir.IntType(32)] * 3])
            fetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            builder.call(fetch, [address, read, keep, data])
            return context.get_dummy_value()

        return types.none(table, types.uint64), generate
