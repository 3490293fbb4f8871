"""How many processor cores this process may use."""

from __future__ import annotations

import math
import os
from pathlib import Path

QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""A container's limit of processor time (cgroup v2): microseconds, or `max`, and those of a period.

There is no such file outside of containers, nor with cgroup v1.
"""


def available_cores(quota: Path = QUOTA) -> int:
    """The cores that the system grants, or as many as the quota amounts to, rounded up."""
    if hasattr(os, "sched_getaffinity"):
        granted = len(os.sched_getaffinity(0))
    else:
        granted = os.cpu_count() or 1
    try:
        limit, period = quota.read_text().split()
        return min(granted, max(1, math.ceil(int(limit) / int(period))))
    except (OSError, ValueError):  # There is no file, or no limit.
        return granted
