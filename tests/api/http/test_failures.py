"""A bug is a plain 500 that shows nothing; and the origins that may read an answer."""

import pytest
from flask.testing import FlaskClient

from service.api.app import create_app
from service.game import Board
from service.settings import Settings
from service.solver import Admission, Analysis, Bounds, Budget, Observer, Progress, Solver
from service.solver.proven_options import ProvenOptions
from tests.api.events import STREAM, read_events
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


def test_a_bug_is_a_500_that_shows_nothing_and_is_logged(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    response = client.post("/move", json=EMPTY, headers={"X-Request-Id": "find-me"})
    body = response.get_json()
    assert response.status_code == 500
    assert response.content_type == "application/problem+json"
    assert (body["code"], body["request_id"]) == ("internal_error", "find-me")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "secret" not in response.text
    assert "find-me" in caplog.text
    assert "a secret of the inside" in caplog.text


def test_a_bug_ends_a_stream_with_an_error_event(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {**STREAM, "X-Request-Id": "find-me"}
    response = client.post("/move", json=LARGER, headers=headers)
    assert response.status_code == 200
    _, *events = read_events(response.text)
    assert [name for name, _ in events] == ["progress", "error"]
    problem = events[-1][1]
    assert (problem["code"], problem["status"]) == ("internal_error", 500)
    assert problem["request_id"] == "find-me"
    assert "secret" not in response.text
    assert "request find-me failed" in caplog.text
    assert "a secret of the inside" in caplog.text


def test_a_bug_before_anything_is_streamed_is_a_plain_500(client: FlaskClient) -> None:
    plain = client.post("/move", json=EMPTY, headers={"X-Request-Id": "find-me"})
    response = client.post("/move", json=EMPTY, headers={**STREAM, "X-Request-Id": "find-me"})
    assert response.status_code == 500
    assert response.get_json() == plain.get_json()
    assert {name for name, _ in response.headers} >= {name for name, _ in plain.headers}
    for name in ("Content-Type", "Content-Length", "X-Request-Id", "Access-Control-Allow-Origin"):
        assert response.headers[name] == plain.headers[name]


def test_a_bug_spoils_no_other_question_of_a_batch(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    response = client.post("/moves", json={"requests": [EMPTY, {}]})
    assert response.status_code == 200
    codes = [each["problem"]["code"] for each in response.get_json()["results"]]
    assert codes == ["internal_error", "invalid_request"]
    assert "secret" not in response.text
    assert "a secret of the inside" in caplog.text


def test_origins_can_be_limited() -> None:
    settings = Settings.model_construct(cors_origins="https://a.example, https://b.example")
    client = create_app(settings, Solver(1)).test_client()
    for origin, allowed in (
        ("https://b.example", "https://b.example"),
        ("https://c.example", None),
    ):
        response = client.get("/healthz", headers={"Origin": origin})
        assert response.headers.get("Access-Control-Allow-Origin") == allowed
        assert ("Access-Control-Expose-Headers" in response.headers) == (allowed is not None)
        assert "Origin" in response.headers["Vary"], "no cache gives one origin's to another"


def test_a_single_origin_is_told_to_all() -> None:
    """So that it is right whoever gets it from a cache; the browsers of others refuse it."""
    settings = Settings.model_construct(cors_origins="https://a.example")
    client = create_app(settings, Solver(1)).test_client()
    for headers in ({}, {"Origin": "https://a.example"}, {"Origin": "https://c.example"}):
        response = client.get("/healthz", headers=headers)
        assert response.headers["Access-Control-Allow-Origin"] == "https://a.example"
        assert "Vary" not in response.headers
