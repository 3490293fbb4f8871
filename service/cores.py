"""The number of processor cores that this process may use."""

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

V2, V1 = ("cpu.max",), ("cpu.cfs_quota_us", "cpu.cfs_period_us")
"""The files of a cgroup that limit its processor time to so many microseconds of a period."""


def available_cores(root: Path = Path("/")) -> int:
    """Return the cores that the system grants, or those of the least quota, rounded up, if fewer.

    The quotas are those in the file system below `root`.
    """
    if hasattr(os, "sched_getaffinity"):
        granted = len(os.sched_getaffinity(0))
    else:
        granted = os.cpu_count() or 1
    return min([granted, *(max(1, math.ceil(quota)) for quota in _quotas(root))])


def _quotas(root: Path) -> Iterator[float]:
    """Yield the limits, in cores, of the cgroup of this process and of all around it."""
    cgroups = root / "sys/fs/cgroup"
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return  # The system has no cgroups.
    for line in lines:
        _, controllers, path = line.split(":", 2)
        is_v2 = not controllers
        if not (is_v2 or "cpu" in controllers.split(",")):
            continue
        top, files = (cgroups, V2) if is_v2 else (cgroups / "cpu", V1)
        own = PurePosixPath(path.lstrip("/"))
        # A container may see its own cgroup alone, as the top, whatever its path is outside.
        for group in (own, *own.parents):
            with suppress(OSError, ValueError):  # There is no file, or no limit.
                limit, period = " ".join((top / group / file).read_text() for file in files).split()
                if int(limit) > 0:
                    yield int(limit) / int(period)
