"""Batches and problems, as far as a client with types can be made to provoke them."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.api.server.connection import HEAD_BYTES
from service.questions.refusals import CODES
from service.settings import Settings
from tests.api.events import streaming
from tests.clients.conftest import Program
from tests.support.live_server import AN_HOUR, ONE_SLOT, LiveServer, serving

LIMITS = Settings.model_construct()
QUESTION = {"board": ["XX.", "OO.", "..."], "row_length": 3}
Question = dict[str, Any]


def question(path: str = "", headers: dict[str, str] | None = None, **changes: Any) -> Question:
    """Return a question of the programs; without changes it is a good one."""
    return {"path": path, "headers": headers or {}, "body": QUESTION | changes}


PROBLEMS: dict[str, tuple[Question, list[str]]] = {
    "not_found": (question("/nowhere"), []),
    "not_acceptable": (question(headers={"Accept": "text/html"}), []),
    "body_too_large": (question(board=["." * LIMITS.max_body_bytes]), []),
    "board_too_large": (question(board=["." * LIMITS.max_cells, "."]), ["/board"]),
    "batch_too_large": (
        question() | {"body": {"requests": [QUESTION] * (LIMITS.max_batch + 1)}},
        ["/requests"],
    ),
    "uri_too_long": (question("/" + "a" * 5000), []),
    "unsupported_encoding": (question(headers={"Content-Encoding": "gzip"}), []),
    "invalid_request": (
        question(row_length=0, time_limit_ms=0), ["/row_length", "/time_limit_ms"],
    ),
    "impossible_position": (question(board=["XX.", "..?", "..."]), ["/board/1/2"]),
    "headers_too_large": (question(headers={"X-Padding": "a" * 2 * HEAD_BYTES}), []),
}  # fmt: skip
"""For each code a question that ends so, and the places it names."""


def test_problems_arrive_with_their_types(base_url: str, program: Program) -> None:
    answers = program("ask", base_url, reads=[asked for asked, _ in PROBLEMS.values()])
    for (code, (_, pointers)), answer in zip(PROBLEMS.items(), answers, strict=True):
        told = answer["told"]
        assert (answer["status"], told["code"]) == (CODES[code][0], code)
        assert told["pointers"] == pointers
        assert told["detail"]
        assert told["id"]


@pytest.mark.parametrize(
    ("program", "code", "asked"),
    [
        ("python", "expectation_failed", question(headers={"Expect": "more"})),
        pytest.param(
            "typescript", "unsupported_media_type",
            question(headers={"Content-Type": "text/plain"}), marks=pytest.mark.thorough,
        ),
        pytest.param(
            "typescript", "method_not_allowed", question("/healthz?"), marks=pytest.mark.thorough
        ),
    ],
    indirect=["program"],
)  # fmt: skip
def test_a_problem_that_one_client_alone_lets_happen(
    base_url: str, program: Program, code: str, asked: Question
) -> None:
    (answer,) = program("ask", base_url, reads=[asked])
    assert (answer["status"], answer["told"]["code"]) == (CODES[code][0], code)


LONG = question(board=["." * 12] * 12, row_length=5, time_limit_ms=60_000)
OUTLASTING = LONG["body"] | {"time_limit_ms": 3_600_000}


@pytest.fixture(scope="module")
def narrow() -> Iterator[LiveServer]:
    """Provide a server with one slot, which nothing may wait for."""
    with serving(**ONE_SLOT, **AN_HOUR, QUEUE_LENGTH="0") as server:
        yield server


@pytest.mark.thorough
def test_an_overloaded_service_says_so(narrow: LiveServer, program: Program) -> None:
    with streaming(narrow, OUTLASTING):
        (answer,) = program("ask", narrow.url, reads=[LONG])
    assert (answer["status"], answer["told"]["code"]) == (503, "overloaded")


def test_a_batch_gets_answers_and_problems_in_order(base_url: str, program: Program) -> None:
    batch = {"requests": [QUESTION, QUESTION | {"row_length": 0}, QUESTION | {"board": ["X", "O"]}]}
    (answer,) = program("ask", base_url, reads=[question() | {"body": batch}])
    assert answer["status"] == 200
    first, second, third = answer["told"]
    assert first == {"best_move": {"row": 0, "column": 2, "name": "c3"}, "outcome": "win"}
    assert (second["code"], second["pointers"]) == ("invalid_request", ["/requests/1/row_length"])
    assert third["best_move"] is None
