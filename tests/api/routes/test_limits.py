"""`GET /limits`: what it says is what holds, and it may be kept."""

from typing import Any

import pytest
import requests
from flask.testing import FlaskClient
from pydantic import TypeAdapter

from service.api.app import create_app
from service.players import LEVELS
from service.questions.schemas import Limits
from service.settings import Settings
from service.solver import Solver
from tests.api.questions import EMPTY

SMALL: dict[str, Any] = {"max_cells": 9, "max_time_limit_ms": 700, "default_time_limit_ms": 300,
         "max_node_limit": 5000, "max_batch": 2, "max_body_bytes": 1024}  # fmt: skip


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Provide the client of an application with small limits."""
    return create_app(Settings.model_construct(**SMALL), Solver(1)).test_client()


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
        ("max_batch", "/moves", lambda most: {"requests": [EMPTY] * most}),
    ],
)
def test_what_it_tells_is_taken_and_no_more(
    client: FlaskClient, limit: str, path: str, question: Any
) -> None:
    most = client.get("/limits").get_json()[limit]
    assert client.post(path, json=question(most)).status_code == 200
    assert client.post(path, json=question(most + 1)).status_code in (413, 422)


def test_the_largest_body_is_taken_and_no_larger(client: FlaskClient) -> None:
    most = client.get("/limits").get_json()["max_body_bytes"]
    body = b'{"board": ["..."], "row_length": 3}'.ljust(most)
    for data, status in ((body, 200), (body + b" ", 413)):
        response = client.post("/move", data=data, content_type="application/json")
        assert response.status_code == status


def test_it_may_be_kept_until_it_changes(client: FlaskClient) -> None:
    first = client.get("/limits")
    assert first.headers["Cache-Control"] == "public, max-age=60"
    tag = first.headers["ETag"]
    again = client.get("/limits", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    guarded = client.get("/limits", headers={"If-Match": '"other"'})
    assert (guarded.status_code, guarded.data) == (200, first.data), "nothing changes here"
    others = create_app(Settings.model_construct(**SMALL | {"max_batch": 3}), Solver(1))
    assert others.test_client().get("/limits").headers["ETag"] != tag
