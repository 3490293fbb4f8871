"""A move with the reason given for it, and what a plain search says of the position."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from string import ascii_lowercase

from service.players import Reason
from tests.players.made import put
from tests.support.maker_breaker import open_sets
from tests.support.positional_games import attacker_wins
from tests.support.positions import Position
from tests.support.reference import Outcome, Reference, other

MOST_EMPTY_CELLS = 9
"""With more empty cells the plain negamax, which counts plies, takes too long."""
MOST_VALUED = 13
"""With more empty cells the plain search of who wins takes too long."""

COLUMNS = [*ascii_lowercase, *("".join(pair) for pair in product(ascii_lowercase, repeat=2))]
SPAN = r"(in|within) ([0-9]+) moves?"
LAST = "and no other is known to last longer"
VERDICT = "|".join(
    (
        "[XO] wins in [0-9]+ moves? against the best defence",
        "[XO] wins within [0-9]+ moves?, whatever [XO] does",
        f"every move loses if [XO] plays well, this one {SPAN}, {LAST}",
        "every other move loses",
        "with best play it is a draw",
        "[XO] can at least draw, whatever [XO] does",
        "it looks best, but [XO] can at least draw",
        "it looks best, but who wins is not proven",
    )
).join((r"(?:", r")\."))
"""All that is said of what is proven."""


@dataclass(frozen=True)
class Claim:
    """A move in a position, and the reason given for it."""

    position: Position
    cell: int
    reason: Reason

    @property
    def game(self) -> Reference:
        return self.position.game

    @property
    def before(self) -> str:
        return self.position.cells

    @property
    def mover(self) -> str:
        return self.position.to_move

    @property
    def rival(self) -> str:
        return other(self.mover)

    @property
    def after(self) -> str:
        return put(self.before, self.cell, self.mover)

    @property
    def solvable(self) -> bool:
        """Return whether the plain negamax can be asked for values."""
        return self.before.count(".") <= MOST_EMPTY_CELLS

    @cached_property
    def outcomes(self) -> dict[int, Outcome]:
        """Return what every move leads to, for the mover."""
        return self.game.options(self.before, self.mover)

    @property
    def valued(self) -> bool:
        """Return whether the plain search of who wins can be asked."""
        return self.before.count(".") <= MOST_VALUED

    def value_of(self, cell: int) -> int:
        """Return what a move is worth to the mover."""
        if self.solvable:
            return self.outcomes[cell][0]
        cells = put(self.before, cell, self.mover)
        if self.game.completes(cells, cell, self.mover):
            return 1
        own, opposing = (open_sets(self.game, cells, each) for each in (self.mover, self.rival))
        if attacker_wins(opposing, own, "attacker"):
            return -1
        return int(attacker_wins(own, opposing, "defender"))

    @property
    def value(self) -> int:
        """Return what the move is worth to the mover."""
        return self.value_of(self.cell)

    @property
    def others(self) -> list[int]:
        """Return what the other moves are worth."""
        cells = [cell for cell, mark in enumerate(self.before) if mark == "."]
        return [self.value_of(cell) for cell in cells if cell != self.cell]

    def name(self, cell: int) -> str:
        """Return what people call a cell."""
        row, column = divmod(cell, self.game.width)
        return f"{COLUMNS[column]}{self.game.height - row}"

    @property
    def parts(self) -> tuple[str, str]:
        """Return what is said of the stones, as a sentence, and of what is proven."""
        start, joined, end = self.reason.text.rpartition("; ")
        if joined and re.fullmatch(VERDICT, end):
            return f"{start}.", end
        return self.reason.text, ""

    def says(self, pattern: str) -> bool:
        """Return whether what is said of the stones is of this form."""
        return re.fullmatch(pattern, self.parts[0]) is not None

    def listed(self, cells: set[int], last: str = "and") -> str:
        """Return cells in words, as reasons list them."""
        names = [self.name(cell) for cell in sorted(cells)]
        if len(names) > 3:
            names[2:] = [f"{len(names) - 2} more cells"]
        *first, end = names
        return f"{', '.join(first)} {last} {end}" if first else end
