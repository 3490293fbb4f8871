"""Watching an analysis: what is seen is true, costs no node, and may end it at any moment."""

import pytest

from service.game import Board, Rules
from service.solver import Budget, Look, Progress, Solver
from tests.solver.checks import played, without_seconds

BOARDS = [Rules(6, 5, 4), Rules(7, 4, 4), Rules(8, 8, 5), Rules(12, 12, 5)]


class Watcher:
    """Keeps every look, and stops the search at the given one."""

    def __init__(self, last: int | None = None) -> None:
        self.seen: list[Progress] = []
        self._last = last

    def __call__(self, look: Look) -> bool:
        self.seen.append(look())
        return len(self.seen) == self._last


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_what_is_seen_grows_into_the_answer_and_changes_nothing(rules: Rules) -> None:
    board, budget, watcher = Board(rules), Budget(nodes=60_000), Watcher()
    analysis = Solver(4).analyse(board, budget, watcher)
    assert without_seconds(analysis) == without_seconds(Solver(4).analyse(board, budget))
    assert len(watcher.seen) > 5
    distinct = sum(option.equivalent_to is None for option in analysis.options)
    known = {option.cell: option.assessment for option in analysis.options}
    for before, after in zip(watcher.seen, watcher.seen[1:], strict=False):
        assert before.nodes <= after.nodes
        assert before.seconds <= after.seconds
        assert before.settled <= after.settled
        assert before.bounds.lower <= after.bounds.lower
        assert before.bounds.upper >= after.bounds.upper
    for each in watcher.seen:
        assert each.bounds.lower <= analysis.assessment.bounds.lower
        assert each.bounds.upper >= analysis.assessment.bounds.upper
        assert each.options == distinct
        assert each.best in known
    last = watcher.seen[-1]
    assert last.nodes <= analysis.search.nodes
    assert known[last.best] == analysis.options[0].assessment
    assert last.depth >= watcher.seen[0].depth


@pytest.mark.parametrize("rules", [Rules(9, 9, 5), Rules(15, 15, 5)], ids=str)
def test_the_expected_line_is_a_game_from_the_best_move_on(rules: Rules) -> None:
    watcher = Watcher()
    analysis = Solver(4).analyse(Board(rules), Budget(nodes=200_000), watcher)
    lines = [each.line for each in watcher.seen]
    assert all(each.line[0] == each.best for each in watcher.seen)
    assert max(map(len, lines)) > 3
    assert analysis.assessment.value is None
    assert analysis.principal_variation[0] == analysis.options[0].cell
    for line in (*lines, analysis.principal_variation):
        played(Board(rules), line)


def test_the_proof_numbers_of_the_draw_proof_are_seen() -> None:
    watcher = Watcher()
    Solver(4).analyse(Board(Rules(7, 7, 5)), Budget(nodes=30_000), watcher)
    numbers = [each.proof_numbers for each in watcher.seen if each.proof_numbers]
    assert len(numbers) > 5
    assert all(min(pair) > 0 for pair in numbers), "an open question"
    assert len(set(numbers)) > 1


@pytest.mark.parametrize("last", [1, 2, 10])
@pytest.mark.parametrize("rules", [Rules(8, 8, 5), Rules(12, 12, 5)], ids=str)
def test_an_observer_ends_the_analysis(rules: Rules, last: int) -> None:
    watcher = Watcher(last)
    analysis = Solver(4).analyse(Board(rules), Budget(), watcher)
    assert len(watcher.seen) == last, "nobody is asked again"
    assert not analysis.search.complete
    assert analysis.search.stopped_by == "interrupt"
    assert len(analysis.options) == rules.cells
    assert analysis.principal_variation


def test_a_known_answer_is_not_watched() -> None:
    solver, watcher = Solver(1), Watcher()
    solver.analyse(Board(Rules(3, 3, 3)), Budget())
    solver.analyse(Board(Rules(3, 3, 3)), Budget(), watcher)
    assert watcher.seen == []
