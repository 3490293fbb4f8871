"""What is known of a position in words: how it ends, what is proven of it, how it looks.

Moves are counted as people do: only those of the player who makes the row.
"""

from service.game import Board, Player, other
from service.languages import Message, counted, say
from service.solver import Assessment, Bounds

EVEN, BETTER, MUCH_BETTER = 0.2, 0.35, 0.7
"""The scores from which a position looks slightly better, better and much better for a side.

55 undecided positions were searched seven times each, for 0.1 to 3 s: where two scores were of
different sides, one of them was at most 0.15.
"""


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
    mover, value = board.to_move, known.value
    if value == 0:
        return say("A draw if both play well.")
    if value is not None:
        winner = mover if value == 1 else other(mover)
        if board.rules.misere:
            return _must_make_row(winner, known)
        return say("{outcome}.", outcome=outcome(winner, known._replace(bounds=Bounds(1, 1))))
    looks = leaning(mover, known.score)
    if known.bounds.lower == 0:
        return say("{player} does not lose, which is proven; {looks}.", player=mover, looks=looks)
    if known.bounds.upper == 0:
        return say("{player} does not win, which is proven; {looks}.", player=mover, looks=looks)
    return say("Nothing is proven; {looks}.", looks=looks)


def outcome(player: str, known: Assessment) -> Message:
    """Return what is proven for a player, or of a move, a clause."""
    count = known.moves_to_end
    match known.bounds:
        case (1, 1) if known.shortest:
            return counted(
                "{player} wins in {count} move", "{player} wins in {count} moves", count,
                player=player,
            )  # fmt: skip
        case (1, 1):
            return counted(
                "{player} wins in at most {count} move", "{player} wins in at most {count} moves",
                count, player=player,
            )  # fmt: skip
        case (-1, -1) if known.shortest:
            return counted(
                "{player} loses in {count} move", "{player} loses in {count} moves", count,
                player=player,
            )  # fmt: skip
        case (-1, -1):
            return counted(
                "{player} loses in at most {count} move",
                "{player} loses in at most {count} moves", count, player=player,
            )  # fmt: skip
        case (0, 0):
            return say("{player} draws", player=player)
        case (0, 1):
            return say("{player} does not lose", player=player)
        case (-1, 0):
            return say("{player} does not win", player=player)
    return say("who wins is not proven")


def _must_make_row(winner: Player, known: Assessment) -> Message:
    """Return how a misère game is won."""
    count, loser = known.moves_to_end, other(winner)
    if known.shortest:
        return counted(
            "{winner} wins: {loser} must make a row in {count} move.",
            "{winner} wins: {loser} must make a row in {count} moves.",
            count, winner=winner, loser=loser,
        )  # fmt: skip
    return counted(
        "{winner} wins: {loser} must make a row in at most {count} move.",
        "{winner} wins: {loser} must make a row in at most {count} moves.",
        count, winner=winner, loser=loser,
    )  # fmt: skip


def leaning(mover: Player, score: float) -> Message:
    """Return how a position looks that has this score for the mover, a clause."""
    player, size = mover if score > 0 else other(mover), abs(score)
    if size < EVEN:
        return say("it looks even")
    if size < BETTER:
        return say("it looks slightly better for {player}", player=player)
    if size < MUCH_BETTER:
        return say("it looks better for {player}", player=player)
    return say("it looks much better for {player}", player=player)
