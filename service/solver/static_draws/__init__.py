"""What needs no search: draws by pairings, tilings and potentials, and misère games by answers."""

from service.solver.static_draws.answers import won_line
from service.solver.static_draws.drawn_play import image_of, play_out
from service.solver.static_draws.static_draw import StaticDraw, find_static_draw
from service.solver.static_draws.torus import SIDE as TORUS_SIDE

__all__ = ["TORUS_SIDE", "StaticDraw", "find_static_draw", "image_of", "play_out", "won_line"]
