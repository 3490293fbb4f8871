"""Which engines and which proofs serve which rules."""

import pytest

from service.game import Board, Rules, Wrap
from service.solver import Budget, Solver
from service.solver.heuristic import HeuristicSearch
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofNumberEngine
from service.solver.root import look_at_root
from service.solver.session.engines import Engine, Engines, engines_for
from service.solver.threats import Threats
from service.solver.zugzwang import ZugzwangSearch
from tests.support.reference import WRAPS

WALL = 1 << 40


def chosen(rules: Rules) -> Engines:
    """Return the engines for the empty board."""
    root = look_at_root(Board(rules))
    return engines_for(root.board, root.empty, root.cells, TranspositionTable(1), best_only=False)


def kinds(engines: Engines) -> list[type[Engine]]:
    """Return the kinds of all engines."""
    return [type(engine) for engine, _ in engines.turns]


@pytest.mark.parametrize("exact", [False, True], ids=["or more", "exact"])
@pytest.mark.parametrize("walls", [0, WALL])
@pytest.mark.parametrize("wrap", WRAPS)
def test_patterns_and_threats_serve_any_edges(wrap: Wrap, walls: int, exact: bool) -> None:
    found = kinds(chosen(Rules(11, 11, 5, wrap=wrap, walls=walls, exact=exact)))
    assert Threats in found
    assert HeuristicSearch in found
    assert (ProofNumberEngine in found) != exact


@pytest.mark.parametrize("wrap", WRAPS[1:])
def test_threats_do_not_look_along_lines_that_soon_come_back(wrap: Wrap) -> None:
    """Two rows that lack one stone may lack the same there."""
    found = kinds(chosen(Rules(8, 8, 5, wrap=wrap)))
    assert Threats not in found
    assert HeuristicSearch in found


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("shape", [(20, 20, 5), (30, 8, 5)], ids=str)
def test_something_searches_a_large_board_while_there_is_time(
    shape: tuple[int, int, int], exact: bool, wrap: Wrap
) -> None:
    """Whichever edges are joined, also where lines soon come back."""
    analysis = Solver(1).analyse(
        Board(Rules(*shape, wrap=wrap, exact=exact)).play(45), Budget(nodes=3000)
    )
    assert (analysis.search.complete, analysis.search.stopped_by) == (False, "nodes")


@pytest.mark.parametrize(
    "rules",
    [Rules(9, 9, 5, gravity=True), Rules(9, 9, 5, exact=True), Rules(9, 9, 5, misere=True)],
    ids=["gravity", "exact", "misere"],
)
def test_no_fact_of_the_plain_game_is_used_where_a_stone_may_hurt(rules: Rules) -> None:
    engines = chosen(rules)
    found = kinds(engines)
    assert engines.proven_play is None
    assert engines.position is None
    assert (Threats in found) == rules.exact
    # They tell what looks best; that for zugzwang proves what it sees without such facts.
    zugzwang = rules.gravity or rules.misere
    assert (ZugzwangSearch in found, HeuristicSearch in found) == (zugzwang, not zugzwang)
    assert ProofNumberEngine not in found
