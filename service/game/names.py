"""Cells by name: letters for the column, then the row counted from the bottom, such as `b3`."""

from __future__ import annotations

import re
from string import ascii_lowercase

from service.game.board import Board
from service.game.geometry import Rules

_NAME = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})", re.ASCII | re.IGNORECASE)
"""Longer ones are on no board that is taken."""


def name_cell(board: Board, cell: int) -> str:
    """The name of a cell; that at the bottom left is `a1`."""
    return name_place(*divmod(cell, board.rules.width), board.rules.height)


def name_place(row: int, column: int, height: int) -> str:
    """The name of the cell there, row and column counted from 0 at the top left."""
    return f"{name_column(column)}{height - row}"


def name_column(column: int) -> str:
    """Its letters: `a` to `z`, then `aa`, `ab` and so on."""
    before, letter = divmod(column, len(ascii_lowercase))
    return (name_column(before - 1) if before else "") + ascii_lowercase[letter]


def find_cell(rules: Rules, name: str) -> int | None:
    """The cell of a name, in either case; None if the board has none."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    column = 0
    for letter in match[1].lower():
        column = column * len(ascii_lowercase) + ascii_lowercase.index(letter) + 1
    row = rules.height - int(match[2])
    return row * rules.width + column - 1 if column <= rules.width and row >= 0 else None
