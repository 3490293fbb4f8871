"""A server of few threads, which many of these tests share."""

import sys
from collections.abc import Iterator

import pytest

from tests.support.live_server import ONE_SLOT, LiveServer, serving

SERVE_HANGING = (
    sys.executable, "-m", "gunicorn", "-c", "python:service.api.server.config",
    "tests.api.server.hanging:app",
)  # fmt: skip
"""The command that serves the application of `hanging.py`."""
FEW_THREADS = ONE_SLOT | {"QUEUE_LENGTH": "16", "QUICK_THREADS": "1"}
"""Four for batches, and room for eight that wait; two of the threads may wait for clients."""


@pytest.fixture(scope="session")
def patient() -> Iterator[LiveServer]:
    """Provide a server of few threads that waits for clients longer than any test."""
    with serving(**FEW_THREADS, CLIENT_SECONDS="3600") as live:
        yield live
