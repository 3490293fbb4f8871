"""All positions of small boards, counted in two ways that share nothing but the lines.

`Levels` plays every move from the empty board, level by level. The other functions count sets of
stones instead: before the last stone nobody has a line, and any order of play leads there.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.support.reference import lines_of, symmetries_of

Shape = tuple[int, int, int]


class Levels:
    """The positions after each ply, X first, as arrays of codes: X's stones, O's above them.

    Boards of up to 16 cells.
    """

    def __init__(self, shape: Shape) -> None:
        self.width, self.height, _ = shape
        self.cells = self.width * self.height
        self._lines = [sum(1 << cell for cell in line) for line in lines_of(*shape)]

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The codes after each ply, ascending, uint32, and whether the side that moved has won."""
        codes = np.zeros(1, np.uint32)
        for ply in range(self.cells + 1):
            mover = 1 - ply % 2
            won = self._has_line(codes >> np.uint32(mover * self.cells))
            yield codes, won
            codes = self._after(codes[~won], ply % 2)

    def canonical(self, codes: np.ndarray) -> np.ndarray:
        """The least code of those that symmetries of the board make of each."""
        best = codes
        for images in symmetries_of(self.width, self.height):
            image = np.zeros_like(codes)
            for cell, place in enumerate(images):
                for shift in (0, self.cells):
                    image |= (codes >> np.uint32(cell + shift) & np.uint32(1)) << np.uint32(
                        place + shift
                    )
            best = np.minimum(best, image)
        return best

    def text(self, code: int) -> str:
        """The cells of a position, row after row."""
        return "".join(
            "X" if code >> cell & 1 else "O" if code >> (cell + self.cells) & 1 else "."
            for cell in range(self.cells)
        )

    def _after(self, codes: np.ndarray, mover: int) -> np.ndarray:
        """The positions one move later, each once."""
        taken = codes | codes >> np.uint32(self.cells)
        moved = [
            codes[taken >> np.uint32(cell) & np.uint32(1) == 0]
            | np.uint32(1 << (cell + mover * self.cells))
            for cell in range(self.cells)
        ]
        return np.unique(np.concatenate(moved))

    def _has_line(self, stones: np.ndarray) -> np.ndarray:
        found = np.zeros(stones.shape, np.bool_)
        for line in self._lines:
            found |= stones & np.uint32(line) == line
        return found


def counted(shape: Shape) -> list[tuple[int, int]]:
    """After each ply, how many positions are won by the side that moved, and how many not.

    Of pairs of sets of stones: those of the side that moved either hold no line, or one stone is
    in all their lines and came last; the opponent's hold none.
    """
    return _counted(shape, tuple(range(shape[0] * shape[1])))


def counted_up_to_symmetry(shape: Shape) -> list[int]:
    """After each ply, how many positions differ by more than a symmetry.

    As many as there are unchanged positions on average over the symmetries (Burnside's lemma).
    """
    symmetries = symmetries_of(*shape[:2])
    unchanged = [[won + rest for won, rest in _counted(shape, images)] for images in symmetries]
    return [sum(each) // len(symmetries) for each in zip(*unchanged, strict=True)]


def _counted(shape: Shape, images: tuple[int, ...]) -> list[tuple[int, int]]:
    """`counted`, of the positions that a symmetry does not change."""
    cells = len(images)
    sets = np.arange(1 << cells)
    sizes = np.bitwise_count(sets)
    common = np.full(len(sets), (1 << cells) - 1)
    lineless = np.ones(len(sets), np.bool_)
    for line in lines_of(*shape):
        mask = sum(1 << cell for cell in line)
        holds = sets & mask == mask
        lineless &= ~holds
        common[holds] &= mask
    image = sum((sets >> cell & 1) << place for cell, place in enumerate(images))
    unchanged = image == sets
    winning = unchanged & ~lineless & (common != 0)
    quiet = unchanged & lineless
    found = []
    for ply in range(cells + 1):
        own, opponent = (ply + 1) // 2, ply // 2
        within = _subsets(quiet & (sizes == opponent), cells)
        room = within[len(sets) - 1 - sets]
        found.append(tuple(int(room[chosen & (sizes == own)].sum()) for chosen in (winning, quiet)))
    return [(won, rest) for won, rest in found]


def _subsets(chosen: np.ndarray, cells: int) -> np.ndarray:
    """How many of the chosen sets lie within each set: sums over subsets, cell by cell."""
    sums = chosen.astype(np.int64)
    for cell in range(cells):
        halves = sums.reshape(-1, 2, 1 << cell)
        halves[:, 1] += halves[:, 0]
    return sums
