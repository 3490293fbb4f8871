"""The engine for stones that fall proves what the plain reference finds, however it is used."""

import pytest

from service.game import Board, Rules, parse
from service.solver.compiling.kernels.jit import INTERPRETED
from service.solver.gravity import gravity_position
from service.solver.memory import TranspositionTable
from tests.rules.cases import Case, every_position, random_blank, variant_of
from tests.solver.any_rules.support import (
    SHAPES,
    advance_at_once,
    check_line_of_best_play,
    check_settled,
    check_single_nodes,
    random_cases,
)
from tests.solver.any_rules.support import solved as solved_by_rules
from tests.solver.gravity.support import (
    FALLING,
    deepening_of,
    is_wide,
    position_of,
    score_of_best,
    solved,
)
from tests.support.connect_four import connect_four
from tests.support.sampling import chance_of, samples

LARGER = [(5, 4), (6, 5), (7, 6), (8, 5), (8, 7), (9, 6), (10, 8), (12, 7)]
"""Sizes of Connect Four; the last two need wide words."""
LEFT = 16
"""Most empty cells of random positions on these."""


@pytest.fixture(scope="module")
def table() -> TranspositionTable:
    """Provide one table for all positions, of whatever game."""
    return TranspositionTable(8)


def random_board(rules: Rules, left: int, name: str) -> Board:
    """Return a position with at most so many cells left after random moves that win nothing."""
    chance = chance_of(name)
    while True:
        board = Board(rules)
        while board.reachable.bit_count() > left:
            after = [board.play(cell) for cell in board.legal_moves]
            after = [each for each in after if each.status == "in_progress"]
            if not after:
                break
            board = chance.choice(after)
        else:
            return board


def test_every_option_of_random_positions(table: TranspositionTable) -> None:
    """On boards of many shapes and row lengths, most of them with walls."""
    chance = chance_of("stones that fall")
    for case in random_cases(FALLING, chance, samples(3000)):
        check_settled(solved(case.board, table), case)


@pytest.mark.parametrize(("width", "height"), LARGER)
def test_larger_boards_as_the_engine_for_any_rules(width: int, height: int) -> None:
    """In one small table, in which each takes what the other has written for torn entries."""
    table = TranspositionTable(1)
    for number in range(samples(40)):
        board = random_board(connect_four(width, height), LEFT, f"{width}x{height} {number}")
        by_rules, falling, again = (
            engine(board, table) for engine in (solved_by_rules, solved, solved_by_rules)
        )
        expected = by_rules.lower.tolist()
        assert falling.lower.tolist() == falling.upper.tolist() == expected, board
        assert again.lower.tolist() == expected, board


@pytest.mark.thorough
def test_every_position_of_a_small_board() -> None:
    """Of all 161,029, the 152,609 or so in which the game goes on, with every option."""
    table, count = TranspositionTable(64), 0
    for case in every_position(Case(variant_of((4, 4, 4), FALLING), "." * 16, "X")):
        count += 1
        if case.reference.legal_moves(case.cells):
            check_settled(solved(case.board, table), case)
    assert count == 161_029


def test_the_best_option_and_the_line_of_best_play(table: TranspositionTable) -> None:
    chance = chance_of("lines of falling stones")
    for case in random_cases(FALLING, chance, samples(500)):
        check_line_of_best_play(deepening_of(case.board, table, best_only=True), case, chance)


def test_a_search_that_is_cut_into_single_nodes() -> None:
    chance = chance_of("single nodes of falling stones")
    for case in random_cases(FALLING, chance, samples(100)):
        check_single_nodes(deepening_of(case.board, TranspositionTable(1)), case, chance)


@pytest.mark.skipif(INTERPRETED, reason="threads of the interpreter take turns")
def test_threads_on_one_table() -> None:
    for number in range(samples(20)):
        board = random_board(connect_four(7, 6), 22, f"threads {number}")
        table = TranspositionTable(1)
        searches = [deepening_of(board, table) for _ in range(3)]
        advance_at_once(searches)
        alone = solved(board, TranspositionTable(1))
        for each in searches:
            assert each.lower.tolist() == each.upper.tolist() == alone.lower.tolist()


def test_no_answer_crosses_sizes_row_lengths_or_walls() -> None:
    table, chance = TranspositionTable(1), chance_of("crossing sizes")
    names: dict[int, Rules] = {}
    for _ in range(samples(200)):
        variant = variant_of(chance.choice(SHAPES), FALLING)
        blank = random_blank(variant[:3], chance)
        case = Case(variant, blank, "X")
        if not case.reference.legal_moves(blank) or case.reference.moves_left(blank) > 10:
            continue
        rules = case.board.rules
        assert names.setdefault(int(position_of(case.board, table).game.key), rules) == rules
        check_settled(solved(case.board, table), case)


def test_a_smaller_board_in_walls(table: TranspositionTable) -> None:
    """Its floor is one higher, so that rows of odd numbers stand where even ones did."""
    small = Board(connect_four(5, 4))
    walled = parse(["#.....#"] * 4 + ["#######"], 4, "X", gravity=True)
    assert score_of_best(walled, table) == score_of_best(small, table) == 0
    assert position_of(walled, table).remaining == 20


def test_what_is_left_to_other_engines(table: TranspositionTable) -> None:
    for rules in (
        Rules(7, 6, 4),
        Rules(7, 6, 4, gravity=True, wrap="horizontal"),
        Rules(7, 6, 4, gravity=True, exact=True),
        Rules(7, 6, 4, gravity=True, misere=True),
        connect_four(13, 9),
    ):
        assert gravity_position(Board(rules), table) is None
    assert is_wide(position_of(Board(connect_four(12, 9)), table))
    assert not is_wide(position_of(Board(connect_four(8, 7)), table))
