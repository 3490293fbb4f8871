"""What is proven of a value in words: one table, by both bounds, for all who say it.

Moves are counted as people do: only those of the player who makes the row.
"""

from typing import NamedTuple

from service.languages import Message, Value, counted, say
from service.players.choice import ReasonCode
from service.solver import Assessment


class Timed(NamedTuple):
    """A message about the end of a game; one that counts moves has two forms."""

    exact: Message
    at_most: Message | None = None
    """The form for an end that may come sooner."""

    def of(self, known: Assessment, **values: Value) -> Message:
        """Return the message for what is known, with the number of moves as `count`."""
        message = self.at_most if self.at_most and not known.shortest else self.exact
        return message.of(count=known.moves_to_end, **values)


class Words(NamedTuple):
    """What is said of a value."""

    short: str
    """For agents, in a word or a few."""
    left: str
    """For the terminal: the outcomes that are left."""
    clause: Timed
    """Of a `player`, or of a move in place of one."""
    position: Message
    """In a sentence, of a position where `player` is to move."""
    code: ReasonCode
    """The reason for the best move that has this value."""
    best: Timed
    """Of the best move of `player`, a clause."""


VALUES: dict[tuple[int, int], Words] = {
    (1, 1): Words(
        "win",
        "win",
        Timed(
            counted("{player} wins in {count} move", "{player} wins in {count} moves", 1),
            counted(
                "{player} wins in at most {count} move", "{player} wins in at most {count} moves", 1
            ),
        ),
        say("{outcome}."),
        "forced_win",
        Timed(
            counted(
                "{player} wins in {count} move against the best defence",
                "{player} wins in {count} moves against the best defence",
                1,
            ),
            counted(
                "{player} wins within {count} move, whatever {opponent} does",
                "{player} wins within {count} moves, whatever {opponent} does",
                1,
            ),
        ),
    ),
    (0, 1): Words(
        "at least a draw",
        "draw or win",
        Timed(say("{player} does not lose")),
        say("{player} does not lose, which is proven; {looks}."),
        "holds_draw",
        Timed(say("{player} can at least draw, whatever {opponent} does")),
    ),
    (0, 0): Words(
        "draw",
        "draw",
        Timed(say("{player} draws")),
        say("A draw if both play well."),
        "holds_draw",
        Timed(say("with best play it is a draw")),
    ),
    (-1, 0): Words(
        "at most a draw",
        "loss or draw",
        Timed(say("{player} does not win")),
        say("{player} does not win, which is proven; {looks}."),
        "best_estimate",
        Timed(say("it looks best, but {opponent} can at least draw")),
    ),
    (-1, -1): Words(
        "loss",
        "loss",
        Timed(
            counted("{player} loses in {count} move", "{player} loses in {count} moves", 1),
            counted(
                "{player} loses in at most {count} move",
                "{player} loses in at most {count} moves",
                1,
            ),
        ),
        say("{outcome}."),
        "delays_loss",
        Timed(
            counted(
                "every move loses if {opponent} plays well, this one in {count} move, and no other "
                "is known to last longer",
                "every move loses if {opponent} plays well, this one in {count} moves, and no "
                "other is known to last longer",
                1,
            ),
            counted(
                "every move loses if {opponent} plays well, this one within {count} move, and no "
                "other is known to last longer",
                "every move loses if {opponent} plays well, this one within {count} moves, and no "
                "other is known to last longer",
                1,
            ),
        ),
    ),
    (-1, 1): Words(
        "not proven",
        "unknown",
        Timed(say("who wins is not proven")),
        say("Nothing is proven; {looks}."),
        "best_estimate",
        Timed(say("it looks best, but who wins is not proven")),
    ),
}
"""The words by the lower and the upper bound."""


def outcome(player: str, known: Assessment) -> Message:
    """Return what is proven for a player, or of a move, a clause."""
    return VALUES[known.bounds].clause.of(known, player=player)
