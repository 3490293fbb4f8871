"""Prefetching: the row of a table is fetched from memory before it is needed."""

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

if numba.config.DISABLE_JIT:

    def prefetch(table, row):
        """Fetch a row, uint64, of an array of two dimensions from memory."""

else:

    @intrinsic
    def prefetch(context, table, row):
        """Generate the prefetch instruction for the row; see above."""
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
