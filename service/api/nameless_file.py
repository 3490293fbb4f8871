"""Files that processes share and nobody finds: they lie in no folder."""

import os
from tempfile import TemporaryFile
from typing import IO


def open_nameless_file() -> IO[bytes]:
    """Open an empty file in memory, which needs no folder that can be written to.

    Where the system has no such files, as macOS has none, it is a temporary one without a name.
    """
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("k-in-a-row"), "r+b", buffering=0)
    return TemporaryFile(buffering=0)
