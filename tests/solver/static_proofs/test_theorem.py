"""Eight or more in a row on an empty board: where the theorem holds."""

import pytest

from service.game import Board, Rules, name_rules
from service.solver import Budget, Solver
from service.solver.static_proofs.static_proof import drawn_by_theorem

HOLDS = [
    Board(Rules(14, 14, 8)), Board(Rules(19, 19, 8)), Board(Rules(50, 50, 8)),
    Board(Rules(40, 11, 8)), Board(Rules(20, 20, 10)), Board(Rules(15, 15, 8, exact=True)),
    Board(Rules(15, 15, 8, any_position=True), to_move="X"),
    Board(Rules(15, 15, 8, any_position=True), to_move="O"),
    Board(Rules(40, 1, 8, gravity=True)), Board(Rules(15, 15, 8, walls=1 << 112 | 1)),
    Board(Rules(15, 15, 9, exact=True, walls=1 << 30)),
]  # fmt: skip
HOLDS_NOT = [
    Board(Rules(15, 15, 8)).play(112), Board(Rules(15, 15, 7)),
    Board(Rules(15, 15, 8, misere=True)), Board(Rules(15, 15, 8, gravity=True)),
    *(Board(Rules(15, 15, 8, wrap=wrap)) for wrap in ("horizontal", "vertical", "both")),
]  # fmt: skip
SEARCHED = [
    Rules(8, 2, 8), Rules(2, 9, 8), Rules(15, 1, 9), Rules(10, 2, 9, exact=True),
    Rules(9, 2, 8, walls=1 << 9 | 1), Rules(14, 1, 8, gravity=True), Rules(9, 2, 8, exact=True),
]  # fmt: skip
"""Boards on which a search proves every option."""


def name(board: Board) -> str:
    """Return the game and who moves."""
    return f"{name_rules(board.rules)}, {board.to_move}"


@pytest.mark.parametrize("board", HOLDS, ids=name)
def test_where_it_holds_all_options_draw(board: Board) -> None:
    """At once; what is played then is not known where there is no pairing either."""
    assert drawn_by_theorem(board)
    analysis = Solver(1).analyse(board, Budget(nodes=1))
    assert {option.assessment.value for option in analysis.options} == {0}
    assert analysis.assessment.value == 0
    assert analysis.search.complete
    assert analysis.proof is not None
    assert analysis.proof.method in ("tiling", "pairing")
    if analysis.proof.method == "tiling":
        assert (analysis.proof.pairs, analysis.proof.first_move) == ((), None)
        assert analysis.principal_variation == [analysis.options[0].cell]
        assert (analysis.search.nodes, analysis.search.stopped_by) == (0, "exhausted")


@pytest.mark.parametrize("board", HOLDS_NOT, ids=name)
def test_where_it_does_not_hold_it_is_not_told(board: Board) -> None:
    """With a stone on the board, a shorter row, or other rules."""
    assert not drawn_by_theorem(board)
    proof = Solver(1).analyse(board, Budget(nodes=1)).proof
    assert proof is None or proof.method != "tiling"


@pytest.mark.parametrize("rules", SEARCHED, ids=str)
def test_a_search_proves_the_same(monkeypatch: pytest.MonkeyPatch, rules: Rules) -> None:
    """Where a search reaches, all options draw whether or not the theorem is told."""
    module = "service.solver.static_proofs.static_proof"
    assert drawn_by_theorem(Board(rules))
    monkeypatch.setattr(f"{module}.find_pairing", lambda *_: None)
    methods = []
    for told in (True, False):
        if not told:
            monkeypatch.setattr(f"{module}.drawn_by_theorem", lambda _: False)
        analysis = Solver(1).analyse(Board(rules), Budget())
        assert analysis.search.complete
        assert {option.assessment.value for option in analysis.options} == {0}
        assert analysis.proof is not None
        methods.append(analysis.proof.method)
    assert (methods[0], "tiling" in methods[1:]) == ("tiling", False)
