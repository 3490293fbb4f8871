"""A position: stones, side to move, and what the rules say of them. Immutable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from service.game.geometry import Direction, Geometry, Rules, geometry
from service.game.lazy import lazy

Player = Literal["X", "O"]
Status = Literal["in_progress", "won", "drawn"]

ZERO = np.uint8(ord("0"))


def other(player: Player) -> Player:
    """The opponent of `player`."""
    return "O" if player == "X" else "X"


@dataclass(frozen=True)
class Board:
    """A position of an m,n,k-game: two bitboards and the side to move.

    The constructor trusts its caller; `notation.parse` refuses positions no game can reach.
    """

    rules: Rules
    x: int = 0
    o: int = 0
    to_move: Player = "X"

    @property
    def geometry(self) -> Geometry:
        """The lines and symmetries of this board's rules."""
        return geometry(self.rules)

    @property
    def empty(self) -> int:
        """Bitboard of the empty cells."""
        return ~(self.x | self.o) & ((1 << self.rules.cells) - 1)

    def stones(self, player: Player) -> int:
        """Bitboard of the player's stones."""
        return self.x if player == "X" else self.o

    @property
    def own(self) -> int:
        """Bitboard of the stones of the side to move."""
        return self.stones(self.to_move)

    @property
    def opponent(self) -> int:
        """Bitboard of the stones of the side that just moved."""
        return self.stones(other(self.to_move))

    @property
    def contents(self) -> NDArray[np.uint8]:
        """0 where a cell is empty, 1 for own stones, 2 for the opponent's; shape (cells,)."""
        return np.frombuffer(self.digits(self.own, self.opponent).encode(), np.uint8) - ZERO

    def digits(self, ones: int, twos: int) -> str:
        """One character for each cell: `1` or `2` where it is in that bitboard, else `0`."""
        # The bits of a number in base 2 are the digits of another in base 16.
        digits = int(f"{ones:b}", 16) + 2 * int(f"{twos:b}", 16)
        return f"{digits:0{self.rules.cells}x}"[::-1]

    @property
    def symmetries(self) -> NDArray[np.int32]:
        """The symmetries of the board that keep the position; see `Geometry.symmetries`."""
        images, contents = self.geometry.symmetries, self.contents
        keeping: NDArray[np.int32] = images[
            np.logical_and.reduce(contents[images] == contents, axis=1)
        ]
        return keeping

    @property
    def classes(self) -> NDArray[np.int32]:
        """The lowest cell that a symmetry of the position maps each cell to, shape (cells,)."""
        images = self.symmetries
        lowest: NDArray[np.int32] = np.minimum.reduce(images) if len(images) > 1 else images[0]
        return lowest

    @lazy
    def winner(self) -> Player | None:
        """Who has a line; None while nobody has."""
        geometry = self.geometry
        if geometry.has_line(self.x):
            return "X"
        return "O" if geometry.has_line(self.o) else None

    @property
    def status(self) -> Status:
        """`won`, else `drawn` when the board is full, else `in_progress`."""
        if self.winner:
            return "won"
        return "in_progress" if self.empty else "drawn"

    @property
    def winning_line(self) -> list[int] | None:
        """The cells of the first completed row, all of it where it is longer than needed."""
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
        """Empty cells, ascending; none once the game is over."""
        return [] if self.winner else bits(self.empty)

    def play(self, cell: int) -> Board:
        """The position after the side to move plays `cell`; ValueError if it may not."""
        if self.winner or not 0 <= cell < self.rules.cells or not self.empty >> cell & 1:
            raise ValueError(f"cell {cell} is not a legal move")
        move = 1 << cell
        x, o = (self.x | move, self.o) if self.to_move == "X" else (self.x, self.o | move)
        after = Board(self.rules, x, o, other(self.to_move))
        # Nobody else can have completed a row, so that there is less to look at.
        vars(after)["winner"] = self.to_move if self.geometry.has_line(after.opponent) else None
        return after

    def could_end_with_one_stone(self, player: Player) -> bool:
        """Whether one last stone can have completed every line of `player` at once."""
        common = self.stones(player)
        for direction, found in self.geometry.windows(common):
            for start in bits(found):
                common &= _window(direction, start, self.rules.row_length)
                if not common:
                    return False
        return True


def union(bitboards: Iterable[int]) -> int:
    """The bits that are set in any of them."""
    return reduce(or_, bitboards, 0)


def bits(bitboard: int) -> list[int]:
    """The set bits of a bitboard, ascending."""
    found = []
    while bitboard:
        lowest = bitboard & -bitboard
        found.append(lowest.bit_length() - 1)
        bitboard ^= lowest
    return found


def _window(direction: Direction, start: int, length: int) -> int:
    return sum(1 << (start + index * direction.step) for index in range(length))
