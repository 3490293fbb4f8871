"""What several commands take: kinds of arguments, the position that they are about, the book."""

import math
import re
from collections.abc import Sequence
from typing import Any

import click

from service.game import Board, Fault, Player, PositionError, name_place, parse
from service.settings import Settings
from service.solver import Book, BookError


class Seconds(click.FloatRange):
    """A duration in seconds, which is not NaN."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no duration.", param, ctx)
        return seconds


SIZES = click.argument(
    "sizes", nargs=-1, type=click.IntRange(min=1), metavar="[WIDTH HEIGHT ROW_LENGTH]"
)
CLASSIC = (3, 3, 3)
"""The sizes that are taken if none are given."""
SEED = click.IntRange(-(1 << 63), (1 << 63) - 1)


def read_position(
    sizes: Sequence[int], rows: str | None, to_move: Player | None, settings: Settings
) -> Board:
    """Return the position that the arguments describe; UsageError, naming every fault, if none.

    `sizes` holds width, height and row length of an empty board. With `rows`, which are separated
    by slashes or line ends, it holds the row length alone.
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
        message = "\n".join(["The board shows no position of such a game.", *faults])
        raise click.UsageError(message) from None


def _check_limits(cells: int, row_length: int, settings: Settings) -> None:
    """Raise UsageError if the board or the row length is larger than the settings allow."""
    if cells > settings.max_cells:
        raise click.UsageError(
            f"The board has {cells} cells; at most {settings.max_cells} are allowed (MAX_CELLS)."
        )
    if row_length > settings.max_cells:
        raise click.UsageError(
            f"ROW_LENGTH is {row_length}; at most {settings.max_cells} is allowed (MAX_CELLS)."
        )


def _location(fault: Fault, height: int) -> str:
    """Return the place of a fault, in words that fit the command line."""
    match fault.path:
        case ("board", int(row), int(column)):
            return f"{name_place(row, column, height)}: "
        case ("board", int(row)):
            return f"row {row + 1} from the top: "
        case ("to_move",):
            return "--to-move: "
    return ""


def _advice(fault: Fault) -> str:
    """Return the message of a fault, in which fields of JSON are replaced by options."""
    return re.sub(r'say "to_move": "([XO])"', r"say --to-move \1", fault.message)


def read_book(settings: Settings) -> Book | None:
    """Return the book; None if the settings turn it off, or if it is damaged, which is reported."""
    try:
        return Book.read() if settings.book else None
    except BookError as error:
        click.echo(f"Doing without the book: {error}", err=True)
        return None
