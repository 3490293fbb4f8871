"""The rules of the game: positions, geometry, notation. Nothing here searches or chooses."""

from service.game.board import WALL, Board, Player, Status, name_cell, other, union
from service.game.directions import Direction
from service.game.geometry import (
    MOST_LINE_CELLS,
    Geometry,
    cells_of,
    flags_of,
    geometry,
    off_centre,
)
from service.game.lazy import lazy
from service.game.names import find_cell, find_column, name_column, name_place, name_rules
from service.game.notation import (
    Fault,
    PositionError,
    Row,
    flat_square,
    parse,
    read_stones,
    render,
)
from service.game.picture import draw_text
from service.game.record import MoveError, Place, find_move, play_game
from service.game.rules import CONNECT_FOUR, Rules, Switches, Wrap, bits

__all__ = [
    "CONNECT_FOUR", "MOST_LINE_CELLS", "WALL", "Board", "Direction", "Fault", "Geometry",
    "MoveError", "Place", "Player", "PositionError", "Row", "Rules", "Status", "Switches", "Wrap",
    "bits", "cells_of", "draw_text", "find_cell", "find_column", "find_move", "flags_of",
    "flat_square", "geometry", "lazy", "name_cell", "name_column", "name_place", "name_rules",
    "off_centre", "other", "parse", "play_game", "read_stones", "render", "union",
]  # fmt: skip
