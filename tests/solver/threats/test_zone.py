"""Moves that leave a proof by threats intact: as defined, and never one that does not."""

from collections.abc import Iterator

import pytest

from service.solver.lines import OPPONENT, ROOT, pattern_board
from service.solver.threats.kernels.state import Tree
from service.solver.threats.threat_search import ThreatSearch
from tests.solver.engines import unchecked
from tests.solver.threats.proven import check_proof, proof_of
from tests.support.plants import PLANTS, planted
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, other, put, reachable
from tests.support.sampling import chance_of, enough, samples

ENOUGH = 200_000


def asked(position: Position) -> ThreatSearch | None:
    """Return the proof that the side that waits would win if the other passed; None without one."""
    cells = list(position.cells)
    if any(position.game.completing(cells, mark) for mark in "XO"):
        return None
    board = unchecked(position.game, position.cells, position.to_move)
    question = ThreatSearch(pattern_board(board, ROOT), OPPONENT)
    assert question.search(ENOUGH)
    return question if question.proven else None


def crowded(
    shape: tuple[int, int, int], count: int, seed: int
) -> Iterator[tuple[Position, ThreatSearch]]:
    """Yield planted wins that take more than a sequence, with stones of the loser around them."""
    chance = chance_of(f"{shape} {seed} crowded")
    plants = [planted(shape, kind, plant, False) for kind in PLANTS[2:] for plant in range(3)]
    plain = [each for each in plants if each is not None]
    for _ in range(20 * count):
        position = chance.choice(plain)
        cells = list(position.cells)
        empty = [cell for cell, mark in enumerate(cells) if mark == "."]
        for cell in chance.sample(empty, chance.randint(2, shape[0])):
            cells[cell] = position.to_move
        position = Position(position.game, "".join(cells), position.to_move)
        question = asked(position)
        if question is not None and not question.forced:
            yield position, question
            count -= 1
        if not count:
            return
    raise AssertionError("too few proofs")


def untouched(position: Position, tree: Tree, helped: bool = True) -> set[int]:
    """Return the moves that leave a proof intact, by the definition alone.

    Without `helped`, the defender's replies in the proof do not count as stones.
    """
    game, cells, defender = position.game, position.cells, position.to_move
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


@pytest.mark.parametrize("shape", [(11, 11, 5), (13, 10, 5), (13, 13, 6)], ids=str)
def test_the_moves_are_those_of_the_definition(shape: tuple[int, int, int]) -> None:
    """After some of them every node of the proof still stands, whatever the defender plays."""
    listed = helped = 0
    chance = chance_of("moves of a proof")
    for position, question in crowded(shape, samples(12), seed=41):
        found = set(question.refuted())
        assert found == untouched(position, question.tree), position.rows
        helped += len(untouched(position, question.tree, helped=False) - found)
        proof = proof_of(question)
        for cell in chance.sample(sorted(found), min(3, len(found))):
            cells = list(position.cells)
            cells[cell] = position.to_move
            check_proof(position.game, cells, other(position.to_move), proof)
        listed += len(found)
    assert listed >= enough(100)
    assert helped >= enough(20), "cells that only replies in the proof make dangerous"


def small_positions() -> Iterator[Position]:
    """Yield all of 3x3, and some of 5x5 with four in a row, few cells of which are empty.

    Both games are draws that the first player would win if nobody countered.
    """
    game = Reference(3, 3, 3)
    for cells, mover, over in reachable(game):
        if not over:
            yield Position(game, cells, mover)
    yield from random_positions((5, 5, 4), (7, 9), 400, seed=43)


def test_what_a_proof_refutes_is_lost_by_plain_search() -> None:
    """Where wins of the weak game abound that are none of the real one."""
    refuted, spared = {9: 0, 25: 0}, {9: 0, 25: 0}
    for position in small_positions():
        question, game = asked(position), position.game
        if question is None:
            continue
        size, mover = len(position.cells), position.to_move
        for cell in question.refuted():
            after = put(position.cells, cell, mover)
            assert game.solve(after, other(mover))[0] == 1, (position.rows, cell)
            refuted[size] += 1
        spared[size] += position.cells.count(".") - len(question.refuted())
    assert min(refuted.values()) >= enough(20), refuted
    assert min(spared.values()) >= enough(20), spared
