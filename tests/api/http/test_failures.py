"""A bug is a plain 500 that shows nothing; and the origins that may read an answer."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.app import create_app
from service.game import Board
from service.settings import Settings
from service.solver import Admission, Analysis, Bounds, Budget, Observer, Progress, Solver
from service.solver.proven_options import ProvenOptions
from tests.api.events import STREAM, read_events
from tests.api.http.in_process import new_client
from tests.api.questions import EMPTY

LARGER = {"board": ["...."] * 3, "row_length": 3}


class BrokenSolver(Solver):
    """A solver with a bug."""

    def analyse(
        self,
        board: Board,
        budget: Budget,
        observer: Observer | None = None,
        admission: Admission | None = None,
        proven: ProvenOptions | None = None,
    ) -> Analysis:
        """Fail, on larger boards after being watched."""
        if observer and board.rules.cells > 9:
            observer(lambda: Progress(1, 0, 0.1, 2, Bounds(-1, 1), 5, [5], 0, 3, None))
        raise ZeroDivisionError("a secret of the inside")


@pytest.fixture
def client() -> FlaskClient:
    """Provide the client of an application with this solver."""
    return create_app(Settings.model_construct(), BrokenSolver(1)).test_client()


@pytest.mark.parametrize(
    ("path", "question", "headers", "status", "problem_in"),
    [
        ("/move", EMPTY, {}, 500, json.loads),
        ("/move", EMPTY, STREAM, 500, json.loads),
        ("/move", LARGER, STREAM, 200, lambda text: dict(read_events(text))["error"]),
        ("/moves", {"requests": [EMPTY, {}]}, {}, 200,
         lambda text: json.loads(text)["results"][0]["problem"]),
    ],
    ids=["a question", "a stream that has not begun", "a stream", "a batch"],
)  # fmt: skip
def test_a_bug_is_a_problem_that_shows_nothing_and_is_logged(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, path: str, question: Any,
    headers: dict[str, str], status: int, problem_in: Callable[[str], Any],
) -> None:  # fmt: skip
    response = client.post(path, json=question, headers=headers | {"X-Request-Id": "find-me"})
    assert response.status_code == status
    assert (response.content_type == "application/problem+json") == (status == 500)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["X-Request-Id"] == "find-me"
    problem = problem_in(response.text)
    told = problem["code"], problem["status"], problem["request_id"]
    assert told == ("internal_error", 500, "find-me")
    assert "secret" not in response.text
    assert "request find-me failed" in caplog.text
    assert "a secret of the inside" in caplog.text


def test_what_came_before_a_bug_and_comes_beside_it_is_answered(client: FlaskClient) -> None:
    streamed = client.post("/move", json=LARGER, headers=STREAM)
    assert [name for name, _ in read_events(streamed.text)] == ["comment", "progress", "error"]
    results = client.post("/moves", json={"requests": [EMPTY, {}]}).get_json()["results"]
    assert results[1]["problem"]["code"] == "invalid_request"


@pytest.mark.parametrize(
    ("origins", "origin", "named"),
    [
        ("https://a.example, https://b.example", "https://b.example", "https://b.example"),
        ("https://a.example, https://b.example", "HTTPS://B.example", "HTTPS://B.example"),
        ("https://a.example, https://b.example", "https://c.example", None),
        # It is right whoever gets it from a cache; the browsers of others refuse it.
        ("https://a.example", "", "https://a.example"),
        ("https://a.example", "https://a.example", "https://a.example"),
        ("https://a.example", "https://c.example", "https://a.example"),
    ],
)
def test_origins_can_be_limited(origins: str, origin: str, named: str | None) -> None:
    headers = {"Origin": origin} if origin else {}
    response = new_client(cors_origins=origins).get("/healthz", headers=headers)
    assert response.headers.get("Access-Control-Allow-Origin") == named
    assert ("Access-Control-Expose-Headers" in response.headers) == (named is not None)
    # No cache gives one origin's to another.
    assert response.headers.get("Vary") == ("Origin" if "," in origins else None)
