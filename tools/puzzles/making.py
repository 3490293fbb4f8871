"""The making of the file of puzzles: positions are tried in turn until there are enough."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from service.players import ReasonCode
from service.players.explanation import explain_best
from service.puzzles import DIFFICULTIES, Difficulty
from service.puzzles.puzzle import Record, read_board
from service.solver import Solver
from tools.puzzles.positions import position
from tools.puzzles.proving import measure, name_up_to_symmetry, prove

Records = dict[Difficulty, list[Record]]
"""The puzzles of a game by their difficulty."""
FOUND = range(50, 101), range(32, 43), range(25)
"""How often the best moves of most games are found; see `Plan.found`."""
ROWS = range(46, 101), range(32, 39), range(25)
"""The same for games in which forks and rows that are open on both sides are found less often."""


class Plan(NamedTuple):
    """What is to be made of a game."""

    of_each: int
    """The puzzles of each difficulty."""
    last: int
    """The number of the last position that is tried."""
    found: tuple[range, range, range] = FOUND
    """How often, in percent, the best move of an easy, a medium and a hard puzzle is found. What
    lies between them is no puzzle, since other chance would make it one of another difficulty."""
    of_a_theme: tuple[int, int, int] = (3, 3, 3)
    """Of so many easy, medium and hard puzzles one may have the same theme."""


ANY = 1, 1, 1
"""No limit to a theme."""
PLANS = {
    # All that there are. Most of them are rows to complete, or to block.
    "tic-tac-toe": Plan(300, 10_000, (range(87, 101), range(66, 87), range(66)), ANY),
    # Forks are all that is in the middle.
    "four-by-four": Plan(100, 60_000, (range(68, 101), range(39, 64), range(32)), ANY),
    "connect-four": Plan(300, 20_760),
    # Hard ones are combinations and threats, and hardly ever another theme.
    "five": Plan(300, 40_000, (range(44, 101), range(31, 37), range(24)), (3, 3, 2)),
    # All are forced wins.
    "misere": Plan(24, 50_000, (range(66, 101), range(30, 58), range(23)), ANY),
    "exact": Plan(24, 50_000, ROWS),
    # Most are blocks, forks or threats: with a third of each there would be seven hard ones.
    "torus": Plan(24, 50_000, of_a_theme=(2, 2, 2)),
    "joined-sides": Plan(24, 50_000, ROWS),
    "walls": Plan(24, 50_000, ROWS),
}


def difficulty_of(game: str, record: Record) -> Difficulty | None:
    """Return the difficulty of a puzzle, which is measured, not felt; None between two of them."""
    ranges = zip(DIFFICULTIES, PLANS[game].found, strict=True)
    return next((difficulty for difficulty, found in ranges if record.found in found), None)


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
        analysis = prove(game, board, solver)
        # To measure takes longest, so it is asked first who wants it.
        if analysis and (wanting := _wanting(game, records, explain_best(analysis).code, count)):
            record = measure(analysis, number)
            if (difficulty := difficulty_of(game, record)) in wanting:
                names.add(name)
                records[difficulty].append(record)
                yield record


def _wanting(game: str, records: Records, theme: ReasonCode, count: int) -> list[Difficulty]:
    """Return the difficulties that want one more puzzle of a theme."""
    return [
        difficulty
        for (difficulty, listed), of_a_theme in zip(
            records.items(), PLANS[game].of_a_theme, strict=True
        )
        if len(listed) < count
        and of_a_theme * sum(each.theme == theme for each in listed) <= len(listed)
    ]


def written(games: dict[str, Records]) -> str:
    """Return the text of a file of puzzles, each in a line."""
    return json.dumps(games).replace("[[", "[\n[").replace("], [", "],\n[") + "\n"
