"""The proof-number search over words of 128 bits: as over words of 64, and as a plain search."""

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

from service.game import Rules
from service.solver.lines import OPPONENT, ROOT, encodings, numbers, words
from service.solver.lines.kernels.line_game import LineGame
from service.solver.memory.transposition import TranspositionTable
from service.solver.proof_number import ProofSearch
from tests.solver.proof_number.asking import sets_of
from tests.support.positional_games import (
    SIDES,
    attacker_wins,
    lineless,
    scattered_stones,
    stones_of,
)
from tests.support.reference import Reference
from tests.support.sampling import chance_of, enough

CELLS = 128
UNLIMITED = 1 << 60
LARGE = [
    ((9, 9, 5), (5, 9)), ((13, 5, 4), (5, 9)), ((10, 10, 4), (5, 9)), ((9, 8, 4), (4, 9)),
    ((128, 1, 3), (5, 10)), ((11, 11, 5), (6, 9)),
]  # fmt: skip
"""Shapes of boards of more than 64 cells, and how many may be empty for a plain search."""


def spread(word: int, places: list[int]) -> int:
    """Return a bitboard with each cell at another place."""
    return sum(1 << place for cell, place in enumerate(places) if word >> cell & 1)


def spread_game(game: LineGame, places: list[int]) -> LineGame:
    """Return the same game on some places of a wide word, in the same order; without symmetries."""
    lines = [spread(each, places) for each in numbers(game.lines[0])]
    return encodings._game(
        CELLS, np.stack([words(lines, CELLS)] * 2), np.arange(CELLS)[None, :], game.keys
    )


def some_places(cells: int, chance: random.Random) -> list[int]:
    """Return places of so many cells, the last one among them."""
    return [*sorted(chance.sample(range(CELLS - 1), cells - 1)), CELLS - 1]


@pytest.mark.parametrize(("shape", "empty"), LARGE, ids=str)
def test_the_answers_are_those_of_a_plain_search(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    """On boards of more than 64 cells, with their symmetries, from one table."""
    reference, game = Reference(*shape), encodings.whole_board(Rules(*shape))
    table, answers = TranspositionTable(1), Counter[bool]()
    asked = [ProofSearch(game, table, weak=weak) for weak in (True, False)]
    positions = [
        *lineless(reference, 30, empty, seed=32),
        *scattered_stones(reference, 30, empty, seed=33),
    ]
    for cells in positions:
        for attacker, side in product((ROOT, OPPONENT), SIDES):
            mover = attacker if side == "attacker" else 1 - attacker
            for question in asked:
                weak = question is asked[0]
                sets = sets_of(reference, cells, "XO"[attacker], weak)
                if frozenset() in sets[0] | sets[1]:
                    continue
                question.ask(attacker, stones_of(cells), mover)
                assert question.search(UNLIMITED)
                expected = attacker_wins(*sets, side)
                assert question.holds != expected, (cells, attacker, side, weak)
                answers[expected] += 1
    assert min(answers[False], answers[True]) >= enough(6), answers


def test_both_widths_share_a_table() -> None:
    """What one keeps there the other never takes for its own."""
    game, chance, hits = encodings.whole_board(Rules(5, 5, 4)), chance_of("shared table"), [0, 0]
    places = some_places(game.cells, chance)
    games, table = (game, spread_game(game, places)), TranspositionTable(1)
    table.entries = table.entries[:64]
    table.wide_entries = table.entries.reshape(-1, 16).view(table.wide_entries.dtype)
    for cells in lineless(Reference(5, 5, 4), 20, (14, 18), seed=34):
        stones = stones_of(cells)
        both = stones, [spread(each, places) for each in stones]
        for weak in (True, False):
            alone = ProofSearch(game, TranspositionTable(1), weak=weak)
            alone.ask(ROOT, stones, ROOT)
            assert alone.search(UNLIMITED)
            for which in (0, 1, 0, 1):
                question = ProofSearch(games[which], table, weak=weak)
                question.ask(ROOT, both[which], ROOT)
                assert question.search(UNLIMITED)
                assert question.holds == alone.holds, (cells, which)
                hits[which] += question.table_hits
    assert min(hits) > 0


@pytest.mark.parametrize("size", [(9, 8), (9, 9)], ids=str)
def test_empty_boards_with_six_in_a_row(size: tuple[int, int]) -> None:
    """Draws in the weak game already, of 72 and 81 cells."""
    question = ProofSearch(
        encodings.whole_board(Rules(*size, 6)), TranspositionTable(16), weak=True
    )
    question.ask(ROOT, [0, 0], ROOT)
    assert question.search(100_000)
    assert question.holds
