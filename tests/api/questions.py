"""What the HTTP tests send and what every problem must look like."""

import re
from typing import Any

import requests

from tests.support.waiting import PATIENCE_SECONDS

JSON = {"Content-Type": "application/json"}
EMPTY: dict[str, Any] = {"board": ["...", "...", "..."], "row_length": 3}
HARD: dict[str, Any] = {"board": ["." * 12] * 12, "row_length": 5, "seed": 1}
"""Nothing is proven here within any time that is asked for."""
LARGE: dict[str, Any] = {"board": ["." * 50] * 50, "row_length": 5, "time_limit_ms": 1}
"""The largest board, with next to no time."""
BODY_LIMIT = 262_144
"""The default of MAX_BODY_BYTES, with which the live server runs."""


def ask(base_url: str, **fields: Any) -> requests.Response:
    """Post the fields as a question."""
    return requests.post(f"{base_url}/move", json=fields, timeout=PATIENCE_SECONDS)


def send(base_url: str, body: bytes, **headers: str) -> requests.Response:
    """Post raw bytes as JSON."""
    return requests.post(
        f"{base_url}/move", data=body, headers={**JSON, **headers}, timeout=PATIENCE_SECONDS
    )


def check_problem(response: requests.Response, status: int, code: str) -> dict[str, Any]:
    """Return the body of a problem response, after checking all that holds of every problem."""
    assert response.status_code == status, response.text
    assert response.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert list(body) == ["type", "title", "status", "detail", "code", "request_id", "errors"]
    assert body["status"] == status
    assert body["code"] == code
    assert body["request_id"] == response.headers["X-Request-Id"]
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    for error in body["errors"]:
        assert re.fullmatch(r"(/[^/]*)*", error["pointer"])
        assert error["message"].endswith(".")
        assert "nion" not in error["message"], "no jargon"
    assert "Traceback" not in response.text
    return body


def pointers(body: dict[str, Any]) -> list[str]:
    """Return what a problem points at."""
    return [error["pointer"] for error in body["errors"]]


def spans(response: requests.Response) -> dict[str, float]:
    """Return the milliseconds that `Server-Timing` tells of, by name."""
    entries = response.headers["Server-Timing"].split(", ")
    matches = [re.fullmatch(r"([a-z]+);dur=(\d+\.\d{3})", entry) for entry in entries]
    return {match[1]: float(match[2]) for match in matches if match}


def results_in(response: requests.Response) -> list[dict[str, Any]]:
    """Return what a batch was answered: the answer or the problem of each of its questions."""
    results = response.json()["results"]
    assert all(len(result) == 1 and result.keys() <= {"answer", "problem"} for result in results)
    return [content for result in results for content in result.values()]
