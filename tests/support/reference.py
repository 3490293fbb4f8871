"""An independent, plain negamax that the rules and the solver are tested against.

Cells are a string of `X`, `O` and `.`, row after row. Everything is worked out by scanning cells;
nothing is shared with the package under test.
"""

from collections.abc import Iterator, Sequence

Outcome = tuple[int, int]
"""Value for the side to move (1, 0 or -1) and plies to the end of the game."""


def other(player: str) -> str:
    """Return the opponent."""
    return "O" if player == "X" else "X"


def lines_of(width: int, height: int, row_length: int) -> list[tuple[int, ...]]:
    """Return the cells of every line, found by walking from every cell in four directions."""
    found = set()
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row = row + down * (row_length - 1)
                last_column = column + right * (row_length - 1)
                if 0 <= last_row < height and 0 <= last_column < width:
                    found.add(
                        tuple(
                            (row + down * step) * width + column + right * step
                            for step in range(row_length)
                        )
                    )
    return sorted(found)


def symmetries_of(width: int, height: int) -> list[tuple[int, ...]]:
    """Return every symmetry of the board as the image of each cell, without repetition."""
    places = [(row, column) for row in range(height) for column in range(width)]
    last_row, last_column = height - 1, width - 1
    maps = [
        [(row, column) for row, column in places],
        [(last_row - row, column) for row, column in places],
        [(row, last_column - column) for row, column in places],
        [(last_row - row, last_column - column) for row, column in places],
    ]
    if width == height:
        maps += [[(column, row) for row, column in images] for images in maps]
    return sorted({tuple(row * width + column for row, column in images) for images in maps})


def moved(cells: str, images: tuple[int, ...]) -> str:
    """Return the position after every cell has gone to its image."""
    result = [""] * len(cells)
    for cell, image in enumerate(images):
        result[image] = cells[cell]
    return "".join(result)


class Reference:
    """One game, with everything it has solved so far."""

    def __init__(self, width: int, height: int, row_length: int) -> None:
        self.width, self.height, self.row_length = width, height, row_length
        self.lines = lines_of(width, height, row_length)
        self.lines_through: list[list[tuple[int, ...]]] = [[] for _ in range(width * height)]
        for line in self.lines:
            for cell in line:
                self.lines_through[cell].append(line)
        self.known: dict[tuple[str, str], Outcome] = {}

    def has_line(self, cells: str, player: str) -> bool:
        """Return whether any line is filled by the player."""
        return any(all(cells[cell] == player for cell in line) for line in self.lines)

    def completing(self, cells: Sequence[str], player: str) -> set[int]:
        """Return the empty cells on which a stone of the player fills a line."""
        found = set()
        for line in self.lines:
            others = [cell for cell in line if cells[cell] != player]
            if len(others) == 1 and cells[others[0]] == ".":
                found.add(others[0])
        return found

    def completes(self, cells: Sequence[str], cell: int, player: str) -> bool:
        """Return whether the player's stone on `cell` is part of a filled line."""
        return any(all(cells[each] == player for each in line) for line in self.lines_through[cell])

    def options(self, cells: str, mover: str) -> dict[int, Outcome]:
        """Return what every move leads to, for the mover; the game must not be over."""
        found = {}
        for cell, mark in enumerate(cells):
            if mark != ".":
                continue
            after = cells[:cell] + mover + cells[cell + 1 :]
            if self.completes(after, cell, mover):
                found[cell] = (1, 1)
            elif "." not in after:
                found[cell] = (0, 1)
            else:
                value, plies = self.solve(after, other(mover))
                found[cell] = (-value, plies + 1)
        return found

    def solve(self, cells: str, mover: str) -> Outcome:
        """Win as fast as possible, lose as slowly as possible; a draw fills the board."""
        key = (cells, mover)
        if key not in self.known:
            self.known[key] = max(self.options(cells, mover).values(), key=preference)
        return self.known[key]

    def rows(self, cells: str) -> list[str]:
        """Return the cells as rows, top row first."""
        return [cells[start : start + self.width] for start in range(0, len(cells), self.width)]


def preference(outcome: Outcome) -> int:
    """Return a key that orders outcomes: fast wins, slow wins, draws, slow losses, fast losses."""
    value, plies = outcome
    return value * (1_000_000 - plies)


def reachable(game: Reference) -> Iterator[tuple[str, str, bool]]:
    """Yield every position that play from the empty board with X first can reach, once.

    Yields the cells, the side to move and whether the game is over.
    """
    level = {"." * (game.width * game.height): False}
    mover = "X"
    while level:
        following = {}
        for cells, over in level.items():
            yield cells, mover, over
            if over:
                continue
            for cell, mark in enumerate(cells):
                if mark == ".":
                    after = cells[:cell] + mover + cells[cell + 1 :]
                    following[after] = game.completes(after, cell, mover) or "." not in after
        level, mover = following, other(mover)
