"""`rules` plays by the first rule that applies, and on 3x3 never loses, whatever is played."""

import pytest

from service.game import Board, Player, Rules, name_rules
from service.players.levels.rules import fork_blocks
from service.players.view import View
from service.solver import Solver
from tests.players.asking import ask, met
from tests.players.claim import corners, forks, middle
from tests.support.positions import Position, random_positions
from tests.support.reference import other, put
from tests.support.sampling import enough, samples

SEEDS = [None, *range(12)]
"""Enough seeds to see each of the equally good cells, which are at most four on 3x3."""
REASONS = {
    "win", "block", "fork", "block_fork", "center", "opposite_corner", "corner", "side",
}  # fmt: skip
"""Every reason that the level gives."""
SHAPES = {
    (3, 3, 3): (2, 9), (4, 3, 3): (3, 12), (4, 4, 4): (3, 16), (5, 5, 4): (8, 25),
    (8, 1, 3): (2, 8), (2, 8, 3): (4, 16), (6, 7, 4): (20, 42), (6, 6, 2): (30, 36),
    (3, 3, 4): (1, 9),
}  # fmt: skip


@pytest.mark.parametrize("side", ["X", "O"])
def test_it_never_loses_on_3x3_against_any_replies(solver: Solver, side: Player) -> None:
    def moves(board: Board) -> set[int]:
        return {ask("rules", board, solver, seed).cell for seed in SEEDS}

    ends = [board for board in met(side, moves) if board.status != "in_progress"]
    assert {board.winner for board in ends} == {side, None}


def first_rule(position: Position) -> str:
    """Return the code of the first rule that applies, found by trying every cell."""
    game, cells, mover = position.game, position.cells, position.to_move
    rival = other(mover)
    free = [cell for cell, mark in enumerate(cells) if mark == "."]
    if game.completing(cells, mover):
        return "win"
    if game.completing(cells, rival):
        return "block"
    if forks(game, cells, mover):
        return "fork"
    if forks(game, cells, rival) and any(blocks_forks(position, cell) for cell in free):
        return "block_fork"
    if middle(game.variant) & set(free):
        return "center"
    empty = corners(game.variant) & set(free)
    if any(cells[len(cells) - 1 - corner] == rival for corner in empty):
        return "opposite_corner"
    return "corner" if empty else "side"


def blocks_forks(position: Position, cell: int) -> bool:
    """Return whether the opponent cannot fork next, for lack of a fork or because of a threat."""
    game, mover, rival = position.game, position.to_move, other(position.to_move)
    after = put(position.cells, cell, mover)
    replies = game.completing(after, mover)
    forced = [len(game.completing(put(after, each, rival), rival)) < 2 for each in replies]
    return all(forced) if forced else not forks(game, after, rival)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_first_rule_that_applies_is_played(solver: Solver, shape: tuple[int, int, int]) -> None:
    for seed, position in enumerate(random_positions(shape, SHAPES[shape], 80, seed=54)):
        choice = ask("rules", position.board, solver, seed)
        assert choice.reason.code == first_rule(position), position.rows


@pytest.mark.parametrize("shape", [(4, 4, 3), (5, 5, 4), (7, 7, 5), (9, 9, 6)])
def test_every_cell_that_blocks_forks_does(shape: tuple[int, int, int]) -> None:
    seen = 0
    for position in random_positions(shape, (shape[0] * 2, shape[0] * 5), 400, seed=58):
        view = View(position.board)
        if view.wins or view.blocks or view.forks:
            continue
        cells = fork_blocks(view)
        assert all(blocks_forks(position, cell) for cell in cells), (position.rows, cells)
        seen += len(cells)
    assert seen > enough(20)


@pytest.mark.parametrize(
    "rules",
    [Rules(11, 11, 5, wrap="both", exact=True), Rules(9, 9, 4, gravity=True)],
    ids=name_rules,
)
def test_it_beats_the_level_below_where_there_are_no_corners(solver: Solver, rules: Rules) -> None:
    games, won = samples(100, least=30), 0
    for seed in range(games):
        board, side = Board(rules), "XO"[seed % 2]
        while board.status == "in_progress":
            level = "rules" if board.to_move == side else "lines"
            board = board.play(ask(level, board, solver, seed).cell)
        won += board.winner == side
    assert won > 0.6 * games
