"""The rules of the game: positions, geometry, notation. Nothing here searches or chooses."""

from service.game.board import Board, Player, Status, bits, other, union
from service.game.geometry import Geometry, Rules, cells_of, flags_of, geometry, off_centre
from service.game.lazy import lazy
from service.game.names import find_cell, name_cell, name_column, name_place
from service.game.notation import Fault, PositionError, Row, parse, read_stones, render
from service.game.record import Place, play_game

__all__ = [
    "Board", "Fault", "Geometry", "Place", "Player", "PositionError", "Row", "Rules", "Status",
    "bits", "cells_of", "find_cell", "flags_of", "geometry", "lazy", "name_cell", "name_column",
    "name_place", "off_centre", "other", "parse", "play_game", "read_stones",
    "render", "union",
]  # fmt: skip
