"""An independent, plain search of k-in-a-row games under every combination of rules.

Cells are a string of `X`, `O`, `.` and `#` (a wall), row after row, the top row first. Rows are
found by walking from the stone just placed. A set of cells is an integer whose bit `cell` is set.
Nothing is shared with the package under test.
"""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import product, takewhile
from typing import Literal, NamedTuple, get_args

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""One step to the next cell of a row, in rows and columns."""
Wrap = Literal["none", "horizontal", "vertical", "both"]
WRAPS: tuple[Wrap, ...] = get_args(Wrap)
SOON = 1 << 20
"""A win in n plies has the score SOON - n, a loss in n plies n - SOON, and a draw 0."""
Step = tuple[int, int]
Window = tuple[frozenset[int], frozenset[int]]
"""The cells of a row, and those just before and after it that its owner must not have."""
Outcome = tuple[int, int]
"""Value for the side to move (1, 0 or -1) and plies to the end of the game."""


def other(player: str) -> str:
    """Return the opponent."""
    return "O" if player == "X" else "X"


def put(cells: str, cell: int, player: str) -> str:
    """Return the cells with one stone more."""
    assert cells[cell] == "."
    return cells[:cell] + player + cells[cell + 1 :]


class Variant(NamedTuple):
    """The rules of one game but for its walls."""

    width: int
    height: int
    row_length: int
    gravity: bool = False
    wrap: Wrap = "none"
    exact: bool = False
    misere: bool = False

    @property
    def joins(self) -> tuple[bool, bool]:
        """Return whether top and bottom, and whether left and right are joined."""
        return self.wrap in ("vertical", "both"), self.wrap in ("horizontal", "both")

    def rows(self, cells: str) -> list[str]:
        """Return the cells as rows, top row first."""
        return [cells[start : start + self.width] for start in range(0, len(cells), self.width)]

    def beside(self, cell: int, down: int, right: int) -> int | None:
        """Return the cell one step further, over joined edges; None beyond an edge."""
        joins_rows, joins_columns = self.joins
        row, column = cell // self.width + down, cell % self.width + right
        if joins_rows:
            row %= self.height
        if joins_columns:
            column %= self.width
        inside = 0 <= row < self.height and 0 <= column < self.width
        return row * self.width + column if inside else None


class VariantReference:
    """One game with its walls, and everything that has been solved of it so far."""

    steps: tuple[Step, ...] = DIRECTIONS
    """One step to the next cell of a row in each direction, in rows and columns."""

    def __init__(self, variant: Variant, blank: str) -> None:
        """Take the cells of the board without stones, with its walls."""
        self.variant, self.blank = variant, blank
        self.walls = bits_of(blank, "#")
        self._walks, self._seen_from = cache(self._find_walks), cache(self._find_seen)
        self._makes_row: list[dict[int, bool]] = [{} for _ in blank]
        self._legal: dict[int, tuple[int, ...]] = {}
        self._scores: dict[tuple[int, int], int] = {}

    def __repr__(self) -> str:
        return str(self.variant)

    def rows(self, cells: str) -> list[str]:
        """Return the cells as rows, top row first."""
        return self.variant.rows(cells)

    def _find_walks(self, cell: int) -> list[tuple[list[int], list[int]]]:
        """Return the cells beyond a cell, either way in each direction."""
        return [
            (self.walk(cell, down, right), self.walk(cell, -down, -right))
            for down, right in self.steps
        ]

    def _find_seen(self, cell: int) -> int:
        """Return the set of the cells beyond a cell in all directions."""
        return sum({1 << each for both in self._walks(cell) for walk in both for each in walk})

    def walk(self, cell: int, down: int, right: int) -> list[int]:
        """Return the cells beyond `cell` in one direction, to an edge, a wall or `cell` again."""
        found = []
        place = self.variant.beside(cell, down, right)
        while place is not None and place != cell and self.blank[place] != "#":
            found.append(place)
            place = self.variant.beside(place, down, right)
        return found

    def runs(self, stones: int, cell: int) -> list[set[int]]:
        """Return the run of stones through `cell` in each direction; on a ring it may be all."""
        return [
            {cell}.union(*(takewhile(lambda each: stones >> each & 1, walk) for walk in both))
            for both in self._walks(cell)
        ]

    def is_row(self, run: set[int]) -> bool:
        """Return whether a run is as long as a row has to be."""
        length = self.variant.row_length
        return len(run) == length if self.variant.exact else len(run) >= length

    def makes_row(self, stones: int, cell: int) -> bool:
        """Return whether a stone on `cell` beside `stones` of its colour makes a row."""
        known, key = self._makes_row[cell], stones & self._seen_from(cell)
        if key not in known:
            known[key] = any(map(self.is_row, self.runs(stones, cell)))
        return known[key]

    @cached_property
    def windows(self) -> dict[Step, set[Window]]:
        """Return every window by direction; of directions with the same windows there is one."""
        found: dict[Step, set[Window]] = {}
        for step in self.steps:
            windows = set(self._find_windows(step))
            if windows and windows not in found.values():
                found[step] = windows
        return found

    def _find_windows(self, step: Step) -> Iterator[Window]:
        (down, right), length = step, self.variant.row_length
        for cell, mark in enumerate(self.blank):
            window = [cell, *self.walk(cell, down, right)][:length]
            if mark == "." and len(window) == length:
                ends = ((window[-1], down, right), (cell, -down, -right))
                beside = {self.variant.beside(*each) for each in ends} - {None, *window}
                free = {each for each in beside if each is not None and self.blank[each] == "."}
                yield frozenset(window), frozenset(free if self.variant.exact else ())

    @cached_property
    def windows_through(self) -> list[list[tuple[Step, Window]]]:
        """Return for each cell the windows that hold it, each with its direction."""
        found: list[list[tuple[Step, Window]]] = [[] for _ in self.blank]
        for step, windows in self.windows.items():
            for window in windows:
                for cell in window[0]:
                    found[cell].append((step, window))
        return found

    def completing(self, cells: Sequence[str], player: str) -> set[int]:
        """Return the cells where a stone of the player may go and makes a row."""
        stones = bits_of(cells, player)
        taken = stones | bits_of(cells, other(player))
        return {cell for cell in self.legal(taken) if self.makes_row(stones, cell)}

    def legal(self, taken: int) -> tuple[int, ...]:
        """Return the cells where a stone may go if nobody has a row; `taken` are all stones."""
        if taken not in self._legal:
            self._legal[taken] = tuple(self._find_legal(taken | self.walls))
        return self._legal[taken]

    def _find_legal(self, blocked: int) -> Iterator[int]:
        width, size = self.variant.width, len(self.blank)
        if not self.variant.gravity:
            yield from (cell for cell in range(size) if not blocked >> cell & 1)
            return
        for column in range(width):
            downwards = range(column, size, width)
            falling = list(takewhile(lambda cell: not blocked >> cell & 1, downwards))
            yield from falling[-1:]

    def playable(self, cells: str) -> list[int]:
        """Return where a stone may go, whoever has made a row."""
        return list(self.legal(bits_of(cells, "X") | bits_of(cells, "O")))

    def reachable(self, cells: str) -> set[int]:
        """Return the cells that stones can still fill."""
        found, taken = set[int](), bits_of(cells, "X") | bits_of(cells, "O")
        while legal := self.legal(taken):
            found.update(legal)
            taken |= sum(1 << cell for cell in legal)
        return found

    def moves_left(self, cells: str) -> int:
        """Return how many moves the game lasts if nobody makes a row."""
        return len(self.reachable(cells))

    def row_owner(self, cells: str) -> str | None:
        """Return the player who has a row; None if neither or, as no game leads to, both have."""
        stones = {mark: bits_of(cells, mark) for mark in "XO"}
        owners = {
            mark
            for cell, mark in enumerate(cells)
            if mark in stones and self.makes_row(stones[mark], cell)
        }
        return owners.pop() if len(owners) == 1 else None

    def winner(self, cells: str) -> str | None:
        """Return who has won."""
        owner = self.row_owner(cells)
        return other(owner) if owner and self.variant.misere else owner

    def legal_moves(self, cells: str) -> list[int]:
        """Return the legal moves, ascending; none once the game is over."""
        if self.row_owner(cells):
            return []
        return sorted(self.playable(cells))

    def options(self, cells: str, mover: str) -> dict[int, Outcome]:
        """Return what every move leads to, for the mover; the game must not be over."""
        own, opposing = bits_of(cells, mover), bits_of(cells, other(mover))
        left = self.moves_left(cells)
        return {
            cell: outcome(self._score_of_move(own, opposing, cell), left)
            for cell in self.legal(own | opposing)
        }

    def solve(self, cells: str, mover: str) -> Outcome:
        """Return value and plies: wins as fast, losses as slow as possible, draws to the end."""
        own, opposing = bits_of(cells, mover), bits_of(cells, other(mover))
        return outcome(self._score(own, opposing), self.moves_left(cells))

    def _score(self, own: int, opposing: int) -> int:
        """Return the score for the side to move, 0 also if no move is left."""
        key = own, opposing
        known = self._scores.get(key)
        if known is None:
            known = self._scores[key] = self._search(own, opposing)
        return known

    def _search(self, own: int, opposing: int) -> int:
        legal = self.legal(own | opposing)
        if not self.variant.misere and any(self.makes_row(own, cell) for cell in legal):
            return SOON - 1
        return max((self._score_of_move(own, opposing, cell) for cell in legal), default=0)

    def _score_of_move(self, own: int, opposing: int, cell: int) -> int:
        if self.makes_row(own, cell):
            return 1 - SOON if self.variant.misere else SOON - 1
        after = self._score(opposing, own | 1 << cell)
        return -after + (after > 0) - (after < 0)


class Reference(VariantReference):
    """The plain game on a board without walls, whose edges may be joined, with its lines."""

    def __init__(self, width: int, height: int, row_length: int, wrap: Wrap = "none") -> None:
        super().__init__(Variant(width, height, row_length, wrap=wrap), "." * (width * height))
        self.width, self.height, self.row_length = width, height, row_length
        self.lines = lines_of(width, height, row_length)
        if wrap != "none":
            windows = {window for found in self.windows.values() for window, _ in found}
            self.lines = sorted(tuple(sorted(window)) for window in windows)
        self.lines_through: list[list[tuple[int, ...]]] = [[] for _ in self.blank]
        for line in self.lines:
            for cell in line:
                self.lines_through[cell].append(line)

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


def preference(outcome: Outcome) -> int:
    """Return a key that orders outcomes: fast wins, slow wins, draws, slow losses, fast losses."""
    value, plies = outcome
    return value * (1_000_000 - plies)


def lines_of(width: int, height: int, row_length: int) -> list[tuple[int, ...]]:
    """Return the cells of every line, found by walking from every cell in four directions."""
    found, reach = set(), row_length - 1
    for row, column, (down, right) in product(range(height), range(width), DIRECTIONS):
        if row + down * reach < height and 0 <= column + right * reach < width:
            first, step = row * width + column, down * width + right
            found.add(tuple(first + step * index for index in range(row_length)))
    return sorted(found)


def moved(cells: str, images: tuple[int, ...]) -> str:
    """Return the position after every cell has gone to its image."""
    result = [""] * len(cells)
    for cell, image in enumerate(images):
        result[image] = cells[cell]
    return "".join(result)


def outcome(score: int, moves_left: int) -> Outcome:
    """Return value and plies; a draw lasts as many plies as moves are left."""
    if score == 0:
        return 0, moves_left
    return (1 if score > 0 else -1), SOON - abs(score)


def bits_of(cells: Sequence[str], mark: str) -> int:
    """Return the set of the cells that hold the mark."""
    return sum(1 << cell for cell, each in enumerate(cells) if each == mark)


def blank_of(cells: str) -> str:
    """Return the cells without their stones."""
    return cells.replace("X", ".").replace("O", ".")


@lru_cache(32)
def variant_reference(variant: Variant, blank: str) -> VariantReference:
    """Return a reference that tests share; the latest few are kept."""
    return VariantReference(variant, blank)


def symmetries_of_rules(variant: Variant, blank: str) -> set[tuple[int, ...]]:
    """Return what keeps the rules and the walls, as the image of each cell.

    These are reflections and, on a square, the exchange of rows and columns, each followed by a
    translation along joined edges. Gravity leaves only what keeps each row where it is.
    """
    width, height = variant.width, variant.height
    joins_rows, joins_columns = variant.joins
    turns = width == height and joins_rows == joins_columns and not variant.gravity
    found = set()
    for exchanged, upside_down, mirrored, down, right in product(
        (False, True) if turns else (False,),
        (False,) if variant.gravity else (False, True),
        (False, True),
        range(height) if joins_rows and not variant.gravity else (0,),
        range(width) if joins_columns else (0,),
    ):
        images = []
        for cell in range(width * height):
            row, column = divmod(cell, width)
            if exchanged:
                row, column = column, row
            if upside_down:
                row = height - 1 - row
            if mirrored:
                column = width - 1 - column
            images.append((row + down) % height * width + (column + right) % width)
        if moved(blank, tuple(images)) == blank:
            found.add(tuple(images))
    return found


def symmetries_of(width: int, height: int) -> list[tuple[int, ...]]:
    """Return every symmetry of the board as the image of each cell, without repetition."""
    return sorted(symmetries_of_rules(Variant(width, height, 1), "." * (width * height)))


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
