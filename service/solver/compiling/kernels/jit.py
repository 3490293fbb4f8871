"""How every kernel is compiled: by numba, without the interpreter lock, and kept on disk.

Numba compiles each function that a kernel calls on its own: for its caller, into which it is
linked, and for Python and C, for which it also gets wrappers and machine code. Of some 270 kernels
Python calls one in six. So each kernel has two forms here: an inner one, which other kernels call
and of which there is never any machine code, and an entry, which is compiled when Python first
calls it and holds the code of all that it calls. Only entries are kept on disk.
"""

import warnings
from collections.abc import Callable
from functools import update_wrapper
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.datamodel.models import OpaqueModel
from numba.core.types.misc import unliteral
from numba.core.untyped_passes import IRProcessing
from numba.extending import register_model

from service.solver.compiling.kernels.cache import KernelCache

INTERPRETED = bool(numba.config.DISABLE_JIT)
"""Whether the kernels run as plain Python, for a debugger (`NUMBA_DISABLE_JIT=1`)."""
if INTERPRETED:
    # Hashes overflow by intent, of which machine code says nothing.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
at = np.uintp
"""An index that is not negative: a signed one is tried for that, which takes time."""


class _NoAddresses:
    """Stands for the code generator where numba wants to note the address of an environment."""

    @staticmethod
    def set_env(_name: str, _environment: Any) -> None:
        """Do nothing: code that is never called has no address."""


class InnerLibrary(JITCodeLibrary):
    """The code of a kernel that is only ever linked into others: optimised, but not emitted."""

    codegen = _NoAddresses

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return the null pointer: there is no machine code."""
        return 0


@register_pass(mutates_CFG=False, analysis_only=True)
class ChooseInnerLibrary(AnalysisPass):
    """Has numba put the code of a function into an `InnerLibrary`."""

    _name = "choose_inner_library"

    def __init__(self) -> None:  # The base class leaves it abstract.
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Give the compilation its library; nothing of the function is changed."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


class InnerCompiler(Compiler):
    """Numba's compiler, with an `InnerLibrary`."""

    def define_pipelines(self) -> Any:
        """Return numba's passes and the one that chooses the library."""
        pipelines = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.add_pass_after(ChooseInnerLibrary, IRProcessing)
            pipeline.finalize()
        return pipelines


class KernelType(types.Dispatcher):
    """The type of a kernel in other kernels, which call its inner form."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call.

        A constant argument counts as any other of its type: else each would be a copy to compile.
        """
        return super().get_call_type(context, tuple(map(unliteral, args)), kws)


register_model(KernelType)(OpaqueModel)


class Kernel:
    """A compiled function, as Python and as other kernels see it."""

    def __init__(self, function: Callable[..., Any], options: dict[str, bool]) -> None:
        """`options` are those of `numba.njit`."""
        update_wrapper(self, function)
        self.py_func, self.options = function, options
        self._inner: Any = None
        self._entry = numba.njit(no_cfunc_wrapper=True, **options)(function)
        self._entry._cache = KernelCache(function)

    @property
    def _numba_type_(self) -> KernelType:
        """What numba asks an object for that a function uses which it compiles.

        The inner form is made here, since to load the machine code of a caller needs none.
        """
        if self._inner is None:
            wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            decorate = numba.njit(pipeline_class=InnerCompiler, **wrappers, **self.options)
            self._inner = decorate(self.py_func)
        return KernelType(self._inner)

    def __call__(self, *arguments: Any) -> Any:
        """Call the entry, which is compiled or loaded for new types of arguments."""
        return self._entry(*arguments)

    @property
    def signatures(self) -> list[Any]:
        """The types of arguments that the entry has been compiled or loaded for."""
        return list(self._entry.signatures)


def member_of(kernel: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator which has a function that closes over kernels named as one of them.

    What a factory makes all has one name, by which its compiled code could not be told apart: so it
    counts as a function of the module of the kernel given, and no other of it has its name.
    """

    def named(function: Callable[..., Any]) -> Callable[..., Any]:
        function.__module__, function.__qualname__ = kernel.__module__, function.__name__
        return function

    return named


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call; it releases the interpreter lock while it runs."""
    return _compiled(function)


def bare_kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` like a kernel in which no references to arrays are counted.

    So it and all that it calls can make no arrays. To count those that are passed in tuples takes
    up to half of the time of a search.
    """
    return _compiled(function, _nrt=False)


def inlined_kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` like a bare kernel that becomes a part of each that calls it.

    To hand over tuples of dozens of arrays takes longer than much that is done with them.
    """
    return _compiled(function, _nrt=False, forceinline=True)


def macro(function: Callable[..., Any]) -> Any:
    """Have numba put the statements of `function` in place of each call in a kernel.

    So it can return a view of an array, which a bare kernel cannot.
    """
    return numba.njit(inline="always")(function)


def held_kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` like a kernel that keeps the interpreter lock.

    This is for what runs in less time than it takes to get the lock back.
    """
    return _compiled(function, nogil=False)


def _compiled(function: Callable[..., Any], nogil: bool = True, **options: bool) -> Any:
    return Kernel(function, {"nogil": nogil, **options}) if not INTERPRETED else function
