"""The HTTP surface: one door, `create_app`."""

from service.api.app import create_app

__all__ = ["create_app"]
