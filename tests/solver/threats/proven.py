"""Proofs by threats, as the plain checks read them."""

from __future__ import annotations

from service.solver.threats.kernels import tree as threat_tree
from service.solver.threats.threat_search import ThreatSearch
from tests.threats import ProofNode


def proof_of(question: ThreatSearch, index: int = threat_tree.ROOT) -> ProofNode:
    """The proven part of the tree of a question that is answered."""
    tree = question.tree
    node = tree.nodes[index]
    place, length = node[threat_tree.PLACE], node[threat_tree.LENGTH]
    found = ProofNode(int(node[threat_tree.MOVE]), tree.pool[place : place + length].tolist())
    for child in range(
        node[threat_tree.FIRST], node[threat_tree.FIRST] + node[threat_tree.CHILDREN]
    ):
        if tree.nodes[child, threat_tree.PROOF] == 0:
            found.children.append(proof_of(question, child))
    return found
