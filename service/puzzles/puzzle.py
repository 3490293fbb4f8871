"""The puzzles that come with the service, which are read when they are first asked for.

They are in `puzzles.json`, one a line, by game and difficulty. The number of a puzzle is its place
in its list, counted from 1. Puzzles are only ever added at the end of a list, so that a number
means the same puzzle for ever.
"""

import json
import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from service.game import Board, Switches, parse
from service.players import ReasonCode

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
FILE = Path(__file__).parent / "puzzles.json"


GAMES: dict[str, tuple[int, Switches]] = {
    "tic-tac-toe": (3, {}),
    "four-by-four": (4, {}),
    "connect-four": (4, {"gravity": True}),
    "five": (5, {}),
    "misere": (3, {"misere": True}),
    "exact": (4, {"exact": True}),
    "torus": (4, {"wrap": "both"}),
    "joined-sides": (4, {"wrap": "horizontal"}),
    "walls": (4, {}),
}
"""The games of which there are puzzles, by their names: the length of a row, and the switches.
Boards may differ in size, and in their walls."""


class Record(NamedTuple):
    """A puzzle as it is written in a line of the file."""

    source: int
    """The number of the position among those that were tried; see `tools.puzzles`."""
    rows: str
    """The rows of the board with a slash between them; a number stands for so many empty cells."""
    moves: int
    """The moves within which the best play wins; 0 where the best move is one to a draw."""
    theme: ReasonCode
    strength: int
    """The weakest strength that finds the move; 0 where none does."""
    plausible: int
    found: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a possible game, X having moved first, with one best first move."""

    game: str
    difficulty: Difficulty
    number: int
    board: Board
    moves: int | None
    """The moves of the winner, or in a misère game of the loser, to the end; None for a draw."""
    theme: ReasonCode
    """The code of the reason for the best move."""
    strength: int | None
    """The weakest strength, of 1 to 10, that mostly finds the best move; None if none does."""
    plausible: int
    """The number of other moves for which something speaks that a player sees at once."""
    found: int
    """How often the best move is found, in percent of the tries of all strengths."""

    @property
    def id(self) -> str:
        """The name of the puzzle among all, such as `connect-four-hard-17`."""
        return f"{self.game}-{self.difficulty}-{self.number}"

    @property
    def outcome(self) -> Literal["win", "draw"]:
        """What the best move keeps and every other move gives up."""
        return "draw" if self.moves is None else "win"


@cache
def records(path: Path = FILE) -> dict[str, dict[Difficulty, list[Record]]]:
    """Return the content of a file of puzzles."""
    return {
        game: {difficulty: [Record(*each) for each in listed] for difficulty, listed in by.items()}
        for game, by in json.loads(path.read_text()).items()
    }


@cache
def puzzles(game: str, difficulty: Difficulty) -> tuple[Puzzle, ...]:
    """Return all puzzles of a game and a difficulty by their numbers."""
    return tuple(
        Puzzle(
            game,
            difficulty,
            number,
            read_board(game, record.rows),
            record.moves or None,
            record.theme,
            record.strength or None,
            record.plausible,
            record.found,
        )
        for number, record in enumerate(records()[game][difficulty], 1)
    )


def read_board(game: str, rows: str) -> Board:
    """Return the position of a game that a `Record` has these rows of."""
    cells = re.sub(r"\d+", lambda number: "." * int(number[0]), rows)
    row_length, switches = GAMES[game]
    return parse(cells.split("/"), row_length, **switches)


def count(game: str, difficulty: Difficulty) -> int:
    """Return how many puzzles there are of a game and a difficulty."""
    return len(records()[game][difficulty])


def find(name: str) -> Puzzle | None:
    """Return the puzzle with this `id`; None if there is none."""
    for game, difficulty in product(GAMES, DIFFICULTIES):
        if name.startswith(f"{game}-{difficulty}-"):
            return next((each for each in puzzles(game, difficulty) if each.id == name), None)
    return None


def of_the_day(game: str, difficulty: Difficulty, day: date) -> Puzzle:
    """Return the puzzle of a day; it is the turn of each before one comes again."""
    return sheet_of_the_day(game, difficulty, day, 1)[0]


def sheet_of_the_day(game: str, difficulty: Difficulty, day: date, size: int) -> list[Puzzle]:
    """Return so many different puzzles for a day; fewer if there are not so many."""
    listed = puzzles(game, difficulty)
    first = day.toordinal() * size
    return [listed[(first + index) % len(listed)] for index in range(min(size, len(listed)))]
