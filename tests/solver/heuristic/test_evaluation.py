"""What positions are worth after every stone, against the same worked out anew."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver.heuristic.heuristic import central, evaluated
from service.solver.heuristic.kernels import evaluation
from service.solver.heuristic.weights import PROMISES, UNIT_BITS, learnt, network
from service.solver.lines import MOST_ROW_LENGTH, forms, kinds_of_forms, pattern_board
from service.solver.lines.kernels.lanes import LANES
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    CLASS_BITS,
    CLASS_MASK,
    CLASSES,
    FAR,
    FAR_FORMS,
    KINDS,
    MOST_FELT,
    MOST_PART,
    OWN,
    RIVAL,
    PatternBoard,
)
from service.solver.lines.kernels.trail import put, undo
from tests.solver.checks import board_of
from tests.support.positions import random_positions
from tests.support.sampling import chance_of

SHAPES = [(3, 3, 3), (7, 5, 4), (15, 15, 5), (12, 12, 1), (12, 12, 2), (20, 6, 6), (1, 40, 7)]


def table_of(row_length: int) -> np.ndarray:
    """What each form counts, from what is learnt, shape (forms, PROMISES + LANES), int64."""
    return learnt_table(nearest_learnt(row_length))


@cache
def learnt_table(learnt_length: int) -> np.ndarray:
    """The same of a row length that something is learnt of."""
    apart, together, _ = learnt()[learnt_length]
    classes, _ = forms()
    rows = {tuple(row[:4]): row[4:] for row in together.tolist()}
    found = []
    for each, kind in zip(classes.tolist(), kinds_of_forms().tolist(), strict=True):
        sums = apart[each].sum(axis=0) + apart[CLASSES + kind]
        found.append(rows.get(tuple(each), sums))
    return np.array(found, np.int64)


def nearest_learnt(row_length: int) -> int:
    """The row length that is taken for this one."""
    return min(learnt(), key=lambda each: (abs(each - row_length), each))


def sums_of(position: PatternBoard, table: np.ndarray) -> np.ndarray:
    """What all cells count in each lane, worked out anew."""
    found, half = np.zeros(LANES, np.int64), LANES // 2
    for cell in np.flatnonzero(position.owner == NOBODY):
        first, second = position.form_of[position.codes[:, cell]]
        if max(first, second) < FAR_FORMS:
            continue
        one, two = table[first, PROMISES:], table[second, PROMISES:]
        seen = [one[:half] + two[half:], two[:half] + one[half:]]
        found += np.clip(np.concatenate(seen), 0, MOST_FELT)
    return found


def check(position: PatternBoard, row_length: int) -> None:
    """Compare what the net is given and says with what the codes say; these are tested with the
    board itself."""
    table = table_of(row_length)
    promises = np.maximum(table[:, :PROMISES], 1)
    promises[0] = 0
    for cell, owner in enumerate(position.owner.tolist()):
        found = position.form_of[position.codes[:, cell]] * np.uint16(owner == NOBODY)
        assert position.forms[:, cell].tolist() == found.tolist()
        for mover in range(2):
            promised = promises[found[mover], OWN] + promises[found[1 - mover], RIVAL]
            assert evaluation.promise(position, mover, cell) == promised
    sums = sums_of(position, table)
    assert position.sums.sum(axis=0).tolist() == sums.tolist()
    central = position.central[position.owner == 0].sum()
    central -= position.central[position.owner == 1].sum()
    units = learnt()[nearest_learnt(row_length)].units
    for mover in range(2):
        said = units[:, 0] / (1 << UNIT_BITS)
        said = said.astype(np.float32)
        for lane, felt in enumerate(np.roll(sums, mover * LANES // 2).astype(np.float32)):
            said += (units[:, 2 + lane] / (1 << UNIT_BITS)).astype(np.float32) * felt
        said[1:] = np.clip(said[1:], 0, 1)
        outputs = (units[:, 1] << evaluation.FINER_BITS).astype(np.float32)
        counted = [outputs[0] * said[0], *(outputs[1:] * said[1:] * said[1:])]
        expected = sum(map(int, counted)) >> evaluation.FINER_BITS
        expected += (1 - 2 * mover) * int(central)
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
            played.pop()
            undo(position)
        else:
            played.append((chance.choice(empty), chance.randrange(2)))
            put(position, *played[-1])
        if step % 20 == 19:
            check(position, rules.row_length)
    for _ in played:
        undo(position)
    fresh = evaluated(Board(rules))
    for name, kept in position._asdict().items():
        apart = name in ("network", "said") or name.startswith("trail")
        assert apart or np.array_equal(kept, getattr(fresh, name))
    assert position.key[0] == first_key


@pytest.mark.parametrize("shape", [(7, 5, 4), (15, 15, 5), (9, 9, 4), (6, 6, 3)], ids=str)
def test_a_filled_position_is_as_one_played(shape: tuple[int, int, int]) -> None:
    cells = shape[0] * shape[1]
    for each in random_positions(shape, (cells // 2, cells - 4), 10, seed=1):
        board = board_of(each.game, each.cells, each.to_move)
        found, mover = evaluated(board), int(board.to_move == "O")
        check(found, shape[2])
        for cell in board.legal_moves:
            after = evaluated(board.play(cell))
            assert after.key[0] == found.key[0] ^ found.hashes[mover, cell]


def test_lanes_have_room_for_every_cell_of_the_largest_board() -> None:
    rules, told = Rules(50, 50, 5), network(5)
    told = told._replace(parts=np.full_like(told.parts, MOST_FELT))
    board = Board(rules)
    position, chance = pattern_board(board, 0, 1, told, central(board)), chance_of("crowded")
    for cell in chance.sample(range(rules.cells), 500):
        put(position, cell, chance.randrange(2))
    counted = int((position.forms >= FAR_FORMS).any(axis=0).sum())
    assert counted > 1500
    assert position.sums.sum(axis=0).tolist() == LANES * [counted * MOST_FELT]


def test_boards_of_different_rules_or_turns_have_different_keys() -> None:
    rules = [Rules(12, 12, 5), Rules(12, 12, 6), Rules(16, 9, 5), Rules(9, 16, 5)]
    boards = [Board(each, to_move=turn) for each in rules for turn in ("X", "O")]
    assert len({int(evaluated(board).key[0]) for board in boards}) == len(boards)


def test_all_that_is_learnt_has_its_shape_and_fits() -> None:
    for row_length in range(1, MOST_ROW_LENGTH + 1):
        apart, together, units = learnt()[nearest_learnt(row_length)]
        assert apart.shape == (CLASSES + KINDS, PROMISES + LANES)
        assert together.shape[1] == 4 + PROMISES + LANES
        assert units.shape[1] == 2 + LANES
        assert units.shape[0] % LANES == 0
        assert np.abs(table_of(row_length)).max() < MOST_PART
        assert units[0, 1] == 1000


def test_the_order_of_four_lines_tells_nothing() -> None:
    classes, form_of = forms()
    assert classes.shape[0] == form_of.max() + 1
    table = form_of.reshape(*[1 << CLASS_BITS] * 4)[:CLASSES, :CLASSES, :CLASSES, :CLASSES]
    for axes in ((1, 0, 2, 3), (3, 0, 1, 2)):
        assert np.array_equal(table, table.transpose(axes))
    codes = np.arange(form_of.size)[:, None] >> CLASS_BITS * np.arange(4) & CLASS_MASK
    known = (codes < CLASSES).all(axis=1)
    assert np.array_equal(classes[form_of[known]], np.sort(codes[known]))
    assert np.array_equal(classes.max(axis=1) <= FAR, np.arange(len(classes)) < FAR_FORMS)


def test_a_stone_promises_something_but_where_no_row_is_possible() -> None:
    for row_length in range(1, MOST_ROW_LENGTH + 1):
        promises = network(row_length).promises
        assert not promises[0].any()
        assert (promises[1:, (OWN, RIVAL)] > 0).all()
