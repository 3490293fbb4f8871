"""The solver that tests share."""

import pytest

from service.solver import Solver


@pytest.fixture(scope="session")
def solver() -> Solver:
    """Provide one solver for all tests, its table filled by whatever ran before."""
    return Solver(table_mebibytes=64)
