"""The lines of the output: what a batch has for each question, and the line of a refused one."""

import json
from collections import Counter
from typing import Any

from pydantic_core import to_json

from service.api.http.json_body import parse_json
from service.api.http.problems import ProblemError
from service.api.http.validation import read_board, read_request
from service.api.routes.answer import refusal
from service.api.schemas import MoveResponse, MoveResult
from service.game import Board, render
from service.heaps.questions import Line
from service.settings import Settings

ANSWER, PROBLEM = b'{"answer":', b'{"problem":'
"""How lines begin."""
VALUE = b'"value":'
"""What the value of the position follows in a line, before those of its options."""

Tally = Counter[str]
"""The number of results that are `proven`, `unproven` and `refused`."""


def answered(answer: MoveResponse) -> bytes:
    """Return the line of an answer."""
    return to_json(MoveResult(answer=answer)) + b"\n"


def refused(number: int, question: Any, error: Exception) -> bytes:
    """Return the line of a question without an answer, whose line has this number."""
    return to_json({**refusal(question, error, f"line {number}"), "line": number}) + b"\n"


def kind_of(line: bytes) -> str:
    """Return what a line counts as in a tally; ValueError if it is no result."""
    if line.startswith(PROBLEM):
        return "refused"
    if not line.startswith(ANSWER):
        raise ValueError("no result of a question")
    return "unproven" if line.partition(VALUE)[2].startswith(b"null") else "proven"


def read_question(line: Line, settings: Settings) -> Any:
    """Return the JSON value of a line; `ProblemError` if there is none."""
    if line is None:
        detail = f"The line is larger than {settings.max_body_bytes} bytes."
        raise ProblemError("body_too_large", detail)
    return parse_json(line)


def belongs(result: bytes, line: Line, settings: Settings) -> bool:
    """Return whether a result can be that of the question in a line."""
    told = json.loads(result)
    code = told.get("problem", {}).get("code")
    try:
        wanted = read_request(read_question(line, settings), settings)
        board = read_board(wanted)
    except ProblemError as error:
        return bool(code == error.code)
    if code is not None:
        return bool(code == "internal_error")
    answer = told["answer"]
    asked = {"level": wanted.level, "strength": wanted.strength, "id": wanted.id}
    return bool(
        all(answer.get(name) == value for name, value in asked.items())
        and all(getattr(board.rules, name) == value for name, value in answer["rules"].items())
        and answer["to_move"] == board.to_move
        and answer["board_after"] == list(render(_after(board, answer["best_move"])))
    )


def _after(board: Board, move: Any) -> Board:
    """Return the position after a move; the same one if the game is over."""
    return board if move is None else board.play(move["row"] * board.rules.width + move["column"])
