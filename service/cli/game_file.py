"""Files of games: those of Piskvork (`.psq`), and lists of moves by their names."""

import re
from dataclasses import dataclass

import click

from service.game import name_place

_HEADER = re.compile(r"Piskvorky +([1-9]\d{0,3})x([1-9]\d{0,3})\b", re.ASCII | re.IGNORECASE)
_MOVE = re.compile(r" *(\d{1,4}) *, *(\d{1,4})( *, *-?\d+)? *", re.ASCII)
"""A move of Piskvork: x and y, which count from 1 at the top left, and its milliseconds."""

GAME_FILE = click.Path(dir_okay=False, allow_dash=True)
"""The type of an argument that is such a file; - is the standard input."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as a file has it."""

    moves: list[str]
    """The names of its moves, the first one first."""
    size: tuple[int, ...] = ()
    """The width and the height of its board; empty if the file does not tell them."""


def read_game(path: str) -> GameFile:
    """Return the game in a file; ClickException if it cannot be read, or has no moves.

    Names of cells or, where stones fall, of columns are separated by spaces, commas or line ends.
    """
    try:
        # Names of players may be in any encoding.
        with click.open_file(path, encoding="utf-8-sig", errors="replace") as file:
            text = file.read()
    except OSError as error:
        raise click.FileError(path, error.strerror) from None
    header = _HEADER.match(text)
    if header is None:
        game = GameFile([name for name in re.split(r"[\s,]+", text) if name])
    else:
        width, height = int(header[1]), int(header[2])
        game = GameFile(_moves_of_piskvork(text.splitlines(), height), (width, height))
    if not game.moves:
        raise click.UsageError("The file has no moves.")
    return game


def _moves_of_piskvork(lines: list[str], height: int) -> list[str]:
    """Return the names of the moves below the first line; the lines after them are about players.

    UsageError for a line among the moves that is none.
    """
    moves, last = list[str](), 1
    for number, line in enumerate(lines, 1):
        place = _MOVE.fullmatch(line)
        if place is None:
            continue
        if any(between.strip() for between in lines[last : number - 1]):
            raise click.UsageError(f"Line {last + 1} of the file, between moves, is no move.")
        x, y, last = int(place[1]), int(place[2]), number
        if not (x and y):
            raise click.UsageError(f"{line.strip()} is no cell of Piskvork's, which count from 1.")
        moves.append(name_place(y - 1, x - 1, height))
    return moves
