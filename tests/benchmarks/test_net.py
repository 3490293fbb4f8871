"""Learning the evaluation: samples from self-play, slopes of the net, and what it tells then."""

import numpy as np
import pytest

from benchmarks import tune
from benchmarks.net import UNITS, Net, Sample, add_slopes, learn_net
from service.game import Rules
from service.solver.heuristic.weights import UNIT_BITS
from service.solver.lines.kernels.lanes import LANES
from service.solver.lines.kernels.pattern_board import CLASSES, KINDS

FORMS = 6


def loss(
    position: int,
    ends: np.ndarray,
    cells: np.ndarray,
    times: np.ndarray,
    table: np.ndarray,
    net: Net,
) -> float:
    """Return the cross-entropy of a position that is won, as the formulas say it."""
    start = ends[position - 1] if position else 0
    own, rival = cells[:, start : ends[position]]
    raw = table[own] + np.roll(table, LANES // 2, axis=1)[rival]
    said = net.hidden @ (times[start : ends[position]] @ np.clip(raw, 0, 1)) + net.offsets
    logit = said[0] + np.clip(said[1:], 0, 1) ** 2 @ net.outputs[1:]
    return float(np.log1p(np.exp(-logit)))


@pytest.mark.thorough
def test_slopes_are_those_of_the_loss() -> None:
    chance = np.random.default_rng(1)
    cells, ends = chance.integers(0, FORMS, (2, 40)), np.array([10, 10, 25, 40])
    times = chance.integers(1, 3, 40)
    table = chance.normal(0.2, 0.3, (FORMS, LANES))
    net = Net(
        np.zeros((CLASSES + KINDS, LANES)),
        np.zeros((FORMS, LANES)),
        chance.normal(0, 0.1, (UNITS, LANES)),
        np.full(UNITS, 0.2),
        chance.normal(0, 0.5, UNITS),
    )
    slopes = Net(*(np.zeros_like(part) for part in net))
    at_forms = np.zeros_like(table)
    chosen = np.arange(ends.size)
    add_slopes(chosen, ends, *cells, times, np.ones(ends.size), table, net, at_forms, slopes)
    checked = [(table, at_forms), *zip(net[2:], slopes[2:], strict=True)]
    for weights, found in checked:
        for _ in range(10):
            place = tuple(int(chance.integers(size)) for size in weights.shape)
            losses = []
            for change in (1e-6, -2e-6):
                weights[place] += change
                losses.append(
                    sum(loss(each, ends, cells, times, table, net) for each in range(ends.size))
                )
            weights[place] += 1e-6
            assert abs((losses[0] - losses[1]) / 2e-6 - found[place]) < 1e-6


@pytest.mark.thorough
def test_it_tells_who_has_the_better_form() -> None:
    chance = np.random.default_rng(2)
    codes = np.array([1 << 15, 20 << 15])
    samples = [
        Sample(
            own,
            rival,
            np.ones(8, np.int64),
            float((own > codes[0]).sum() > (rival > codes[0]).sum()),
        )
        for own, rival in codes[chance.integers(0, 2, (200, 2, 8))]
    ]
    seen, counts, table, _, units = learn_net(samples)
    assert seen.tolist() == codes.tolist()
    assert counts.sum() == 200 * 16
    right = 0
    for own, rival, _, target in samples:
        one, two = (table[np.searchsorted(seen, side)] for side in (own, rival))
        lanes = np.clip(one + np.roll(two, LANES // 2, axis=1), 0, 64).sum(axis=0)
        said = units[:, 0] + units[:, 2:] @ lanes
        said[1:] = np.clip(said[1:], 0, 1 << UNIT_BITS) ** 2 / (1 << UNIT_BITS)
        right += (units[:, 1] @ said > 0) == (target > 0.5)
    assert right > 190


def test_a_game_gives_positions_and_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "NODES", 100)
    samples, choices = tune.play(Rules(12, 12, 5), 1)
    assert samples
    assert choices
    for sample in samples:
        assert sample.own.size == sample.rival.size == sample.times.size > 0
        assert 0 <= sample.target <= 1
    for choice in choices:
        assert 0 <= choice.chosen < choice.own.size == choice.rival.size
