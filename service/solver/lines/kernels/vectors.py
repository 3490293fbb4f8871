"""Several words of 64 bits side by side, as the vector instructions (SIMD) of processors take them.

Kernels written for words compile for such vectors unchanged: an operation is done in each *lane*,
and an integer is put into every lane. LLVM has vectors on any processor, numba lacks them. A wide
word, and any word where kernels run as plain Python, is taken for a vector of one lane.
"""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.datamodel.models import PrimitiveModel
from numba.core.typeconv import Conversion
from numba.extending import intrinsic, lower_cast, register_model

from service.solver.lines.kernels.wide_words import define_operators, extended

LANES = 8
"""The number of lanes of a vector of words of 64 bits."""

if numba.config.DISABLE_JIT:

    def lanes_in(_array):
        """Return how many words of an array make a vector."""
        return 1

    def vector_at(array, index):
        """Return the vector of the words of an array, shape (words,), from an index on."""
        return array[index]

    def put_vector(array, index, vector):
        """Write a vector to an array, shape (words,), from an index on."""
        array[index] = vector

    def where_zero(vector):
        """Return the vector with all bits set in the lanes that are zero, none in others."""
        return ~np.uint64(0) if vector == 0 else np.uint64(0)

    def lanes_set(vector):
        """Return the lanes that are not zero: an integer with a bit for each lane."""
        return int(vector != 0)

    def counts(vector):
        """Return the vector of the numbers of set bits in each lane."""
        return np.uint64(int(vector).bit_count())

    def lesser(one, other):
        """Return the lesser word of two in each lane."""
        return min(one, other)

    def greatest_lane(vector):
        """Return the greatest word of a vector."""
        return vector

else:

    class Vector(types.Type):
        """The type of these vectors in kernels."""

        def __init__(self) -> None:
            super().__init__("vector_of_words")

        def unify(self, _context: Any, other: Any) -> "Vector | None":
            """Return the type of a variable that holds this type and another one."""
            return self if isinstance(other, types.Integer) else None

        def can_convert_from(self, _context: Any, other: Any) -> Conversion | None:
            """Return how values of another type become vectors, or None if they do not."""
            return Conversion.safe if isinstance(other, types.Integer) else None

    vector_type = Vector()
    WORD = ir.IntType(64)
    VECTOR = ir.VectorType(WORD, LANES)

    @register_model(Vector)
    class _VectorModel(PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, VECTOR)

    @lower_cast(types.Integer, Vector)  # type: ignore[untyped-decorator]
    def _spread(_context: Any, builder: Any, source: Any, _target: Any, value: Any) -> Any:
        undefined, first = ir.Constant(VECTOR, ir.Undefined), ir.IntType(32)(0)
        single = builder.insert_element(undefined, extended(builder, source, value, WORD), first)
        return builder.shuffle_vector(
            single, undefined, ir.Constant(ir.VectorType(first.type, LANES), [0] * LANES)
        )

    define_operators(vector_type)

    def _vector_of(array):
        """Return the type of the vectors in an array of words."""
        return vector_type if array.dtype == types.uint64 else array.dtype

    def _call(builder, name, found, vector):
        """Call a function of LLVM for a vector, of which llvmlite does not know."""
        name = f"{name}.v{LANES}i64"
        kind = ir.FunctionType(found, [VECTOR])
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(function, [vector])

    def _pointer(context, builder, array_type, array, index, kind):
        data = context.make_array(array_type)(context, builder, array).data
        return builder.bitcast(builder.gep(data, [index]), kind.as_pointer())

    @intrinsic
    def lanes_in(context, array):
        """Compile `lanes_in` as above."""

        def generate(context, builder, signature, arguments):
            lanes = LANES if _vector_of(signature.args[0]) == vector_type else 1
            return context.get_constant(types.int64, lanes)

        return types.int64(array), generate

    @intrinsic
    def vector_at(context, array, index):
        """Compile `vector_at` as above."""
        found = _vector_of(array)

        def generate(context, builder, signature, arguments):
            kind = context.get_value_type(found)
            pointer = _pointer(context, builder, signature.args[0], *arguments, kind)
            return builder.load(pointer, align=8)

        return found(array, types.int64), generate

    @intrinsic
    def put_vector(context, array, index, vector):
        """Compile `put_vector` as above."""

        def generate(context, builder, signature, arguments):
            kind = context.get_value_type(signature.args[2])
            pointer = _pointer(context, builder, signature.args[0], *arguments[:2], kind)
            builder.store(arguments[2], pointer, align=8)
            return context.get_dummy_value()

        return types.none(array, types.int64, _vector_of(array)), generate

    @intrinsic
    def where_zero(context, vector):
        """Compile `where_zero` as above."""

        def generate(context, builder, signature, arguments):
            kind = arguments[0].type
            return builder.sext(builder.icmp_unsigned("==", arguments[0], kind(None)), kind)

        return vector(vector), generate

    @intrinsic
    def lanes_set(context, vector):
        """Compile `lanes_set` as above."""

        def generate(context, builder, signature, arguments):
            found = builder.icmp_unsigned("!=", arguments[0], arguments[0].type(None))
            if isinstance(found.type, ir.VectorType):
                found = builder.bitcast(found, ir.IntType(LANES))
            return builder.zext(found, WORD)

        return types.int64(vector), generate

    @intrinsic
    def counts(context, vector):
        """Compile `counts` as above."""

        def generate(context, builder, signature, arguments):
            if arguments[0].type != VECTOR:
                return builder.ctpop(arguments[0])
            return _call(builder, "llvm.ctpop", VECTOR, arguments[0])

        return vector(vector), generate

    @intrinsic
    def lesser(context, one, other):
        """Compile `lesser` as above."""

        def generate(context, builder, signature, arguments):
            less = builder.icmp_unsigned("<", *arguments)
            return builder.select(less, *arguments)

        return one(one, other), generate

    @intrinsic
    def greatest_lane(context, vector):
        """Compile `greatest_lane` as above."""

        def generate(context, builder, signature, arguments):
            value = arguments[0]
            if value.type == VECTOR:
                value = _call(builder, "llvm.vector.reduce.umax", WORD, value)
            elif value.type != WORD:
                value = builder.trunc(value, WORD)
            return value

        return types.uint64(vector), generate
