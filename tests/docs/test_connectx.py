"""The agent for ConnectX of the documents plays whole games by the rules, and well."""

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.docs.documents import PAGES

Agent = Callable[[Any, Any], int]


@pytest.fixture
def agent(base_url: str) -> Agent:
    """Provide the agent as it is written, which asks the live server."""
    (written,) = [each for each in PAGES["docs/playing.md"].blocks("python") if "agent" in each]
    assert "http://localhost:8000" in written
    names: dict[str, Agent] = {}
    exec(written.replace("http://localhost:8000", base_url), names)
    return names["agent"]


def has_row(board: list[int], columns: int, row_length: int, mark: int) -> bool:
    """Return whether the cells with a mark have a row."""
    cells = {divmod(at, columns) for at, each in enumerate(board) if each == mark}
    return any(
        all((row + step * down, column + step * right) in cells for step in range(row_length))
        for row, column in cells
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


@pytest.mark.parametrize("mark", [1, 2])
@pytest.mark.parametrize(("columns", "rows", "inarow"), [(7, 6, 4), (9, 8, 5)])
def test_it_wins_against_chance(
    agent: Agent, columns: int, rows: int, inarow: int, mark: int
) -> None:
    rules = SimpleNamespace(columns=columns, rows=rows, inarow=inarow, actTimeout=0.2)
    chance, board = Random(mark), [0] * (columns * rows)
    for turn in range(columns * rows):
        mover = 1 + turn % 2
        free = [column for column in range(columns) if not board[column]]
        column = chance.choice(free)
        if mover == mark:
            column = agent(SimpleNamespace(board=board, mark=mark), rules)
        assert column in free
        board[max(at for at in range(column, len(board), columns) if not board[at])] = mover
        if has_row(board, columns, inarow, mover):
            assert mover == mark
            return
    raise AssertionError("nobody has won")
