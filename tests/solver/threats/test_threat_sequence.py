"""Threat sequences, against a plain search of every sequence and play of every reply."""

from collections.abc import Iterator

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver.lines import ROOT, pattern_board
from service.solver.lines.kernels.pattern_board import PatternBoard
from service.solver.lines.kernels.trail import put as place
from service.solver.lines.kernels.trail import undo
from service.solver.threats.kernels import threat_sequence as kernel
from service.solver.threats.kernels.refutations import refutations, replay
from service.solver.threats.kernels.state import SequenceSearch
from service.solver.threats.kernels.threat_sequence import new_sequence_search
from tests.solver.threats.proven import sequence_wins
from tests.support.positions import Position, Shape, random_positions
from tests.support.reference import Reference, other, put
from tests.support.sampling import chance_of, enough

UNLIMITED = 1 << 40
SHAPES: list[tuple[Shape, tuple[int, int]]] = [
    ((3, 3, 3), (3, 9)), ((4, 4, 3), (5, 12)), ((4, 4, 4), (4, 12)), ((5, 5, 4), (6, 16)),
    ((6, 6, 4), (10, 24)), ((7, 7, 5), (10, 25)), ((2, 8, 3), (5, 12)), ((12, 1, 3), (4, 10)),
    ((9, 9, 4), (40, 60)), ((7, 5, 4, "horizontal"), (8, 20)),
    ((7, 7, 4, "both"), (34, 42)),
]  # fmt: skip


def wins_by_threats(game: Reference, cells: str, attacker: str) -> bool:
    """Return whether the attacker, to move, wins by threats that each leave one reply."""
    feared = game.completing(cells, other(attacker))
    if len(feared) > 1:
        return False
    for move in feared or [cell for cell, mark in enumerate(cells) if mark == "."]:
        after = put(cells, move, attacker)
        wins = game.completing(after, attacker)
        if len(wins) > 1:
            return True
        if wins and wins_by_threats(game, put(after, min(wins), other(attacker)), attacker):
            return True
    return False


def questions(
    shape: Shape, empty: tuple[int, int], count: int, seed: int
) -> Iterator[tuple[Position, int, str]]:
    """Yield positions, and who attacks there, as number and mark; he completes no line at once."""
    for position in random_positions(shape, empty, count, seed):
        for attacker, mark in enumerate((position.to_move, other(position.to_move))):
            if not position.game.completing(position.cells, mark):
                yield position, attacker, mark


def board_for(position: Position) -> PatternBoard:
    return pattern_board(position.board, ROOT)


def searched(
    board: PatternBoard, finder: SequenceSearch, attacker: int, most: int = UNLIMITED
) -> list[int]:
    """Return the sequence that is found within so many nodes, by a search that remembers nothing.

    The board must be as it was.
    """
    before = board.owner.copy(), int(board.key[0])
    finder.failures[:] = 0
    kernel.begin_search(finder, most)
    assert kernel.search(board, finder, attacker, UNLIMITED)
    assert (board.owner == before[0]).all()
    assert int(board.key[0]) == before[1], "all moves are taken back"
    found: list[int] = finder.sequence[: finder.control[0].length].tolist()
    return found


@pytest.mark.parametrize(("shape", "empty"), SHAPES, ids=str)
def test_a_sequence_is_found_where_there_is_one(shape: Shape, empty: tuple[int, int]) -> None:
    """By one search for all positions, so that nothing of one may reach the next."""
    finder, found = new_sequence_search(shape[0] * shape[1]), [0, 0]
    for position, attacker, mark in questions(shape, empty, 200, seed=31):
        sequence = searched(board_for(position), finder, attacker)
        expected = wins_by_threats(position.game, position.cells, mark)
        assert bool(sequence) == expected, (position.rows, mark)
        if sequence:
            wins = sequence_wins(position.game, position.cells, mark, sequence, None)
            assert wins, (position.rows, mark, sequence)
        found[expected] += 1
    assert min(found) >= enough(8 if shape[2] == 5 else 15), found


def test_one_memory_serves_all_that_is_played_on_a_board() -> None:
    """What is known of one player is not believed of the other, nor of other stones."""
    shape, finder, differ = (5, 5, 4), new_sequence_search(25), 0
    board = pattern_board(Board(Rules(*shape)), ROOT)
    for position in random_positions(shape, (8, 16), 400, seed=32):
        if any(position.game.completing(position.cells, mark) for mark in "XO"):
            continue
        marks = enumerate(position.cells)
        stones = [(cell, "XO".index(mark)) for cell, mark in marks if mark != "."]
        for cell, player in stones:
            place(board, cell, player)
        answers = []
        for attacker, mark in enumerate("XO"):
            kernel.begin_search(finder, UNLIMITED)
            assert kernel.search(board, finder, attacker, UNLIMITED)
            answers.append(bool(finder.control[0].length))
            assert answers[-1] == wins_by_threats(position.game, position.cells, mark), position
        differ += answers == [False, True]
        for _ in stones:
            undo(board)
    assert differ >= enough(10)


@pytest.mark.parametrize(("shape", "empty"), SHAPES, ids=str)
def test_a_sequence_wins_after_a_move_more_or_does_not(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    """Any move of the defender's, near or far: those that spoil it are all listed, and no other."""
    size, seen = shape[0] * shape[1], [0, 0]
    finder, cells = new_sequence_search(size), np.zeros(size, np.int32)
    for position, attacker, mark in questions(shape, empty, 550, seed=33):
        board = board_for(position)
        sequence, spoiling = searched(board, finder, attacker), []
        if not sequence or position.game.completing(position.cells, other(mark)):
            continue
        length = len(sequence)
        for cell, content in enumerate(position.cells):
            if content == ".":
                wins = sequence_wins(position.game, position.cells, mark, sequence, cell)
                assert replay(board, attacker, finder.sequence, length, cell) == wins
                seen[wins] += 1
                spoiling += [] if wins else [cell]
        count = refutations(board, attacker, finder.sequence, length, cells, finder.marks)
        assert sorted(cells[:count].tolist()) == spoiling, (position.rows, mark, sequence)
        assert (finder.marks == -1).all(), "scratch is left as it was"
    assert min(seen) >= enough(5), seen


@pytest.mark.parametrize("slice_", [1, 3])
def test_a_search_that_is_cut_is_the_same_search(slice_: int) -> None:
    cuts = 0
    for position, attacker, _ in questions((6, 6, 4), (10, 24), 200, seed=34):
        whole, cut = new_sequence_search(36), new_sequence_search(36)
        searched(board_for(position), whole, attacker)
        kernel.begin_search(cut, UNLIMITED)
        board, limit = board_for(position), slice_
        while not kernel.search(board, cut, attacker, limit):
            assert cut.control[0].nodes == limit
            limit += slice_
            cuts += 1
        assert (cut.control == whole.control).all()
        assert (cut.sequence == whole.sequence).all()
    assert cuts >= enough(10)


def test_a_search_gives_up_in_time() -> None:
    """After the nodes it was granted, with the board as it was; and it starts anew after that."""
    gave_up, chance = 0, chance_of("giving up")
    finder = new_sequence_search(49)
    for position, attacker, mark in questions((7, 7, 5), (10, 20), 1500, seed=35):
        start, most = int(finder.control[0].nodes), chance.randint(1, 3)
        sequence = searched(board_for(position), finder, attacker, most)
        assert finder.control[0].nodes - start <= most
        gave_up += wins_by_threats(position.game, position.cells, mark) and not sequence
    assert gave_up >= enough(3)
