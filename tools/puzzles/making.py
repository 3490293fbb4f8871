"""The making of the file of puzzles: positions are tried in turn until there are enough."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from service.game import Board
from service.puzzles import DIFFICULTIES, Difficulty
from service.puzzles.puzzle import Record, read_board
from service.solver import Solver
from tools.puzzles.positions import position
from tools.puzzles.proving import measure, name_up_to_symmetry, prove

Records = dict[Difficulty, list[Record]]
"""The puzzles of a game by their difficulty."""
Hardness = tuple[int, int]
"""The weakest strength that finds the best move, 11 for none, and the plausible other moves."""


class Plan(NamedTuple):
    """What is to be made of a game."""

    of_each: int
    """The puzzles of each difficulty."""
    last: int
    """The number of the last position that is tried."""
    begins: tuple[Hardness, Hardness]
    """Where medium and where hard begins: about a third of all is easy, and another one medium."""


PLANS = {
    # In most positions a row can be completed at once, which is not hard.
    "tic-tac-toe": Plan(300, 10_000, ((3, 0), (6, 0))),
    "four-by-four": Plan(300, 200_000, ((6, 3), (8, 2))),
    "connect-four": Plan(300, 50_000, ((4, 1), (9, 1))),
    "five": Plan(300, 200_000, ((7, 45), (8, 45))),
    "misere": Plan(24, 50_000, ((4, 0), (9, 5))),
    "exact": Plan(24, 50_000, ((8, 4), (9, 3))),
    "torus": Plan(24, 50_000, ((7, 5), (8, 18))),
    "joined-sides": Plan(24, 50_000, ((8, 5), (10, 16))),
    "walls": Plan(24, 50_000, ((8, 5), (9, 8))),
}


def difficulty_of(game: str, record: Record) -> Difficulty:
    """Return the difficulty of a puzzle, which is measured, not felt."""
    hardness = record.strength or 11, record.plausible
    return DIFFICULTIES[sum(hardness >= begin for begin in PLANS[game].begins)]


def make(game: str, records: Records, solver: Solver, count: int, last: int) -> Iterator[Record]:
    """Add puzzles to those of a game until each difficulty has so many; yield each.

    Positions up to the number `last` are tried, those after the ones that were tried before.
    """
    written = [record for difficulty in DIFFICULTIES for record in records[difficulty]]
    names = {name_up_to_symmetry(read_board(game, record.rows)) for record in written}
    for number in range(max((record.source for record in written), default=-1) + 1, last + 1):
        if all(len(listed) >= count for listed in records.values()):
            return
        board = position(game, number)
        name = name_up_to_symmetry(board) if board else ""
        if board is None or name in names:
            continue
        record = puzzle_of(game, board, number, solver)
        if record and len(listed := records[difficulty_of(game, record)]) < count:
            names.add(name)
            listed.append(record)
            yield record


def puzzle_of(game: str, board: Board, number: int, solver: Solver) -> Record | None:
    """Return the puzzle that the position of this number is; None if it is none."""
    analysis = prove(game, board, solver)
    return measure(analysis, number) if analysis else None


def written(games: dict[str, Records]) -> str:
    """Return the text of a file of puzzles, each in a line."""
    return json.dumps(games).replace("[[", "[\n[").replace("], [", "],\n[") + "\n"
