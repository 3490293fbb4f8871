"""A server that is stopped while its workers start stops all the same."""

import os
import subprocess
import sys

import pytest

from tests.support.ports import free_port, listens
from tests.support.waiting import wait_until


@pytest.mark.thorough
def test_a_stop_is_heeded_while_workers_start() -> None:
    port = free_port()
    # A large table makes workers slow to start; a stop that is lost would take the whole grace.
    knobs = {"TABLE_MEBIBYTES": "256", "WORKERS": "2", "GRACEFUL_SECONDS": "600"}
    environment = os.environ | {"HOST": "127.0.0.1", "PORT": str(port)} | knobs
    command = [sys.executable, "-m", "service", "serve"]
    with subprocess.Popen(command, env=environment) as process:
        try:
            wait_until(lambda: listens(port))
            process.terminate()
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()
