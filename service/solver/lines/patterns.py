"""Tables of what a stone makes of a line, for every content of the line around its cell.

A content is seen by one player and extends as far as a row does in both directions, or a cell
farther if rows have an exact length: a stone there can make the run too long. Each cell is empty,
the player's, or blocked: it holds the opponent's stone or lies off the board. The classes follow
from play on a single line, for any row length. A stone after which no cell is lacking completes a
row. Otherwise the line is as good as the best that one more stone makes of it, and
better the more cells there are for that stone.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, permutations

import numpy as np

from service.game import Rules
from service.solver.lines.kernels.pattern_board import (
    CLASSES,
    COMPLETES,
    DEAD,
    FAR,
    FIVE,
    FOUR,
    FOUR_THREE,
    GRADED,
    MOST_LACKING,
    MOST_WAYS,
    OPEN,
    OPEN_TWO,
    PAIR_BITS,
    PAIR_MASK,
    PAIRS,
    ROW,
    THREES,
    WINNING,
    codes_of,
)

MOST_ROW_LENGTH = 7
"""The longest rows that have a table: 0.5 MB, or 5 MB for those of an exact length. No longer row
can be forced on an empty board."""
IS_OPEN = 1 << 4
"""Counted beside what is less: a line has at most fourteen other cells."""
CLASS_OF = np.full((MOST_LACKING + 1, 2, MOST_WAYS + 1), DEAD)
"""The class of a graded row, by what `GRADED` says of it; `DEAD` where that is not listed."""
CLASS_OF[tuple(np.transpose(GRADED))] = range(FAR + 1, ROW)
NOT_OWN = slice(0, 3, 2)
"""The digits of a cell that the player has no stone on."""


def content_reach(rules: Rules) -> int:
    """Return how many cells a content has on either side of its cell, where the board is large."""
    return rules.row_length - 1 + rules.exact


@lru_cache(maxsize=2 * MOST_ROW_LENGTH)
def pattern_classes(row_length: int, exact: bool = False) -> np.ndarray:
    """Return the class of each content, shape (9 ** reach,), uint8; see `content_reach`.

    A content is a number to the base 3 with a digit for each other cell of the line, the first cell
    the most significant: 0 is empty, 1 the player's, 2 blocked.
    """
    others = 2 * (row_length - 1 + exact)
    found = np.full((3,) * others, DEAD, np.uint8)
    for start in range(exact, row_length + exact):
        run = range(start, start + row_length - 1)
        beside = (start - 1, start + row_length - 1) if exact else ()
        digits: dict[int, int | slice] = {**dict.fromkeys(run, 1), **dict.fromkeys(beside, NOT_OWN)}
        found[tuple(digits.get(place, slice(None)) for place in range(others))] = COMPLETES
    found = found.reshape(-1)
    # Contents that lack one stone less: 1, and `IS_OPEN` where the row is open.
    wanted = (found == COMPLETES).astype(np.uint8)
    for lacking in range(1, row_length):
        count = ways(wanted, others) * (found == DEAD)
        contents = np.flatnonzero(count > 0)
        to_open, to_any = divmod(count[contents].astype(np.int64), IS_OPEN)
        is_open = to_any > 1 if lacking == 1 else to_open > 0
        if lacking == 1:
            found[contents] = np.where(is_open, OPEN, ROW)
        elif lacking <= MOST_LACKING:
            several = np.minimum(np.where(is_open, to_open, to_any), MOST_WAYS)
            found[contents] = CLASS_OF[lacking, is_open.astype(np.int64), several]
            assert found[contents].all(), "a row that is not listed as graded"
        else:
            found[contents] = FAR
        wanted = np.zeros_like(found)
        wanted[contents] = 1 + IS_OPEN * is_open
    return found


@lru_cache(maxsize=1)
def open_classes() -> np.ndarray:
    """Return whether each class is that of an open row, shape (CLASSES,), bool."""
    found = np.zeros(CLASSES, bool)
    found[OPEN] = True
    found[FAR + 1 : ROW] = [is_open for _, is_open, _ in GRADED]
    return found


def ways(wanted: np.ndarray, others: int) -> np.ndarray:
    """Return the sum of what one more stone of the player leads to, on any of so many places."""
    count = np.zeros_like(wanted)
    for place in range(others):
        shape = 3**place, 3, -1
        count.reshape(shape)[:, 0] += wanted.reshape(shape)[:, 1]
    return count


@lru_cache(maxsize=1)
def forms() -> np.ndarray:
    """Return the classes of each form, shape (forms, 4), int64.

    A form is the classes of four lines, whatever their order.
    """
    ordered = np.array(list(combinations_with_replacement(range(CLASSES), 4)))
    found: np.ndarray = ordered[np.argsort(codes_of(ordered))]
    return found


@lru_cache(maxsize=1)
def form_tables() -> tuple[np.ndarray, np.ndarray]:
    """Return `pair_of` and `form_of` of a `PatternBoard`."""
    classes = forms()
    pairs = np.array(list(combinations_with_replacement(range(CLASSES), 2)))
    pair_of, form_of = np.zeros(1 << PAIR_BITS, np.uint8), np.zeros((PAIRS, PAIRS), np.uint16)
    for turned in permutations(range(2)):
        pair_of[codes_of(pairs[:, turned])] = np.arange(PAIRS)
    for order in permutations(range(4)):
        form_of[pairs_in(codes_of(classes[:, order]), pair_of)] = np.arange(len(classes))
    return pair_of, form_of


def forms_of(codes: np.ndarray) -> np.ndarray:
    """Return the form of each code, of the same shape, uint16."""
    pair_of, form_of = form_tables()
    found: np.ndarray = form_of[pairs_in(codes, pair_of)]
    return found


def pairs_in(codes: np.ndarray, pair_of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the two pairs in each code, each of the same shape, uint8."""
    return pair_of[codes & PAIR_MASK], pair_of[codes >> PAIR_BITS]


@lru_cache(maxsize=1)
def kinds_of_forms() -> np.ndarray:
    """Return the kind of each form, shape (forms,), int8."""
    classes = forms()
    threes = ((classes >= OPEN_TWO) & (classes < ROW)).sum(axis=1)
    fours, opened, whole = ((classes == each).sum(axis=1) for each in (ROW, OPEN, COMPLETES))
    conditions = [whole > 0, (fours > 1) | (opened > 0), (fours > 0) & (threes > 0), fours > 0]
    kinds = [FIVE, WINNING, FOUR_THREE, FOUR]
    return np.select(conditions, kinds, np.minimum(threes, THREES)).astype(np.int8)
