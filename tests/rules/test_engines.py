"""Which engines and which proofs serve which rules."""

import numpy as np
import pytest

from service.game import Board, Rules, Wrap
from service.solver import Budget, Solver
from service.solver.heuristic import HeuristicSearch
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofNumberEngine
from service.solver.root import look_at_root
from service.solver.session.engines import Engine, Engines, engines_for
from service.solver.static_proofs.kernels.open_lines import TO_MOVER
from service.solver.static_proofs.tiles import find_tiling, is_sound
from service.solver.threats import Threats
from service.solver.zugzwang import ZugzwangSearch
from tests.support.reference import WRAPS, lines_of

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


def contents_and_lines(board: Board) -> tuple[np.ndarray, np.ndarray]:
    return board.contents, np.full(len(board.geometry.lines), TO_MOVER, np.uint8)


def test_tiles_of_the_flat_board_do_not_hold_the_torus() -> None:
    """Eight in a row on the plane are a draw by a tiling; on a torus there are more rows."""
    flat, torus = (Board(Rules(14, 14, 8, wrap=wrap)) for wrap in ("none", "both"))
    tiling = find_tiling(flat, *contents_and_lines(flat), TO_MOVER, False, 5_000_000)
    assert tiling is not None
    assert is_sound(flat, *contents_and_lines(flat), TO_MOVER, tiling)
    assert not is_sound(torus, *contents_and_lines(torus), TO_MOVER, tiling)


def test_tiles_that_fit_joined_edges_prove_a_draw() -> None:
    """The columns of a board 24 wide are laid out alike over the joined edge."""
    width, height, row_length = 24, 12, 8
    board = Board(Rules(width, height, row_length, wrap="horizontal"))
    analysis = Solver(1).analyse(board, Budget(seconds=20))
    assert analysis.assessment.value == 0
    assert analysis.proof is not None
    rolled = {
        tuple(cell // (3 * width) * width + cell % width for cell in line)
        for line in lines_of(3 * width, height, row_length)
    }
    for against in "XO":
        tiles = [tile for tile in analysis.proof.tiles if against in tile.against]
        cells = [cell for tile in tiles for cell in tile.cells]
        assert len(set(cells)) == len(cells)
        sets = [set(each) for tile in tiles for each in tile.sets]
        assert all(any(each <= set(line) for each in sets) for line in rolled)
