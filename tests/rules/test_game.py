"""Games and positions under every combination of rules, against scanning the cells."""

from itertools import pairwise, product

import pytest

from service.game import Board, Player, PositionError, Rules, parse
from tests.rules.cases import (
    COMBINATIONS,
    LARGER,
    SMALL,
    Case,
    Shape,
    Switches,
    every_combination,
    every_position,
    random_blank,
    random_game,
    variant_of,
)
from tests.support.reference import DIRECTIONS, Variant, bits_of
from tests.support.sampling import chance_of, samples

SHAPES = [*SMALL, *LARGER, (7, 6, 4), (9, 9, 5), (1, 12, 4), (11, 3, 4)]
PLAIN_SHAPES = [
    (3, 3, 3), (4, 3, 2), (4, 3, 3), (5, 4, 3), (2, 2, 2), (2, 2, 1), (1, 6, 3), (6, 1, 2),
    (7, 7, 4), (9, 9, 5), (10, 10, 4), (12, 8, 6), (3, 3, 4), (30, 2, 3),
]  # fmt: skip
"""Of which 15 games are tried without a switch."""


def check_board(board: Board, case: Case) -> None:
    """Check everything that a board says of itself against the reference."""
    game, cells = case.reference, case.cells
    owner, legal = game.row_owner(cells), game.legal_moves(cells)
    taken = bits_of(cells, "X") | bits_of(cells, "O")
    assert board.rows == case.rows, case
    assert (board.x, board.o) == (bits_of(cells, "X"), bits_of(cells, "O")), case
    assert board.to_move == case.to_move, case
    assert board.empty == bits_of(cells, "."), case
    assert board.row_owner == owner, case
    assert board.winner == game.winner(cells), case
    assert board.legal_moves == legal, case
    assert board.status == ("won" if owner else "in_progress" if legal else "drawn"), case
    if not owner:
        assert board.winning_line is None, case
        assert board.playable == sum(1 << cell for cell in game.legal(taken)), case
        assert board.reachable.bit_count() == game.moves_left(cells), case
    else:
        check_winning_line(board, case, owner)
    for cell in {*range(-1, len(cells) + 1)} - {*legal}:
        with pytest.raises(ValueError, match="not a legal move"):
            board.play(cell)


def in_order(variant: Variant, path: list[int]) -> bool:
    """Return whether the cells follow each other in one direction."""
    steps = list(pairwise(path))
    return any(
        all(variant.beside(cell, sign * down, sign * right) == following
            for cell, following in steps)
        for down, right in DIRECTIONS
        for sign in (1, -1)
    )  # fmt: skip


def check_winning_line(board: Board, case: Case, owner: str) -> None:
    """Check that the line is a whole run that is a row, its cells in order."""
    line = board.winning_line
    assert line, case
    runs = case.reference.runs(bits_of(case.cells, owner), line[0])
    assert set(line) in filter(case.reference.is_row, runs), (case, line)
    assert len(set(line)) == len(line), (case, line)
    assert in_order(case.variant, line), (case, line)


@every_combination
def test_playing_and_parsing_agree_with_scanning_the_cells(switches: Switches) -> None:
    """Every position of random games, with walls in most of them."""
    chance = chance_of(f"games {switches}")
    plain = samples(15) if switches == COMBINATIONS[0] else 0
    for shape, games in [
        *((shape, samples(5, least=1)) for shape in SHAPES),
        *((shape, plain) for shape in PLAIN_SHAPES),
    ]:
        for _ in range(games):
            variant = variant_of(shape, switches)
            start = Case(variant, random_blank(shape, chance), chance.choice(("X", "O")))
            walls = bits_of(start.cells, "#")
            board = Board(Rules(*variant, walls=walls), to_move=start.to_move)
            previous = start
            for case in random_game(start, chance):
                if case != start:
                    differing = zip(previous.cells, case.cells, strict=True)
                    cell = next(at for at, (was, now) in enumerate(differing) if was != now)
                    board, previous = board.play(cell), case
                check_board(board, case)
                parsed = case.board
                assert parsed == board, case
                check_board(parsed, case)


SOME: list[tuple[Shape, str]] = [
    ((3, 2, 2), "......"), ((3, 2, 2), ".#...."), ((2, 2, 1), "...."), ((5, 1, 2), "....."),
]  # fmt: skip
MORE: list[tuple[Shape, str]] = [
    ((2, 3, 2), "......"), ((1, 6, 3), "......"), ((3, 2, 3), "......"), ((4, 2, 2), "........"),
    ((2, 4, 3), "........"), ((3, 3, 3), "....#...."),
]  # fmt: skip
PLAIN: list[Shape] = [
    (3, 3, 3), (3, 3, 2), (4, 2, 2), (8, 1, 2), (1, 8, 3), (2, 2, 1), (2, 2, 2), (3, 2, 4),
]  # fmt: skip


@pytest.mark.parametrize("to_move", [None, "X", pytest.param("O", marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    ("shape", "blank", "combinations"),
    [*((*each, COMBINATIONS) for each in SOME),
     *(pytest.param(*each, COMBINATIONS, marks=pytest.mark.thorough) for each in MORE),
     *((shape, "." * shape[0] * shape[1], COMBINATIONS[:1]) for shape in PLAIN)],
)  # fmt: skip
def test_a_grid_is_accepted_if_a_game_reaches_it(
    shape: Shape, blank: str, combinations: list[Switches], to_move: Player | None
) -> None:
    """All grids are tried; the converse holds unless stones fall or longer runs are no rows.

    Which stone came first is not asked where columns or overlines tell something about it. With the
    side to move given, either player may have begun.
    """
    for switches in combinations:
        variant = variant_of(shape, switches)
        first: list[Player] = ["X", "O"] if to_move else ["X"]
        cases = (case for each in first for case in every_position(Case(variant, blank, each)))
        reached = {case.cells: case for case in cases if to_move in (None, case.to_move)}
        gravity, _, exact, _ = switches
        for marks in product(*("#" if mark == "#" else "XO." for mark in blank)):
            cells = "".join(marks)
            try:
                board = parse(
                    variant.rows(cells), variant.row_length, to_move, gravity=gravity,
                    wrap=variant.wrap, exact=exact, misere=variant.misere,
                )  # fmt: skip
            except PositionError:
                assert cells not in reached, (variant, cells)
                continue
            check_board(board, Case(variant, cells, board.to_move))
            if cells in reached:
                assert board.to_move == reached[cells].to_move, (variant, cells)
            else:
                assert gravity or exact, (variant, cells)


def test_stones_of_no_game_are_accepted_where_any_position_is() -> None:
    """Those that float are not, nor those that no game with rows ends in."""
    chance = chance_of("any position")
    for _ in range(samples(2000)):
        variant = variant_of(chance.choice(SMALL), chance.choice(COMBINATIONS))
        blank, stones = random_blank(variant[:3], chance), chance.choice(("XO.", "XO", "XXO...."))
        cells = "".join(each if each == "#" else chance.choice(stones) for each in blank)
        case = Case(variant, cells, chance.choice(("X", "O")), any_position=True)
        padded, width = cells + "#" * variant.width, variant.width
        floating = {
            cell
            for cell, mark in enumerate(cells)
            if variant.gravity and mark in "XO" and padded[cell + width] == "."
        }
        try:
            board = case.board
        except PositionError as error:
            places = {(path[1], path[2]) for fault in error.faults if (path := fault.path)[1:]}
            assert places == {divmod(cell, width) for cell in floating}, case
            assert floating or any(
                case.reference.makes_row(bits_of(cells, mark), cell)
                for cell, mark in enumerate(cells)
                if mark in "XO"
            ), case
        else:
            assert not floating, case
            check_board(board, case)
