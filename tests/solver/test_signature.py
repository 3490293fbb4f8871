"""The search visits exactly the positions it did, so that no change of it goes unseen."""

from __future__ import annotations

import pytest

from benchmarks.signature import RENEW, Entry, count, entries

ENTRIES = entries()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_search_keeps_its_signature(entry: Entry) -> None:
    now = count(entry)
    assert now == entry, (
        f"{entry.name}: {now.nodes} nodes and {now.table_hits} table hits instead of {entry.nodes} "
        f"and {entry.table_hits}. If the search was meant to change, run `{RENEW}` and commit "
        "tests/data/signature.json."
    )


def test_most_of_it_is_searched_to_the_end() -> None:
    """Nodes tell more than table hits do."""
    to_the_end = [entry for entry in ENTRIES if entry.nodes < 0.9 * entry.node_limit]
    assert len(to_the_end) > len(ENTRIES) / 2


def test_the_signature_covers_every_search() -> None:
    """Boards of one word, larger boards with few empty cells, of two words, and larger still."""
    assert any(entry.board.rules.cells <= 64 for entry in ENTRIES)
    assert any(
        entry.board.rules.cells > 64 and entry.board.empty.bit_count() <= 64 for entry in ENTRIES
    )
    assert any(64 < entry.board.empty.bit_count() <= 128 for entry in ENTRIES)
    assert any(entry.board.empty.bit_count() > 128 for entry in ENTRIES)
    assert any(entry.best_only for entry in ENTRIES)
    assert len({entry.name for entry in ENTRIES}) == len(ENTRIES)
