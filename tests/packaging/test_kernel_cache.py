"""Kernels baked into a folder that cannot be written are used; without one, nothing breaks."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging.project import ROOT
from tests.programs import printed

TWICE = """
from service.solver.compiling.kernels.jit import kernel

@kernel
def twice(number):
    return 2 * number

assert twice(21) == 42
print(sum(twice.stats.cache_hits.values()), "hits")
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    module = tmp_path / "twice.py"
    module.write_text(TWICE)
    return module


def run(program: Path, cache: Path) -> str:
    command = [sys.executable, str(program)]
    # Root writes anywhere, unless it gives up its capabilities.
    if os.geteuid() == 0:
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]
    return printed(*command, NUMBA_CACHE_DIR=str(cache), PYTHONPATH=str(ROOT)).strip()


def forbid_writing(folder: Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "cache"
    folder.mkdir()
    yield folder
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_cache_is_used(program: Path, cache: Path) -> None:
    assert run(program, cache) == "0 hits"
    forbid_writing(cache)
    assert run(program, cache) == "1 hits"


def test_a_cache_that_cannot_be_written_costs_only_time(program: Path, cache: Path) -> None:
    forbid_writing(cache)
    assert run(program, cache) == "0 hits"
    assert list(cache.iterdir()) == []
