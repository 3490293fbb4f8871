"""The engine for any rules proves what the plain reference finds, however it is used."""

import pytest

from service.game import Board, Rules, parse
from service.solver.any_rules import MaskDeepening, rule_position
from service.solver.compiling.kernels.jit import INTERPRETED
from service.solver.lines.kernels.wide_words import WIDE_WORD
from service.solver.memory import TranspositionTable
from tests.rules.cases import COMBINATIONS, Case, Switches, every_combination, variant_of
from tests.solver.any_rules.support import (
    UNLIMITED,
    advance_at_once,
    check_line_of_best_play,
    check_settled,
    check_single_nodes,
    deepening_of,
    options_of,
    position_of,
    random_cases,
    solved,
    widened,
)
from tests.support.sampling import chance_of, samples


@pytest.fixture(scope="module")
def table() -> TranspositionTable:
    """Provide one table for all positions, under whatever rules."""
    return TranspositionTable(8)


@every_combination
def test_every_option_of_random_positions(table: TranspositionTable, switches: Switches) -> None:
    chance = chance_of(f"any rules {switches}")
    for case in random_cases(switches, chance, samples(200)):
        deepening = deepening_of(case.board, table, rotation=chance.randrange(4))
        assert deepening.advance(UNLIMITED)
        check_settled(deepening, case)


@every_combination
def test_the_best_option_and_the_line_of_best_play(
    table: TranspositionTable, switches: Switches
) -> None:
    chance = chance_of(f"lines of play {switches}")
    for case in random_cases(switches, chance, samples(100)):
        check_line_of_best_play(deepening_of(case.board, table, best_only=True), case, chance)


@every_combination
def test_a_search_that_is_cut_into_single_nodes(switches: Switches) -> None:
    chance = chance_of(f"single nodes {switches}")
    for case in random_cases(switches, chance, samples(20)):
        check_single_nodes(deepening_of(case.board, TranspositionTable(1)), case, chance)


@every_combination
@pytest.mark.skipif(INTERPRETED, reason="only machine code has wide words")
def test_words_of_128_bits_say_what_those_of_64_do(switches: Switches) -> None:
    chance = chance_of(f"wide words {switches}")
    for case in random_cases(switches, chance, samples(30)):
        table = TranspositionTable(1)
        position, cells = widened(position_of(case.board, table)), options_of(case)
        assert position.stones.dtype == WIDE_WORD
        deepening = MaskDeepening(position, cells, table, best_only=False)
        assert deepening.advance(UNLIMITED)
        check_settled(deepening, case)


@every_combination
def test_threads_on_one_table(switches: Switches) -> None:
    chance = chance_of(f"threads {switches}")
    for case in random_cases(switches, chance, samples(10, least=2)):
        table = TranspositionTable(1)
        searches = [deepening_of(case.board, table, rotation=rotation) for rotation in range(3)]
        advance_at_once(searches)
        for each in searches:
            check_settled(each, case)


@every_combination
def test_a_board_of_more_than_64_cells(table: TranspositionTable, switches: Switches) -> None:
    """Only what moves can still fill is in the game, with what each line lacks of it."""
    chance = chance_of(f"remainders {switches}")
    for case in random_cases(switches, chance, samples(10, least=2), [(9, 8, 5), (13, 6, 4)]):
        position = position_of(case.board, table)
        assert position.cells.size == position.remaining < 64
        check_settled(solved(case.board, table), case)


def test_a_stone_that_undoes_a_row_is_named_where_its_own_line_is_gone() -> None:
    """A longer line through it holds a stone that is none of the game."""
    rows = [
        "X####OO####XX", "X##X#X#OXXX.O", "#XOOXOXO#O##.", "O#X#..X#XX#OO", "O##OXO#OX.OXO",
        "OO.XX#OOXXOO.",
    ]  # fmt: skip
    variant = variant_of((13, 6, 4), (False, "none", True, True))
    case = Case(variant, "".join(rows), "X", any_position=True)
    check_settled(solved(case.board, TranspositionTable(1)), case)


def test_no_answer_crosses_rules_or_walls() -> None:
    """In one table, where each position is asked under every set of rules, one after the other."""
    table, chance = TranspositionTable(1), chance_of("crossing rules")
    names: dict[int, tuple[str, Switches]] = {}
    for _ in range(samples(50)):
        walls = chance.sample(range(9), chance.randint(0, 2))
        cells = "".join("#" if cell in walls else "." for cell in range(9))
        switches = chance.choice(COMBINATIONS)
        case = Case(variant_of((3, 3, 3), switches), cells, "X")
        key = int(position_of(case.board, table).game.keys[0])
        assert names.setdefault(key, (cells, switches)) == (cells, switches)
        check_settled(solved(case.board, table), case)


def test_a_position_is_known_again_from_another_one_of_its_game() -> None:
    after = Board(Rules(5, 4, 4, gravity=True)).play(15)
    nodes = []
    for known in ([after], [after.play(16), after]):
        table = TranspositionTable(4)
        nodes.append([solved(board, table).nodes for board in known][-1])
    assert nodes[1] < nodes[0]


def test_too_many_cells_are_left_to_others() -> None:
    table = TranspositionTable(1)
    assert rule_position(Board(Rules(12, 11, 4, gravity=True)), table) is None
    position = position_of(Board(Rules(16, 8, 4, gravity=True)), table)
    assert position.stones.dtype == WIDE_WORD
    # Walls are on the floor of all but one column of a board of 121 cells.
    board = parse([*["." * 11] * 10, "#" * 11], 4, "X", gravity=True)
    assert rule_position(board, table) is not None
