"""`python -m tests.benchmarks [section ...]`: run all benchmarks, or those named."""

from __future__ import annotations

import sys

from tests.benchmarks import (
    deadlines,
    http_rate,
    ladder,
    late_positions,
    matches,
    peers,
    quick,
    self_play,
    signature,
    stopping,
    threats,
)

SECTIONS = {
    "ladder": ladder.run,
    "late": late_positions.run,
    "threats": threats.run,
    "deadlines": deadlines.run,
    "quick": quick.run,
    "stopping": stopping.run,
    "signature": signature.run,
    "peers": peers.run,
    "http": http_rate.run,
    "self-play": self_play.run,
    "matches": matches.run,
}

if __name__ == "__main__":
    unknown = set(sys.argv[1:]) - set(SECTIONS)
    if unknown:
        sys.exit(
            f"no such benchmark: {', '.join(sorted(unknown))}; there are: {', '.join(SECTIONS)}"
        )
    for name in sys.argv[1:] or SECTIONS:
        SECTIONS[name]()
