"""What is not the client's fault: a bug is a plain 500, a cold solver a 503."""

from __future__ import annotations

import logging

import pytest

from service.api import create_app
from service.game import Board
from service.settings import Settings
from service.solver import Analysis, Budget, Observer, Solver
from tests.api.questions import EMPTY

SETTINGS = Settings.model_construct()


class BrokenSolver(Solver):
    """A solver with a bug."""

    def analyse(self, board: Board, budget: Budget, observer: Observer | None = None) -> Analysis:
        """Fail."""
        raise ZeroDivisionError("a secret of the inside")


def test_a_bug_is_a_500_that_shows_nothing_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    client = create_app(SETTINGS, BrokenSolver(1)).test_client()
    with caplog.at_level(logging.ERROR):
        response = client.post("/move", json=EMPTY, headers={"X-Request-Id": "find-me"})
    body = response.get_json()
    assert response.status_code == 500
    assert response.content_type == "application/problem+json"
    assert (body["code"], body["request_id"]) == ("internal_error", "find-me")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "secret" not in response.text
    assert "find-me" in caplog.text
    assert "a secret of the inside" in caplog.text


def test_a_solver_that_is_not_compiled_yet_is_not_ready() -> None:
    solver = Solver(1)
    client = create_app(SETTINGS, solver).test_client()
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.get_json()["code"] == "not_ready"
    assert int(response.headers["Retry-After"]) >= 1
    assert client.get("/healthz").status_code == 200
    solver.warm_up()
    assert client.get("/readyz").get_json() == {"status": "ready"}


def test_origins_can_be_limited() -> None:
    settings = Settings.model_construct(cors_origins="https://a.example, https://b.example")
    client = create_app(settings, Solver(1)).test_client()
    for origin, allowed in (
        ("https://b.example", "https://b.example"),
        ("https://c.example", None),
    ):
        response = client.get("/healthz", headers={"Origin": origin})
        assert response.headers.get("Access-Control-Allow-Origin") == allowed
