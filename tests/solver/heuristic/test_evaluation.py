"""What positions are worth after every stone, against the same worked out anew."""

from __future__ import annotations

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels import evaluation
from service.solver.heuristic.weights import COLUMNS, nearest_tuned, shapes, tuned_shapes, weights
from service.solver.lines import MOST_ROW_LENGTH
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    CLASS_BITS,
    CLASSES,
    DEAD,
    KINDS,
    MOVER,
    NOTHING,
    OWN,
    WAITING,
    PatternBoard,
    put,
)
from tests.positions import random_positions
from tests.sampling import chance_of
from tests.solver.checks import board_of

SHAPES = [(3, 3, 3), (7, 5, 4), (15, 15, 5), (12, 12, 1), (12, 12, 2), (20, 6, 6), (1, 40, 7)]


def check(position: PatternBoard) -> None:
    """Compare what all is worth with what the codes say; these are tested with the board itself."""
    worth = np.zeros((2, 2), np.int64)
    for player in range(2):
        for cell, owner in enumerate(position.owner.tolist()):
            empty = owner == NOBODY
            shape = (
                position.shapes[position.codes[player, cell]] if empty else np.zeros(COLUMNS, int)
            )
            worth[player] += shape[:OWN] + position.central[cell] * (owner == player)
            assert position.promises[player, :, cell].tolist() == shape[OWN:].tolist()
    assert position.worth.tolist() == worth.tolist()
    for mover in range(2):
        expected = worth[mover, MOVER] - worth[1 - mover, WAITING]
        expected = max(min(expected, evaluation.MOST), -evaluation.MOST)
        assert evaluation.evaluate(position, mover) == expected


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
            put(position, *played.pop(), -1)
        else:
            played.append((chance.choice(empty), chance.randrange(2)))
            put(position, *played[-1], 1)
        if step % 20 == 19:
            check(position)
    for cell, player in reversed(played):
        put(position, cell, player, -1)
    fresh = evaluated(Board(rules))
    for kept, new in zip(position, fresh, strict=True):
        assert np.array_equal(kept, new)
    assert position.key[0] == first_key


@pytest.mark.parametrize("shape", [(7, 5, 4), (15, 15, 5), (9, 9, 4), (6, 6, 3)], ids=str)
def test_a_filled_position_is_as_one_played(shape: tuple[int, int, int]) -> None:
    cells = shape[0] * shape[1]
    for each in random_positions(shape, (cells // 2, cells - 4), 10, seed=1):
        board = board_of(each.game, each.cells, each.to_move)
        found, mover = evaluated(board), int(board.to_move == "O")
        check(found)
        for cell in board.legal_moves:
            after = evaluated(board.play(cell))
            assert after.key[0] == found.key[0] ^ found.hashes[mover, cell]


def test_boards_of_different_rules_or_turns_have_different_keys() -> None:
    rules = [Rules(12, 12, 5), Rules(12, 12, 6), Rules(16, 9, 5), Rules(9, 16, 5)]
    boards = [Board(each, to_move=turn) for each in rules for turn in ("X", "O")]
    assert len({int(evaluated(board).key[0]) for board in boards}) == len(boards)


def test_every_row_length_has_weights() -> None:
    for row_length in range(1, MOST_ROW_LENGTH + 1):
        classes, kinds = weights(nearest_tuned(row_length))
        assert classes.shape == (CLASSES, COLUMNS)
        assert kinds.shape == (KINDS, COLUMNS)
        assert not classes[DEAD, :OWN].any()
        assert not kinds[NOTHING, :OWN].any()


def test_the_order_of_four_lines_tells_nothing() -> None:
    for row_length in range(1, MOST_ROW_LENGTH + 1):
        table = shapes(row_length).reshape(*[1 << CLASS_BITS] * 4, COLUMNS)
        assert not table[DEAD, DEAD, DEAD, DEAD].any()
        assert (table[..., OWN:].reshape(-1, 2)[1:] > 0).all()
        for axes in ((1, 0, 2, 3, 4), (3, 0, 1, 2, 4)):
            assert np.array_equal(table, table.transpose(axes))


def test_what_is_learnt_of_cells_is_used() -> None:
    for row_length, rows in tuned_shapes().items():
        table = shapes(row_length).reshape(*[1 << CLASS_BITS] * 4, COLUMNS)
        for *classes, mover, waiting, own, rival in rows:
            learnt = [mover, waiting, max(own, 1), max(rival, 1)]
            assert table[tuple(classes)].tolist() == learnt
