"""A quarter of a minute of `make soak`."""

from __future__ import annotations

from tests.soak.soak import Soak


def test_mixed_load_leaves_the_server_as_it_was() -> None:
    Soak.run(15, seed=1).check()
