"""A moving picture from pictures: an animated PNG, which browsers show without more."""

import struct
from collections.abc import Iterator, Sequence
from zlib import crc32

SIGNATURE = b"\x89PNG\r\n\x1a\n"
ONCE = 1
"""How often it runs: who reads on is not disturbed."""


def moving_picture(pictures: Sequence[bytes], milliseconds: int) -> bytes:
    """Return PNGs of one size and kind as one (PNG, 11.3.6), each shown for so long."""
    (_, header), *_ = _chunks(pictures[0])
    parts = [
        SIGNATURE,
        _chunk(b"IHDR", header),
        _chunk(b"acTL", struct.pack(">II", len(pictures), ONCE)),
    ]
    number = 0
    for picture in pictures:
        # It covers all of the one before.
        shown = struct.pack(">8sIIHHBB", header[:8], 0, 0, milliseconds, 1000, 0, 0)
        parts.append(_chunk(b"fcTL", struct.pack(">I", number) + shown))
        number += 1
        for kind, data in _chunks(picture):
            if kind == b"IDAT" and picture is pictures[0]:
                parts.append(_chunk(kind, data))
            elif kind == b"IDAT":
                parts.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, at)
        yield kind, picture[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))
