"""`GET /solve`: the scores of published positions of Connect Four."""

from typing import Any

import requests

from tests.api.http.in_process import new_client, send
from tests.api.questions import pointers
from tests.rules.cases import Case
from tests.support.project import ROOT
from tests.support.reference import Variant
from tests.support.sampling import chance_of, samples

PUBLISHED = ROOT / "tests" / "data" / "connect_four_7x6.txt"
LATE, LAST = 29, 34
"""With so many stones a position is solved at once, and by a plain search within a second."""
FULL = 100


def solve(base_url: str, **fields: Any) -> requests.Response:
    """Return the response to a question."""
    return requests.get(f"{base_url}/solve", params=fields, timeout=60)


def published(least: int, count: int) -> list[tuple[str, int]]:
    """Return some published positions with so many stones, and what the side to move gets."""
    rows = [line.split()[1:] for line in PUBLISHED.read_text().splitlines()[1:]]
    found = [(pos, int(score)) for pos, score in rows if len(pos) >= least]
    return chance_of("published").sample(found, samples(count))


def case_of(pos: str) -> Case:
    """Return the position after moves in these columns."""
    columns: list[list[str]] = [[] for _ in range(7)]
    for number, column in enumerate(pos):
        columns[int(column) - 1].append("XO"[number % 2])
    rows = [[each[row] if row < len(each) else "." for each in columns] for row in range(6)]
    cells = "".join("".join(row) for row in reversed(rows))
    return Case(Variant(7, 6, 4, gravity=True), cells, "XO"[len(pos) % 2])  # type: ignore[arg-type]


def test_published_positions_have_their_scores_and_those_of_a_plain_search(base_url: str) -> None:
    for pos, score in published(LATE, 100) + published(LAST, 60):
        answer = solve(base_url, pos=pos, time_limit_ms=60_000).json()
        assert answer["pos"] == pos
        assert max(each for each in answer["score"] if each != FULL) == score, pos
        if len(pos) >= LAST:
            expected = [FULL] * 7
            for cell, (value, plies) in case_of(pos).expected.items():
                expected[cell % 7] = value * (22 - (len(pos) + plies + 1) // 2)
            assert answer["score"] == expected


def test_a_server_of_smaller_boards_refuses() -> None:
    problem = send(new_client(max_cells=41), "/solve").get_json()
    assert (problem["code"], pointers(problem)) == ("board_too_large", ["/pos"])
