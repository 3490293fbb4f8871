"""All puzzles that come with the service."""

from itertools import product

from service.puzzles import DIFFICULTIES, GAMES, puzzles

LISTS = list(product(GAMES, DIFFICULTIES))
ALL = [puzzle for game, difficulty in LISTS for puzzle in puzzles(game, difficulty)]
