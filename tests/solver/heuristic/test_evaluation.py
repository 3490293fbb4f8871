"""What is known of each cell after every stone, against the same worked out from the stones."""

from __future__ import annotations

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels import evaluation
from service.solver.heuristic.kernels.evaluation import KIND, PROMISE
from service.solver.heuristic.weights import nearest_tuned, shapes, tuned_shapes, weights
from service.solver.lines import MOST_ROW_LENGTH
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    CLASS_BITS,
    CLASSES,
    COMPLETES,
    DEAD,
    FIVE,
    FOUR,
    FOUR_THREE,
    KINDS,
    NOTHING,
    OPEN,
    OPEN_TWO,
    ROW,
    THREE,
    THREES,
    WINNING,
)
from tests.positions import random_positions
from tests.reference import Reference
from tests.sampling import chance_of
from tests.solver.checks import board_of

SHAPES = [(3, 3, 3), (7, 5, 4), (15, 15, 5), (12, 12, 1), (12, 12, 2), (20, 6, 6), (1, 40, 7)]
DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))


def classes_of(position: evaluation.Position, rules: Rules, player: int, cell: int) -> list[int]:
    """What a stone on a cell makes on each of its four lines."""
    reach = rules.row_length - 1
    row, column = divmod(cell, rules.width)
    found = []
    for down, right in DIRECTIONS:
        number = 0
        for distance in [*range(-reach, 0), *range(1, reach + 1)]:
            there, across = row + distance * down, column + distance * right
            inside = 0 <= there < rules.height and 0 <= across < rules.width
            owner = position.owner[there * rules.width + across] if inside else 1 - player
            number = 3 * number + (0 if owner == NOBODY else 1 if owner == player else 2)
        found.append(int(position.classes[number]))
    return found


def kind(classes: list[int]) -> int:
    """What a stone makes on four lines together."""
    fours = sum(ROW <= each < COMPLETES for each in classes)
    threes = sum(OPEN_TWO <= each < ROW for each in classes)
    if COMPLETES in classes:
        return FIVE
    if fours > 1 or OPEN in classes:
        return WINNING
    if fours:
        return FOUR_THREE if threes else FOUR
    return (NOTHING, THREE, THREES)[min(threes, 2)]


def check(position: evaluation.Position, rules: Rules) -> None:
    """Compare all that is kept with what the stones say."""
    worth, census = np.zeros((2, 2), np.int64), np.zeros((2, KINDS), np.int64)
    for player in range(2):
        for cell in range(rules.cells):
            shape = np.zeros(4, np.int64)
            if position.owner[cell] == NOBODY:
                classes = classes_of(position, rules, player, cell)
                shape = position.shapes[int(np.dot(classes, 1 << CLASS_BITS * np.arange(4)))]
                assert shape[KIND] == kind(classes)
            worth[player] += shape[:2]
            worth[player] += position.central[cell] * (position.owner[cell] == player)
            assert position.kinds[player, cell] == shape[KIND]
            assert position.promises[player, cell] == shape[PROMISE]
            census[player, shape[KIND]] += 1
    assert position.worth.tolist() == worth.tolist()
    assert position.census.tolist() == census.tolist()
    for mover in range(2):
        expected = worth[mover, evaluation.MOVER] - worth[1 - mover, evaluation.WAITING]
        expected = max(min(expected, evaluation.MOST), -evaluation.MOST)
        assert evaluation.evaluate(position, mover) == expected


def completing_with(game: Reference, cells: str, player: str, stone: int) -> set[int]:
    """The cells on which the player, after another stone, completes a line through it."""
    after = cells[:stone] + player + cells[stone + 1 :]
    lines = [[cell for cell in line if after[cell] != player] for line in game.lines_through[stone]]
    return {each[0] for each in lines if len(each) == 1 and cells[each[0]] == "."}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_stone_placed_or_taken_back_is_followed(shape: tuple[int, int, int]) -> None:
    chance = chance_of(str(shape))
    rules = Rules(*shape)
    position = evaluated(Board(rules))
    first_key = position.key[0]
    played: list[tuple[int, int]] = []
    for step in range(120):
        empty = np.flatnonzero(position.owner == NOBODY).tolist()
        if played and (not empty or chance.random() < 0.45):
            evaluation.put(position, *played.pop(), -1)
        else:
            played.append((chance.choice(empty), chance.randrange(2)))
            evaluation.put(position, *played[-1], 1)
        if step % 20 == 19:
            check(position, rules)
    for cell, player in reversed(played):
        evaluation.put(position, cell, player, -1)
    fresh = evaluated(Board(rules))
    for kept, new in zip(position, fresh, strict=True):
        assert np.array_equal(kept, new)
    assert position.key[0] == first_key


@pytest.mark.parametrize("shape", [(7, 5, 4), (15, 15, 5), (9, 9, 4), (6, 6, 3)], ids=str)
def test_a_filled_position_is_as_one_played(shape: tuple[int, int, int]) -> None:
    """And its kinds are what stones do there, by the plain rules."""
    cells = shape[0] * shape[1]
    for each in random_positions(shape, (cells // 2, cells - 4), 10, seed=1):
        board = board_of(each.game, each.cells, each.to_move)
        found = evaluated(board)
        check(found, board.rules)
        for player, mark in enumerate("XO"):
            assert set(np.flatnonzero(found.kinds[player] == FIVE)) == each.game.completing(
                each.cells, mark
            )
            for cell in board.legal_moves:
                known = found.kinds[player, cell]
                rows = completing_with(each.game, each.cells, mark, cell)
                assert known == FIVE or len(rows) == {FOUR: 1, FOUR_THREE: 1}.get(known, len(rows))
                assert known == FIVE or (len(rows) > 1) == (known == WINNING)
        for cell in board.legal_moves:
            after = evaluated(board.play(cell))
            mover = int(board.to_move == "O")
            assert after.key[0] == found.key[0] ^ found.hashes[mover, cell]


def test_boards_of_different_rules_or_turns_have_different_keys() -> None:
    rules = [Rules(12, 12, 5), Rules(12, 12, 6), Rules(16, 9, 5), Rules(9, 16, 5)]
    boards = [Board(each, to_move=turn) for each in rules for turn in ("X", "O")]
    assert len({int(evaluated(board).key[0]) for board in boards}) == len(boards)


def test_every_row_length_has_weights() -> None:
    for row_length in range(1, MOST_ROW_LENGTH + 1):
        classes, kinds = weights(nearest_tuned(row_length))
        assert classes.shape == (CLASSES, 2)
        assert kinds.shape == (KINDS, 2)
        assert not classes[DEAD].any()
        assert not kinds[NOTHING].any()


def test_the_order_of_four_lines_tells_nothing() -> None:
    for row_length in range(1, MOST_ROW_LENGTH + 1):
        table = shapes(row_length).reshape(*[1 << CLASS_BITS] * 4, 4)
        assert not table[DEAD, DEAD, DEAD, DEAD].any()
        for axes in ((1, 0, 2, 3, 4), (3, 0, 1, 2, 4)):
            assert np.array_equal(table, table.transpose(axes))


def test_what_is_learnt_of_cells_is_used() -> None:
    for row_length, rows in tuned_shapes().items():
        table = shapes(row_length).reshape(*[1 << CLASS_BITS] * 4, 4)
        for *classes, mover, waiting in rows:
            assert table[tuple(classes)][:PROMISE].tolist() == [mover, waiting]
