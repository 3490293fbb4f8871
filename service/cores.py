"""The number of processor cores that this process may use."""

import math
import os
from pathlib import Path

QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""The limit of a container's processor time (cgroup v2): microseconds, or `max`, and a period.

There is no such file outside of containers, nor with cgroup v1.
"""


def available_cores(quota: Path = QUOTA) -> int:
    """Return the cores that the system grants, or those of the quota, rounded up, if fewer."""
    if hasattr(os, "sched_getaffinity"):
        granted = len(os.sched_getaffinity(0))
    else:
        granted = os.cpu_count() or 1
    try:
        limit, period = quota.read_text().split()
        return min(granted, max(1, math.ceil(int(limit) / int(period))))
    except (OSError, ValueError):  # There is no file, or no limit.
        return granted
