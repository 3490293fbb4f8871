"""The lines of a heap: a question each, from a file or the standard input."""

import gzip
import io
import os
import stat
import sys
from codecs import BOM_UTF8
from pathlib import Path
from typing import BinaryIO

from service.heaps.files import GZIP, named

SKIPPED = 1 << 16
"""Bytes of a line that is too long which are read at once."""

Line = bytes | None
"""A line of a heap without its end; None for one that is too long."""


class Questions:
    """An iterator over the lines of a file, of which it holds one at a time."""

    def __init__(self, path: Path | None, most_bytes: int) -> None:
        """Without a `path` they are those of the standard input. OSError if it cannot be read."""
        self._raw: BinaryIO = sys.stdin.buffer if path is None else path.open("rb")
        self._name = str(path or "standard input")
        compressed = path is not None and path.suffix == GZIP
        # What is read of a compressed stream line by line has to be buffered once more.
        zipped = gzip.GzipFile(fileobj=self._raw) if compressed else None
        self._lines = io.BufferedReader(zipped) if zipped else self._raw
        self._most_bytes = most_bytes
        self._mark = BOM_UTF8
        """What may stand before the next line, and is no part of it."""
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
        with named(self._name):
            line = part = self._lines.readline(self._most_bytes + len(self._mark) + len(b"\r\n"))
            while part and not part.endswith(b"\n"):
                part = self._lines.readline(SKIPPED)
        if not line:
            raise StopIteration
        line, self._mark = line.removeprefix(self._mark), b""
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        return line if len(line) <= self._most_bytes else None
