"""`GET /limits`: what it says is what holds."""

from typing import Any

import pytest
import requests
from flask.testing import FlaskClient
from pydantic import TypeAdapter

from service.players import LEVELS
from service.questions.reading import time_limit_ms
from service.questions.schemas import Limits, MoveRequest
from service.settings import Settings
from tests.api.http.in_process import new_client, send
from tests.api.questions import EMPTY

SMALL: dict[str, Any] = {"max_cells": 9, "max_time_limit_ms": 700, "default_time_limit_ms": 300,
         "max_node_limit": 5000, "max_batch": 2, "max_body_bytes": 1024}  # fmt: skip


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Provide the client of an application with small limits."""
    return new_client(**SMALL)


def test_it_tells_the_settings_and_the_levels(client: FlaskClient, base_url: str) -> None:
    told = client.get("/limits").get_json()
    assert told == SMALL | {"levels": list(LEVELS), "max_strength": 10}
    TypeAdapter(Limits).validate_python(told, strict=True)
    live = requests.get(f"{base_url}/limits", timeout=60).json()
    assert all(live[name] == getattr(Settings.model_construct(), name) for name in SMALL)


@pytest.mark.parametrize(
    ("limit", "path", "question"),
    [
        ("max_cells", "/move", lambda most: {"width": most, "height": 1, "row_length": 3}),
        ("max_cells", "/move", lambda most: EMPTY | {"row_length": most}),
        ("max_time_limit_ms", "/move", lambda most: EMPTY | {"time_limit_ms": most}),
        ("max_time_limit_ms", "/moves", lambda most: {"requests": [], "time_limit_ms": most}),
        ("max_node_limit", "/move", lambda most: EMPTY | {"node_limit": most}),
        ("max_strength", "/move", lambda most: EMPTY | {"strength": most}),
        ("max_body_bytes", "/move", b'{"board": ["..."], "row_length": 3}'.ljust),
        ("max_batch", "/moves", lambda most: {"requests": [EMPTY] * most}),
    ],
)
def test_what_it_tells_is_taken_and_no_more(
    client: FlaskClient, limit: str, path: str, question: Any
) -> None:
    most = client.get("/limits").get_json()[limit]
    assert send(client, (path, question(most))).status_code == 200
    assert send(client, (path, question(most + 1))).status_code in (413, 422)


def test_who_limits_nodes_has_all_the_time_there_is() -> None:
    settings = Settings.model_construct(**SMALL)
    question = MoveRequest(**EMPTY)
    assert time_limit_ms(question, settings) == SMALL["default_time_limit_ms"]
    counted = question.model_copy(update={"node_limit": 1})
    assert time_limit_ms(counted, settings) == SMALL["max_time_limit_ms"]
