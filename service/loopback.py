"""URLs of this machine itself."""

from ipaddress import ip_address
from urllib.parse import urlsplit


def loopback_host(url: str) -> str:
    """Return the host of a URL if it is this machine, which no proxy can ask, else ""."""
    try:
        host = urlsplit(url).hostname or ""
        # Names below `localhost` mean the same machine (RFC 6761, section 6.3).
        named = host == "localhost" or host.endswith(".localhost")
        return host if named or ip_address(host).is_loopback else ""
    except ValueError:
        return ""
