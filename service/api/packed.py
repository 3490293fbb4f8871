"""A large body that is small until it is sent."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

LEVEL = 1
"""A hundred answers of a large board are forty megabytes of JSON, which even so shrink to two."""
PIECE_BYTES = 1 << 16


class Packed:
    """Bytes that are written bit by bit, compressed, and then read in pieces as they were."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(LEVEL)
        self._packed: list[bytes] = []
        self.size = 0
        """Of what has been written."""

    def write(self, data: bytes) -> None:
        """Add to the end."""
        self.size += len(data)
        self._packed.append(self._deflate.compress(data))

    def pieces(self) -> Iterator[bytes]:
        """All of it; nothing can be written any more."""
        inflate = zlib.decompressobj()
        self._packed.append(self._deflate.flush())
        for packed in self._packed:
            while packed:
                yield inflate.decompress(packed, PIECE_BYTES)
                packed = inflate.unconsumed_tail
        yield inflate.flush()
