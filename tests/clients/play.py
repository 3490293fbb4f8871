"""Plays a game with the generated Python client: `python play.py URL ROWS ROW_LENGTH`."""

import json
import sys

from k_in_a_row_client import Client
from k_in_a_row_client.api.play import find_best_move
from k_in_a_row_client.models import MoveRequest, MoveResponse

url, board, row_length = sys.argv[1:]
client, rows = Client(base_url=url), board.split("/")
while True:
    request = MoveRequest(int(row_length), board=[*rows], evaluate="best", node_limit=2000)
    answer = find_best_move.sync(client=client, body=request)
    assert isinstance(answer, MoveResponse), answer
    if answer.status_after != "in_progress":
        break
    rows = answer.board_after
print(json.dumps(answer.to_dict()))
