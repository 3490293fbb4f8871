"""A position under any rules as the arrays that the kernels search."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from service.game import Board, Rules, flags_of, geometry
from service.solver.any_rules.kernels.state import RuleGame
from service.solver.lines import (
    CELLS,
    WIDE_CELLS,
    most_cells,
    symmetry_tables,
    word_of,
    words_of_flags,
)
from service.solver.memory import TranspositionTable

MOST_SYMMETRIES = 64
"""The most symmetries whose images are compared: boards with joined edges have hundreds."""


@dataclass(frozen=True, slots=True)
class RulePosition:
    """A position on at most 128 places; see `kernels.state`.

    The places are all cells of a board, so that the table knows it again, or, of a larger one, the
    cells that moves can still fill.
    """

    game: RuleGame
    stones: np.ndarray
    """The places of the stones of ROOT and OPPONENT, shape (2,), words."""
    cells: np.ndarray
    """The cell of each place, int64."""
    remaining: int
    """The number of cells that moves can still fill."""

    def to_places(self, cells: np.ndarray | list[int]) -> np.ndarray:
        """Return the places of cells, int64, of the same shape."""
        places = np.zeros(self.cells.max() + 1, np.int64)
        places[self.cells] = np.arange(self.cells.size)
        return places[np.asarray(cells, np.int64)]

    def to_cells(self, places: list[int]) -> list[int]:
        """Return the cells at places."""
        cells: list[int] = self.cells[places].tolist()
        return cells


def rule_position(board: Board, table: TranspositionTable) -> RulePosition | None:
    """Return the position of a game that is not over, None if moves can fill too many cells.

    The `table` gives the keys. Searches of one position that are to share what they find in the
    table need one object.
    """
    rules, size = board.rules, board.rules.cells
    reachable = flags_of(board.reachable, size).astype(bool)
    remaining = int(reachable.sum())
    if remaining > most_cells():
        return None
    whole = size <= (CELLS if remaining <= CELLS else WIDE_CELLS)
    order = _column_by_column(rules)
    cells = order if whole else order[reachable[order]]
    if whole:
        # Both players have the same lines, hence the same key.
        keys, symmetries = table.keys_of(rules)[[0, 0]], _symmetries_of(rules)
    else:
        keys, symmetries = table.private_keys()[:2], symmetry_tables(np.arange(len(cells))[None, :])
    stones = np.stack([flags_of(each, size).astype(bool) for each in (board.own, board.opponent)])
    open_places = reachable[cells]
    stacked = _stacked(rules, reachable)[cells]
    masks = [_lines_of(board, own | reachable, own, cells) for own in stones]
    lines = np.zeros((2, 2, max(1, *(len(each[0]) for each in masks))), word_of(cells.size))
    for player, of_player in enumerate(masks):
        for kind, each in enumerate(of_player):
            lines[kind, player, : each.size] = each
    reachable_places, stacked_places = words_of_flags(np.stack([open_places, stacked]))
    game = RuleGame(
        cells=cells.size,
        gravity=rules.gravity,
        misere=rules.misere,
        is_free=rules.stones_never_hurt and rules.pairings_hold,
        lines=lines[0],
        flanks=lines[1],
        reachable=reachable_places,
        stacked=stacked_places,
        keys=keys,
        **symmetries,
    )
    return RulePosition(game, words_of_flags(stones[:, cells]), cells, remaining)


@lru_cache(maxsize=32)
def _column_by_column(rules: Rules) -> np.ndarray:
    """Return all cells of a board in the order of places, int64."""
    rows = np.arange(rules.cells).reshape(rules.height, rules.width)
    return rows[::-1].T.reshape(-1)


@lru_cache(maxsize=32)
def _symmetries_of(rules: Rules) -> dict[str, np.ndarray]:
    """Return the tables of the symmetries of a board, in places."""
    cells = _column_by_column(rules)
    places = np.argsort(cells)
    return symmetry_tables(places[geometry(rules).symmetries[:MOST_SYMMETRIES, cells]])


def _stacked(rules: Rules, reachable: np.ndarray) -> np.ndarray:
    """Return the cells above one that is to be filled before, bool, shape (cells,)."""
    on_top = np.zeros_like(reachable)
    if rules.gravity:
        on_top[: -rules.width] = reachable[: -rules.width] & reachable[rules.width :]
    return on_top


def _lines_of(
    board: Board, room: np.ndarray, own: np.ndarray, cells: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return `lines` and `flanks` of a player, shape (lines,), words.

    `room` holds the cells where the player has or may get stones, `own` those of the stones.
    `cells` are those of the places.
    """
    lines, flanks = board.geometry.lines, board.geometry.flanks
    # The last place stands for all cells that have none.
    place_of = np.full(board.rules.cells + 1, cells.size)
    place_of[cells] = np.arange(cells.size)
    has_place = place_of < cells.size
    # A flank of -1 reads the last item, which is no cell.
    undoes = np.append(room, False)[flanks]
    kept = room[lines].all(axis=1) if lines.size else np.zeros(0, bool)
    kept &= ~(np.append(own, False)[flanks] & ~has_place[flanks]).any(axis=1)
    lines, flanks = lines[kept], np.where(undoes, flanks, -1)[kept]
    on_line, beside = np.zeros((2, len(lines), cells.size + 1), bool)
    np.put_along_axis(on_line, place_of[lines], True, axis=1)
    np.put_along_axis(beside, place_of[flanks], True, axis=1)
    return words_of_flags(on_line[:, :-1]), words_of_flags(beside[:, :-1])
