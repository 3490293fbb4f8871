"""The address at which the server listens, which is tried before anything that takes long.

gunicorn would try for five seconds, after the kernels have been compiled, and name no setting.
"""

import errno
import os
import socket
import sys

from service.settings import Settings

HOST_ADVICE = "give an IP address or a name of this machine, such as 0.0.0.0, or unset it"
EVERYWHERE = "*"
"""Stands for all addresses of this machine, of IPv6 and IPv4."""
ASKED = {EVERYWHERE: "localhost", "::": "localhost", "0.0.0.0": "127.0.0.1"}
"""Where to ask a server on this machine that listens at more than one address."""
FAULTS = {
    errno.EADDRINUSE: "PORT is {port}: something listens there already; stop it, or give another.",
    errno.EACCES: "PORT is {port}: this user may not listen there; give one from 1024 on.",
}
"""What is wrong with the port, by the error; any other error is about the host."""


def bind_address(settings: Settings) -> str:
    """Return the addresses for gunicorn; if the server could not listen there, say so and exit."""
    hosts = [settings.host]
    if not _inherits_sockets():
        try:
            hosts = [_try(host, settings.port) for host in _hosts(settings.host)]
        except OSError as error:
            fault = FAULTS.get(error.errno or 0, "HOST is {host!r}: {reason}; {advice}.")
            said = fault.format(
                host=settings.host, port=settings.port, reason=error.strerror, advice=HOST_ADVICE
            )
            sys.stderr.write(f"{said}\n")
            raise SystemExit(2) from None
    named = [f"[{host}]" if ":" in host else host for host in hosts]
    return ",".join(f"{host}:{settings.port}" for host in named)


def asked_host(host: str) -> str:
    """Return where to ask a server on this machine that listens at a host."""
    return ASKED.get(host, host)


def address_here(listening: str) -> str:
    """Return where a browser on this machine finds what listens at a URL."""
    for everywhere in ("0.0.0.0", "[::]"):
        listening = listening.replace(f"//{everywhere}:", "//localhost:")
    return listening


def _hosts(host: str) -> list[str]:
    """Return what to listen on for a host."""
    if host != EVERYWHERE:
        return [host]
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::", 0))
            is_alone = probe.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
    except OSError:
        return ["0.0.0.0"]  # This machine has no IPv6.
    # Unless the system is set up otherwise, what listens for IPv6 takes connections of IPv4, too.
    return ["0.0.0.0", "::"] if is_alone else ["::"]


def _try(host: str, port: int) -> str:
    """Return the IP address of a host, IPv4 if it has one.

    Raises OSError if this machine cannot listen there.
    """
    try:
        choices = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise OSError(errno.EINVAL, str(error)) from None
    family, *_, address = min(choices, key=lambda choice: choice[0] != socket.AF_INET)
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # What gunicorn sets: connections that are long closed are in nobody's way.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
    return str(address[0])


def _inherits_sockets() -> bool:
    """Return whether gunicorn gets listening sockets, from systemd or the former master."""
    return os.environ.get("LISTEN_PID") == str(os.getpid()) or "GUNICORN_FD" in os.environ
