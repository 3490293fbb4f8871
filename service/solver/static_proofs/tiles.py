"""Tilings for eight or more in a row: each line that can be completed contains a set of a tile.

Tiles of three rows of four cells, each row one cell to the left of that above, cover the plane in
strips; every other strip is a mirror image. The sets of a tile are its rows, its diagonals of three
and two upright pairs. Any eight cells in a row contain a set of some tile, and within a tile
Breaker, moving second, takes a cell of each set. So a side that answers every move of the other one
in the same tile keeps it off every line (T. G. L. Zetters, "8 (or more) in a row", American
Mathematical Monthly 87, 1980; E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982).

The tiles of a board with stones hold as long as the game of each does; `tile_game` solves these.
One tile may need a first move of the side that holds, if it is to move.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

import numpy as np

from service.game import Board, Player, Rules, bits, other
from service.solver.analysis import Proof, Tile
from service.solver.static_proofs import tile_game
from service.solver.static_proofs.kernels import open_lines, tile_cover
from service.solver.static_proofs.kernels.open_lines import TO_MOVER

LEAST_ROW = 8
"""Lines of fewer cells may contain no set."""

STRIP, WIDTH = 3, 4
"""The rows and columns of a tile; after two strips the tiling repeats itself."""

SETS = (
    (0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11),
    (0, 4, 8), (1, 5, 9), (2, 6, 10), (3, 7, 11),
    (0, 5), (2, 7),
)  # fmt: skip
"""The places of each set; the places of a tile are numbered from row to row."""

WORDS = np.array([sum(1 << place for place in each) for each in SETS], np.int64)
"""The sets as words with a bit for each place."""

Layout = tuple[bool, bool, int, int]
"""Whether rows and columns change places, whether it is upside down, row and column shift."""

EFFORT = 4
"""The work for each cell of a line, in the units of `pair_search.improve`."""

LAYOUTS: list[Layout] = list(product((False, True), (False, True), range(2 * STRIP), range(WIDTH)))
"""All tilings that differ: mirroring one from side to side only shifts it."""


def find_tiling(
    board: Board,
    contents: np.ndarray,
    needed: np.ndarray,
    side: int,
    may_move: bool,
    work_limit: int,
) -> Proof | None:
    """Return tiles that keep one side off lines; None if none are found, which proves nothing.

    `contents`, shape (cells,), uint8, is 1 and 2 for stones of the mover and the opponent; `needed`
    and `side` say whom to keep off what, see `kernels.open_lines`. `may_move` allows for a first
    move, of the mover against the opponent. `work_limit` is that of `pair_search.improve`. What is
    found has been checked apart from its search.
    """
    if board.rules.row_length < LEAST_ROW:
        return None
    fallback = None
    tries = max(1, work_limit // (EFFORT * board.geometry.lines.size))
    for layout in LAYOUTS[:tries]:
        found = _try(board, contents, needed, side, may_move and fallback is None, layout)
        if found is None or not is_sound(board, contents, needed, side, found):
            continue
        if found.first_move is None:
            return found
        fallback = found
    return fallback


def _try(
    board: Board,
    contents: np.ndarray,
    needed: np.ndarray,
    side: int,
    may_move: bool,
    layout: Layout,
) -> Proof | None:
    """Return the tiles of one layout, without the sets that would break them, if possible."""
    tiles, places, count = lay_out(board.rules, layout)
    stones = np.bincount(
        tiles, weights=np.where(contents == side, 1 << places, 0), minlength=count
    ).astype(np.int64)
    usable, asked, seen = np.zeros((3, count), np.int64)
    lines = board.geometry.lines
    through, starts = board.geometry.uses

    def ask(numbers: np.ndarray) -> np.ndarray:
        tile_cover.ask_sets(lines, numbers, needed, side, tiles, places, WORDS, usable, asked, seen)
        return asked

    usable[:] = ask(np.arange(len(lines), dtype=np.int32))
    moved, move = None, None
    # One by one, for on a crowded board one of the first breaks the tiling.
    for tile, state in enumerate((usable << 12 | stones).tolist()):
        if _holds(state):
            continue
        # It does without the sets of lines that have a set elsewhere.
        cells = np.flatnonzero(tiles == tile).tolist()
        near = np.concatenate([through[starts[cell] : starts[cell + 1]] for cell in cells])
        usable[tile] = 0
        usable[tile] = ask(near)[tile]
        state = int(usable[tile]) << 12 | int(stones[tile])
        if _holds(state):
            continue
        if not may_move or moved is not None:
            return None
        moved, move = tile, tile_game.reply(_game(state))
        if move is None:
            return None
    cells_of = np.full((count, WIDTH * STRIP), -1, np.int64)
    cells_of[tiles, places] = np.arange(tiles.size)
    player = board.to_move if side == TO_MOVER else other(board.to_move)
    kept = tuple(
        tile_of((player,), ([row[place] for place in SETS[number]] for number in bits(word)))
        for row, word in zip(cells_of.tolist(), usable.tolist(), strict=True)
        if word
    )
    first_move = None if move is None else int(cells_of[moved, move.bit_length() - 1])
    return Proof("tiling", first_move=first_move, tiles=kept)


@lru_cache(maxsize=len(LAYOUTS))
def lay_out(rules: Rules, layout: Layout) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the tile of each cell, int32, its place there, int64, and the number of tiles.

    Both arrays have shape (cells,). The tiles are cut at the edge of the board.
    """
    turned, upside_down, down, right = layout
    rows, columns = np.divmod(np.arange(rules.cells), rules.width)
    if turned:
        rows, columns = columns, rows
    # Far from the origin, so that no number of a strip or of a tile is negative.
    rows = rows + down + 2 * STRIP
    if upside_down:
        rows = 2 * STRIP * (rules.cells + 4) - rows
    strips, rows = np.divmod(rows, STRIP)
    mirrored = strips % 2 == 1
    columns = columns + right
    steps = np.where(mirrored, 1 + rows - columns, columns + rows)
    numbers, steps = np.divmod(steps, WIDTH)
    numbers = np.where(mirrored, -numbers, numbers)
    _, tiles = np.unique(strips * (rules.cells + 8) + numbers, return_inverse=True)
    return tiles.astype(np.int32), rows * WIDTH + steps, int(tiles.max()) + 1


def is_sound(
    board: Board, contents: np.ndarray, needed: np.ndarray, side: int, tiling: Proof
) -> bool:
    """Return whether tiles are disjoint, Breaker holds each, and each line needed has a set."""
    cells = [cell for tile in tiling.tiles for cell in tile.cells]
    first = -1 if tiling.first_move is None else tiling.first_move
    if len(set(cells)) < len(cells) or (first >= 0 and contents[first] != 0):
        return False
    by_cell = contents.tolist()
    for tile in tiling.tiles:
        if any(not set(each) <= set(tile.cells) for each in tile.sets):
            return False
        words, maker, breaker = as_words(tile, by_cell, side)
        if first in tile.cells:
            breaker |= 1 << tile.cells.index(first)
        if not tile_game.is_held(words, maker, breaker):
            return False
    sets = sorted((each for tile in tiling.tiles for each in tile.sets), key=lambda each: each[0])
    starts = np.cumsum([0] + [len(each) for each in sets])
    members = np.array([cell for each in sets for cell in each], np.int64)
    begins = np.searchsorted([each[0] for each in sets], np.arange(board.rules.cells + 1))
    lines = board.geometry.lines
    return bool(
        open_lines.every_line_has_a_set(lines, needed, side, starts, members, begins, first)
    )


def tile_of(against: tuple[Player, ...], sets: Iterable[Iterable[int]]) -> Tile:
    """Return the tile of these sets, with the cells that are in any of them."""
    kept = tuple(tuple(each) for each in sets)
    return Tile(against, tuple(sorted({cell for each in kept for cell in each})), kept)


def joined(one: Iterable[Tile], others: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles of both; equal tiles against either player become one."""
    sides: dict[tuple[tuple[int, ...], ...], tuple[Player, ...]] = {}
    for tile in (*one, *others):
        sides[tile.sets] = sides.get(tile.sets, ()) + tile.against
    return tuple(tile_of(against, sets) for sets, against in sides.items())


def as_words(tile: Tile, by_cell: list[int], side: int) -> tuple[tuple[int, ...], int, int]:
    """Return the sets of a tile, the stones there of `side` and those of the other, as words."""
    bit = {cell: 1 << index for index, cell in enumerate(tile.cells)}
    maker = sum(bit[cell] for cell in tile.cells if by_cell[cell] == side)
    breaker = sum(bit[cell] for cell in tile.cells if by_cell[cell] not in (0, side))
    return tuple(sum(bit[cell] for cell in each) for each in tile.sets), maker, breaker


@lru_cache(maxsize=1 << 12)
def _holds(state: int) -> bool:
    """Return whether Breaker holds the game of a state."""
    return tile_game.holds(_game(state))


def _game(state: int) -> tile_game.Game:
    """Return the game of a state, a word with the sets above the stones of Maker.

    No set has a stone of Breaker.
    """
    sets, stones = state >> 12, state & 0xFFF
    return tile_game.game_of((int(WORDS[number]) for number in bits(sets)), stones, 0)
