"""What is recorded of a request when its answer has ended: a line in the log, and counts."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from service.api.contract.operations import OPERATIONS
from service.api.telemetry import metrics
from service.api.telemetry.logs import log
from service.api.telemetry.request_stats import RequestStats
from service.questions.schemas import OUTCOMES

METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}
OTHER_METHOD, NO_ROUTE = "OTHER", "unmatched"
"""The labels of all other methods and paths, for clients must not make new time series."""
QUIET_ROUTES = {row.path for row in OPERATIONS if row.tag == "operate"}
"""Routes that monitors ask every few seconds; their requests are logged for debugging only."""
LEAST_LOGGED_SECONDS = 0.001
"""A shorter time in a queue is not logged, for every request takes a moment to reach a thread."""

FAILURES = (500, 503)
"""The statuses that there are alerts for."""

# There are few series, and finding one takes longer than counting.
_counter = lru_cache(metrics.requests.labels)
_histogram = lru_cache(metrics.duration.labels)
_answers = lru_cache(metrics.answers.labels)


def begin_failures(routes: Iterable[tuple[str, str]]) -> None:
    """Have the failures of routes, each with a method, be counted from zero.

    So the first one shows as a rise, and not as a series that has come to be.
    """
    for route, method in (*routes, *((NO_ROUTE, method) for method in {*METHODS, OTHER_METHOD})):
        for status in FAILURES:
            metrics.requests.labels(route, method, status)


def record_request(
    method: str | None, route: str | None, status: int, seconds: float | None, **fields: Any
) -> None:
    """Log and count a request; the line of the log has these `fields` besides.

    A request that cannot be read has neither method nor route nor `seconds`.
    """
    method = method if method in METHODS else OTHER_METHOD
    route = route or NO_ROUTE
    _counter(route, method, status).inc()
    line = {"method": method, "route": route, "status": status}
    if seconds is not None:
        _histogram(route).observe(seconds)
        line["ms"] = round(1000 * seconds, 3)
    quiet = route in QUIET_ROUTES and status < 400
    log.tell("debug" if quiet else "info", "request", **line, **fields)


def record_answers(stats: RequestStats) -> None:
    """Count the answers of a request and what they have cost."""
    for (value, method), count in stats.outcomes.items():
        _answers(OUTCOMES[value], method or "none").inc(count)
    for counter, count in (
        (metrics.nodes, stats.nodes),
        (metrics.table_hits, stats.table_hits),
        (metrics.recalled, stats.recalled),
    ):
        if count:
            counter.inc(count)


def question_fields(stats: RequestStats) -> dict[str, Any]:
    """Return what the log tells of the questions of a request, which is never the board itself."""
    fields: dict[str, Any] = {}
    if stats.queued >= LEAST_LOGGED_SECONDS:
        fields["queue_ms"] = round(1000 * stats.queued, 3)
    if stats.batch is not None:
        fields["batch"] = stats.batch
    elif stats.board is not None:
        rules, stones = stats.board.rules, stats.board.x | stats.board.o
        fields |= {"width": rules.width, "height": rules.height, "row_length": rules.row_length}
        fields |= rules.switched_on
        if rules.walls:
            fields["walls"] = rules.walls.bit_count()
        fields |= {"stones": stones.bit_count(), "player_level": stats.level}
        if stats.strength is not None:
            fields["player_strength"] = stats.strength
    if stats.outcomes:
        fields |= {"nodes": stats.nodes, "proven": stats.proven, "complete": stats.complete}
    return fields
