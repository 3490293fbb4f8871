"""The parameters of a question as a link in the OpenAPI document, one for each field."""

from copy import deepcopy
from typing import Any

from service.api.http.link import CELLS
from service.questions.schemas.cells import MOVE_PATTERN
from service.questions.schemas.qr import EXAMPLE
from service.questions.schemas.request import ROW_END, TEXT_PATTERN

_BOARD = {"type": "string", "pattern": f"^{TEXT_PATTERN}({ROW_END}{TEXT_PATTERN})*$"}
_MOVES = {"type": "array", "items": {"type": "string", "pattern": MOVE_PATTERN}}
_WRITTEN: dict[str, dict[str, Any]] = {
    "board": {
        "description": f"The rows, top row first, with `{ROW_END}` between them. A cell is X or O "
        "(lower case too), # for a wall, which an address has as %23, or empty: a dot, a space, _ "
        "or -, but no row mixes spaces with the others.",
        "schema": _BOARD,
        "example": "XXO/OO./X..",
    },
    "moves": {
        "description": "A game from the board on: the names of its cells or, where stones fall, of "
        f"their columns, the first move first, with `{CELLS}` between them.",
        "schema": _MOVES,
        "style": "form",
        "explode": False,
    },
    "marked": {
        "description": f"The names of cells to be framed, with `{CELLS}` between them.",
        "style": "form",
        "explode": False,
    },
    "link": {"example": EXAMPLE},
    "row_length": {"example": 3},
    "pos": {"example": "13572574574336771444755135121"},
    "game": {"example": "connect-four"},
    "difficulty": {"example": "medium"},
}
"""Where a parameter differs from the field of a body."""


def link_parameters(question: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parameters of a link that asks what a body with this schema asks."""
    return [
        {
            "name": name,
            "in": "query",
            "required": name in question.get("required", ()),
            **({"description": field["description"]} if "description" in field else {}),
            "schema": _given(field),
            **deepcopy(_WRITTEN.get(name, {})),
        }
        for name, field in question["properties"].items()
    ]


def _given(field: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a field without null, which no link can hold."""
    kind = next(each for each in field.get("anyOf", [field]) if each != {"type": "null"})
    return {key: value for key, value in kind.items() if key not in ("description", "title")}
