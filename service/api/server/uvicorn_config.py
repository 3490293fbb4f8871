"""How uvicorn serves an application whose connections look after themselves."""

from typing import Any

import uvicorn

NEVER = 1 << 30
"""Seconds after which uvicorn closes a connection that rests; `connection` does so earlier."""


def uvicorn_config(application: Any, **more: Any) -> uvicorn.Config:
    """Return the configuration for an ASGI application, with what only one server needs."""
    return uvicorn.Config(
        application,
        ws="none",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=NEVER,
        **more,
    )
