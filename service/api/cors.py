"""Which origins browsers may call from, and what their pages may see of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask
from flask_cors import CORS

from service.api.request_id import HEADER

EXPOSED = (HEADER, "Server-Timing", "Retry-After", "ETag")


def register_cors(app: Flask, origins: Sequence[str]) -> None:
    """Put the headers on every response of the application."""
    CORS(app, origins=list(origins), expose_headers=list(EXPOSED))


def headers_without_origin(origins: Sequence[str]) -> dict[str, str]:
    """The headers for a request that could not be read, whose `Origin` is therefore not known."""
    if len(origins) != 1:
        return {}
    return {
        "Access-Control-Allow-Origin": origins[0],
        "Access-Control-Expose-Headers": ", ".join(EXPOSED),
    }
