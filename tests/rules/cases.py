"""Seeded random boards, games and positions under every combination of rules."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

import pytest

from service.game import Board, Player, parse
from tests.support.reference import (
    WRAPS,
    Outcome,
    Variant,
    VariantReference,
    Wrap,
    bits_of,
    blank_of,
    put,
    variant_reference,
)

Switches = tuple[bool, Wrap, bool, bool]
"""Gravity, wrap, exact, misère."""
COMBINATIONS: list[Switches] = list(product((False, True), WRAPS, (False, True), (False, True)))

Shape = tuple[int, int, int]
"""Width, height, row length."""
SMALL: list[Shape] = [
    (1, 1, 1), (1, 7, 3), (9, 1, 3), (1, 8, 2), (2, 2, 2), (3, 2, 2), (2, 4, 2), (4, 2, 3),
    (2, 3, 4), (3, 3, 2), (3, 3, 3), (3, 3, 4),
]  # fmt: skip
"""Games of up to 9 cells."""
LARGER: list[Shape] = [
    (2, 6, 3), (5, 2, 3), (4, 3, 3), (3, 4, 3), (3, 4, 4), (4, 3, 2), (4, 4, 3), (4, 4, 4),
    (4, 4, 5), (6, 4, 3), (6, 4, 4), (6, 4, 5),
]  # fmt: skip
ATTEMPTS = 5
"""Games started anew when no move is left that makes no row."""


def name_of(switches: Switches) -> str:
    """Return what switches are on, as the name of a test."""
    gravity, wrap, exact, misere = switches
    on = [gravity and "gravity", wrap != "none" and wrap, exact and "exact", misere and "misere"]
    return "-".join(each for each in on if each) or "plain"


def variant_of(shape: Shape, switches: Switches) -> Variant:
    """Return the rules of a shape with these switches."""
    width, height, row_length = shape
    gravity, wrap, exact, misere = switches
    return Variant(width, height, row_length, gravity, wrap, exact, misere)


def is_mixed(switches: Switches) -> bool:
    """Return whether three switches or four are on, or one beside a single pair of joined edges."""
    gravity, wrap, exact, misere = switches
    return gravity + exact + misere > {"none": 2, "both": 1}.get(wrap, 0)


every_combination = pytest.mark.parametrize(
    "switches",
    [pytest.param(each, marks=[pytest.mark.thorough] * is_mixed(each)) for each in COMBINATIONS],
    ids=name_of,
)
"""Runs a test once for each combination of switches, the mixed ones in the thorough tier."""


@dataclass(frozen=True)
class Case:
    """A position under the rules of a variant."""

    variant: Variant
    cells: str
    to_move: Player
    any_position: bool = False

    def __str__(self) -> str:
        rows = "/".join(self.rows)
        return f"{rows} {self.variant.row_length} {name_of(self.variant[3:])} {self.to_move}"

    @property
    def rows(self) -> list[str]:
        """Return the rows, top row first."""
        return self.variant.rows(self.cells)

    @property
    def reference(self) -> VariantReference:
        """Return the reference of the game with its walls."""
        return variant_reference(self.variant, blank_of(self.cells))

    @property
    def board(self) -> Board:
        """Return the position as the package under test sees it."""
        _, _, row_length, gravity, wrap, exact, misere = self.variant
        return parse(
            self.rows, row_length, self.to_move, gravity=gravity, wrap=wrap, exact=exact,
            misere=misere, any_position=self.any_position,
        )  # fmt: skip

    @property
    def expected(self) -> dict[int, Outcome]:
        """Return what every move leads to, for the side to move."""
        return self.reference.options(self.cells, self.to_move)

    def after(self, cell: int) -> "Case":
        """Return the position after a move, which need not be legal."""
        cells = put(self.cells, cell, self.to_move)
        return replace(self, cells=cells, to_move=opponent(self.to_move))


def opponent(player: Player) -> Player:
    """Return the other player."""
    return "O" if player == "X" else "X"


def random_blank(shape: Shape, chance: random.Random) -> str:
    """Return a board without stones, in two of three cases with walls, which leave a cell free."""
    size = shape[0] * shape[1]
    count = chance.choice((0, chance.randint(0, size // 3), min(chance.randint(1, 3), size - 1)))
    walls = chance.sample(range(size), count)
    return "".join("#" if cell in walls else "." for cell in range(size))


def random_game(start: Case, chance: random.Random) -> Iterator[Case]:
    """Yield every position of a game of random moves, with `start` first, to its end."""
    case = start
    yield case
    while legal := case.reference.legal_moves(case.cells):
        case = case.after(chance.choice(legal))
        yield case


def every_position(start: Case) -> Iterator[Case]:
    """Yield every position to which `start` can lead, once, and itself."""
    level = {start.cells: start}
    while level:
        yield from level.values()
        following = (
            case.after(cell)
            for case in level.values()
            for cell in case.reference.legal_moves(case.cells)
        )
        level = {case.cells: case for case in following}


def random_case(
    variant: Variant, moves_left: int, chance: random.Random, kind: Callable[..., Case] = Case
) -> Case:
    """Return a position in which nobody has a row, with so many moves left at most.

    Play stops earlier where every move makes a row. In some positions the stones come from no game.
    The position is of this `kind`.
    """
    blank, any_position = random_blank(variant[:3], chance), chance.random() < 0.3
    for _ in range(ATTEMPTS):
        case = kind(variant, blank, chance.choice(("X", "O")), any_position)
        while case.reference.moves_left(case.cells) > moves_left and (quiet := _quiet(case)):
            case = case.after(chance.choice(quiet))
            if any_position and chance.random() < 0.5:
                case = replace(case, to_move=opponent(case.to_move))
        if case.reference.moves_left(case.cells) <= moves_left:
            break
    return case


def _quiet(case: Case) -> list[int]:
    """Return the cells where a stone makes no row; if it need not come from a game, under walls."""
    cells = case.reference.legal_moves(case.cells)
    if case.any_position:
        full, width = case.cells + "#" * case.variant.width, case.variant.width
        places = [cell for cell, mark in enumerate(case.cells) if mark == "."]
        cells = [each for each in places if not case.variant.gravity or full[each + width] != "."]
    own = bits_of(case.cells, case.to_move)
    return [each for each in cells if not case.reference.makes_row(own, each)]
