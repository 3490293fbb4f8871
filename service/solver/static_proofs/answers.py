"""Answers: a side that answers every move of the other one by one rule, and so does not lose.

Let A be to move, B the opponent, and an even number of cells be empty. B answers each move of A by
one rule, and makes no other move. There are two such rules:

- *Symmetry*: B answers with the image of the cell under a symmetry of the board that is its own
  inverse and maps empty cells to empty ones. Empty cells that are their own images are paired with
  one another; where stones fall there may be none.
- *Follow-up*, where stones fall: B answers on top of A's stone. So of an even number of empty cells
  in a column A gets the lowest, B the second, and so on. Columns with an odd number of them are
  paired: B answers in the lowest cell of one with that of the other, and then both have an even
  number. Where a row wins, neighbouring columns with as many empty cells are joined before: B
  answers in each of them with the cell beside A's stone.

Where a row wins, A does not win if each line has a cell of B, or both cells of a pair, of which A
gets one alone.

Where a row loses, B does not lose if each line has a cell of A, or both cells of a pair, or if all
its cells *follow* others: B gets a cell that follows another one only once A has got that one. If
all cells of a line follow others, these make a line, too: A has it before B has the first one, and
has lost. By symmetry a cell follows its image unless it is its own; where stones fall a cell
follows that below it if A has that one or gets it by follow-up. If A, besides, gets every cell of
some line, B wins.

If the number of empty cells is odd, the mover becomes B by a first move. So, where a row loses,
with at least two rows and with three in a row or more, but no more than the width, the second
player wins the empty board by follow-up, or the first player if width and height are odd (R. Steele
and D. B. Larremore, "Misère Connect Four is solved", 2024).

Where a longer run is no row, what the cells of a line follow may be part of one, and so may a line
of A. Then all stones have to be images of those of the other side, so that each run is the image of
one as long, and B is not said to win.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from service.game import MOST_LINE_CELLS, WALL, Board, Rules, bits, flags_of, geometry
from service.solver.lines import WIN
from service.solver.proven_options import nothing_known
from service.solver.root import look_at_root

EITHER, OF_A, OF_B = 0, 1, 2
"""Who has or gets a cell; WALL, for nobody, has the bits of both."""
SWAPPED = np.array([EITHER, OF_B, OF_A, WALL], np.uint8)
"""The content of a cell as the other side sees it."""
NOTHING, HOLDS, WINS = 0, 1, 2
"""What B is known to reach."""
OVERHEAD = 2000
"""What is counted for each rule by which B may answer, besides the cells of all lines."""


class Answers(NamedTuple):
    """A rule by which B answers, and what each side gets by it."""

    owners: np.ndarray
    """Who has or gets each cell: OF_A, OF_B, WALL, or EITHER if that is not known: (cells,)."""
    replies: np.ndarray
    """The answer to a move to each cell that A may get; every other cell itself: (cells,)."""
    follows: np.ndarray
    """Whether each cell follows another one, shape (cells,), bool."""

    def gain(self, rules: Rules) -> int:
        """Return what B is known to reach."""
        lines, misere, exact = geometry(rules).lines, rules.misere, rules.exact
        safe = OF_A if misere else OF_B
        at_risk = (self.owners[lines] & safe == 0).all(axis=1)
        if misere:
            at_risk &= ~self.follows[lines].all(axis=1)
        pairs = np.sort(np.minimum(self.replies, np.arange(self.replies.size))[lines[at_risk]])
        if not (pairs[:, 1:] == pairs[:, :-1]).any(axis=1).all():
            return NOTHING
        of_a = (self.owners[lines] == OF_A).all(axis=1)
        return WINS if misere and not exact and of_a.any() else HOLDS


def bounds_by_answers(board: Board, contents: np.ndarray, work_limit: int) -> np.ndarray:
    """Return bounds on the scores of the moves, shape (2, cells), int64.

    `contents` is as in `RootMoves`. Of equivalent moves the bounds are those of the lowest cell.
    After visits to about `work_limit` cells of lines and images nothing more is proven.
    """
    work = Work(work_limit)
    bounds = nothing_known(contents.size)
    empty, images = contents == EITHER, self_inverse(board.rules)
    left = np.count_nonzero(empty)
    # A loses by a stone of its own, and the last one of all is B's.
    scores = -WIN, 0, WIN + 1 - left
    unmatched = empty & ~empty[images]
    images = images[np.count_nonzero(unmatched, axis=1) <= left % 2]
    if left % 2 == 0:
        bounds[1] = -scores[_gain(board.rules, contents, images, work)]
        return bounds
    cells, after = np.arange(contents.size), SWAPPED[contents]
    moves = flags_of(board.playable, contents.size) * (board.classes == cells)
    if not board.rules.stacks:
        # Others match after a move to the cell that has no empty image, or that is its own one.
        moves *= (empty & (~empty[images] | (images == cells))).any(axis=0)
    for cell in np.flatnonzero(moves):
        after[cell] = OF_B
        bounds[0, cell] = scores[_gain(board.rules, after, images, work)]
        after[cell] = EITHER
    return bounds


def won_line(board: Board, first_move: int) -> Iterator[int]:
    """Yield the moves of a whole game that begins with this one and that B wins by follow-up.

    There are none if B cannot.
    """
    move, after = first_move, board.play(first_move)
    of_a = board if board.reachable.bit_count() % 2 == 0 else after
    answers = _follow_up(board.rules, look_at_root(of_a).contents)
    if answers.gain(board.rules) < WINS:
        return
    yield move
    replies = answers.replies.tolist()
    while after.status == "in_progress":
        if after.to_move == of_a.to_move:
            cells = bits(after.playable)
            quiet = (cell for cell in cells if not after.geometry.has_line(after.own | 1 << cell))
            move = next(quiet, cells[0])
        else:
            move = replies[move]
        yield move
        after = after.play(move)


def answers_opposite(board: Board) -> bool:
    """Return whether who has just moved can answer each move on the cell opposite, and holds."""
    contents, image = board.contents, np.arange(board.rules.cells)[::-1]
    holds = board.rules.rows_lie_alike and board.geometry.lists_lines
    if not holds or np.count_nonzero(contents == EITHER) % 2:
        return False
    return _gain(board.rules, contents, image[None], Work(MOST_LINE_CELLS)) >= HOLDS


@lru_cache(maxsize=8)
def self_inverse(rules: Rules) -> np.ndarray:
    """Return the symmetries of the rules that are their own inverses, shape (some, cells)."""
    images = geometry(rules).symmetries
    own = (np.take_along_axis(images, images, axis=1) == np.arange(rules.cells)).all(axis=1)
    return np.compress(own, images, axis=0)


class Work:
    """Counts visits to cells of lines and of images up to a limit."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def spend(self, cells: int) -> bool:
        """Count visits to so many cells; return whether they are within the limit."""
        self._left -= cells
        return self._left >= 0


def _gain(rules: Rules, contents: np.ndarray, images: np.ndarray, work: Work) -> int:
    """Return what B is known to reach; `contents` is as in `Answers.owners`, 0 for empty cells."""
    if not work.spend(images.size):
        return NOTHING
    most, cells = NOTHING, OVERHEAD + geometry(rules).lines.size
    for rule in all_answers(rules, contents, images):
        if not work.spend(cells):
            break
        most = max(most, rule.gain(rules))
    return most


def all_answers(rules: Rules, contents: np.ndarray, images: np.ndarray) -> Iterator[Answers]:
    """Yield the rules by which B can answer, by some symmetries where they match."""
    empty, cells = contents == EITHER, np.arange(contents.size)
    is_strict = rules.misere and rules.exact
    if rules.stacks and not is_strict:
        yield _follow_up(rules, contents)
    for image in images[(empty[images] == empty).all(axis=1)]:
        is_own = image == cells
        alone = np.flatnonzero(empty & is_own)
        mirrored = (contents[image] == SWAPPED[contents]) | is_own & (contents == OF_B)
        if (alone.size and (rules.stacks or is_strict)) or (is_strict and not mirrored.all()):
            continue
        replies = np.where(empty, image, cells)
        replies[alone[::2]], replies[alone[1::2]] = alone[1::2], alone[::2]
        follows = (empty | (contents == OF_B) & (contents[image] == OF_A)) & ~is_own
        yield Answers(contents, replies, follows)


def _follow_up(rules: Rules, contents: np.ndarray) -> Answers:
    """Return the rule of follow-up; where a row wins, with joined columns."""
    stones = contents.reshape(rules.height, rules.width)
    cells = np.arange(rules.cells).reshape(stones.shape)
    empty = stones == EITHER
    number = empty[::-1].cumsum(axis=0)[::-1]
    beside = np.zeros(rules.width, np.int64)
    for column in np.flatnonzero(number[0, 1:] == number[0, :-1]):
        if not rules.misere and beside[column] == 0:
            beside[column : column + 2] = 1, -1
    odd = number[0] % 2
    lowest = empty & (number == 1) & (odd == 1) & (beside == 0)
    owners = np.where(empty, np.where((number + odd) % 2, OF_A, OF_B), stones)
    owners[lowest | empty & (beside != 0)] = EITHER
    replies = cells + empty * np.where(owners == OF_A, -rules.width, beside)
    replies = replies.reshape(-1)
    single = cells.T[lowest.T]
    replies[single[::2]], replies[single[1::2]] = single[1::2], single[::2]
    follows = np.zeros_like(empty)
    follows[:-1] = owners[1:] == OF_A
    return Answers(owners.reshape(-1), replies, follows.reshape(-1))
