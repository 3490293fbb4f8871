"""The conversion of boards to the arrays that the kernels search.

A board of up to 64 cells becomes a game of words of 64 bits, and one of up to 128 cells a game of
wide words. Of a larger board with so few empty cells only these become a game, with what each line
still lacks on them. Any other board gets a counter for each line.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from service.game import WALL, Board, Rules, Wrap, flags_of, geometry
from service.solver.compiling import INTERPRETED, is_usable
from service.solver.lines.kernels.line_board import NOBODY, LineBoard
from service.solver.lines.kernels.line_game import CELLS, WIDE_CELLS, LineGame
from service.solver.lines.kernels.wide_words import WIDE_WORD

WIDE_WORDS = "wide_words"
"""The part of the kernels that searches games of more than 64 cells, compiled last."""

ROOT, OPPONENT = 0, 1
"""The players as the kernels number them: the side to move at the root, and the other side."""
KEYS = 10
"""The number of keys of one game."""
FIRST_WIDE_KEY = 1 << 34
"""The least key of a board of more than 64 cells; the keys of smaller boards are less."""
KEYS_OF_WRAPS: dict[Wrap, int] = {
    "none": 0, "horizontal": 1 << 32, "vertical": 2 << 32, "both": 3 << 32,
}  # fmt: skip
"""What joined edges add to a key."""

MOST_SYMMETRIES = 32
"""The most symmetries under which positions share an entry: with joined edges there are hundreds,
and to try them all takes longer than the search that they save."""

_ONE = np.uint64(1)
_OCTET_BITS = np.arange(256, dtype=np.uint64) >> np.arange(8, dtype=np.uint64)[:, None] & _ONE
"""The bits of each octet, shape (8, 256)."""


def has_keys(rules: Rules) -> bool:
    """Return whether keys can name the rules: those of a plain game, or with joined edges."""
    return rules._replace(wrap="none", any_position=False).is_plain


def keys_of_rules(rules: Rules) -> np.ndarray:
    """Return the keys of a board of up to 128 cells whose rules have some, shape (KEYS,), uint64.

    The first two are for the game with either player to move. Then come four for either player as
    the attacker of a positional game: the weak game with the attacker and with the defender to
    move, then the strong game. Both players have the same lines, hence the same keys. Rows
    longer than any board has leave no lines, hence no positions to keep.
    """
    assert has_keys(rules), rules
    most, key = (CELLS, 0) if rules.cells <= CELLS else (WIDE_CELLS, FIRST_WIDE_KEY)
    # Three sizes and what is attacked have fewer bits than `KEYS_OF_WRAPS` leave below.
    size_bits = (most - 1).bit_length()
    sizes = (rules.width, rules.height, min(rules.row_length, most))
    key += sum((size - 1) << (size_bits * place) for place, size in enumerate(sizes))
    key += KEYS_OF_WRAPS[rules.wrap]
    attacks = [key | 1 << (3 * size_bits + place) for place in range(4)]
    return np.array([key, key, *attacks, *attacks], np.uint64)


@dataclass(frozen=True, slots=True)
class BitboardPosition:
    """A position on at most 128 undecided cells: all cells of a board, or its empty ones.

    The kernels number these cells by their *places*. The place of a cell is the cell itself, or its
    rank among the empty cells where only these are in the game.
    """

    game: LineGame
    stones: np.ndarray
    """The places of the stones of ROOT and OPPONENT, shape (2,), words."""
    empty: np.ndarray
    """The empty cells of the board, ascending, int64."""
    whole: bool
    """Whether all cells of the board are in the game, so that places are cells."""

    @property
    def remaining(self) -> int:
        """The number of empty cells."""
        return self.empty.size

    def to_places(self, cells: list[int]) -> list[int]:
        """Return the places of cells of the board."""
        return cells if self.whole else np.searchsorted(self.empty, cells).tolist()

    def to_cells(self, places: list[int]) -> list[int]:
        """Return the cells of the board at these places."""
        return places if self.whole else self.empty[places].tolist()


def bitboard_position(
    board: Board, empty: np.ndarray, private_keys: Callable[[], np.ndarray]
) -> BitboardPosition:
    """Return the position of a board with at most 128 cells, or that few empty ones.

    Its words are the shortest that have room for its cells. `private_keys` makes the keys of a
    position that holds only the empty cells, as where no keys name the rules.
    """
    cells = board.rules.cells
    if has_keys(board.rules) and (cells <= CELLS or (empty.size > CELLS and cells <= WIDE_CELLS)):
        return whole_position(board, empty)
    return remainder_position(board, empty, private_keys())


def whole_position(board: Board, empty: np.ndarray) -> BitboardPosition:
    """Return the position of a board of at most 128 cells."""
    stones = words([board.own, board.opponent], board.rules.cells)
    return BitboardPosition(whole_board(board.rules), stones, empty, whole=True)


def remainder_position(board: Board, empty: np.ndarray, keys: np.ndarray) -> BitboardPosition:
    """Return the position of the empty cells of a board, at most 128; see `empty_cells`."""
    stones = words([0, 0], empty.size)
    return BitboardPosition(empty_cells(board, empty, keys), stones, empty, whole=False)


@lru_cache(maxsize=32)
def whole_board(rules: Rules) -> LineGame:
    """Return the game of a board of up to 128 cells whose rules have keys, with its symmetries."""
    lines = geometry(rules).lines
    on_line = np.zeros((len(lines), rules.cells), bool)
    np.put_along_axis(on_line, lines.astype(np.int64), True, axis=1)
    masks = words_of_flags(on_line)
    both = np.stack([masks, masks])
    symmetries = geometry(rules).symmetries[:MOST_SYMMETRIES]
    return _game(rules.cells, both, symmetries, keys_of_rules(rules))


def empty_cells(board: Board, cells: np.ndarray, keys: np.ndarray) -> LineGame:
    """Return the game on the empty cells of a board; player 0 is the side to move.

    `cells` holds all empty cells, ascending, at most 128; `keys` are those of the game, as in
    `keys_of_rules`. Each line of a player is reduced to the cells that it lacks, and a line with a
    stone of the opponent is left out.
    """
    size, lines = board.rules.cells, board.geometry.lines
    word = word_of(cells.size)
    halves, ranks = np.zeros((size, word.itemsize // 8), np.uint64), np.arange(cells.size)
    halves[cells, ranks // 64] = _ONE << (ranks % 64).astype(np.uint64)
    stones = flags_of(board.own, size) | flags_of(board.opponent, size) << 1
    masks, on_line = (np.bitwise_or.reduce(each[lines], axis=1) for each in (halves, stones))
    masks = masks.view(word)[:, 0]
    sides = [np.unique(masks[on_line & opposing == 0]) for opposing in (2, 1)]
    both = np.zeros((2, max(side.size for side in sides)), word)
    for side, masks in enumerate(sides):
        both[side, : masks.size] = masks
    return _game(cells.size, both, np.arange(cells.size)[None, :], keys)


def line_board(board: Board) -> LineBoard:
    """Return the stones and line counters of a board; player 0 is the side to move."""
    lines = board.geometry.lines
    own = flags_of(board.own, board.rules.cells)
    opponent = flags_of(board.opponent, board.rules.cells)
    walls = flags_of(board.rules.walls, board.rules.cells)
    through, through_starts = board.geometry.uses
    return LineBoard(
        owner=np.where(walls, WALL, NOBODY - 2 * own - opponent).astype(np.int8),
        counts=np.stack([own[lines].sum(axis=1), opponent[lines].sum(axis=1)]).astype(np.int32),
        lines=lines,
        through=through,
        through_starts=through_starts,
    )


@lru_cache(maxsize=8)
def hashes(cells: int) -> np.ndarray:
    """Return random words for stones, shape (2, cells), uint64, the same in every run."""
    chance = np.random.default_rng(cells)
    return chance.integers(0, 1 << 64, (2, cells), np.uint64)


def most_cells() -> int:
    """Return how many cells a game may have at most that searches take as words.

    These are `WIDE_CELLS`, but `CELLS` without a compiler, since Python lacks wide words, or until
    another process has compiled the kernels for them.
    """
    return WIDE_CELLS if not INTERPRETED and is_usable(WIDE_WORDS) else CELLS


def word_of(cells: int) -> np.dtype:
    """Return the dtype of words for so many cells, at most 128."""
    return np.dtype(np.uint64) if cells <= CELLS else WIDE_WORD


def words(sets: Iterable[int], cells: int) -> np.ndarray:
    """Return bitboards of so many cells as words, shape (bitboards,)."""
    word = word_of(cells)
    octets = [int(each).to_bytes(word.itemsize, "little") for each in sets]
    return np.frombuffer(bytearray().join(octets), word)


def numbers(words: np.ndarray) -> list[int]:
    """Return words, shape (bitboards,), as Python integers with the same bits."""
    return [int.from_bytes(word.tobytes(), "little") for word in words]


def words_of_flags(flags: np.ndarray) -> np.ndarray:
    """Return flags of cells, shape (..., cells), as words, shape (...)."""
    word = word_of(flags.shape[-1])
    octets = np.zeros((*flags.shape[:-1], word.itemsize), np.uint8)
    packed = np.packbits(flags, axis=-1, bitorder="little")
    octets[..., : packed.shape[-1]] = packed
    return octets.view(word)[..., 0]


def _game(cells: int, lines: np.ndarray, symmetries: np.ndarray, keys: np.ndarray) -> LineGame:
    if lines.shape[1] == 0:
        lines = np.zeros((2, 1), word_of(cells))
    return LineGame(cells=cells, lines=lines, keys=keys, **symmetry_tables(symmetries))


def symmetry_tables(symmetries: np.ndarray) -> dict[str, np.ndarray]:
    """Return `symmetries`, `images` and `preimages` of a `LineGame`.

    `symmetries`, shape (symmetries, cells), holds the image of each cell; the identity comes first.
    """
    cells = symmetries.shape[1]
    images = np.zeros((len(symmetries), 8 * word_of(cells).itemsize), np.int64)
    images[:, :cells] = symmetries
    preimages = np.zeros_like(images)
    preimages[np.arange(len(symmetries))[:, None], symmetries] = np.arange(cells)
    octets = _octets(words_of_flags(np.eye(cells, dtype=bool))[symmetries])
    return {"symmetries": octets, "images": images, "preimages": preimages}


def _octets(words: np.ndarray) -> np.ndarray:
    """Return the images of every octet of a bitboard under every symmetry.

    `words`, shape (symmetries, cells), holds the image of each cell as a bitboard; the result has
    the shape (symmetries, octets, 256), see `kernels.symmetry`.
    """
    octets = (words.shape[1] + 7) // 8
    padded = np.zeros((len(words), 8 * octets), words.dtype)
    padded[:, : words.shape[1]] = words
    halves = padded.view(np.uint64).reshape(len(words), octets, 8, -1)
    # No two cells have the same image, so that the sum of their images is the union.
    joined = _OCTET_BITS.T @ halves
    return joined.view(words.dtype)[..., 0]
