"""Whoever asks how the service is gets an answer at once, however many others wait for theirs."""

from __future__ import annotations

import pytest

from tests.api.raw import connect, connections, has_answer, post, read_answer
from tests.conftest import serving

CROWD = 40
WIDE = {"board": ["." * 50] * 50, "row_length": 5, "time_limit_ms": 1}


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_a_probe_overtakes_a_crowd(path: str) -> None:
    settings = {"WORKERS": "1", "SLOTS": "1", "QUEUE_LENGTH": "0", "QUICK_THREADS": "1"}
    with serving(**settings) as server, connections(server, CROWD) as crowd:
        for each in crowd:
            each.sendall(post(WIDE))
        with connect(server) as probe:
            probe.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            assert read_answer(probe)[0] == 200
        assert sum(has_answer(each) for each in crowd) < CROWD / 2
        assert {read_answer(each)[0] for each in crowd} <= {200, 503}
