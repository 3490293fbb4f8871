"""The evaluation that follows every stone, against the same worked out from the stones."""

from __future__ import annotations

import random

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver import linegames
from service.solver.kernels import evaluation
from tests.positions import random_positions
from tests.reference import lines_of
from tests.solver.checks import board_of

SHAPES = [(3, 3, 3), (7, 5, 4), (15, 15, 5), (12, 12, 1), (12, 12, 2), (20, 6, 6), (1, 40, 30)]


def worked_out(
    position: evaluation.Position, rules: Rules
) -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
    """Worth, census and urgency, line by line."""
    worth, census = [[0, 0], [0, 0]], [[0, 0], [0, 0]]
    urgency = [[0] * rules.cells, [0] * rules.cells]
    owner = position.owner.tolist()
    for line in lines_of(rules.width, rules.height, rules.row_length):
        for player in range(2):
            if any(owner[cell] == 1 - player for cell in line):
                continue
            lacks = sum(owner[cell] == evaluation.NOBODY for cell in line)
            for role in range(2):
                worth[player][role] += int(position.weights[role, lacks])
            census[player][evaluation.OPEN] += 1
            census[player][evaluation.NEARLY] += lacks == 1
            for cell in line:
                urgency[player][cell] += int(position.urgencies[lacks])
    return worth, census, urgency


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_stone_placed_or_taken_back_is_followed(shape: tuple[int, int, int]) -> None:
    chance = random.Random(str(shape))
    rules = Rules(*shape)
    position = linegames.evaluated(Board(rules))
    first_key = position.key[0]
    played: list[tuple[int, int]] = []
    for step in range(120):
        empty = np.flatnonzero(position.owner == evaluation.NOBODY).tolist()
        if played and (not empty or chance.random() < 0.45):
            cell, player = played.pop(chance.randrange(len(played)))
            evaluation.put(position, cell, player, -1)
        else:
            played.append((chance.choice(empty), chance.randrange(2)))
            evaluation.put(position, *played[-1], 1)
        if step % 10 == 9:
            worth, census, urgency = worked_out(position, rules)
            assert position.worth.tolist() == worth
            assert position.census.tolist() == census
            assert position.urgency.tolist() == urgency
            for mover in range(2):
                expected = worth[mover][evaluation.MOVER] - worth[1 - mover][evaluation.WAITING]
                expected = max(min(expected, evaluation.MOST), -evaluation.MOST)
                assert evaluation.evaluate(position, mover) == expected
    for cell, player in played:
        evaluation.put(position, cell, player, -1)
    assert position.key[0] == first_key


@pytest.mark.parametrize("shape", [(7, 5, 4), (15, 15, 5), (9, 9, 3)], ids=str)
def test_a_filled_position_is_as_one_played(shape: tuple[int, int, int]) -> None:
    for each in random_positions(shape, (2, shape[0] * shape[1] - 4), 10, seed=1):
        board = board_of(each.game, each.cells, each.to_move)
        found = linegames.evaluated(board)
        assert worked_out(found, board.rules) == (
            found.worth.tolist(),
            found.census.tolist(),
            found.urgency.tolist(),
        )
        values = np.zeros(len(board.legal_moves), np.int64)
        mover = int(board.to_move == "O")
        cells = np.array(board.legal_moves)
        evaluation.evaluate_options(found, mover, cells, values)
        for cell, value in zip(board.legal_moves, values.tolist(), strict=True):
            after = linegames.evaluated(board.play(cell))
            assert value == -evaluation.evaluate(after, 1 - mover)
            assert after.key[0] == found.key[0] ^ found.hashes[mover, cell]


def test_boards_of_different_rules_or_turns_have_different_keys() -> None:
    rules = [Rules(12, 12, 5), Rules(12, 12, 6), Rules(16, 9, 5), Rules(9, 16, 5)]
    boards = [Board(each, to_move=turn) for each in rules for turn in ("X", "O")]
    assert len({int(linegames.evaluated(board).key[0]) for board in boards}) == len(boards)
