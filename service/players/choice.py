"""The answer of a level: a move and the reason for it, which can be told in any language."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from service.languages import Message, say

ReasonCode = Literal[
    "win",
    "block",
    "avoids_row",
    "open_row",
    "fork",
    "combination",
    "block_open_row",
    "block_fork",
    "threat",
    "prepares_open_row",
    "follow_up",
    "later_threat",
    "not_below",
    "builds",
    "hinders",
    "near",
    "center",
    "opposite_corner",
    "corner",
    "side",
    "open_lines",
    "forced_win",
    "only_move",
    "holds_draw",
    "delays_loss",
    "best_estimate",
    "slip",
    "random",
]


@cache
def _without_move(text: str) -> str:
    """Return an English message without the name of the move; it still makes a sentence."""
    return re.sub(r" at \{move\}|^(At )?\{move\}:? ", "", text, count=1)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was chosen."""

    code: ReasonCode
    cells: list[int]
    """The cells that show the reason, such as those of a row, else the cell of the move."""
    message: Message
    """A clause about the move, which is called by its name, the value `move`."""
    verdict: Message | None = None
    """A clause that says what is proven."""

    @property
    def sentence(self) -> Message:
        """One sentence, in which the move and other cells are called by their names."""
        return self._joined(self.message)

    @property
    def text(self) -> str:
        """The English sentence without the name of the move, for those who read it beside that."""
        named = self.message
        plural = named.plural and _without_move(named.plural)
        sentence = self._joined(Message(_without_move(named.text), named.values, plural)).render()
        return sentence[0].upper() + sentence[1:]

    def _joined(self, message: Message) -> Message:
        if self.verdict is None:
            return say("{reason}.", reason=message)
        return say("{reason}; {verdict}.", reason=message, verdict=self.verdict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and the reason why a level chose it."""

    cell: int
    reason: Reason
