"""A position: the stones, the side to move, and what the rules say about them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from service.game.geometry import Direction, Geometry, Rules, geometry
from service.game.lazy import lazy
from service.game.picture import draw_svg, draw_text

Player = Literal["X", "O"]
Status = Literal["in_progress", "won", "drawn"]

ZERO = np.uint8(ord("0"))
_MARKS = str.maketrans("012", ".XO")


def other(player: Player) -> Player:
    """The opponent of `player`."""
    return "O" if player == "X" else "X"


@dataclass(frozen=True, repr=False)
class Board:
    """A position of an m,n,k-game, immutable: two bitboards and the side to move.

    The constructor does not check its arguments; `notation.parse` refuses positions that no game
    can reach.
    """

    rules: Rules
    x: int = 0
    o: int = 0
    to_move: Player = "X"

    def __repr__(self) -> str:
        width, height, row_length = self.rules
        state = f"X: {self.x.bit_count()}, O: {self.o.bit_count()}, {self.to_move} to move"
        return f"<Board {width}x{height}, {row_length} in a row, {state}>"

    def __str__(self) -> str:
        return draw_text(self.rows)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows, a finished row shaded."""
        return draw_svg(self.rows, self.winning_line or ())

    _repr_html_ = _repr_svg_

    @property
    def rows(self) -> list[str]:
        """The rows, top row first, written with `X`, `O` and `.`."""
        marks, width = self.digits(self.x, self.o).translate(_MARKS), self.rules.width
        return [marks[start : start + width] for start in range(0, len(marks), width)]

    @property
    def geometry(self) -> Geometry:
        """The lines and the symmetries of the empty board."""
        return geometry(self.rules)

    @property
    def empty(self) -> int:
        """The bitboard of the empty cells."""
        return ~(self.x | self.o) & ((1 << self.rules.cells) - 1)

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
        """What each cell holds: 0 nothing, 1 an own, 2 an opposing stone; shape (cells,)."""
        return np.frombuffer(self.digits(self.own, self.opponent).encode(), np.uint8) - ZERO

    def digits(self, ones: int, twos: int) -> str:
        """One character for each cell: `1` if it is in `ones`, `2` if it is in `twos`, else `0`."""
        # Each bit becomes one hexadecimal digit, so that two bitboards can be added digit by digit.
        digits = int(f"{ones:b}", 16) + 2 * int(f"{twos:b}", 16)
        return f"{digits:0{self.rules.cells}x}"[::-1]

    @property
    def symmetries(self) -> NDArray[np.int32]:
        """The members of `Geometry.symmetries` that map the position to itself."""
        images, contents = self.geometry.symmetries, self.contents
        keeping: NDArray[np.int32] = images[
            np.logical_and.reduce(contents[images] == contents, axis=1)
        ]
        return keeping

    @property
    def classes(self) -> NDArray[np.int32]:
        """The lowest cell to which a symmetry of the position maps each cell, shape (cells,)."""
        images = self.symmetries
        lowest: NDArray[np.int32] = np.minimum.reduce(images) if len(images) > 1 else images[0]
        return lowest

    @lazy
    def winner(self) -> Player | None:
        """The player who has a line; None if neither has one."""
        geometry = self.geometry
        if geometry.has_line(self.x):
            return "X"
        return "O" if geometry.has_line(self.o) else None

    @property
    def status(self) -> Status:
        """`won` if a player has a line, else `drawn` if the board is full, else `in_progress`."""
        if self.winner:
            return "won"
        return "in_progress" if self.empty else "drawn"

    @property
    def winning_line(self) -> list[int] | None:
        """The cells of the first completed row, however long it is; None if there is none."""
        if self.winner is None:
            return None
        stones = self.stones(self.winner)
        direction, found = self.geometry.windows(stones)[0]
        start = (found & -found).bit_length() - 1
        count = self.rules.row_length
        while found >> (start + (count - self.rules.row_length + 1) * direction.step) & 1:
            count += 1
        return [start + index * direction.step for index in range(count)]

    @property
    def legal_moves(self) -> list[int]:
        """The empty cells, ascending; none once the game is over."""
        return [] if self.winner else bits(self.empty)

    def play(self, cell: int) -> "Board":
        """The position after the side to move plays `cell`; ValueError if that is not legal."""
        if self.winner or not 0 <= cell < self.rules.cells or not self.empty >> cell & 1:
            raise ValueError(f"cell {cell} is not a legal move")
        move = 1 << cell
        x, o = (self.x | move, self.o) if self.to_move == "X" else (self.x, self.o | move)
        after = Board(self.rules, x, o, other(self.to_move))
        # Only the side that has just moved can have completed a row.
        vars(after)["winner"] = self.to_move if self.geometry.has_line(after.opponent) else None
        return after

    def could_end_with_one_stone(self, player: Player) -> bool:
        """Whether all lines of `player` share a cell: one last stone may have completed them."""
        common = self.stones(player)
        for direction, found in self.geometry.windows(common):
            for start in bits(found):
                common &= _window(direction, start, self.rules.row_length)
                if not common:
                    return False
        return True


def union(bitboards: Iterable[int]) -> int:
    """The cells that are in any of the bitboards."""
    return reduce(or_, bitboards, 0)


def bits(bitboard: int) -> list[int]:
    """The cells of a bitboard, ascending."""
    found = []
    while bitboard:
        lowest = bitboard & -bitboard
        found.append(lowest.bit_length() - 1)
        bitboard ^= lowest
    return found


def _window(direction: Direction, start: int, length: int) -> int:
    return sum(1 << (start + index * direction.step) for index in range(length))
