"""The address at which the server listens, which is tried before anything that takes long.

gunicorn would try for five seconds, after the kernels have been compiled, and name no setting.
"""

import errno
import os
import socket
import sys

from service.settings import Settings

HOST_ADVICE = "give an IP address or a name of this machine, such as 0.0.0.0, or unset it"
FAULTS = {
    errno.EADDRINUSE: "PORT is {port}: something listens there already; stop it, or give another.",
    errno.EACCES: "PORT is {port}: this user may not listen there; give one from 1024 on.",
}
"""What is wrong with the port, by the error; any other error is about the host."""


def bind_address(settings: Settings) -> str:
    """Return the address for gunicorn; if the server could not listen there, say so and exit."""
    host = settings.host
    if not _inherits_sockets():
        try:
            host = _try(settings.host, settings.port)
        except OSError as error:
            fault = FAULTS.get(error.errno or 0, "HOST is {host!r}: {reason}; {advice}.")
            said = fault.format(
                host=settings.host, port=settings.port, reason=error.strerror, advice=HOST_ADVICE
            )
            sys.stderr.write(f"{said}\n")
            raise SystemExit(2) from None
    return f"[{host}]:{settings.port}" if ":" in host else f"{host}:{settings.port}"


def _try(host: str, port: int) -> str:
    """Return the IP address of a host, IPv4 if it has one.

    Raises OSError if this machine cannot listen there.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise OSError(errno.EINVAL, str(error)) from None
    family, *_, address = min(found, key=lambda each: each[0] != socket.AF_INET)
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # What gunicorn sets: connections that are long closed are in nobody's way.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
    return str(address[0])


def _inherits_sockets() -> bool:
    """Return whether gunicorn gets listening sockets, from systemd or the former master."""
    return os.environ.get("LISTEN_PID") == str(os.getpid()) or "GUNICORN_FD" in os.environ
