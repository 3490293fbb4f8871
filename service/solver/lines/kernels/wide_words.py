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
from numba.extending import lower_builtin, lower_cast, register_model
from numba.np.numpy_support import FROM_DTYPE

WIDE_WORD = np.dtype("V16")
"""The dtype of arrays of wide words; the octet of the lowest bits comes first."""


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


@lower_cast(types.Integer, WideWord)  # type: ignore[untyped-decorator]
def _widen(_context: Any, builder: Any, source: Any, _target: Any, value: Any) -> Any:
    extend = builder.sext if unliteral(source).signed else builder.zext
    return extend(value, ir.IntType(128))


def _define(operation: Any, build: Callable[..., Any], result: Any, operands: int = 2) -> None:
    """Define an operator for wide words, and for a wide word with an integer."""

    @infer_global(operation)
    class _Template(AbstractTemplate):
        def generic(self, given: Any, _keywords: Any) -> Any:
            if wide_word in given and all(
                each == wide_word or isinstance(each, types.Integer) for each in given
            ):
                return signature(result, *[wide_word] * operands)
            return None

    @lower_builtin(operation, *[wide_word] * operands)  # type: ignore[untyped-decorator]
    def _(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return build(builder, *values)


def _define_all() -> None:
    builder = ir.IRBuilder
    for in_place, operation, build in (
        (operator.iand, operator.and_, builder.and_),
        (operator.ior, operator.or_, builder.or_),
        (operator.ixor, operator.xor, builder.xor),
        (operator.iadd, operator.add, builder.add),
        (operator.isub, operator.sub, builder.sub),
        (operator.ilshift, operator.lshift, builder.shl),
        (operator.irshift, operator.rshift, builder.lshr),
    ):
        _define(operation, build, wide_word)
        _define(in_place, build, wide_word)
    _define(operator.invert, builder.not_, wide_word, operands=1)
    for name, sign in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("gt", ">")):

        def compare(builder: Any, one: Any, other: Any, sign: str = sign) -> Any:
            return builder.icmp_unsigned(sign, one, other)

        _define(getattr(operator, name), compare, types.boolean)


_define_all()
