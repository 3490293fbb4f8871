"""A position: the stones, the side to move, and what the rules say about them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from service.game.geometry import Geometry, cells_of, flags_of, geometry
from service.game.lazy import lazy
from service.game.names import name_place, name_rules
from service.game.picture import draw_svg, draw_text
from service.game.rules import Rules, bits

Player = Literal["X", "O"]
Status = Literal["in_progress", "won", "drawn"]

ZERO = np.uint8(ord("0"))
WALL = 3
"""The content of a cell with a wall: as if both players had it."""
_MARKS = str.maketrans("0123", ".XO#")


def other(player: Player) -> Player:
    """The opponent of `player`."""
    return "O" if player == "X" else "X"


def name_cell(board: "Board", cell: int) -> str:
    """The name of a cell of the board, such as `b3`."""
    return name_place(*divmod(cell, board.rules.width), board.rules.height)


@dataclass(frozen=True, repr=False)
class Board:
    """A position of a k-in-a-row game, immutable: two bitboards and the side to move.

    The constructor does not check its arguments; `notation.parse` refuses positions that no game
    can reach.
    """

    rules: Rules
    x: int = 0
    o: int = 0
    to_move: Player = "X"

    def __hash__(self) -> int:
        # Boards with the same stones hardly ever differ in their rules or the side to move.
        return hash((self.x, self.o))

    def __repr__(self) -> str:
        state = f"X: {self.x.bit_count()}, O: {self.o.bit_count()}, {self.to_move} to move"
        return f"<Board {name_rules(self.rules)}, {state}>"

    def __str__(self) -> str:
        return draw_text(self.rows)

    def picture(self, last: int | None = None, marked: Collection[int] = ()) -> str:
        """Return the picture in SVG that a notebook or a page shows, a finished row shaded.

        The `last` move and `marked` cells may be shown, too.
        """
        line = self.winning_line or ()
        return draw_svg(self.rows, line, last, marked, discs=self.rules.stacks)

    _repr_svg_ = _repr_html_ = __html__ = picture

    @property
    def rows(self) -> list[str]:
        """The rows, top row first, written with `X`, `O`, `.` and `#`."""
        marks, width = self.digits(self.x, self.o).translate(_MARKS), self.rules.width
        return [marks[start : start + width] for start in range(0, len(marks), width)]

    @property
    def geometry(self) -> Geometry:
        """The lines and the symmetries of the empty board."""
        return geometry(self.rules)

    @property
    def occupied(self) -> int:
        """The bitboard of the stones and the walls."""
        return self.x | self.o | self.rules.walls

    @property
    def empty(self) -> int:
        """The bitboard of the cells without a stone or a wall."""
        return ~self.occupied & ((1 << self.rules.cells) - 1)

    @lazy
    def reachable(self) -> int:
        """The bitboard of the empty cells that moves can still fill."""
        return self.rules.open_cells(self.occupied)

    @property
    def playable(self) -> int:
        """The bitboard of the cells where a stone may be placed now, unless the game is over."""
        cells = self.reachable
        return cells & ~(cells >> self.rules.width) if self.rules.gravity else cells

    def stones(self, player: Player) -> int:
        """The bitboard of the stones of `player`."""
        return self.x if player == "X" else self.o

    @property
    def own(self) -> int:
        """The bitboard of the stones of the side to move."""
        return self.stones(self.to_move)

    @property
    def opponent(self) -> int:
        """The bitboard of the stones of the side that does not move now."""
        return self.stones(other(self.to_move))

    @property
    def contents(self) -> NDArray[np.uint8]:
        """The content of each cell: 0 nothing, 1 an own, 2 an opposing stone, 3 a wall."""
        return np.frombuffer(self.digits(self.own, self.opponent).encode(), np.uint8) - ZERO

    def digits(self, ones: int, twos: int) -> str:
        """One character a cell: `1` if in `ones`, `2` if in `twos`, `3` for a wall, else `0`."""
        ones, twos = ones | self.rules.walls, twos | self.rules.walls
        # Each bit becomes one hexadecimal digit, so that two bitboards can be added digit by digit.
        digits = int(f"{ones:b}", 16) + 2 * int(f"{twos:b}", 16)
        return f"{digits:0{self.rules.cells}x}"[::-1]

    @property
    def symmetries(self) -> NDArray[np.int32]:
        """The members of `Geometry.symmetries` that map the position to itself."""
        images, contents = self.geometry.symmetries, self.contents
        is_kept = np.logical_and.reduce(contents[images] == contents, axis=1)
        return np.compress(is_kept, images, axis=0)

    @property
    def classes(self) -> NDArray[np.int32]:
        """The lowest cell to which a symmetry of the position maps each cell, shape (cells,)."""
        images = self.symmetries
        lowest: NDArray[np.int32] = np.minimum.reduce(images) if len(images) > 1 else images[0]
        return lowest

    @lazy
    def row_owner(self) -> Player | None:
        """The player who has made a row; None if neither has."""
        geometry = self.geometry
        if geometry.has_line(self.x):
            return "X"
        return "O" if geometry.has_line(self.o) else None

    @property
    def winner(self) -> Player | None:
        """The player who has won by a row: its owner or, in a misère game, the other player."""
        owner = self.row_owner
        return other(owner) if owner and self.rules.misere else owner

    @property
    def status(self) -> Status:
        """`won` if a player has a row, else `drawn` if there is no move, else `in_progress`."""
        if self.row_owner:
            return "won"
        return "in_progress" if self.playable else "drawn"

    @property
    def winning_line(self) -> list[int] | None:
        """The cells of the first completed row, however long it is; None if there is none."""
        if self.row_owner is None:
            return None
        direction, windows = self.geometry.windows(self.stones(self.row_owner))[0]
        return direction.run_from(bits(windows)[0], windows)

    @property
    def legal_moves(self) -> list[int]:
        """The cells where the side to move may play, ascending; none once the game is over."""
        return [] if self.row_owner else bits(self.playable)

    def play(self, cell: int) -> "Board":
        """The position after the side to move plays `cell`; ValueError if that is not legal."""
        if self.row_owner or not 0 <= cell < self.rules.cells or not self.playable >> cell & 1:
            raise ValueError(f"cell {cell} is not a legal move")
        move = 1 << cell
        x, o = (self.x | move, self.o) if self.to_move == "X" else (self.x, self.o | move)
        after = Board(self.rules, x, o, other(self.to_move))
        # Only the side that has just moved can have made a row.
        vars(after)["row_owner"] = self.to_move if self.geometry.has_line(after.opponent) else None
        return after

    def first_line_of(self, player: Player) -> list[int]:
        """Return the first line that is a row of `player`, who has one, as its cells in order."""
        direction, windows = self.geometry.windows(self.stones(player))[0]
        return direction.cells_from(bits(windows)[0], self.rules.row_length)

    def line_apart(self, player: Player) -> list[int] | None:
        """Return the line of `player` that shares least with the first one; None without another.

        The first one is that of `first_line_of`.
        """
        first, apart, least = self.first_line_of(player), None, self.rules.row_length
        shared = flags_of(union(1 << cell for cell in first), self.rules.cells).astype(np.int64)
        for direction, windows in self.geometry.windows(self.stones(player)):
            starts = cells_of(windows, self.rules.cells)
            counts = direction.sums(shared)[starts]
            place = int(counts.argmin())
            if counts[place] < least:
                least = int(counts[place])
                apart = direction.cells_from(int(starts[place]), self.rules.row_length)
        return apart

    def last_stones(self, player: Player) -> int:
        """The bitboard of the stones of `player` that may be the last one, if it made all rows.

        The last stone is in all rows, there was none before it, and no stone is on top of it where
        stones fall.
        """
        stones, has_line = self.stones(player), self.geometry.has_line
        common = union(1 << cell for cell in self.first_line_of(player))
        if self.rules.gravity:
            common &= ~(self.occupied << self.rules.width)
        return union(1 << cell for cell in bits(common) if not has_line(stones ^ 1 << cell))


def union(bitboards: Iterable[int]) -> int:
    """The cells that are in any of the bitboards."""
    return reduce(or_, bitboards, 0)
