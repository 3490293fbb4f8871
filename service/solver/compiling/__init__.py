"""How kernels come to be compiled: the decorators, the files that are kept, and who compiles.

Its door; the decorators are in `kernels.jit`, which kernels import.
"""

from service.solver.compiling.kernels.cache import (
    MissingKernelError,
    cache_folder,
    digest_of,
    only_loading,
    sources_digest,
)
from service.solver.compiling.kernels.jit import INTERPRETED
from service.solver.compiling.notes import (
    forget_compiled,
    has_compiled,
    is_usable,
    leave_to_others,
    note_compiled,
)
from service.solver.compiling.workers import compile_as_told, compile_in_processes, provide_folder

__all__ = [
    "INTERPRETED", "MissingKernelError", "cache_folder", "compile_as_told", "compile_in_processes",
    "digest_of", "forget_compiled", "has_compiled", "is_usable", "leave_to_others", "note_compiled",
    "only_loading", "provide_folder", "sources_digest",
]  # fmt: skip
