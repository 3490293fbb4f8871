"""The agent for ConnectX of the documents plays whole games by the rules, and well."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from service.game import Board, Rules
from tests.docs.documents import PAGES


@pytest.mark.parametrize("mark", [1, 2])
@pytest.mark.parametrize(("columns", "rows", "inarow"), [(7, 6, 4), (9, 8, 5)])
def test_it_wins_against_chance(
    base_url: str, columns: int, rows: int, inarow: int, mark: int
) -> None:
    """The agent as it is written asks the live server."""
    written = PAGES["docs/playing.md"].block("python", "agent")
    assert "http://localhost:8000" in written
    names: dict[str, Any] = {}
    exec(written.replace("http://localhost:8000", base_url), names)
    told = SimpleNamespace(columns=columns, rows=rows, inarow=inarow, actTimeout=0.2)
    chance, player = Random(mark), "XO"[mark - 1]
    board = Board(Rules(columns, rows, inarow, gravity=True))
    while board.status == "in_progress":
        landings = {cell % columns: cell for cell in board.legal_moves}
        column = chance.choice(list(landings))
        if board.to_move == player:
            cells = [".XO".index(mark) for mark in "".join(board.rows)]
            column = names["agent"](SimpleNamespace(board=cells, mark=mark), told)
        board = board.play(landings[column])
    assert board.winner == player
