"""Proof-number search of the weak and the strong game: who can win at all."""

from service.solver.proof_number.proofs import WIDE_WORDS, Proofs, ProofSearch, fits
from service.solver.proof_number.proven_play import ProvenPlay

__all__ = ["WIDE_WORDS", "ProofSearch", "Proofs", "ProvenPlay", "fits"]
