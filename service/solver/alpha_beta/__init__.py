"""Null-window alpha-beta of any game, made from the steps of the game."""

from service.solver.alpha_beta.deepening import Deepening, MadeDeepening, new_options

__all__ = ["Deepening", "MadeDeepening", "new_options"]
