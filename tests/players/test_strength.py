"""Strengths: what each overlooks and what it never does, truthful reasons, and no search."""

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest

from service.game import Board, Player, Rules, render
from service.players import LEVELS, STRENGTHS, Choice, Turn, level_at
from service.solver import Analysis
from tests.players.asking import met
from tests.players.truths import check
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, other
from tests.support.sampling import chance_of, enough, samples

DECIDED = {(3, 3, 3): (2, 6), (5, 5, 4): (6, 18), (9, 9, 5): (20, 60), (15, 15, 5): (60, 170)}
"""Shapes, and how many empty cells their positions have, so that a stone often completes a line."""


def no_search() -> Analysis:
    """Raise an error, since a strength must not ask for values."""
    raise AssertionError("a strength has looked at values")


def ask(strength: int, board: Board, seed: int | None = None) -> Choice:
    """Return what it chooses."""
    return level_at("master", strength).choose(Turn(board, no_search, seed))


@cache
def decided(by_mover: bool) -> list[tuple[Position, set[int]]]:
    """Return positions that the mover can win at once, or its rival on just one cell."""
    found = []
    for shape, empty_cells in DECIDED.items():
        for position in random_positions(shape, empty_cells, 800, seed=61):
            own, rival = (
                position.game.completing(position.cells, player)
                for player in (position.to_move, other(position.to_move))
            )
            if own if by_mover else len(rival) == 1 and not own:
                found.append((position, own or rival))
    return found


def missed(strength: int, by_mover: bool) -> float:
    """Return the share of the positions in which the cell that decides is not taken."""
    found = [
        ask(strength, position.board, seed).cell in cells
        for seed, (position, cells) in enumerate(decided(by_mover))
    ]
    assert len(found) >= enough(200)
    return found.count(False) / len(found)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_no_win_in_one_is_missed_above_3(strength: int) -> None:
    assert (missed(strength, by_mover=True) == 0) == (strength > 3)


def test_fewer_blocks_are_missed_at_each_strength_and_rarely_above_5() -> None:
    shares = [missed(strength, by_mover=False) for strength in STRENGTHS]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.5
    assert shares[4] > 0.1
    assert max(shares[5:]) <= 0.13, "one in ten, as far as chance tells"
    assert shares[-1] == 0


def test_reasons_are_true() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for shape, empty_cells in (DECIDED | {(3, 3, 3): (1, 9), (12, 12, 5): (1, 9)}).items():
        for seed, position in enumerate(random_positions(shape, empty_cells, 200, seed=62)):
            for strength in STRENGTHS:
                choice = ask(strength, position.board, seed)
                check(position, choice.cell, choice.reason)
                seen[choice.reason.code, strength == max(STRENGTHS)] += 1
    codes = {"win", "block", "fork", "block_fork", "open_lines", "only_move"}
    assert codes <= {code for code, strongest in seen if strongest} <= codes | {"random"}
    assert {code for code, strongest in seen if not strongest} == codes | {"slip", "random"}


@pytest.mark.parametrize("side", ["X", "O"])
def test_the_strongest_never_loses_on_3x3_to_any_play(side: Player) -> None:
    """Its choice is asked for once in each position."""
    ends = met(side, lambda board: {ask(10, board, 7).cell})
    assert {board.winner for board in ends if board.winner} == {side}


def casual(board: Board, chance: random.Random) -> int:
    """Return the move of a plain player: a win, else a block, else a cell next to any stone."""
    game = Reference(board.rules.width, board.rules.height, board.rules.row_length)
    cells = list("".join(render(board)))
    for player in (board.to_move, other(board.to_move)):
        if decisive := game.completing(cells, player):
            return min(decisive)
    width, stones = board.rules.width, [at for at, mark in enumerate(cells) if mark != "."]
    beside = [
        cell
        for cell in board.legal_moves
        if any(
            max(abs(cell // width - at // width), abs(cell % width - at % width)) == 1
            for at in stones
        )
    ]
    return chance.choice(beside or board.legal_moves)


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(each, marks=pytest.mark.thorough) if each == (15, 15, 5) else each
        for each in DECIDED
    ],
)
def test_a_casual_player_finds_an_opponent_on_every_board(shape: tuple[int, int, int]) -> None:
    """Such a player scores well against 1, and on large boards hardly at all against 7."""
    chance = chance_of(f"{shape} casual")
    scores = dict.fromkeys((1, 7), 0.0)
    games = samples(100, least=30)
    for strength, index in product(scores, range(games)):
        board, side = Board(Rules(*shape)), "XO"[index % 2]
        while board.status == "in_progress":
            person = board.to_move == side
            board = board.play(
                casual(board, chance) if person else ask(strength, board, index).cell
            )
        scores[strength] += 0.5 if board.winner is None else board.winner == side
    assert scores[1] > 0.4 * games
    assert scores[7] < (0.25 if shape[0] > 3 else 0.65) * games


def test_who_overlooks_some_rows_of_its_own_is_no_wall_where_rows_lose() -> None:
    """Were it to overlook none, 4 would nearly always beat 3."""
    chance, games, score = chance_of("misere steps"), samples(200, least=60), 0.0
    for index in range(games):
        board, stronger = Board(Rules(9, 9, 4, misere=True)), "XO"[index % 2]
        while board.status == "in_progress":
            strength = 4 if board.to_move == stronger else 3
            board = board.play(ask(strength, board, chance.getrandbits(32)).cell)
        score += 0.5 if board.winner is None else board.winner == stronger
    assert 0.5 < score / games < 0.85


def test_without_a_strength_it_is_the_level_itself() -> None:
    assert all(level_at(name, None) is level for name, level in LEVELS.items())
