"""How kernels come to be compiled: the decorators, the files that are kept, and who compiles.

Its door; the decorators are in `kernels.jit`, which kernels import.
"""

from service.solver.compiling.kernels.cache import cache_folder, digest_of, sources_digest
from service.solver.compiling.kernels.jit import INTERPRETED
from service.solver.compiling.notes import has_compiled, is_usable, leave_to_others, note_compiled
from service.solver.compiling.workers import compile_as_told, compile_in_processes, provide_folder

__all__ = [
    "INTERPRETED", "cache_folder", "compile_as_told", "compile_in_processes", "digest_of",
    "has_compiled", "is_usable", "leave_to_others", "note_compiled", "provide_folder",
    "sources_digest",
]  # fmt: skip
