"""What Prometheus is told. With several workers each writes to a file of its own, and all are read.

Nothing that configures the server may import it: the folder of those files must be known before,
see `metrics_folder`.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    values,
)
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from service import __version__
from service.api.telemetry.metrics_file import open_file
from service.api.telemetry.metrics_folder import FOLDER_VARIABLE, LOCK, NOBODY, locked
from service.sharing import Event

# They would be there with one process only, and double the number of series.
disable_created_metrics()

BUCKETS = (
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0,
)  # fmt: skip
"""Seconds: from an answer that is still known to the longest search by default."""
REASONS = ("queue_full", "share_full", "heavy_full", "late")
"""Why work is refused."""
CACHE_EVENTS = get_args(Event)
"""What comes of using the shared cache."""

SHARED = FOLDER_VARIABLE in os.environ
"""Whether other processes count, too; prometheus_client decides so when it is imported."""

# It opens a file in each process that counts, but allocates nothing.
values.MmapedDict = open_file  # type: ignore[assignment, attr-defined]

registry = CollectorRegistry()

requests = Counter(
    "kinarow_requests",
    "Requests answered, by route, method and status.",
    ["route", "method", "status"],
    registry=registry,
)
duration = Histogram(
    "kinarow_request_duration_seconds",
    "Time from the request to the end of its answer, by route.",
    ["route"],
    buckets=BUCKETS,
    registry=registry,
)
in_flight = Gauge(
    "kinarow_requests_in_flight",
    "Requests being answered or awaiting a thread, the one for the metrics included.",
    multiprocess_mode="livesum",
    registry=registry,
)
queue_length = Gauge(
    "kinarow_queue_length",
    "Requests that wait for a solver slot.",
    multiprocess_mode="livesum",
    registry=registry,
)
busy_slots = Gauge(
    "kinarow_busy_slots",
    "Solver slots in use.",
    multiprocess_mode="livesum",
    registry=registry,
)
rejected = Counter(
    "kinarow_requests_rejected",
    f"Requests refused, and questions of batches, by reason: {', '.join(REASONS)}.",
    ["reason"],
    registry=registry,
)
nodes = Counter(
    "kinarow_nodes_searched",
    "Positions visited for the answers given.",
    registry=registry,
)
table_hits = Counter(
    "kinarow_table_hits",
    "Positions answered by the transposition table.",
    registry=registry,
)
table_occupancy = Gauge(
    "kinarow_table_occupancy_ratio",
    "Share of the transposition table in use, from a sample; of the fullest worker.",
    multiprocess_mode="livemax",
    registry=registry,
)
answers = Counter(
    "kinarow_answers",
    "Answers to single questions, by outcome (unknown where it is not proven) and method of proof.",
    ["outcome", "method"],
    registry=registry,
)
recalled = Counter(
    "kinarow_answers_recalled",
    "Answers that were still known as a whole.",
    registry=registry,
)
cache_events = Counter(
    "kinarow_cache_events",
    f"What came of asking the shared cache, or of keeping there: {', '.join(CACHE_EVENTS)}.",
    ["event"],
    registry=registry,
)
build_info = Gauge(
    "kinarow_build_info",
    "Always 1, with the version of the service.",
    ["version"],
    multiprocess_mode="max",
    registry=registry,
)

build_info.labels(__version__).set(1)
# There from the start, so that the first one shows as a rise.
for _reason in REASONS:
    rejected.labels(_reason)
for _event in CACHE_EVENTS:
    cache_events.labels(_event)


class AllWorkers(Collector):
    """What all processes have counted."""

    def collect(self) -> Iterable[Metric]:
        """All metrics."""
        files = [str(path) for path in _lock().parent.glob("*.db") if _is_begun(path)]
        found: Iterable[Metric] = MultiProcessCollector.merge(files)
        return found


def exposition(accept: str) -> tuple[bytes, str]:
    """The metrics of all workers in a format that suits an `Accept` header, and its media type."""
    encode, media_type = choose_encoder(accept)
    if not SHARED:
        return encode(registry), media_type
    shared = CollectorRegistry()
    shared.register(AllWorkers())
    with locked(_lock(), fcntl.LOCK_SH):
        return encode(shared), media_type


def forget_worker(dead: int, alive: Collection[int]) -> None:
    """In the master process: a worker is in no gauge any more; what it has counted stays.

    The files of the dead are merged, or there would be more of them with each, unless somebody
    reads them just now; then the next one that dies takes them along.
    """
    mark_process_dead(dead)
    with suppress(BlockingIOError), locked(_lock(), fcntl.LOCK_EX | fcntl.LOCK_NB):
        for path in _lock().parent.glob("*.db"):
            kind, _, owner = path.stem.rpartition("_")
            if int(owner) in (*alive, NOBODY):
                continue
            if kind in ("counter", "histogram") and _is_begun(path):
                total = open_file(path.with_stem(f"{kind}_{NOBODY}"))
                for key, value, *_ in MmapedDict.read_all_values_from_file(path):
                    total.write_value(key, total.read_value(key)[0] + value, 0.0)
                total.close()
            path.unlink()


def _is_begun(path: Path) -> bool:
    """Whether anything can be read from a file: a new one is empty for a moment."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False  # Its process has died.


def _lock() -> Path:
    return Path(os.environ[FOLDER_VARIABLE]) / LOCK
