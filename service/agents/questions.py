"""From the arguments of a tool to a question, and from what is wrong with it to a sentence."""

import json
import re
from collections.abc import Mapping
from typing import Any

from service.agents.definitions import Schema
from service.questions.json_text import TRUTHS, number_in, parse_json, read_integer, read_number
from service.questions.judging import Question
from service.questions.refusals import STEPS, RefusedError, field_error, in_words
from service.questions.schemas import FieldError
from service.questions.schemas.request import ROW_END

FIELDS = {"in_a_row": "row_length", "seconds": "time_limit_ms"}
"""The fields of a question that have another name than the argument."""
ARGUMENTS = {field: argument for argument, field in FIELDS.items()}
LEFT_OUT = (None, "", "none", "best", 0)
"""What stands for an argument that is left out, where a client makes the model give all of them."""
LINE_END = rf"{ROW_END}?(?:\r?\n|\\n){ROW_END}?"
"""What ends a row of a board of lines, also if it was escaped once more."""
MOST_ERRORS = 3
"""How many errors are told at once."""


def read_question(arguments: Mapping[str, Any], known: Mapping[str, Schema]) -> Question:
    """Return the question in the arguments, which are among `known`; `RefusedError` if not.

    All else is checked by who answers it.
    """
    unknown = [name for name in arguments if name not in known]
    if unknown:
        names = ", ".join(known)
        message = f"There is no argument {', '.join(unknown)}; there are {names}."
        raise RefusedError("invalid_request", message)
    read = {name: _read(name, value, known[name]) for name, value in arguments.items()}
    given = {name: value for name, value in read.items() if value not in LEFT_OUT}
    if "seconds" in given:
        given["seconds"] = _milliseconds(given["seconds"])
    return {FIELDS.get(name, name): value for name, value in given.items()}


def _read(name: str, value: Any, schema: Schema) -> Any:
    """Return the value of an argument, of the type that its schema has if it came as a text.

    Models, or the clients between, often write numbers, switches and arrays so.
    """
    if not isinstance(value, str):
        return _with_numbers_read(value)
    if schema["type"] in ("integer", "number"):
        number = number_in(value.strip())
        return value if number is None else number
    if schema["type"] == "boolean":
        return TRUTHS.get(value.lower(), value)
    if name not in STEPS:
        return value
    if value.startswith("["):
        try:
            return _with_numbers_read(parse_json(value.encode(errors="replace")))
        except RefusedError:
            return value
    if name == "moves":
        return [move for move in re.split(r"[\s,]+", value) if move]
    # A line of a board ends it, or is blank around it.
    return re.sub(LINE_END, ROW_END, re.sub(f"^({LINE_END})+|({LINE_END})+$", "", value))


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
        raise RefusedError("invalid_request", "seconds: Give a number.")
    if not seconds > 0:
        raise RefusedError("invalid_request", "seconds: Give more than 0.")
    return max(1, round(seconds * 1000))


def explain(refusal: RefusedError) -> str:
    """Return what is wrong, in words about the arguments."""
    errors = refusal.errors[:MOST_ERRORS]
    told = [in_words(_in_seconds(error), ARGUMENTS) for error in errors]
    more = len(refusal.errors) - len(told)
    return " ".join([refusal.detail, *told, *([f"There is more of that: {more}."] if more else [])])


def _in_seconds(error: FieldError) -> FieldError:
    """Return an error about milliseconds as one about seconds, and others as they are."""
    if error["pointer"] != "/time_limit_ms":
        return error
    seconds = re.sub(r"\d+", lambda number: f"{int(number[0]) / 1000:g}", error["message"])
    return field_error(error["pointer"], seconds)
