"""Answers prove what a plain search says, and hold or win as they say."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from service.game import Board, Rules, other, parse
from service.solver import Budget, Proof, Solver
from service.solver.lines import WIN
from service.solver.memory import TranspositionTable
from service.solver.root import look_at_root
from service.solver.static_proofs import find_static_proof, won_line
from service.solver.static_proofs.answers import (
    EITHER,
    HOLDS,
    NOTHING,
    WINS,
    all_answers,
    self_inverse,
)
from tests.rules.cases import Case, opponent, random_blank, random_case, variant_of
from tests.solver.any_rules.support import solved
from tests.solver.checks import played
from tests.support.reference import WRAPS, Variant, bits_of
from tests.support.sampling import chance_of, enough, samples

SHAPES = [
    (3, 3, 2), (3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (5, 4, 3), (4, 5, 4),
    (5, 5, 4), (6, 5, 4), (7, 6, 4), (5, 3, 2), (5, 3, 3), (2, 6, 2), (9, 1, 3), (6, 4, 2),
    (5, 2, 3), (6, 2, 3), (8, 2, 3), (10, 1, 2),
]  # fmt: skip
LOW = [
    (4, 2, 3), (5, 2, 3), (6, 2, 3), (7, 2, 4), (8, 2, 3), (6, 1, 3), (4, 3, 4), (5, 3, 4),
    (5, 2, 5), (3, 2, 3),
]  # fmt: skip
"""Boards on which no row stands upright."""
MOVES_LEFT = 12
PART_OF_A_LONGER_RUN = parse(
    ["OX.", "XXO", "XOO", ".OX"], 3, "X", wrap="both", exact=True, misere=True
)
"""X has a line, which is no row."""


def symmetric_case(variant: Variant, moves_left: int, chance: random.Random) -> Case:
    """Return a position most of whose stones have images of the other colour."""
    case = Case(variant, random_blank(variant[:3], chance), "X", any_position=True)
    image = chance.choice(case.board.geometry.symmetries).tolist()
    for _ in range(variant.width * variant.height):
        legal = case.reference.legal_moves(case.cells)
        if not legal or case.reference.moves_left(case.cells) <= moves_left:
            break
        cell = chance.choice(legal)
        for place in (cell, image[cell]):
            own = bits_of(case.cells, case.to_move)
            legal = case.reference.legal_moves(case.cells)
            if place in legal and not case.reference.makes_row(own, place):
                case = case.after(place)
            if chance.random() < 0.2:
                case = replace(case, to_move=opponent(case.to_move))
    return case


MAKERS = random_case, symmetric_case


@pytest.mark.parametrize(("falling", "misere"), [(False, True), (True, True), (True, False)])
def test_bounds_hold_where_a_plain_search_reaches(falling: bool, misere: bool) -> None:
    chance = chance_of(f"answers, {falling}, {misere}")
    table, said = TranspositionTable(1), Counter[str]()
    for _ in range(samples(5000)):
        shape, wrap = chance.choice(SHAPES if misere else LOW), chance.choice(("none", *WRAPS))
        switches = falling, wrap, chance.random() < 0.2, misere
        make, left = chance.choice(MAKERS), chance.randint(2, MOVES_LEFT)
        case = make(variant_of(shape, switches), left, chance)
        board = case.board
        if board.status != "in_progress" or board.reachable.bit_count() > MOVES_LEFT:
            continue
        root = look_at_root(board)
        proof = find_static_proof(board, root.contents, None)
        proven = proof.proven(root)
        scores = solved(board, table).lower[np.searchsorted(board.legal_moves, root.cells)]
        assert (proven.lower <= scores).all(), case
        assert (scores <= proven.upper).all(), case
        if proof.proof == Proof("no_open_lines"):
            continue
        rows = "exact" if board.rules.exact else "all"
        for name, bounds in (("at least", proven.lower), ("at most", proven.upper)):
            values = np.sign(bounds[np.abs(bounds) < WIN])
            said.update(f"{rows} {name} {value}" for value in values)
    wins = ("all at least 1", "all at most -1") if falling and misere else ()
    for each in ("all at least 0", "all at most 0", *wins):
        assert said[each] >= enough(200), said
    for each in ("exact at least 0", "exact at most 0"):
        assert said[each] >= enough(20), said


def test_every_answer_can_be_given_and_keeps_what_it_promises() -> None:
    chance, gains = chance_of("answers given"), Counter[tuple[bool, int]]()
    for _ in range(samples(6000)):
        wrap, misere = chance.choice(("none", *WRAPS)), chance.random() < 0.5
        switches = (chance.random() < 0.5, wrap, chance.random() < 0.2, misere)
        variant = variant_of(chance.choice(SHAPES if misere else LOW), switches)
        board = chance.choice(MAKERS)(variant, chance.randint(2, 30), chance).board
        contents = look_at_root(board).contents
        if board.status == "in_progress" and np.count_nonzero(contents == EITHER) % 2 == 0:
            for each in all_answers(board.rules, contents, self_inverse(board.rules)):
                gain = each.gain(board.rules)
                end = answered(board, each.replies.tolist(), chance)
                assert gain == NOTHING or end.winner != board.to_move, board
                assert gain < WINS or end.winner == other(board.to_move), board
                gains[misere, gain] += 1
    for misere, gain in ((True, NOTHING), (True, HOLDS), (True, WINS), (False, HOLDS)):
        assert gains[misere, gain] >= enough(100), gains


def answered(board: Board, replies: list[int], chance: random.Random) -> Board:
    """Return the end of a game in which random moves are answered."""
    while board.status == "in_progress":
        cell = chance.choice(board.legal_moves)
        board = board.play(cell)
        if board.status == "in_progress":
            board = board.play(replies[cell])
    return board


def outcome(board: Board) -> tuple[int, int]:
    """Return the bounds on the value of a position that answers prove."""
    root = look_at_root(board)
    lower, upper = find_static_proof(board, root.contents, None).proven(root).snapshot()
    return int(np.sign(lower.max())), int(np.sign(upper.max()))


def test_the_theorem_of_steele_and_larremore() -> None:
    for width, height, row_length in product(range(3, 12), range(2, 10), range(3, 7)):
        if row_length <= width:
            value = 1 if width % 2 and height % 2 else -1
            board = Board(Rules(width, height, row_length, gravity=True, misere=True))
            assert outcome(board) == (value, value), board


@pytest.mark.parametrize(
    ("board", "bounds"),
    [
        *((Board(Rules(*shape, misere=True)), (-1, 0)) for shape in ((4, 4, 3), (6, 5, 3))),
        *(
            (Board(Rules(*shape, misere=True)), (0, 1))
            for shape in ((3, 3, 3), (5, 3, 4), (7, 7, 5), (7, 3, 4))
        ),
        (Board(Rules(5, 5, 3, misere=True)), (-1, 1)),
        (Board(Rules(4, 4, 3, gravity=True, exact=True, misere=True)), (-1, 0)),
        (PART_OF_A_LONGER_RUN, (-1, 0)),
    ],
)
def test_symmetry_holds(board: Board, bounds: tuple[int, int]) -> None:
    """By the middle, or by a row in the middle; a row that begins there comes first on 5x5.

    Where a longer run is no row, symmetry alone serves.
    """
    assert outcome(board) == bounds


@pytest.mark.parametrize(
    ("shape", "value", "plies"),
    [((4, 4, 4), -1, 13), ((4, 4, 3), -1, 13), ((4, 3, 3), -1, 11), ((3, 3, 3), 1, 8)],
)
def test_plies_are_searched(shape: tuple[int, int, int], value: int, plies: int) -> None:
    board = Board(Rules(*shape, gravity=True, misere=True))
    analysis = Solver(1).analyse(board, Budget())
    assert analysis.search.complete
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == (value, plies)
    assert len(analysis.principal_variation) == plies
    assert analysis.proof == Proof("follow_up")


def test_the_side_that_answers_wins_against_any_moves() -> None:
    chance, seen = chance_of("games by answers"), 0
    for _ in range(samples(60)):
        rules = Rules(chance.randint(3, 8), chance.randint(2, 8), 3, gravity=True, misere=True)
        board, winner = Board(rules), None
        while board.status == "in_progress":
            found = find_static_proof(board, look_at_root(board).contents, None)
            if winner is None and found.proof == Proof("follow_up") and chance.random() < 0.3:
                winner = board.to_move if board.reachable.bit_count() % 2 else other(board.to_move)
            cell = chance.choice(board.legal_moves)
            if board.to_move == winner:
                root = look_at_root(board)
                lower = found.proven(root).lower
                cell = int(root.cells[lower.argmax()])
                line = list(won_line(board, cell))
                assert line[0] == cell
                assert len(line) <= WIN - lower.max()
                assert played(board, line).winner == winner
            board = board.play(cell)
        if winner is not None:
            assert board.winner == winner
            seen += 1
    assert seen >= enough(30)


def test_an_answer_without_plies_has_a_whole_line_of_play() -> None:
    for rules in (Rules(7, 6, 4, gravity=True, misere=True), Rules(9, 7, 5, True, misere=True)):
        analysis = Solver(1).analyse(Board(rules), Budget(nodes=20_000))
        value = -1 if rules.height == 6 else 1
        assert (analysis.assessment.value, analysis.assessment.shortest) == (value, False)
        assert analysis.proof == Proof("follow_up")
        assert analysis.options[0].cell == analysis.principal_variation[0]
        assert len(analysis.principal_variation) <= (analysis.assessment.plies_to_end or 0)
        assert played(analysis.board, analysis.principal_variation).winner == "XO"[value < 0]


def test_a_question_for_which_no_time_is_left_gets_what_needs_no_search() -> None:
    """As the first question of a process, in which loading the kernels may take all its time."""
    for rules, value in ((Rules(7, 6, 4, gravity=True, misere=True), -1), (Rules(15, 15, 9), 0)):
        assert Solver(1).analyse(Board(rules), Budget(seconds=0)).assessment.value == value
