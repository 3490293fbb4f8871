"""What the games of the puzzles are called, and their rules in words."""

from service.game import Rules
from service.languages import Message, say
from service.puzzles.puzzle import Difficulty

NAMES = {
    "tic-tac-toe": say("Tic-tac-toe"),
    "four-by-four": say("Four by four"),
    "connect-four": say("Connect Four"),
    "five": say("Five in a row"),
    "misere": say("The row that loses"),
    "exact": say("Exactly four"),
    "torus": say("Torus"),
    "joined-sides": say("Joined sides"),
    "walls": say("Walls"),
}
"""The names of the games."""
DEGREES: dict[Difficulty, Message] = {
    "easy": say("easy"),
    "medium": say("medium"),
    "hard": say("hard"),
}
"""The names of the difficulties."""
_JOINED = {
    "horizontal": say("The left and the right edge are joined: rows go on across them."),
    "both": say("Opposite edges are joined: rows go on across them."),
}


def rules_in_words(rules: Rules) -> list[Message]:
    """Return the rules of a game of `GAMES` in sentences, beginning with what a row does."""
    length = rules.row_length
    if rules.misere:
        row = say("Who makes {length} in a row loses.", length=length)
    elif rules.exact:
        row = say("Exactly {length} in a row wins; a longer row does not.", length=length)
    else:
        row = say("{length} in a row wins.", length=length)
    return [
        row,
        *([say("Stones fall down in their column.")] if rules.stacks else []),
        *([_JOINED[rules.wrap]] if rules.wrap in _JOINED else []),
        *([say("Nobody plays on grey cells, and no row goes through one.")] * bool(rules.walls)),
    ]
