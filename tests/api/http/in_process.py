"""An application in this process, which is asked without a socket."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.app import create_app
from service.settings import Settings
from service.solver import Solver


def new_client(**settings: Any) -> FlaskClient:
    """Return the client of an application that has time, and these settings.

    Kernels that are not loaded yet take longer than the default limit.
    """
    unhurried = {"default_time_limit_ms": 60_000} | settings
    return create_app(Settings.model_construct(**unhurried), Solver(1)).test_client()


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Provide the client of an application that the tests of no other module ask."""
    return new_client()


def send(client: FlaskClient, asked: Any, **headers: str) -> TestResponse:
    """Return the response to a link, or to what is posted: JSON or bytes, to /move or another path.

    A tuple has the path before what is posted.
    """
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if isinstance(asked, str):
        return client.get(asked, headers=named)
    path, content = asked if isinstance(asked, tuple) else ("/move", asked)
    body = content if isinstance(content, bytes) else json.dumps(content)
    return client.post(path, data=body, headers={"Content-Type": "application/json"} | named)
