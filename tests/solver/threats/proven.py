"""Proofs by threats, as the plain checks read them."""

from service.solver.threats.kernels.tree import ROOT
from service.solver.threats.threat_search import ThreatSearch
from tests.support.threats import ProofNode


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
