"""Compiled kernels are kept on disk: read where nothing can be written, and never when damaged."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.programs import run
from tests.support.project import ROOT

TWICE = """
from numba.core import event

from service.solver.compiling.kernels.jit import kernel

@kernel
def inner(number):
    return 2 * number

@kernel
def twice(number):
    return inner(number)

with event.install_recorder("numba:compile") as recorder:
    assert twice(21) == 42
print(sum(each.is_start for _, each in recorder.buffer), "compiled")
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    module = tmp_path / "twice.py"
    module.write_text(TWICE)
    return module


def ask_twice(program: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    """Run the program as a user who cannot write where writing is forbidden."""
    command = [sys.executable, str(program)]
    # Root writes anywhere, unless it gives up its capabilities.
    if os.geteuid() == 0:
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]
    done = run(*command, NUMBA_CACHE_DIR=str(cache), PYTHONPATH=str(ROOT))
    assert done.returncode == 0, done.stderr
    return done


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


def test_what_python_calls_is_kept_and_loaded_though_nothing_can_be_written(
    program: Path, cache: Path
) -> None:
    assert ask_twice(program, cache).stdout == "2 compiled\n"
    assert len(list(cache.rglob("*.kernel"))) == 1
    forbid_writing(cache)
    assert ask_twice(program, cache).stdout == "0 compiled\n"


@pytest.mark.thorough
def test_a_cache_that_cannot_be_written_is_named_and_costs_only_time(
    program: Path, cache: Path
) -> None:
    forbid_writing(cache)
    done = ask_twice(program, cache)
    assert done.stdout == "2 compiled\n"
    assert str(cache) in done.stderr
    assert list(cache.iterdir()) == []


@pytest.mark.thorough
@pytest.mark.parametrize("kept", [0.0, 0.5, 1.0])
def test_a_damaged_kernel_is_compiled_anew_with_a_word(
    program: Path, cache: Path, kept: float
) -> None:
    """Of which a part is missing, or one bit is another."""
    ask_twice(program, cache)
    (file,) = cache.rglob("*.kernel")
    content = bytearray(file.read_bytes())
    content[len(content) // 3] ^= 1
    file.write_bytes(content[: int(kept * len(content))])
    done = ask_twice(program, cache)
    assert done.stdout == "2 compiled\n"
    assert str(file) in done.stderr
    again = ask_twice(program, cache)
    assert (again.stdout, again.stderr) == ("0 compiled\n", "")


@pytest.mark.thorough
def test_kernels_of_one_name_in_two_rooms_are_told_apart(tmp_path: Path, cache: Path) -> None:
    """Two files of one name have kernels of one name that take the same types."""
    for room, factor in (("one", 2), ("other", 3)):
        kernels = tmp_path / room / "kernels"
        kernels.mkdir(parents=True)
        (kernels / "table.py").write_text(
            "from service.solver.compiling.kernels.jit import kernel\n"
            "@kernel\n"
            f"def scaled(number):\n    return {factor} * number\n"
        )
    program = tmp_path / "both.py"
    program.write_text(
        "from one.kernels import table\n"
        "from other.kernels import table as second\n"
        "print(table.scaled(7), second.scaled(7))\n"
    )
    for _ in range(2):
        assert ask_twice(program, cache).stdout.split() == ["14", "21"]
