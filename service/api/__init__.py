"""The HTTP surface: one door, `create_app`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.api.app import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> Any:
    # The server's configuration lies in this package, too, and comes before all it configures.
    if name != "create_app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from service.api.app import create_app

    return create_app
