"""The lines of a heap: a question each, from a file or the standard input."""

import gzip
import io
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

GZIP = ".gz"
"""The end of the name of a file that is compressed."""
SKIPPED = 1 << 16
"""Bytes of a line that is too long which are read at once."""

Line = bytes | None
"""A line of a heap; None for one that is too long."""


class Questions:
    """An iterator over the lines of a file, of which it holds one at a time."""

    def __init__(self, path: Path | None, most_bytes: int) -> None:
        """Without a `path` they are those of the standard input. OSError if it cannot be read."""
        self._raw: BinaryIO = sys.stdin.buffer if path is None else path.open("rb")
        compressed = path is not None and path.suffix == GZIP
        # What is read of a compressed stream line by line has to be buffered once more.
        zipped = gzip.GzipFile(fileobj=self._raw) if compressed else None
        self._lines = io.BufferedReader(zipped) if zipped else self._raw
        self._most_bytes = most_bytes
        status = os.fstat(self._raw.fileno())
        self.bytes = status.st_size if stat.S_ISREG(status.st_mode) else None
        """The size of the file; None for a pipe."""

    @property
    def bytes_read(self) -> int:
        """Return how much of the file has been read."""
        return self._raw.tell() if self.bytes is not None else 0

    def __iter__(self) -> "Questions":
        return self

    def __next__(self) -> Line:
        line = self._lines.readline(self._most_bytes + 1)
        if not line:
            raise StopIteration
        if len(line) <= self._most_bytes or line.endswith(b"\n"):
            return line
        while line and not line.endswith(b"\n"):
            line = self._lines.readline(SKIPPED)
        return None
