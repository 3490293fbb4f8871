"""One solver for all tests of the levels."""

import pytest

from service.solver import Solver


@pytest.fixture(scope="package")
def solver() -> Solver:
    """Provide a solver with a small table."""
    return Solver(16)
