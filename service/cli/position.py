"""The position that a command is about: an empty board of given sizes, or rows of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from service.game import Board, Fault, Player, PositionError, name_place, parse
from service.settings import Settings


def read_position(
    sizes: Sequence[int], rows: str | None, to_move: Player | None, settings: Settings
) -> Board:
    """The position of the arguments; UsageError naming every fault if there is none.

    `sizes` are width, height and row length, or the row length alone for `rows`, which are
    separated by slashes or line ends.
    """
    if len(sizes) != (3 if rows is None else 1):
        raise click.UsageError(
            "Give WIDTH HEIGHT ROW_LENGTH for an empty board, or ROW_LENGTH alone with --board or "
            "--board-file."
        )
    *_, row_length = sizes
    if rows is None:
        width, height = sizes[0], sizes[1]
        _check_limits(width * height, row_length, settings)
        lines = ["." * width] * height
    else:
        lines = re.split(r"/|\r?\n", rows.rstrip("\r\n"))
        _check_limits(sum(map(len, lines)), row_length, settings)
    try:
        return parse(lines, row_length, to_move)
    except PositionError as error:
        faults = [f"  {_location(fault, len(lines))}{_advice(fault)}" for fault in error.faults]
        told = "\n".join(["The board shows no position of such a game.", *faults])
        raise click.UsageError(told) from None


def _check_limits(cells: int, row_length: int, settings: Settings) -> None:
    if cells > settings.max_cells:
        raise click.UsageError(
            f"The board has {cells} cells; at most {settings.max_cells} are allowed (MAX_CELLS)."
        )
    if row_length > settings.max_cells:
        raise click.UsageError(
            f"ROW_LENGTH is {row_length}; at most {settings.max_cells} is allowed (MAX_CELLS)."
        )


def _location(fault: Fault, height: int) -> str:
    """Where a fault is, in the words of people."""
    match fault.path:
        case ("board", int(row), int(column)):
            return f"{name_place(row, column, height)}: "
        case ("board", int(row)):
            return f"row {row + 1} from the top: "
        case ("to_move",):
            return "--to-move: "
    return ""


def _advice(fault: Fault) -> str:
    """The message of a fault, its advice put as an option."""
    return re.sub(r'say "to_move": "([XO])"', r"say --to-move \1", fault.message)
