"""Published values of whole games: never contradicted, and reached where that is cheap."""

import pytest

from service.game import Board, Rules
from service.solver import Budget, Solver
from tests.solver.checks import check_line
from tests.support.facts import solved_games

SOLVED = solved_games()
CHEAP = {
    (3, 3, 3), (4, 3, 3), (4, 4, 3), (5, 4, 3), (5, 5, 3), (5, 3, 3), (4, 4, 4), (6, 5, 4),
    (5, 5, 5), (7, 7, 6), (9, 6, 6),
}  # fmt: skip


@pytest.mark.parametrize("shape", SOLVED, ids=str)
def test_no_published_value_is_contradicted(shape: tuple[int, int, int]) -> None:
    value, plies = SOLVED[shape]
    for nodes in (1, 100, 20_000):
        solver = Solver(16)
        for board in (Board(Rules(*shape)), Board(Rules(shape[1], shape[0], shape[2]))):
            found = solver.analyse(board, Budget(nodes=nodes, best_only=True)).assessment
            assert found.bounds.lower <= value <= found.bounds.upper
            if found.plies_to_end is not None and plies is not None:
                assert found.plies_to_end >= plies
                assert not found.shortest or found.plies_to_end == plies


def test_the_first_player_never_loses_from_the_empty_board() -> None:
    """Strategy stealing: whatever the shape, the empty board is worth at least a draw.

    What is known of the options knows nothing of that, and never contradicts it.
    """
    solver, proven = Solver(16), 0
    for width in range(1, 8):
        for height in range(1, 6):
            for row_length in range(1, 6):
                board = Board(Rules(width, height, row_length))
                analysis = solver.analyse(board, Budget(nodes=2_000))
                bounds = [option.assessment.bounds for option in analysis.options]
                best = max(each.lower for each in bounds), max(each.upper for each in bounds)
                assert best[1] >= 0, board
                found = analysis.assessment.bounds
                assert (found.lower, found.upper) == (max(best[0], 0), best[1])
                proven += best[0] >= 0
    assert proven >= 100
    unknown = Board(Rules(12, 12, 5))
    for board, lower in ((unknown, 0), (unknown.play(0), -1)):
        analysis = solver.analyse(board, Budget(nodes=50))
        assert analysis.assessment.bounds.lower == lower
        assert analysis.options[0].assessment.bounds.lower == -1


@pytest.mark.parametrize(
    ("shape", "best_only", "value", "plies", "nodes", "threads"),
    [((5, 4, 4), True, 0, 20, 40_000, 1), ((5, 4, 4), False, 0, 20, 100_000, 1),
     ((6, 4, 4), True, 0, 24, 200_000, 1), ((6, 6, 5), True, 0, 36, 40_000, 1),
     ((6, 6, 5), False, 0, 36, 40_000, 1), ((7, 7, 6), True, 0, 49, 5_000, 1),
     ((9, 6, 6), True, 0, 54, 20_000, 1),
     *(((5, 5, 4), False, 0, 25, None, threads) for threads in (1, 2)),
     *(((6, 5, 4), True, 1, 11, None, threads) for threads in (1, 2)),
     *(((7, 4, 4), True, 0, 28, None, threads) for threads in (1, 2)),
     *((shape, True, *known, 3_000_000, 1) for shape, known in SOLVED.items() if shape in CHEAP)],
    ids=str,
)  # fmt: skip
def test_games_are_settled_and_played_within_so_many_nodes(
    shape: tuple[int, int, int], best_only: bool, value: int, plies: int, nodes: int | None,
    threads: int,
) -> None:  # fmt: skip
    """In one thread and in two; no field of 5x5 is worth more or less than a draw."""
    budget = Budget(nodes=nodes, best_only=best_only)
    analysis = Solver(64 if nodes is None else 16, threads).analyse(Board(Rules(*shape)), budget)
    found = analysis.assessment
    assert analysis.search.complete
    assert (found.value, found.plies_to_end, found.shortest) == (value, plies, True)
    assert len(analysis.principal_variation) == plies
    if not best_only:
        others = set() if shape == (5, 5, 4) else {-1}
        assert {option.assessment.value for option in analysis.options} <= {value} | others
    check_line(analysis)
