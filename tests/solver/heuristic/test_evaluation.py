"""The evaluation after every stone is the one computed from scratch."""

from functools import cache, partial

import numpy as np
import pytest

from service.game import Board, Rules, Wrap, geometry
from service.solver.heuristic.heuristic import cell_values, evaluated
from service.solver.heuristic.kernels import evaluation
from service.solver.heuristic.weights import POLICIES, UNIT_BITS, network, trained_weights
from service.solver.lines import forms, forms_of, kinds_of_forms, pattern_board
from service.solver.lines.kernels.lanes import LANES
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    CLASSES,
    FAR_FORMS,
    MOST_ACTIVATION,
    MOST_FEATURE_WEIGHT,
    PatternBoard,
)
from service.solver.lines.kernels.trail import put
from tests.solver.lines.support import place_and_take_back
from tests.support.reference import WRAPS
from tests.support.sampling import chance_of

SHAPES = [(3, 3, 3), (7, 5, 4), (15, 15, 5), (12, 12, 1), (12, 12, 2), (20, 6, 6), (1, 40, 7)]


@cache
def trained_table(trained_length: int) -> np.ndarray:
    """Return the weights of each form for a trained row length."""
    apart, together, _ = trained_weights()[trained_length]
    classes = forms()
    rows = {tuple(row[:4]): row[4:] for row in together.tolist()}
    found = []
    for each, kind in zip(classes.tolist(), kinds_of_forms().tolist(), strict=True):
        sums = apart[each].sum(axis=0) + apart[CLASSES + kind]
        found.append(rows.get(tuple(each), sums))
    return np.array(found, np.int64)


def nearest_trained(row_length: int) -> int:
    """Return the trained row length that is nearest to another one."""
    return min(trained_weights(), key=lambda each: (abs(each - row_length), each))


def sums_of(position: PatternBoard, table: np.ndarray) -> np.ndarray:
    """Return the sums of the activations of all cells in each lane, computed from scratch."""
    found, half = np.zeros(LANES, np.int64), LANES // 2
    for cell in np.flatnonzero(position.owner == NOBODY):
        first, second = forms_of(position.codes[:, cell])
        if max(first, second) < FAR_FORMS:
            continue
        one, two = table[first, POLICIES:], table[second, POLICIES:]
        seen = [one[:half] + two[half:], two[:half] + one[half:]]
        found += np.clip(np.concatenate(seen), 0, MOST_ACTIVATION)
    return found


def check(position: PatternBoard, row_length: int) -> None:
    """Compare accumulator, policy and evaluation with the codes of the cells.

    The codes are tested with the board itself.
    """
    table = trained_table(nearest_trained(row_length))
    policies = np.maximum(table[:, :POLICIES], 1)
    policies[0] = 0
    for cell, owner in enumerate(position.owner.tolist()):
        found = forms_of(position.codes[:, cell]) * np.uint16(owner == NOBODY)
        assert position.forms[:, cell].tolist() == found.tolist()
        for mover in range(2):
            expected = policies[found[mover], 0] + policies[found[1 - mover], 1]
            assert evaluation.policy(position, mover, cell) == expected
    sums = sums_of(position, table)
    assert position.accumulator.sum(axis=0).tolist() == sums.tolist()
    centrality = position.cell_values[position.owner == 0].sum()
    centrality -= position.cell_values[position.owner == 1].sum()
    units = trained_weights()[nearest_trained(row_length)].units
    for mover in range(2):
        hidden = units[:, 0] / (1 << UNIT_BITS)
        hidden = hidden.astype(np.float32)
        for lane, value in enumerate(np.roll(sums, mover * LANES // 2).astype(np.float32)):
            hidden += (units[:, 2 + lane] / (1 << UNIT_BITS)).astype(np.float32) * value
        hidden[1:] = np.clip(hidden[1:], 0, 1)
        outputs = (units[:, 1] << evaluation.OUTPUT_BITS).astype(np.float32)
        counted = [outputs[0] * hidden[0], *(outputs[1:] * hidden[1:] * hidden[1:])]
        expected = sum(map(int, counted)) >> evaluation.OUTPUT_BITS
        expected += (1 - 2 * mover) * int(centrality)
        expected = max(min(expected, evaluation.MOST_EVALUATION), -evaluation.MOST_EVALUATION)
        assert evaluation.evaluate(position, mover) == expected


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_stone_placed_or_taken_back_is_followed(shape: tuple[int, int, int]) -> None:
    position, fresh = (evaluated(Board(Rules(*shape))) for _ in range(2))
    place_and_take_back(position, fresh, chance_of(str(shape)), partial(check, row_length=shape[2]))


def test_the_sum_of_two_weights_fits_their_words() -> None:
    for trained_length in trained_weights():
        assert np.abs(trained_table(trained_length)).max() < MOST_FEATURE_WEIGHT


def test_lanes_have_room_for_every_cell_of_the_largest_board() -> None:
    rules, told = Rules(50, 50, 5), network(5)
    told = told._replace(feature_weights=np.full_like(told.feature_weights, MOST_ACTIVATION))
    board = Board(rules)
    position, chance = pattern_board(board, 0, 1, told, cell_values(board)), chance_of("crowded")
    for cell in chance.sample(range(rules.cells), 500):
        put(position, cell, chance.randrange(2))
    counted = int((position.forms >= FAR_FORMS).any(axis=0).sum())
    assert counted > 1500
    assert position.accumulator.sum(axis=0).tolist() == LANES * [counted * MOST_ACTIVATION]


@pytest.mark.parametrize("wrap", WRAPS, ids=str)
def test_no_symmetry_changes_the_evaluation(wrap: Wrap) -> None:
    """Over joined edges a board may be shifted: it has no middle there."""
    rules, chance = Rules(11, 12, 5, wrap=wrap), chance_of(f"symmetries {wrap}")
    cells = chance.sample(range(rules.cells), 50)
    symmetries = geometry(rules).symmetries.tolist()
    seen = set()
    for images in [symmetries[0], *chance.choices(symmetries, k=6)]:
        x, o = (sum(1 << images[cell] for cell in cells[first::2]) for first in range(2))
        position = evaluated(Board(rules, x, o))
        policies = [evaluation.policy(position, 0, image) for image in images]
        seen.add((*policies, *(evaluation.evaluate(position, mover) for mover in range(2))))
    assert len(seen) == 1
