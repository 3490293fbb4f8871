"""Where compiled kernels are kept between two runs of a program.

There is a file for each signature of each kernel. It begins with a digest of the rest, since
machine code in which a bit has flipped would run all the same. A file is written whole or not at
all, so that any number of processes may read and write at once.

The folder of these files is named after all that the machine code depends on: the sources of all
kernels (numba looks at the file of a kernel itself, not at those of the kernels that it calls),
Python, the compiler and the processor. Nothing in it depends on where the sources lie.
"""

import hashlib
import logging
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite.binding import parse_assembly
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

SOLVER = Path(__file__).parents[2]
DIGEST_BYTES = 32

_log = logging.getLogger(__name__)
_only_loads = ContextVar("only_loads", default=False)


class MissingKernelError(Exception):
    """A compiled kernel is missing or damaged where it may only be loaded."""


@contextmanager
def only_loading() -> Iterator[None]:
    """Raise `MissingKernelError` in this thread instead of compiling a kernel."""
    token = _only_loads.set(True)
    try:
        yield
    finally:
        _only_loads.reset(token)


def digest_of(root: Path, *patterns: str) -> str:
    """Return a name for the files below a folder that match patterns, and for their contents."""
    found = hashlib.sha256()
    for file in sorted(file for pattern in patterns for file in root.glob(pattern)):
        content = file.read_bytes()
        found.update(f"{file.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()[:16]


@cache
def sources_digest() -> str:
    """Return a name for the sources of all kernels: whatever lies in a folder `kernels`."""
    return digest_of(SOLVER, "*/kernels/*.py")


@cache
def _compiler_digest() -> str:
    """Return a name for the compiler, and for the processor that it compiles for."""
    versions = sys.implementation.cache_tag, numba.__version__, llvmlite.__version__
    target = cpu_target.target_context.codegen().magic_tuple()
    return hashlib.sha256(repr((versions, target)).encode()).hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder: below `NUMBA_CACHE_DIR`, or else below the user's cache folder."""
    root = os.environ.get("NUMBA_CACHE_DIR") or os.path.join(_user_cache(), "k-in-a-row")
    return Path(root, f"{sources_digest()}-{_compiler_digest()}")


def _user_cache() -> str:
    """Return the user's cache folder; a path that cannot be one for a user without a home."""
    if named := os.environ.get("XDG_CACHE_HOME"):
        return named
    home = os.path.expanduser("~")
    return os.path.join(os.devnull if home == "~" else home, ".cache")


class KernelCache(NullCache):
    """The files of one kernel. Numba asks it before it compiles a signature, and tells it after.

    A folder that cannot be read or written costs time for compiling, never an answer.
    """

    def __init__(self, function: Any) -> None:
        # Files of several rooms have the same name.
        self._name = f"{function.__module__}.{function.__qualname__}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel for a signature; None where there is none that is whole.

        Raises `MissingKernelError` then if kernels are only to be loaded.
        """
        target_context.refresh()
        data = self._read(self._path(sig))
        if data is not None:
            return CompileResult._rebuild(target_context, *pickle.loads(data))
        if _only_loads.get():
            raise MissingKernelError(self._name)
        return None

    def _read(self, path: Path) -> bytes | None:
        """Return what a file holds; None if it is missing or damaged."""
        try:
            content = path.read_bytes()
        except OSError:
            return None
        digest, data = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
        if hashlib.sha256(data).digest() == digest:
            return data
        _log.warning("The compiled kernel %s is damaged, and is compiled anew.", path)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what has been compiled, if there is room."""
        (name, kind, (machine_code, _)), *rest = data._reduce()
        library = name, kind, (machine_code, _names_alone(data.fndesc))
        path, content = self._path(sig), dumps((library, *rest))
        draft = path.with_suffix(f".{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(hashlib.sha256(content).digest() + content)
            draft.replace(path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            _log.warning("The compiled kernel %s cannot be kept: %s.", path, error.strerror)

    def _path(self, signature: Any) -> Path:
        named = hashlib.sha256(repr(signature).encode()).hexdigest()[:16]
        return cache_folder() / f"{self._name}-{named}.kernel"


def _names_alone(described: Any) -> bytes:
    """Return bitcode that names the functions of a kernel which Python calls, and holds no code.

    Numba keeps the bitcode of a kernel beside its machine code, and reads it for these names. The
    rest of it, which takes longer to read than the machine code, would serve to link the kernel
    into others.
    """
    names = described.llvm_func_name, described.llvm_cpython_wrapper_name
    stubs = [f'define void @"{name}"() {{ unreachable }}' for name in names]
    return bytes(parse_assembly("\n".join(stubs)).as_bitcode())
