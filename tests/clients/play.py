"""Plays a game with the generated Python client: `python play.py URL ROWS ROW_LENGTH`."""

from __future__ import annotations

import json
import sys

from k_in_a_row_client import Client
from k_in_a_row_client.api.play import find_best_move
from k_in_a_row_client.models import MoveRequest, MoveResponse, Problem


def play(client: Client, rows: list[str], row_length: int) -> MoveResponse | Problem | None:
    """The last answer of a game in which the service plays both sides."""
    while True:
        request = MoveRequest(board=[*rows], row_length=row_length, node_limit=2000)
        answer = find_best_move.sync(client=client, body=request)
        if not isinstance(answer, MoveResponse) or answer.status_after != "in_progress":
            return answer
        rows = answer.board_after


if __name__ == "__main__":
    url, board, length = sys.argv[1:]
    last = play(Client(base_url=url), board.split("/"), int(length))
    print(json.dumps(last and last.to_dict()))
