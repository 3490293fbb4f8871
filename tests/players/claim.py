"""A move with the reason given for it, and what a plain search says of the position."""

import re
from functools import cached_property
from itertools import product
from string import ascii_lowercase

from service.players import Reason
from tests.players.made import Made, made_by, possible_rows
from tests.rules.cases import Case
from tests.support.positional_games import attacker_wins, open_sets
from tests.support.positions import Position
from tests.support.reference import (
    Outcome,
    Variant,
    VariantReference,
    bits_of,
    other,
    put,
)

MOST_EMPTY_CELLS = 9
"""With more moves left the plain search, which counts plies, takes too long."""
MOST_VALUED = 13
"""With more empty cells the plain search of who wins takes too long."""

COLUMNS = [*ascii_lowercase, *("".join(pair) for pair in product(ascii_lowercase, repeat=2))]
SPAN = r"(in|within) ([0-9]+) moves?"
LAST = "and no other is known to last longer"
LAST_MOVE = "(, as [XO] then has to play right below [a-z]+[0-9]+)?"
WINS = r"[XO] wins(, as [XO] has to make a row)?"
CELL = "(?<![A-Za-z0-9])[a-z]{1,2}[0-9]+(?![A-Za-z0-9])"
"""The name of a cell, also where letters of other scripts are beside it."""
REFUTES = "|".join(
    (
        "which makes [0-9]+ in a row",
        "which makes [a-z]+ threats at once",
        f"which threatens to win at {CELL}",
        "as [XO] then makes a row by answering on top of each move",
    )
).join("()")
VERDICT = "|".join(
    (
        f"{WINS} in [0-9]+ moves? against the best defence{LAST_MOVE}",
        f"{WINS} within [0-9]+ moves?, whatever [XO] does",
        f"every move loses if [XO] plays well, this one {SPAN}{LAST_MOVE}, {LAST}",
        f"every other move loses(: {CELL} loses to {CELL}, {REFUTES})?",
        "with best play it is a draw",
        "[XO] can at least draw, whatever [XO] does",
        "it looks best, but [XO] can at least draw",
        "it looks best, but who wins is not proven",
    )
).join((r"(?:", r")\."))
"""All that is said of what is proven."""


class Claim:
    """A move in a position, and the reason given for it."""

    def __init__(self, position: Position | Case, cell: int, reason: Reason) -> None:
        self.position, self.cell, self.reason = position, cell, reason
        self.game: VariantReference = position.reference
        self.variant: Variant = self.game.variant
        self.before, self.mover = position.cells, position.to_move
        self.rival = other(self.mover)
        self.after = put(self.before, cell, self.mover)

    @cached_property
    def legal(self) -> list[int]:
        """Return the legal moves; nobody has a row yet."""
        return self.game.playable(self.before)

    @cached_property
    def outcomes(self) -> dict[int, Outcome] | None:
        """Return what every move leads to, if few moves are left."""
        few = self.game.moves_left(self.before) <= MOST_EMPTY_CELLS
        return self.position.expected if few else None

    def value_of(self, cell: int) -> int | None:
        """Return what a move is worth to the mover, if a plain search can tell."""
        if self.outcomes is not None:
            return self.outcomes[cell][0]
        if not isinstance(self.position, Position) or self.before.count(".") > MOST_VALUED:
            return None
        game, cells = self.position.game, put(self.before, cell, self.mover)
        if game.completes(cells, cell, self.mover):
            return 1
        own, opposing = (open_sets(game, cells, each) for each in (self.mover, self.rival))
        if attacker_wins(opposing, own, "attacker"):
            return -1
        return int(attacker_wins(own, opposing, "defender"))

    @property
    def parts(self) -> tuple[str, str]:
        """Return what is said of the stones, as a sentence, and of what is proven."""
        start, joined, end = self.reason.text.rpartition("; ")
        if joined and re.fullmatch(VERDICT, end):
            return f"{start}.", end
        return self.reason.text, ""

    def says(self, text: str) -> bool:
        """Return whether this is said of the stones."""
        return self.parts[0] == text

    def shows(self, cells: set[int] | frozenset[int]) -> bool:
        return self.reason.cells == sorted(cells)

    def name(self, cell: int) -> str:
        """Return what people call a cell."""
        row, column = divmod(cell, self.variant.width)
        return f"{COLUMNS[column]}{self.variant.height - row}"

    def listed(self, cells: set[int], last: str = "and") -> str:
        """Return cells in words, as reasons list them."""
        names = [self.name(cell) for cell in sorted(cells)]
        if len(names) > 3:
            names[2:] = [f"{len(names) - 2} more cells"]
        *first, end = names
        return f"{', '.join(first)} {last} {end}" if first else end

    def completing(self, cells: str, player: str) -> set[int]:
        """Return the cells where a stone of the player may go and makes a row."""
        return self.game.completing(cells, player)

    def rows_made(self, cells: str, cell: int, player: str) -> list[set[int]]:
        """Return the rows that a stone of the player on a cell makes."""
        return list(filter(self.game.is_row, self.game.runs(bits_of(cells, player), cell)))

    def open_rows(self, player: str) -> list[frozenset[int]]:
        """Return the rows through the cell that a player can still make."""
        found = possible_rows(self.game, self.before, self.cell, player)
        return [row for rows in found.values() for row in rows]

    def is_on_fewest(self, player: str) -> bool:
        """Return whether no legal move is on fewer rows that a player can still make."""
        counts = {
            cell: sum(map(len, possible_rows(self.game, self.before, cell, player).values()))
            for cell in self.legal
        }
        return counts[self.cell] == min(counts.values())

    def made(self, player: str) -> list[Made]:
        """Return by direction what a stone of the player on the cell makes."""
        return list(made_by(self.game, self.before, self.cell, player).values())


def forks(game: VariantReference, cells: str, player: str) -> set[int]:
    """Return the moves of a player who threatens nothing yet that threaten on several cells."""
    tried = set(game.legal(bits_of(cells, "X") | bits_of(cells, "O")))
    if not game.variant.gravity:
        lacking = [
            [cell for cell in row if cells[cell] != player]
            for windows in game.windows.values()
            for row, _ in windows
        ]
        tried &= {cell for each in lacking if len(each) == 2 for cell in each}
    return {cell for cell in tried if len(game.completing(put(cells, cell, player), player)) > 1}


def off_centre(variant: Variant, cell: int) -> int:
    """Return the squared distance to the centre of the board, in half cells."""
    row, column = divmod(cell, variant.width)
    return (2 * row + 1 - variant.height) ** 2 + (2 * column + 1 - variant.width) ** 2


def corners(variant: Variant) -> set[int]:
    """Return the four corners, or fewer where they coincide."""
    rows, columns = (0, variant.height - 1), (0, variant.width - 1)
    return {row * variant.width + column for row in rows for column in columns}


def middle(variant: Variant) -> set[int]:
    """Return the cells at most half as far from the centre as the corners."""
    cells = range(variant.width * variant.height)
    return {cell for cell in cells if 4 * off_centre(variant, cell) <= off_centre(variant, 0)}
