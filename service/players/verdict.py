"""What is known of a position in words: how it ends, what is proven of it, how it looks."""

from math import inf

from service.game import Board, Player, other
from service.languages import Message, counted, say
from service.players.values import VALUES, Timed
from service.solver import Assessment

LOOKS = (
    (0.2, say("it looks even")),
    (0.35, say("it looks slightly better for {player}")),
    (0.7, say("it looks better for {player}")),
    (inf, say("it looks much better for {player}")),
)
"""How a position looks that has a score below each of these for a side.

55 undecided positions were searched seven times each, for 0.1 to 3 s: where two scores were of
different sides, one of them was at most 0.15.
"""

MUST_MAKE_ROW = Timed(
    counted(
        "{winner} wins: {loser} must make a row in {count} move.",
        "{winner} wins: {loser} must make a row in {count} moves.",
        1,
    ),
    counted(
        "{winner} wins: {loser} must make a row in at most {count} move.",
        "{winner} wins: {loser} must make a row in at most {count} moves.",
        1,
    ),
)
"""How a misère game is won."""


def result(board: Board) -> Message:
    """Return how a finished game has ended, a clause."""
    winner = board.winner
    if winner is None:
        if board.empty:
            return say("The game is drawn: no move is left")
        return say("The game is drawn: the board is full")
    if board.rules.misere:
        return say("{winner} has won: {loser} has made a row", winner=winner, loser=other(winner))
    return say("{winner} has won", winner=winner)


def verdict(board: Board, known: Assessment) -> Message:
    """Return what is known of a position in one sentence."""
    if board.status != "in_progress":
        return say("{result}.", result=result(board))
    mover = board.to_move
    winner = mover if known.value == 1 else other(mover)
    if known.value and board.rules.misere:
        return MUST_MAKE_ROW.of(known, winner=winner, loser=other(winner))
    return VALUES[known.bounds].position.of(
        player=mover,
        looks=leaning(mover, known.score),
        outcome=VALUES[1, 1].clause.of(known, player=winner),
    )


def leaning(mover: Player, score: float) -> Message:
    """Return how a position looks that has this score for the mover, a clause."""
    looks = next(looks for most, looks in LOOKS if abs(score) < most)
    return looks.of(player=mover if score > 0 else other(mover))
