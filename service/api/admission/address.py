"""The address of a client behind proxies, which addresses count as one client, and its name."""

import hashlib
import hmac
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

ANYBODY = "*"
"""Instead of the address of a proxy: every peer is a proxy."""
PREFIX_LENGTH = 64
"""The length of the prefix of IPv6 addresses that one client has for itself (RFC 7934)."""
NAME_DIGITS = 16
"""The length of the name of a client in the log: no two of a million are likely to share one."""


class ForwardedAddress:
    """What finds the address of a client behind trusted proxies.

    The last address of `X-Forwarded-For` is the one that the proxy has seen, so it is as true as
    the proxy is trusted. If it is that of another trusted proxy, the address before it counts.
    """

    def __init__(self, proxies: Sequence[str]) -> None:
        """Trust the `proxies` at these addresses or in these networks, or `ANYBODY`."""
        self._anybody = ANYBODY in proxies
        self._networks = [ip_network(each) for each in proxies if each != ANYBODY]

    def address(self, peer: str, forwarded: str | None) -> str:
        """Return the address of the client, where the `peer` has sent this `X-Forwarded-For`."""
        if forwarded and (self._anybody or self._trusts(peer)):
            return self._first_stranger(forwarded)
        return peer

    def _first_stranger(self, forwarded: str) -> str:
        """Return the last address that is not a trusted proxy's, else the first one."""
        hops = [hop.strip() for hop in reversed(forwarded.split(","))]
        hop = next((hop for hop in hops if not self._trusts(hop)), hops[-1])
        return str(_parsed(hop) or hop)

    def _trusts(self, address: str) -> bool:
        found = _parsed(address)
        return found is not None and any(found in network for network in self._networks)


class ClientNames:
    """Names of clients in the log, from which nobody can tell an address without the key."""

    def __init__(self, key: str) -> None:
        """Replicas with the same key give a client the same name; without one it is random."""
        self._key = key.encode() or os.urandom(32)
        self.name = lru_cache(maxsize=1 << 10)(self._name)

    def _name(self, address: str) -> str:
        """Return the name of the client that has this address."""
        return hmac.digest(self._key, client_of(address).encode(), "sha256").hex()[:NAME_DIGITS]


def client_of(address: str) -> str:
    """Return the address, or the first of all that one client has."""
    found = _parsed(address)
    if isinstance(found, IPv6Address):
        found = IPv6Network((found, PREFIX_LENGTH), strict=False).network_address
    return str(found or address)


@lru_cache(maxsize=1 << 10)
def address_number(address: str) -> int:
    """Return a number of 64 bits, the same for all addresses that one client has."""
    digest = hashlib.sha256(client_of(address).encode()).digest()
    return int.from_bytes(digest[:8], "big")


def _parsed(written: str) -> IPv4Address | IPv6Address | None:
    """Return the address, that of IPv4 where it is mapped to IPv6; None if the text has none.

    Gateways add a port, write IPv6 in brackets, and then quote it (RFC 7239, section 6).
    """
    whole = written.strip('"')
    for address in (whole, whole.rpartition(":")[0]):
        with suppress(ValueError):
            found = ip_address(address.removeprefix("[").removesuffix("]"))
            return getattr(found, "ipv4_mapped", None) or found
    return None
