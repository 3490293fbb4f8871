"""Bounds that kernels share with other engines, which number the options and count otherwise."""

import numpy as np

from service.solver.alpha_beta import new_options
from service.solver.alpha_beta.shared_bounds import SharedBounds
from service.solver.lines import WIN
from tests.support.sampling import chance_of, samples

MOST_PLIES, NOTHING = 60, 1 << 20


def test_each_option_gets_its_bounds_as_the_kernels_count_them() -> None:
    """A win of more plies than places are left is none: the least win, or at most a draw."""
    chance = chance_of("shared bounds")
    for _ in range(samples(200)):
        count, places = chance.randint(1, 6), chance.randint(1, MOST_PLIES)
        excess = WIN - 1 - places
        plies = [[chance.randint(-MOST_PLIES, MOST_PLIES) for _ in range(count)] for _ in range(2)]
        bounds = np.array(
            [[WIN - p if p > 0 else -WIN - p if p else 0 for p in each] for each in plies]
        )
        lower, upper = bounds.copy()
        order = np.roll(np.arange(count), -chance.randrange(count))
        shared = SharedBounds(lower, upper, order, excess)
        options = new_options(np.arange(count), best_only=False)
        options.lower[:], options.upper[:] = -NOTHING, NOTHING
        shared.take(options)
        of_kernels = np.array([options.lower, options.upper])[:, np.argsort(order)].tolist()
        for index in range(count):
            for kind, (of_late_win, of_late_loss) in enumerate([(1, 0), (0, -1)]):
                end = plies[kind][index]
                left = places + 1 - abs(end)
                late = of_late_win if end > 0 else of_late_loss
                soon = left if end > 0 else -left
                expected = 0 if end == 0 else soon if left > 0 else late
                assert of_kernels[kind][index] == expected, (shared, places)
        known = np.abs(np.array(plies)) <= places
        shared.share(options)
        assert (np.array([shared.lower, shared.upper])[known] == bounds[known]).all()
