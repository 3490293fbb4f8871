"""Words of 128 bits, which LLVM has and numba lacks, for sets of up to 128 cells.

In arrays they are items of the dtype `WIDE_WORD`. Kernels written for words of 64 bits compile for
wide words unchanged: an operation with an integer extends it with zeros. So a complement, which has
all higher bits set, must be taken of a wide word and not of an integer.
"""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.datamodel.models import PrimitiveModel
from numba.core.typeconv import Conversion
from numba.core.types.misc import unliteral
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import NativeValue, lower_builtin, lower_cast, register_model, unbox
from numba.np.numpy_support import FROM_DTYPE

WIDE_WORD = np.dtype("V16")
"""The dtype of arrays of wide words; the octet of the lowest bits comes first."""
Word = Any
"""A word as Python hands it to kernels: an item of an array of words, `np.uint64` or `np.void`."""


class WideWord(types.Type):
    """The type of these words in kernels."""

    def __init__(self) -> None:
        super().__init__("wide_word")

    def unify(self, _context: Any, other: Any) -> "WideWord | None":
        """Return the type of a variable that holds this type and another one."""
        return self if isinstance(other, types.Integer) else None

    def can_convert_from(self, _context: Any, other: Any) -> Conversion | None:
        """Return how values of another type become wide words, or None if they do not."""
        return Conversion.safe if isinstance(other, types.Integer) else None


wide_word = WideWord()
FROM_DTYPE[WIDE_WORD] = wide_word  # type: ignore[index]


@register_model(WideWord)
class _WideWordModel(PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(128))


@unbox(WideWord)  # type: ignore[untyped-decorator]
def _unbox(_kind: Any, item: Any, context: Any) -> Any:
    """Take an item of an array, `np.void`, which Python hands to a kernel."""
    octets = context.pyapi.call_method(item, "tobytes")
    pointer = context.builder.bitcast(
        context.pyapi.bytes_as_string(octets), ir.IntType(128).as_pointer()
    )
    word = context.builder.load(pointer, align=1)
    context.pyapi.decref(octets)
    return NativeValue(word)


@lower_cast(types.Integer, WideWord)  # type: ignore[untyped-decorator]
def _widen(_context: Any, builder: Any, source: Any, _target: Any, value: Any) -> Any:
    return extended(builder, source, value, ir.IntType(128))


def extended(builder: Any, source: Any, value: Any, kind: Any) -> Any:
    """Return an integer of the type `source` as a word of the LLVM type `kind`, no narrower."""
    if value.type == kind:
        return value
    return (builder.sext if unliteral(source).signed else builder.zext)(value, kind)


def _define(
    word: Any, operation: Any, build: Callable[..., Any], result: Any, operands: int = 2
) -> None:
    """Define an operator for words of a type, and for such a word with an integer."""

    @infer_global(operation)
    class _Template(AbstractTemplate):
        def generic(self, given: Any, _keywords: Any) -> Any:
            if word in given and all(
                each == word or isinstance(each, types.Integer) for each in given
            ):
                return signature(result, *[word] * operands)
            return None

    @lower_builtin(operation, *[word] * operands)  # type: ignore[untyped-decorator]
    def _(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return build(builder, *values)


def define_operators(word: Any) -> None:
    """Define the operators for words of a type."""
    builder = ir.IRBuilder
    for in_place, operation, build in (
        (operator.iand, operator.and_, builder.and_),
        (operator.ior, operator.or_, builder.or_),
        (operator.ixor, operator.xor, builder.xor),
        (operator.iadd, operator.add, builder.add),
        (operator.isub, operator.sub, builder.sub),
        (operator.imul, operator.mul, builder.mul),
        (operator.ilshift, operator.lshift, builder.shl),
        (operator.irshift, operator.rshift, builder.lshr),
    ):
        _define(word, operation, build, word)
        _define(word, in_place, build, word)
    _define(word, operator.invert, builder.not_, word, operands=1)


def _define_comparisons() -> None:
    for name, sign in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("gt", ">")):

        def compare(builder: Any, one: Any, other: Any, sign: str = sign) -> Any:
            return builder.icmp_unsigned(sign, one, other)

        _define(wide_word, getattr(operator, name), compare, types.boolean)


define_operators(wide_word)
_define_comparisons()
