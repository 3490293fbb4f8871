"""A game from an empty board to its end with each client."""

import pytest

from service.game import parse
from tests.clients.conftest import Program


@pytest.mark.parametrize(
    ("rows", "row_length", "ends"),
    [(["..."] * 3, 3, {"drawn"}), (["......"] * 5, 4, {"won", "drawn"})],
)
def test_a_game_is_played_to_its_end(
    base_url: str, program: Program, rows: list[str], row_length: int, ends: set[str]
) -> None:
    last = program("play", base_url, "/".join(rows), str(row_length))
    assert last["status_after"] in ends
    assert last["best_move"] is not None
    end = parse(last["board_after"], row_length)
    assert (end.status, end.winner) == (last["status_after"], last["winner_after"])
    assert (end.rules.width, end.rules.height) == (len(rows[0]), len(rows))
