"""The positions that may become puzzles: those of games between weak players.

Each has a number, from which all chance in its making is drawn.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from service.game import Board, Rules, union
from service.players import STRENGTHS, Turn
from service.players.view import View
from service.puzzles import GAMES
from service.solver import Analysis


class Source(NamedTuple):
    """Where the positions of a game come from."""

    sizes: tuple[tuple[int, int], ...]
    """Widths and heights of boards."""
    strengths: tuple[int, int]
    """The weakest and the strongest player."""
    back: Sequence[int]
    """The numbers of moves that may be taken back once the game is over."""
    random_moves: int = 2
    """The first moves, which are random, so that few games are alike."""
    most_walls: int = 0
    obvious_every: int = 8
    """Only one position in so many may be one in which a row can be completed at once."""
    counterplay: int = 0
    """The stones that the opponent has at least on a line that is open."""


FIVE_SIZES = ((6, 6), (7, 7), (8, 8), (9, 9), (9, 9), (9, 9), (10, 10), (15, 15))
"""On larger boards it is rare that the values of all moves can be proven."""
SMALL = range(2, 13)
"""The moves that are taken back on small boards."""
SOURCES = {
    "tic-tac-toe": Source(((3, 3),), (1, 10), range(1, 9), 9, obvious_every=1),
    "four-by-four": Source(((4, 4),), (1, 3), range(3, 11), 16),
    "connect-four": Source(((7, 6),), (4, 10), range(3, 16, 2)),
    # Any move would do if the opponent had no threats.
    "five": Source(FIVE_SIZES, (1, 8), range(2, 10), counterplay=3),
    "misere": Source(((4, 4), (5, 4)), (4, 10), SMALL),
    "exact": Source(((4, 4), (5, 5)), (4, 10), SMALL),
    "torus": Source(((4, 4), (5, 5)), (4, 10), SMALL),
    "joined-sides": Source(((4, 4), (5, 4), (5, 5)), (4, 10), SMALL),
    "walls": Source(((5, 5), (6, 5)), (4, 10), SMALL, most_walls=3),
}


def position(game: str, number: int) -> Board | None:
    """Return the position of this number; None if the game was over too soon, or it is too easy."""
    source, chance = SOURCES[game], Random(f"{game} {number}")
    played = _play(_empty_board(game, source, chance), source, chance)
    back = chance.choice(source.back)
    if back >= len(played):
        return None
    board = played[-1 - back]
    seen = View(board)
    if (seen.wins or seen.blocks) and number % source.obvious_every:
        return None
    return board if seen.opponent.stones.max(initial=0) >= source.counterplay else None


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
        if len(played) <= source.random_moves:
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
