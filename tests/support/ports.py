"""Free TCP ports of the loopback interface."""

import os
import socket
from itertools import cycle, islice

FIRST, SHARE = 20_000, 600
"""Below the ports that the system gives to clients, so many for each process of a run."""

_process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_start = FIRST + SHARE * (_process % 20)
_ports = cycle(range(_start, _start + SHARE))
# Not from the first one on: another run may be going on.
next(islice(_ports, os.getpid() % SHARE, None))


def free_port(host: str = "127.0.0.1") -> int:
    """Return a port that nothing listens on, and that this run gives to nobody else for a while."""
    for port in islice(_ports, SHARE):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
        return port
    raise OSError("no port is free")


def listens(port: int) -> bool:
    """Return whether something listens on a port."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
