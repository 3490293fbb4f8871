"""Draws seen without a search: certificates by pairings, tilings and potentials."""

from service.solver.static_draws.certificates import Certificate, certify
from service.solver.static_draws.drawn_play import play_out, turned
from service.solver.static_draws.torus import SIDE as TORUS_SIDE

__all__ = ["TORUS_SIDE", "Certificate", "certify", "play_out", "turned"]
