"""The inputs that several commands share: kinds of arguments, the position, the book."""

import math
import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Unpack, get_args, get_type_hints
from urllib.parse import urlsplit

import click

from service.api.http.json_body import TOO_LARGE
from service.game import (
    Board,
    Fault,
    Player,
    PositionError,
    Switches,
    flat_square,
    name_place,
    play_game,
)
from service.settings import Settings
from service.solver import Book, BookError

LONGEST_SECONDS = 1e9
"""About thirty years; the system takes no waits of three hundred."""


class Seconds(click.FloatRange):
    """A duration in seconds, which is a number that clocks can count to.

    No limit is said by leaving the option out, where it may be.
    """

    def __init__(
        self, least: float, most: float = LONGEST_SECONDS, *, min_open: bool = False
    ) -> None:
        super().__init__(least, most, min_open)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no duration.", param, ctx)
        return seconds


def _check_url(_: click.Context, __: click.Parameter, url: str | None) -> str | None:
    """Return the URL of a service, if there is one; BadParameter if it is none."""
    try:
        parts = urlsplit(url or "")
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        known = False
    if url is not None and not known:
        raise click.BadParameter(f"{url!r} is no URL of a service, such as http://localhost:8000.")
    return url


URL = click.option(
    "--url",
    callback=_check_url,
    help="Ask the service that runs there instead of a solver of our own.",
)
SIZES = click.argument(
    "sizes", nargs=-1, type=click.IntRange(min=1), metavar="[WIDTH HEIGHT ROW_LENGTH]"
)
CLASSIC = (3, 3, 3)
"""The sizes that are taken if none are given."""
BOARD = click.option(
    "--board", metavar="ROWS", help='Rows, top row first, such as "X.O/.X./..#"; # is a wall.'
)
MEANINGS = {
    "gravity": "Stones fall.",
    "wrap": "Which edges are joined.",
    "exact": "Exactly ROW_LENGTH in a row are a row, and a longer run is none.",
    "misere": "Who makes a row loses.",
    "any_position": "The stones need not come from a game.",
}
"""The help of the option for each switch."""
SEED = click.IntRange(-(1 << 63), (1 << 63) - 1)
NODES = click.IntRange(1, 1 << 62)
"""A limit of nodes, as a question may have it at most."""
ADDRESS = re.compile(r"((tcp|tls|ucx|wss?)://)?(\[[\w:.%]+\]|[^\s/\[\]]+):[0-9]+")
"""The addresses that Dask accepts. Others are refused here, because Dask reports them late."""


def scheduler_address(value: str) -> str:
    """Return the address of a scheduler of Dask; BadParameter if it is none."""
    if ADDRESS.fullmatch(value):
        return value
    raise click.BadParameter(
        f"{value!r} is no address of a scheduler, such as tcp://10.0.0.1:8786."
    )


def takes_switches(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of all switches, which it gets together as `switches`."""

    @wraps(command)
    def with_switches(**arguments: Any) -> None:
        switches = {name: arguments.pop(name) for name in MEANINGS}
        command(switches=switches, **arguments)

    taking: Callable[..., None] = with_switches
    for name, kind in reversed(get_type_hints(Switches).items()):
        choice = None if kind is bool else click.Choice(get_args(kind))
        taking = click.option(
            f"--{name.replace('_', '-')}",
            type=choice,
            is_flag=choice is None,
            default="none" if choice else False,
            help=MEANINGS[name],
        )(taking)
    return taking


def read_position(
    sizes: Sequence[int],
    rows: str | None,
    to_move: Player | None,
    settings: Settings,
    turn: str = "--to-move",
    moves: Sequence[str] = (),
    **switches: Unpack[Switches],
) -> Board:
    """Return the position that the arguments describe; UsageError, naming every fault, if none.

    `sizes` holds width, height and row length of an empty board. With `rows`, which are separated
    by slashes or line ends, it holds the row length alone, or the sides of the rows as well: one
    row or column of cells that may be meant as a square needs them. `turn` is the option for
    `to_move`, the side to move after the `moves`.
    """
    if len(sizes) != 3 and (rows is None or len(sizes) != 1):
        raise click.UsageError(
            "Give WIDTH HEIGHT ROW_LENGTH for an empty board, or ROW_LENGTH alone with what tells "
            "the other two: a board, or a game of Piskvork's."
        )
    *_, row_length = sizes
    if rows is None:
        width, height = sizes[0], sizes[1]
        _check_limits(width * height, row_length, settings)
        lines = ["." * width] * height
    else:
        lines = re.split(r"/|\r?\n", rows.rstrip("\r\n"))
        _check_limits(sum(map(len, lines)), row_length, settings)
        _check_sides(lines, sizes[:-1])
    try:
        return play_game(lines, row_length, moves, to_move, **switches)
    except PositionError as error:
        faults = [
            f"  {_location(fault, len(lines), turn)}{_advice(fault, turn)}"
            for fault in error.faults
        ]
        shown = "moves lead to" if moves else "board shows"
        message = "\n".join([f"The {shown} no position of such a game.", *faults])
        raise click.UsageError(message) from None


def _check_sides(lines: Sequence[str], sides: Sequence[int]) -> None:
    """Raise UsageError if the sides are not those of the rows, or wanted and not given."""
    width, height = len(lines[0]), len(lines)
    if sides and (height != sides[1] or {sides[0]} != {*map(len, lines)}):
        raise click.UsageError("WIDTH and HEIGHT are not those of the board; leave them out.")
    if not sides and (square := flat_square(lines)):
        size = len(square)
        raise click.UsageError(
            f"{size * size} cells in one line may be meant as {size}x{size}: then give {size} "
            f"rows. If they are meant as they are, give {width} {height} before ROW_LENGTH."
        )


def _check_limits(cells: int, row_length: int, settings: Settings) -> None:
    """Raise UsageError if the board or the row length is larger than the settings allow."""
    limit = settings.max_cells
    if cells > limit:
        # Python refuses to write a number of many thousands of digits.
        counted = cells if cells < TOO_LARGE else f"more than {limit}"
        raise click.UsageError(
            f"The board has {counted} cells; at most {limit} are allowed (MAX_CELLS)."
        )
    if row_length > limit:
        raise click.UsageError(
            f"ROW_LENGTH is {row_length}; at most {limit} is allowed (MAX_CELLS)."
        )


def _location(fault: Fault, height: int, turn: str) -> str:
    """Return the place of a fault, in words that fit the command line."""
    match fault.path:
        case ("board", int(row), int(column)):
            return f"{name_place(row, column, height)}: "
        case ("board", int(row)):
            return f"row {row + 1} from the top: "
        case ("moves", int(index)):
            return f"move {index + 1}: "
        case ("to_move",):
            return f"{turn}: "
    return ""


def _advice(fault: Fault, turn: str) -> str:
    """Return the message of a fault, in which fields of JSON are replaced by options."""
    return re.sub(r'say "to_move": "([XO])"', rf"say {turn} \1", fault.message)


def read_book(settings: Settings) -> Book | None:
    """Return the book; None if the settings turn it off, or if it is damaged, which is reported."""
    try:
        return Book.read() if settings.book else None
    except BookError as error:
        click.echo(f"Doing without the book: {error}", err=True)
        return None
