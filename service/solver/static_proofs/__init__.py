"""What needs no search: draws by pairings, potentials and a theorem, and what answers prove."""

from service.solver.static_proofs.answers import answers_opposite, won_line
from service.solver.static_proofs.drawn_play import image_of, play_out
from service.solver.static_proofs.static_proof import StaticProof, find_static_proof
from service.solver.static_proofs.torus import SIDE as TORUS_SIDE

__all__ = [
    "TORUS_SIDE",
    "StaticProof",
    "answers_opposite",
    "find_static_proof",
    "image_of",
    "play_out",
    "won_line",
]
