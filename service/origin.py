"""An origin of browsers, as people write it and as browsers send it."""

import re
from contextlib import suppress
from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}
"""The ports that browsers leave out."""
HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")
"""A name or an address; other characters, such as a wildcard, are in no origin."""


def read_origin(written: str) -> str:
    """Return the origin as a browser sends it (RFC 6454, section 6.2); ValueError if there is none.

    It is in lower case and ASCII, without a slash at the end and without the default port.
    """
    if written in ("*", "null"):
        return written
    with suppress(ValueError):
        parts = urlsplit(written)
        host = (parts.hostname or "").encode("idna").decode()
        more = parts.path.removeprefix("/") or parts.query or parts.fragment or "@" in parts.netloc
        if parts.scheme and HOST.fullmatch(host) and not more:
            port = "" if parts.port in (None, DEFAULT_PORTS.get(parts.scheme)) else f":{parts.port}"
            return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}"
    raise ValueError(
        f"{written!r} is no origin; write scheme, host and port alone, as in "
        "https://example.org:8443, or * for all"
    )
