"""A question as a link: its fields in the query of an address, read into the JSON of a body.

So they are checked as the fields of a body are, and what is wrong is reported alike.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import parse_qsl

from service.game import Player, other
from service.questions.json_text import TRUTHS, number_in, read_integer, unique
from service.questions.reading import WRONG_FIELDS
from service.questions.refusals import RefusedError, field_error, pointer
from service.questions.schemas import MoveRequest

CELLS = ","
"""The separator of the cells of a list."""

_INTEGERS = {
    name
    for name, field in MoveRequest.model_fields.items()
    if field.annotation in (int, int | None)
}
_LISTS = ("moves", "marked")
_SWITCHES = {name for name, field in MoveRequest.model_fields.items() if field.annotation is bool}
_PAGE_NAMES = {"k": "row_length", "any": "any_position"}
"""The fields that links of the page name otherwise; one with `k` is such a link."""
_PAGE_ALONE = ("at", "x", "o", "x_strength", "o_strength", "time", "pace", "analysis")
"""The fields of such a link that are about the players and what is shown."""
_SIZES = re.compile(r"([1-9]\d*)[xX]([1-9]\d*)", re.ASCII)
"""An empty board in such a link."""
_COUNT = re.compile("[0-9]+")


@dataclass(frozen=True)
class Link:
    """A question about a position in the query of an address."""

    question: dict[str, Any]
    names: dict[str, str]
    """The fields that the link names otherwise."""

    @contextmanager
    def named_as_sent(self) -> Iterator[None]:
        """Have problems with the question point at the names in the link."""
        try:
            yield
        except RefusedError as problem:
            raise problem.renamed(self.names) from None


def parse_link(query: bytes) -> dict[str, Any]:
    """Return the fields in the query of an address."""
    return {name: _read(name, text) for name, text in _fields(query).items()}


def parse_question(query: bytes) -> Link:
    """Return the question about a position in the query of an address."""
    asked, names = _fields(query), dict[str, str]()
    if "k" in asked:
        asked, names = _from_page(asked)
    return Link({name: _read(name, text) for name, text in asked.items()}, names)


def _fields(query: bytes) -> dict[str, str]:
    try:
        fields = parse_qsl(query.decode(), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        raise RefusedError("invalid_encoding", "The query of the address is not UTF-8.") from None
    return unique(fields)


def _from_page(fields: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the fields of the question about the position on view that a link of the page shows.

    There `to_move` is who begins, and `at` the number of moves that lead to the position. With them
    are those that the link names otherwise.
    """
    names = {name: short for short, name in _PAGE_NAMES.items() if short in fields}
    for name, short in names.items():
        if name in fields:
            detail = f"The keys {short!r} and {name!r} are one field; give one of them."
            raise RefusedError("duplicate_key", detail)
    asked = {_PAGE_NAMES.get(name, name): fields[name] for name in fields}
    asked = {name: text for name, text in asked.items() if name not in _PAGE_ALONE}
    moves = fields["moves"].split(CELLS) if fields.get("moves") else []
    if (at := fields.get("at")) is not None:
        if not _COUNT.fullmatch(at):
            raise _wrong("at", "Give how many of the moves lead to the position, such as 3.")
        moves = moves[: read_integer(at)]
    asked["moves"] = CELLS.join(moves)
    begins = fields.get("to_move")
    if len(moves) % 2 and begins in ("X", "O"):
        asked["to_move"] = other(cast("Player", begins))
    if sizes := _SIZES.fullmatch(fields.get("board", "")):
        del asked["board"]
        for name, size in zip(("width", "height"), sizes.groups(), strict=True):
            if asked.setdefault(name, size) != size:
                raise _wrong(name, f"The board has {size}; make them agree, or leave this out.")
            names.setdefault(name, name if name in fields else "board")
    return asked, names


def _wrong(name: str, message: str) -> RefusedError:
    return RefusedError("invalid_request", WRONG_FIELDS, [field_error(pointer([name]), message)])


def _read(name: str, text: str) -> Any:
    if name in _LISTS:
        return text.split(CELLS) if text else []
    if name in _SWITCHES:
        return TRUTHS.get(text, text)
    number = number_in(text) if name in _INTEGERS else None
    return text if number is None else number
