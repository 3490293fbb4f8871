"""The heuristic search for zugzwang sees the ends of games, and what it claims is true."""

from functools import partial
from itertools import repeat

import numpy as np
import pytest

from service.game import Board, Rules, name_rules, other, parse
from service.players import LEVELS, Turn
from service.solver import Budget, Solver
from service.solver.analysis import Bounds
from service.solver.heuristic.kernels.transposition_table import MATE
from service.solver.lines import WIN
from service.solver.memory import TranspositionTable
from service.solver.root import sign
from service.solver.zugzwang import ZugzwangSearch, has_zugzwang, zugzwang_position
from service.solver.zugzwang.kernels.evaluation import evaluate
from tests.rules.cases import COMBINATIONS, Switches
from tests.solver.any_rules.support import SHAPES, random_cases, scores_of
from tests.solver.checks import played
from tests.solver.engines import extended
from tests.solver.gravity.support import solved
from tests.solver.gravity.test_gravity import random_board
from tests.solver.heuristic.support import check_it_goes_on_from_any_node, search_of, search_on
from tests.support.connect_four import connect_four
from tests.support.sampling import chance_of, enough, samples

UNLIMITED = 1 << 40
new_search = partial(search_of, ZugzwangSearch)
GAMES = [
    *(Rules(*shape, gravity=True) for shape in [(8, 8, 4), (9, 7, 4), (15, 15, 5), (30, 10, 5)]),
    Rules(9, 9, 4, misere=True),
    Rules(9, 8, 4, gravity=True, misere=True),
    Rules(12, 12, 5, wrap="both", misere=True),
    Rules(9, 9, 4, gravity=True, wrap="both"),
    Rules(9, 9, 5, gravity=True, exact=True),
    Rules(9, 8, 4, wrap="horizontal", exact=True, misere=True),
]
ZUGZWANG: list[Switches] = [each for each in COMBINATIONS if each[0] or each[3]]
"""The rules under which a player may have to make a move that hurts."""
every_game = pytest.mark.parametrize("rules", GAMES, ids=name_rules)


def check_bounds(search: ZugzwangSearch, scores: list[int], board: object) -> int:
    """Check that what is proven is true; return of how many options it is known who wins."""
    assert (search.lower <= scores).all(), board
    assert (search.upper >= scores).all(), board
    return int(((search.lower > 0) | (search.upper < 0)).sum())


@pytest.mark.thorough
def test_it_wins_most_games_against_simple_rules_where_a_row_loses() -> None:
    """With few nodes a move, by which the games are the same every time."""
    solver, won, games = Solver(1), 0, 8
    for number in range(games):
        board, ours = Board(Rules(9, 9, 4, misere=True)).play(7 * (number // 2)), "XO"[number % 2]
        while board.status == "in_progress":
            budget = Budget(nodes=20_000, best_only=True)
            turn = Turn(board, partial(solver.analyse, board, budget), seed=number)
            level = LEVELS["master" if board.to_move == ours else "rules"]
            board = board.play(level.choose(turn).cell)
        won += board.winner == ours
    assert won >= games - 2


def early_board(rules: Rules, stones: int, name: str) -> Board:
    """Return a position after random moves in which the game goes on."""
    return random_board(rules, rules.cells - stones, name)


@pytest.mark.parametrize("switches", ZUGZWANG, ids=str)
def test_it_finds_a_best_option_and_proves_each_win_and_loss(switches: Switches) -> None:
    """To the end of the game, on boards of many shapes, most of them with walls.

    Late moves are searched less deep, so that now and then something is not seen.
    """
    chance, won, lost, missed = chance_of(f"zugzwang {switches}"), 0, 0, 0
    count = samples(600)
    for case in random_cases(switches, chance, count, [each for each in SHAPES if each[2] > 1]):
        if not has_zugzwang(case.board.rules):
            # On a single row of cells nothing falls.
            continue
        search, scores = new_search(case.board), scores_of(case)
        for limit in (*range(chance.randint(1, 20), 400, 20), UNLIMITED):
            ended = search_on(search, limit)
            check_bounds(search, scores, case)
        assert ended
        won, lost = won + int(search.lower.max() > 0), lost + int(search.upper.max() < 0)
        known = np.where(search.lower > 0, WIN, np.where(search.upper < 0, -WIN, 0))
        chosen = int(np.lexsort((search.scores, known))[-1])
        missed += sign(scores[chosen]) != sign(max(scores)) or sign(known[chosen]) != sign(
            max(scores)
        )
    assert won >= enough(count // 10)
    assert lost >= enough(count // 40)
    assert missed <= count // 50


@pytest.mark.parametrize(("width", "height"), [(6, 5), (7, 6), (8, 7)])
def test_bounds_after_any_number_of_nodes(width: int, height: int) -> None:
    table, chance, known = TranspositionTable(8), chance_of(f"bounds {width}x{height}"), 0
    count = samples(100)
    for number in range(count):
        board = random_board(connect_four(width, height), 18, f"{width}x{height} {number}")
        scores, search = solved(board, table).lower.tolist(), new_search(board)
        for _ in range(4):
            search_on(search, search.nodes + chance.randint(1, 2000))
            known += check_bounds(search, scores, board)
    assert known >= enough(count)


def test_no_proof_rests_on_the_table() -> None:
    """With a table that takes every position for won or lost, nothing is proven but the truth."""
    chance = chance_of("lying tables")
    for number in range(samples(20)):
        board = random_board(connect_four(6, 5), 16, f"lying table {number}")
        scores, search = (
            solved(board, TranspositionTable(1)).lower.tolist(),
            new_search(board),
        )
        search_on(search, 5000)
        again, entries = new_search(board), search._table[search._table[:, 1] != 0]
        keys = entries[:, 0] ^ entries[:, 1]
        low, claims = (1 << 24) - 1, chance.choice([2 * MATE - 7, 7])
        entries[:, 1] = entries[:, 1] & np.uint64(low) | np.uint64(claims << 24)
        entries[:, 0] = keys ^ entries[:, 1]
        again._table[keys.astype(np.int64) & len(again._table) - 1] = entries
        search_on(again, 5000)
        check_bounds(again, scores, board)


@every_game
def test_it_goes_on_from_any_node(rules: Rules) -> None:
    check_it_goes_on_from_any_node(ZugzwangSearch, early_board(rules, 7, f"any node {rules}"))


def evaluation(board: Board) -> int:
    """Return the evaluation of a position for the player who is to move."""
    return int(evaluate(zugzwang_position(board), int(board.to_move == "O")))


@every_game
def test_an_evaluation_knows_neither_colours_nor_left_and_right(rules: Rules) -> None:
    seen = set()
    for number in range(samples(100)):
        stones = 6 + number % (rules.cells // 2)
        board = early_board(rules, stones, f"evaluated {rules} {number}")
        turned = Board(rules, board.o, board.x, "O" if board.to_move == "X" else "X")
        rows = [row[::-1] for row in board.rows]
        reflected = parse(rows, rules.row_length, board.to_move, **rules.switches)
        assert evaluation(board) == evaluation(turned) == evaluation(reflected)
        seen.add(evaluation(board))
    assert len(seen) > 3


@every_game
def test_what_is_kept_up_to_date_is_as_if_made_anew(rules: Rules) -> None:
    for number in range(samples(50)):
        board = early_board(rules, 8 + 2 * number % 20, f"anew {number}")
        search, anew = new_search(board), zugzwang_position(board)
        search_on(search, 0)
        after = [board.play(cell) for cell in board.legal_moves]
        for score, each in zip(search.scores.tolist(), after, strict=True):
            assert each.status != "in_progress" or score == -evaluation(each)
        position = search._search.position
        search._most_depth = 3
        assert search_on(search, UNLIMITED)
        assert position.lines.tolist() == anew.lines.tolist()
        assert position.room.tolist() == anew.room.tolist()
        assert position.key == anew.key


@pytest.mark.parametrize("row_length", [4, 5, 8])
def test_a_large_board_looks_at_the_clock(row_length: int) -> None:
    """Some thousand nodes of 50x50 come in slices as small as those of any board."""
    board = early_board(Rules(50, 50, row_length, gravity=True), 30, f"large {row_length}")
    search = new_search(board)
    for limit in range(16, 4000, 16):
        search_on(search, limit)
        assert search.nodes <= limit
    assert search.depth > 0
    assert (np.abs(search.estimates) < 1).all()
    assert played(board, search.line(board.legal_moves[0])), "all moves are legal"


@pytest.mark.parametrize("size", [15, 50])
def test_a_win_on_a_board_beyond_all_proofs_is_proven_with_its_line(size: int) -> None:
    """X makes four in a row on the floor that can be completed on two sides."""
    rows = ["." * size] * (size - 2) + [f".....{mark * 3}{'.' * (size - 8)}" for mark in "OX"]
    analysis = Solver(1).analyse(
        parse(rows, 5, "X", gravity=True), Budget(nodes=20_000, best_only=True)
    )
    assert analysis.assessment == (Bounds(1, 1), 1.0, 3, True)
    assert analysis.search.complete
    line = [divmod(cell, size) for cell in analysis.principal_variation]
    assert [row for row, _ in line][::2] == [size - 1, size - 1]
    assert len(line) == 3


@every_game
def test_while_there_is_time_something_searches(rules: Rules) -> None:
    board = early_board(rules, 7, f"time {rules}")
    search = Solver(1).analyse(board, Budget(nodes=5000)).search
    assert search.complete or search.stopped_by == "nodes"


def test_the_only_option_that_is_left_is_searched() -> None:
    """X has to stop a row, on a board beyond all proofs."""
    board = parse(["." * 30] * 9 + ["OOOO.X..XX.X" + "." * 18], 5, "X", gravity=True)
    analysis = Solver(1).analyse(board, Budget(nodes=5000, best_only=True))
    assert analysis.options[0].cell == 274
    assert analysis.search.complete or analysis.search.stopped_by == "nodes"


UNDECIDED = [
    ("......", "..O...", "..X..O", "X.O.OX", "XXO.XO"),
    (".....", ".....", "...O.", "XO.X.", "OX.OX", "XOXXO"),
    ("......", "O.....", "X.XOX.", "O.XXO.", "XOOOXX"),
    (".....", ".....", ".....", ".XO.O", ".OOXX", "XOXOX"),
]
"""Some replies to a decided option are searched to an end that does not tell which one is best."""


def test_a_line_of_play_keeps_the_score_or_stops_where_the_search_ends_undecided() -> None:
    """The scores are those of the exact search, not what the search itself has seen."""
    table, ended = TranspositionTable(8), 0
    boards = [
        parse(rows, 4, gravity=True, any_position=True, to_move=to_move)
        for rows in UNDECIDED
        for to_move in ("X", "O")
    ]
    boards += [
        random_board(connect_four(6, 5), 14, f"decided {each}") for each in range(samples(20))
    ]
    for board in boards:
        search = new_search(board)
        search.advance(1)
        for cell, score in zip(board.legal_moves, solved(board, table).lower.tolist(), strict=True):
            ended += score != 0 and ends_as_told(search, score, cell, 100)
    assert ended > enough(20)


def test_a_line_of_play_ends_with_the_game_in_as_many_plies() -> None:
    table = TranspositionTable(8)
    for number in range(samples(60)):
        board = random_board(connect_four(7, 6), 14, f"lines {number}")
        search = new_search(board)
        search_on(search, 20_000)
        for option in np.flatnonzero(search.lower == solved(board, table).upper):
            score = int(search.lower[option])
            assert score < 0 or ends_as_told(search, score, board.legal_moves[option], 10_000)


def ends_as_told(search: ZugzwangSearch, score: int, cell: int, portions: int) -> bool:
    """Have a line of play extended; return whether it ends, with the winner in as many plies."""
    line = [cell]
    if not extended(partial(search.extend_line, score), line, repeat(300, portions)):
        return False
    board = search._board
    winner = board.to_move if score > 0 else other(board.to_move)
    assert played(board, line).winner == winner, board
    assert len(line) <= WIN - abs(score)
    return True
