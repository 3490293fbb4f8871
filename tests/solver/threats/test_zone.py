"""Moves that leave a proof by threats intact: as defined, and never one that does not."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import cast

import pytest

from service.game import Player
from service.solver.lines import OPPONENT, ROOT, pattern_board
from service.solver.threats.kernels.state import Tree
from service.solver.threats.kernels.tree import ROOT as ROOT_NODE
from service.solver.threats.threat_search import ThreatSearch
from tests.rules.cases import Case, Shape
from tests.solver.threats.proven import check_proof, proof_of
from tests.support.plants import PLANTS, planted
from tests.support.reference import Reference, Variant, bits_of, other, put
from tests.support.sampling import chance_of, enough, samples

ATTEMPTS, ENOUGH = 1000, 200_000
SHAPES: list[tuple[Shape, bool]] = [
    ((11, 11, 5), False), ((13, 10, 5), False), ((13, 13, 6), False), ((15, 15, 4), False),
    ((30, 10, 5), False), ((11, 11, 5), True), ((13, 10, 5), True), ((12, 12, 4), True),
    ((13, 13, 6), True),
]  # fmt: skip
"""Of boards, and whether a longer run is no row."""


def crowded(shape: Shape, exact: bool) -> Iterator[tuple[Case, ThreatSearch]]:
    """Yield planted wins that take more than a sequence, with stones of the loser around them.

    Each comes with a proof that the other side wins if the loser, who is to move, passes.
    """
    variant, chance = Variant(*shape, exact=exact), chance_of(f"{shape} {exact} crowded")
    for number in range(ATTEMPTS):
        position = planted(shape, chance.choice(PLANTS[2:]), number, attacker_to_move=False)
        if position is None:
            continue
        case = Case(variant, position.cells, cast("Player", position.to_move), any_position=True)
        empty = [cell for cell, mark in enumerate(case.cells) if mark == "."]
        for cell in chance.sample(empty, chance.randint(2, shape[0])):
            if not case.reference.makes_row(bits_of(case.cells, case.to_move), cell):
                case = replace(case, cells=put(case.cells, cell, case.to_move))
        if any(case.reference.completing(case.cells, mark) for mark in "XO"):
            continue
        search = ThreatSearch(pattern_board(case.board, ROOT), OPPONENT)
        assert search.search(ENOUGH)
        if search.proven and not search.forced:
            yield case, search


def untouched(case: Case, tree: Tree, helped: bool = True) -> set[int]:
    """Return the moves that leave a proof intact, by the definition alone.

    Without `helped`, the defender's replies in the proof do not count as stones.
    """
    game, cells, defender = Reference(*case.variant[:3]), case.cells, case.to_move
    attacker = other(defender)
    played: dict[str, set[int]] = {attacker: set(), defender: set()}
    depths: list[int] = []
    for index in range(int(tree.control[0].nodes_used)):
        node = tree.nodes[index]
        depths.append(0 if index == 0 else depths[node.parent] + 1)
        if tree.nodes[node.representative].proof:
            continue
        # The attacker moves at even depths; so it is the other who has moved there.
        sides = (attacker, defender) if depths[-1] % 2 == 0 else (defender, attacker)
        if index:
            played[sides[1]].add(int(node.move))
        sequence = tree.pool[node.sequence_start :][: node.sequence_length]
        for ply, cell in enumerate(sequence.tolist()):
            played[attacker if ply % 2 == 0 else defender].add(cell)
    taken = played[attacker] | played[defender]
    for line in game.lines:
        near = sum(cells[cell] == attacker or cell in played[attacker] for cell in line)
        if all(cells[cell] != defender for cell in line) and near >= len(line) - 1:
            taken |= set(line)

    def harmless(line: tuple[int, ...]) -> bool:
        """Return whether the defender, with that move and another one, threatens nothing there."""
        hers = sum(
            cells[cell] == defender or (helped and cell in played[defender]) for cell in line
        )
        return attacker in {cells[cell] for cell in line} or hers + 2 < len(line) - 1

    return {
        cell
        for cell, mark in enumerate(cells)
        if mark == "." and cell not in taken and all(map(harmless, game.lines_through[cell]))
    }


@pytest.mark.parametrize(("shape", "exact"), SHAPES, ids=str)
def test_the_moves_are_those_of_the_definition(shape: Shape, exact: bool) -> None:
    """After some of them every node of the proof still stands, whatever the defender plays."""
    listed = helped = 0
    chance = chance_of("moves of a proof")
    for case, search in islice(crowded(shape, exact), samples(12)):
        found, proof = search.refuted(), proof_of(search)
        for cell in chance.sample(found, min(3, len(found))):
            cells = put(case.cells, cell, case.to_move)
            plies = check_proof(case.reference, cells, other(case.to_move), proof)
            assert plies <= search.tree.nodes[ROOT_NODE].plies
        listed += len(found)
        if not exact:
            assert set(found) == untouched(case, search.tree), case
            helped += len(untouched(case, search.tree, helped=False)) - len(found)
    assert listed >= enough(100)
    assert exact or helped >= enough(20), "cells that only replies in the proof make dangerous"
