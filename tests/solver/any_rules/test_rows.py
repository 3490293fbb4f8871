"""What the lines of a position are said to promise is true."""

import numpy as np
import pytest

from service.solver.alpha_beta.kernels.weights import PLANES
from service.solver.any_rules.kernels.rows import scan_lines
from service.solver.lines import WIN
from service.solver.lines.kernels.potential import FAR
from service.solver.memory import TranspositionTable
from tests.rules.cases import (
    Case,
    Shape,
    Switches,
    every_combination,
    every_position,
    opponent,
    variant_of,
)
from tests.solver.any_rules.support import (
    position_of,
    random_cases,
)
from tests.solver.checks import score_of
from tests.support.reference import Outcome, bits_of
from tests.support.sampling import chance_of, samples

Scan = tuple[int, ...]


def scans_of(case: Case) -> tuple[int, list[Scan]]:
    """Return the empty places of a position, and what `scan_lines` says of each side."""
    position, planes = position_of(case.board, TranspositionTable(1)), np.zeros(PLANES, np.uint64)
    own, opposing = position.stones
    empty = position.game.reachable & ~(own | opposing)
    scans = [
        scan_lines(position.game, side, stones, empty, FAR, planes)
        for side, stones in enumerate((own, opposing))
    ]
    return int(empty), [tuple(map(int, scan)) for scan in scans]


def name_of(case: Case) -> tuple[int, int]:
    """Return the name of a position in the table, before symmetries."""
    empty, scans = scans_of(case)
    return scans[0][0] | empty, scans[1][0] | empty


@pytest.mark.parametrize(
    "shape",
    [
        (2, 4, 2),
        *(
            pytest.param(each, marks=pytest.mark.thorough)
            for each in ((7, 1, 3), (3, 3, 2), (3, 3, 3))
        ),
    ],
    ids=str,
)
@every_combination
def test_positions_of_one_name_have_one_score(switches: Switches, shape: Shape) -> None:
    start = Case(variant_of(shape, switches), "." * (shape[0] * shape[1]), "X")
    known: dict[tuple[int, int], Outcome] = {}
    shared = 0
    cases = [case for case in every_position(start) if case.reference.legal_moves(case.cells)]
    for case in chance_of(f"names {switches}").sample(cases, min(len(cases), samples(2000))):
        name, outcome = name_of(case), case.reference.solve(case.cells, case.to_move)
        assert known.setdefault(name, outcome) == outcome, case
        shared += 1
    assert shared >= len(known)


@every_combination
def test_where_and_how_soon_a_row_can_be_made(switches: Switches) -> None:
    for case in random_cases(switches, chance_of(f"rows {switches}"), samples(100)):
        position, (_, scans) = position_of(case.board, TranspositionTable(1)), scans_of(case)
        score = score_of(case.reference.solve(case.cells, case.to_move))
        for side, (_, live, _, rows, missing, _) in enumerate(scans):
            player = case.to_move if side == 0 else opponent(case.to_move)
            stones = bits_of(case.cells, player)
            for place, cell in enumerate(position.cells.tolist()):
                free = bool(int(position.game.reachable) >> place & 1)
                makes_row = free and case.reference.makes_row(stones, cell)
                assert makes_row == bool(rows >> place & 1), (case, cell)
                assert not makes_row or live >> place & 1, (case, cell)
            wins = (side == 0) != case.variant.misere
            if score and (score > 0) == wins:
                # The stones that a line lacks are the player's own moves.
                assert WIN - abs(score) >= 2 * missing - (side == 0), (case, player)
