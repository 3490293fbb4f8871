"""Names of cells, such as `b3`: letters for the column, then the row counted from the bottom."""

import re
from string import ascii_lowercase

from service.game.rules import Rules, Wrap

WRAPS: dict[Wrap, str] = {
    "none": "no edges joined",
    "horizontal": "left and right edges joined",
    "vertical": "top and bottom edges joined",
    "both": "torus",
}

_NAME = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})", re.ASCII | re.IGNORECASE)
_COLUMN = re.compile(r"[a-z]{1,3}|[1-9][0-9]{0,3}", re.ASCII | re.IGNORECASE)
"""The names of cells and of columns. Longer ones occur on no board that the service accepts."""


def name_rules(rules: Rules) -> str:
    """Return the game in words, such as `7x6, 4 in a row, gravity`."""
    switches = [
        *(["gravity"] if rules.gravity else []),
        *([] if rules.is_flat else [WRAPS[rules.wrap]]),
        *(["exact"] if rules.exact else []),
        *(["misère"] if rules.misere else []),
        *(["walls"] if rules.walls else []),
    ]
    return ", ".join([f"{rules.width}x{rules.height}", f"{rules.row_length} in a row", *switches])


def name_place(row: int, column: int, height: int) -> str:
    """Return the name of the cell in a row and a column, counted from 0 at the top left.

    The cell at the bottom left is `a1`.
    """
    return f"{name_column(column)}{height - row}"


def name_column(column: int) -> str:
    """Return the letters of a column: `a` to `z`, then `aa`, `ab` and so on."""
    before, letter = divmod(column, len(ascii_lowercase))
    return (name_column(before - 1) if before else "") + ascii_lowercase[letter]


def find_cell(rules: Rules, name: str) -> int | None:
    """Return the cell with this name, in upper or lower case; None if the board has none."""
    match = _NAME.fullmatch(name)
    column = find_column(rules, match[1]) if match else None
    if match is None or column is None:
        return None
    row = rules.height - int(match[2])
    return row * rules.width + column if row >= 0 else None


def find_column(rules: Rules, name: str) -> int | None:
    """Return the column, counted from 0, with these letters or this number, which counts from 1.

    None if the board has none.
    """
    if _COLUMN.fullmatch(name) is None:
        return None
    if name.isdecimal():
        number = int(name)
    else:
        number = 0
        for letter in name.lower():
            number = number * len(ascii_lowercase) + ascii_lowercase.index(letter) + 1
    return number - 1 if number <= rules.width else None
