"""Reasons in games in which stones fall: who has to play where, as the columns fill up.

These games are won by rows of `row_length` or more stones.
"""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from service.game import Board, bits, flags_of, other
from service.players import reasons
from service.players.choice import Reason
from service.players.open_lines import OpenLines
from service.players.rows import lacking_one, row_through, rows_through
from service.solver import Analysis


def explain(board: Board, cell: int) -> Iterator[Reason]:
    """Yield what holds of a move that neither completes a row nor keeps the opponent from one."""
    if others := _all_below(board, cell):
        on_top = [move - board.rules.width for move in others]
        yield reasons.IS_NOT_BELOW.of(board, cell, others, cells=on_top)
    if replies := follow_up(board.play(cell)):
        yield reasons.FOLLOWS_UP.of(board, cell, replies)
    if threats := _later_threats(board, cell):
        shared = [threat for threat in threats if _is_shared(board, cell, threat)]
        yield reasons.threatens_later(board, cell, shared or threats, shared=bool(shared))


def _all_below(board: Board, cell: int) -> list[int]:
    """Return the other moves if the opponent wins on top of each of them, but not of this one."""
    others = [move for move in board.legal_moves if move != cell]
    opponent = OpenLines(board, other(board.to_move))
    below = set(opponent.uncovering)
    if cell in below or not below.issuperset(others):
        return []
    return [] if opponent.completing or OpenLines(board, board.to_move).completing else others


def _later_threats(board: Board, cell: int) -> list[int]:
    """Return the cells, not playable next, where the move makes a row that lacks that cell alone.

    The opponent, who must not play below, would complete no row there.
    """
    rows, after = chain.from_iterable(rows_through(board.rules, cell).values()), board.play(cell)
    threats = lacking_one(rows, board.own | 1 << cell) & after.reachable & ~after.playable
    return [
        threat
        for threat in bits(threats)
        if not row_through(board, board.own, threat)
        and not row_through(board, board.opponent, threat + board.rules.width)
    ]


def _is_shared(board: Board, cell: int, threat: int) -> bool:
    """Return whether the opponent has this threat as well, and the mover wins nothing below it."""
    below, played = threat + board.rules.width, board.own | 1 << cell
    return bool(row_through(board, board.opponent, threat)) and not row_through(
        board, played, below
    )


def follow_up(board: Board) -> list[int]:
    """Return the replies with which the player who has just moved keeps the other from any row.

    They are one cell on top of each that the side to move can take, if every column has an even
    number of cells left. There are none if the side to move can make a row on the cells that it
    gets then, or could make none in any case, and none are looked for where there are too many
    lines to list them. Allis (1988) calls this strategy follow-up.
    """
    if not board.geometry.lists_lines:
        return []
    rules, reachable = board.rules, board.reachable
    own, fillable = (
        flags_of(cells, rules.cells).astype(np.bool_) for cells in (board.own, reachable)
    )
    columns = fillable.reshape(rules.height, rules.width)
    number = columns[::-1].cumsum(axis=0)[::-1]
    if np.any(number[0] % 2):
        return []
    replies = fillable & (number % 2 == 0).reshape(-1)
    can_make, makes = (
        np.any(np.logical_and.reduce((own | cells)[board.geometry.lines], axis=1))
        for cells in (fillable, fillable & ~replies)
    )
    return [int(cell) for cell in np.flatnonzero(replies)] if can_make and not makes else []


def in_zugzwang(analysis: Analysis) -> int | None:
    """Return where a won game ends, if its line of play ends with a move that the loser must make.

    The winner could complete no row if the loser passed, but completes one on top of this move. So
    would the winner on top of every other, since the line lasts as long as it can.
    """
    board, line = analysis.board, analysis.principal_variation
    rules, best = board.rules, analysis.options[0].assessment
    is_whole = best.value and best.shortest and len(line) == best.plies_to_end
    if not rules.gravity or rules.exact or rules.misere or not is_whole or len(line) < 3:
        return None
    for cell in line[:-2]:
        board = board.play(cell)
    if OpenLines(board, other(board.to_move)).completing:
        return None
    return line[-1]
