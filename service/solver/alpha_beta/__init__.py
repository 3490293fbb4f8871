"""Null-window alpha-beta of any game, made from the steps of the game."""
