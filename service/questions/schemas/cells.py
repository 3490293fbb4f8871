"""A cell as answers have it, and as questions may."""

from functools import lru_cache
from typing import Annotated, Any, NotRequired

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag
from typing_extensions import TypeAliasType, TypedDict

from service.game import name_place

NAME_PATTERN = "^[A-Za-z]+[1-9][0-9]*$"
"""The names of cells in questions, in either case."""
MOVE_PATTERN = "^([A-Za-z]+([1-9][0-9]*)?|[1-9][0-9]*)$"
"""The names of moves: cells or, where stones fall, columns."""
PLACE_HINT = (
    'Give a name, such as "b3", or {"row": 0, "column": 1}, which count from the top left; where '
    'stones fall also a column, such as "b" or 2, which counts from 1.'
)

Row = Annotated[int, Field(ge=0, description="Row, counted from 0 at the top.")]
Column = Annotated[int, Field(ge=0, description="Column, counted from 0 at the left.")]
CellName = Annotated[
    str,
    Field(
        pattern="^[a-z]+[1-9][0-9]*$",
        description="Name of the cell: letters for the column, after z comes aa, then the row "
        "counted from 1 at the bottom.",
    ),
]


class Cell(TypedDict):
    """A cell."""

    row: Row
    column: Column
    name: CellName


class Coordinates(TypedDict):
    """A cell by row and column, as answers have it."""

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")  # type: ignore[misc]

    row: Row
    column: Column
    name: Annotated[
        NotRequired[str],
        Field(
            description="The name of this cell, in either case; that of another is an error.",
            json_schema_extra={"pattern": NAME_PATTERN},
        ),
    ]


def _kind_of_cell(cell: Any) -> str | None:
    return {str: "name", dict: "place", int: "column"}.get(type(cell))


Move = TypeAliasType(
    "Move",
    Annotated[
        Annotated[
            str,
            Field(
                description="A cell by its name, in either case. Where stones fall also its "
                "column by its letters or its number, from 1 at the left, as a string.",
                json_schema_extra={"pattern": MOVE_PATTERN},
            ),
            Tag("name"),
        ]
        | Annotated[Coordinates, Tag("place")]
        | Annotated[
            str,
            BeforeValidator(str, json_schema_input_type=Annotated[int, Field(ge=1)]),
            Field(description="Where stones fall, a column by its number, from 1 at the left."),
            Tag("column"),
        ],
        Discriminator(
            _kind_of_cell, custom_error_type="cell_type", custom_error_message=PLACE_HINT
        ),
        Field(
            description="A cell, by its name or by row and column; where stones fall also by its "
            "column alone."
        ),
    ],
)


@lru_cache(maxsize=8)
def written_cells(width: int, height: int) -> list[Cell]:
    """Return each cell of a board as it is written; answers share them and never change them."""
    return [
        {"row": row, "column": column, "name": name_place(row, column, height)}
        for row in range(height)
        for column in range(width)
    ]
