"""Solvers and solved games that the tests of the solver share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from service.solver import Solver
from tests.support.reference import Reference


@pytest.fixture(scope="session")
def solver() -> Solver:
    """One solver for all tests, its table filled by whatever ran before."""
    return Solver(table_mebibytes=64)


@pytest.fixture(scope="session")
def reference() -> Callable[..., Reference]:
    """The reference of a shape (width, height, row length), with all it has solved so far."""
    return cache(Reference)
