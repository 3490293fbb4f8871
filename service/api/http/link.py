"""A question as a link: its fields in the query of an address, read into the JSON of a body.

So they are checked as the fields of a body are, and what is wrong is reported alike.
"""

import re
from typing import Any, cast
from urllib.parse import parse_qsl

from service.api.http.json_body import read_integer, read_number, unique
from service.api.http.problems import ProblemError
from service.api.schemas import MoveRequest
from service.game import Player, other

CELLS = ","
"""The separator of the cells of a list."""

_INTEGERS = {
    name
    for name, field in MoveRequest.model_fields.items()
    if field.annotation in (int, int | None)
}
_SWITCHES = {name for name, field in MoveRequest.model_fields.items() if field.annotation is bool}
_TRUTHS = {"true": True, "false": False, "1": True, "0": False}
_PAGE_NAMES = {"k": "row_length", "any": "any_position"}
"""The fields that links of the page name otherwise; one with `k` is such a link."""
_PAGE_ALONE = ("at", "x", "o", "x_strength", "o_strength", "time", "pace", "analysis")
"""The fields of such a link that are about the players and what is shown."""
_SIZES = re.compile(r"([1-9]\d*)[xX]([1-9]\d*)", re.ASCII)
"""An empty board in such a link."""
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
"""A number in JSON."""


def parse_link(query: bytes) -> Any:
    """Return the question in the query of an address."""
    try:
        fields = parse_qsl(query.decode(), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        raise ProblemError("invalid_encoding", "The query of the address is not UTF-8.") from None
    asked: dict[str, str] = unique(fields)
    if "k" in asked:
        asked = _from_page(asked)
    return {name: _read(name, text) for name, text in asked.items()}


def _from_page(fields: dict[str, str]) -> dict[str, str]:
    """Return the fields of the question about the position on view that a link of the page shows.

    There `to_move` is who begins, and `at` the number of moves that lead to the position.
    """
    named = [(_PAGE_NAMES.get(name, name), fields[name]) for name in fields]
    asked: dict[str, str] = unique([each for each in named if each[0] not in _PAGE_ALONE])
    moves = fields["moves"].split(CELLS) if fields.get("moves") else []
    if fields.get("at", "").isdecimal():
        moves = moves[: int(fields["at"])]
    asked["moves"] = CELLS.join(moves)
    begins = fields.get("to_move")
    if len(moves) % 2 and begins in ("X", "O"):
        asked["to_move"] = other(cast("Player", begins))
    if sizes := _SIZES.fullmatch(fields.get("board", "")):
        del asked["board"]
        asked |= {"width": sizes[1], "height": sizes[2]}
    return asked


def _read(name: str, text: str) -> Any:
    if name == "moves":
        return text.split(CELLS) if text else []
    if name in _SWITCHES:
        return _TRUTHS.get(text, text)
    number = _NUMBER.fullmatch(text) if name in _INTEGERS else None
    if number is None:
        return text
    return read_number(text) if number[2] or number[3] else read_integer(text)
