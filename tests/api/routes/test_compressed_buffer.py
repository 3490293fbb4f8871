"""A compressed body is what was written, in pieces, and small before."""

from __future__ import annotations

import random

import pytest

from service.api.routes.compressed_buffer import PIECE_BYTES, CompressedBuffer


@pytest.mark.parametrize("size", [0, 1, 1000, 1 << 20])
@pytest.mark.parametrize("alphabet", [b"a", b"01", bytes(range(256))], ids=["one", "two", "all"])
def test_it_comes_out_as_it_went_in(size: int, alphabet: bytes) -> None:
    chance = random.Random(size)
    whole = bytes(chance.choices(alphabet, k=size))
    body, end = CompressedBuffer(), 0
    while end < size:
        start, end = end, end + chance.randrange(1 << 16)
        body.write(whole[start:end])
    pieces = list(body.pieces())
    assert b"".join(pieces) == whole
    assert body.size == size
    assert max(map(len, pieces)) <= PIECE_BYTES
