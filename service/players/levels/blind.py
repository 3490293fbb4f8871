"""The level `blind`: every legal move is equally likely, whatever the stones are."""

from service.languages import say
from service.players.choice import Choice
from service.players.reasons import PICKED_AT_RANDOM, only_cell
from service.players.turn import Turn

FRIENDLY_NAME = say("Dreamer")
SUMMARY = say("Plays anywhere.")


def choose(turn: Turn) -> Choice:
    cells = turn.board.legal_moves
    cell = turn.chance.choice(cells)
    if len(cells) == 1:
        return Choice(cell, only_cell(turn.board, cell))
    return Choice(cell, PICKED_AT_RANDOM.of(turn.board, cell))
