"""A listening socket that outlives the server, as systemd's socket activation has it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.questions import EMPTY, ask

ACTIVATE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.executable, [sys.executable, "-m", "service", "serve"])
"""
SETTINGS = {"TABLE_MEBIBYTES": "16", "DRAIN_SECONDS": "1", "LOG_LEVEL": "warning"}
STARTS = 3


@pytest.mark.thorough
def test_connections_are_answered_after_any_number_of_restarts() -> None:
    """Who comes while no server runs waits in the queue for the next."""
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor() as pool:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        for _ in range(STARTS):
            early = pool.submit(ask, url, **EMPTY)
            descriptor = listener.fileno()
            with subprocess.Popen(
                [sys.executable, "-c", ACTIVATE, str(descriptor)],
                env=os.environ | SETTINGS,
                pass_fds=[descriptor],
            ) as server:
                try:
                    assert early.result(timeout=300).json()["outcome"] == "draw"
                    assert ask(url, **EMPTY).status_code == 200
                    server.terminate()
                    assert server.wait(timeout=60) == 0
                finally:
                    server.kill()
