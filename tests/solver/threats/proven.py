"""Proofs by threats, read from the solver's tree and checked by plain play.

The checks share nothing with the package under test but the
tree that it hands over: nodes of a move, children and a sequence.
"""

from dataclasses import dataclass, field

from service.solver.threats.kernels.tree import ROOT
from service.solver.threats.threat_search import ThreatSearch
from tests.support.reference import VariantReference, bits_of, other, put


@dataclass
class ProofNode:
    """A position of a proof: moves from it, and the sequence that wins from it or after a pass."""

    move: int
    sequence: list[int]
    children: list["ProofNode"] = field(default_factory=list)


def completing_through(game: VariantReference, cells: str, cell: int, player: str) -> set[int]:
    """Return the empty cells on which the player completes a row through a stone."""
    own, found = bits_of(cells, player), set()
    for _, (window, beside) in game.windows_through[cell]:
        empty = [each for each in window if not own >> each & 1]
        if len(empty) == 1 and not any(own >> each & 1 for each in beside):
            found.add(empty[0])
    return {each for each in found if cells[each] == "."}


def sequence_wins(
    game: VariantReference,
    cells: str,
    attacker: str,
    sequence: list[int],
    refutation: int | None,
) -> bool:
    """Return whether the attacker, to move, wins by a sequence after the move `refutation`.

    Before that move the defender must not threaten to complete a line. Every reply of the other
    side is one that it is forced to, and never completes a line nor stops the attacker's next move.
    """
    defender = other(attacker)
    if refutation is None:
        threats = game.completing(cells, defender)
    else:
        cells = put(cells, refutation, defender)
        threats = completing_through(game, cells, refutation, defender)
    wins: set[int] = set()
    for index, cell in enumerate(sequence):
        allowed = wins == {cell} if index % 2 else threats <= {cell}
        if cells[cell] != "." or not allowed:
            return False
        if index % 2:
            cells = put(cells, cell, defender)
            threats = completing_through(game, cells, cell, defender)
        else:
            cells = put(cells, cell, attacker)
            wins = completing_through(game, cells, cell, attacker)
    return len(wins) >= 2


def check_proof(
    game: VariantReference, cells: str, attacker: str, node: ProofNode, attacking: bool = True
) -> int:
    """Follow a proof through every reply of the defender; return the plies it takes at most."""
    defender, context = other(attacker), (game.rows(cells), attacker, attacking)
    if attacking:
        if game.completing(cells, attacker):
            return 1
        assert len(game.completing(cells, defender)) <= 1, context
        if node.sequence:
            assert sequence_wins(game, cells, attacker, node.sequence, None), context
            return len(node.sequence) + 2
        return min(
            1 + check_proof(game, put(cells, child.move, attacker), attacker, child, False)
            for child in node.children
        )
    assert not game.completing(cells, defender), context
    wins = game.completing(cells, attacker)
    if len(wins) >= 2:
        return 2
    answered = {child.move: child for child in node.children}
    longest = 2
    for reply in wins or [cell for cell, mark in enumerate(cells) if mark == "."]:
        if reply in answered:
            after = check_proof(game, put(cells, reply, defender), attacker, answered[reply])
            longest = max(longest, 1 + after)
        else:
            assert sequence_wins(game, cells, attacker, node.sequence, reply), (context, reply)
            longest = max(longest, len(node.sequence) + 3)
    return longest


def proof_of(question: ThreatSearch, index: int = ROOT) -> ProofNode:
    """Return the proven part of the tree of a question that is answered."""
    tree = question.tree
    node = tree.nodes[tree.nodes[index].representative]
    sequence = tree.pool[node.sequence_start :][: node.sequence_length]
    found = ProofNode(int(tree.nodes[index].move), sequence.tolist())
    for child in range(node.first_child, node.first_child + node.children):
        if tree.nodes[tree.nodes[child].representative].proof == 0:
            found.children.append(proof_of(question, child))
    return found
