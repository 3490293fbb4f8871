"""What a stone makes of the rows through it, found by trying stone after stone: no table."""

from dataclasses import dataclass

from tests.support.reference import Reference, other

NAMES = {
    1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
    9: "nine", 10: "ten", 11: "eleven", 12: "twelve",
}  # fmt: skip
TABLED = 7
"""The longest rows that may be called open."""

Step = tuple[int, int]
Row = tuple[int, ...]


@dataclass(frozen=True)
class Made:
    """What a stone makes in one direction; a row that lacks three stones is not called open."""

    lacking: int
    is_open: bool
    cells: frozenset[int]

    def name(self, row_length: int) -> str:
        """Return the name that players give it, without an article."""
        return ("open " if self.is_open else "") + NAMES[row_length - self.lacking]


def put(cells: str, cell: int, player: str) -> str:
    """Return the cells with one stone more."""
    assert cells[cell] == "."
    return cells[:cell] + player + cells[cell + 1 :]


def made_by(game: Reference, cells: str, cell: int, player: str) -> dict[Step, Made]:
    """Return what a stone of the player on an empty cell makes, by direction."""
    after = put(cells, cell, player)
    found = {}
    for step, rows in _possible(game, after, cell, player).items():
        lacking = min(_lacks(after, row, player) for row in rows)
        fewest = [row for row in rows if _lacks(after, row, player) == lacking]
        shown = frozenset(each for row in fewest for each in row)
        is_open = lacking < 3 and game.row_length <= TABLED and _is_open(after, rows, player)
        found[step] = Made(lacking, is_open, shown)
    return found


def opens_at(game: Reference, cells: str, cell: int, player: str) -> set[Step]:
    """Return directions in which a stone would make a row that two cells of the line complete."""
    made = made_by(game, cells, cell, player)
    return {step for step, each in made.items() if each.lacking == 1 and each.is_open}


def kept_from(game: Reference, cells: str, cell: int, mover: str) -> set[int]:
    """Return where a move keeps the rival from opening a row on a line through it."""
    rival, after = other(mover), put(cells, cell, mover)
    found = set()
    for place, mark in enumerate(cells):
        if mark != ".":
            continue
        through = {
            step
            for step in opens_at(game, cells, place, rival)
            if place == cell or _on_line(game, place, cell, step)
        }
        if through and (place == cell or not opens_at(game, after, place, rival)):
            found.add(place)
    return found


def _possible(game: Reference, cells: str, cell: int, player: str) -> dict[Step, list[Row]]:
    """Return the rows through a cell without a stone of the other player, by direction."""
    found: dict[Step, list[Row]] = {}
    for row in game.lines_through[cell]:
        if other(player) not in {cells[each] for each in row}:
            (top, left), (low, right) = (divmod(each, game.width) for each in row[:2])
            found.setdefault((low - top, right - left), []).append(row)
    return found


def _lacks(cells: str, row: Row, player: str) -> int:
    return sum(cells[each] != player for each in row)


def _is_open(cells: str, rows: list[Row], player: str) -> bool:
    """Return whether some stones more, as few as can be, leave two cells to complete a row on."""
    lacking = min(_lacks(cells, row, player) for row in rows)
    fewest = [row for row in rows if _lacks(cells, row, player) == lacking]
    free = {each for row in fewest for each in row if cells[each] == "."}
    if lacking < 2:
        return lacking == 1 and len(free) > 1
    return any(_is_open(put(cells, each, player), rows, player) for each in free)


def _on_line(game: Reference, one: int, another: int, step: Step) -> bool:
    (row, column), (down, right) = divmod(one, game.width), step
    distances = range(-game.row_length + 1, game.row_length)
    return divmod(another, game.width) in {
        (row + distance * down, column + distance * right) for distance in distances
    }
