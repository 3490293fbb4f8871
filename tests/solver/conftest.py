"""Solvers and solved games that the tests of the solver share."""

from collections.abc import Callable
from functools import cache

import pytest

from service.solver import Solver
from tests.support.reference import Reference


@pytest.fixture(scope="session")
def solver() -> Solver:
    """Provide one solver for all tests, its table filled by whatever ran before."""
    return Solver(table_mebibytes=64)


@pytest.fixture(scope="session")
def reference() -> Callable[..., Reference]:
    """Provide the references by shape (width, height, row length), each with what it has solved."""
    return cache(Reference)
