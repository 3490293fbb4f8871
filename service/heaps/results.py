"""The lines of the output: what a batch has for each question, and the line of a refused one."""

import csv
import io
import json
from collections import Counter
from typing import Any, NamedTuple, get_type_hints

from pydantic_core import to_json

from service.game import Board, render
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
CELL = {"row", "column", "name"}

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
        result = refusal(asked.question, error, f"line {number}")
        problem = result["problem"]
        wrong = [f"{each['pointer']}: {each['message']}" for each in problem["errors"]]
        why = " ".join([problem["detail"], *wrong])
        problem |= asked.returned  # type: ignore[typeddict-item]
        if not self.is_csv:
            return to_json({**result, "line": number, **self._extra(asked)}) + b"\n", why
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
            try:
                board = read_board(read_request(read_asked(line, settings).question, settings))
            except RefusedError:
                pass
            else:
                beginnings.append(self._beginning(board))
        return any(each[: len(rest)] == rest[: len(each)] for each in beginnings)

    def belongs(self, result: bytes, line: Line, settings: Settings) -> bool:
        """Return whether a result can be that of the question in a line."""
        try:
            return self._belongs(result, line, settings)
        except (AttributeError, KeyError, TypeError, ValueError):
            return False  # No result at all.

    def _belongs(self, result: bytes, line: Line, settings: Settings) -> bool:
        if self.is_csv:
            answer = self._read(result)
            code = answer["problem"].partition(":")[0] or None
        else:
            told = json.loads(result)
            answer, code = told.get("answer"), told.get("problem", {}).get("code")
        try:
            asked = read_asked(line, settings)
            wanted = read_request(asked.question, settings)
            board = read_board(wanted)
        except RefusedError as error:
            return bool(code == error.code)
        if code is not None:
            return bool(code == "internal_error")
        expected: dict[str, Any] = {
            "level": wanted.level, "strength": wanted.strength, "to_move": board.to_move,
            "id": wanted.id, **asked.returned,
        }  # fmt: skip
        if self.is_csv:
            return all(answer.get(name, _cell(it)) == _cell(it) for name, it in expected.items())
        if self._has("rules"):
            expected["rules"] = {name: getattr(board.rules, name) for name in answer["rules"]}
        if self._has("board_after") and self._has("best_move"):
            expected["board_after"] = list(render(_after(board, answer["best_move"])))
        return all(answer.get(name) == it for name, it in expected.items() if self._has(name))

    def _has(self, name: str) -> bool:
        return not self.fields or name in self.fields

    def _extra(self, asked: Asked) -> dict[str, Any]:
        return {EXTRA: asked.extra} if asked.extra and self._has(EXTRA) else {}

    def _read(self, line: bytes) -> dict[str, str]:
        """Return the cells of a line of CSV by their names; ValueError if they are others."""
        (row,) = csv.reader([line.decode()], strict=True)
        return dict(zip((*self.fields, "problem"), row, strict=True))

    def _beginning(self, board: Board) -> bytes:
        """Return how the line of JSON with the answer about a position begins."""
        known = {"status": board.status, "to_move": board.to_move}
        begun = ANSWER + b"{"
        for name in filter(self._has, FIELDS):
            begun += to_json(name) + b":"
            if name not in known:
                break
            begun += to_json(known[name]) + b","
        return begun


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
        case {"name": str(name)} if value.keys() == CELL:
            return name
        case [str(), *_]:
            return "/".join(value)
        case [{"name": _}, *_] if value[0].keys() == CELL:
            return " ".join(cell["name"] for cell in value)
    return to_json(value).decode()


def _after(board: Board, move: Any) -> Board:
    """Return the position after a move; the same one if the game is over."""
    return board if move is None else board.play(move["row"] * board.rules.width + move["column"])
