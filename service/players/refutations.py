"""What the moves beside the only good one lose to, as far as a few threats show it."""

from service.game import Board, name_cell, union
from service.languages import Message, say
from service.players.falling import follow_up
from service.players.naming import NUMBERS
from service.players.rows import row_through, threats_through
from service.solver import Analysis

MOST_MOVES = 3
"""The moves of a winner by threats that are looked for."""
MOST_CELLS = 64
"""On larger boards there are too many threats to try."""
MOST_OPTIONS = 3
"""The options that are tried."""


def refute(analysis: Analysis) -> Message | None:
    """Return what one of the lost options beside the first loses to; None if it is not seen.

    The options are tried in their order, the slowest losses first.
    """
    board = analysis.board
    if board.rules.misere or board.rules.cells > MOST_CELLS:
        return None
    for option in analysis.options[1 : MOST_OPTIONS + 1]:
        after = board.play(option.cell)
        reply = winning_threat(after, (option.assessment.plies_to_end or 0) // 2)
        if reply is not None:
            return _loses(board, option.cell, after, reply)
        if (reply := _last_word(after)) is not None:
            return say(
                "every other move loses: {other} loses to {reply}, as {opponent} then makes a row "
                "by answering on top of each move",
                other=name_cell(board, option.cell),
                reply=name_cell(board, reply),
                opponent=after.to_move,
            )
    return None


def _loses(board: Board, cell: int, after: Board, reply: int) -> Message:
    """Return that a move loses to a `reply` which wins by threats."""
    called = {"other": name_cell(board, cell), "reply": name_cell(board, reply)}
    if row := row_through(after, after.own, reply):
        return say(
            "every other move loses: {other} loses to {reply}, which makes {length} in a row",
            **called,
            length=len(row),
        )
    threats = threats_through(after, after.own, reply)
    if len(threats) > 1:
        return say(
            "every other move loses: {other} loses to {reply}, which makes {number} threats at "
            "once",
            **called,
            number=NUMBERS[len(threats) - 1],
        )
    return say(
        "every other move loses: {other} loses to {reply}, which threatens to win at {cell}",
        **called,
        cell=name_cell(board, threats[0]),
    )


def winning_threat(board: Board, moves: int) -> int | None:
    """Return a move with which the side to move wins within so many own moves by threats alone.

    Each makes two threats, or one whose answer is followed by such a move. None is returned if
    there is no such win, or if it takes more than `MOST_MOVES`.
    """
    if not 0 < moves <= MOST_MOVES:
        return None
    cells = board.legal_moves
    for cell in cells:
        if row_through(board, board.own, cell):
            return cell
    if moves == 1:
        return None
    forced = [cell for cell in cells if row_through(board, board.opponent, cell)]
    for cell in forced or cells:
        threats = threats_through(board, board.own, cell)
        if threats and _wins(board.play(cell), threats, moves - 1):
            return cell
    return None


def _wins(board: Board, threats: list[int], moves: int) -> bool:
    """Return whether the player who has just made the `threats` wins by them."""
    if any(row_through(board, board.own, cell) for cell in board.legal_moves):
        return False
    return len(threats) > 1 or winning_threat(board.play(threats[0]), moves) is not None


def _last_word(board: Board) -> int | None:
    """Return a move after which the mover makes a row by answering on top of each move."""
    rules = board.rules
    if not rules.gravity or rules.exact:
        return None
    for cell in board.legal_moves:
        after = board.play(cell)
        if after.winner is None and (replies := follow_up(after)):
            stones = after.opponent | union(1 << reply for reply in replies)
            if board.geometry.has_line(stones):
                return cell
    return None
