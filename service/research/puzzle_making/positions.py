"""The positions that may become puzzles: those of games between weak players.

Each has a number, from which all chance in its making is drawn.
"""

from random import Random
from typing import NamedTuple

from service.game import Board, Rules, union
from service.players import STRENGTHS, Turn
from service.players.view import View
from service.puzzles import GAMES
from service.solver import Analysis

RANDOM_MOVES = 2
"""The first moves, which are random, so that few games are alike."""
EASY_EVERY = 16
"""Only one position in so many may be one in which a row can be completed at once."""


class Source(NamedTuple):
    """Where the positions of a game come from."""

    sizes: tuple[tuple[int, int], ...]
    """Widths and heights of boards."""
    strengths: tuple[int, int]
    """The weakest and the strongest player."""
    back: tuple[int, int]
    """The fewest and the most moves that are taken back once the game is over."""
    most_walls: int = 0


SOURCES = {
    "tic-tac-toe": Source(((3, 3),), (1, 10), (1, 9)),
    "four-by-four": Source(((4, 4),), (1, 3), (3, 10)),
    "connect-four": Source(((7, 6),), (4, 10), (2, 16)),
    "five": Source(((9, 9), (10, 10), (11, 11), (13, 13), (15, 15)), (5, 10), (2, 10)),
    "misere": Source(((4, 4), (5, 4)), (4, 10), (2, 12)),
    "exact": Source(((4, 4), (5, 5)), (4, 10), (2, 12)),
    "torus": Source(((4, 4), (5, 5)), (4, 10), (2, 12)),
    "joined-sides": Source(((4, 4), (5, 4), (5, 5)), (4, 10), (2, 12)),
    "walls": Source(((5, 5), (6, 5)), (4, 10), (2, 12), most_walls=3),
}


def position(game: str, number: int) -> Board | None:
    """Return the position of this number; None if the game was over too soon, or it is too easy."""
    source, chance = SOURCES[game], Random(f"{game} {number}")
    played = _play(_empty_board(game, source, chance), source, chance)
    back = chance.randint(*source.back)
    if back >= len(played):
        return None
    board = played[-1 - back]
    seen = View(board)
    if (seen.wins or seen.blocks) and number % EASY_EVERY:
        return None
    return board


def _empty_board(game: str, source: Source, chance: Random) -> Board:
    """Return an empty board of the game, with walls where there are any."""
    (width, height), (row_length, switches) = chance.choice(source.sizes), GAMES[game]
    number = chance.randint(min(source.most_walls, 1), source.most_walls)
    walls = union(1 << cell for cell in chance.sample(range(width * height), number))
    return Board(Rules(width, height, row_length, walls=walls, **switches))


def _play(board: Board, source: Source, chance: Random) -> list[Board]:
    """Return the positions of a game between two players, to its end."""
    players = [chance.randint(*source.strengths) for _ in "XO"]
    played = [board]
    while (board := played[-1]).status == "in_progress":
        if len(played) <= RANDOM_MOVES:
            cell = chance.choice(board.legal_moves)
        else:
            cell = choice(board, players[len(played) % 2], chance.getrandbits(32))
        played.append(board.play(cell))
    return played


def choice(board: Board, strength: int, seed: int) -> int:
    """Return the move of a strength."""

    def analyse() -> Analysis:
        raise AssertionError("a strength does not search")

    return STRENGTHS[strength].choose(Turn(board, analyse, seed)).cell
