"""Proof-number search of the weak and the strong game: who can win at all."""

from service.solver.proof_number.proofs import Proofs, ProofSearch, fits
from service.solver.proof_number.proven_play import ProvenPlay

__all__ = ["ProofSearch", "Proofs", "ProvenPlay", "fits"]
