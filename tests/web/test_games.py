"""Full games on the page: against every level, between people, between levels."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from service.game import parse
from service.players import LEVELS
from tests.web.board import EMPTY_3X3, Table

OVER = re.compile(r"^([XO] wins|A draw)$")
OVER_OR_MINE = re.compile(r"^([XO] wins|A draw|Your move: X)$")


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_against_each_level(table: Table, level: str) -> None:
    table.open(o=level)
    moves = 0
    while not OVER.match(table.status.text_content() or ""):
        rows = table.read().split("/")
        free = [(r, c) for r in range(3) for c in range(3) if rows[r][c] == "."]
        row, column = free[len(free) // 2]
        table.cell(row + 1, column + 1).click()
        moves += 1
        expect(table.cell(row + 1, column + 1)).not_to_have_accessible_name(re.compile("empty"))
        expect(table.status).to_have_text(OVER_OR_MINE)
    board = parse(table.read().split("/"), 3, None if board_is_full(table) else "X")
    won = {"X": "X wins", "O": "O wins", None: "A draw"}
    assert table.status.text_content() == won[board.winner]
    assert moves >= 3


def board_is_full(table: Table) -> bool:
    """Whether no cell is empty."""
    return "." not in table.read()
