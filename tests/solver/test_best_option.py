"""What is said of the best option alone is true of the option that is listed first."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from service.game import Board, Rules, parse
from service.solver import Analysis, Budget, Solver
from service.solver.lines.kernels.scores import WIN
from service.solver.root.root_moves import look_at_root
from service.solver.session.engines import Engines
from tests.solver.checks import check_bounds, check_variation
from tests.solver.engines import BY_ENGINES, ENGINES_FOR, counter_engines, remainder_engines
from tests.support.positions import Position, random_positions
from tests.support.reference import preference
from tests.support.sampling import chance_of, enough, samples

SHAPES = [
    ((3, 3, 3), (3, 9), 40), ((4, 3, 3), (5, 9), 40), ((4, 4, 3), (6, 9), 60),
    ((5, 3, 3), (6, 9), 60), ((5, 4, 3), (6, 9), 60), ((7, 2, 3), (6, 9), 60),
    ((12, 1, 3), (6, 9), 40), ((4, 4, 4), (6, 9), 40), ((5, 5, 4), (7, 9), 40),
    ((6, 6, 4), (7, 9), 40),
]  # fmt: skip


@cache
def positions() -> list[Position]:
    """Return random positions; what has been solved of them is kept with them."""
    return [each for arguments in SHAPES for each in random_positions(*arguments, seed=13)]


def check_best(analysis: Analysis, position: Position) -> None:
    """Check that the first option is as good as any, if the best is said to be certain."""
    first, expected = analysis.options[0], position.expected
    check_bounds(analysis, position)
    if analysis.assessment.shortest:
        assert expected[first.cell] == max(expected.values(), key=preference), position
        assert first.assessment == analysis.assessment, position


@pytest.mark.parametrize("nodes", [BY_ENGINES, 100])
@pytest.mark.parametrize("search", [None, counter_engines, remainder_engines])
def test_the_best_of_random_positions_is_the_best(
    monkeypatch: pytest.MonkeyPatch,
    search: Callable[..., Engines] | None,
    nodes: int,
) -> None:
    """Wins, draws and losses, whether the budget lasts or not; with any draw among equals."""
    if search:
        monkeypatch.setattr(ENGINES_FOR, search)
    seen: Counter[int | None] = Counter()
    for index, position in enumerate(positions()):
        budget = Budget(nodes=nodes, best_only=True, seed=index % 2 or None)
        analysis = Solver(1).analyse(position.board, budget)
        check_best(analysis, position)
        if analysis.search.complete and analysis.assessment.shortest:
            seen[analysis.assessment.value] += 1
        if nodes == BY_ENGINES:
            assert analysis.search.complete
            assert analysis.assessment.shortest or search is counter_engines
        if nodes == BY_ENGINES and analysis.assessment.shortest:
            check_variation(analysis, position)
    assert min(seen[value] for value in (-1, 0, 1)) >= enough(10), seen


@pytest.mark.parametrize(
    "rows",
    [
        ["..........", "....X.....", "..........", "..........", ".........."],
        [".X...", ".XX.O", ".....", ".....", "...O."],
        ["...O..", "......", "..X...", "....X.", "X.O..."],
    ],
)
def test_the_best_of_a_lost_position_lasts_longest(rows: list[str]) -> None:
    """Other options may last as long, as far as is known: after some X wins sooner."""
    board = parse(rows, 4, "O")
    best = Solver(8).analyse(board, Budget(nodes=400_000, best_only=True))
    known = [option.assessment for option in best.options]
    assert (best.search.complete, best.assessment, best.assessment.value) == (True, known[0], -1)
    assert known[0].shortest
    assert (10, False) in {(each.plies_to_end, each.shortest) for each in known}
    after = Solver(8).analyse(board.play(best.options[0].cell), Budget(best_only=True)).assessment
    assert (after.value, after.plies_to_end, after.shortest) == (1, 9, True)


@pytest.mark.parametrize("seed", [None, 5])
def test_options_in_order_begin_with_the_certain_best(seed: int | None) -> None:
    """Whatever is known of the others: where the best bounds meet, so do those of the first."""
    options = look_at_root(Board(Rules(9, 1, 3)))
    nothing = np.zeros(options.cells.size, np.int64)
    chance = chance_of("bounds of options")
    ends = [0, *(WIN - ply for ply in (1, 3, 5)), *(ply - WIN for ply in (2, 4, 6))]
    certain = 0
    for _ in range(samples(2000)):
        known = [sorted(chance.choices(ends, k=2)) for _ in options.cells]
        bounds = [(lower, upper) for lower, upper in known]
        best = max(lower for lower, _ in bounds)
        if best < max(upper for _, upper in bounds):
            continue
        certain += 1
        first = options.list_options(np.array(bounds).T, nothing, seed)[0].cell
        assert bounds[options.cells.tolist().index(int(options.classes[first]))] == (best, best)
    assert certain >= enough(100)
