"""A real server of the Redis protocol, Valkey, on the loopback interface."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.support.ports import free_port
from tests.support.programs import program
from tests.support.waiting import wait_until

START_SECONDS = 60
KEEP_NOTHING = ("--save", "", "--appendonly", "no")


class RedisServer:
    """A server that can be stopped, held up and started again at the same address."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.client: redis.Redis = redis.Redis(port=self.port, retry=Retry(NoBackoff(), 0))
        self._command = [
            program("valkey-server"), "--port", str(self.port), "--bind", "127.0.0.1",
            "--dir", str(folder), *(options or KEEP_NOTHING),
        ]  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_until(self._answers, START_SECONDS)

    def stop(self) -> None:
        """End the server, whatever state it is in."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def hold(self) -> None:
        """Suspend the server; its connections stay open."""
        self._send(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let a suspended server go on."""
        self._send(signal.SIGCONT)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "the Redis server ended at once"
        with suppress(redis.ConnectionError):
            return bool(self.client.ping())
        return False

    def _send(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)


@contextmanager
def running_redis(folder: Path, *options: str) -> Iterator[RedisServer]:
    """Provide a server that runs; `folder` is where it may write."""
    server = RedisServer(folder, *options)
    try:
        server.start()
        yield server
    finally:
        server.stop()
