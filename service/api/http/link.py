"""A question as a link: its fields in the query of an address, read into the JSON of a body.

So they are checked as the fields of a body are, and what is wrong is reported alike.
"""

import re
from typing import Any
from urllib.parse import parse_qsl

from service.api.http.json_body import read_integer, read_number, unique
from service.api.http.problems import ProblemError
from service.api.schemas import MoveRequest

CELLS = ","
"""The separator of the cells of a list."""

_INTEGERS = {
    name
    for name, field in MoveRequest.model_fields.items()
    if field.annotation in (int, int | None)
}
_SWITCHES = {name for name, field in MoveRequest.model_fields.items() if field.annotation is bool}
_TRUTHS = {"true": True, "false": False}
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
"""A number in JSON."""


def parse_link(query: bytes) -> Any:
    """Return the question in the query of an address."""
    try:
        fields = parse_qsl(query.decode(), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        raise ProblemError("invalid_encoding", "The query of the address is not UTF-8.") from None
    return {name: _read(name, text) for name, text in unique(fields).items()}


def _read(name: str, text: str) -> Any:
    if name == "moves":
        return text.split(CELLS) if text else []
    if name in _SWITCHES:
        return _TRUTHS.get(text, text)
    number = _NUMBER.fullmatch(text) if name in _INTEGERS else None
    if number is None:
        return text
    return read_number(text) if number[2] or number[3] else read_integer(text)
