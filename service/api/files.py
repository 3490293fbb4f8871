"""Files for a browser, read once, with their types and what the browser may do with them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from importlib.resources.abc import Traversable

from flask import Response, request

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""Not asked of the system, whose table may lack a type or have it wrong."""


@dataclass(frozen=True, slots=True)
class File:
    """What is sent for one address."""

    content: bytes
    media_type: str
    tag: str
    """Of the content, for `ETag`."""
    policy: str
    """The `Content-Security-Policy`."""

    def respond(self) -> Response:
        """The file, or 304 to a browser that has it; it asks each time, so that all files fit."""
        response = Response(self.content, content_type=self.media_type)
        response.set_etag(self.tag)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Security-Policy"] = self.policy
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.make_conditional(request)
        return response


def read_file(path: Traversable, policy: str) -> File:
    """The file at `path`; KeyError if its type is not known."""
    content = path.read_bytes()
    return File(content, TYPES[extension(path)], sha256(content).hexdigest()[:32], policy)


def extension(path: Traversable) -> str:
    """Such as `.css`."""
    return "." + path.name.rpartition(".")[2]
