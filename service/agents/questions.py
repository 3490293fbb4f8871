"""From the arguments of a tool to a question, and from what is wrong with it to a sentence."""

import json
import re
from collections.abc import Mapping
from typing import Any

from service.agents.answerer import RefusedError
from service.api.http.json_body import read_integer, read_number
from service.api.judging import Question

FIELDS = {"in_a_row": "row_length", "seconds": "time_limit_ms"}
"""The fields of a question that have another name than the argument."""
ARGUMENTS = {field: argument for argument, field in FIELDS.items()}
STEPS = {"board": ("row {} from the top", "column {}"), "moves": ("number {}",)}
"""How a part of an argument is named; pointers count from 0."""
MOST_ERRORS = 3
"""How many errors are told at once."""


def read_question(arguments: Mapping[str, Any], known: Mapping[str, Any]) -> Question:
    """Return the question in the arguments, which are among `known`; `RefusedError` if not.

    All else is checked by who answers it.
    """
    unknown = [name for name in arguments if name not in known]
    if unknown:
        names = ", ".join(known)
        raise RefusedError(f"There is no argument {', '.join(unknown)}; there are {names}.")
    # Models often give what they leave out, as null or empty.
    given = {
        name: _with_numbers_read(value)
        for name, value in arguments.items()
        if value not in (None, "")
    }
    if "seconds" in given:
        given["seconds"] = _milliseconds(given["seconds"])
    if isinstance(given.get("moves"), list):
        # Columns may come as numbers.
        given["moves"] = [str(move) if type(move) is int else move for move in given["moves"]]
    return {FIELDS.get(name, name): value for name, value in given.items()}


def _with_numbers_read(value: Any) -> Any:
    """Return a JSON value with its numbers as `POST /move` reads them.

    An integer is one in every notation, such as 3.0, and none is too large to be told.
    """
    return json.loads(
        json.dumps(value),
        parse_int=read_integer,
        parse_float=read_number,
        # The SDK reads 1e400 as an infinity.
        parse_constant=read_number,
    )


def _milliseconds(seconds: Any) -> int:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise RefusedError("seconds: Give a number.")
    if not seconds > 0:
        raise RefusedError("seconds: Give more than 0.")
    return max(1, round(seconds * 1000))


def explain(refusal: RefusedError) -> str:
    """Return what is wrong, in words about the arguments."""
    errors = refusal.errors[:MOST_ERRORS]
    told = [_sentence(error["pointer"], error["message"]) for error in errors]
    more = len(refusal.errors) - len(told)
    return " ".join([refusal.detail, *told, *([f"There is more of that: {more}."] if more else [])])


def _sentence(pointer: str, message: str) -> str:
    """Return what is wrong at a JSON Pointer into a question."""
    field, *path = pointer.split("/")[1:] or [""]
    if field == "time_limit_ms":
        message = re.sub(r"\d+", lambda number: f"{int(number[0]) / 1000:g}", message)
    steps = zip(STEPS.get(field, ()), path, strict=False)
    place = [ARGUMENTS.get(field, field), *(step.format(int(index) + 1) for step, index in steps)]
    return f"{', '.join(place)}: {message}"
