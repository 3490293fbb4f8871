"""The cores that a process may use are those of its container."""

import os
from pathlib import Path

import pytest

from service.cores import available_cores
from tests.support.programs import run_program

GRANTED = len(os.sched_getaffinity(0))
ONE, MANY = "100000 100000", f"{GRANTED + 1}00000 100000"
V2, V1 = "0::{}\n", "5:cpuacct:{0}\n4:cpu,cpuset:{0}\n0::/\n"


def system(root: Path, cgroup: str, files: dict[str, str]) -> Path:
    """Make the files that tell the cgroup of a process and the limits of cgroups."""
    limits = {f"sys/fs/cgroup/{name}": f"{content}\n" for name, content in files.items()}
    for path, text in {"proc/self/cgroup": cgroup, **limits}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


@pytest.mark.parametrize(
    ("quota", "cores"),
    [(ONE, 1), ("1000 100000", 1), ("150000 100000", 2), ("20000 10000", 2), ("210000 100000", 3),
     (MANY, GRANTED)],
)  # fmt: skip
def test_a_quota_is_rounded_up_and_no_more_than_is_granted(
    quota: str, cores: int, tmp_path: Path
) -> None:
    root = system(tmp_path, V2.format("/"), {"cpu.max": quota})
    assert available_cores(root) == min(cores, GRANTED)


@pytest.mark.parametrize("text", ["max 100000", ""])
def test_where_there_is_no_quota_all_that_is_granted_counts(text: str, tmp_path: Path) -> None:
    assert available_cores(tmp_path) == GRANTED, "there are no cgroups"
    assert available_cores(system(tmp_path, V2.format("/a"), {"a/cpu.max": text})) == GRANTED


@pytest.mark.parametrize("limited", ["a.slice/b.service", "a.slice"])
@pytest.mark.parametrize("version", [2, 1])
def test_the_least_quota_of_the_cgroups_around_a_process_counts(
    version: int, limited: str, tmp_path: Path
) -> None:
    """Those are services of systemd, or containers that see the cgroups of their host."""
    quotas = dict.fromkeys(("a.slice/b.service", "a.slice"), MANY) | {limited: ONE}
    if version == 2:
        files = {f"{group}/cpu.max": quota for group, quota in quotas.items()}
    else:
        files = {
            f"cpu/{group}/cpu.cfs_{kind}_us": number
            for group, quota in quotas.items()
            for kind, number in zip(("quota", "period"), quota.split(), strict=True)
        } | {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}
    cgroup = (V2 if version == 2 else V1).format("/a.slice/b.service")
    assert available_cores(system(tmp_path, cgroup, files)) == 1


def test_a_container_may_see_its_own_cgroup_as_the_top(tmp_path: Path) -> None:
    assert available_cores(system(tmp_path, V2.format("/docker/1f"), {"cpu.max": ONE})) == 1


def test_a_process_bound_to_one_core_has_one() -> None:
    program = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))});"
        "from service.cores import available_cores; print(available_cores())"
    )
    assert run_program(program) == "1\n"
