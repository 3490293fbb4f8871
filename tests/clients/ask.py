"""Asks with the generated Python client: `python ask.py URL < questions`.

A question is `{path, headers, body}`: what follows the URL, further headers, and what to ask.
For each it prints what came: the status, and the answer's or problem's own words.
"""

import json
import sys
from typing import Any

from k_in_a_row_client import Client
from k_in_a_row_client.api.play import find_best_move, find_best_moves
from k_in_a_row_client.models import MoveRequest, MoveResponse, MovesRequest, MovesResponse, Problem
from k_in_a_row_client.types import Unset


def told(result: MoveResponse | Problem | Unset | None) -> dict[str, Any]:
    """Return what a result says, by its typed fields."""
    if isinstance(result, Problem):
        pointers = [place.pointer for place in result.errors]
        return {
            "code": result.code,
            "detail": result.detail,
            "id": result.request_id,
            "pointers": pointers,
        }
    assert result, "the contract does not know the status"
    best = result.best_move
    return {"best_move": best and best.to_dict(), "outcome": result.outcome}


def ask(url: str, path: str, headers: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    """Return the status and what was told with it."""
    client = Client(base_url=url + path, headers=headers)
    if "requests" in body:
        batch = find_best_moves.sync_detailed(client=client, body=MovesRequest.from_dict(body))
        if isinstance(batch.parsed, MovesResponse):
            results = [told(each.problem or each.answer) for each in batch.parsed.results]
            return {"status": batch.status_code, "told": results}
        return {"status": batch.status_code, "told": told(batch.parsed)}
    answer = find_best_move.sync_detailed(client=client, body=MoveRequest.from_dict(body))
    return {"status": answer.status_code, "told": told(answer.parsed)}


if __name__ == "__main__":
    print(json.dumps([ask(sys.argv[1], **question) for question in json.load(sys.stdin)]))
