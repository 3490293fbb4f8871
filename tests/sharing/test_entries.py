"""An entry gives back what was kept, or nothing."""

from dataclasses import replace

import pytest

from service.game import Board
from service.sharing import entries
from service.sharing.entries import (
    MOST_BYTES,
    SEAL_BYTES,
    RefusedEntryError,
    key_of,
    pack,
    seal,
    unpack,
)
from tests.sharing.questions import BOARDS, LARGE, PAIRED, SEARCHED, SECRET, UNLIKE, analysed


@pytest.mark.parametrize("best_only", [False, True])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_what_was_packed_comes_back(board: Board, best_only: bool) -> None:
    analysis, key = analysed(board, best_only), key_of(board, best_only=best_only)
    assert unpack(pack(analysis, key, SECRET), key, SECRET) == analysis


def test_no_mutation_is_taken_for_an_entry() -> None:
    """Every byte is changed, left out or doubled, and the entry is cut at every place."""
    key = key_of(SEARCHED, best_only=False)
    entry = pack(analysed(SEARCHED), key, SECRET)
    for at in range(len(entry)):
        before, byte, after = entry[:at], entry[at : at + 1], entry[at + 1 :]
        for middle in (bytes([byte[0] ^ 1]), b"", byte + byte):
            with pytest.raises(RefusedEntryError):
                unpack(before + middle + after, key, SECRET)
        with pytest.raises(RefusedEntryError):
            unpack(before, key, SECRET)


def test_an_entry_holds_for_its_key_and_secret_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    key = key_of(SEARCHED, best_only=False)
    entry = pack(analysed(SEARCHED), key, SECRET)
    foreign = [key_of(SEARCHED, best_only=True), key_of(PAIRED, best_only=False)]
    monkeypatch.setattr(entries, "build_name", lambda: "another")
    foreign.append(key_of(SEARCHED, best_only=False))
    assert len({key, *foreign}) == 4
    for each in foreign:
        with pytest.raises(RefusedEntryError, match="seal"):
            unpack(entry, each, SECRET)
    with pytest.raises(RefusedEntryError, match="seal"):
        unpack(entry, key, SECRET + b"!")


def test_keys_tell_positions_apart() -> None:
    boards = {*BOARDS, *(replace(board, to_move="O") for board in BOARDS), *UNLIKE}
    assert len(
        {key_of(board, best_only=best) for board in boards for best in (False, True)}
    ) == 2 * len(boards)


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b"null", b'{"board": 1}', b"\xff", b"[" * 9999]
)
def test_what_is_sealed_must_be_an_analysis(body: bytes) -> None:
    key = key_of(SEARCHED, best_only=False)
    with pytest.raises(RefusedEntryError, match="no analysis"):
        unpack(seal(body, key, SECRET), key, SECRET)


def test_an_entry_over_the_limit_is_refused() -> None:
    key = key_of(LARGE, best_only=False)
    entry = pack(analysed(LARGE), key, SECRET)
    too_large = seal(entry[SEAL_BYTES:] + b" " * MOST_BYTES, key, SECRET)
    with pytest.raises(RefusedEntryError, match="large"):
        unpack(too_large, key, SECRET)
