"""A listening socket that outlives the server, as systemd's socket activation has it."""

import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.api.questions import EMPTY, ask
from tests.support.waiting import PATIENCE_SECONDS

ACTIVATE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.executable, [sys.executable, "-m", "service", "serve"])
"""
SETTINGS = {"TABLE_MEBIBYTES": "16", "DRAIN_SECONDS": "1", "LOG_LEVEL": "warning"}


@pytest.mark.thorough
def test_connections_are_answered_after_any_number_of_restarts(tmp_path: Path) -> None:
    """Clients that come while no server runs wait for the next one, which says when it is ready.

    HOST and PORT are those of the socket, whatever they are set to.
    """
    notify = tmp_path / "notify"
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd,
        ThreadPoolExecutor() as pool,
    ):
        systemd.bind(str(notify))
        systemd.settimeout(PATIENCE_SECONDS)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        for _ in range(3):
            early = pool.submit(ask, url, **EMPTY)
            descriptor = listener.fileno()
            with subprocess.Popen(
                [sys.executable, "-c", ACTIVATE, str(descriptor)],
                env=os.environ
                | SETTINGS
                | {"HOST": "nowhere.invalid", "NOTIFY_SOCKET": str(notify)},
                pass_fds=[descriptor],
            ) as server:
                try:
                    assert systemd.recv(1 << 12).startswith(b"READY=1\n")
                    assert early.result(timeout=300).json()["outcome"] == "draw"
                    assert ask(url, **EMPTY).status_code == 200
                    server.terminate()
                    assert server.wait(timeout=60) == 0
                finally:
                    server.kill()
