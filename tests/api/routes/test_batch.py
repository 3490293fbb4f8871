"""`POST /moves`: many questions at once, each with its own result."""

import json
from typing import Any

import requests
from pydantic import TypeAdapter

from service.questions.schemas import MovesResponse
from tests.api.questions import EMPTY, JSON, ask, pointers, results_in
from tests.support.positions import random_positions
from tests.support.sampling import chance_of
from tests.support.storms import crowded
from tests.support.waiting import wait_until

MOST = 100
"""The default of MAX_BATCH, with which the live server runs."""
HARD = {"board": ["." * 10] * 10, "row_length": 5}
"""So small that it is answered however late."""

answer_type = TypeAdapter(MovesResponse)


def ask_all(base_url: str, body: Any) -> requests.Response:
    """Post a batch."""
    return requests.post(f"{base_url}/moves", data=json.dumps(body), headers=JSON, timeout=90)


def results_of(base_url: str, *questions: Any, **fields: Any) -> list[dict[str, Any]]:
    """Return the results of these questions."""
    response = ask_all(base_url, {"requests": questions, **fields})
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"] == "application/json"
    answer_type.validate_python(response.json(), strict=True)
    results = results_in(response)
    assert len(results) == len(questions)
    return results


def results_in_time(base_url: str, *questions: Any) -> list[dict[str, Any]]:
    """Return the results of questions that have a millisecond, of which the first comes in time."""

    def begun_in_time() -> list[dict[str, Any]] | None:
        response = ask_all(base_url, {"requests": questions, "time_limit_ms": 1})
        results = results_in(response) if response.ok else [{}]
        return results if "best_move" in results[0] else None

    return wait_until(begun_in_time)


def test_each_answer_is_that_of_the_question_alone_in_order(base_url: str) -> None:
    questions = [
        {"board": position.rows, "row_length": 3, "to_move": position.to_move, "level": "rules"}
        for position in random_positions((4, 3, 3), (1, 10), 60, seed=5)
    ]
    questions.append({**EMPTY, "strength": 3, "seed": 8})
    assert len({str(each) for each in questions}) > len(questions) // 2
    for question, result in zip(questions, results_of(base_url, *questions), strict=True):
        alone = ask(base_url, **question).json()
        assert result | {"search": None} == alone | {"search": None}


def test_a_bad_question_spoils_no_other(base_url: str) -> None:
    bad: list[tuple[Any, int, str, list[str]]] = [
        (None, 422, "invalid_request", [""]),
        ({**EMPTY, "a/b": 1}, 422, "invalid_request", ["/a~1b"]),
        ({**EMPTY, "board": [["X", 1]]}, 422, "invalid_request", ["/board/0/1"]),
        ({**EMPTY, "board": ["...", ".Z."]}, 422, "impossible_position", ["/board/1/1"]),
        ({**EMPTY, "time_limit_ms": 60_001}, 422, "invalid_request", ["/time_limit_ms"]),
        ({"board": ["." * 2501], "row_length": 5}, 413, "board_too_large", ["/board"]),
    ]
    questions = [each for question, *_ in bad for each in (question, EMPTY)]
    response = ask_all(base_url, {"requests": questions})
    results = results_in(response)
    for index, (_, status, code, pointed) in enumerate(bad):
        problem = results[2 * index]
        assert (problem["status"], problem["code"]) == (status, code)
        assert pointers(problem) == [f"/requests/{2 * index}{each}" for each in pointed]
        assert problem["request_id"] == response.headers["X-Request-Id"]
        assert results[2 * index + 1]["outcome"] == "draw"


def test_all_questions_share_one_time_limit(base_url: str) -> None:
    """None gets more than its share of what is left, nor more than it asks for itself.

    On a busy machine one may wait longer than it may think; so one batch of many must show it.
    """

    def is_shared() -> bool:
        shared = results_of(base_url, EMPTY, *[HARD] * 3, EMPTY, time_limit_ms=900)
        for result in shared[1:4]:
            assert (result["search"]["complete"], result["search"]["stopped_by"]) == (False, "time")
            assert len(result["options"]) == 100
        assert shared[0]["outcome"] == shared[4]["outcome"] == "draw"
        return bool(0 < sum(result["search"]["time_ms"] for result in shared[1:3]) < 900)

    def is_brief() -> bool:
        brief, patient = results_of(base_url, HARD | {"time_limit_ms": 1}, HARD, time_limit_ms=500)
        return bool(brief["search"]["time_ms"] < patient["search"]["time_ms"])

    wait_until(is_shared)
    wait_until(is_brief)


def test_questions_that_come_too_late_get_an_answer_all_the_same(base_url: str) -> None:
    for result in results_in_time(base_url, *[HARD] * 5, EMPTY):
        assert result["best_move"] is not None
        assert result["bounds"]["lower"] <= result["bounds"]["upper"]


def test_a_batch_of_large_boards_ends_soon_after_its_time(base_url: str) -> None:
    """Small ones are answered all the same: answering costs hardly more than refusing."""
    chance = chance_of("large boards")
    # Of rows so long that chance makes none.
    large = [crowded(chance) | {"row_length": 10} for _ in range(90)]
    first, *others, last = results_in_time(base_url, *large, EMPTY)
    assert first["best_move"] is not None
    codes = [each.get("code") for each in others]
    answered = codes.count(None)
    assert answered < len(others)
    assert codes == [None] * answered + ["overloaded"] * (len(others) - answered)
    assert last["best_move"] is not None
