"""Proof-number search of the weak and the strong game: who can win at all."""

from service.solver.proof_number.engine import ProofNumberEngine
from service.solver.proof_number.proof_search import ProofSearch, fits
from service.solver.proof_number.proven_play import ProvenPlay

__all__ = ["ProofNumberEngine", "ProofSearch", "ProvenPlay", "fits"]
