"""What the tests of the rules share."""

from __future__ import annotations

import pytest

from tests.support.reference import Reference, reachable


@pytest.fixture(scope="session")
def noughts_and_crosses() -> dict[tuple[str, str], bool]:
    """Every reachable 3x3 position (cells, side to move) and whether it is finished."""
    return {(cells, mover): over for cells, mover, over in reachable(Reference(3, 3, 3))}
