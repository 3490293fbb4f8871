"""A large body that is small until it is sent."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

LEVEL = 1
"""A hundred answers of a large board are fifty megabytes of JSON, which even so shrink to two."""
PIECE_BYTES = 1 << 16


class CompressedBuffer:
    """Bytes that are written bit by bit, compressed, and then read in pieces as they were."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(LEVEL)
        self._compressed: list[bytes] = []
        self.size = 0
        """Of what has been written."""

    def write(self, data: bytes) -> None:
        """Add to the end."""
        self.size += len(data)
        self._compressed.append(self._deflate.compress(data))

    def pieces(self) -> Iterator[bytes]:
        """All of it; nothing can be written any more."""
        inflate = zlib.decompressobj()
        self._compressed.append(self._deflate.flush())
        for piece in self._compressed:
            while piece:
                yield inflate.decompress(piece, PIECE_BYTES)
                piece = inflate.unconsumed_tail
        yield inflate.flush()
