"""The cores that a process may use are those of its container."""

import os
from pathlib import Path

import pytest

from service.cores import available_cores
from tests.support.programs import run_program

GRANTED = len(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    ("quota", "cores"),
    [("100000 100000", 1), ("1000 100000", 1), ("150000 100000", 2), ("20000 10000", 2),
     ("210000 100000", 3), (f"{GRANTED + 1}00000 100000", GRANTED)],
)  # fmt: skip
def test_a_quota_is_rounded_up_and_no_more_than_is_granted(
    quota: str, cores: int, tmp_path: Path
) -> None:
    file = tmp_path / "cpu.max"
    file.write_text(f"{quota}\n")
    assert available_cores(file) == min(cores, GRANTED)


@pytest.mark.parametrize("text", [None, "max 100000\n", ""])
def test_where_there_is_no_quota_all_that_is_granted_counts(
    text: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "cpu.max"
    if text is not None:
        file.write_text(text)
    assert available_cores(file) == GRANTED


def test_a_process_bound_to_one_core_has_one() -> None:
    program = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))});"
        "from service.cores import available_cores; print(available_cores())"
    )
    assert run_program(program) == "1\n"
