"""The patterns of each cell after every stone are those computed from the stones."""

from functools import partial

import numpy as np
import pytest

from service.game import Board, Rules, name_rules
from service.solver.heuristic.heuristic import evaluated
from service.solver.lines import (
    ROOT,
    content_reach,
    copy_of,
    pattern_board,
    pattern_classes,
)
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    COMPLETES,
    FIVE,
    FOUR,
    FOUR_THREE,
    KINDS,
    NOTHING,
    OPEN,
    OPEN_TWO,
    ROW,
    THREES,
    WINNING,
    PatternBoard,
    classes_of,
)
from service.solver.lines.kernels.trail import put, undo
from tests.rules.cases import Case, Shape, random_case
from tests.solver.lines.support import number, place_and_take_back
from tests.support.reference import Variant, Wrap, bits_of, other, variant_reference
from tests.support.sampling import chance_of, samples

SHAPES: list[Shape] = [
    (3, 3, 3), (7, 5, 4), (15, 15, 5), (12, 12, 1), (12, 12, 2), (20, 6, 6), (1, 40, 7),
]  # fmt: skip
LONG: list[tuple[Shape, Wrap]] = [
    ((7, 4, 3), "horizontal"), ((6, 9, 4), "vertical"), ((11, 12, 5), "both"),
]  # fmt: skip
"""Boards whose joined sides have all cells of a content."""
SHORT: list[tuple[Shape, Wrap]] = [
    ((5, 5, 4), "both"), ((4, 4, 4), "both"), ((8, 8, 5), "both"), ((6, 9, 5), "horizontal"),
    ((5, 5, 5), "both"), ((2, 5, 3), "both"), ((1, 6, 3), "vertical"), ((5, 3, 4), "both"),
]  # fmt: skip
"""Boards where a line soon comes back to a cell, or meets another one again."""
RULES = [
    *(Rules(*shape, exact=exact) for shape in SHAPES for exact in (False, True)),
    *(Rules(*shape, wrap=wrap, exact=exact) for shape, wrap in LONG for exact in (False, True)),
]
DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))


def contents_of(board: PatternBoard, rules: Rules, player: int, cell: int) -> list[str]:
    """Return the four lines through a cell as the player sees them, of `.`, `O` and `#`."""
    reach = content_reach(rules)
    variant = Variant(*rules.shape, wrap=rules.wrap)
    found = []
    for down, right in DIRECTIONS:
        content = ""
        for distance in range(-reach, reach + 1):
            place = variant.beside(cell, distance * down, distance * right)
            owner = board.owner[place] if place is not None else 1 - player
            content += "." if owner == NOBODY else "O" if owner == player else "#"
        found.append(content[:reach] + content[reach + 1 :])
    return found


def class_of(content: str, rules: Rules) -> int:
    """Return what a stone in the middle makes."""
    return int(pattern_classes(rules.row_length, rules.exact)[number(content)])


def kind_of(classes: list[int]) -> int:
    """Return what a stone makes on four lines together."""
    fours = sum(ROW <= each < COMPLETES for each in classes)
    threes = sum(OPEN_TWO <= each < ROW for each in classes)
    if COMPLETES in classes:
        return FIVE
    if fours > 1 or OPEN in classes:
        return WINNING
    if fours:
        return FOUR_THREE if threes else FOUR
    return NOTHING + min(threes, THREES)


def check(board: PatternBoard, rules: Rules) -> None:
    """Compare codes, kinds and counts with the stones."""
    counts = np.zeros((2, KINDS), np.int64)
    for player in range(2):
        for cell in range(rules.cells):
            kind = NOTHING
            if board.owner[cell] == NOBODY:
                contents = contents_of(board, rules, player, cell)
                classes = [class_of(content, rules) for content in contents]
                assert classes_of(board.codes[player, cell]).tolist() == classes
                kind = kind_of(classes)
            assert board.kinds[player, cell] == kind
            counts[player, kind] += 1
    assert board.kind_counts.tolist() == counts.tolist()


@pytest.mark.parametrize("rules", RULES, ids=name_rules)
def test_every_stone_placed_or_taken_back_is_followed(rules: Rules) -> None:
    board, fresh = (pattern_board(Board(rules), ROOT) for _ in range(2))
    check(board, rules)
    chance = chance_of(name_rules(rules))
    place_and_take_back(board, fresh, chance, partial(check, rules=rules))


def test_a_copy_takes_back_what_was_placed_before_it_was_made() -> None:
    chance, rules = chance_of("copies"), Rules(9, 9, 5)
    board, fresh = (pattern_board(Board(rules), ROOT) for _ in range(2))
    for placed, cell in enumerate(chance.sample(range(rules.cells), 40)):
        put(board, cell, placed & 1)
    copy = copy_of(board)
    put(board, int(np.flatnonzero(board.owner == NOBODY)[0]), 0)
    for _ in range(40):
        undo(copy)
    check(copy, rules)
    assert copy.key == fresh.key
    undo(board)
    check(board, rules)


def completing_with(case: Case, player: str, stone: int) -> set[int]:
    """Return the cells on which the player, after another stone, completes a row through it."""
    own, found = bits_of(case.cells, player) | 1 << stone, set()
    for _, (window, beside) in case.reference.windows_through[stone]:
        lacking = [cell for cell in window if not own >> cell & 1]
        if len(lacking) == 1 and not any(own >> cell & 1 for cell in beside):
            found.add(lacking[0])
    return {cell for cell in found if case.cells[cell] == "."}


FLAT: list[Shape] = [(7, 5, 4), (15, 15, 5), (9, 9, 4), (6, 6, 3), (1, 40, 7), (12, 1, 2)]


@pytest.mark.parametrize("exact", [False, True], ids=["or more", "exact"])
@pytest.mark.parametrize(("shape", "wrap"), [*((shape, "none") for shape in FLAT), *LONG], ids=str)
def test_kinds_are_what_stones_do_by_the_rules(shape: Shape, wrap: Wrap, exact: bool) -> None:
    """On boards with walls, too."""
    variant = Variant(*shape, wrap=wrap, exact=exact)
    size = shape[0] * shape[1]
    chance = chance_of(f"kinds {variant}")
    for _ in range(samples(15)):
        each = random_case(variant, chance.randint(size // 4, size - 4), chance)
        board = pattern_board(each.board, ROOT)
        for player, mark in enumerate((each.to_move, other(each.to_move))):
            completing = each.reference.completing(each.cells, mark)
            assert set(np.flatnonzero(board.kinds[player] == FIVE)) == completing
            for cell in set(np.flatnonzero(board.owner == NOBODY).tolist()) - completing:
                known = int(board.kinds[player, cell])
                rows = completing_with(each, mark, cell)
                assert len(rows) == {FOUR: 1, FOUR_THREE: 1}.get(known, len(rows))
                assert (len(rows) > 0) == (known >= FOUR)
                assert (len(rows) > 1) == (known == WINNING)


@pytest.mark.parametrize(("shape", "wrap"), SHORT, ids=str)
def test_rows_are_seen_on_lines_that_soon_come_back(shape: Shape, wrap: Wrap) -> None:
    """A stone is on such a line twice, and what it changes is restored all the same."""
    reference = variant_reference(Variant(*shape, wrap=wrap), "." * (shape[0] * shape[1]))

    def check_rows(board: PatternBoard) -> None:
        cells = "".join("XO."[owner] for owner in board.owner)
        for player, mark in enumerate("XO"):
            completing = reference.completing(cells, mark)
            assert set(np.flatnonzero(board.kinds[player] == FIVE)) == completing

    board, fresh = (evaluated(Board(Rules(*shape, wrap=wrap))) for _ in range(2))
    place_and_take_back(board, fresh, chance_of(f"{shape} {wrap}"), check_rows, every=1)
