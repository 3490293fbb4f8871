"""The lines of the output: what a batch has for each question, and the line of a refused one."""

import csv
import io
import json
from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple, get_type_hints

from pydantic_core import to_json

from service.game import find_move, render
from service.heaps.asked import EXTRA, Asked, read_asked
from service.heaps.questions import Line
from service.questions.answering import refusal
from service.questions.reading import read_board, read_request
from service.questions.refusals import RefusedError
from service.questions.schemas import MoveResponse
from service.settings import Settings

ANSWER, PROBLEM = b'{"answer":', b'{"problem":'
"""How lines of JSON begin."""
REFUSAL = PROBLEM + b'{"type":"about:blank","title":"'
"""How a line of JSON begins whose question is refused, whatever the problem."""
VALUE = b'"value":'
"""What the value of the position follows in a line of JSON, before those of its options."""
FIELDS = (*get_type_hints(MoveResponse), EXTRA)
"""The names of what a result can have."""

Tally = Counter[str]
"""The number of results that are `proven`, `unproven` and `refused`."""


class Form(NamedTuple):
    """How results are written: as lines of JSON, or of CSV; answers as a whole, or some fields."""

    fields: tuple[str, ...] = ()
    """These, with `value` among them; without any the whole answer, which CSV cannot have."""
    is_csv: bool = False

    @property
    def head(self) -> bytes:
        """Return what comes before the results."""
        return _row([*self.fields, "problem"]) if self.is_csv else b""

    def answered(self, asked: Asked, answer: MoveResponse) -> bytes:
        """Return the line of an answer."""
        told: dict[str, Any] = {**answer, **asked.returned}
        if self.is_csv:
            told[EXTRA] = asked.extra or None
            return _row([*(_cell(told.get(name)) for name in self.fields), ""])
        kept = {name: told[name] for name in told if self._has(name)}
        return to_json({"answer": kept, **self._extra(asked)}) + b"\n"

    def refused(self, asked: Asked, number: int, error: Exception) -> tuple[bytes, str]:
        """Return the line of a question without an answer, and why; its line has this number."""
        problem = refusal(asked.question, error, f"line {number}")["problem"]
        wrong = [f"{each['pointer']}: {each['message']}" for each in problem["errors"]]
        why = " ".join([problem["detail"], *wrong])
        problem |= asked.returned  # type: ignore[typeddict-item]
        if not self.is_csv:
            result = {"problem": problem, "line": number, **self._extra(asked)}
            return to_json(result) + b"\n", why
        known = {"id": problem.get("id"), EXTRA: asked.extra or None}
        cells = [_cell(known.get(name)) for name in self.fields]
        return _row([*cells, _cell(f"{problem['code']}: {why}")]), why

    def kind_of(self, line: bytes) -> str:
        """Return what a line counts as in a tally; ValueError if it is no result."""
        if self.is_csv:
            told = self._read(line)
            return "refused" if told["problem"] else "proven" if told["value"] else "unproven"
        if line.startswith(PROBLEM):
            return "refused"
        if not line.startswith(ANSWER):
            raise ValueError("no result of a question")
        return "unproven" if line.partition(VALUE)[2].startswith(b"null") else "proven"

    def begins(self, rest: bytes, line: Line, settings: Settings) -> bool:
        """Return whether a result that is cut off can be that of the question in the first line."""
        beginnings = [self.head or REFUSAL]
        if not self.is_csv:
            with suppress(RefusedError):
                board = read_board(read_request(read_asked(line, settings).question, settings))
                known = {"status": board.status, "to_move": board.to_move}
                told = {name: known.get(name) for name in FIELDS if self._has(name)}
                beginnings.append(to_json({"answer": told}).partition(b"null")[0])
        return may_begin(rest, beginnings)

    def belongs(self, result: bytes, line: Line, settings: Settings) -> bool:
        """Return whether a result can be that of the question in a line."""
        try:
            if self.is_csv:
                answer = self._read(result)
                code = answer["problem"].partition(":")[0] or None
            else:
                told = json.loads(result)
                answer, code = told.get("answer"), told.get("problem", {}).get("code")
            asked = read_asked(line, settings)
            wanted = read_request(asked.question, settings)
            board = read_board(wanted)
            if code is not None:
                return bool(code == "internal_error")
            expected: dict[str, Any] = {
                "level": wanted.level, "strength": wanted.strength, "to_move": board.to_move,
                "id": wanted.id, **asked.returned,
            }  # fmt: skip
            if self._has("board_after") and self._has("best_move"):
                move = answer["best_move"]
                after = board.play(find_move(board, move)) if move else board
                expected["board_after"] = list(render(after))
            if self.is_csv:
                expected = {name: _cell(value) for name, value in expected.items()}
            elif self._has("rules"):
                expected["rules"] = {name: getattr(board.rules, name) for name in answer["rules"]}
            return all(answer.get(name) == it for name, it in expected.items() if self._has(name))
        except RefusedError as error:
            return bool(code == error.code)
        except (AttributeError, KeyError, TypeError, ValueError):
            return False  # No result at all.

    def _has(self, name: str) -> bool:
        return not self.fields or name in self.fields

    def _extra(self, asked: Asked) -> dict[str, Any]:
        return {EXTRA: asked.extra} if asked.extra and self._has(EXTRA) else {}

    def _read(self, line: bytes) -> dict[str, str]:
        """Return the cells of a line of CSV by their names; ValueError if they are others."""
        (row,) = csv.reader([line.decode()], strict=True)
        return dict(zip((*self.fields, "problem"), row, strict=True))


def may_begin(text: bytes, beginnings: list[bytes]) -> bool:
    """Return whether a text that is cut off anywhere begins in one of these ways."""
    return any(each[: len(text)] == text[: len(each)] for each in beginnings)


def _row(cells: list[str]) -> bytes:
    """Return a line of CSV."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue().encode()


def _cell(value: Any) -> str:
    """Return a value as a cell of CSV, in one line: cells of the board by their names."""
    match value:
        case None:
            return ""
        case str() if value.isprintable():
            return value
        case {"row": _, "column": _, "name": str(name), **rest} if not rest:
            return name
        case [str(), *_]:
            return "/".join(value)
        case [{"row": _, "column": _, "name": _, **rest}, *_] if not rest:
            return " ".join(map(_cell, value))
    return to_json(value).decode()
