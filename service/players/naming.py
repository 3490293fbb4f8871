"""What messages call moves, players, cells and shapes: a1, b2 and 3 more cells; an open three."""

from typing import Literal

from service.game import Board, name_cell, other
from service.languages import Listed, Message, counted, say
from service.players.shapes import Shape

NUMBERS = (
    say("one"), say("two"), say("three"), say("four"), say("five"), say("six"), say("seven"),
    say("eight"), say("nine"), say("ten"), say("eleven"), say("twelve"),
)  # fmt: skip
"""The numbers before threats and shapes."""

ROWS = (
    counted("a one", "{number} ones", 1),
    counted("a two", "{number} twos", 1),
    counted("a three", "{number} threes", 1),
    counted("a four", "{number} fours", 1),
    counted("a five", "{number} fives", 1),
    counted("a six", "{number} sixes", 1),
    counted("a seven", "{number} sevens", 1),
    counted("an eight", "{number} eights", 1),
    counted("a nine", "{number} nines", 1),
    counted("a ten", "{number} tens", 1),
    counted("an eleven", "{number} elevens", 1),
    counted("a twelve", "{number} twelves", 1),
)
"""Rows by their stones, from one on."""
LONG_ROWS = counted("a {stones}", "{number} {stones}s", 1)
"""Rows with more stones."""
OPEN_ROWS = (
    counted("an open one", "{number} open ones", 1),
    counted("an open two", "{number} open twos", 1),
    counted("an open three", "{number} open threes", 1),
    counted("an open four", "{number} open fours", 1),
    counted("an open five", "{number} open fives", 1),
    counted("an open six", "{number} open sixes", 1),
)
"""Open rows by their stones, from one on; they are named in rows of up to seven."""


def name_shape(board: Board, shape: Shape, count: int = 1) -> Message:
    """Return the name that players use for a shape, or for so many shapes: an open three."""
    stones = board.rules.row_length - shape.lacking
    rows = OPEN_ROWS if shape.is_open else ROWS
    name = rows[stones - 1] if stones <= len(rows) else LONG_ROWS
    return name.of(count=count, number=NUMBERS[count - 1], stones=stones)


def names(board: Board, cell: int) -> dict[str, str]:
    """Return what messages about a move call it and the players."""
    mover = board.to_move
    return {"move": name_cell(board, cell), "player": mover, "opponent": other(mover)}


def listed(board: Board, cells: list[int], kind: Literal["and", "or"] = "and") -> Listed:
    """Return the names of up to three cells, and the number of others."""
    names = [name_cell(board, cell) for cell in cells]
    if len(names) <= 3:
        return Listed(names, kind)
    more = counted("{count} more cell", "{count} more cells", len(names) - 2)
    return Listed([*names[:2], more], kind)
