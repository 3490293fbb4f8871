"""The metrics for Prometheus. Each of several workers counts in files of its own; all are read.

Nothing that configures the server may import this module: the folder of those files must be known
before, see `metrics_folder`.
"""

import os
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
from prometheus_client.multiprocess import MultiProcessCollector

from service import __version__
from service.api.telemetry.metrics_file import open_file
from service.api.telemetry.metrics_folder import FOLDER_VARIABLE, NOWHERE, worker_number
from service.sharing import Event

# They would be there with one process only, and double the number of series.
disable_created_metrics()

BUCKETS = (
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0,
)  # fmt: skip
"""The buckets in seconds, from an answer that is recalled to the longest search by default."""
REASONS = ("queue_full", "share_full", "heavy_full", "late")
"""The reasons for which work is refused."""
CACHE_EVENTS = get_args(Event)
"""The events of the shared cache."""

SHARED = FOLDER_VARIABLE in os.environ
"""Whether other processes count, too, as prometheus_client sees it when it is imported."""

# prometheus_client opens files in each process that counts, but allocates nothing for them.
values.MmapedDict = open_file  # type: ignore[assignment, attr-defined]
if SHARED:
    values.ValueClass = values.MultiProcessValue(worker_number)

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
worker_starts = Counter(
    "kinarow_worker_starts",
    "Workers started; more than at the start where some have been replaced.",
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


def exposition(accept: str) -> tuple[bytes, str]:
    """Return the metrics of all workers in a format that is accepted, and its media type."""
    encode, media_type = choose_encoder(accept)
    if not SHARED:
        return encode(registry), media_type
    shared = CollectorRegistry()
    if os.environ[FOLDER_VARIABLE] != NOWHERE:
        MultiProcessCollector(shared)
    return encode(shared), media_type
