"""A position on a board on which stones fall as the words that the kernels search."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from service.game import Board, Rules, flags_of, geometry
from service.solver.gravity.kernels.state import BUSY, GravityGame, new_near_table
from service.solver.lines import CELLS, most_cells, words_of_flags
from service.solver.lines.kernels.vectors import LANES
from service.solver.memory import TranspositionTable

AREAS = "board", "floor", "top", "even", "odd"
MOST_WEIGHT = 28
"""What a move to the middle counts; one to the edge counts hardly."""
_SIDES = np.array([[1], [2]], np.uint8)
"""The contents of a cell with an own and an opposing stone; see `Board.contents`."""


@dataclass(frozen=True, slots=True)
class GravityPosition:
    """A position of a game that is not over; see `kernels.state` for places."""

    game: GravityGame
    stones: np.ndarray
    """The stones of the side to move and of the other side, shape (2,), words."""
    cells: np.ndarray
    """The cell of each place, int64; that of a sentinel is -1."""
    remaining: int
    """The number of places that moves can still fill."""
    near: np.ndarray
    """The table of positions with few places left; see `near_table`."""
    busy: np.ndarray
    """What the threads that search this position search now; see `state.Search`."""

    def to_places(self, cells: np.ndarray | list[int]) -> np.ndarray:
        """Return the places of cells, int64, of the same shape."""
        game, cells = self.game, np.asarray(cells, np.int64)
        row = game.height - 1 - cells // game.width
        places: np.ndarray = cells % game.width * (game.height + 1) + row
        return places

    def to_cells(self, places: list[int]) -> list[int]:
        """Return the cells at places."""
        cells: list[int] = self.cells[places].tolist()
        return cells


def is_for(rules: Rules) -> bool:
    """Return whether boards under these rules have such positions."""
    places = (rules.height + 1) * rules.width
    return rules.runs_in_columns_win and (places <= CELLS or places <= most_cells())


def gravity_position(board: Board, table: TranspositionTable) -> GravityPosition | None:
    """Return the position of a game that is not over, None if there is none for its rules.

    The `table` gives the keys. Searches of one position that are to share their work need one
    object.
    """
    rules = board.rules
    if not is_for(rules):
        return None
    game, cells = _game_of(rules._replace(any_position=False))
    # Stones below a wall, where none can fall, have no part in the name of a position.
    whole = not (board.x | board.o) & ~rules.open_cells(rules.walls) if rules.walls else True
    game = game._replace(
        symmetric=game.symmetric and whole,
        key=(table.keys_of(rules) if whole else table.private_keys())[0],
    )
    stones = words_of_flags((board.contents[cells] == _SIDES) & (cells >= 0))
    remaining, busy = board.reachable.bit_count(), np.zeros(BUSY, np.uint64)
    return GravityPosition(game, stones, cells, remaining, new_near_table(), busy)


@lru_cache(maxsize=32)
def _game_of(rules: Rules) -> tuple[GravityGame, np.ndarray]:
    """Return the game of a board without a key, and the cells of all places."""
    width, height, length = rules.shape
    rows = np.arange(rules.cells).reshape(height, width)
    cells = np.vstack([rows[::-1], np.full((1, width), -1)]).T.reshape(-1)
    board = (flags_of(rules.open_cells(rules.walls), rules.cells)[cells] != 0) & (cells >= 0)
    odd = np.arange(cells.size) % (height + 1) % 2 == 1
    flags = np.stack([board, board & ~np.roll(board, 1), cells < 0, ~odd, odd])
    columns = board.reshape(width, -1)
    places = np.zeros((-(-width // LANES) * LANES, width, height + 1), bool)
    places[range(width), range(width)] = columns
    across = [each.step for each in geometry(rules).directions if each.step[1]]
    steps = np.array([1, *(abs(right * (height + 1) - down) for down, right in across)], np.int64)
    centre = width - np.abs(2 * np.arange(width) + 1 - width)
    game = GravityGame(
        width=width,
        height=height,
        row_length=min(length, max(width, height) + 1),
        steps=steps,
        **dict(zip(AREAS, words_of_flags(flags), strict=True)),
        column_places=words_of_flags(places.reshape(-1, cells.size)),
        columns=MOST_WEIGHT * centre // width,
        symmetric=bool((columns == columns[::-1]).all()),
        key=0,
    )
    return game, cells
