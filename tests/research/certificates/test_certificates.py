"""Certificates of what the solver proves: a program that shares nothing with it accepts them."""

import re
from unittest.mock import Mock

import pytest

from service.game import Board, Rules, parse
from service.research.certificates import NoCertificateError, certificate
from service.research.certificates.certificates import MOST_NODES, limited
from service.solver import Analysis, Budget, Solver
from tests.solver.test_published import CHEAP
from tests.support.positions import random_positions
from tests.tools.certificates import claim_of


def going_on() -> None:
    """Do nothing where work might be stopped."""


def certified(solver: Solver, board: Board) -> tuple[Analysis, str]:
    """Return the best that is known of a board, and what its certificate proves."""
    analysis = solver.analyse(board, Budget(best_only=True))
    return analysis, claim_of(certificate(analysis, solver.table, going_on).encode())


def agrees(analysis: Analysis, claim: str) -> bool:
    """Return whether it is the same value, a win in no fewer plies where these are exact."""
    known = analysis.assessment
    if known.value == 0:
        return claim.startswith("draw")
    winner = analysis.mover if known.value == 1 else "XO"[analysis.mover == "X"]
    found = re.match(r"([XO]) wins within (\d+)", claim)
    return (
        found is not None
        and found[1] == winner
        and (not known.shortest or int(found[2]) >= (known.plies_to_end or 0))
    )


QUICK = [(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 3, 3), (6, 4, 4), (6, 5, 4), (5, 5, 5), (7, 7, 6)]
SLOW = [
    *sorted(CHEAP - {*QUICK}),
    (5, 4, 4), (4, 6, 4), (5, 5, 4), (6, 6, 4), (7, 4, 4), (7, 5, 4), (7, 7, 4), (6, 6, 5),
    (8, 6, 5), (7, 7, 5), (10, 10, 7), (9, 9, 9), (12, 12, 8), (50, 50, 9),
]  # fmt: skip


@pytest.mark.parametrize(
    "shape", [*QUICK, *(pytest.param(each, marks=pytest.mark.thorough) for each in SLOW)], ids=str
)
def test_empty_boards(shape: tuple[int, int, int]) -> None:
    analysis, claim = certified(Solver(64), Board(Rules(*shape)))
    assert agrees(analysis, claim), claim


ALL_KINDS = {(3, 3, 3), (4, 3, 3)}
"""Shapes of which every sample has wins, draws and losses."""


@pytest.mark.parametrize(
    ("shape", "empty", "count"),
    [
        ((3, 3, 3), (1, 9), 100), ((4, 3, 3), (1, 12), 100), ((4, 4, 3), (1, 16), 100),
        ((4, 4, 4), (1, 16), 50), ((5, 4, 4), (4, 20), 50),
        pytest.param((6, 5, 4), (10, 28), 50, marks=pytest.mark.thorough),
        ((5, 5, 5), (4, 25), 30), ((1, 7, 3), (1, 7), 10), ((8, 5, 5), (10, 36), 30),
        ((2, 5, 2), (10, 10), 5), ((4, 4, 1), (16, 16), 5), ((12, 12, 8), (10, 140), 30),
        ((11, 11, 9), (10, 120), 10), ((5, 5, 7), (3, 25), 10),
    ],
    ids=str,
)  # fmt: skip
def test_positions_of_all_kinds(
    shape: tuple[int, int, int], empty: tuple[int, int], count: int
) -> None:
    """Wins, losses and draws of either side are tried, on large boards those without a search."""
    solver, seen = Solver(16), set()
    for position in random_positions(shape, empty, count, seed=16):
        board = position.board
        analysis = solver.analyse(board, Budget(nodes=200_000, best_only=True))
        try:
            claim = claim_of(certificate(analysis, solver.table, going_on).encode())
        except NoCertificateError:
            assert analysis.assessment.value is None or board.rules.cells > 64
            continue
        assert agrees(analysis, claim), (claim, position)
        seen.add(analysis.assessment.value)
    assert seen
    assert shape not in ALL_KINDS or seen == {-1, 0, 1}


@pytest.mark.parametrize(("shape", "mebibytes"), [((6, 4, 4), 1), ((5, 4, 4), 16)], ids=str)
def test_what_the_table_has_forgotten_is_proven_again(
    shape: tuple[int, int, int], mebibytes: int
) -> None:
    """With the same table the certificate is the same."""
    solver = Solver(mebibytes)
    analysis = solver.analyse(Board(Rules(*shape)), Budget(best_only=True))
    texts = []
    for _ in range(2):
        solver.forget()
        texts.append(certificate(analysis, solver.table, going_on))
    assert texts[0] == texts[1]
    assert agrees(analysis, claim_of(texts[0].encode()))


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (Board(Rules(8, 8, 5)), "the value is not proven"),
        (parse(["XXX", "OO.", "..."], 3), "the game is over"),
        (parse(["XOX", "XXO", "OXO"], 3), "the game is over"),
        (parse(["XXXX.....", "OOOO.....", *["........."] * 7], 5), "of more than 64 cells"),
        (Board(Rules(8, 8, 3)), "of too many lines"),
        (Board(Rules(14, 14, 8)), "of more than 64 cells"),
        (Board(Rules(3, 3, 3, misere=True)), "a switch or a wall"),
        (Board(Rules(3, 3, 3, wrap="both")), "a switch or a wall"),
        (Board(Rules(3, 3, 3, walls=1)), "a switch or a wall"),
        (Board(Rules(3, 3, 3, any_position=True)), "a switch or a wall"),
    ],
)
def test_where_there_is_none_the_reason_is_told(board: Board, reason: str) -> None:
    solver = Solver(4)
    analysis = solver.analyse(board, Budget(nodes=20_000, best_only=True))
    with pytest.raises(NoCertificateError, match=reason):
        certificate(analysis, solver.table, going_on)


def test_it_can_be_stopped() -> None:
    solver = Solver(4)
    analysis = solver.analyse(Board(Rules(5, 4, 4)), Budget(best_only=True))
    with pytest.raises(InterruptedError):
        certificate(analysis, solver.table, Mock(side_effect=InterruptedError))


def test_it_does_not_grow_without_end() -> None:
    count = limited(going_on)
    count(MOST_NODES)
    with pytest.raises(NoCertificateError, match=f"more than {MOST_NODES} nodes"):
        count(MOST_NODES + 1)
