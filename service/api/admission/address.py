"""The address of a client behind proxies, and which addresses count as one client."""

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

ANYBODY = "*"
"""Instead of the address of a proxy: every peer is a proxy."""
PREFIX_LENGTH = 64
"""The length of the prefix of IPv6 addresses that one client has for itself (RFC 7934)."""


class ForwardedAddress:
    """WSGI middleware that sets `REMOTE_ADDR` to the address of the client behind trusted proxies.

    The last address of `X-Forwarded-For` is the one that the proxy has seen, so it is as true as
    the proxy is trusted. If it is that of another trusted proxy, the address before it counts.
    """

    def __init__(self, application: WSGIApplication, proxies: Sequence[str]) -> None:
        """Trust the `proxies` at these addresses or in these networks, or `ANYBODY`."""
        self._application = application
        self._anybody = ANYBODY in proxies
        self._networks = [ip_network(each) for each in proxies if each != ANYBODY]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request with `REMOTE_ADDR` set."""
        forwarded = environ.get("HTTP_X_FORWARDED_FOR")
        if forwarded and (self._anybody or self._trusts(environ.get("REMOTE_ADDR", ""))):
            environ["REMOTE_ADDR"] = self._first_stranger(forwarded)
        return self._application(environ, start_response)

    def _first_stranger(self, forwarded: str) -> str:
        """Return the last address that is not a trusted proxy's, else the first one."""
        hops = [hop.strip() for hop in reversed(forwarded.split(","))]
        return next((hop for hop in hops if not self._trusts(hop)), hops[-1])

    def _trusts(self, address: str) -> bool:
        found = _parsed(address)
        return found is not None and any(found in network for network in self._networks)


@lru_cache(maxsize=1 << 10)
def address_number(address: str) -> int:
    """Return a number of 64 bits, the same for all addresses that one client has."""
    found = _parsed(address)
    if isinstance(found, IPv6Address):
        found = IPv6Network((found, PREFIX_LENGTH), strict=False).network_address
    digest = hashlib.sha256(str(found or address).encode()).digest()
    return int.from_bytes(digest[:8], "big")


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    """Return the address, that of IPv4 where it is mapped to IPv6; None if the text is none."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
