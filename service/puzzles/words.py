"""What is said of a puzzle before it is solved: its goal, and a hint at its theme."""

from service.game import other
from service.languages import Message, counted, say
from service.players import ReasonCode
from service.puzzles.puzzle import Puzzle

HINTS: dict[ReasonCode, Message] = {
    "win": say("Look for a row that can be completed at once."),
    "block": say("Look for a row that the opponent can complete at once."),
    "avoids_row": say("Look for cells where a stone makes a row, and stay away from them."),
    "open_row": say("Look for a row that can be completed on two sides."),
    "fork": say("Look for a fork: two threats at once."),
    "combination": say("Look for a move that makes something on two lines at once."),
    "block_open_row": say("Look for a row that the opponent could soon complete on two sides."),
    "block_fork": say("Look for a fork of the opponent, and prevent it."),
    "threat": say("Look for a threat: the opponent has to answer it."),
    "prepares_open_row": say("Look for a row that can become open on both sides."),
    "follow_up": say("Look for a way to answer on top of each move of the opponent."),
    "later_threat": say("Look for a threat on a cell that no stone reaches yet."),
    "not_below": say("Look on which cell the opponent must not get on top."),
    "only_move": say("Look for the one move that does not lose."),
    "holds_draw": say("Look for a move that keeps all lines of the opponent closed."),
    "forced_win": say("Look for a quiet move that leaves the opponent no answer."),
}
"""What to look for, by the code of the reason for the best move."""


def goal(puzzle: Puzzle) -> Message:
    """Return what is to be reached, in a sentence."""
    player = puzzle.board.to_move
    if puzzle.moves is None:
        return say("{player} to move and not lose.", player=player)
    if puzzle.board.rules.misere:
        return counted(
            "{player} to move and win: {opponent} has to make a row in {count} move.",
            "{player} to move and win: {opponent} has to make a row in {count} moves.",
            puzzle.moves,
            player=player,
            opponent=other(player),
        )
    return counted(
        "{player} to move and win in {count} move.",
        "{player} to move and win in {count} moves.",
        puzzle.moves,
        player=player,
    )


def hint(puzzle: Puzzle) -> Message:
    """Return what to look for, in a sentence that does not name the move."""
    return HINTS[puzzle.theme]
