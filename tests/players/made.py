"""What a stone makes of the rows through it, found by trying stone after stone: no table."""

from dataclasses import dataclass
from functools import lru_cache

from tests.support.reference import Step, VariantReference, Window, other, put

NAMES = {
    1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
    9: "nine", 10: "ten", 11: "eleven", 12: "twelve",
}  # fmt: skip
TABLED = 7
"""The longest rows that may be called open."""

Row = frozenset[int]


@dataclass(frozen=True)
class Made:
    """What a stone makes in one direction; a row that lacks three stones is not called open."""

    lacking: int
    is_open: bool
    cells: Row

    def name(self, row_length: int) -> str:
        """Return the name that players give it, without an article."""
        return ("open " if self.is_open else "") + NAMES[row_length - self.lacking]


def has_table(game: VariantReference) -> bool:
    """Return whether rows may be called open."""
    rules = game.variant
    falls = rules.gravity and rules.height > 1
    sides = zip((rules.height, rules.width), rules.joins, strict=True)
    is_short = any(
        joined and size < 2 * (rules.row_length + rules.exact) - 1 for size, joined in sides
    )
    return not (is_short or falls or rules.misere)


def made_by(game: VariantReference, cells: str, cell: int, player: str) -> dict[Step, Made]:
    """Return what a stone of the player on an empty cell makes, by direction."""
    after = put(cells, cell, player)
    may_be_open = has_table(game) and game.variant.row_length <= TABLED
    found = {}
    for step, rows in possible_rows(game, cells, cell, player).items():
        lacking = min(_lacks(after, row, player) for row in rows)
        fewest = [row for row in rows if _lacks(after, row, player) == lacking]
        windows = [window for each, window in game.windows_through[cell] if each == step]
        is_open = lacking < 3 and may_be_open and _is_open(after, windows, player)
        found[step] = Made(lacking, is_open, frozenset().union(*fewest))
    return found


def possible_rows(
    game: VariantReference, cells: str, cell: int, player: str
) -> dict[Step, list[Row]]:
    """Return the rows through a cell that a player can still make, by direction."""
    own, usable = _usable(game, cells, player)
    found: dict[Step, list[Row]] = {}
    for step, (row, flanks) in game.windows_through[cell]:
        if row <= usable and not flanks & own:
            found.setdefault(step, []).append(row)
    return found


@lru_cache(64)
def _usable(game: VariantReference, cells: str, player: str) -> tuple[set[int], set[int]]:
    """Return the stones of a player, and these with the cells that can still be filled."""
    own = {place for place, mark in enumerate(cells) if mark == player}
    return own, own | game.reachable(cells)


def kept_from(game: VariantReference, cells: str, cell: int, mover: str) -> set[int]:
    """Return where a move keeps the rival from opening a row on a line through it."""
    rival, after = other(mover), put(cells, cell, mover)
    found = set()
    for place, mark in enumerate(cells):
        if mark != ".":
            continue
        through = {
            step
            for step in _opens_at(game, cells, place, rival)
            if place == cell or _on_line(game, place, cell, step)
        }
        if through and (place == cell or not _opens_at(game, after, place, rival)):
            found.add(place)
    return found


def _opens_at(game: VariantReference, cells: str, cell: int, player: str) -> set[Step]:
    """Return directions in which a stone would make a row that two cells of the line complete."""
    made = made_by(game, cells, cell, player)
    return {step for step, each in made.items() if each.lacking == 1 and each.is_open}


def _lacks(cells: str, row: Row, player: str) -> int:
    return sum(cells[each] != player for each in row)


def _is_open(cells: str, windows: list[Window], player: str) -> bool:
    """Return whether some stones more, as few as can be, leave two cells to complete a row on."""
    own = {place for place, mark in enumerate(cells) if mark == player}
    usable = own | {place for place, mark in enumerate(cells) if mark == "."}
    rows = [row for row, flanks in windows if row <= usable and not flanks & own]
    lacking = min((_lacks(cells, row, player) for row in rows), default=0)
    fewest = [row for row in rows if _lacks(cells, row, player) == lacking]
    free = {each for row in fewest for each in row if cells[each] == "."}
    if lacking < 2:
        return lacking == 1 and len(free) > 1
    return any(_is_open(put(cells, each, player), windows, player) for each in free)


def _on_line(game: VariantReference, one: int, another: int, step: Step) -> bool:
    length, (down, right) = game.variant.row_length, step
    return another in {
        game.variant.beside(one, distance * down, distance * right)
        for distance in range(-length, length)
    }
