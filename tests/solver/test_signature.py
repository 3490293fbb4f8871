"""The search visits exactly the positions it did, so that no change of it goes unseen."""

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
