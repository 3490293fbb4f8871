"""The inputs that several commands share: kinds of arguments, and the position."""

import math
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, get_args, get_type_hints
from urllib.parse import urlsplit

import click

from service.game import Board, Switches
from service.questions.judging import Question
from service.questions.reading import read_board, read_request
from service.questions.refusals import RefusedError, in_words
from service.settings import Settings

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


def _url(written: str) -> str:
    """Return the URL of a service; BadParameter if it is none."""
    with suppress(ValueError):
        parts = urlsplit(written)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return written
    raise click.BadParameter(f"{written!r} is no URL of a service, such as http://localhost:8000.")


URL = click.option(
    "--url",
    metavar="TEXT",
    type=_url,
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
NAMES = {
    "width": "WIDTH",
    "height": "HEIGHT",
    "row_length": "ROW_LENGTH",
    "any_position": "--any-position",
}
"""What fields of a question are called on the command line, if not as they are in it."""
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
    """Give a command an option for each switch."""
    for name, kind in reversed(get_type_hints(Switches).items()):
        choice = None if kind is bool else click.Choice(get_args(kind))
        command = click.option(
            f"--{name.replace('_', '-')}",
            type=choice,
            is_flag=choice is None,
            default="none" if choice else False,
            help=MEANINGS[name],
        )(command)
    return command


def question_of(sizes: Sequence[int], rows: str | None = None, **fields: Any) -> Question:
    """Return the question about a board and what else is known; UsageError if sizes are lacking.

    `sizes` holds width, height and row length of an empty board. With `rows`, which are separated
    by slashes or line ends, it holds the row length alone, or the sides of the rows as well.
    """
    if len(sizes) != 3 and (rows is None or len(sizes) != 1):
        raise click.UsageError(
            "Give WIDTH HEIGHT ROW_LENGTH for an empty board, or ROW_LENGTH alone with what tells "
            "the other two: a board, or a game of Piskvork's."
        )
    *sides, row_length = sizes
    board = None if rows is None else re.split(r"/|\r?\n", rows.rstrip("\r\n"))
    given = zip(("width", "height"), sides, strict=False)
    return {"board": board, "row_length": row_length, **dict(given), **fields}


def read_position(question: Question, settings: Settings, turn: str = "--to-move") -> Board:
    """Return the position of a question; UsageError, naming every fault, if there is none.

    `turn` is the option for the side to move.
    """
    try:
        return read_board(read_request(question, settings))
    except RefusedError as problem:
        names = {**NAMES, "to_move": turn}
        faults = (
            in_words(each, names) for each in problem.errors if each["message"] != str(problem)
        )
        raise click.UsageError("\n  ".join([problem.detail, *faults])) from None
