"""Proofs by threats, as the plain checks read them."""

from __future__ import annotations

from service.solver.threats.kernels import tree as threat_tree
from service.solver.threats.threat_search import ThreatSearch
from tests.support.threats import ProofNode


def proof_of(question: ThreatSearch, index: int = threat_tree.ROOT) -> ProofNode:
    """The proven part of the tree of a question that is answered."""
    tree = question.tree
    node = tree.nodes[tree.nodes[index, threat_tree.SAME]]
    place, length = node[threat_tree.PLACE], node[threat_tree.LENGTH]
    move = int(tree.nodes[index, threat_tree.MOVE])
    found = ProofNode(move, tree.pool[place : place + length].tolist())
    first = int(node[threat_tree.FIRST])
    for child in range(first, first + node[threat_tree.CHILDREN]):
        if tree.nodes[tree.nodes[child, threat_tree.SAME], threat_tree.PROOF] == 0:
            found.children.append(proof_of(question, child))
    return found
