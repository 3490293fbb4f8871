"""No line of play contradicts the rules or what is proven, whatever has made it."""

from itertools import accumulate

import pytest

from service.game import Board, Player, Rules, parse
from service.solver import Book, Budget, Solver
from service.solver.analysis import Assessment, Bounds, Value
from service.solver.told_line import told_line
from tests.rules.cases import Shape, Switches, every_combination, random_case, variant_of
from tests.solver.checks import check_line
from tests.support.connect_four import board_after
from tests.support.sampling import chance_of, enough, samples

SHAPES: list[Shape] = [
    (3, 3, 3), (4, 3, 3), (1, 9, 3), (5, 4, 4), (5, 5, 4), (7, 6, 4), (8, 3, 4), (11, 2, 3),
    (9, 9, 5), (40, 3, 4), (70, 2, 3), (13, 11, 4), (150, 1, 3), (165, 2, 3),
]  # fmt: skip
"""For few cells, words of 64 bits and of 128, columns, counters, and two plies."""
VALUES: tuple[Value, ...] = (-1, 0, 1)
TWO_ROWS = ["..XOX" * 33] * 2


@every_combination
def test_lines_of_random_positions(switches: Switches) -> None:
    """On boards for each engine, of which some have walls and stones that come from no game."""
    chance, proven = chance_of(f"lines of play {switches}"), 0
    for _ in range(samples(40)):
        shape, solver = chance.choice(SHAPES), Solver(1)
        left = chance.randint(1, shape[0] * shape[1])
        board = random_case(variant_of(shape, switches), left, chance).board
        if board.status == "in_progress":
            budget = Budget(nodes=chance.choice((30, 1000, 3000)), best_only=chance.random() < 0.5)
            proven += check_line(solver.analyse(board, budget))
            check_line(solver.glance(board, Budget(seed=1)))
    assert proven >= enough(10)


@pytest.mark.parametrize("to_move", ["X", "O"])
def test_who_answers_on_top_holds_and_not_whoever_moves_anywhere(to_move: Player) -> None:
    """A draw that only answers prove, on a board that the searches are too small for."""
    board = parse(TWO_ROWS, 3, to_move, gravity=True, any_position=True)
    proven = [check_line(Solver(1).analyse(board, Budget(nodes=1000, best_only=True)))]
    assert proven == [to_move == "X"]


@pytest.mark.parametrize("board", [*map(board_after, accumulate("453551")), Board(Rules(9, 4, 4))])
def test_lines_of_the_book(board: Board) -> None:
    solver = Solver(1, book=Book.read())
    for nodes in (1, 3_000, 30_000):
        assert check_line(solver.analyse(board, Budget(nodes=nodes)))
    assert check_line(solver.glance(board, Budget()))


@every_combination
def test_whatever_makes_a_line_it_is_told_only_as_far_as_it_is_true(switches: Switches) -> None:
    """Random moves, of which some are not legal, for whatever outcome."""
    chance, cut, whole = chance_of(f"told lines {switches}"), 0, 0
    for _ in range(samples(300)):
        shape = chance.choice([(3, 3, 3), (3, 3, 2), (4, 3, 3), (6, 2, 3), (4, 4, 3)])
        board = random_case(variant_of(shape, switches), chance.randint(1, 12), chance).board
        if board.status != "in_progress":
            continue
        line, after = list[int](), board
        while after.status == "in_progress":
            line.append(chance.choice(after.legal_moves))
            after = after.play(line[-1])
        value: Value = 0 if after.winner is None else 1 if after.winner == board.to_move else -1
        bounds, shortest = Bounds(value, value), chance.random() < 0.5
        known = Assessment(bounds, value, len(line) + (not shortest), shortest)
        assert told_line(board, line, known) == (line, True)
        assert told_line(board, [*line, line[0], 0], known) == (line, True)
        assert told_line(board, line[:-1], known) == (line[:-1], False)
        other = chance.choice([each for each in VALUES if each != value])
        for false in (
            known._replace(bounds=Bounds(other, other)),
            known._replace(plies_to_end=len(line) - 1),
            known._replace(plies_to_end=len(line) + 1, shortest=True),
        ):
            told, ended = told_line(board, line, false)
            assert (told, ended) == (line[: len(told)], False)
            assert len(told) < len(line)
            cut += 1
        taken = told_line(board, [line[0], line[0], *line[1:]], known)
        assert len(line) == 1 or taken == (line[:1], False)
        unknown = Assessment(Bounds(-1, 1), 0.0, None, None)
        assert told_line(board, line, unknown) == (line, True)
        whole += 1
    assert whole >= enough(200)
    assert cut
