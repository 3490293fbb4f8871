"""The memory of the workers over time."""

from dataclasses import dataclass, field
from statistics import linear_regression, median

from tests.support.live_server import LiveServer

MEBIBYTE = 1 << 20


@dataclass
class MemoryRecord:
    """What each worker had of its own, in bytes, and when, in seconds."""

    times: list[float] = field(default_factory=list)
    sizes: dict[int, list[int]] = field(default_factory=dict)

    def note(self, server: LiveServer, now: float) -> None:
        """Look once at all workers."""
        self.times.append(now)
        for pid, size in server.memory().items():
            self.sizes.setdefault(pid, []).append(size)

    def growth(self, pid: int) -> float:
        """Return the growth from the second quarter to the last, by their medians, as a share."""
        sizes = self.sizes[pid]
        quarter = len(sizes) // 4
        early, late = median(sizes[quarter : 2 * quarter]), median(sizes[-quarter:])
        return (late - early) / early

    def slope(self, pid: int) -> float:
        """Return the growth since the first quarter in MiB an hour, by least squares."""
        start = len(self.times) // 4
        line = linear_regression(self.times[start:], self.sizes[pid][start:])
        return line.slope * 3600 / MEBIBYTE
