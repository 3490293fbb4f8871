"""A live server whose log is read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.log_lines import WatchedServer
from tests.conftest import serving


@pytest.fixture(scope="session")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedServer]:
    """A server with two workers that logs all it can."""
    log = tmp_path_factory.mktemp("log") / "stderr"
    with serving(log, WORKERS="2", LOG_LEVEL="debug") as live:
        yield WatchedServer(live, log)
