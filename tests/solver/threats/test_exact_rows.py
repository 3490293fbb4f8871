"""Threats where a longer run is no row: what they claim is true by plain search and plain play."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from service.game import Player
from service.solver import Budget, Proof, Solver
from service.solver.any_rules import TwoPlyDeepening
from service.solver.lines import OPPONENT, ROOT, pattern_board
from service.solver.memory import TranspositionTable
from service.solver.threats import Threats
from service.solver.threats.threat_search import ThreatSearch
from tests.rules.cases import Case, Shape
from tests.solver.any_rules.support import UNLIMITED, deepening_of, options_of
from tests.solver.checks import check_won_line
from tests.solver.threats.proven import check_proof, proof_of
from tests.support.plants import PLANTS, planted
from tests.support.reference import Variant, Wrap, bits_of, other, put, variant_reference
from tests.support.sampling import chance_of, enough, samples

SMALL: dict[str, list[tuple[Shape, Wrap]]] = {
    "flat": [
        ((4, 4, 2), "none"), ((4, 4, 3), "none"), ((5, 5, 3), "none"), ((7, 3, 3), "none"),
        ((9, 2, 3), "none"), ((5, 5, 4), "none"), ((6, 6, 4), "none"), ((14, 1, 4), "none"),
        ((6, 6, 5), "none"), ((14, 1, 7), "none"),
    ],
    "joined": [
        ((7, 3, 3), "horizontal"), ((4, 7, 3), "vertical"), ((7, 7, 3), "both"),
        ((9, 4, 4), "horizontal"), ((9, 9, 4), "both"),
    ],
}  # fmt: skip
NODES = 200_000
LARGE: list[Shape] = [(11, 11, 5), (13, 10, 5), (12, 12, 4), (13, 13, 6)]


def uneven(variant: Variant, chance: random.Random) -> Case:
    """Return a position without a row, in which one side may have far more stones than the other.

    There are walls as well, also where either side would make a row.
    """
    size = variant.width * variant.height
    game, share = variant_reference(variant, "." * size), chance.choice((0.35, 0.5, 0.65))
    free = chance.choice((0.4, 0.4, 0.7, 0.95))
    cells = ["."] * size
    for cell in chance.sample(range(size), size - chance.randint(4, 11)):
        marks = "XO" if chance.random() < share else "OX"
        quiet = [mark for mark in marks if not game.makes_row(bits_of(cells, mark), cell)]
        cells[cell] = quiet[0] if quiet and chance.random() < free else "#"
    return Case(variant, "".join(cells), chance.choice(("X", "O")), any_position=True)


@pytest.mark.parametrize("boards", SMALL)
def test_claims_are_true_by_the_search_for_any_rules(boards: str) -> None:
    """Of wins and losses, and the plies that they take at most."""
    table, claims = TranspositionTable(8), 0
    for shape, wrap in SMALL[boards]:
        variant = Variant(*shape, wrap=wrap, exact=True)
        chance = chance_of(f"threats {variant}")
        for _ in range(samples(500)):
            case = uneven(variant, chance)
            truth, cells = deepening_of(case, table), options_of(case)
            assert truth.advance(UNLIMITED)
            before = TwoPlyDeepening(case.board, cells, best_only=False)
            bounds = before.lower, before.upper
            threats = Threats(case.board, cells, bounds, best_only=False)
            while not threats.advance(UNLIMITED):
                pass
            assert (threats.lower <= truth.lower).all(), case
            assert (threats.upper >= truth.upper).all(), case
            claims += int((threats.lower > np.maximum(bounds[0], 0)).sum())
            claims += int((threats.upper < np.minimum(bounds[1], 0)).sum())
    assert claims >= enough(500)


@pytest.mark.parametrize("kind", PLANTS)
def test_a_planted_win_is_told_with_its_line(solver: Solver, kind: str) -> None:
    for shape in LARGE:
        position = planted(shape, kind, seed=3)
        if position is None:
            continue
        case = Case(Variant(*shape, exact=True), position.cells, cast("Player", position.to_move))
        analysis = solver.analyse(case.board, Budget(nodes=NODES, best_only=True))
        assert analysis.assessment.value == 1, str(case)
        assert analysis.proof == Proof("threat_sequence")
        check_won_line(analysis)


def crowded(shape: Shape, count: int) -> Iterator[tuple[Case, ThreatSearch]]:
    """Yield planted wins that the side to move is to stop, with stones of its own around.

    These may be too many for a row. Each comes with a proof that the other side wins after a pass.
    """
    variant, chance = Variant(*shape, exact=True), chance_of(f"crowded {shape}")
    for number in range(count):
        position = planted(shape, chance.choice(PLANTS[2:]), number, attacker_to_move=False)
        if position is None:
            continue
        case = Case(variant, position.cells, cast("Player", position.to_move), any_position=True)
        empty = [cell for cell, mark in enumerate(case.cells) if mark == "."]
        for cell in chance.sample(empty, chance.randint(0, shape[0])):
            if not case.reference.makes_row(bits_of(case.cells, case.to_move), cell):
                case = replace(case, cells=put(case.cells, cell, case.to_move))
        if not any(case.reference.completing(case.cells, mark) for mark in "XO"):
            search = ThreatSearch(pattern_board(case.board, ROOT), OPPONENT)
            assert search.search(NODES)
            if search.proven:
                yield case, search


def test_every_node_of_a_proof_stands_after_the_moves_that_it_refutes() -> None:
    """Whatever the defender plays."""
    chance = chance_of("moves of a proof")
    refuted = longer = 0
    for shape in LARGE:
        for case, search in crowded(shape, samples(20)):
            proof, moves = proof_of(search), search.refuted()
            attacker = other(case.to_move)
            check_proof(case.reference, list(case.cells), attacker, proof)
            for cell in chance.sample(moves, min(3, len(moves))):
                cells = list(put(case.cells, cell, case.to_move))
                check_proof(case.reference, cells, attacker, proof)
                refuted += 1
            longer += not search.forced
    assert refuted >= enough(100)
    assert longer >= enough(20), "proofs of more than a sequence"
