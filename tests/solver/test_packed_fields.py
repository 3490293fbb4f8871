"""Numbers packed into bits: sizes at, below and above each bound, and what fits a field."""

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from service.game import Board, Player, Rules, other, parse, union
from service.solver import Budget, Solver
from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.gravity import gravity_position
from service.solver.gravity.kernels import near_table, rows, search
from service.solver.gravity.kernels import table as columns_table
from service.solver.heuristic import SURE, HeuristicSearch, game_key, network
from service.solver.heuristic.kernels import move_list
from service.solver.heuristic.kernels import transposition_table as tt
from service.solver.heuristic.kernels.evaluation import MOST_EVALUATION
from service.solver.heuristic.kernels.state import PLIES
from service.solver.lines import (
    KEYS,
    MOST_BOARD_CELLS,
    MOST_ROW_LENGTH,
    WIDE_CELLS,
    WIN,
    form_tables,
    forms,
    keys_of_rules,
)
from service.solver.lines.kernels.pattern_board import CLASS_BITS, CLASSES, PAIRS
from service.solver.memory import TranspositionTable, transposition
from service.solver.threats.kernels import threat_space
from service.solver.threats.kernels.tree import MOST_PLIES
from service.solver.zugzwang import zugzwang_position
from service.solver.zugzwang.kernels.position import CODE
from tests.solver.checks import played
from tests.support.reference import WRAPS
from tests.support.sampling import chance_of

FALLING_LENGTHS = [31, 33, 37, 38, 39, 64, 127, 181, 182, 254, 255, 256, 257, 258]
"""Row lengths next to what the code of a line counts, and to powers of two. With longer ones there
are more lines here than a search looks at."""
OFTEN = {38, 39, 256, 257}
SIDES = [
    (8191, 1), (1, 8193), (90, 91), (91, 91), (128, 128), (16385, 1), (181, 182), (1, 32769),
    (255, 257), (65535, 1), (1, 65535),
]  # fmt: skip
"""Boards of so many cells as numbers of 13, 14, 15 and 16 bits can tell apart, or some more."""
OFTEN_SIDES = {(91, 91), (181, 182)}
EXCHANGED: dict[Player, dict[int, int]] = {"O": {}, "X": str.maketrans("XO", "OX")}


def falling_rows(row_length: int, mover: Player, *, mirrored: bool) -> list[str]:
    """Return rows in which the mover, with an open row that lacks two stones, wins in three plies.

    The opponent has two such rows. All stones above are in pairs, and make no rows.
    """
    open_row = f"..{'X' * (row_length - 2)}..#"
    floor = f"{open_row}{open_row}.{'O' * (row_length - 2)}..#{'.' * 42}"
    above = [
        "".join(
            "XO"[(column // 2 + row) % 2] if below in "XO" else "."
            for column, below in enumerate(floor)
        )
        for row in range(2)
    ]
    rows = [each.translate(EXCHANGED[mover]) for each in (*above, floor)]
    return [row[::-1] for row in rows] if mirrored else rows


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("mover", ["X", "O"])
@pytest.mark.parametrize(
    "row_length",
    [
        pytest.param(length, marks=() if length in OFTEN else pytest.mark.thorough)
        for length in FALLING_LENGTHS
    ],
)
def test_a_win_in_three_plies_is_seen_where_stones_fall(
    row_length: int, mover: Player, mirrored: bool
) -> None:
    rows = falling_rows(row_length, mover, mirrored=mirrored)
    board = parse(rows, row_length, mover, gravity=True, any_position=True)
    assert board.reachable.bit_count() > WIDE_CELLS
    analysis = Solver(1).analyse(board, Budget(nodes=3000))
    assert analysis.assessment.value == 1
    assert analysis.assessment.plies_to_end == 3
    # Alone the stone on that side of its row leaves two cells that complete a row each.
    start = rows[-1].index(mover * (row_length - 2))
    column = start - 1 if mirrored else start + row_length - 2
    assert analysis.options[0].cell == 2 * board.rules.width + column


@pytest.mark.parametrize("row_length", [4, 37, 38, 39, 257, 300])
def test_codes_of_lines_fit_and_tell_threats(row_length: int) -> None:
    """Line by line, with stones on nearly all cells of a row, on few, and on none."""
    width, chance = row_length + 3, chance_of(f"codes {row_length}")
    for stones in {0, 1, row_length // 2, row_length - 2, row_length - 1}:
        taken = set(chance.sample(range(row_length), stones))
        floor = "".join("X" if column in taken else "." for column in range(width))
        board = parse(["." * width, floor], row_length, "O", gravity=True, any_position=True)
        position = zugzwang_position(board)
        codes = position.lines & CODE
        assert codes.max(initial=0) < position.worths.size == position.threat_of.size
        assert position.worths.size <= CODE + 1
        threats = {
            (column, row)
            for column, bits in enumerate(position.threats[0, 0].tolist())
            for row in range(board.rules.height)
            if bits >> row & 1
        }
        lines = [set(range(start, start + row_length)) for start in range(4)]
        lacking = [line - taken for line in lines]
        assert threats == {(min(each), 0) for each in lacking if len(each) == 1}


@pytest.mark.parametrize("gravity", [False, True])
@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(shape, marks=() if shape in OFTEN_SIDES else pytest.mark.thorough)
        for shape in SIDES
    ],
    ids=str,
)
def test_cells_of_large_boards_are_not_mixed_up(shape: tuple[int, int], gravity: bool) -> None:
    """Wins in one move are taken, those of the opponent are blocked, and all moves are legal."""
    rules, chance, solver = Rules(*shape, 4, gravity=gravity), chance_of(str(shape)), Solver(1)
    wins = blocks = 0
    in_vain = gravity and rules.width == 1
    for tried in range(100):
        if tried >= 6 and (wins + blocks or in_vain):
            break
        board = Board(rules)
        for _ in range(chance.randint(7, 14)):
            after = board.play(chance.choice(last_cells(board)))
            board = board if after.winner else after
        analysis = solver.analyse(board, Budget(nodes=3000, best_only=True))
        best, cells = analysis.options[0], {option.cell for option in analysis.options}
        assert union(1 << cell for cell in cells) == board.playable
        played(board, analysis.principal_variation)
        passed = replace(board, to_move=other(board.to_move))
        completing, feared = (
            {cell for cell in last_cells(each, beyond=4) if each.play(cell).winner}
            for each in (board, passed)
        )
        if completing:
            wins += 1
            assert best.cell in completing
            assert (best.assessment.value, best.assessment.plies_to_end) == (1, 1)
        elif len(feared) == 1:
            blocks += 1
            assert {best.cell} == feared
    assert wins + blocks > 0 or in_vain


@pytest.mark.parametrize("shape", [(91, 91), (181, 182), (255, 257)], ids=str)
def test_what_looks_best_on_a_large_board_stays_near_the_stones(shape: tuple[int, int]) -> None:
    """The moves of its lines of play and of its table are not those of other cells."""
    for seed in range(4):
        board, chance = Board(Rules(*shape, 5)), random.Random(seed)
        for _ in range(8):
            board = board.play(chance.choice(last_cells(board, beyond=3)))
        cells = np.array(last_cells(board, beyond=3), np.int64)
        bounds = np.full(cells.size, 1 - WIN), np.full(cells.size, WIN - 1)
        heuristic = HeuristicSearch(board, cells, bounds, np.zeros((1 << 14, 2), np.uint64))
        heuristic.advance(3000)
        assert heuristic.depth >= 5
        line = heuristic.line(int(cells[heuristic.scores.argmax()]))
        assert set(line) <= set(last_cells(board, beyond=8))


def last_cells(board: Board, beyond: int = 0) -> list[int]:
    """Return cells with the highest numbers, and some beyond, where a stone may be placed."""
    width, height, _ = board.rules.shape
    rows = range(max(height - (14 if width == 1 else 5) - beyond, 0), height)
    columns = range(max(width - (14 if height == 1 else 5) - beyond, 0), width)
    cells = [row * width + column for row in rows for column in columns]
    return [cell for cell in cells if board.playable >> cell & 1]


def test_boards_of_more_plies_than_scores_tell_apart_are_refused() -> None:
    solver = Solver(1)
    assert MOST_BOARD_CELLS == 65_535
    for rules in (
        Rules(MOST_BOARD_CELLS + 1, 1, 5),
        Rules(256, 256, 5, gravity=True),
        Rules(256, 256, 5, misere=True),
        Rules(1, 1 << 17, 1 << 17, exact=True),
    ):
        for ask in (solver.analyse, solver.glance, solver.at_once):
            with pytest.raises(ValueError, match=f"more than {MOST_BOARD_CELLS} cells"):
                ask(Board(rules), Budget(nodes=1))


def test_the_greatest_numbers_come_back_from_each_field() -> None:
    """Where a bound follows from the largest board, or from the widest word."""
    table, key, most = np.zeros((4, 2), np.uint64), np.uint64(5), MOST_BOARD_CELLS - 1
    for score in (tt.MATE - 1, tt.SURE, MOST_EVALUATION, 0, -MOST_EVALUATION, 1 - tt.MATE):
        for move, depth, bound in (
            (most, PLIES - 1, tt.EXACT),
            (0, 1, tt.UPPER),
            (-1, 9, tt.LOWER),
        ):
            tt.store(table, key, score, 1, bound, depth, move)
            data = np.int64(tt.probe(table, key))
            found = tt.score_in(data, 1), tt.bound_in(data), tt.depth_in(data), tt.move_in(data)
            assert found == (score, bound, depth, move)
        entry = np.int64(move_list.pack_move(np.int64(most), np.int64(score)))
        assert move_list.cell_in(entry) == most
        assert move_list.priority_in(entry) == score
    for column in range(WIDE_CELLS // 2):
        for weight in (-search.WASTED, 0, WIDE_CELLS << 8):
            assert search.column_of(search.order_key(weight, column)) == column
    for least in (1 - WIDE_CELLS, -1, 0, WIDE_CELLS - 1):
        bounds = columns_table.data_of(np.int64(least), np.int64(-least))
        assert columns_table.lower_of(bounds) == -columns_table.upper_of(bounds) == least
    for least in (-near_table.FEW, 0, near_table.FEW):
        near, name = np.zeros((near_table.BUCKETS, 8), np.uint64), np.uint64((1 << 64) - 1)
        near_table.near_store(near, name, np.int64(least), np.int64(-least), np.int64(0))
        bounds = np.uint64(near_table.near_probe(near, name))
        assert columns_table.lower_of(bounds) == -columns_table.upper_of(bounds) == least


@pytest.mark.parametrize("height", [62, 63, 126, 127])
def test_a_column_as_high_as_a_word_has_names(height: int) -> None:
    """Its sentinel is the highest bit, so that the shift by a column would be one by a word."""
    board, seen = Board(Rules(1, height, 4, gravity=True)), set()
    while board.status == "in_progress":
        position = gravity_position(board, TranspositionTable(1))
        assert position is not None
        own, opponent = position.stones
        found = np.zeros(1, position.stones.dtype)
        write_name(position.game, own, opponent, found)
        seen.add(found.tobytes())
        board = board.play(board.legal_moves[0])
    assert len(seen) == height
    assert bytes(found.nbytes) not in seen


@bare_kernel
def write_name(game, own, opponent, found):  # type: ignore[no-untyped-def]
    """Fill `found`, shape (1,), words, with the name of a position."""
    found[0] = rows.name_of(game, own, own | opponent)


@pytest.mark.parametrize("shape", [(7, 6), (1, 63), (32, 1), (4, 15), (16, 3)], ids=str)
def test_rows_longer_than_a_word_are_none_where_stones_fall(shape: tuple[int, int]) -> None:
    for row_length in (max(shape) + 1, 63, 64, 65, 71, 128, 129, 256, 2500):
        board = Board(Rules(*shape, max(row_length, max(shape) + 1), gravity=True))
        position = gravity_position(board, TranspositionTable(1))
        assert position is not None
        stones = position.game.board & ~position.game.floor
        assert rows.completing(position.game, stones, position.game.board) == 0
        assert rows.rows_of(position.game, position.game.board) == 0


def test_a_search_for_a_sequence_gets_fewer_nodes_the_deeper_it_is() -> None:
    nodes = [int(threat_space.sequence_nodes(depth)) for depth in range(MOST_PLIES + 1)]
    expected = [threat_space.ROOT_SEQUENCE_NODES >> 2 * depth for depth in range(MOST_PLIES + 1)]
    assert nodes == [max(each, threat_space.SEQUENCE_NODES) for each in expected]


def test_positions_of_no_two_games_share_an_entry_of_the_heuristic_search() -> None:
    games = [
        Rules(9, 7, 5, gravity, wrap, exact, walls=walls)
        for gravity, wrap, exact, walls in product(
            (False, True), WRAPS, (False, True), (0, 1, 1 << 40)
        )
    ]
    boards = [Board(rules, to_move=to_move) for rules in games for to_move in ("X", "O")]
    assert len({game_key(board) for board in boards}) == len(boards)


def test_numbers_that_follow_from_tables_fit() -> None:
    pair_of, form_of = form_tables()
    assert CLASSES <= 1 << CLASS_BITS
    assert pair_of.max() == PAIRS - 1 < 1 << 8
    assert form_of.max() == len(forms()) - 1 < 1 << 16
    for row_length in range(1, MOST_ROW_LENGTH + 1):
        policy = network(row_length).policy
        # Options get ten times the policy beside their evaluation, as no win that is seen has.
        most = 10 * (int(policy["own"].max()) + int(policy["opposing"].max()))
        assert most + MOST_EVALUATION < SURE
    assert KEYS <= transposition.KEY_SPACING
    widest = max(int(keys_of_rules(Rules(128, 1, 1 << 40, wrap="both")).max()), 1)
    assert widest < transposition.PRIVATE_KEYS * transposition.KEY_SPACING
